"""Rulebook, 'Setting up the game' and 'Construction phase'; the variation for young players."""

from __future__ import annotations

from collections import Counter

import pytest

import mistvale as mv
from mistvale.core.errors import IllegalMove


def hand(match, seat):
    """The cards that a seat sees in its hand, told from what it may pick."""
    return [move.removeprefix("pick ") for move in match.legal(seat) if move.startswith("pick ")]


def counts(match, step=None):
    """All hands as they are, by the seat they were dealt to."""
    state = match.step(match.steps if step is None else step).state
    return [Counter({kind: int(n) for kind, n in enumerate(row) if n}) for row in state["hand"][: match.seats]]


def pick_all(match):
    for seat in range(match.seats):
        match.play(seat, match.legal(seat)[0])


def place_all(match):
    for seat in range(match.seats):
        if match.legal(seat) and match.legal(seat)[0].startswith("place"):
            match.play(seat, match.legal(seat)[0])


def cards_in(match, seat):
    return sum(card >= 0 for card in match.raw["window"][seat])


def build(match):
    """Play to the end of construction, first move first."""
    while not any(match.step(n).beat == "activate" for n in range(match.steps + 1)):
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])


# ---------------------------------------------------------------- setting up


def test_there_are_54_cards(misty):
    """Game material."""
    assert int(misty.box().record["cards"]) == 54


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_cards_are_dealt_to_each_player(seats):
    """Setting up the game."""
    match = mv.open_match("misty", seats=seats, seed=1)
    assert [cards.total() for cards in counts(match)] == [6] * seats
    assert int(match.raw["top"]) == 6 * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats):
    """The cover of the rulebook."""
    with pytest.raises(mv.BadTable, match=f"Misty is for 2, 3 or 4 seats, not {seats}"):
        mv.open_match("misty", seats=seats)


def test_the_shuffle_is_another_with_another_seed():
    """Setting up the game."""
    hands = {tuple(sorted(counts(mv.open_match("misty", seed=seed))[0].items())) for seed in range(20)}
    assert len(hands) > 15


def test_hands_are_dealt_face_down():
    """Setting up the game: a seat sees its own cards and no other's; a spectator sees none."""
    match = mv.open_match("misty", seats=3, seed=1)
    for viewer in (0, 1, 2, None):
        shown = match.view(viewer)["state"]["hand"]
        for seat in range(3):
            assert (sum(shown[seat]) == 6) == (seat == viewer)
        assert set(match.view(viewer)["state"]["deck"][18:54]) == {-2}


# ---------------------------------------------------------------- choosing and revealing


def test_one_picks_a_kind_of_card_not_one_of_its_copies():
    """The same in all games: components that look alike are one move."""
    for seed in range(30):
        match = mv.open_match("misty", seed=seed)
        assert len(set(hand(match, 0))) == len(hand(match, 0)) == len(counts(match)[0])


def test_a_pick_is_face_down_until_all_have_picked():
    """Construction, first paragraph."""
    match = mv.open_match("misty", seats=3, seed=2)
    before = match.view(1)["state"]
    match.play(0, match.legal(0)[0])
    assert match.view(1)["state"] == before
    assert match.pending == (1, 2), "that a seat has committed is public"
    assert match.tell(1, match.steps) == ""
    match.play(2, match.legal(2)[0])
    assert match.view(1)["state"] == before


def test_all_reveal_at_the_same_time():
    """Construction, first paragraph."""
    match = mv.open_match("misty", seats=3, seed=2)
    chosen = []
    for seat in (2, 0, 1):
        chosen.append((seat, match.legal(seat)[-1]))
        match.play(*chosen[-1])
    beats = [match.step(n).beat for n in range(match.steps + 1)]
    reveal = beats.index("reveal")
    assert reveal == match.steps - 1, "the first cards then go to their place by themselves"
    placing = match.step(reveal).state["placing"]
    for seat, move in chosen:
        assert match.box.words["cards"][placing[seat]] == move.removeprefix("pick ")


def test_a_pick_can_be_changed_until_it_is_revealed():
    """Architecture, Epochs: nobody has learnt anything yet."""
    match = mv.open_match("misty", seed=2)
    first, second = match.legal(0)[:2]
    match.play(0, first)
    match.undo(0)
    match.play(0, second)
    match.play(1, match.legal(1)[0])
    assert not match.can_undo(0)
    assert match.box.words["cards"][match.raw["window"][0][24]] == second.removeprefix("pick ")


# ---------------------------------------------------------------- placing


def test_the_first_card_goes_to_the_middle_by_itself():
    """MI-1: d4 of the lattice."""
    match = mv.open_match("misty", seats=4, seed=3)
    pick_all(match)
    assert [match.step(n).beat for n in range(match.steps + 1)][-2:] == ["reveal", "first"]
    for seat in range(4):
        assert [space for space in range(49) if match.raw["window"][seat][space] >= 0] == [24]


def test_a_card_touches_another_by_side_or_corner(window):
    """Construction: by side or by corner."""
    w = window(
        """
        .  .  .  .    .  .  .
        .  .  .  .    .  .  .
        .  .  .  .    .  .  .
        .  .  .  star .  .  .
        .  .  .  .    .  .  .
        .  .  .  .    .  .  .
        .  .  .  .    .  .  .
        """,
        holding="heart",
    )
    assert w.spaces == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}


def test_a_card_does_not_go_on_another(window):
    """MI-10: placing on a card (Dutch) is a slip."""
    w = window(
        """
        .  .  .     .    .  .  .
        .  .  .     .    .  .  .
        .  .  .     .    .  .  .
        .  .  house star .  .  .
        .  .  .     .    .  .  .
        .  .  .     .    .  .  .
        .  .  .     .    .  .  .
        """,
        holding="heart",
    )
    assert not {"c4", "d4"} & w.spaces
    with pytest.raises(IllegalMove):
        w.place("d4")


def test_a_window_three_high_may_grow_four_wide_no_more_four_high(window):
    """MI-1: a space is legal while the bounding box still fits 3x4 or 4x3."""
    w = window(
        """
        .  .  .     .     .     .  .
        .  .  .     .     .     .  .
        .  .  .     star  .     .  .
        .  .  .     house heart .  .
        .  .  .     smile .     .  .
        .  .  .     .     .     .  .
        .  .  .     .     .     .  .
        """,
        holding="leaf",
    )
    # Three high and two wide: one more row makes it four high, with one column more at most.
    assert w.spaces == {
        *("c2", "d2", "e2"),
        *("c3", "e3", "f3"),
        *("c4", "f4"),
        *("c5", "e5", "f5"),
        *("c6", "d6", "e6"),
    }


def test_four_wide_fixes_three_high(window):
    """MI-1: which way a window lies is said by what is placed; it is never declared."""
    w = window(
        """
        .  .     .     .    .     .  .
        .  .     .     .    .     .  .
        .  .     .     .    .     .  .
        .  .     house star smile heart .
        .  .     .     .    .     .  .
        .  .     .     .    .     .  .
        .  .     .     .    .     .  .
        """,
        holding="leaf",
    )
    assert w.spaces == {f"{column}{row}" for column in "cdef" for row in (3, 5)}


def test_four_wide_and_three_high_is_full(window):
    """Construction: a window has twelve spaces and no more."""
    w = window(
        """
        .  .  .     .     .     .       .
        .  .  .     .     .     .       .
        .  .  star  star  smile heart   .
        .  .  house .     smile heart   .
        .  .  house smile smile flower  .
        .  .  .     .     .     .       .
        .  .  .     .     .     .       .
        """,
        holding="leaf",
    )
    assert w.spaces == {"d4"}
    assert w.match.legal(0) == ["place d4"], "the last space stays a decision"


def test_four_high_and_three_wide_is_full(window):
    """Construction: the other of the two shapes."""
    w = window(
        """
        .  .  .     .     .     .  .
        .  .  .     .     .     .  .
        .  .  star  star  smile .  .
        .  .  house heart smile .  .
        .  .  house smile smile .  .
        .  .  .     heart .     .  .
        .  .  .     .     .     .  .
        """,
        holding="leaf",
    )
    assert w.spaces == {"c6", "e6"}


def test_the_window_may_grow_to_the_edge_of_the_lattice(window):
    """MI-1: wherever the first card ends up in the window, the lattice has room for it."""
    w = window(
        """
        .  .  .  star  .  .  .
        .  .  .  house .  .  .
        .  .  .  heart .  .  .
        .  .  .  smile .  .  .
        .  .  .  .     .  .  .
        .  .  .  .     .  .  .
        .  .  .  .     .  .  .
        """,
        holding="leaf",
    )
    assert w.spaces == {f"{column}{row}" for column in "ce" for row in (1, 2, 3, 4)}


def test_cards_stay_upright():
    """Construction: cards are not turned, so there is no move to turn one."""
    verbs = {phrase.verb for phrase in mv.game("misty").moves.phrases}
    assert verbs == {"pick", "place", "move"}


# ---------------------------------------------------------------- passing


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rest_of_the_hand_goes_to_the_left(seats):
    """Construction, second paragraph. Seat s + 1 sits to the left of seat s."""
    match = mv.open_match("misty", seats=seats, seed=5)
    pick_all(match)
    rest = counts(match)
    for seat in range(seats):
        seen = {match.box.words["cards"][kind] for kind in rest[seat]}
        assert set(hand(match, (seat + 1) % seats)) == seen


def test_hands_go_on_until_they_are_used_up():
    """Construction, second paragraph. The last card of a hand is picked by itself."""
    match = mv.open_match("misty", seats=3, seed=5)
    for picks in range(5):
        assert [cards.total() for cards in counts(match)] == [6 - picks] * 3
        pick_all(match)
        if picks:
            place_all(match)
    beats = [match.step(n).beat for n in range(match.steps + 1)]
    assert beats.count("reveal") == 5
    assert beats.count("last") == 1
    assert [cards_in(match, seat) for seat in range(3)] == [5, 5, 5]
    place_all(match)
    assert [cards_in(match, seat) for seat in range(3)] == [6, 6, 6]


def test_the_second_deal_takes_from_the_rest_of_the_deck():
    """Construction, third paragraph: no reshuffle, so no card comes twice."""
    match = mv.open_match("misty", seats=4, seed=6)
    build(match)
    deals = [n for n in range(match.steps + 1) if match.step(n).beat == "deal"]
    assert len(deals) == 2
    deck = match.step(deals[0]).state["deck"]
    dealt = Counter(int(kind) for kind in deck[24:48])
    assert sum(counts(match, deals[1]), Counter()) == dealt


def test_the_second_deal_is_passed_to_the_right():
    """Construction, third paragraph."""
    match = mv.open_match("misty", seats=3, seed=7)
    while [match.step(n).beat for n in range(match.steps + 1)].count("deal") < 2:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    pick_all(match)
    place_all(match)
    rest = counts(match)
    for seat in range(3):
        seen = {match.box.words["cards"][kind] for kind in rest[seat]}
        assert set(hand(match, (seat - 1) % 3)) == seen


@pytest.mark.parametrize(("size", "cards"), [("standard", 12), ("small", 9)])
def test_each_window_is_complete_before_activation(size, cards):
    """Construction, third paragraph, and the variation."""
    match = mv.open_match("misty", seats=4, seed=8, options={"window": size})
    build(match)
    start = next(n for n in range(match.steps + 1) if match.step(n).beat == "activate")
    state = match.step(start).state
    for seat in range(4):
        spaces = [space for space in range(49) if state["window"][seat][space] >= 0]
        rows, columns = {s // 7 for s in spaces}, {s % 7 for s in spaces}
        assert len(spaces) == cards
        assert sorted((len(rows), len(columns))) == ([3, 4] if size == "standard" else [3, 3])


# ---------------------------------------------------------------- MI-2: nobody waits without need


def revealed(seats, seed=9):
    """A match in which the second cards have been revealed: all are to place."""
    match = mv.open_match("misty", seats=seats, seed=seed)
    pick_all(match)
    pick_all(match)
    assert all(match.legal(seat)[0].startswith("place") for seat in range(seats))
    return match


def test_a_card_is_placed_before_the_next_hand_is_seen():
    """MI-2, the French rulebook: the card is placed before one looks at the new hand."""
    match = revealed(3)
    assert [hand(match, seat) for seat in range(3)] == [[], [], []]


def test_a_hand_is_taken_up_once_its_giver_has_placed():
    """MI-2: and the taker."""
    match = revealed(3)
    match.play(1, match.legal(1)[0])
    assert match.legal(1) == [], "seat 0 has not passed its hand on"
    assert match.pending == (0, 2)
    match.play(0, match.legal(0)[0])
    assert hand(match, 1), "seat 0 has passed"
    assert match.legal(0) == [], "seat 2 has not"
    assert match.pending == (1, 2)
    match.play(1, match.legal(1)[0])
    match.play(2, match.legal(2)[0])
    assert match.pending == (0, 2)
    assert hand(match, 0)
    assert hand(match, 2)


def test_each_hand_taken_up_begins_an_epoch():
    """MI-2: so that order does not matter."""
    one, other = revealed(3), revealed(3)
    for match, order in ((one, (0, 1, 2)), (other, (2, 1, 0))):
        epoch = int(match.raw["epoch"])
        for seat in order:
            match.play(seat, match.legal(seat)[0])
        assert int(match.raw["epoch"]) == epoch + 3
    assert one.state == other.state


def test_a_placement_can_be_taken_back_until_a_hand_is_taken_up():
    """MI-2 and Epochs: who took up a hand has learnt something."""
    match = revealed(3)
    match.play(1, match.legal(1)[0])
    assert match.can_undo(1)
    match.play(0, match.legal(0)[0])
    assert not match.can_undo(1)
    assert not match.can_undo(0)


def test_the_next_deal_waits_for_all():
    """MI-2: what waits for all."""
    match = mv.open_match("misty", seats=3, seed=5)
    for picks in range(5):
        pick_all(match)
        if picks:
            place_all(match)
    for seat in (2, 0):
        match.play(seat, match.legal(seat)[0])
        assert match.pending == tuple(s for s in (0, 1) if match.legal(s))
    assert match.pending == (1,)
    assert [match.step(n).beat for n in range(match.steps + 1)].count("deal") == 1
    match.play(1, match.legal(1)[0])
    assert [match.step(n).beat for n in range(match.steps + 1)].count("deal") == 2


def test_a_passed_hand_is_face_down_to_all_but_its_taker():
    """MI-10: later picks laid open (Dutch) are slips; and what a seat knows of the hands it has seen."""
    match = revealed(4)
    place_all(match)
    state = match.raw
    # Seats 0 and 1 held the hands 0 and 1 in turn; now seat 2 holds hand 0.
    for viewer in range(4):
        shown = match.view(viewer)["state"]["hand"]
        known = {seat for seat in range(4) if shown[seat][0] != -2}
        assert known == {viewer, (viewer - 1) % 4, (viewer - 2) % 4}
        for seat in known:
            assert shown[seat] == state["hand"][seat].tolist()


# ---------------------------------------------------------------- the small window


def test_the_small_window_has_three_deals_of_three():
    """Variation."""
    match = mv.open_match("misty", seats=3, seed=4, options={"window": "small"})
    assert [cards.total() for cards in counts(match)] == [3, 3, 3]
    build(match)
    beats = [match.step(n).beat for n in range(match.steps + 1)]
    assert beats.count("deal") == 3
    assert beats.count("last") == 3


def test_the_small_window_passes_left_right_left():
    """MI-9."""
    match = mv.open_match("misty", seats=3, seed=4, options={"window": "small"})
    for deal, step in enumerate((1, -1, 1)):
        while int(match.raw["deal"]) < deal:
            seat = match.pending[0]
            match.play(seat, match.legal(seat)[0])
        pick_all(match)
        place_all(match)
        rest = counts(match)
        for seat in range(3):
            seen = {match.box.words["cards"][kind] for kind in rest[seat]}
            assert set(hand(match, (seat + step) % 3)) == seen


def test_the_small_window_is_three_by_three(window):
    """Variation."""
    w = window(
        """
        .  .  .     .     .     .  .
        .  .  .     .     .     .  .
        .  .  star  .     .     .  .
        .  .  house heart .     .  .
        .  .  .     .     smile .  .
        .  .  .     .     .     .  .
        .  .  .     .     .     .  .
        """,
        holding="leaf",
        size="small",
    )
    assert w.spaces == {"d3", "e3", "e4", "c5", "d5"}


def test_the_small_window_is_activated_and_scored_alike(window):
    """Variation: the rest is as in the standard game."""
    w = window(
        """
        smile smile rocket
        .     leaf  .
        .     star  flower
        """,
        size="small",
    )
    assert w.activate("rocket", "leaf").score() == 5


def test_a_new_round_shuffles_all_cards():
    """rules/misty.md: a round begins with all cards."""
    match = mv.open_match("misty", seats=2, seed=3)
    while int(match.raw["rounds"]) == 0:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    assert [cards.total() for cards in counts(match)] == [6, 6]
    assert int(match.raw["top"]) == 12
    assert cards_in(match, 0) == cards_in(match, 1) == 0
    match.audit()
