"""Every move is offered exactly when it is legal: whole matches beside a slow second implementation (`model.py`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.moves import Move
from mistvale.core.rule import NOTHING
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.state import ABILITIES, FIRST_PATROL, PATROLS, PLACES

from .model import RADIUS, Hex, Model, neighbours, on_table, one_piece

BOARDS = ("AA", "AB", "BA", "BB")
# Tiles that look the same after one, two or three sides, and one without explorers.
ODD = ["111111", "212121", "110110", "121121", "300100", "000000", "201010", "220000", "111010"]


def all_abilities() -> Any:
    data = dict(GAME.box().data)
    data["tribes"] = [{**tribe, "A": list(ABILITIES), "B": ["spyglass"]} for tribe in data["tribes"]]
    return GAME.box(data, stated_figures=False)


def odd_tribes() -> Any:
    data = dict(GAME.box().data)
    first, second = data["tribes"]
    every = {"A": list(ABILITIES), "B": []}
    others = ODD[:4] + second["patrols"][3:8]
    data["tribes"] = [{**first, **every, "patrols": ODD}, {**second, **every, "patrols": others}]
    return GAME.box(data, stated_figures=False)


def hex_of(move: Move) -> Hex:
    q, r = move.split()[-1].split(",")
    return int(q), int(r)


def at_random(model: Model, moves: list[Move], dice: random.Random) -> Move:
    return dice.choice(moves)


def eager(model: Model, moves: list[Move], dice: random.Random) -> Move:
    """Uses abilities and captains where it can."""
    acts = [move for move in moves if move.split()[0] in ("use", "captain", "encounter")]
    return dice.choice(acts or moves) if dice.random() < 0.7 else dice.choice(moves)


def close(model: Model, moves: list[Move], dice: random.Random) -> Move:
    """Lays tiles close together, so that spaces are surrounded; keeps abilities for later."""
    if " at " in f" {moves[0]}" and dice.random() < 0.85:
        return max(moves, key=lambda m: (sum(h in model.table for h in neighbours(hex_of(m))), dice.random()))
    later = [move for move in moves if not move.startswith(("use", "captain"))]
    return dice.choice(later if later and len(model.table) < 24 else moves)


def far(model: Model, moves: list[Move], dice: random.Random) -> Move:
    """Lays tiles away from the start tile, so that the table's edge is reached and pieces hang by one tile."""
    if " at " in f" {moves[0]}" and dice.random() < 0.9:
        return max(moves, key=lambda m: (hex_of(m)[0] - 0.1 * abs(hex_of(m)[1]), dice.random()))
    return eager(model, moves, dice)


CHOOSERS: dict[str, Callable[[Model, list[Move], random.Random], Move]] = {
    "at random": at_random,
    "eager": eager,
    "close": close,
    "far": far,
}


def compare(match: Match, model: Model) -> None:
    """Legal moves, banners, captains, hands, tokens and points are the same."""
    state = match.raw
    assert match.over == model.over
    if not match.over:
        assert match.pending == (model.seat,)
        legal = {str(move) for move in match.legal(model.seat)}
        assert legal == model.legal, f"only here: {legal - model.legal}, only there: {model.legal - legal}"
        assert match.legal(1 - model.seat) == []
    assert {(s, int(b)) for s, b in zip(model.sites, state["banner"], strict=False) if b != NOTHING} == {
        *model.banner.items()
    }
    assert [model.sites[int(c)] if c != NOTHING else None for c in state["captain"]] == model.captain
    assert {(s, int(w)) for s, w in zip(model.sites, state["wall"], strict=False) if w != NOTHING} == {
        *model.wall.items()
    }
    assert {s for s, f in zip(model.sites, state["flowers"], strict=False) if f} == model.flowers
    assert match.scores == (model.score(0), model.score(1))


def compare_turns(match: Match, model: Model) -> None:
    """Patrols lie as they should, sides and markers included."""
    state = match.raw
    for seat, name in {t for t in model.table.values() if isinstance(t, tuple)}:
        kind = model.patrols.index(name)
        assert model.table[place(state, seat, kind)] == (seat, name)
        turned = int(state["turned"][seat, kind])
        assert turned == model.turned[seat, name]


def place(state: Any, seat: int, kind: int) -> Hex:
    return PLACES[int(state["place"][FIRST_PATROL + seat * PATROLS + kind])]


def note(model: Model, moves: list[Move], move: Move, met: Counter[str]) -> None:
    """Count what was met: abilities used, ways to turn, surrounded spaces, bridges, the edge, refused spaces."""
    if move.startswith("use"):
        met[move.split()[1]] += 1
    if {"turn 0", "turn left"} & {*moves}:
        met[f"{len(moves)} turns"] += 1
    if move.startswith("at"):
        empty = {h for tile in model.table for h in neighbours(tile) if h not in model.table}
        met["surrounded"] += any(all(h in model.table for h in neighbours(space)) for space in empty)
        met["edge"] += any(not on_table(space) for space in empty)
        met["far"] += any(RADIUS in (abs(q), abs(r), abs(q + r)) for q, r in model.table)
        met["refused"] += any(model.spaces(model.table) - model.spaces_for(tile) for tile in model.footprints)
    if move.startswith("target"):
        hexes = {*model.table}
        met["bridge"] += any(not one_piece(hexes - {h}) for h in hexes)


def walk(match: Match, chooser: Callable[..., Move], seed: int, met: Counter[str]) -> None:
    """Play a match to its end in both."""
    model, dice = Model(match), random.Random(seed)
    while True:
        compare(match, model)
        if match.over:
            break
        seat = match.pending[0]
        move = chooser(model, match.legal(seat), dice)
        note(model, match.legal(seat), move, met)
        if move == "done":
            compare_turns(match, model)
        match.play(seat, move)
        model.move(str(move))
    assert match.ranks == model.ranks()
    met.update(step.beat for step in map(match.step, range(match.steps + 1)) if step.beat)


@pytest.mark.slow
def test_the_same_moves_control_and_points() -> None:
    """The real box: all boards, with and without abilities and the expansion, played in every manner."""
    met: Counter[str] = Counter()
    for number in range(32):
        options = {"boards": BOARDS[number % 4], "abilities": number % 16 < 14, "expansion": number % 3 == 0}
        chooser = list(CHOOSERS.values())[number // 4 % 4]
        walk(open_match(GAME, seed=number, options=options), chooser, number, met)
    assert {*ABILITIES, "surrounded", "bridge", "edge", "far", "refused", "home", "wall"} <= {*+met}, met


def test_the_same_with_every_ability_on_every_board() -> None:
    """So that each ability is compared with each other, early and late."""
    met: Counter[str] = Counter()
    for number in range(16):
        match = open_match(GAME, seed=100 + number, options={"expansion": number % 2 == 0}, box=all_abilities())
        walk(match, list(CHOOSERS.values())[number % 4], number, met)
    assert min(met[ability] for ability in ABILITIES) >= 8, met


def test_the_same_with_other_patrols() -> None:
    """Tiles that look the same after one, two or three sides (MV-35); tribes whose tiles differ."""
    met: Counter[str] = Counter()
    for number in range(8):
        match = open_match(GAME, seed=200 + number, options={"expansion": number % 2 == 0}, box=odd_tribes())
        walk(match, [eager, close][number % 2], number, met)
    assert {"1 turns", "2 turns", "3 turns", "6 turns"} <= {*met}, met
