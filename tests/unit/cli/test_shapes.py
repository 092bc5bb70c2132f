import json
from dataclasses import replace

from gridarena_cli.render import shapes
from gridarena_protocol.views import Leaderboard, MatchesPage, Standing
from support.matches import RECORD, finished


def test_every_shape_is_one_json_object() -> None:
    """What `json.dumps` takes, a script can read."""
    row = Standing(1, "greedy", 1012.5, 4, 3, 1, 0, 44)
    made = [
        shapes.leaderboard(Leaderboard("sudoku", (row,))),
        shapes.history("greedy", MatchesPage((RECORD,), 3)),
        shapes.whole_match(RECORD),
        shapes.one_turn(RECORD, 1, "board"),
    ]
    for shape in made:
        assert isinstance(json.loads(json.dumps(shape)), dict)


def test_a_row_tells_its_score() -> None:
    """A drawn match is half a point."""
    assert shapes.standing(Standing(1, "a", 1000.0, 3, 1, 1, 1, 9))["score"] == 1.5


def test_the_chain_holds_for_what_the_referee_wrote() -> None:
    """Recomputed from header and turns."""
    assert shapes.whole_match(RECORD)["chain"] is True


def test_the_chain_breaks_when_a_point_is_changed() -> None:
    """One changed number anywhere shows."""
    turns = (replace(RECORD.turns[0], points=7), *RECORD.turns[1:])
    assert shapes.whole_match(replace(RECORD, turns=turns))["chain"] is False


def test_the_chain_breaks_when_the_result_names_another_hash() -> None:
    """The last link is what both seats were told."""
    result = replace(finished(RECORD), hash="00" * 32)
    assert shapes.chain_holds(replace(RECORD, result=result)) is False


def test_a_status_is_derived() -> None:
    """Void before finished before live."""
    assert shapes.status(RECORD) == "finished"
    assert shapes.status(replace(RECORD, result=None)) == "live"
    assert shapes.status(replace(RECORD, void="disk")) == "void"
