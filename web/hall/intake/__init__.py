"""Intake: what tables send is checked and folded into evenings."""
