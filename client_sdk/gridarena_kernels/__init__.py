"""Compiled searches shared by rules and agents (numba, or the same code as plain Python), and what stands on them."""
