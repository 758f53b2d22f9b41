"""Child processes: start and stop, messages, CPU-time time-outs."""
