"""Propose: outlines in a frame that may be cards."""
