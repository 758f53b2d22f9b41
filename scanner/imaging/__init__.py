"""Pictures as arrays: decoding, geometry, quality, timing."""
