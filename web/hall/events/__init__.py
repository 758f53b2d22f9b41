"""Events of the hall: tournaments and league evenings of several rounds."""
