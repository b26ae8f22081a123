"""Drawings that are told apart by their colours, without them: as somebody sees them who sees none."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
from playwright.sync_api import Page

import mistvale as mv

from .pixels import light
from .screens import PIXELS

# Families of which each member has a colour of its own: owners, kinds of goods, of land and of people.
FAMILIES = {
    "misty": [r"seat-\d"],
    "secret-valley": [r"seat-\d", r"settlement-\d", r"terrain-\w+"],
    "misterra": [r"seat-\d", r"pawn-\d", r"claim-(\d|otoma)", r"tile-\w+", r"ink-\w+", r"terrain-\w+"],
    "misty-valley": [
        *(r"seat-\d", r"captain-\d", r"banner-\d", r"patrol-\d", r"patrol-back-\d", r"would-\d", r"count-\d"),
        *(r"resource-\w+", r"valley-(acorn|mushroom|water|berry|crystal)"),
    ],
    "valdora": [
        *(r"seat-\d", r"pawn-\d", r"gem-\w+", r"town-[a-d]", r"harbour-\d"),
        *(rf"{thing}-(silver|yellow|white|purple|red|blue|green)" for thing in ("palace", "craftsman", "workshop")),
        *(rf"{thing}-(silver|yellow|white|purple|red|blue|green)" for thing in ("commission", "emblem")),
    ],
}
SIZE = 48  # pixels, about what they have on a table with a good screen
GROUND = "#c3d4cf"
PLAIN = 0.2  # a difference that is plainly seen, of the brightness between black and white
# In how many pixels two drawings differ plainly at least: a sign of some ten by ten, half of it ink.
APART = 50


def symbols(game: str) -> dict[str, str]:
    """The drawings of a game, and their boxes."""
    art = drawn(game)
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*viewBox="([^"]+)"', art))


def drawn(game: str) -> str:
    return (Path(mv.__file__).parent / "games" / game.replace("-", "_") / "art.svg").read_text(encoding="utf-8")


def members(game: str, family: str) -> list[str]:
    found = [name for name in symbols(game) if re.fullmatch(family, name)]
    assert len(found) > 1, f"{game} has no family {family}"
    return found


def sheet(game: str, names: list[str]) -> str:
    """All of them beside each other on one page."""
    boxes = symbols(game)
    cells = "".join(
        f'<svg x="{SIZE * place}" width="{SIZE}" height="{SIZE}" viewBox="{boxes[name]}"><use href="#{name}"/></svg>'
        for place, name in enumerate(names)
    )
    width = SIZE * len(names)
    return (
        f'<body style="margin: 0; background: {GROUND}"><div style="position: absolute; left: -999px">{drawn(game)}'
        f'</div><svg style="display: block" width="{width}" height="{SIZE}">{cells}</svg>'
    )


def looked_at(page: Page, game: str) -> Iterator[tuple[str, np.ndarray]]:
    """Each member of each family as brightness, without colour."""
    names = list(dict.fromkeys(name for family in FAMILIES[game] for name in members(game, family)))
    page.set_viewport_size({"width": SIZE * len(names), "height": SIZE})
    page.set_content(sheet(game, names))
    height, data = page.evaluate(PIXELS, base64.b64encode(page.screenshot()).decode())
    colours = np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, -1, 3)
    # Brightness as eyes have it, not as light has it.
    bright = np.cbrt(light(colours))
    for place, name in enumerate(names):
        yield name, bright[:, SIZE * place : SIZE * (place + 1)]


def distance(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels are of another brightness: how dark each is on the whole does not count, lines do."""
    return int((np.abs((one - np.median(one)) - (other - np.median(other))) > PLAIN).sum())


def distances(page: Page, game: str) -> dict[tuple[str, str], int]:
    seen = dict(looked_at(page, game))
    pairs = [pair for family in FAMILIES[game] for pair in combinations(members(game, family), 2)]
    return {(one, other): distance(seen[one], seen[other]) for one, other in pairs}


def alike(page: Page) -> list[str]:
    """Pairs that those who see no colours take for the same."""
    return [
        f"{game}: {one} and {other}, {apart} pixels apart"
        for game in FAMILIES
        for (one, other), apart in distances(page, game).items()
        if apart < APART
    ]
