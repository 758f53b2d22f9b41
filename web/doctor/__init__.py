"""What `fudayomi doctor` looks at."""
