"""Catalogues, the language that nobody speaks, and what is told in a language that is not known yet."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.core.pseudo import pseudo
from mistvale.core.text import PSEUDO, Either, Message, languages, words
from tests.pseudo import bare, outside

ROOMS = ("mistvale", "mistvale.server", "mistvale.client", "mistvale.terminal")
SOURCE = Path(mv.__file__).parent


def test_a_message_is_in_brackets_and_longer_and_keeps_its_places():
    assert pseudo("Place the rocket") == "[!!! Place the rocket ~~~~~~ !!!]"
    told = pseudo("{name} has {n} cards of {worth:+.1f}, {move!r}")
    assert told.format(name="Ann", n=3, worth=1.5, move="x").startswith("[!!! Ann has 3 cards of +1.5, 'x' ~")
    assert pseudo("{n}") == "[!!! {n} !!!]"
    assert pseudo("") == ""


@pytest.mark.parametrize("room", [*ROOMS, *(mv.game(name).package for name in mv.games())])
def test_every_message_of_every_catalogue_is_in_brackets(room: str):
    english, told = words("en", room).messages, words(PSEUDO, room).messages
    assert english.keys() == told.keys() and english
    for key, text in told.items():
        plain = english[key]
        forms = [(plain, text)] if isinstance(text, str) else zip(plain, text, strict=True)
        for before, after in forms:
            assert not outside(after).strip(), key
            assert re.findall(r"{[^}]*}", before) == re.findall(r"{[^}]*}", after), key
            assert len(re.sub(r"{[^}]*}", "", after)) >= 1.4 * len(re.sub(r"{[^}]*}", "", before)), key


def test_no_file_is_in_the_language_that_nobody_speaks():
    assert all("en" in languages(room) and PSEUDO not in languages(room) for room in ROOMS)
    assert languages("mistvale.core") == frozenset()


@pytest.mark.parametrize("name", mv.games())
def test_a_guide_is_in_brackets_line_by_line(name: str):
    guide, told = (mv.game(name).guide(lang) for lang in ("en", PSEUDO))
    assert not bare(told)
    for before, after in zip(guide.split("\n"), told.split("\n"), strict=True):
        sign = re.match(r"\s*(?:#+|[-*>]|\d+\.|\|)\s|", before)
        assert sign is not None and after.startswith(sign[0]), "what makes it a heading, a list or a table stays"


def test_values_that_can_be_told_are_told_in_the_same_language():
    said = Message("mistvale", "error.seats", {"title": "Misty", "seats": Either((2, 3, 4)), "given": 9})
    assert str(said) == "Misty is for 2, 3 or 4 seats, not 9"
    assert said.told(PSEUDO).startswith("[!!! Misty is for [!!! 2, 3 or 4 ~~ !!!] seats, not 9 ~")
    assert Either((2,)).told() == "2"


def test_an_error_has_a_code_and_values_and_english_for_programs():
    match = mv.open_match("misty", seed=1)
    with pytest.raises(mv.IllegalMove) as caught:
        match.play(0, "place a1")
    error = caught.value
    assert error.code == "not-now" and error.values["move"] == "place a1"
    assert str(error).startswith("seat 0 can't 'place a1' now; it may: pick ")
    assert not bare(error.told(PSEUDO)) and bare(error.told())
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, str(twin), twin.told(PSEUDO)) == (error.code, str(error), error.told(PSEUDO))


def test_an_error_in_plain_words_stands_for_itself():
    error = mv.BadTable("no table like this")
    assert str(error) == error.told(PSEUDO) == "no table like this"


def test_every_code_of_an_error_has_words_and_all_of_them_are_used():
    """Codes are written out, so that this can find them."""
    code = "\n".join(
        path.read_text("utf-8")
        for room in ("core", "bots", "arena", "lab", "analysis", "learning", "puzzles")
        for path in SOURCE.glob(f"{room}/*.py")
    )
    raised = r"\b(?:IllegalMove|NoSuchMove|NoUndo|BadSeed|BadRecord|BadPosition|BadRollouts|BadTable|DoesNotAddUp)\("
    used = set(re.findall(raised + r'\s*"([a-z-]+)"', code))
    used |= set(re.findall(raised + r'\s*"[a-z-]+" if [^"]*? else "([a-z-]+)"', code))
    used |= set(re.findall(r'"error\.([a-z-]+)"', code)) | {"box"}
    known = {key.removeprefix("error.") for key in words("en", "mistvale").messages if key.startswith("error.")}
    assert used == known
