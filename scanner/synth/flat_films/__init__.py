"""A second, simple way to draw films: flat cards on a picture."""
