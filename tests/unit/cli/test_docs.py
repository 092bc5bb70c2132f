"""`docs/cli.md` and `docs/exit-codes.md` say what the code does: commands, options, settings, numbers, JSON keys."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import typer

from gridarena.findings import Finding
from gridarena_agents.reports.network import Network
from gridarena_cli import boards, reporting, reproducing, training
from gridarena_cli.app import app
from gridarena_cli.conforming import Found
from gridarena_cli.exits import Exit
from gridarena_cli.render import experiment, imports, records, shapes
from gridarena_cli.roster import Group, Roster
from gridarena_games.base import Grade
from gridarena_lab.analysis import Analysis, Scored
from gridarena_lab.analysts import Reason
from gridarena_lab.bench import course, kernels
from gridarena_lab.bench import turns as bench
from gridarena_lab.claims.claim import Claim
from gridarena_lab.claims.claim import Finding as ClaimFinding
from gridarena_lab.claims.run import Judged as JudgedClaim
from gridarena_lab.experiment.api import Games
from gridarena_lab.experiment.plan import Cell, Experiment
from gridarena_lab.neat.training import Course, Trained
from gridarena_lab.report.build import Found as Report
from gridarena_lab.rethink import Judged, Rethought
from gridarena_protocol.log import LogTable
from gridarena_protocol.records import Reopening, SeenProposal
from gridarena_protocol.teams import ImportedTeam, Invitation, Team
from gridarena_protocol.views import (
    Crosstable,
    CrosstableCell,
    Entrant,
    Entrants,
    Estimate,
    HostAct,
    Leaderboard,
    MatchesPage,
    Standing,
    Standings,
    TournamentView,
)
from gridarena_server.audit.audit import Verdict
from gridarena_server.audit.difference import of_match
from gridarena_server.config import Config
from support.experiments import planned, played
from support.facts import PLAN
from support.matches import RECORD

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "cli.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (gridarena [^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    below = getattr(command, "commands", {})
    for name, one in below.items():
        yield from commands(one, f"{path} {name}")
    if not below:
        yield path, command


COMMANDS = dict(commands(typer.main.get_command(app), "gridarena"))


def row(parameter: Any) -> str:
    """One line of a command's table, as the terminal's help has it."""
    if parameter.param_type_name == "argument":
        words = f"`{parameter.metavar}`"
    else:
        first = "" if parameter.is_flag else f" {parameter.metavar}"
        words = ", ".join(f"`{name}{'' if place else first}`" for place, name in enumerate(parameter.opts))
    has_default = parameter.param_type_name != "argument" and not parameter.is_flag
    default = f" Default: {parameter.default}." if has_default and parameter.default not in (None, [], ()) else ""
    variable = f" Environment: `{parameter.envvar}`." if getattr(parameter, "envvar", None) else ""
    return f"| {words.replace('|', chr(92) + '|')} | {parameter.help}{default}{variable} |"


def test_every_command_has_its_section_and_no_other_has() -> None:
    """A new command comes with its documentation."""
    assert list(SECTIONS) == list(COMMANDS)


@pytest.mark.parametrize("path", COMMANDS)
def test_a_section_lists_what_help_lists(path: str) -> None:
    """Every argument and option with its explanation, default and variable, in order."""
    shown = [one for one in COMMANDS[path].params if not getattr(one, "hidden", False) and one.name != "help"]
    rows = [line for line in SECTIONS[path].splitlines() if line.startswith("| ")][1:]
    assert rows == [row(parameter) for parameter in shown]
    assert COMMANDS[path].help in SECTIONS[path]


STANDING = Standing(1, "a", 1500.0, 1, 1, 0, 0, 5)
VIEW = TournamentView(1, "spring", "sudoku", "created", ("a", "b"), (), (), 2, 0, 0, 0)
VERDICT = Verdict(
    1, 1, 0, 0, (LogTable("sudoku", 1, 9, (STANDING,)),), of_match(7, 3, "hash", "5a", "00", "changed"), 1, ()
)
AGAIN = Reopening(17, 1, 2, 0, "restart")
GRADE = Grade("hard", {"empty": 57, "nodes": 39}, "something must be tried")
LATE = bench.Overshoot(0.1, 0.2, 0, 10)
AGAIN_THOUGHT = Rethought(
    RECORD.turns[1],
    RECORD.header.clock,
    "board",
    (SeenProposal(1, "(3,1) -> 3", 1234, None),),
    Judged("(3,1) -> 3", "accepted"),
    1300,
    None,
    (),
)
SCORED = Scored(5, 0, "(3,0) -> 2", 17, 5, -12, 5, -12, ("(3,0) -> 1",), True, 0, 0, (Reason("bomb missed", ""),))
EXPERIMENT = experiment.shape(
    Games(Experiment("", "sweep", (Cell("mcts?c=0.5", "greedy", "empty-3x3", "1n"),), 2, 1, "sudoku"), Path("x"), ())
)
COMPARED = planned("compare")
REPORT = Report(COMPARED, played(COMPARED, lambda *about: 1.0), ())
SHAPES: dict[str, list[Any]] = {
    "gridarena demo": [shapes.demo(VIEW, (STANDING,), "arena.db")],
    "gridarena doctor": [{"ok": True, "findings": [{field.name: "" for field in fields(Finding)}]}],
    "gridarena new": [],
    "gridarena check": [{"ok": True, "findings": [{field.name: "" for field in fields(Finding)}], "matches": 1}],
    "gridarena match": [{"matches": [{}], "won": {"greedy": 2, "random": 0}}],
    "gridarena play": [],
    "gridarena join": [
        {"team": "", "name": "", "file": "", "addresses": [{"address": "", "works": True, "text": ""}]},
        {"joins": [{"name": "", "team": "", "addresses": [], "counts": True, "trouble": None}]},
    ],
    "gridarena leaderboard": [shapes.leaderboard(Leaderboard("sudoku", (STANDING,)))],
    "gridarena history": [shapes.history("a", MatchesPage((RECORD,), 3))],
    "gridarena show": [
        shapes.whole_match(replace(RECORD, reopenings=(AGAIN,))),
        shapes.one_turn(RECORD, 1, "board"),
        shapes.why(RECORD, "17"),
    ],
    "gridarena analyse": [shapes.analysis(Analysis(17, "sudoku", ("greedy", "owls/minimax"), 200_000, (SCORED,)))],
    "gridarena repro": [reproducing.shape(RECORD, "./mine.py:Mine", AGAIN_THOUGHT)],
    "gridarena watch": [],
    "gridarena replay": [],
    "gridarena serve": [
        {"address": "", "database": "", "host_token_file": "", "addresses": [], "encrypted": False, "warnings": []}
    ],
    "gridarena team add": [{"team": "", "token": "", "file": None}],
    "gridarena team import": [
        imports.shape(
            [imports.Handed(ImportedTeam("owls", "", "new", "t", "s"), Group("owls", "", "Owls", 2), None)],
            Roster((), 1, ((3, "Jane"),)),
            Invitation(("127.0.0.1:1",)),
        )
    ],
    "gridarena export": [],
    "gridarena verify": [shapes.verified(VERDICT, "file")],
    "gridarena team list": [{"teams": [shapes.team(Team("owls", ("owls/a",), 1, games=(("sudoku",),)))]}],
    "gridarena team rotate": [{"team": "", "token": "", "file": None}],
    "gridarena team remove": [shapes.team(Team("owls", ("owls/a",), 1, games=(("sudoku",),)))],
    "gridarena tournament create": [shapes.created(PLAN, Estimate(1, 2, 3, 0.1, 0.1))],
    "gridarena tournament start": [shapes.tournament(VIEW)],
    "gridarena tournament status": [
        shapes.tournament_table(
            Standings(VIEW, (STANDING,)),
            Crosstable(VIEW, ("a", "b"), (CrosstableCell(0, 1, 1, 0, 0),)),
            Entrants(VIEW, (Entrant("a", "here", 1, None, "1", "1", 0, 0, 0),)),
        ),
        {"tournaments": [shapes.tournament(VIEW)]},
    ],
    "gridarena tournament pause": [shapes.tournament(VIEW)],
    "gridarena tournament resume": [shapes.tournament(VIEW)],
    "gridarena tournament abort": [shapes.tournament(VIEW)],
    "gridarena tournament void": [shapes.match(RECORD)],
    "gridarena tournament rerun": [shapes.rerun([RECORD], done=True)],
    "gridarena tournament enter": [shapes.tournament(VIEW)],
    "gridarena tournament withdraw": [shapes.tournament(VIEW)],
    "gridarena tournament allow": [shapes.tournament(VIEW)],
    "gridarena tournament log": [shapes.log([HostAct("", "", 1, None, None, None, None)])],
    "gridarena board new": [{"name": "", "setup": "", "file": None, **boards.graded(GRADE)}],
    "gridarena board show": [{"boards": [{"name": "", "setup": ""}]}],
    "gridarena board grade": [{"boards": [{"name": "", **boards.graded(GRADE)}]}],
    "gridarena lab train-neat": [
        training.shape(
            Course(2, 2, 2, 20, 50, 10, 1),
            Trained(Network("actions", 8, (), ()), None, {"random": 1, "greedy": 1, "skip": 1}, (0.9,), (0.4,)),
            Path("a.json"),
            Path("a.png"),
        )
    ],
    "gridarena conformance": [
        {"game": "", "starts": [""], "ok": True, "laws": [{field.name: "" for field in fields(Found)}]}
    ],
    "gridarena lab matrix": [EXPERIMENT],
    "gridarena lab sweep": [EXPERIMENT],
    "gridarena lab compare": [EXPERIMENT],
    "gridarena lab report": [
        reporting.report_shape(Path("x"), ["report.md"], REPORT, "davidson"),
    ],
    "gridarena lab reports": [
        reporting.claims_shape([JudgedClaim(Claim(4, "", ""), "", ClaimFinding("", "held", ""), 600)], Path("x"))
    ],
    "gridarena bench course": [course.as_json(course.CourseReport("fork", *[course.Spread(1.0, 2.0, 3)] * 2, 0))],
    "gridarena bench kernels": [
        kernels.as_json(kernels.KernelReport(1.0, 1.0, 1.0, 1, 1, 1, (kernels.Endgames(16, 20, 0.1, 0.2),)))
    ],
    "gridarena bench turns": [
        bench.as_json(bench.Report(dict.fromkeys((1, 100, 500), 1.0), *[dict.fromkeys((1, 100, 500), 9.0)] * 2, LATE))
    ],
    "gridarena solve": [{"value": 0, "best": [""], "nodes": 0, "seconds": 0.0}, {"checked": 0, "failed": []}],
}


def keys(value: Any) -> Any:
    """What a script relies on: the names, not the values."""
    if isinstance(value, dict):
        return {key: keys(below) for key, below in value.items()}
    return [keys(value[0])] if isinstance(value, list) and value and isinstance(value[0], dict | list) else None


@pytest.mark.parametrize("path", COMMANDS)
def test_json_is_shown_as_it_is_written(path: str) -> None:
    """Every key, at its place."""
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", SECTIONS[path], re.DOTALL)]
    assert [keys(one) for one in shown] == [keys(json.loads(json.dumps(one))) for one in SHAPES[path]]


def test_every_setting_of_the_server_is_listed_with_its_default() -> None:
    """In the order of the class that holds them."""
    listed = re.findall(r"^\| `(\w+)` \| (\S+) \|", PAGE.partition("## The server's settings")[2], re.MULTILINE)
    assert listed == [(field.name, said(field.default)) for field in fields(Config)]


def said(default: Any) -> str:
    if isinstance(default, bool) or default is None:
        return {True: "true", False: "false", None: "-"}[default]
    return f"{default:g}" if isinstance(default, int | float) else str(default)


def test_every_column_of_an_export_is_listed() -> None:
    """In the order in which they are written."""
    for what, columns in records.COLUMNS.items():
        assert f"- `{what}`: {', '.join(columns)}\n" in SECTIONS["gridarena export"]


def test_every_exit_code_is_listed_with_its_meaning() -> None:
    """And none that does not exist."""
    listed = re.findall(r"^\| (\d+) \| (.+) \|$", (DOCS / "exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [(str(code.value), code.meaning) for code in Exit]
