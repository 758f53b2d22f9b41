"""札読み fudayomi, the page: the only place that knows HTTP or storage."""
