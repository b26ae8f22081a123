"""Catalogues: every word that a person reads, from `text/<lang>.po` of the room or the game that says it.

Message ids are short dotted keys (`prompt.pick`); the words stand in the catalogue, English too. This is the one reader
of catalogues: the games, the server, the terminal and, through the server, the browser have their words from here.
"""

from __future__ import annotations

import functools
import io
import itertools
import os
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Protocol, runtime_checkable

from babel import Locale, UnknownLocaleError
from babel.messages.pofile import read_po

from .grammar import (
    Counted,
    Decimal,
    MissingForm,
    Noun,
    PluralRule,
    asked_forms,
    capital,
    formless,
    has_forms,
    joined,
    noun,
    plural_rule,
)
from .pseudo import pseudo

DEFAULT = "en"
PSEUDO = "qps"
"""A language that nobody speaks: English in brackets and longer, to see what does not come from a catalogue."""

STRICT = bool(os.environ.get("MISTVALE_STRICT_WORDS"))
"""In tests: what a language lacks is an error, and not told in English or in another form."""

Text = str | Counted
"""A message; several forms where it depends on a number."""
Families = tuple[str, ...]
"""Nouns that may fill a placeholder, by the beginnings of their keys."""


class Words:
    """The words of one or more packages in one language; earlier packages go first."""

    def __init__(self, lang: str, *packages: str) -> None:
        self.lang = lang
        self.messages: dict[str, Text] = {}
        self._families: dict[str, Families] = {}
        for package in reversed(packages):
            if not (STRICT and lang in languages(package)):
                self.messages.update(_catalogue(package, DEFAULT))
            self.messages.update(_catalogue(package, lang))
            self._families.update(families(package))

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text for `key`, its {names} filled in. With `n`, the form for that number."""
        text = self.messages[key]
        if isinstance(text, Counted):
            text = text.of(values.get("n"))
        return self._filled(key, text, values) if values else text

    def get(self, key: str, fallback: str) -> str:
        """The text for `key` where there is one."""
        return self(key) if key in self.messages else fallback

    def listed(self, items: Sequence[str], how: str = "and") -> str:
        """Several as a sentence lists them: `how` is and, or or."""
        return joined(self._raw(f"list.{how}"), items)

    def phrases(self, items: Iterable[str]) -> str:
        """Several sentences in one line."""
        pair, said = self._raw("list.phrases"), ""
        for item in items:
            said = pair.format(first=said, last=item) if said else item
        return said

    def pair(self, name: str, value: object) -> str:
        """What something is called, and what there is to say of it."""
        return self._raw("list.pair").format(name=name, value=value)

    def _raw(self, key: str) -> str:
        """A message with all its forms, as its catalogue writes it."""
        text = self.messages[key]
        assert isinstance(text, str)
        return text

    def _filled(self, key: str, text: str, values: dict[str, Any]) -> str:
        for name, value in values.items():
            if isinstance(value, float):
                values[name] = Decimal(value, self.lang)
        try:
            if STRICT:
                self._check_kinds(key, text, values)
            return text.filled(values) if isinstance(text, Noun) else text.format_map(values)
        except ValueError:
            if STRICT:
                raise
            # A form is missing, as for the things of somebody's own box: the name as it stands on labels has to do.
            return text.format_map({name: formless(value) for name, value in values.items()})

    def _check_kinds(self, key: str, text: str, values: dict[str, Any]) -> None:
        """Only the kinds of nouns that are declared for a placeholder may fill it."""
        for name, forms in asked_forms(text).items():
            value = values.get(name)
            if not isinstance(value, Noun):
                if forms:
                    raise MissingForm(f"{key}: {name} is {value!r}, which has no forms, and {forms} is asked for")
                continue
            family = family_of(self._families, key, name)
            if not value.key.startswith(family or ()) and (forms or family is not None):
                raise MissingForm(f"{key}: {name} may not be {value.key}")


def plurals(package: str, lang: str) -> PluralRule:
    """By which rule a room's messages depend on numbers."""
    return _catalogue(package, lang if lang in languages(package) else DEFAULT).rule


class Catalogue(dict[str, Text]):
    """The messages of a room in one language, and by which rule they depend on numbers."""

    rule: PluralRule = plural_rule("n != 1")


@functools.cache
def _catalogue(package: str, lang: str) -> Catalogue:
    if lang == PSEUDO:
        return Catalogue({key: _pseudo(text) for key, text in _catalogue(package, DEFAULT).items()})
    texts = Catalogue()
    file = resources.files(package) / "text" / f"{lang}.po"
    if not file.is_file():
        return texts
    read = read_po(io.BytesIO(file.read_bytes()), locale=lang)
    texts.rule = plural_rule(read.plural_expr)
    for message in read:
        if message.id and message.string:
            key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
            text = message.string
            if isinstance(text, str):
                texts[key] = _text(package, key, text)
            else:
                texts[key] = Counted([_text(package, key, each) for each in text], texts.rule)
    return texts


def _text(package: str, key: str, text: str) -> str:
    """A noun where forms come with it, or where it is of a kind that fills placeholders."""
    kinds = tuple(itertools.chain.from_iterable(families(package).values()))
    is_pair = key.startswith("list.")
    return noun(key, text) if not is_pair and (has_forms(text) or key.startswith(kinds)) else text


@functools.cache
def families(package: str) -> Mapping[str, Families]:
    """Which nouns may fill a placeholder of a room: the beginnings of their keys, from `text/nouns.toml`.

    What is declared for one message, under its key, goes before what is declared for all.
    """
    file = resources.files(package) / "text" / "nouns.toml"
    declared = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return {
        f"{key}{{{name}}}": tuple(keys)
        for key, rows in (("", declared), *declared.items())
        if isinstance(rows, dict)
        for name, keys in rows.items()
        if isinstance(keys, list)
    }


def family_of(declared: Mapping[str, Families], key: str, name: str) -> Families | None:
    """The nouns that may fill a placeholder of a message; None if nothing is declared."""
    return declared.get(f"{key}{{{name}}}", declared.get(f"{{{name}}}"))


def _pseudo(text: Text) -> Text:
    if isinstance(text, Counted):
        return Counted([_pseudo_one(each) for each in text], text.rule)
    return _pseudo_one(text)


def _pseudo_one(text: str) -> str:
    if not isinstance(text, Noun):
        return pseudo(text)
    return Noun(text.key, pseudo(str(text)), {form: pseudo(each) for form, each in text.forms.items()})


@functools.cache
def words(lang: str, *packages: str) -> Words:
    """The words of `packages` in `lang`, read once."""
    return Words(lang, *packages)


@functools.cache
def languages(package: str) -> frozenset[str]:
    """The languages that a package has a catalogue in."""
    folder = resources.files(package) / "text"
    names = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    return frozenset(name.removesuffix(".po") for name in names if name.endswith(".po"))


def own_name(lang: str) -> str:
    """What a language is called by those who speak it."""
    try:
        return capital(Locale.parse(lang).get_display_name(lang) or lang)
    except (ValueError, UnknownLocaleError):
        return lang


# ------------------------------------------------------------ what is said later, in a language not yet known


@runtime_checkable
class Told(Protocol):
    """What can be told in a language."""

    def told(self, lang: str = DEFAULT) -> str:
        """It in that language."""


@dataclass(frozen=True)
class Message:
    """Something to say, before it is known in which language: a key of a room's catalogue, and its values."""

    room: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def told(self, lang: str = DEFAULT) -> str:
        """It in a language; values that can be told are told in it, too."""
        return words(lang, self.room)(self.key, **{name: told(value, lang) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.told()


@dataclass(frozen=True)
class Either:
    """One of several, as a sentence lists them: 2, 3 or 4."""

    values: tuple[object, ...]

    def told(self, lang: str = DEFAULT) -> str:
        """The list in a language."""
        return words(lang, "mistvale").listed([str(value) for value in self.values], "or")


def told(value: Any, lang: str) -> Any:
    """A value as it is put into a sentence of that language."""
    return value.told(lang) if isinstance(value, Told) else value


LONGEST_NAME = 32


def clean_name(name: str) -> str:
    """A name that cannot break a line, hide, or turn the text after it around."""
    letters = unicodedata.normalize("NFC", name)
    seen = "".join(" " if unicodedata.category(letter)[0] == "C" else letter for letter in letters)
    return " ".join(seen.split())[:LONGEST_NAME].strip()


LONGEST_LINE = 500
MOST_MARKS = 3
"""Marks on one letter: more of them climb over the lines above and below."""
JOINERS = "\u200c\u200d"
"""Unseen, and needed: by some scripts, and by emoji that are made of several."""
UNSEEN_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show as nothing."""


def clean_line(text: str) -> str:
    """A line that somebody says: nothing in it breaks a line, hides, turns others around or climbs over them."""
    seen: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)[0]
        marks = marks + 1 if kind == "M" else 0
        if marks > MOST_MARKS:
            continue
        blank = letter in UNSEEN_LETTERS or (kind == "C" and letter not in JOINERS)
        seen.append(" " if blank else letter)
    line = " ".join("".join(seen).split())[:LONGEST_LINE].strip()
    return line if line.strip(JOINERS + " ") else ""
