"""Positions of Misty Valley are laid out tile by tile: `Table().lay("acorn-1", "0,-1").patrol(0, "111110", "1,-1")`."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING, unpacked
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.rules.table import lay, lift
from mistvale.games.misty_valley.state import (
    ABILITIES,
    FIRST_PATROL,
    FLOWER,
    PATROLS,
    PLACES,
    START,
    TILES,
    TOKEN_NAMES,
    WALL,
)

from .. import position


def hex_at(text: str) -> int:
    """The number of the hex written `q,r`."""
    q, r = text.split(",")
    return PLACES.index((int(q), int(r)))


def changed_box(**changes: Any) -> Any:
    """The game's own box with other tables in it, stated figures left aside."""
    return GAME.box({**copy.deepcopy(dict(GAME.box().data)), **changes}, stated_figures=False)


class Table:
    """A position with the start tile, and what is laid beside it. Everything else is in the stacks."""

    def __init__(
        self, *, turn: int = 0, boards: str = "AA", abilities: bool = True, expansion: bool = False, box: Any = None
    ) -> None:
        options = {"boards": boards, "abilities": abilities, "expansion": expansion}
        self.match: Match = open_match(GAME, seed=1, options=options, box=box)
        self.box = self.match.box.record
        self.sites, self.kinds = self.match.box.words["tiles"], self.match.box.words["patrols"]
        self.state = unpacked(self.match.state, GAME.state)
        for tile in range(TILES):
            if tile != START and int(self.state["place"][tile]) != NOTHING:
                lift(self.state, tile)
        self.state["turn"] = self.state["first"] = turn
        self._open: list[str] | None = None
        self._next: dict[str, list[Any]] = {"valley": [], "encounters": [], "tokens": []}
        self._hands: dict[int, tuple[str, ...]] = {}
        self._ready = False

    # ------------------------------------------------------------ laying it out

    def lay(self, name: str, where: str, banner: int | None = None) -> Table:
        """A valley tile or encounter, with a seat's banner on it."""
        site = self.sites.index(name)
        lay(self.state, site, hex_at(where))
        if banner is not None:
            self.state["banner"][site] = banner
        return self

    def patrol(self, seat: int, name: str, where: str, turn: int = 0) -> Table:
        """A patrol tile: its first printed side faces the side `turn` of the table."""
        kind = self.kinds.index(name)
        lay(self.state, FIRST_PATROL + seat * PATROLS + kind, hex_at(where))
        self.state["turned"][seat, kind] = turn
        return self

    def captain(self, seat: int, name: str) -> Table:
        self.state["captain"][seat] = self.sites.index(name)
        return self

    def wall(self, name: str, side: int) -> Table:
        self.state["wall"][self.sites.index(name)] = side
        return self

    def flowers(self, *names: str) -> Table:
        for name in names:
            self.state["flowers"][self.sites.index(name)] = 1
        return self

    def used(self, seat: int, *abilities: str) -> Table:
        for ability in abilities:
            self.state["ability"][seat, ABILITIES.index(ability)] = 0
        return self

    def open(self, *names: str) -> Table:
        """The open valley tiles; any two without footprints if none are named."""
        self._open = list(names)
        return self

    def next(self, *names: str) -> Table:
        """What the stacks of valley tiles, encounters and tokens give next."""
        for name in names:
            if name in TOKEN_NAMES:
                self._next["tokens"].append(name)
            else:
                self._next["valley" if self.sites.index(name) < int(self.box["valley"]) else "encounters"].append(name)
        return self

    def hand(self, seat: int, *names: str) -> Table:
        """Patrols that are in hand; others fill it up."""
        self._hands[seat] = names
        return self

    # ------------------------------------------------------------ putting the rest into the stacks

    def ready(self) -> Table:
        """The position as a match that goes on from here."""
        if not self._ready:
            self._ready = True
            self._fill_valley()
            self._fill("encounters", "encounter_top", int(self.box["valley"]), int(self.box["sites"]))
            self._fill_tokens()
            for seat in (0, 1):
                self._fill_hand(seat)
            self.match = position(self.match, self.state)
        return self

    def _bare(self, first: int, end: int) -> list[str]:
        return [self.sites[t] for t in range(first, end) if int(self.state["place"][t]) == NOTHING]

    def _fill_valley(self) -> None:
        bare = [name for name in self._bare(0, int(self.box["valley"])) if name not in self._next["valley"]]
        plain = [name for name in bare if not int(self.box["footprints"][self.sites.index(name)])]
        names = [*plain, *bare][:2] if self._open is None else self._open
        for slot in (0, 1):
            self.state["open"][slot] = self.sites.index(names[slot]) if slot < len(names) else NOTHING
        self._fill("valley", "valley_top", 0, int(self.box["valley"]), names)

    def _fill(self, field: str, top: str, first: int, end: int, away: list[str] | tuple[str, ...] = ()) -> None:
        wanted = self._next[field]
        rest = wanted + [name for name in self._bare(first, end) if name not in wanted and name not in away]
        count = end - first - len(rest)
        self.state[field] = NOTHING
        self.state[top] = count
        self.state[field][count : end - first] = [self.sites.index(name) for name in rest]

    def _fill_tokens(self) -> None:
        if not int(self.state["expansion"]):
            return
        left = {WALL: int(self.box["walls"]), FLOWER: int(self.box["flower_tokens"])}
        left[WALL] -= int((self.state["wall"] != NOTHING).sum())
        left[FLOWER] -= int(self.state["flowers"].sum())
        wanted = [TOKEN_NAMES.index(name) for name in self._next["tokens"]]
        for token in wanted:
            left[token] -= 1
        rest = wanted + [WALL] * left[WALL] + [FLOWER] * left[FLOWER]
        end = int(self.box["walls"]) + int(self.box["flower_tokens"])
        self.state["tokens"] = NOTHING
        self.state["token_top"] = end - len(rest)
        self.state["tokens"][end - len(rest) : end] = rest

    def _fill_hand(self, seat: int) -> None:
        own = [name for kind, name in enumerate(self.kinds) if int(self.box["has"][seat, kind])]
        first = FIRST_PATROL + seat * PATROLS
        bare = [name for name in own if int(self.state["place"][first + self.kinds.index(name)]) == NOTHING]
        wanted = self._hands.get(seat, ())
        hand = [*wanted, *(name for name in bare if name not in wanted)][: int(self.box["hand"])]
        rest = [name for name in bare if name not in hand]
        end = int(self.box["patrols"][seat])
        self.state["hand"][seat], self.state["pile"][seat] = 0, NOTHING
        for name in hand:
            self.state["hand"][seat, self.kinds.index(name)] = 1
        self.state["held"][seat], self.state["pile_top"][seat] = len(hand), end - len(rest)
        self.state["pile"][seat, end - len(rest) : end] = [self.kinds.index(name) for name in rest]

    # ------------------------------------------------------------ playing on

    def play(self, *moves: str) -> Table:
        """Moves of whoever is to decide."""
        self.ready()
        for move in moves:
            self.match.play(self.match.pending[0], move)
            self.match.audit()
        return self

    @property
    def now(self) -> Any:
        return self.ready().match.raw

    @property
    def legal(self) -> set[str]:
        """The legal moves of whoever is to decide."""
        match = self.ready().match
        return {str(move) for move in match.legal(match.pending[0])} if match.pending else set()

    def may(self, verb: str) -> set[str]:
        """What may follow a verb."""
        return {move.removeprefix(f"{verb} ") for move in self.legal if move.startswith(f"{verb} ")}

    def owner(self, name: str) -> int | None:
        """Whose banner is on a tile."""
        seat = int(self.now["banner"][self.sites.index(name)])
        return None if seat == NOTHING else seat

    def where(self, name: str) -> str:
        q, r = PLACES[int(self.now["place"][self.sites.index(name)])]
        return f"{q},{r}"

    def captain_on(self, seat: int) -> str | None:
        site = int(self.now["captain"][seat])
        return None if site == NOTHING else self.sites[site]

    @property
    def beats(self) -> list[str]:
        """What has happened by itself."""
        steps = (self.match.step(n) for n in range(self.match.steps + 1))
        return [step.beat for step in steps if step.beat]

    @property
    def epoch(self) -> int:
        return int(self.now["epoch"])

    @property
    def scores(self) -> tuple[int, ...]:
        return self.ready().match.scores


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table
