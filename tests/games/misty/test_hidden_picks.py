"""A pick stays hidden until it is revealed, however many epochs begin meanwhile."""

from __future__ import annotations

import random

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.match import Match
from mistvale.core.rule import HIDDEN


def waiting(seed: int = 3) -> tuple[Match, str]:
    """Seat 1 of three has picked from its third hand; then seat 2 placed, and an epoch began."""
    match, dice = mv.open_match("misty", seats=3, seed=seed), random.Random(seed)
    for seat in (0, 1, 2, 0, 1, 2, 0, 1):
        match.play(seat, dice.choice(match.legal(seat)))
    pick = dice.choice(match.legal(1))
    assert pick.startswith("pick ")
    match.play(1, pick)
    before = int(match.raw["epoch"])
    match.play(2, dice.choice(match.legal(2)))
    assert int(match.raw["epoch"]) > before
    assert not match.can_undo(1), "the epoch is over, so the pick stands"
    return match, pick


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_pick_of_an_earlier_epoch_is_not_shown(viewer: int | None):
    match, pick = waiting()
    view = match.view(viewer)
    assert view["state"]["picked"][1] == HIDDEN, "that it was made is public, what it is is not"
    assert pick not in [str(move) for _, move in match.look(viewer).last]
    pick_steps = [n for n in range(match.steps + 1) if match.step(n).move is not None and match.step(n).seat == 1]
    assert match.step(pick_steps[-1]).move == pick
    assert match.tell(viewer, pick_steps[-1]) == ""


def test_its_own_seat_knows_it():
    match, pick = waiting()
    assert match.box.words["cards"][match.view(1)["state"]["picked"][1]] == pick.removeprefix("pick ")
    assert (1, pick) in match.look(1).last


@pytest.mark.parametrize("seed", range(5))
def test_worlds_of_others_differ_in_it(seed: int):
    match, _ = waiting(seed)
    # Seat 1 holds the hand that was dealt to seat 2 and went through seat 0: both know what it was.
    for viewer in (0, 2):
        known = match.view(viewer)["state"]["hand"][2]
        worlds = {int(match.seat(viewer).world(n)["picked"][1]) for n in range(60)}
        assert worlds == {kind for kind, count in enumerate(known) if count > 0}
    assert {int(match.seat(1).world(n)["picked"][1]) for n in range(10)} == {int(match.raw["picked"][1])}


def test_what_is_seen_of_a_move():
    match, pick = waiting()
    box, state = match.box.record, match.raw
    number, place = match.notation.read(pick).number, match.notation.read("place d5").number
    for viewer in (-1, 0, 2):
        assert verbs.seen(state, box, 1, number, viewer) == HIDDEN
        assert verbs.seen(state, box, 1, place, viewer) == place
    assert verbs.seen(state, box, 1, number, 1) == number


def test_of_a_known_hand_one_card_is_said_to_be_out():
    """A rival that has picked from a hand one knows holds one card less than are shown, and nobody can say which."""
    match, _ = waiting()
    scene = match.scene(0)
    window = next(group for group in scene.groups if group.key == "window-1")
    shown = [sprite for sprite in scene.sprites if sprite.group == "window-1" and sprite.key.startswith("hand-")]
    held = int(match.raw["hand"][2].sum())
    assert len(shown) == held + 1
    assert window.note == f"holds {held} of the {len(shown)} cards shown"
    assert {sprite.hint for sprite in shown} == {
        "You have seen this hand: Seat 2 has picked one of its cards, and still holds the others."
    }
    pick = next(sprite for sprite in scene.sprites if sprite.key == "pick-1")
    assert (pick.text, pick.face) == (f"1 of {len(shown)}", "down")
    own = next(group for group in match.scene(1).groups if group.key == "window-1")
    assert own.note == "", "one's own pick is out of one's own hand"
