"""Rulebook, 'Components and game set-up'."""

from __future__ import annotations

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.state import ABILITIES, AROUND, FIRST_PATROL, HEXES, MIDDLE, PLACES, START

SEEDS = range(60)


def opened(seed: int = 1, **options: object) -> Match:
    return open_match(GAME, seed=seed, options=options)


def lying(match: Match) -> dict[int, int]:
    """The tile on each taken hex."""
    return {n: int(tile) for n, tile in enumerate(match.raw["table"]) if tile != NOTHING}


def test_the_seed_says_who_is_first():
    """MV-1: either seat, the same for the same seed."""
    firsts = [opened(seed).pending for seed in SEEDS]
    assert {*firsts} == {(0,), (1,)}
    assert firsts == [opened(seed).pending for seed in SEEDS]


def test_each_seat_draws_three_of_its_nine_patrols():
    state = opened().raw
    for seat in (0, 1):
        hand = {kind for kind in range(9) if state["hand"][seat, kind] == 1}
        pile = {int(kind) for kind in state["pile"][seat, 3:9]}
        assert len(hand) == 3 == state["held"][seat]
        assert hand | pile == set(range(9))


def test_hands_differ_from_seed_to_seed():
    assert len({opened(seed).raw["hand"].tobytes() for seed in SEEDS}) > 40


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_tiles_lie_beside_the_start_tile(seed):
    """Two valley tiles on opposite sides, sides 0 and 3; an encounter for each with footprints, touching both."""
    match = opened(seed)
    state, table = match.raw, lying(match)
    assert table[MIDDLE] == START
    firsts = [table[int(AROUND[MIDDLE, side])] for side in (0, 3)]
    assert all(tile < 15 for tile in firsts)
    with_footprints = [side for side, tile in zip((0, 3), firsts, strict=True) if tile % 3 == 0]
    assert len(table) == 3 + len(with_footprints)
    for side in with_footprints:
        near = [(side + 1) % 6, (side - 1) % 6]
        beside = [table.get(int(AROUND[MIDDLE, other])) for other in near]
        assert sum(tile is not None and 15 <= tile < 23 for tile in beside) == 1
    assert int(state["encounter_top"]) == len(with_footprints)


def test_the_seed_says_on_which_side_a_first_encounter_lies():
    """MV-2: two spaces touch both the valley tile and the start tile."""
    sides = {side for seed in SEEDS for side in range(6) if int(AROUND[MIDDLE, side]) in lying(opened(seed))}
    assert sides == set(range(6))


def test_two_valley_tiles_are_out_and_two_lie_open():
    """13 are left in: two on the table, two open, nine in the stack; two more at its end are out."""
    state = opened().raw
    assert int(state["valley_top"]) == 4
    seen = {int(tile) for tile in state["open"]} | {tile for tile in lying(opened()).values() if tile < 15}
    assert len(seen) == 4
    assert seen | {int(tile) for tile in state["valley"][4:]} == set(range(15))
    assert opened().legal(opened().pending[0])[:3] == ["explore open1", "explore open2", "explore stack"]


def test_both_captains_stand_on_the_start_tile():
    assert opened().raw["captain"].tolist() == [NOTHING, NOTHING]


def test_no_token_lies_on_the_first_tiles():
    """MV-25: they are shuffled face down, and none is used at set-up."""
    state = opened(expansion=True).raw
    assert sorted(state["tokens"].tolist()) == [NOTHING] * 2 + [0] * 7 + [1] * 7
    assert int(state["token_top"]) == 0
    assert not state["flowers"].any()
    assert (state["wall"] == NOTHING).all()
    assert (opened().raw["tokens"] == NOTHING).all()


def test_there_are_as_many_tiles_as_most_languages_say():
    """MV-21: 18 patrols and 8 encounters."""
    box = GAME.box()
    assert int(box.record["patrols"].sum()) == 18
    assert len(box.words["tiles"]) == 15 + 8


@pytest.mark.parametrize("boards", ["AA", "AB", "BA", "BB"])
def test_each_seat_has_the_abilities_of_its_side(boards):
    state, tribes = opened(boards=boards).raw, GAME.box().data["tribes"]
    for seat in (0, 1):
        there = {name for name, marker in zip(ABILITIES, state["ability"][seat], strict=True) if marker == 1}
        assert there == {*tribes[seat][boards[seat]]}
        assert len(there) == 5


def test_the_light_game_has_no_special_actions(table):
    """No boards, abilities or captains, so nothing for unused ones at the end."""
    match = opened(abilities=False)
    assert (match.raw["ability"] == NOTHING).all()
    assert match.scores == (0, 0)
    assert opened().scores == (10, 10)
    t = table(abilities=False).lay("acorn-2", "0,-1", banner=0).patrol(1, "111110", "0,1")
    assert {move.split()[0] for move in t.legal} == {"explore", "patrol"}


def test_the_table_is_all_within_twelve_of_the_start_tile():
    """MV-20."""
    assert HEXES == 469
    assert PLACES[MIDDLE] == (0, 0)
    assert all(max(abs(q), abs(r), abs(q + r)) <= 12 for q, r in PLACES)
    moves = {str(move) for move in GAME.notation(GAME.box())}
    assert {"at 12,0", "at 0,-12", "encounter at -12,12"} <= moves
    assert not {"at 13,0", "at 7,6", "encounter at 0,13"} & moves


def test_the_start_tile_is_nobodys_and_stays(table):
    """MV-5: explorers before it control nothing, no captain is sent to it, and it is no target."""
    t = table(boards="BB").lay("acorn-2", "0,1").patrol(0, "300100", "0,-1").hand(0, "111110")
    t.play("patrol 111110", "at 1,-1", "turn 4")
    assert t.owner("acorn-2") is None
    assert t.scores == (10, 10)
    assert not t.may("captain")
    t.play("use magic-scroll")
    assert t.legal == {"target acorn-2"}
    moved = t.now.copy()
    moved["place"][START], moved["table"][MIDDLE] = int(moved["place"][FIRST_PATROL]), FIRST_PATROL
    assert GAME.rules.audit(moved, t.box) == 1
