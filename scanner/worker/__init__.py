"""The scanner's worker process, its supervisor and its client."""
