"""What a crop shows: the network, heads, calibration."""
