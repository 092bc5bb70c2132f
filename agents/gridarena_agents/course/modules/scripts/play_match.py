"""Stands for the course's own script, which some agents import and do not use. There is nothing in it."""
