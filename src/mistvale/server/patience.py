"""Second thoughts: bots answer at once, and so a pick against them would be final at once.

In a draft the last of them holds back what would end the epoch until people have picked, and then a moment longer:
so long a pick can be taken back. Nothing is held back where people have nothing to take back, as in turns.
"""

from __future__ import annotations

import time

import mistvale as mv

from .tables import Table

Turn = tuple[int, int]


class Patience:
    """What the bots of one table hold back, and since when people have had nothing to do with it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._held: dict[int, tuple[Turn, str]] = {}
        self._since = 0.0

    def people_acted(self) -> None:
        """Somebody has moved, or taken a move back."""
        self._since = time.monotonic()

    def forget(self, seat: int) -> None:
        """Somebody else decides for this seat now."""
        self._held.pop(seat, None)

    def hold(self, table: Table, seat: int, move: str, turn: Turn) -> bool:
        """Hold a bot's move back, if it is the last that people's picks wait for."""
        if not self.seconds or table.match is None or not people(table) or not is_last(table.match, table, seat, move):
            return False
        self._held[seat] = turn, move
        return True

    def held(self, table: Table, seat: int) -> tuple[str, Turn] | None:
        """The move that is held back for the turn as it is."""
        turn, move = self._held.get(seat, (None, ""))
        return (move, turn) if turn is not None and turn == table.turn(seat) else None

    def waits(self, table: Table, seat: int) -> bool:
        """Whether a bot that has decided waits for people who have not."""
        return self.held(table, seat) is not None and any(seat in table.pending for seat in people(table))

    def left(self, table: Table) -> float:
        """The seconds that people still have to take something back."""
        match = table.match
        if match is None or not any(match.can_undo(seat) for seat in people(table)):
            return 0.0
        return max(0.0, self._since + self.seconds - time.monotonic())


def people(table: Table) -> list[int]:
    """The seats that are held by people."""
    return [number for number, seat in enumerate(table.seats) if seat.kind == "guest"]


def is_last(match: mv.Match, table: Table, seat: int, move: str) -> bool:
    """Whether after this move no bot has anything to decide before something is revealed."""
    if table.bots_to_move() != [seat]:
        return False
    after = match.copy()
    after.play(seat, move)
    same = after.step(after.steps).epoch_start == match.step(match.steps).epoch_start
    return not (same and seat in after.pending)
