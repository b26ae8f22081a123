"""The move vocabulary: integer and notation, both ways without loss."""

from __future__ import annotations

import pickle
import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mistvale as mv
from mistvale.core.moves import FromBox, Move, Vocabulary, squares

slug = st.text(string.ascii_lowercase + string.digits + "-", min_size=1, max_size=8)
slugs = st.lists(slug, min_size=1, max_size=6, unique=True)


@st.composite
def vocabularies(draw):
    """A few phrases, with fixed words and words from a box that has fewer than there is room for."""
    phrases, words = {}, {}
    for verb in draw(
        st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=6), min_size=1, max_size=4, unique=True)
    ):
        places, template = {}, [verb]
        for n in range(draw(st.integers(0, 3))):
            name = f"p{n}"
            given_words = draw(slugs)
            if draw(st.booleans()):
                key = f"{verb}{n}"
                words[key] = tuple(given_words)
                places[name] = FromBox(key, len(given_words) + draw(st.integers(0, 3)))
            else:
                places[name] = tuple(given_words)
            template.append(f"{{{name}}}")
        phrases[" ".join(template)] = places
    return Vocabulary(phrases), words


@given(vocabularies())
def test_every_move_is_read_back_as_itself(made):
    vocabulary, words = made
    notation = vocabulary.notation(words)
    numbers = set()
    for move in notation:
        assert notation.read(str(move)) == move
        assert notation.read(str(move)).number == move.number
        assert notation.move(move.number) == move
        assert notation.read(f"  {move.upper()}  ").number == move.number, "case and blanks don't matter"
        assert move.isascii()
        numbers.add(move.number)
    assert len(numbers) == len(notation)
    assert all(0 <= number < vocabulary.size for number in numbers)


@given(vocabularies())
def test_a_move_is_taken_apart_into_the_words_it_is_made_of(made):
    vocabulary, words = made
    notation = vocabulary.notation(words)
    for move in notation:
        spoken = notation.spoken(move)
        assert spoken.phrase.template.format_map(spoken.words) == move
        assert spoken.phrase.verb == move.split()[0]


@given(vocabularies(), st.text(max_size=30))
def test_what_is_no_move_is_refused_with_a_reason(made, text):
    vocabulary, words = made
    notation = vocabulary.notation(words)
    assume(" ".join(text.lower().split()) not in {str(move) for move in notation})
    with pytest.raises(ValueError, match="is no move of this game"):
        notation.read(text)


@given(vocabularies())
def test_phrases_follow_each_other_and_the_last_place_varies_fastest(made):
    vocabulary, words = made
    notation = vocabulary.notation(words)
    for phrase, first in zip(vocabulary.phrases, vocabulary.firsts, strict=True):
        last = None
        for number in range(first, first + phrase.size):
            try:
                move = notation.move(number)
            except KeyError:
                continue  # room that this box does not use
            indices = []
            for name, place in phrase.places.items():
                choices = words[place.name] if isinstance(place, FromBox) else place
                indices.append(list(choices).index(notation.spoken(move).words[name]))
            assert last is None or indices > last
            last = indices


def test_a_slip_of_the_pen_gets_a_hint(misty):
    notation = misty.notation(misty.box())
    with pytest.raises(ValueError, match="'pick roket' is no move of this game; did you mean 'pick rocket'"):
        notation.read("pick roket")


@pytest.mark.parametrize("text", [None, 7, b"pick rocket", ["pick rocket"]])
def test_a_move_is_written_as_text(misty, text):
    with pytest.raises(ValueError, match="a move is written as text, such as 'pick rocket', not"):
        misty.notation(misty.box()).read(text)


def test_a_long_text_is_not_repeated_whole(misty):
    with pytest.raises(ValueError) as caught:
        misty.notation(misty.box()).read("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_two_moves_written_alike_are_a_mistake_of_the_game():
    with pytest.raises(ValueError, match="two moves are written 'go a b'"):
        Vocabulary({"go {x} {y}": {"x": ("a", "a b"), "y": ("b", "b")}}).notation({})


def test_notation_does_not_depend_on_other_words_of_the_box(misty):
    """A box may name its cards otherwise: numbers stay, words change."""
    data = {**misty.box().data, "cards": [dict(row) for row in misty.box().data["cards"]]}
    data["cards"][0]["name"] = "sputnik"
    notation = misty.notation(misty.box(data))
    assert notation.move(0) == "pick sputnik"
    assert notation.move(1) == "pick balloon"


def test_every_move_of_misty_is_written_in_ascii(misty):
    notation = misty.notation(misty.box())
    assert len(notation) == 14 + 49 + 49
    assert {move.split()[0] for move in notation} == {"pick", "place", "move"}
    assert notation.read("place d4").number == 16 + 24


def test_squares_are_lettered_by_column_and_numbered_by_row():
    assert squares(3, 2) == ("a1", "b1", "c1", "a2", "b2", "c2")


def test_a_move_is_its_text_and_keeps_its_number():
    move = Move("pick rocket", 3)
    assert move == "pick rocket"
    assert repr(move) == "Move('pick rocket')"
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.number) == (move, 3)


def test_every_legal_move_is_read_back(misty):
    match = mv.open_match("misty", seats=4, seed=1)
    while not match.over:
        for seat in match.pending:
            for move in match.legal(seat):
                assert match.notation.read(str(move)).number == move.number
        seat = match.pending[-1]
        match.play(seat, str(match.legal(seat)[-1]))
