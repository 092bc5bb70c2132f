"""Experiments: many pairs of matches of many agents, planned, played, interrupted, gone on with, and read back."""
