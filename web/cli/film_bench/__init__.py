"""The films of `fudayomi bench follow`."""
