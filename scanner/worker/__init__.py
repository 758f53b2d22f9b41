"""The scanner's worker process and its supervisor."""
