"""Which boards two agents meet on, where a plan has more boards than each two are to play.

Boards are dealt like cards: the deck of all boards is shuffled, dealt in hands of as many as a pairing plays, and
shuffled again when it runs out, so no board is dealt twice more often than another. Two agents get the hand whose
number is the sum of theirs. The hands of one agent's pairings are then neighbours in the deal, which is why everybody
plays every board about equally often; and a hand depends on nobody but the two, so that late joiners and withdrawals
change nobody's boards. The same seed deals the same hands.
"""

import random
from functools import lru_cache

from gridarena_protocol.views import Plan

Hand = tuple[int, ...]
"""Indices into a plan's boards, each once."""


def boards_of(plan: Plan, one: int, other: int) -> Hand:
    """The boards of two agents, by the agents' numbers."""
    boards = len(plan.boards)
    if plan.drawn == boards:
        return tuple(range(boards))
    return _dealer(boards, plan.drawn, plan.seed).hand(one + other)


class _Dealer:
    """Deals on as far as anybody asks."""

    def __init__(self, boards: int, size: int, seed: int) -> None:
        self._boards = boards
        self._size = size
        self._random = random.Random(seed)
        self._deck: list[int] = []
        self._hands: list[Hand] = []

    def hand(self, number: int) -> Hand:
        while len(self._hands) <= number:
            self._hands.append(self._deal())
        return self._hands[number]

    def _deal(self) -> Hand:
        hand: list[int] = []
        while len(hand) < self._size:
            new = [board for board in self._deck if board not in hand]
            if not new:
                self._deck += self._random.sample(range(self._boards), self._boards)
                continue
            hand.append(new[0])
            self._deck.remove(new[0])
        return tuple(hand)


@lru_cache(maxsize=32)
def _dealer(boards: int, size: int, seed: int) -> _Dealer:
    return _Dealer(boards, size, seed)
