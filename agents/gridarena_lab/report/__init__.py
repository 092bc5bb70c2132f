"""A report of an experiment: tables, plots, a table for a paper, the data, and how to repeat it.

Everything is derived from the experiment's folder and can be made again at any moment, also while games are played.
"""

from gridarena_lab.report.write import write_report

__all__ = ["write_report"]
