"""Positions: a match at any point one likes, from a record, from bytes, from a text, or from named fields."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .box import Box
from .errors import BadPosition, BadTable, DoesNotAddUp
from .fields import Field, reader
from .game import Game
from .game import game as find_game
from .match import Match, open_match
from .playing_on import started
from .record import load, own_steps
from .rule import packed, unpacked

FORM = "mistvale-position-1"
"""How the text form begins; the number goes up when it changes."""


def position(
    source: str | bytes,
    *,
    step: int | None = None,
    state: bytes | None = None,
    fields: Mapping[str, Any] | None = None,
    seats: int | None = None,
    seed: int | str | bytes = 0,
    options: Mapping[str, Any] | None = None,
    box: Box | None = None,
) -> Match:
    """A match at a position.

    position(record, step=40)                               as it was at a step of a record
    position("misty", state=match.state)                    from bytes
    position("misty", fields={"wins": [1, 0, 0, 0]}, seats=2, seed=7)   dealt by a seed, but for these fields
    position(text)                                          from the line that `match.position()` has written

    What does not add up is refused (BadPosition), with the reason.
    """
    text = source.decode(errors="replace") if isinstance(source, bytes) else source
    if text.lstrip().startswith("{"):
        return from_record(source, step, box)
    if text.startswith(FORM):
        return from_text(text, box)
    try:
        game = find_game(text)
    except BadTable as error:
        raise BadPosition("position-of-nothing", why=error) from None
    if state is not None:
        return from_bytes(game, state, options, box)
    return from_fields(game, fields or {}, seats, seed, options, box)


def from_record(text: str | bytes, step: int | None = None, box: Box | None = None) -> Match:
    """The match of a record as it was at a step (its end, if none is given); beats that follow it are run."""
    whole = load(text, box)
    number = whole.steps if step is None else step
    if not 0 <= number <= whole.steps:
        raise BadPosition("position-step", last=whole.steps, given=number)
    return at_step(whole, number)


def at_step(whole: Match, number: int) -> Match:
    """A match as it was at one of its own steps, with nothing behind it but the beats that follow by themselves."""
    match = started(whole)
    for taken in own_steps(whole):
        if match.steps >= number:
            break
        if taken.move is not None:
            match.play(taken.seat, taken.move)
    return match


def from_bytes(game: Game, data: bytes, options: Mapping[str, Any] | None = None, box: Box | None = None) -> Match:
    """A match in the state with these bytes, as `match.state` gives them. It must add up."""
    if len(data) != game.state.itemsize:
        raise BadPosition("position-bytes", title=game.title, right=game.state.itemsize, given=len(data))
    state = unpacked(data, game.state)
    return _placed(game, state, int(state["seats"]), 0, options, box)


def from_fields(
    game: Game,
    fields: Mapping[str, Any],
    seats: int | None = None,
    seed: int | str | bytes = 0,
    options: Mapping[str, Any] | None = None,
    box: Box | None = None,
) -> Match:
    """A match dealt by `seed`, with these fields of its state as given: numbers, lists of them, and words of the box.

    What a field means stands in the declaration of the game's state. It must add up: `audit` says what does not.
    """
    match = open_match(game, seats, seed, options, box)
    declared = {each.name: each for each in reader(game.state).fields}
    state = match.raw.copy()
    for name, value in fields.items():
        if name not in declared:
            raise BadPosition("position-field", title=game.title, name=name, known=", ".join(declared))
        state[name] = _numbers(declared[name], value, match.box)
    return _placed(game, state, match.seats, seed, options, box)


def _numbers(field: Field, value: Any, box: Box) -> Any:
    """What is written for a field, as its numbers: `None` is empty, a word is its place among the words of the box."""
    try:
        numbers = np.array(_number(field, value, box), np.dtype("i8"))
    except (ValueError, TypeError) as error:
        raise BadPosition("position-value", field=field.name, why=error) from None
    if numbers.shape != field.shape:
        raise BadPosition("position-shape", field=field.name, what=field.words, right=field.shape, given=numbers.shape)
    if np.any((numbers < field.least) | (numbers > field.most)):
        raise _out_of_range(field)
    return numbers


def _number(field: Field, value: Any, box: Box) -> Any:
    if value is None:
        return field.empty
    if isinstance(value, str):
        words = box.words.get(field.of, ()) if isinstance(field.of, str) else field.of
        if value not in words:
            raise ValueError(f"{value!r} is none of its words: {', '.join(words) or 'it has none'}")
        return words.index(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (Sequence, np.ndarray)):
        return [_number(field, each, box) for each in value]
    raise TypeError(f"{value!r} is neither a number, nor a word, nor a list of them")


def _placed(
    game: Game,
    state: Any,
    seats: int,
    seed: int | str | bytes,
    options: Mapping[str, Any] | None,
    box: Box | None,
) -> Match:
    try:
        match = open_match(game, seats, seed, options, box)
        _check_ranges(game, state)  # before anything reads it: rules trust what stands in a state
        match.place(state)
        match.audit()
        match.run_beats()
    except BadTable as error:
        raise BadPosition(error.code, **error.values) from None
    except DoesNotAddUp as error:
        raise BadPosition("position-adds-up", why=error) from None
    return match


def _check_ranges(game: Game, state: Any) -> None:
    for each in reader(game.state).fields:
        if each.kind != "u8" and np.any((state[each.name] < each.least) | (state[each.name] > each.most)):
            raise _out_of_range(each)


def _out_of_range(field: Field) -> BadPosition:
    return BadPosition("position-range", field=field.name, what=field.words, least=field.least, most=field.most)


# ---------------------------------------------------------------- the text form


def write_position(match: Match) -> str:
    """A match's position in one line: game, version of its rules, box, options, and the state. It holds all secrets."""
    options = ",".join(f"{name}={value}" for name, value in match.options.items()) or "-"
    state = base64.urlsafe_b64encode(zlib.compress(packed(match.raw, match.game.state), 9)).decode().rstrip("=")
    return f"{FORM} {match.game.name} {match.game.version} {match.box.digest[:16]} {options} {state}"


def from_text(text: str, box: Box | None = None) -> Match:
    """The match that `write_position` has written down."""
    parts = text.split()
    if len(parts) != 6 or parts[0] != FORM:
        raise BadPosition("position-form", form=FORM)
    _, name, version, digest, options, state = parts
    try:
        game = find_game(name)
    except BadTable as error:
        raise BadPosition(error.code, **error.values) from None
    if version != str(game.version):
        raise BadPosition("position-version", title=game.title, given=version, known=game.version)
    chosen = game.box(box)
    if chosen.digest[:16] != digest:
        raise BadPosition("position-box")
    try:
        data = zlib.decompress(base64.urlsafe_b64decode(state + "=" * (-len(state) % 4)))
    except (binascii.Error, zlib.error, ValueError):
        raise BadPosition("position-torn") from None
    pairs = (pair.partition("=") for pair in options.split(",") if options != "-")
    return from_bytes(game, data, {key: value for key, _, value in pairs}, chosen)
