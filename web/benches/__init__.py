<<<<<<< HEAD
"""One file a bench of `fudayomi bench`, each with a `COMMAND`."""
=======
"""One file a benchmark, each with a `COMMAND`: figures, never a verdict."""
>>>>>>> table
