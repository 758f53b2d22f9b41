"""Setup of a table: camera calibration, pictures of card grids, wizard."""
