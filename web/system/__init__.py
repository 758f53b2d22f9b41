"""The machine: network, power, watchdog, safe mode and data folder."""
