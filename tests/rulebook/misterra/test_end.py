"""Rulebook, 'End of the turn', 'End of the match', 'Scoring', and the variant of the master cartographers."""

from __future__ import annotations

import pytest

from mistvale.games.misterra.reading.island import squares_of, to_the_end
from mistvale.games.misterra.reading.points import grades
from mistvale.games.misterra.rules.turns import mappable_squares
from mistvale.games.misterra.state import END_ISLAND, END_PARCHMENT, END_SKETCHES, SQUARE_NAMES

LINES = ["p05", "p06"]  # hypotheses that score nothing on the parchments here
MORE_LINES = ["p07", "p08"]
NOTHING_MUCH = {0: LINES, 1: MORE_LINES}

CONFIRMED = """
    S L S J S
    S L S J J
    S L S L J
    S L S L S
    S L S L S
"""
CLOSED = """
    S L J J .
    S L S J J
    S L S L J
    S L S L S
    S L S L S
"""


def test_five_sketches_lie_open_again(chart):
    """End of the turn: two are revealed, and the next seat clockwise has its turn."""
    c = chart(seats=3, open=["steppe-steppe", "steppe-jungle", "lagoon-mountain"], phase="end", half=1)
    assert len(c.open()) == 5
    assert c.match.pending == (1,)
    assert c.beats() == ["refill", "turn"]
    assert c.open()[:3] == ["steppe-steppe", "steppe-jungle", "lagoon-mountain"]


def test_without_a_deck_play_goes_on_with_the_open_sketches(chart):
    """End of the turn, last sentence."""
    c = chart(open=["steppe-steppe", "steppe-jungle", "lagoon-mountain"], deck=[], phase="end", half=1)
    assert c.beats() == ["turn"]
    assert len(c.open()) == 3
    assert c.match.pending == (1,)
    assert int(c.now["ending"]) == 0


# ---------------------------------------------------------------- end of the match


def finish_turn(c):
    """Two half-days in which as little as possible happens."""
    for _ in range(2):
        seat = c.match.pending[0]
        while not c.legal("rest", seat):
            c.play("stay" if c.legal("stay", seat) else c.match.legal(seat)[-1])
        c.play("rest")


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"island": CONFIRMED}, END_ISLAND),
        ({"island": CLOSED}, END_ISLAND),
        ({"open": [], "deck": []}, END_SKETCHES),
        ({"parchments": ["\n".join(["s s s s s"] * 5)]}, END_PARCHMENT),
    ],
)
def test_the_round_is_finished_so_that_all_have_had_the_same_turns(chart, position, reason):
    """End of the match, its three reasons, and the last sentence."""
    c = chart(seats=3, phase="end", half=1, **position)
    assert int(c.now["ending"]) == reason
    assert not c.match.over
    finish_turn(c)
    assert c.match.pending == (2,)
    finish_turn(c)
    assert c.match.over
    last = chart(seats=3, phase="end", half=1, turn=2, **{**position, "parchments": [CONFIRMED.lower()] * 3})
    assert last.match.over


def test_the_end_is_looked_for_after_the_refill(chart):
    """MM-25: no sketch lies open, but the deck has one."""
    c = chart(open=[], deck=["steppe-steppe"], phase="end", half=1)
    assert c.beats() == ["refill", "turn"]
    assert int(c.now["ending"]) == 0
    assert chart(open=[], deck=[], phase="end", half=1).now["ending"] == END_SKETCHES


def test_it_is_only_looked_for_at_the_end_of_a_turn(chart):
    """End of the match, first sentence: the second half-day is played."""
    almost = "\n".join(["s s s s s"] * 4 + [". s s s s"])
    c = chart(CONFIRMED, parchments=[almost], sketch="steppe-lagoon").play("draw a1 a2")
    assert int(c.now["ending"]) == 0
    assert c.match.pending == (0,)


def done(c) -> bool:
    return bool(int(c.now["ending"]) & END_ISLAND)


def mappable(c) -> set[str]:
    """The squares that somebody may still come to map."""
    return {SQUARE_NAMES[square] for square in squares_of(int(mappable_squares(c.now)))}


def test_empty_squares_that_nobody_can_ever_map(chart):
    """MM-9: neither they nor their neighbours are in sight from where one can walk to and map."""
    c = chart(CLOSED, phase="end", half=1)
    assert done(c)
    assert "e5" not in mappable(c)
    far = CLOSED.replace("S L S J J", "S L M J J")
    assert not done(chart(far, phase="end", half=1)), "a mountain sees d5, where the other half can lie"
    near = CLOSED.replace("S L J J .", "S L S J .")
    assert not done(chart(near, phase="end", half=1)), "from c5 one sees d5"
    open_row = CLOSED.replace("S L S L S", "S L S L .")
    assert not done(chart(open_row, phase="end", half=1)), "from the beach one sees row 1"
    second = CLOSED.replace("S L S L S\n    S L S L S", "J J J J .\n    J J J J J")
    assert not done(chart(second.replace("S L S L J", "J J J L J"), phase="end", half=1, tiles={"jungle": 25})), (
        "row 2 is beside what one sees from the beach"
    )


def test_where_nobody_can_walk_nobody_maps(chart):
    """MM-9: an island of its own, behind empty squares that jungles guard, helps nobody."""
    guarded = """
        . . . L .
        . . . . .
        J J J J J
        J J J J J
        S S S L L
    """
    c = chart(guarded, phase="end", half=1)
    assert "a3" in mappable(c), "a3 is seen from no square, but is beside a2"
    assert "a4" not in mappable(c)
    assert done(c)
    tower = guarded.replace("S S S L L", "S S S M L")
    assert not done(chart(tower, phase="end", half=1)), "a mountain at d1 sees d3, beside d4"


def test_mist_keeps_the_island_unfinished(chart):
    """MM-22: a tile in mist may yet change, wherever it is."""
    assert not done(chart(CLOSED.replace("S L J J .", "S L j J ."), phase="end", half=1))
    assert not done(chart(CONFIRMED.replace("S L S J S", "S L S J s"), phase="end", half=1))


def test_how_far_the_end_is(chart):
    c = chart(CLOSED, seats=2, open=["steppe-steppe", "jungle-jungle"], deck=[], parchments=["", CONFIRMED][1:])
    assert to_the_end(c.look()) == {"island": 1, "parchment": 0, "sketches": 2}
    c = chart(CLOSED, seats=1)
    assert to_the_end(c.look()) == {"island": 1, "parchment": 25, "otoma": 20}


# ---------------------------------------------------------------- scoring

SHORE = """
    . . . . .
    . . . . .
    . . J . .
    s L L . .
    S s S M m
"""


def ended(chart, island, **position):
    """A match of two whose last turn is over."""
    given = {"hypotheses": NOTHING_MUCH, "ending": END_ISLAND, **position}
    return chart(island, phase="end", half=1, turn=1, **given)


def test_fidelity_and_blanks(chart):
    """Scoring: 2 for each square equal to a confirmed one, -1 for each empty one; mist counts for nothing."""
    drawn = """
        . . . . .
        . . . . .
        . . j . .
        s m l . .
        s s . m m
    """
    c = ended(chart, SHORE, parchments=[drawn])
    assert c.match.over
    assert c.parts() == {"fidelity": 2 * 4, "blanks": -17, "hypotheses": 0, "claims": 0}
    assert c.match.scores == (8 - 17, -25)
    assert c.match.ranks == (1, 2)


def test_mist_is_removed_first(chart):
    """Scoring, 1: and the tiles are back in the supply; claims go next."""
    c = ended(chart, SHORE)
    assert [char for char in c.island() if char != "."] == ["S", "L", "S", "L", "J", "M"]
    assert c.beats() == ["refill", "turn", "clear", *["score"] * 4]
    assert (c.supply("steppe"), c.supply("mountain")) == (13 - 2, 13 - 1)


def test_claims_score_their_region(chart):
    """Scoring: 2 for each tile; MM-7: what is connected and confirmed once the mist is gone."""
    c = ended(chart, SHORE, claims={0: ["a1", "b2"], 1: ["d1"]})
    assert (c.parts(0)["claims"], c.parts(1)["claims"]) == (2 * (1 + 2), 2 * 1)


def test_claims_joined_by_mist_alone_both_score(chart):
    """MM-6: mist goes first."""
    c = ended(chart, SHORE, claims={0: ["a1"], 1: ["c1"]})
    assert (c.parts(0)["claims"], c.parts(1)["claims"]) == (2, 2)
    assert "dispute" not in c.beats()


def test_claims_that_share_a_region_score_nothing(chart):
    """Scoring, 2: all of them are removed."""
    c = ended(chart, SHORE.replace("S s S", "S S S"), claims={0: ["a1", "b2"], 1: ["c1"]})
    assert c.beats()[2:4] == ["clear", "dispute"]
    assert (c.claims(0), c.claims(1)) == ({"b2"}, set())
    assert (c.parts(0)["claims"], c.parts(1)["claims"]) == (4, 0)
    three = chart(
        SHORE.replace("S s S", "S S S"),
        seats=3,
        phase="end",
        half=1,
        turn=2,
        ending=END_ISLAND,
        claims={0: ["a1"], 1: ["c1"], 2: ["b1"]},
    )
    assert [three.parts(seat)["claims"] for seat in range(3)] == [0, 0, 0]


def test_live_points_are_those_that_would_be_counted_now(chart):
    """rules/README: what is public and one's own; regions still in mist and disputes included."""
    c = chart(SHORE, claims={0: ["a1"], 1: ["c1"]}, hypotheses=NOTHING_MUCH)
    assert c.match.scores == (2 - 25, 2 - 25)
    c = chart(SHORE.replace("S s S", "S S S"), claims={0: ["a1"], 1: ["c1"]}, hypotheses=NOTHING_MUCH)
    assert c.match.scores == (-25, -25)


def test_a_tie_is_broken_by_fidelity(chart):
    """Scoring, last paragraph; MM-23: by the +2s alone."""
    one = "\n".join([". . . . ."] * 4 + ["s . . . ."])
    three = "\n".join([". . . . ."] * 4 + ["l l j . ."])
    c = ended(chart, SHORE, parchments=[three, one])
    assert c.match.scores == (-22, -22)
    assert [c.parts(seat)["fidelity"] for seat in range(2)] == [0, 2]
    assert c.match.ranks == (2, 1)
    assert ended(chart, SHORE).match.ranks == (1, 1), "the victory is shared"


def test_masters_score_faithful_lines(chart):
    """The master cartographers: 3 for each row and column, all five drawn as confirmed; MM-23: that is no fidelity."""
    drawn = """
        s l . . .
        s l . . .
        s l s . .
        s m s . .
        s l s l s
    """
    c = ended(chart, CONFIRMED, parchments=[drawn], masters=True)
    assert c.parts()["masters"] == 3 * 2, "column a, row 1; column b is wrong in b2, row 3 is not full"
    assert c.parts()["fidelity"] == 2 * 14
    assert c.beats().count("score") == 5
    assert "masters" not in ended(chart, CONFIRMED, parchments=[drawn]).parts()
    in_mist = CONFIRMED.rstrip()[:-1] + "s"
    assert ended(chart, in_mist, parchments=[drawn], masters=True).parts()["masters"] == 3, "e1 is not confirmed"


def test_hypotheses_kept_are_shown_at_the_end_those_put_back_never(chart):
    """What a seat knows."""
    running = chart(SHORE, hypotheses=NOTHING_MUCH)
    assert 1 not in running.match.view(0)["state"]["holder"]
    c = ended(chart, SHORE)
    holder, kept = (c.match.view(0)["state"][field] for field in ("holder", "kept"))
    assert {h for h in range(18) if holder[h] == 1} == {6, 7}
    assert {h for h in range(18) if kept[h] == 1} == {4, 5, 6, 7}
    assert len({tuple(map(int, world["holder"])) for world in c.worlds(0)}) > 10
    assert len({tuple(map(int, world["kept"])) for world in c.worlds(0)}) == 1


def test_grades_are_read_from_the_same_points(chart):
    """MM-23: a solo player's grade for fidelity is by the +2s alone; MM-24: masters count in the total only."""
    drawn = CONFIRMED.lower()
    c = chart(CONFIRMED, seats=1, parchments=[drawn], masters=True)
    assert c.parts()["fidelity"] == 50
    assert c.parts()["masters"] == 30
    assert grades(c.look())["fidelity"] == 3
    without = chart(CONFIRMED, seats=1, parchments=[drawn])
    assert sum(c.parts().values()) - sum(without.parts().values()) == 30
    assert grades(without.look())["fidelity"] == 3
