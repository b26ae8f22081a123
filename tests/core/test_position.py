"""A match at any point one likes; what does not add up is refused, with the reason."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale.core.rule import packed

every_game = pytest.mark.parametrize("name", mv.games())


def played(name: str, moves: int = 12) -> mv.Match:
    match = mv.open_match(name, seed=3)
    for _ in range(moves):
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    return match


@every_game
def test_from_a_record_and_any_step(name: str) -> None:
    match = played(name)
    for step in (0, 1, match.steps // 2, match.steps):
        again = mv.position(match.record(), step=step)
        assert again.steps >= step
        assert packed(again.step(step).state, match.game.state) == packed(match.step(step).state, match.game.state)


def test_a_record_without_a_step_is_its_end() -> None:
    match = played("misty")
    assert mv.position(match.record()).state == match.state


@every_game
def test_from_bytes_and_from_a_text(name: str) -> None:
    match = played(name)
    for again in (mv.position(name, state=match.state), mv.position(match.position())):
        assert again.state == match.state
        assert again.legal(match.pending[0]) == match.legal(match.pending[0])
        again.play(match.pending[0], match.legal(match.pending[0])[0])


def test_the_text_says_of_which_game_and_box_it_is() -> None:
    form, name, version, box, options, _ = mv.open_match("misty", options={"window": "small"}).position().split()
    assert (form, name, version, options) == ("mistvale-position-1", "misty", "1", "window=small")
    assert mv.game("misty").box().digest.startswith(box)


def test_from_named_fields_with_the_rest_dealt_by_a_seed() -> None:
    match = mv.position("misty", fields={"wins": [1, 0, 0, 0], "points": [9, 4, 0, 0]}, seats=2, seed=7)
    assert match.scores == (9, 4)
    assert match.view(0)["state"]["wins"] == [1, 0, 0, 0]
    dealt = mv.open_match("misty", seats=2, seed=7)
    assert match.legal(0) == dealt.legal(0)


def test_words_of_the_box_stand_for_their_numbers() -> None:
    dealt = mv.open_match("misty", seats=2, seed=7)
    card = dealt.legal(0)[0]
    dealt.play(0, card)
    hand = dealt.raw["hand"].tolist()
    word = str(card).removeprefix("pick ")
    match = mv.position("misty", fields={"picked": [word, None, None, None], "hand": hand}, seats=2, seed=7)
    assert match.state == dealt.state


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"crown": 1}, "no field 'crown'"),
        ({"wins": [1]}, r"wins \(rounds won\) has the shape \(4,\), not \(1,\)"),
        ({"phase": 77}, r"phase \(DEALING to OVER\) goes from 0 to 5"),
        ({"picked": ["dragon", None, None, None]}, "'dragon' is none of its words: rocket"),
        ({"picked": [0.5, None, None, None]}, "neither a number, nor a word"),
        ({"picked": [0, None, None, None]}, "it does not add up: a hand has the wrong number of cards"),
    ],
)
def test_what_does_not_add_up_is_refused(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(mv.BadPosition, match=reason):
        mv.position("misty", fields=fields, seats=2, seed=7)


def test_bytes_of_another_length_or_out_of_range_are_refused() -> None:
    state = mv.open_match("misty", seed=1).state
    with pytest.raises(mv.BadPosition, match="bytes, not"):
        mv.position("misty", state=state + b"x")
    with pytest.raises(mv.BadPosition, match=r"goes from|is for"):
        mv.position("misty", state=b"\x7f" * len(state))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda t: t.replace("misty", "chess"), "no game called 'chess'"),
        (lambda t: t.replace(" 1 ", " 2 "), "version 2 of the rules"),
        (lambda t: t[:-9], "torn"),
        (lambda t: t.rsplit(" ", 1)[0], "one line that begins with"),
        (lambda t: t.replace("window=small", "window=round"), "must be standard or small"),
        (lambda t: "chess", "neither a record, nor a position, nor a game"),
    ],
)
def test_a_text_that_is_torn_or_foreign_is_refused(change, reason: str) -> None:
    text = mv.open_match("misty", options={"window": "small"}, seed=1).position()
    with pytest.raises(mv.BadPosition, match=reason):
        mv.position(change(text))


def test_a_step_that_a_record_does_not_have() -> None:
    with pytest.raises(mv.BadPosition, match="has the steps 0 to"):
        mv.position(played("misty").record(), step=4000)
