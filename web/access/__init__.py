"""Who may do what: phones, PIN, roles, limits, cookies, security headers."""
