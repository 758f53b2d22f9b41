"""One file a game, each with a `GAME`.

A large game is a folder: its `__init__` is that file, with the rooms it needs beside it.
"""
