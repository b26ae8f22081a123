"""Playing on from a step of a finished match: dealt anew from what a seat knew then, or as it lay.

What is played on is a match of its own, and a pure function, too: of the record that it comes from, the step, the seat
and the seed by which everything was dealt anew that this seat could not know (none: as it lay), and of its moves since.
As it lay it has all that came before in its history, and the same cards come; dealt anew it begins there.

What lies there in a lesson or a puzzle nobody has played to. That is a **study**: a match that begins at a position,
which its record holds. It may be played on from before its end, for nobody plays it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .box import Box
from .chance import SEED_BYTES, seed_bytes
from .errors import BadPosition, BadRecord, BadSeed, DoesNotAddUp, IllegalMove
from .match import Match, open_match
from .rule import copied

DEEPEST = 8
"""Matches that were played on from one another, at most."""


@dataclass(frozen=True)
class Origin:
    """What a match was played on from."""

    record: str
    step: int
    seat: int
    redeal: str | None  # 64 hexadecimal digits; None: as it lay
    base: int = 0  # the step of the new match at which it begins

    def plain(self) -> dict[str, Any]:
        """As a record holds it."""
        return {"record": json.loads(self.record), "step": self.step, "seat": self.seat, "redeal": self.redeal}


@dataclass(frozen=True)
class Study:
    """The position at which a match begins that was set up."""

    position: str  # as `match.position()` writes it

    base = 0

    def plain(self) -> dict[str, Any]:
        """As a record holds it."""
        return {"position": self.position}


def study(match: Match) -> Match:
    """The same match as one that begins at the position at which it was set up, and so has a record."""
    first = match.copy()
    first.place(copied(match.step(0).state))
    again = begun(Study(first.position()), match.names, match.box)
    for taken in match.history:
        if taken.move is not None:
            again.play(taken.seat, taken.move)
    return again


def play_on(
    record: str | bytes,
    step: int,
    seat: int | None = None,
    *,
    as_it_lay: bool = False,
    seed: int | str | bytes | None = None,
    names: Sequence[str | None] = (),
    box: Box | None = None,
) -> Match:
    """A match that goes on from a step of a finished one.

    What `seat` could not know (without one, the first that is to decide there) is dealt anew by `seed`, unless it is to
    be played on as it lay. Raises BadPosition, with the reason, where that can't be.
    """
    text = record.decode(errors="replace") if isinstance(record, bytes) else record
    who = position_at(text, step, box).pending[0] if seat is None else seat
    try:
        redeal = None if as_it_lay else seed_bytes(seed).hex()
    except BadSeed as error:
        raise BadPosition(error.code, **error.values) from None
    return begun(Origin(text, step, who, redeal), names, box)


def position_at(record: str, step: int, box: Box | None) -> Match:
    """A finished match as it was at a step, where there is still something to decide."""
    from .position import from_record
    from .record import load

    whole = load(record, box)
    if not whole.over and whole.ending is None and not isinstance(whole.origin, Study):
        raise BadPosition("play-on-unfinished")
    match = from_record(record, step, box)
    if match.over:
        raise BadPosition("play-on-over", step=step)
    return match


def begun(origin: Origin | Study, names: Sequence[str | None] = (), box: Box | None = None) -> Match:
    """A match that is played on, or begins at a position, before its first move."""
    if isinstance(origin, Study):
        return _set_up(origin, names, box)
    match = position_at(origin.record, origin.step, box)
    if origin.redeal is not None:
        try:
            match = match.seat(match.checked_seat(origin.seat)).sample(bytes.fromhex(origin.redeal))
        except (IllegalMove, DoesNotAddUp) as error:
            raise BadPosition(error.code, **error.values) from None
    again = match.called(names)
    again.origin = replace(origin, base=again.steps)
    return again


def _set_up(origin: Study, names: Sequence[str | None], box: Box | None) -> Match:
    from .position import from_text

    match = from_text(origin.position, box).called(names)
    match.seed = bytes(SEED_BYTES)  # what is drawn follows from the position
    match.origin = origin
    return match


def started(match: Match) -> Match:
    """A match as it was before its own first move."""
    if match.origin is not None:
        return begun(match.origin, match.names, match.box)
    seed = None if match.seal else match.seed
    return open_match(match.game, match.seats, seed, match.options, match.box, match.names, match.seal)


def read_origin(told: object, depth: int = 0) -> Origin | Study:
    """What a record says that it was played on from, or begins at."""
    if not isinstance(told, dict) or depth >= DEEPEST:
        raise BadRecord("record-origin")
    if isinstance(told.get("position"), str):
        return Study(told["position"])
    record, step, seat, redeal = (told.get(key) for key in ("record", "step", "seat", "redeal"))
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (step, seat))
    dealt = redeal is None or (isinstance(redeal, str) and len(redeal) == 2 * SEED_BYTES and _is_hex(redeal))
    if not isinstance(record, dict) or not whole or not dealt:
        raise BadRecord("record-origin")
    if "from" in record:
        read_origin(record["from"], depth + 1)
    return Origin(json.dumps(record, ensure_ascii=False), int(str(step)), int(str(seat)), redeal)


def _is_hex(text: str) -> bool:
    return all(letter in "0123456789abcdef" for letter in text)
