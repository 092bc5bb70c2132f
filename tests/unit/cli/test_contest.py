"""What is said of the matches of two agents."""

from dataclasses import replace

from gridarena_cli.render import contest
from gridarena_cli.render.contest import Kept
from gridarena_cli.render.document import Heading, as_html, as_text
from support.matches import HEADER, RECORD, finished, played

SWAPPED = played(
    "(3,0) -> 4", "(3,1) -> 3", "(3,2) -> 2", "(3,3) -> 1",
    header=replace(HEADER, match=18, agents=("owls/minimax", "greedy")),
)  # fmt: skip
VOID = replace(RECORD, result=None, void="the host said so")


def test_a_tally_counts_both_seats() -> None:
    """The last move wins this board, so each agent wins where it sits in seat 1."""
    assert finished(RECORD).winner == 1
    minimax, greedy = contest.tally([RECORD, SWAPPED])
    assert {minimax.agent, greedy.agent} == {"greedy", "owls/minimax"}
    for one in (minimax, greedy):
        assert (one.won, one.drawn, one.lost) == (1, 0, 1)
        assert one.won_in_seat == (0, 1)
        assert (one.proposals, one.depth, one.fallbacks) == (2.0, 4.0, 0)
        assert one.points == sum(finished(RECORD).points)


def test_a_random_move_that_was_condemned_saved_a_turn_too() -> None:
    """The agent was silent in it all the same."""
    first = replace(RECORD.turns[0], fallback=True, verdict="taboo", skip="taboo")
    record = replace(RECORD, turns=(first, *RECORD.turns[1:]))
    assert sum(one.fallbacks for one in contest.tally([record])) == 1


def test_without_thinking_there_is_no_depth() -> None:
    """A blank is not a zero."""
    silent = replace(RECORD, details=())
    assert [one.depth for one in contest.tally([silent])] == [None, None]
    assert all(row[8] == "" for row in contest.table([silent]).rows)


def test_every_loss_has_its_reason() -> None:
    """Under the number it is kept by; a void match is nobody's loss, and said all the same."""
    lines = contest.losses([Kept(RECORD, 5, "match-5.json"), Kept(VOID, 6, "match-6.json")])
    assert lines == [
        f"match 5: greedy lost: {finished(RECORD).reason}",
        "match 6: void, counts for nobody: the host said so",
    ]


def test_a_log_has_every_turn_of_every_match() -> None:
    """With proposals, depth and the score so far."""
    parts = contest.log([Kept(RECORD, 1, "a/match-1.json"), Kept(SWAPPED, 2, "a/match-2.json")])
    headings = [part.text for part in parts if isinstance(part, Heading)]
    assert headings[0] == "greedy against owls/minimax"
    assert headings[2:] == [
        "Match 1: greedy - owls/minimax, nearly-full",
        "Match 2: owls/minimax - greedy, nearly-full",
    ]
    text = as_text(parts)
    assert "gridarena show a/match-2.json" in text
    rows = [line.split() for line in text.splitlines() if line.startswith("   1  ")]
    assert len(rows) == 2
    assert rows[0][:5] == ["1", "greedy", "(3,0)", "->", "4"]
    assert "4" in rows[0][6:]
    assert as_html(parts).count("<td>accepted</td>") == 8


def test_a_match_without_turns_has_a_log() -> None:
    """Nobody came."""
    empty = replace(RECORD, turns=(), details=(), result=None, void="nobody came")
    assert "nobody came" in as_text(contest.log([Kept(empty, 1, "match-1.json")]))
