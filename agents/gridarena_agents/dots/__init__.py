"""Agents that play Dots and Boxes."""
