"""Measurements of the server: ratios of rates taken in one run, so that a slow machine does not look like slow code."""
