"""The machine: network, power, watchdog, safe mode, data folder."""
