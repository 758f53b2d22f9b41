"""札読み fudayomi, the eyes: pixels to cards."""
