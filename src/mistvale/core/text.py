"""Catalogues: every word that a person reads, from `text/<lang>.po` of the room or the game that says it.

Message ids are short dotted keys (`prompt.pick`); the words stand in the catalogue, English too. This is the one reader
of catalogues: the games, the server, the terminal and, through the server, the browser have their words from here.
"""

from __future__ import annotations

import functools
import io
import re
import string
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Protocol, runtime_checkable

from babel.messages.pofile import read_po

DEFAULT = "en"
PSEUDO = "qps"
"""A language that nobody speaks: English in brackets and longer, to see what does not come from a catalogue."""

Text = str | tuple[str, ...]
"""A message; several forms where it depends on a number."""


class Words:
    """The words of one or more packages in one language; earlier packages go first."""

    def __init__(self, lang: str, *packages: str) -> None:
        self.lang = lang
        self.messages: dict[str, Text] = {}
        for package in reversed(packages):
            self.messages.update(_catalogue(package, DEFAULT))
            self.messages.update(_catalogue(package, lang))

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text for `key`, its {names} filled in. With `n`, the form for that number."""
        text = self.messages[key]
        if isinstance(text, tuple):
            text = text[0 if values.get("n") == 1 else -1]
        return text.format_map(values) if values else text

    def get(self, key: str, fallback: str) -> str:
        """The text for `key` where there is one."""
        return self(key) if key in self.messages else fallback


@functools.cache
def _catalogue(package: str, lang: str) -> Mapping[str, Text]:
    if lang == PSEUDO:
        return {key: _each(text, pseudo) for key, text in _catalogue(package, DEFAULT).items()}
    file = resources.files(package) / "text" / f"{lang}.po"
    if not file.is_file():
        return {}
    catalogue = read_po(io.BytesIO(file.read_bytes()), locale=lang)
    texts: dict[str, Text] = {}
    for message in catalogue:
        if message.id:
            key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
            text = message.string or ""
            texts[key] = text if isinstance(text, str) else tuple(text)
    return texts


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


# ------------------------------------------------------------ the language that nobody speaks

LONGER = 0.4
"""Other languages need about so much more room than English."""
LONGEST = 6
"""Letters of a word that makes a message longer."""


def _each(text: Text, change: Any) -> Text:
    return tuple(map(change, text)) if isinstance(text, tuple) else str(change(text))


def pseudo(text: str) -> str:
    """A message in brackets and longer; its {names} stay, for they are filled in later."""
    if not text:
        return text
    letters = sum(len(literal) for literal, *_ in string.Formatter().parse(text))
    return f"[!!! {text}{_padding(letters)} !!!]"


def _padding(letters: int) -> str:
    """Wordlike stretches for so many letters: a line can be broken between them, as between words."""
    return "".join(" " if n % (LONGEST + 1) == 0 else "~" for n in range(1 + round(letters * LONGER)) if letters)


_MARKDOWN = re.compile(r"^(?P<sign>\s*(?:#+|[-*>]|\d+\.)\s+|\s*)(?P<text>.*)$")


def pseudo_markdown(text: str) -> str:
    """A page in brackets and longer: line by line, and in tables cell by cell."""
    return "\n".join(_pseudo_line(line) for line in text.split("\n"))


def _pseudo_line(line: str) -> str:
    if line.lstrip().startswith("|"):
        cells = line.split("|")
        return "|".join(f" {_pseudo_plain(cell.strip())} " if cell.strip(" -:") else cell for cell in cells)
    found = _MARKDOWN.match(line)
    assert found is not None
    return found["sign"] + _pseudo_plain(found["text"])


def _pseudo_plain(text: str) -> str:
    """What is no message has no {names} to fill in."""
    if not any(letter.isalpha() for letter in text):
        return text
    return f"[!!! {text}{_padding(len(text))} !!!]"


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
        texts = [str(value) for value in self.values]
        if len(texts) < 2:
            return "".join(texts)
        return words(lang, "mistvale")("list.or", first=", ".join(texts[:-1]), last=texts[-1])


def told(value: Any, lang: str) -> Any:
    """A value as it is put into a sentence of that language."""
    return value.told(lang) if isinstance(value, Told) else value


LONGEST_NAME = 32


def clean_name(name: str) -> str:
    """A name that cannot break a line, hide, or turn the text after it around."""
    letters = unicodedata.normalize("NFC", name)
    seen = "".join(" " if unicodedata.category(letter)[0] == "C" else letter for letter in letters)
    return " ".join(seen.split())[:LONGEST_NAME].strip()
