"""Agents of the course as they were handed in, unmodified.

``modules`` holds the course's package ``competitive_sudoku``, written anew, once for each generation of agents. These
files are data to us: nothing here imports them; they are put on the path of the process an agent runs in, whose Python
may be as old as 3.8.
"""
