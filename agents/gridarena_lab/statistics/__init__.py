"""What results say about agents: scores with intervals, a sequential test, ratings.

Plain functions over counts and names; nothing here knows of experiments, games or files.
"""
