"""Access control: phones, PIN, roles, limits, cookies and headers."""
