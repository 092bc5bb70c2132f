"""Agents that share a machine do not all play at once."""

from gridarena_server.clock import SystemClock
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.machines import Machines
from support.floor import Floor, Guest, plan


async def test_a_machine_plays_no_more_matches_than_it_takes() -> None:
    """However many of its agents are free; a match between two of them counts once, others go on."""
    arena = Floor()
    await arena.enter(plan("ann", "bob", "cy", "dan", "eve", "fay"))
    for label in ("ann", "bob", "cy", "dan"):
        await arena.join(label, slots=9, machine=("desk", 2))
    assert len(arena.umpire.live) == 2
    for label in ("eve", "fay"):
        await arena.join(label, slots=9)
    of_the_desk = [head for head in arena.umpire.live.values() if {*head.agents} - {"eve", "fay"}]
    assert len(of_the_desk) == 2
    assert len(arena.umpire.live) > 2
    await arena.win(of_the_desk[0].match)
    assert sum(bool({*head.agents} - {"eve", "fay"}) for head in arena.umpire.live.values()) == 2
    await arena.play_on()
    assert arena.director.view(1).status == "finished"


async def test_a_restart_does_not_forget_what_a_machine_is_playing() -> None:
    """Its agents come back one by one, and those of the matches that are under way last."""
    arena = Floor()
    names = ("ann", "bob", "cy", "dan", "eve", "fay")
    await arena.enter(plan(*names))
    for label in names:
        await arena.join(label, machine=("desk", 2))
    busy = {label for head in arena.umpire.live.values() for label in head.agents}
    assert len(arena.umpire.live) == 2
    await arena.crash()
    for label in sorted(names, key=lambda label: label in busy):
        await arena.join(label, machine=("desk", 2))
        assert len(arena.umpire.live) == 2
    await arena.play_on()
    assert arena.director.view(1).status == "finished"


async def test_a_match_of_two_machines_needs_room_on_both() -> None:
    """Each counts it."""
    lobby = Lobby(SystemClock())
    for label, machine in (("ann", "desk"), ("bob", "shelf"), ("cy", "shelf"), ("dan", "")):
        guest = Guest(label)
        guest.machine, guest.machine_slots = machine, 1
        lobby.join(guest)
    machines = Machines(lobby, [("ann", "dan")])
    assert not machines.room(("ann", "bob"))
    assert machines.room(("bob", "cy"))
    machines.take(("bob", "cy"))
    assert not machines.room(("cy", "dan"))
    assert Machines(lobby).most(("ann", "bob", "cy")) == 2
    assert Machines(lobby).most(("ann", "dan")) is None
    assert Machines(lobby).most(("ann", "nobody")) is None
