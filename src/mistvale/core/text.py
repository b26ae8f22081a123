"""Catalogues: every word that a player reads, from `text/<lang>.po`.

Message ids are short dotted keys (`prompt.pick`); the words stand in the catalogue, English too.
"""

from __future__ import annotations

import functools
import io
import unicodedata
from collections.abc import Mapping
from importlib import resources
from typing import Any

from babel.messages.pofile import read_po

DEFAULT = "en"


class Words:
    """The words of one or more packages in one language; earlier packages go first."""

    def __init__(self, lang: str, *packages: str) -> None:
        self.lang = lang
        self.messages: dict[str, str | tuple[str, ...]] = {}
        for package in reversed(packages):
            self.messages.update(_catalogue(package, DEFAULT))
            self.messages.update(_catalogue(package, lang))

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def __call__(self, key: str, **values: Any) -> str:
        """The text for `key`, its {names} filled in. With `n`, the form for that number."""
        text = self.messages[key]
        if isinstance(text, tuple):
            text = text[0 if values.get("n") == 1 else -1]
        return text.format_map(values) if values else text

    def get(self, key: str, fallback: str) -> str:
        """The text for `key` where there is one."""
        return self(key) if key in self.messages else fallback


@functools.cache
def _catalogue(package: str, lang: str) -> Mapping[str, str | tuple[str, ...]]:
    file = resources.files(package) / "text" / f"{lang}.po"
    if not file.is_file():
        return {}
    catalogue = read_po(io.BytesIO(file.read_bytes()), locale=lang)
    texts: dict[str, str | tuple[str, ...]] = {}
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


LONGEST_NAME = 32


def clean_name(name: str) -> str:
    """A name that cannot break a line, hide, or turn the text after it around."""
    letters = unicodedata.normalize("NFC", name)
    seen = "".join(" " if unicodedata.category(letter)[0] == "C" else letter for letter in letters)
    return " ".join(seen.split())[:LONGEST_NAME].strip()
