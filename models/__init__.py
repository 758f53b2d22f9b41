"""Trained recognisers: arrays and a manifest each, never pickle."""
