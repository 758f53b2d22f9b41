"""Child processes: pipes, sockets, framing, CPU-time time-outs."""
