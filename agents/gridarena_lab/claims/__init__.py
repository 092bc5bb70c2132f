"""What the course's five reports claim, each claim with an experiment that can be run again and a rule that judges it.

The reports measured single machines, agents with slips and few games. Here the agents do what the reports meant,
budgets are nodes wherever the clock is not the point, and a verdict needs an interval, not a mean.
"""
