"""An experiment in a terminal: a row for each cell, and what it means in one sentence."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from rich.table import Table

from gridarena_cli.render.tables import sheet
from gridarena_lab.experiment.api import Games
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.plan import Cell
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import tally
from gridarena_lab.statistics.words import sentence
