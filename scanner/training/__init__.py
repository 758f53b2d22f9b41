"""Training of card models and enrolment of decks, outside the web server.

The only package that may import torch.
"""
