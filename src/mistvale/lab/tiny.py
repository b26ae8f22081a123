"""Tiny boxes: games so small that all of their matches can be gone through.

They are what is left of a box when its cards are few, its hands short and its match one round. Nobody would play them
for fun; they are there to measure by.
"""

from __future__ import annotations

from typing import Any

from ..core.box import Box, Data
from ..core.errors import BadTable
from ..core.game import Game


def _misty(cards: list[dict[str, Any]], hand: int, long: int, short: int) -> Data:
    """One round of one deal."""
    window = {"deals": 1, "hand": hand, "long": long, "short": short}
    return {
        "game": "misty",
        "match": {"wins": 1, "pair": 1},
        "windows": {"standard": window, "small": window},
        "cards": cards,
    }


def _secret_valley(cards: list[dict[str, Any]], hand: int, long: int, short: int) -> Data:
    """One round, for two seats; what others would play with is as small as it may be."""
    others = {"hand": 2, "long": 3, "short": 1}, {"hand": 2, "long": 4, "short": 1}
    tables = {"2": {"hand": hand, "long": long, "short": short}, "3": others[0], "4": others[1]}
    return {"game": "secret-valley", "match": {"rounds": 1, "settlements": 6}, "tables": tables, "cards": cards}


ROCKET = {"name": "rocket", "class": "arrow", "arrow": "up", "points": 1}
FLOWER = {"name": "flower", "class": "flower", "points": 2}
MONSTER = {"name": "monster", "class": "monster", "points": 1}
SMILE = {"name": "smile", "class": "smile", "points": 1}


def _site(name: str, terrain: str, number: int, **scores: Any) -> dict[str, Any]:
    return {"name": name, "terrain": terrain, "number": number, "scores": scores}


SITES = [
    _site("cave", "mountain", 1, where="adjacent", which="water", how="count", points=3),
    _site("lake", "water", 2, where="around", which="higher", how="count", points=2),
    _site("grove", "forest", 3, where="adjacent", which="other", how="count", points=2),
    _site("meadow", "plain", 4, where="line", which="own", how="count", points=1),
    _site("ridge", "mountain", 5, how="free-sides", points=1),
    _site("spring", "water", 6, where="adjacent", which="all", how="count", points=1),
    _site("thicket", "forest", 7, where="adjacent", which="lower", how="count", points=1),
    _site("heath", "plain", 8, how="none-free", points=4),
]

BOXES: dict[str, Data] = {
    # Four cards, two of each hand's: a pick, the last card, and where it goes.
    "misty-4": _misty([FLOWER | {"count": 2}, MONSTER | {"count": 1}, SMILE | {"count": 1}], 2, 2, 1),
    # Six cards: two picks, and two places.
    "misty-6": _misty([FLOWER | {"count": 2}, MONSTER | {"count": 2}, SMILE | {"count": 2}], 3, 3, 1),
    "misty-6-arrows": _misty([ROCKET | {"count": 2}, FLOWER | {"count": 2}, MONSTER | {"count": 2}], 3, 3, 1),
    # Eight cards, four of them dealt: a card to keep, a card to play, and where the second one goes.
    "valley-8": _secret_valley(SITES, 2, 2, 1),
}
"""By name: what `mistvale.lab.openspiel` takes as `box`."""


def box(game: Game, name: str) -> Box:
    """The tiny box of a game called so."""
    known = [each for each, data in BOXES.items() if data["game"] == game.name]
    if name not in known:
        raise BadTable("no-tiny-box", title=game.title, name=name, known=", ".join(known))
    return game.box(BOXES[name], stated_figures=False)
