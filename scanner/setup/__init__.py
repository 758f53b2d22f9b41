"""Setting up a table: calibration, pictures of card grids, the wizard's steps."""
