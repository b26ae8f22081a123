"""Rulebook, 'The solo mode'."""

from __future__ import annotations

import random

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING
from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading.points import grade, grades
from mistvale.games.misterra.state import END_ISLAND, END_OTOMA, END_PARCHMENT, OTOMA, SQUARE_NAMES, TERRAINS

box = GAME.box().record
CARDS = GAME.box().data["otoma"]


def opened(seed: int = 1, **options: object) -> Match:
    return open_match(GAME, seats=1, seed=seed, options={"first_game": "true", **options})


def play_turn(match: Match, dice: random.Random) -> None:
    """The player's turn at random, and the Otoma's after it."""
    turns = int(match.raw["turns"])
    while not match.over and int(match.raw["turns"]) == turns:
        match.play(0, dice.choice(match.legal(0)))


# ---------------------------------------------------------------- setup


def test_the_otoma_deck_has_three_packets_with_a_claim_card_each():
    """Solo setup, 3: seven cards, the claim card not on top; one card without a mark is out unseen."""
    places, asides = set(), set()
    for seed in range(60):
        state = opened(seed).raw
        deck, aside = [int(card) for card in state["otoma"][:21]], int(state["aside"])
        assert {*deck, aside} == set(range(22))
        assert not CARDS[aside].get("claims")
        for packet in range(3):
            marks = [n for n in range(7) if CARDS[deck[7 * packet + n]].get("claims")]
            assert len(marks) == 1
            assert marks[0] > 0
            places.add((packet, marks[0]))
        asides.add(aside)
    assert len(places) == 18
    assert len(asides) > 12


def test_which_claim_card_goes_into_which_packet_is_by_the_seed():
    """MM-26."""
    orders = set()
    for seed in range(60):
        deck = [int(card) for card in opened(seed).raw["otoma"][:21]]
        orders.add(tuple(card for card in deck if CARDS[card].get("claims")))
    assert len(orders) == 6


def test_two_sketches_are_out_unseen():
    """Solo setup, 2."""
    match = opened()
    assert all(int(kind) != NOTHING for kind in match.raw["out"])
    assert match.view(0)["state"]["out"] == [-2, -2]
    assert int(match.raw["left"]) == 45


# ---------------------------------------------------------------- the Otoma's turn


def test_the_player_begins_and_the_otoma_plays_two_half_days():
    """MM-13; the three sketches left are discarded, five are revealed at the end."""
    match, dice = opened(), random.Random(1)
    play_turn(match, dice)
    beats = [match.step(n).beat for n in range(match.steps + 1) if match.step(n).beat]
    assert beats[0] == "deal"
    assert [b for b in beats[1:] if b not in ("claims", "vain", "reveal")] == [
        "sweep",
        *["card", "first", "second"] * 2,
        "refill",
        "turn",
    ]
    swept = next(n for n in range(match.steps + 1) if match.step(n).beat == "sweep")
    assert [int(kind) for kind in match.step(swept).state["open"]] == [NOTHING] * 5
    assert int(match.step(swept).state["gone"].sum()) == 5
    assert all(int(kind) != NOTHING for kind in match.raw["open"])
    assert int(match.raw["left"]) == 40


def test_the_card_turned_names_squares_the_next_one_terrains():
    """MM-11: the card turned over shows its squares, the one now on top of the deck what happens there."""
    match, dice = opened(3), random.Random(3)
    deck = [int(card) for card in match.raw["otoma"][:21]]
    for _ in range(2):
        play_turn(match, dice)
    cards = [match.step(n).state for n in range(match.steps + 1) if match.step(n).beat == "card"]
    assert len(cards) == 4
    for number, state in enumerate(cards):
        assert [SQUARE_NAMES[int(square)] for square in state["named"]] == CARDS[deck[number]]["squares"]
        face = CARDS[deck[number + 1]]
        assert [TERRAINS[int(terrain)] for terrain in state["face"][:2]] == face["maps"]
        assert bool(state["face"][2]) == bool(face.get("claims"))


def test_twenty_half_days_in_ten_turns():
    """MM-11: 21 cards, of which the last is never turned over; 50 sketches are used up, and the match ends."""
    for seed in range(4):
        match, dice = opened(seed), random.Random(seed)
        while not match.over:
            play_turn(match, dice)
            match.audit()
        if int(match.raw["ending"]) == END_OTOMA:
            assert int(match.raw["turns"]) == 10
            assert int(match.raw["turned"]) == 20
            assert int(match.raw["gone"].sum()) == 50
            return
    raise AssertionError("no match went to the end of the deck")


def half_day(chart, island, named, face, **position):
    """The Otoma's second half-day with these squares and terrains, played out."""
    for seed in range(20):
        try:
            return chart(island, seats=1, phase="otoma", half=1, open=[], named=named, face=face, seed=seed, **position)
        except AssertionError as error:
            if "take another seed" not in str(error):
                raise
    raise AssertionError("no deck has that face")


ISLAND = """
    . . . . .
    . . . . .
    . . J . .
    . m L s .
    . M l S .
"""


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ("a1", "a2", ("m", "j")),  # both empty: it maps
        ("b2", "a2", ("M", "j")),  # in mist: it confirms
        ("d2", "a2", ("S", "j")),  # whatever terrain it is
        ("c2", "a2", ("L", "j")),  # confirmed: nothing
        ("a1", "d2", ("m", "j")),  # the second maps as a player would: it replaces
        ("a1", "d1", ("m", "S")),  # or does nothing
    ],
)
def test_what_happens_on_its_squares(chart, first, second, after):
    """The Otoma's turn: confirm, or else map, on the first square; map on the second."""
    c = half_day(chart, ISLAND, (first, second), ("mountain", "jungle", 0))
    assert (c.at(first), c.at(second)) == after
    assert c.beats() == ["first", "second", "refill", "turn"]


def test_mapping_confirms_the_same_terrain(chart):
    """The rulebook's example: an empty square gets a mountain, and a jungle in mist is confirmed."""
    c = half_day(chart, ISLAND.replace(". m L s .", "j m L s ."), ("a1", "a2"), ("mountain", "jungle", 0))
    assert (c.at("a1"), c.at("a2")) == ("m", "J")


FULL = """
    m m m . .
    m m m . .
    m m J . .
    m m m . .
    . m m s .
"""


def test_what_it_maps_without_supply_does_nothing(chart):
    """MM-12: on the first square and on the second."""
    c = half_day(chart, FULL, ("a1", "e5"), ("mountain", "jungle", 0))
    assert c.supply("mountain") == 0
    assert (c.at("a1"), c.at("e5")) == (".", "j")
    c = half_day(chart, FULL, ("a1", "e5"), ("jungle", "mountain", 0))
    assert (c.at("a1"), c.at("e5")) == ("j", ".")
    c = half_day(chart, FULL, ("a1", "b1"), ("jungle", "mountain", 0))
    assert c.at("b1") == "m", "nor does it confirm by mapping"


def test_what_it_confirms_needs_no_supply(chart):
    """MM-20: confirming names no terrain."""
    c = half_day(chart, FULL, ("b1", "e5"), ("mountain", "jungle", 0))
    assert c.at("b1") == "M"


# ---------------------------------------------------------------- its claims

GROUPS = """
    . . . . .
    S . . M M
    S . J s s
    L . . S .
    L L . S S
"""
MARKED = ("lagoon", "lagoon", 1)


def test_it_claims_the_largest_group_of_confirmed_tiles(chart):
    """MM-16: after both squares are done, by the first square of the group (MM-21)."""
    c = half_day(chart, GROUPS, ("d2", "b5"), MARKED, claims={0: ["d1"]})
    assert c.claims(OTOMA) == {"a1"}, "the player's region, and all that mist joins to it, is not to be had"
    assert c.beats() == ["first", "second", "claims", "refill", "turn"]
    c = half_day(chart, GROUPS.replace("L L .", "L L L"), ("d2", "b5"), MARKED)
    assert c.claims(OTOMA) == {"a1"}, "four lagoons"
    c = half_day(chart, GROUPS.replace("S . . M M", "S . . S M"), ("d2", "b5"), MARKED)
    assert c.claims(OTOMA) == set(), "it waits for the player"


def test_a_group_that_mist_joins_to_a_claimed_one_is_not_to_be_had(chart):
    """MM-16: the whole region must be unclaimed, though only confirmed tiles make a group large."""
    joined = """
        . . . S S
        S . . S S
        S . J s s
        L . . S .
        L L . S S
    """
    c = half_day(chart, joined, ("d2", "b5"), MARKED, claims={0: ["d1"]})
    assert c.claims(OTOMA) == {"a1"}, "three lagoons, not the four steppes"
    c = half_day(chart, joined, ("d2", "b5"), MARKED)
    assert c.claims(OTOMA) == {"d4"}


def test_what_happens_on_the_squares_comes_first(chart):
    """MM-16: the tile that it has just confirmed counts."""
    c = half_day(chart, GROUPS.replace("L L .", "L L l"), ("c1", "b5"), MARKED)
    assert c.at("c1") == "L"
    assert c.claims(OTOMA) == {"a1"}


def test_the_player_chooses_between_equals(chart):
    """MM-21: one move for each group, named by its first square."""
    c = half_day(chart, GROUPS, ("d2", "b5"), MARKED)
    assert c.legal() == {"otoma claims a1", "otoma claims d1"}
    c.play("otoma claims d1")
    assert c.claims(OTOMA) == {"d1"}
    assert c.claims(0) == set()
    assert c.legal("step"), "and the match goes on"


def test_it_keeps_to_the_limits_of_claims(chart):
    """MM-16: no terrain twice, no region that is claimed; with none to be had it keeps its token."""
    c = half_day(chart, GROUPS, ("d2", "b5"), MARKED, claims={OTOMA: ["a1"]})
    assert c.claims(OTOMA) == {"a1", "d1"}
    c = half_day(chart, GROUPS, ("d2", "b5"), MARKED, claims={OTOMA: ["a1", "d1"]})
    assert c.claims(OTOMA) == {"a1", "d1", "d4"}
    c = half_day(chart, GROUPS, ("d2", "b5"), MARKED, claims={OTOMA: ["a1", "d4"], 0: ["d1", "c3"]})
    assert c.legal("otoma") == set()
    assert c.claims(OTOMA) == {"a1", "d4", "a3"}, "the steppe at a3 is another region"
    c = half_day(
        chart,
        GROUPS.replace("S .", ". ."),
        ("d2", "b5"),
        MARKED,
        claims={OTOMA: ["a1", "d4"], 0: ["d1", "c3"]},
    )
    assert c.claims(OTOMA) == {"a1", "d4"}
    assert "vain" in c.beats()


def test_without_a_mark_it_claims_nothing(chart):
    """'Claim': three of the cards say so."""
    c = half_day(chart, GROUPS, ("d2", "b5"), ("jungle", "jungle", 0))
    assert c.claims(OTOMA) == set()
    assert "claims" not in c.beats()


# ---------------------------------------------------------------- the end

CONFIRMED = """
    S L S J S
    S L S J J
    S L S L J
    S L S L S
    S L S L S
"""
CLOSED = CONFIRMED.replace("S L S J S", "S L J J .", 1)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"island": CONFIRMED}, END_ISLAND),
        ({"island": CONFIRMED, "parchments": ["\n".join(["s s s s s"] * 5)]}, END_ISLAND | END_PARCHMENT),
        ({"island": GROUPS, "parchments": ["\n".join(["s s s s s"] * 5)]}, END_PARCHMENT),
        ({"island": CLOSED}, 0),
    ],
)
def test_the_end_comes_after_the_otomas_turn(chart, position, reason):
    """End of a solo match; MM-9: empty squares never end it, the Otoma maps anywhere; MM-25: five are revealed."""
    c = half_day(chart, position.pop("island"), ("b2", "b3"), ("jungle", "jungle", 0), **position)
    assert int(c.now["ending"]) == reason
    assert c.match.over == bool(reason)
    assert c.beats()[:4] == ["first", "second", "refill", "turn"]


def test_not_after_the_players_turn(chart):
    """End of a solo match: the Otoma has its turn first."""
    c = chart(CONFIRMED, seats=1, phase="sweep", half=1)
    assert c.beats()[0] == "sweep"
    assert c.beats().count("card") == 2


def test_its_claims_are_taken_from_ones_own(chart):
    """Solo score: that may be less than nothing."""
    c = chart(GROUPS, seats=1, claims={0: ["d4"], OTOMA: ["a1"]})
    assert c.parts()["claims"] == 2 * 2 - 2 * 3
    shared = chart(GROUPS, seats=1, claims={0: ["d1"], OTOMA: ["d2"]})
    assert shared.parts()["claims"] == 0


@pytest.mark.parametrize(
    ("name", "points", "expected"),
    [
        ("total", [0, 59, 60, 69, 70, 79, 80, 89, 90, 99, 100, 140], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
        ("hypotheses", [0, 19, 20, 39, 40, 59, 60], [0, 0, 1, 1, 2, 2, 3]),
        ("fidelity", [0, 19, 20, 29, 30, 39, 40, 50], [0, 0, 1, 1, 2, 2, 3, 3]),
        ("claims", [-8, 0, 1, 7, 8, 15, 16, 30], [0, 0, 1, 1, 2, 2, 3, 3]),
    ],
)
def test_the_grades(chart, name, points, expected):
    """Solo score, the four tables."""
    view = chart(seats=1).look()
    assert [grade(view, name, n) for n in points] == expected


def test_a_total_below_nothing_has_the_lowest_grade(chart):
    """MM-17."""
    c = chart(GROUPS, seats=1)
    assert sum(c.parts().values()) == -25
    assert grades(c.look()) == {"total": 0, "hypotheses": 0, "fidelity": 0, "claims": 0}


def test_masters_and_a_first_game_are_played_solo_too():
    """MM-24."""
    match, dice = open_match(GAME, seats=1, seed=2, options={"first_game": "true", "masters": "true"}), random.Random(2)
    while not match.over:
        play_turn(match, dice)
    assert match.ranks == (1,)
    assert [match.step(n).beat for n in range(match.steps + 1)].count("score") == 5


# ---------------------------------------------------------------- what the player knows


def test_only_the_terrain_side_of_the_top_card_is_seen():
    """What a seat knows: not its squares, nor any card below it."""
    match = opened()
    view = match.view(0)["state"]
    assert view["otoma"][:21] == [-2] * 21
    assert view["aside"] == -2
    assert view["face"] == [int(n) for n in match.raw["face"]]
