"""The web server of table and hall: waitress, with limits for each client.

A client is an address, or a group of them (`web.access.address_group`). Addresses of this machine have no limits.
"""
