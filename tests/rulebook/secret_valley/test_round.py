"""Rulebook, 'Setup', 'Game round', 'Game turn' and 'Scoring and end of round'."""

from __future__ import annotations

import random

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING
from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.state import DRAFTING, PLACING

TABLES = {2: (7, 6), 3: (6, 5), 4: (5, 4)}  # cards a hand, turns a round


def opened(seats: int = 3, seed: int = 1, draft: bool = True) -> Match:
    return open_match(GAME, seats=seats, seed=seed, options={"draft": draft})


def hand(match: Match, seat: int) -> set[str]:
    return {str(move).split()[1] for move in match.legal(seat)}


def advance(match: Match, phase: int, dice: random.Random) -> None:
    """Play at random until a phase begins."""
    while int(match.raw["phase"]) != phase:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))


def round_played(seats: int, seed: int, draft: bool = True) -> Match:
    """A match whose first round has just been counted."""
    match, dice = opened(seats, seed, draft), random.Random(seed)
    while int(match.raw["rounds"]) == 0:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    return match


def step_of(match: Match, beat: str) -> int:
    return next(n for n in range(match.steps + 1) if match.step(n).beat == beat)


# ---------------------------------------------------------------- setup and draft


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_gets_its_hand(seats):
    """Game round: 7, 6 or 5 cards; the rest is out of the round."""
    match = opened(seats)
    hands = [hand(match, seat) for seat in range(seats)]
    assert [len(cards) for cards in hands] == [TABLES[seats][0]] * seats
    assert len(set().union(*hands)) == seats * TABLES[seats][0]


def test_the_seed_says_who_is_first():
    """SV-8: every seat is, now and then; the same seed has the same."""
    firsts = [int(opened(4, seed).raw["first"]) for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [int(opened(4, seed).raw["first"]) for seed in range(40)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_go_to_the_right_together(seats):
    """Game round, third paragraph; SV-10, and SV-15: nobody gets a hand before all have kept."""
    match, dice = opened(seats), random.Random(3)
    for _ in range(TABLES[seats][0] - 2):
        before = [hand(match, seat) for seat in range(seats)]
        kept = []
        for seat in range(seats):
            assert match.pending == tuple(range(seat, seats))
            move = dice.choice(match.legal(seat))
            kept.append(str(move).split()[1])
            match.play(seat, move)
        for seat in range(seats):
            left = (seat + 1) % seats
            assert hand(match, seat) == before[left] - {kept[left]}


def test_hands_go_to_the_right_in_every_round():
    """SV-10."""
    match, dice = round_played(3, 5), random.Random(8)
    before = [hand(match, seat) for seat in range(3)]
    kept = []
    for seat in range(3):
        move = dice.choice(match.legal(seat))
        kept.append(str(move).split()[1])
        match.play(seat, move)
    assert hand(match, 0) == before[1] - {kept[1]}


def test_the_last_card_of_a_hand_is_kept_by_itself():
    """SV-12."""
    match, dice = opened(3), random.Random(1)
    advance(match, PLACING, dice)
    assert sum(str(match.step(n).move).startswith("keep") for n in range(match.steps + 1)) == 3 * 5
    assert [match.step(n).beat for n in range(match.steps - 1, match.steps + 1)] == ["pass", "last"]
    assert [int((match.raw["keeper"] == seat).sum()) for seat in range(3)] == [6, 6, 6]


def test_a_first_game_is_played_with_the_hand_dealt():
    """Game round, second paragraph."""
    match = opened(2, draft=False)
    assert int(match.raw["phase"]) == PLACING
    assert len(match.pending) == 1
    assert len(match.legal(match.pending[0])) == 7


def test_what_one_has_kept_can_be_looked_at():
    """Game round, third paragraph: at all times, by oneself."""
    match = opened(2)
    move = match.legal(0)[0]
    match.play(0, move)
    shown = {s.label for s in match.scene(0).sprites if s.group == "hand" and s.label.endswith(", kept")}
    card = GAME.words()(f"term.card.{str(move).split()[1]}")
    assert shown == {f"{card}, kept"}
    assert not any(s.label == f"{card}, kept" for s in match.scene(1).sprites)


# ---------------------------------------------------------------- game turns


def test_turns_go_clockwise_from_the_first_seat():
    """Game turn; SV-11."""
    match, dice = opened(4, seed=2), random.Random(2)
    advance(match, PLACING, dice)
    order = []
    while int(match.raw["phase"]) == PLACING and int(match.raw["rounds"]) == 0:
        order.append(match.pending[0])
        while match.pending == (order[-1],) and int(match.raw["rounds"]) == 0:
            if int(match.raw["turns"]) > len(order) - 1:
                break
            match.play(order[-1], dice.choice(match.legal(order[-1])))
        if len(order) == 16:
            break
    first = order[0]
    assert order == [(first + n) % 4 for n in range(16)]


def test_the_first_card_lies_in_the_middle():
    """SV-14: e5, by itself."""
    match = opened(2, draft=False)
    seat = match.pending[0]
    match.play(seat, match.legal(seat)[0])
    assert int(match.raw["grid"][4 * 9 + 4]) != NOTHING
    assert match.pending == (1 - seat,)


def test_a_card_shares_a_side_with_another(valley):
    """Game turn: diagonals don't do."""
    v = valley(
        """
        .         old-oaks
        sun-stone fern-path
        """,
        playing="mirror-lake",
    )
    assert v.spaces == {"e3", "d4", "f4", "c5", "f5", "d6", "e6"}


@pytest.mark.parametrize(
    ("seats", "picture", "spaces"),
    [
        # 4 x 3: four in a row, so no more to the sides; three in a column, so nothing beyond.
        (2, "old-oaks sun-stone fern-path echo-ridge", {"d3", "e3", "f3", "g3", "d5", "e5", "f5", "g5"}),
        # Three by three: either way is open.
        (
            2,
            """
            old-oaks  sun-stone fern-path
            .         .         echo-ridge
            .         .         dawn-spring
            """,
            {"d3", "e3", "f3", "c4", "g4", "d5", "e5", "g5", "e6", "g6", "f7"},
        ),
        # Four tall: it stands, so three is the width.
        (
            2,
            """
            old-oaks  sun-stone fern-path
            .         .         echo-ridge
            .         .         dawn-spring
            .         .         silver-ford
            """,
            {"d5", "e5", "e6", "e7"},
        ),
        # 5 x 3.
        (3, "old-oaks sun-stone fern-path echo-ridge dawn-spring", {f"{c}{r}" for c in "defgh" for r in "35"}),
        # 4 x 4.
        (4, "old-oaks sun-stone fern-path echo-ridge", {f"{c}{r}" for c in "defg" for r in "35"}),
    ],
)
def test_the_grid_never_exceeds_its_limits(valley, seats, picture, spaces):
    """Game turn, the play area; SV-1: which way it lies is open until it must be one."""
    assert valley(picture, seats=seats, playing="mirror-lake").spaces == spaces


def test_what_is_possible_is_shown_faintly(valley):
    """SV-1: all spaces that the grid may still reach, the legal ones marked."""
    scene = valley("old-oaks sun-stone fern-path echo-ridge", seats=2, playing="mirror-lake").match.scene(0)
    spaces = {s.label for s in scene.sprites if s.symbol == "space"}
    bounds = [s for s in scene.sprites if s.symbol == "bound"]
    assert len(spaces) == 8
    assert len(bounds) == 8  # one more row above and below
    assert all(s.move is None for s in bounds)


def test_a_turn_is_two_clicks_and_the_first_can_be_taken_back():
    """Rivals see a turn when it is done."""
    match, dice = opened(2, draft=False), random.Random(4)
    seat = match.pending[0]
    match.play(seat, match.legal(seat)[0])
    other = match.pending[0]
    match.play(other, dice.choice(match.legal(other)))
    assert match.view(seat)["state"]["playing"] == NOTHING
    assert match.can_undo(other)
    match.undo(other)
    assert len(match.legal(other)) == 7
    match.play(other, match.legal(other)[0])
    match.play(other, match.legal(other)[0])
    assert not match.can_undo(other)
    assert match.pending == (seat,)


# ---------------------------------------------------------------- what one is shown


def test_a_space_says_what_it_would_bring(valley):
    """The card there now, and what one's own other cards would gain or lose; not those of rivals."""
    v = valley("dawn-spring/1 old-oaks/0 fern-path/1 sun-stone/0", seats=2, playing="hunters-wood")
    assert v.hint("e5") == "Hunters' Wood would score 0 points here now. Your other cards: Old Oaks +3."
    assert v.hint("g5") == "Hunters' Wood would score 0 points here now. Your other cards: Sun Stone -3."
    assert v.hint("f5") == "Hunters' Wood would score 2 points here now."


def test_a_preview_shows_the_points_of_every_card(valley):
    """The scene that a move would lead to, without taking it; SV-17: as the grid is then."""
    v = valley("dawn-spring/1 old-oaks/0 fern-path/1 sun-stone/0", seats=2, playing="hunters-wood")
    before = v.match.state
    preview = v.match.preview(0, "at e5")
    points = {s.key: (s.text, s.marks) for s in preview.sprites if s.symbol == "points-badge"}
    card = {name: f"points-{v.words.index(name)}" for name in v.words}
    assert points[card["old-oaks"]] == ("6", ("focus",))
    assert points[card["sun-stone"]] == ("9", ())
    assert points[card["hunters-wood"]][0] == "0"
    assert v.match.state == before


def test_a_tally_shows_who_gave_what():
    """Scoring, card by card: what the neighbours gave adds up to it, unless it is all or nothing."""
    match = round_played(4, 3)
    for number in range(match.steps + 1):
        if match.step(number).beat != "score":
            continue
        scene = match.scene(0, step=number)
        focus = [s.key for s in scene.sprites if "focus" in s.marks and s.key.startswith("card-")]
        badge = next(s for s in scene.sprites if s.key.startswith("points-") and "focus" in s.marks)
        given = [int(s.text) for s in scene.sprites if s.key.startswith("gives-")]
        assert f"card-{badge.key.split('-')[1]}" in focus
        assert len(focus) == 1 + len(given)
        assert sum(given) in (0, int(badge.text))


# ---------------------------------------------------------------- the end of a round


@pytest.mark.parametrize("draft", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_ends_when_the_grid_is_full(seats, draft):
    """Game turn, last paragraph: 6, 5 or 4 turns each; SV-13: the card left is nobody's, and scores nothing."""
    match = round_played(seats, 7, draft)
    full = match.step(step_of(match, "discard")).state
    assert int((full["grid"] != NOTHING).sum()) == seats * TABLES[seats][1]
    for seat in range(seats):
        assert int((full["keeper"] == seat).sum()) == TABLES[seats][1]
    award = match.step(step_of(match, "award")).state
    assert int((award["gained"] != NOTHING).sum()) == seats * TABLES[seats][1]


def test_what_is_discarded_stays_unseen():
    """SV-13: no view tells it from what was out of the round."""
    match = round_played(2, 4)
    start = step_of(match, "discard")
    assert [match.look(0, step=n).state["origin"].max() for n in (start, start + 1)] == [NOTHING, NOTHING]


def test_nothing_is_scored_before_the_end_of_the_round():
    """Clarifications, first point."""
    match, dice = opened(3), random.Random(2)
    while int(match.raw["rounds"]) == 0:
        assert match.scores == (0, 0, 0)
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    assert sum(match.scores) > 0


def test_every_card_is_shuffled_in_again():
    """Scoring and end of round."""
    match = round_played(4, 1)
    assert int(match.raw["phase"]) == DRAFTING
    assert int((match.raw["origin"] != NOTHING).sum()) == 20
    assert int((match.raw["grid"] != NOTHING).sum()) == 0


@pytest.mark.parametrize(
    ("points", "first", "following"),
    [
        ((3, 9, 5), 0, 1),
        ((3, 9, 9), 0, 1),
        ((3, 9, 9), 2, 2),
        ((9, 3, 9), 1, 2),
        ((9, 3, 3), 1, 0),
        ((0, 0, 0), 2, 2),
    ],
)
def test_the_best_of_a_round_is_first_in_the_next(rounds, points, first, following):
    """End of round; SV-11: of equals the nearest clockwise to the old first seat, itself included."""
    assert rounds(points, first=first).first == following


def test_most_points_of_three_rounds_win(rounds):
    """The goal of the game."""
    table = rounds((10, 12, 9), (10, 2, 9), (10, 12, 9))
    assert table.match.over
    assert table.match.ranks == (1, 3, 2)
    assert table.summary.text[0] == "Ann wins the match with 30 points in all."


def test_two_rounds_are_not_enough(rounds):
    """Three rounds."""
    assert not rounds((50, 0), (50, 0)).match.over


def test_a_tie_goes_to_the_best_single_round(rounds):
    """SV-9."""
    table = rounds((10, 15, 1), (10, 5, 2), (10, 10, 3))
    assert table.match.ranks == (2, 1, 3)
    assert table.summary.text[:2] == (
        "Bob wins the match with the best single round, 15 points.",
        "Ann and Bob have 30 points each, so the best single round decides.",
    )


def test_equal_in_both_share_the_victory(rounds):
    """SV-9; ties share a rank: 1, 1, 3."""
    table = rounds((10, 12, 1), (12, 8, 2), (8, 10, 3))
    assert table.match.ranks == (1, 1, 3)
    assert table.summary.text[0] == "Ann and Bob share the victory: their best rounds are equal too, 12 points."


def test_ranks_below_the_first_use_the_same_tie_break(rounds):
    """SV-9, and rules/README."""
    assert rounds((10, 1, 5), (10, 9, 5), (10, 5, 5)).match.ranks == (1, 2, 3)
