"""The health checks of `fudayomi doctor`."""
