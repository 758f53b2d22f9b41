"""The page of Fudayomi: the only package that knows HTTP or storage."""
