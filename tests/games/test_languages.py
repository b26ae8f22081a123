"""Every word in every language: catalogues are complete, their placeholders fit, and sentences have all their forms."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from babel.messages.pofile import read_po

import mistvale as mv
from mistvale.core.grammar import BAR, Counted, Noun, asked_forms
from mistvale.core.text import families, family_of, languages, own_name, words

LANGUAGES = tuple(sorted(languages("mistvale") - {"en"}))
GAMES = tuple(mv.game(name).package for name in mv.games())
OWN = ("analysis", "report", "server", "terminal", "client")
ROOMS = ("mistvale", *(f"mistvale.{name}" for name in OWN), *GAMES)

every_room = pytest.mark.parametrize("room", ROOMS)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def catalogue(room: str, lang: str) -> dict[str, list[str]]:
    """The texts of each key as they are written: one, or one for each form that a number takes."""
    with (resources.files(room) / "text" / f"{lang}.po").open("rb") as file:
        entries: dict[str, list[str]] = {}
        for entry in read_po(file):
            if entry.id:
                key, text = (entry.id, [entry.string]) if isinstance(entry.id, str) else (entry.id[0], entry.string)
                assert key not in entries, f"{key} stands there twice"
                entries[key] = [str(each) for each in text]
        return entries


def placeholders(text: str) -> set[str]:
    """What is to be filled in, with how it is turned into text where it is no noun."""
    found = set()
    for _, name, spec, turn in string.Formatter().parse(text):
        if name is not None:
            found.add(name + (f"!{turn}" if turn else "") + (f":{spec}" if spec and not spec.isidentifier() else ""))
    return found


def written_forms(text: str) -> list[str]:
    """The base form and the others, without their names."""
    base, *others = BAR.split(text)
    return [base, *(other.split(": ", 1)[1] for other in others)]


def test_there_are_nine_languages_each_with_a_name_of_its_own():
    assert set(LANGUAGES) >= {"ca", "cs", "de", "es", "fr", "hu", "it", "nl"}
    for room in ROOMS:
        assert languages(room) == {"en", *LANGUAGES}, room
    assert own_name("cs") == "Čeština" and own_name("de") == "Deutsch" and own_name("en") == "English"
    assert len({own_name(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@every_room
@every_language
def test_a_catalogue_is_complete_and_its_placeholders_are_those_of_english(room: str, lang: str):
    english, told = catalogue(room, "en"), catalogue(room, lang)
    assert sorted(english.keys() - told.keys()) == [], "to be translated"
    assert sorted(told.keys() - english.keys()) == [], "nobody says this any more"
    for key, texts in told.items():
        wanted = set().union(*map(placeholders, english[key]))
        assert (len(texts) > 1) == (len(english[key]) > 1), key
        for text in (form for each in texts for form in written_forms(each)):
            assert text or not any(english[key]), f"{key} is empty"
            assert placeholders(text) <= wanted, key
            may_be_left_out = {"n"} if len(texts) > 1 else set()
            assert wanted - placeholders(text) <= may_be_left_out, key


@every_room
@every_language
def test_a_catalogue_has_all_forms_for_numbers(room: str, lang: str):
    for key, text in words(lang, room).messages.items():
        if isinstance(text, Counted):
            assert len(text) == max(map(int, text.rule.table)) + 1, key


@pytest.mark.parametrize("room", GAMES)
@every_language
def test_every_noun_brings_the_forms_that_sentences_ask_of_it(room: str, lang: str):
    messages, kinds = words(lang, room).messages, families(room)
    lacking = []
    for key, name, form in forms_asked(messages):
        family = family_of(kinds, key, name)
        assert family, f"{key}: {{{name}:{form}}}, but nouns.toml does not say which nouns {name} may be"
        lacking += [
            f"{noun.key}: {form}, which {key} asks of {{{name}}}"
            for noun in nouns(messages, family)
            if form not in noun.forms and form[0].lower() + form[1:] not in noun.forms
        ]
    assert lacking == []


def forms_asked(messages: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each form that a message asks of a placeholder."""
    for key, text in messages.items():
        for each in text if isinstance(text, Counted) else (text,):
            for form in (each, *each.forms.values()) if isinstance(each, Noun) else (each,):
                for name, specs in asked_forms(str(form)).items():
                    yield from ((key, name, spec) for spec in specs)


def nouns(messages: dict[str, Any], beginnings: tuple[str, ...]) -> Iterator[Noun]:
    """The nouns of a kind; what is put together from other messages, such as a label with a hint, is none."""
    for key, text in messages.items():
        if key in beginnings or key.startswith(tuple(f"{each}." for each in beginnings)):
            for each in text if isinstance(text, Counted) else (text,):
                if isinstance(each, Noun) and is_plain(key, each):
                    yield each


def is_plain(key: str, noun: Noun) -> bool:
    return "{" not in noun or bool(noun.forms)


WRONG = {
    "ca": r"\b(?:de els?|a els?|per els?)\b|\b[dlmnst]['\u2019] |(?<![-·])\b(?:el|la|de) (?=[aàeèéoòóuú]\w)",
    "cs": r"\b([kvsz]) \1",
    "de": r"\b(der|das|dem|den) \1\b",
    "es": r"\b(?:de el|a el)\b|\by i|\bo o",
    "fr": r"\b[dlmnst]['\u2019] |(?<!-)\b(?:le|la|de|que|ne|je|se) (?=[aeéèêiîoôu])",
    "hu": r"(?<!\w)a (?=[aáeéiíoóöőuúüű])",
    "it": r"\b(?:di|a|da|in|su) (?:il|lo|la|gli|le)\b|\buna (?=[aeiou])",
    "nl": r"\b(?:de|het) (?:de|het)\b",
}
"""What goes wrong where words are put together: articles and prepositions that should have become one word."""


@every_room
@every_language
def test_no_sentence_is_torn(room: str, lang: str):
    english = catalogue(room, "en")
    for key, texts in catalogue(room, lang).items():
        for text in (form for each in texts for form in written_forms(each)):
            bare = re.sub(r"\{[^{}]*\}", "X", text)
            assert not set("{}") & set(bare), f"{key}: a leftover brace"
            spaced = any("  " in each.strip() for each in english[key])
            assert spaced or "  " not in text.strip(), f"{key}: a doubled space"
            assert not re.search(r"\s[,.](?:\s|$)", text), f"{key}: a space before a comma or a full stop"
            found = re.search(WRONG.get(lang, r"(?!)"), text)
            assert found is None, f"{key}: {found and found[0]!r} in {text!r}"


KEY = r"(?<!\w)Q(?!\w)"
"""What turns things to the left on a keyboard, and stands for nothing else."""


@pytest.mark.parametrize("room", GAMES)
@pytest.mark.parametrize("lang", (*LANGUAGES, "en"))
def test_no_lesson_and_no_coach_speaks_of_keys(room: str, lang: str):
    """They are read on phones, too; what turns a thing is told where it lies, for the hand that holds it."""
    told = {key: texts for key, texts in catalogue(room, lang).items() if key.startswith(("lesson.", "coach."))}
    assert told
    assert not {key for key, texts in told.items() if any(re.search(KEY, text) for text in texts)}


@every_language
def test_every_game_has_a_guide_and_a_glossary_that_says_where_its_terms_come_from(lang: str):
    for name in mv.games():
        game = mv.game(name)
        guide, english = game.guide(lang), game.guide()
        assert guide != english
        assert re.findall(r"^(#+) ", guide, re.M) == re.findall(r"^(#+) ", english, re.M), f"{name}: headings"
        glossary = tomllib.loads((resources.files(game.package) / "text" / f"glossary.{lang}.toml").read_text("utf-8"))
        assert len(glossary) >= 10, name
        for term, entry in glossary.items():
            assert entry["term"] and entry["from"] in {"rulebook", "edition", "own"}, f"{name}: {term}"
