"""The lines of the report: each a law about what was seen, with the place where it was broken.

A line for a new kind of trouble is one more function here and one more entry in :data:`LINES`; it may look at the
agent's source as well as at what it did (``evidence.source`` names the file or module).
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from statistics import median

from gridarena._frames import Trouble
from gridarena._workers import PATIENCE_S
from gridarena.findings import Finding, Level
from gridarena_lab.check.evidence import MB, Evidence, MatchSeen, TurnSeen

Line = Callable[[Evidence], Iterable[Finding]]

INSPECTIONS = "gridarena.inspections"
"""Entry points by an address's scheme: take the options of its AgentSource, yield findings."""
SLOW_LOADING_S = 10.0
"""A host waits for a minute; a class that compiles for longer at every start should know."""
NOISE = 1
"""Turns in which a search may begin or stop late before it is the agent's fault: a busy machine does it at times."""
RARELY = 0.1
"""Share of the turns up to which a machine that was busy is the likelier reason; a fault of the agent shows in most."""
MUCH_PRINTED = 1 * MB
"""Bytes of a match; printing takes time from the search, and 32 MiB is where it is dropped."""
GROWTH = 100 * MB
"""From the first match to the last, in one process, before it is worth a word."""

Place = tuple[MatchSeen, TurnSeen]


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """The whole report."""
    return tuple(finding for line in LINES for finding in line(evidence))


def loading(evidence: Evidence) -> Iterator[Finding]:
    """The agent can be imported, takes its options and gets warm in good time."""
    if evidence.broken:
        yield Finding("load", "problem", evidence.broken)
        return
    text = f"{evidence.address} is {evidence.label}; loaded and warm after {evidence.loaded_s:.1f} s"
    if evidence.loaded_s > SLOW_LOADING_S:
        yield Finding("load", "warning", f"{text}, which every start takes")
    else:
        yield Finding("load", "ok", text)


def sources(evidence: Evidence) -> Iterator[Finding]:
    """What reading the sources shows, for the kinds of address that somebody knows to read."""
    scheme, colon, _ = evidence.address.partition(":")
    for point in entry_points(group=INSPECTIONS, name=scheme) if colon else ():
        yield from point.load()(evidence.source.options)


def crashes(evidence: Evidence) -> Iterator[Finding]:
    """No exception leaves the agent, and its process does not die."""
    if not evidence.matches:
        return
    raised = [(match, turn) for match, turn in evidence.turns() if turn.trouble and not _illegal(turn.trouble)]
    between = [(match, trouble) for match in evidence.matches for trouble in match.troubles]
    died = [(match, turn) for match, turn in evidence.turns() if turn.died]
    if raised and (trouble := raised[0][1].trouble) is not None:
        where = _some("play raised", raised, evidence)
        yield Finding("crash", "problem", f"{where}: {trouble.error}")
    if between:
        match, trouble = between[0]
        yield Finding("crash", "problem", f"{match.name}: {trouble.text}")
    if died:
        yield Finding("crash", "problem", f"{_some('its process died', died, evidence)}: {died[0][1].died}")
    if not (raised or between or died):
        yield Finding("crash", "ok", "no exception")


def illegal(evidence: Evidence) -> Iterator[Finding]:
    """Every proposal is a legal move."""
    wrong = [(match, turn) for match, turn in evidence.turns() if turn.trouble and _illegal(turn.trouble)]
    if wrong and (trouble := wrong[0][1].trouble) is not None:
        where = _some("illegal moves", wrong, evidence)
        what = trouble.error.removeprefix(f"{trouble.kind}: ")
        yield Finding("illegal", "problem", f"{where}: {what}")
    elif evidence.matches:
        yield Finding("illegal", "ok", "no illegal move was proposed")


def first_proposals(evidence: Evidence) -> Iterator[Finding]:
    """Every turn has a proposal long before its time is up."""
    turns = list(evidence.turns())
    late = [(match, turn) for match, turn in turns if turn.late]
    times = [(turn.first_s, match, turn) for match, turn in turns if turn.first_s is not None and not turn.waited]
    if late:
        where = _some("the time was up before the first proposal", late, evidence)
        level, doubt = _blamed(late, evidence)
        yield Finding("first", level, f"{where}; propose any legal move at once, then search{doubt}")
    if not times:
        return
    slowest, match, turn = max(times, key=lambda one: one[0])
    usual = median(first for first, _, _ in times)
    text = f"first proposal after {_ms(usual)} as a rule, {_ms(slowest)} at the slowest: {_place(match, turn)}"
    slow = sum(first > evidence.time_s / 2 for first, _, _ in times)
    if slow > NOISE:
        text += f"; in {slow} of {len(times)} turns it took more than half of the {_ms(evidence.time_s)}"
        yield Finding("first", "warning", text)
    elif not late:
        yield Finding("first", "ok", text)


def stops(evidence: Evidence) -> Iterator[Finding]:
    """A search ends when its turn does."""
    overran = [(match, turn) for match, turn in evidence.turns() if turn.overran]
    times = [(turn.stop_s, match, turn) for match, turn in evidence.turns() if turn.stop_s is not None]
    if overran:
        where = _some(f"went on {_ms(PATIENCE_S)} after the close and was killed", overran, evidence)
        level, doubt = _blamed(overran, evidence)
        yield Finding(
            "stop", level if len(overran) > NOISE else "warning", f"{where}; poll turn.stop[0] or turn.closed{doubt}"
        )
    elif times:
        slowest, match, turn = max(times, key=lambda one: one[0])
        text = f"stops {_ms(slowest)} after the close at the slowest: {_place(match, turn)}"
        yield Finding("stop", "ok", f"{text}; {_ms(PATIENCE_S)} are forgiven")
    elif evidence.matches:
        yield Finding("stop", "ok", "always comes back before the time is up")


def proposals(evidence: Evidence) -> Iterator[Finding]:
    """No turn is ended without a proposal."""
    turns = list(evidence.turns())
    empty = [(match, turn) for match, turn in turns if turn.empty]
    if empty:
        where = _some("play came back without a proposal", empty, evidence)
        yield Finding("proposal", "problem", f"{where}; without the SDK's random move that loses the match")
    elif turns:
        counts = [turn.proposals for _, turn in turns]
        yield Finding("proposal", "ok", f"{_count(median(counts), 'proposal')} a turn as a rule, {max(counts)} at most")


def fallback(evidence: Evidence) -> Iterator[Finding]:
    """The SDK's random move never has to count."""
    needed = [(match, turn) for match, turn in evidence.turns() if turn.record is not None and turn.record.fallback]
    if needed:
        level, doubt = _blamed(needed, evidence)
        yield Finding("fallback", level, _some("the SDK's random move counted", needed, evidence) + doubt)
    elif evidence.matches:
        yield Finding("fallback", "ok", "the SDK's random move was never needed")


def memory(evidence: Evidence) -> Iterator[Finding]:
    """A worker stays within its limit and does not grow from match to match."""
    seen = evidence.memory
    if not evidence.matches or not seen.peak:
        return
    text = f"{seen.peak // MB} MB at most, {seen.start // MB} MB at the start"
    grown = seen.matches[-1] - seen.matches[0] if seen.matches else 0
    if seen.peak > seen.limit:
        yield Finding("memory", "problem", f"{text}: more than {seen.limit // MB} MB, so it was stopped")
    elif grown > GROWTH:
        places = f"{seen.matches[0] // MB} MB after the first match, {seen.matches[-1] // MB} MB after the last"
        yield Finding("memory", "warning", f"grows: {places}; what modules and classes keep is never given back")
    else:
        yield Finding("memory", "ok", text)


def output(evidence: Evidence) -> Iterator[Finding]:
    """It prints little."""
    if not evidence.matches:
        return
    most = max(evidence.matches, key=lambda match: match.printed)
    if most.printed > MUCH_PRINTED:
        text = f"prints {most.printed / MB:.1f} MB in {most.name}: {most.log}; printing takes time from the search"
        yield Finding("output", "warning", text)
    else:
        yield Finding("output", "ok", f"prints {most.printed:,} bytes a match at most, into {most.log.parent}")


def score(evidence: Evidence) -> Iterator[Finding]:
    """How it did, which is nobody's fault; and whether all of it was played."""
    results = [(match.record.result, match) for match in evidence.matches if match.record.result is not None]
    by_rule = [match for result, match in results if result.termination != "completed" and result.winner != match.seat]
    for match in by_rule[:1]:
        result = match.record.result
        assert result is not None  # it has lost
        yield Finding("score", "problem", f"{match.name} was lost by a rule: {result.reason}")
    if evidence.cut_short:
        yield Finding("score", "warning", f"{len(results)} of {evidence.planned} matches played: {evidence.cut_short}")
    elif not by_rule and results:
        won = sum(result.winner == match.seat for result, match in results)
        drawn = sum(result.winner is None for result, _ in results)
        rivals = " and ".join(dict.fromkeys(match.rival for _, match in results))
        lost = len(results) - won - drawn
        yield Finding("score", "ok", f"won {won}, drew {drawn}, lost {lost} of {len(results)} against {rivals}")


def machine(evidence: Evidence) -> Iterator[Finding]:
    """The machine had time for the agent; else what was measured says little about it."""
    if evidence.busy:
        text = f"other programs took {evidence.neighbours:.0%} of this machine meanwhile; run it again when it is quiet"
        yield Finding("machine", "warning", text)


def _blamed(places: list[Place], evidence: Evidence) -> tuple[Level, str]:
    """Whose doing it is that a few turns went wrong."""
    turns = sum(len(match.turns) for match in evidence.matches)
    if evidence.busy and len(places) <= RARELY * turns:
        return "warning", "; perhaps not its fault, the machine was busy"
    return "problem", ""


LINES: tuple[Line, ...] = (
    loading,
    sources,
    crashes,
    illegal,
    proposals,
    first_proposals,
    stops,
    fallback,
    memory,
    output,
    machine,
    score,
)
"""Every line of the report, in its order."""


def _illegal(trouble: Trouble) -> bool:
    return trouble.kind == "IllegalMove"


def _some(what: str, places: list[Place], evidence: Evidence) -> str:
    """What happened how often, and where first."""
    turns = sum(len(match.turns) for match in evidence.matches)
    return f"{what} in {len(places)} of {_count(turns, 'turn')}, first in {_place(*places[0])}"


def _count(number: float, what: str) -> str:
    return f"{number:g} {what}{'s' * (number != 1)}"


def _place(match: MatchSeen, turn: TurnSeen) -> str:
    return f"turn {turn.number} of {match.name}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"
