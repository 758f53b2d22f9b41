"""One file per check of `fudayomi doctor`, each with a function `CHECK`."""
