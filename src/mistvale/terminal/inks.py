"""The colours of words: those of the things they stand for.

A drawing may say by which colour it is known: `<symbol id="tile-jungle" data-ink="#7fc98a">`. Whatever is called like a
component with such a drawing is written in that colour. Colour is never all that tells things apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from mistvale.core.game import Game
from mistvale.scene import Scene

INKED = re.compile(r'<symbol id="([^"]+)"[^>]*? data-ink="(#[0-9a-fA-F]{6})"')
LETTER = re.compile(r"[^\W\d_][\u0300-\u036f]*")  # with the marks that stand over it
WORD = re.compile(rf"(?:{LETTER.pattern}){{2,}}")
LEAST = 2  # letters of a word that is cut


NONE: Mapping[str, str] = {}


class Inks(NamedTuple):
    """Colours by the names of drawings, and by the first letters of words."""

    art: Mapping[str, str] = NONE
    words: Mapping[str, str] = NONE


@cache
def inks_of_art(game: Game) -> Mapping[str, str]:
    """The colour of each drawing that has one."""
    return dict(INKED.findall(game.art()))


def inks_of(scene: Scene) -> Inks:
    """The colours of a scene. What begins several words of different colours has none."""
    art, found = inks_of_art(scene.game), dict[str, str]()
    for name, ink in _named(scene, art):
        for letters in range(LEAST, len(name) + 1):
            start = name[:letters]
            found[start] = ink if found.get(start, ink) == ink else ""
    return Inks(art, {start: ink for start, ink in found.items() if ink})


def _named(scene: Scene, art: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The first word of each component's name, with its colour."""
    for symbol, label in ((entry.symbol, entry.label) for entry in scene.reference):
        if symbol in art and (word := WORD.search(label)):
            yield word[0].lower(), art[symbol]
