"""The plots of a report; the only part of it that needs matplotlib.

Every plot can be read without colour: curves differ by marker and line, areas by number and hatching.
"""
