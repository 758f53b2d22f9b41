"""The rules of the games: pure functions over frozen values.

They use no clock, no random numbers and no input or output.
"""
