"""What scenes read off the table: workshops about to open, colours left, what commissions lack, points."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mistvale.bots.whys import standing
from mistvale.core.match import open_match
from mistvale.core.rule import NOTHING
from mistvale.games.valdora import GAME
from mistvale.games.valdora.reading.board import colours_standing, near_workshops
from mistvale.games.valdora.reading.books import faces_left, open_face, pages_of
from mistvale.games.valdora.reading.commissions import commission_face, held_commissions, lacking
from mistvale.games.valdora.reading.points import points_by_source
from mistvale.games.valdora.rules.books import face_up
from mistvale.games.valdora.rules.delivering import colours_to_go
from mistvale.games.valdora.rules.reasons import (
    POSSIBLE,
    why_not_buy,
    why_not_deliver,
    why_not_go,
    why_not_load,
    why_not_provisions,
    why_not_silver,
    why_not_turn,
)
from mistvale.games.valdora.state import BACK, COLOURS, COMMISSIONS, FRONT, GEMS, GOING, LEFT, PAGES, RIGHT

from ...rulebook.valdora.conftest import Table
from .sensible import choose


def colours(*names: str) -> list[int]:
    return [COLOURS.index(name) for name in names]


def test_a_workshop_is_near_for_who_lacks_one_craftsman() -> None:
    """Not where it is open already, nor where no craftsman of its colour is left."""
    table = Table(seats=4).hired(0, "red blue silver").hired(1, "red green green").hired(2, "blue").ready()
    red, blue = colours("red", "blue")
    assert near_workshops(table.match.look(3)) == {red: [0, 1], blue: [0, 2]}
    table = Table(seats=3).hired(0, "blue").hired(1, "blue").hired(2, "blue").ready()
    assert near_workshops(table.match.look(0)) == {}


def test_colours_stand_until_the_end() -> None:
    table = Table().hired(1, "red red red green green green").ready()
    look = table.match.look(0)
    assert colours_standing(look) == colours("silver", "yellow", "white", "purple", "blue")
    assert look.ask(colours_to_go) == 4


def test_what_a_commission_lacks() -> None:
    holds = ("silver/white back", "silver/red front", "yellow/red back")  # ruby sapphire amethyst; a coin; a ruby
    table = Table().seat(0, cargo="pan:gold pick:ruby", holds=holds).ready()
    look = table.match.look(1)
    lacks = {commission_face(look, code): lacking(look, 0, code) for code in held_commissions(look.s, 0)}
    by_client = {COLOURS[look.components.asker[face]]: lack for face, lack in lacks.items()}
    assert by_client["white"].gems == {GEMS.index("amethyst"): 1, GEMS.index("sapphire"): 1}
    assert (by_client["silver"].gems, by_client["silver"].coins) == ({}, 1)
    assert by_client["silver"]
    assert not by_client["red"]


def test_where_points_come_from() -> None:
    table = Table().hired(1, "red red blue").seat(1, cargo="pan:gold").ready()
    rows = {"colours": 20, "workshops": 10, "bonus": 0, "gems": 1}
    assert points_by_source(table.match.look(0), 1) == rows
    assert points_by_source(table.match.look(1), 1) == {"commissions": int(table.now["points"][1]), **rows}


def test_the_table_and_bots_count_points_alike() -> None:
    """As if the match ended now: a gem that is carried is in them."""
    table = Table().hired(1, "red red blue").seat(1, cargo="pan:gold").ready()
    look = table.match.look(1)
    shown = [score.points for score in GAME.scene(look).scores]
    assert shown == [sum(points_by_source(look, seat).values()) for seat in range(3)]
    assert shown[1] == standing(table.match)[1] == table.match.scores[1] + 1


REASONED = {
    "buy": why_not_buy,
    "turn": why_not_turn,
    "load": why_not_load,
    "deliver": why_not_deliver,
    "silver": why_not_silver,
    "provisions": why_not_provisions,
}


def test_what_is_legal_is_what_there_is_no_reason_against() -> None:
    """Of every kind of move, all along a match; but a commission that was put back leaves nothing but to buy."""
    match, dice, seen = open_match(GAME, seats=4, seed=3), random.Random(3), Counter[tuple[str, bool]]()
    while not match.over:
        seat, s, look = match.pending[0], match.raw, match.look(match.pending[0])
        legal = match.legal(seat)
        verbs = {str(move).split()[0] for move in legal}
        if s["phase"] == GOING:
            spaces = match.box.words["spaces"]
            free = {f"go {name}" for n, name in enumerate(spaces) if look.ask(why_not_go, seat, n) == POSSIBLE}
            assert {str(move) for move in legal} == (free or {"done"})
            seen["go", bool(free)] += 1
        elif s["to_buy"] == NOTHING:
            for verb, why_not in REASONED.items():
                possible = look.ask(why_not, seat) == POSSIBLE
                assert (verb in verbs) == possible, (match.steps, verb)
                seen[verb, possible] += 1
        match.play(seat, choose(match, seat, legal, dice))
    assert set(seen) >= {(verb, possible) for verb in REASONED for possible in (True, False)}


@pytest.mark.parametrize("seed", range(3))
def test_views_read_as_the_true_table_does(seed: int) -> None:
    """All along a match: what a rival's veiled view is asked for, it answers as the true state would."""
    match, dice = open_match(GAME, seats=3, seed=seed), random.Random(seed)
    box = match.box.record
    while not match.over:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, match.legal(seat), dice))
        if dice.random() > 0.1 or match.step(match.steps).beat != "turn":
            continue
        true, look = match.raw, match.look((match.pending[0] + 1) % 3)
        for book in range(4):
            kind = int(box["book_kind"][book])
            cards = [int(card) for card in true["pages"][book] if int(card) != NOTHING]
            both = Counter(int(box["face"][kind, card, side]) for card in cards for side in (FRONT, BACK))
            assert faces_left(look, book) == both
            for half in (LEFT, RIGHT):
                assert open_face(look, book, half) == face_up(true, box, book, half)
            pages, right, left = pages_of(look, book), int(true["right"][book]), int(true["left"][book])
            assert (len(pages[RIGHT]), len(pages[LEFT])) == (right, left)
            if right:
                assert pages[RIGHT][0].shown == face_up(true, box, book, RIGHT)
            if left:
                top = int(true["pages"][book, PAGES - left])
                assert pages[LEFT][0].shown == face_up(true, box, book, LEFT)
                assert pages[LEFT][0].other == int(box["face"][kind, top, FRONT])
        held = sum(len(held_commissions(look.s, s)) for s in range(3)) + int(true["finished"].sum())
        there = sum(sum(faces_left(look, b).values()) for b in range(4) if int(box["book_kind"][b]) == COMMISSIONS)
        assert 2 * held + there == 4 * 27
    assert sum(points_by_source(match.look(0), 1).values()) == match.scores[1]
