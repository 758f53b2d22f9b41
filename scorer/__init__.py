"""札読み fudayomi, the rules: pure functions over frozen values; no clock, no chance, no input or output."""
