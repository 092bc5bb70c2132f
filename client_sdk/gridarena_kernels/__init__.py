"""Compiled searches shared by rules and agents: numba where installed, the same code as plain Python where not."""
