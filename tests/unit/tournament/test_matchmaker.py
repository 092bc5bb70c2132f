"""Casual matches: who seeks finds, fairly, and never at the cost of a tournament."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from gridarena_games.base import Board, Grade
from gridarena_protocol.messages import MatchAssigned, Notice, Seek
from gridarena_protocol.records import Clock, MatchHeader
from gridarena_server.errors import Code, ServiceError
from gridarena_server.store.base import StoreFullError
from gridarena_server.store.memory import MemoryStore
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.matchmaker import RETRY_S, Matchmaker
from gridarena_server.tournament.wishes import ANY_CLOCK
from support.floor import Disk, Guest, Umpire, VirtualTime, settle

ANY = Seek("pebbles")
STANDING = Seek(standing=True)
PATIENCE_S = 3.0


class Pebbles:
    """Start positions of the game that the floor plays."""

    suite = ("three", "five")
    forms = "three or five"

    def setup(self, name: str) -> str | None:
        return {"three": "3", "five": "5"}.get(name)

    def seeded(self, name: str, seed: int) -> str:
        return name

    def grade(self, board: Board) -> Grade:
        raise NotImplementedError


def positions(game: str) -> Pebbles | None:
    return Pebbles() if game == "pebbles" else None


class Club:
    """A matchmaker with its lobby, an umpire and virtual time."""

    def __init__(self, *, concurrency: int = 8) -> None:
        self.store = MemoryStore()
        self.time = VirtualTime()
        self.tournament: dict[int, MatchHeader] = {}
        self.engaged: set[str] = set()
        self.concurrency = concurrency
        self.boot()

    def boot(self) -> None:
        self.disk = Disk(self.store)
        self.umpire = Umpire(self.disk, self.time)
        self.lobby = Lobby(self.time)
        self.maker = Matchmaker(
            self.disk,
            self.umpire,
            self.lobby,
            self.time,
            concurrency=self.concurrency,
            others=lambda: self.tournament.values(),
            engaged=self.engaged.__contains__,
            ticket=lambda match, seat: f"ticket-{match}-{seat}",
            positions=positions,
            patience_s=PATIENCE_S,
            timers=self.time,
        )
        self.umpire.on_end = lambda header, end: self.maker.ended(header)

    async def seek(
        self, label: str, seek: Seek = ANY, *, slots: int = 1, games: tuple[str, ...] = ("pebbles",)
    ) -> Guest:
        """An agent comes and seeks."""
        guest = Guest(label, slots=slots, games=games)
        self.lobby.join(guest)
        await self.maker.seek(guest, seek)
        await settle()
        return guest

    async def again(self, guest: Guest, seek: Seek = ANY) -> None:
        await self.maker.seek(guest, seek)
        await settle()

    async def win(self, match: int) -> None:
        await self.umpire.win(match)
        await settle()

    def played(self) -> list[MatchHeader]:
        """The matches that are live, oldest first."""
        return [self.umpire.live[match] for match in sorted(self.umpire.live)]


async def test_two_who_seek_play_each_other_unrated() -> None:
    """Outside every tournament, on a shipped position; each is told its seat."""
    club = Club()
    ann = await club.seek("ann")
    assert not club.umpire.live
    bob = await club.seek("bob")
    (header,) = club.played()
    assert (header.tournament, header.pairing, header.rated) == (None, None, False)
    assert (header.board, header.setup) in (("three", "3"), ("five", "5"))
    assert header.clock == ANY_CLOCK
    seats = {guest.label: told(guest)[-1].seat for guest in (ann, bob)}
    assert seats == {header.agents[0]: 0, header.agents[1]: 1}


def told(guest: Guest) -> list[MatchAssigned]:
    return [event for event in guest.told if isinstance(event, MatchAssigned)]


async def test_a_wish_is_good_for_one_match() -> None:
    """Afterwards nobody is paired who does not seek again; then the seats are swapped."""
    club = Club()
    ann, bob = await club.seek("ann"), await club.seek("bob")
    first = club.played()[0]
    await club.win(first.match)
    assert not club.umpire.live
    await club.again(ann)
    await club.again(bob)
    assert club.played()[0].agents == first.agents[::-1]


@pytest.mark.parametrize(
    ("one", "other", "board", "clock"),
    [
        (replace(ANY, boards=("five",)), ANY, "five", ANY_CLOCK),
        (replace(ANY, boards=("three", "five")), replace(ANY, boards=("five",)), "five", ANY_CLOCK),
        (replace(ANY, boards=("five",) * 10_000), replace(ANY, boards=("five",) * 10_000), "five", ANY_CLOCK),
        (replace(ANY, clock=Clock("hidden", 200)), ANY, None, Clock("hidden", 200)),
        (ANY, replace(ANY, clock=Clock("revealed", 300)), None, Clock("revealed", 300)),
    ],
)
async def test_what_both_want_is_played(one: Seek, other: Seek, board: str | None, clock: Clock) -> None:
    """Who leaves something open takes the other's word."""
    club = Club()
    await club.seek("ann", one)
    await club.seek("bob", other)
    (header,) = club.played()
    assert header.clock == clock
    assert board in (None, header.board)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (replace(ANY, boards=("three",)), replace(ANY, boards=("five",))),
        (replace(ANY, clock=Clock("hidden", 200)), replace(ANY, clock=Clock("hidden", 300))),
        (replace(ANY, options={"mode": "rows"}), ANY),
        (STANDING, STANDING),
    ],
)
async def test_wishes_that_do_not_fit_wait(one: Seek, other: Seek) -> None:
    """Another board, another clock, another mode; and sparring agents do not play each other."""
    club = Club()
    await club.seek("ann", one)
    await club.seek("bob", other)
    await club.time.advance(10)
    assert not club.umpire.live


async def test_a_sparring_agent_steps_in_after_a_moment() -> None:
    """Not before: somebody else may come. It holds on and plays the next one too."""
    club = Club()
    await club.seek("spar", STANDING, slots=2)
    ann = await club.seek("ann", replace(ANY, boards=("five",)))
    await club.time.advance(PATIENCE_S - 0.1)
    assert not club.umpire.live
    await club.time.advance(0.2)
    assert {*club.played()[0].agents} == {"ann", "spar"}
    assert club.played()[0].board == "five"
    await club.win(ann.assigned[0])
    await club.again(ann)
    await club.time.advance(PATIENCE_S)
    assert len(ann.assigned) == 2


async def test_another_seeker_comes_before_a_sparring_agent() -> None:
    """Two people who look at about the same time meet each other."""
    club = Club()
    await club.seek("spar", STANDING)
    await club.seek("ann")
    await club.time.advance(PATIENCE_S - 1)
    await club.seek("bob")
    assert {*club.played()[0].agents} == {"ann", "bob"}


async def test_sparring_agents_take_turns() -> None:
    """A seeker meets the one it has met least."""
    club = Club()
    for label in ("greedy", "minimax"):
        await club.seek(label, STANDING)
    ann = await club.seek("ann")
    rivals = []
    for _ in range(4):
        await club.time.advance(PATIENCE_S)
        (header,) = club.played()
        rivals += [label for label in header.agents if label != "ann"]
        await club.win(header.match)
        await club.again(ann)
    assert sorted(rivals[:2]) == sorted(rivals[2:]) == ["greedy", "minimax"]


async def test_a_sparring_agent_plays_only_games_it_knows() -> None:
    """It accepts every wish, but it cannot play every game."""
    club = Club()
    await club.seek("spar", STANDING, games=("chess",))
    await club.seek("ann")
    await club.time.advance(PATIENCE_S + 1)
    assert not club.umpire.live


async def test_slots_bound_casual_matches_too() -> None:
    """A match of a tournament takes one; when it ends the next begins."""
    club = Club()
    await club.seek("spar", STANDING, slots=1)
    for label in ("ann", "bob"):
        await club.seek(label, replace(ANY, boards=("three",) if label == "ann" else ("five",)))
    await club.time.advance(PATIENCE_S)
    (first,) = club.played()
    assert "ann" in first.agents
    await club.win(first.match)
    assert "bob" in club.played()[0].agents


async def test_a_shared_machine_plays_no_more_than_it_takes() -> None:
    """Its other agents wait until one of its matches is over."""
    club = Club()
    for label in ("ann", "bob", "cy", "dan"):
        guest = Guest(label)
        guest.machine, guest.machine_slots = ("lab-7", 1) if label in ("ann", "cy") else ("", 0)
        club.lobby.join(guest)
        await club.again(guest)
    (first,) = club.played()
    assert {*first.agents} == {"ann", "bob"}
    await club.win(first.match)
    assert {*club.played()[0].agents} == {"cy", "dan"}


async def test_the_server_has_room_for_so_many_matches() -> None:
    """Those of tournaments count too."""
    club = Club(concurrency=1)
    await club.seek("ann")
    await club.seek("bob")
    await club.seek("cy")
    await club.seek("dan")
    (first,) = club.played()
    club.tournament = {99: first}
    await club.win(first.match)
    assert not club.umpire.live
    club.tournament = {}
    club.maker.wake()
    await settle()
    assert {*club.played()[0].agents} == {"cy", "dan"}


async def test_a_running_tournament_comes_first() -> None:
    """Who takes part in one waits until it is over, and is told so."""
    club = Club()
    club.engaged = {"ann"}
    club.boot()
    ann = await club.seek("ann")
    await club.seek("bob")
    assert not club.umpire.live
    assert "once your tournament is over" in notices(ann)[0]
    club.engaged.clear()
    club.maker.wake()
    await settle()
    assert len(club.umpire.live) == 1


def notices(guest: Guest) -> list[str]:
    return [event.text for event in guest.told if isinstance(event, Notice)]


async def test_a_seeker_learns_what_to_expect() -> None:
    """Nobody there, or a sparring agent soon; who is paired at once is told nothing."""
    club = Club()
    ann = await club.seek("ann")
    assert "nobody who fits" in notices(ann)[0]
    bob = await club.seek("bob")
    assert not notices(bob)
    await club.seek("spar", STANDING)
    assert "a sparring agent steps in" in notices(await club.seek("cy"))[0]


async def test_a_wish_goes_with_its_stream() -> None:
    """And a newer wish replaces an older one."""
    club = Club()
    ann = await club.seek("ann")
    club.lobby.leave(ann)
    bob = await club.seek("bob", replace(ANY, boards=("three",)))
    assert not club.umpire.live
    await club.again(bob, replace(ANY, boards=("five",)))
    await club.seek("cy", replace(ANY, boards=("three",)))
    assert not club.umpire.live


async def test_a_wish_does_not_outlive_its_stream_under_a_newer_one() -> None:
    """The same name comes again and wishes for nothing."""
    club = Club()
    await club.seek("ann", STANDING)
    newer = Guest("ann", slots=1, games=("pebbles",))
    club.lobby.join(newer)
    club.maker.joined(newer)
    await club.seek("bob")
    await club.time.advance(PATIENCE_S + 1)
    assert not club.umpire.live


async def test_who_comes_again_is_told_what_to_play() -> None:
    """During the match, under the same ticket."""
    club = Club()
    ann = await club.seek("ann")
    await club.seek("bob")
    club.lobby.leave(ann)
    newer = Guest("ann")
    club.lobby.join(newer)
    assert told(newer) == told(ann)


async def test_a_casual_match_survives_the_server() -> None:
    """It is taken up from the log and still takes its agents' slots; a match of a tournament is not taken up here."""
    club = Club()
    await club.seek("ann")
    await club.seek("bob")
    (header,) = club.played()
    await club.maker.close()
    club.boot()
    club.umpire.resume(await club.store.unfinished())
    club.maker.restore([header, replace(header, match=50, tournament=1)])
    ann = await club.seek("ann")
    await club.seek("cy")
    assert ann.assigned == [header.match]
    assert list(club.umpire.live) == [header.match]
    await club.win(header.match)
    assert {*club.played()[0].agents} == {"ann", "cy"}


async def test_a_full_disk_costs_nobody_the_match() -> None:
    """It is tried again."""
    club = Club()
    await club.seek("ann")
    club.disk.refuse = StoreFullError("full")
    await club.seek("bob")
    assert not club.umpire.live
    await club.time.advance(RETRY_S)
    assert len(club.umpire.live) == 1


async def test_a_draining_server_pairs_nobody() -> None:
    """Live matches go on."""
    club = Club()
    await club.seek("ann")
    club.maker.drain()
    await club.seek("bob")
    assert not club.umpire.live


@pytest.mark.parametrize(
    ("seek", "code", "words"),
    [
        (Seek("chess"), Code.UNKNOWN_GAME, "one of the agent's games (pebbles)"),
        (replace(ANY, boards=("seven",)), Code.BAD_START, "one of: three, five"),
        (replace(ANY, clock=Clock("untimed")), Code.INVALID, "at most 10 s a turn"),
        (replace(ANY, clock=Clock("hidden", 10_001)), Code.INVALID, "at most 10 s a turn"),
    ],
)
async def test_what_cannot_be_is_refused(seek: Seek, code: Code, words: str) -> None:
    """With what there is instead."""
    with pytest.raises(ServiceError) as caught:
        await Club().seek("ann", seek)
    assert caught.value.code is code
    assert words in caught.value.text


async def test_options_are_tried_by_the_game_itself() -> None:
    """Before anybody waits for a match that could not begin."""
    club = Club()
    club.umpire.refuse = ServiceError(Code.BAD_START, "no such mode")
    with pytest.raises(ServiceError, match="no such mode"):
        await club.seek("ann", replace(ANY, options={"mode": "sideways"}))
    await club.seek("bob")
    await club.seek("cy")
    assert {*club.played()[0].agents} == {"bob", "cy"}


def test_a_game_without_shipped_positions_has_no_casual_matches() -> None:
    """A file of one's own is nothing that a server plays unasked."""
    from gridarena_server.tournament.wishes import wish

    none: Mapping[str, None] = {}
    with pytest.raises(ServiceError, match="no start positions for casual matches"):
        wish(Guest("ann"), ANY, none.get, 0)
