"""Trained models: weights and a manifest each, never pickle."""
