"""Routes that answer HTML, discovered: one group a file.

A file holds its routes as `BLUEPRINT`, and as `PLACES` what stands in the menu (`web/http/navigation.py` `NavEntry`).
Its templates lie in `web/templates`. `main.py` is the page of the table itself.
"""
