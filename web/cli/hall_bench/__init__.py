"""Parts of `fudayomi bench hall`: phones, a past, pages."""
