"""Positions of Misterra are drawn, the beach below: s j l m for tiles in mist, S J L M for confirmed ones, a dot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING, unpacked
from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading import View
from mistvale.games.misterra.reading.points import parts
from mistvale.games.misterra.state import (
    ACTING,
    CHOOSING,
    DECK,
    FIRST_BEACH,
    FIRST_SQUARE,
    MOVING,
    OTOMA,
    REFILLING,
    SIDE,
    SKETCH_NAMES,
    SQUARE_NAMES,
    SQUARES,
    SWEEPING,
    TERRAINS,
)

from .. import position

LETTERS = "sjlm"
EMPTY = "\n".join([". . . . ."] * SIDE)
PHASES = {
    "move": MOVING,
    "take": CHOOSING,
    "act": ACTING,
    "end": REFILLING,
    "sweep": SWEEPING,
    "otoma": FIRST_SQUARE,
}


def read(picture: str) -> list[str]:
    """The characters of a picture, in the order a1 a2 ... e5."""
    rows = [line.split() for line in picture.strip().splitlines()]
    assert [len(row) for row in rows] == [SIDE] * SIDE, "a picture has five rows of five"
    return [rows[SIDE - 1 - row][column] for column in range(SIDE) for row in range(SIDE)]


def place_of(word: str) -> int:
    """A square, or a beach space: `beach a`."""
    return FIRST_BEACH + "abcde".index(word[-1]) if word.startswith("beach") else SQUARE_NAMES.index(word)


class Chart:
    """A position as drawn, at a table of the real game: it is seat 0's turn, and all but fresh ones have had one."""

    def __init__(
        self,
        island: str = EMPTY,
        *,
        seats: int = 2,
        pawns: Sequence[str] = (),
        parchments: Sequence[str] = (),
        claims: Mapping[int, Sequence[str]] | None = None,
        hypotheses: Mapping[int, Sequence[str]] | None = None,
        sketch: str | None = None,
        open: Sequence[str] | None = None,
        deck: Sequence[str] | None = None,
        phase: str = "move",
        half: int = 0,
        turn: int = 0,
        masters: bool = False,
        ending: int = 0,
        fresh: bool = False,
        tiles: Mapping[str, int] | None = None,
        face: tuple[str, str, int] | None = None,
        named: tuple[str, str] | None = None,
        seed: int = 1,
    ) -> None:
        data = dict(GAME.box().data)
        if tiles is not None:
            data = {**data, "tiles": {**data["tiles"], **tiles}}
        self.match: Match = open_match(
            GAME,
            seats=seats,
            seed=seed,
            options={"first_game": "true", "masters": masters},
            box=GAME.box(data) if tiles is not None else None,
        )
        self.box = self.match.box.record
        state = self.state = unpacked(self.match.state, GAME.state)
        state["first"], state["turn"], state["turns"], state["half"] = 0, turn, seats + turn, half
        state["phase"], state["ending"] = PHASES["act" if sketch else phase], ending
        if fresh:
            state["turns"] = turn
        for seat in range(0 if fresh else seats):
            state["pawn"][seat] = place_of(pawns[seat]) if seat < len(pawns) else FIRST_BEACH
        self._draw_island(island)
        for seat, picture in enumerate(parchments):
            state["parchment"][seat] = [LETTERS.find(char.lower()) for char in read(picture)]
        for row, squares in (claims or {}).items():
            for square in map(place_of, squares):
                state["claim"][row, int(state["island"][square])] = square
        if hypotheses is not None:
            self._give(hypotheses)
        self._stack(sketch, open, deck, half)
        if face is not None:
            self._face(*face)
        if named is not None:
            state["named"] = [place_of(square) for square in named]
        self.match = position(self.match, state)

    # ------------------------------------------------------------ drawing

    def _draw_island(self, picture: str) -> None:
        for square, char in enumerate(read(picture)):
            self.state["island"][square] = LETTERS.find(char.lower())
            self.state["confirmed"][square] = char.isupper()
        for terrain in range(len(TERRAINS)):
            used = int((self.state["island"] == terrain).sum())
            self.state["supply"][terrain] = int(self.box["tiles"][terrain]) - used

    def _give(self, hypotheses: Mapping[int, Sequence[str]]) -> None:
        words = self.match.box.words["hypotheses"]
        self.state["first_game"] = 0
        self.state["holder"], self.state["kept"] = NOTHING, 0
        given = {words.index(name) for names in hypotheses.values() for name in names}
        rest = [h for h in range(len(words)) if h not in given]
        for seat in range(self.match.seats):
            own = [words.index(name) for name in hypotheses.get(seat, ())]
            own += [rest.pop() for _ in range(2 - len(own))]
            for number, hypothesis in enumerate([*own, rest.pop(), rest.pop()]):
                self.state["holder"][hypothesis], self.state["kept"][hypothesis] = seat, number < 2
            self.state["chosen"][seat] = 2

    def _stack(self, sketch: str | None, opened: Sequence[str] | None, deck: Sequence[str] | None, half: int) -> None:
        """The sketches asked for; the others are in the deck, or gone where the deck is given."""
        state = self.state
        copies = [int(count) for count in self.box["sketches"][self.match.seats]]
        left = [kind for kind, count in enumerate(copies) for _ in range(count)]

        def pick(name: str | None = None) -> int:
            kind = left[len(left) // 3] if name is None else SKETCH_NAMES.index(name)
            left.remove(kind)
            return kind

        state["sketch"] = NOTHING if sketch is None else pick(sketch)
        missing = half + (sketch is not None) + (int(state["phase"]) == REFILLING)
        shown = [pick(name) for name in opened] if opened is not None else [pick() for _ in range(5 - missing)]
        state["open"] = [*shown, *[NOTHING] * (5 - len(shown))]
        if self.match.seats == 1:
            state["out"] = [pick(), pick()]
        stacked = left.copy() if deck is None else [pick(name) for name in deck]
        gone = [] if deck is None else left
        # Enough are gone for what the parchments show.
        while 2 * len(gone) < int((state["parchment"] != NOTHING).sum()) and deck is None:
            gone.append(stacked.pop())
        state["gone"] = [gone.count(kind) for kind in range(len(SKETCH_NAMES))]
        state["deck"] = [*stacked, *[NOTHING] * (DECK - len(stacked))]
        state["top"], state["left"], state["known"] = 0, len(stacked), 0

    def _face(self, first: str, second: str, mark: int) -> None:
        """Exchange Otoma cards so that one with that terrain side is on top."""
        wanted = [TERRAINS.index(first), TERRAINS.index(second), mark]
        state, box = self.state, self.box
        for turned in range(21):
            card = int(state["otoma"][turned])
            if [*map(int, box["otoma_terrain"][card]), int(box["otoma_mark"][card])] == wanted:
                state["turned"], state["face"] = turned, wanted
                return
        raise AssertionError("no card of this deck has that face: take another seed")

    # ------------------------------------------------------------ playing

    def play(self, *moves: str) -> Chart:
        """Moves of whoever decides."""
        for move in moves:
            self.match.play(self.match.pending[0], move)
            self.match.audit()
        return self

    def legal(self, verb: str = "", seat: int = 0) -> set[str]:
        """The legal moves that begin with a word."""
        return {str(move) for move in self.match.legal(seat) if move.startswith(verb)}

    @property
    def now(self) -> Any:
        return self.match.raw

    def look(self, seat: int = 0) -> View:
        """What a seat sees."""
        return self.match.look(seat)

    def at(self, square: str) -> str:
        """What lies on a square of the island, as it is drawn."""
        return shown(self.now, place_of(square))

    def island(self) -> list[str]:
        return [shown(self.now, square) for square in range(SQUARES)]

    def drawn(self, square: str, seat: int = 0) -> str:
        """What a parchment shows."""
        terrain = int(self.now["parchment"][seat, place_of(square)])
        return "." if terrain == NOTHING else LETTERS[terrain]

    def supply(self, terrain: str) -> int:
        return int(self.now["supply"][TERRAINS.index(terrain)])

    def parts(self, seat: int = 0) -> dict[str, int]:
        return parts(self.look(seat), seat)

    def claims(self, row: int = 0) -> set[str]:
        """Where claim tokens lie."""
        return {SQUARE_NAMES[int(square)] for square in self.now["claim"][row] if square != NOTHING}

    def open(self) -> list[str]:
        """The sketches that lie open."""
        return [SKETCH_NAMES[int(kind)] for kind in self.now["open"] if kind != NOTHING]

    def beats(self) -> list[str]:
        """The beats since the position was drawn."""
        return [str(self.match.step(n).beat) for n in range(self.match.steps + 1) if self.match.step(n).beat]

    def worlds(self, viewer: int, count: int = 30) -> list[Any]:
        """Worlds dealt anew for a viewer."""
        found = []
        for seed in range(count):
            world = self.now.copy()
            verbs.redeal(world, self.box, viewer, seed_words(seed.to_bytes(32, "little")))
            found.append(world)
        return found


def shown(state: Any, square: int) -> str:
    """A square of the island, as it is drawn."""
    terrain = int(state["island"][square])
    if terrain == NOTHING:
        return "."
    return LETTERS[terrain].upper() if int(state["confirmed"][square]) else LETTERS[terrain]


@pytest.fixture
def chart() -> Callable[..., Chart]:
    return Chart


@pytest.fixture
def otoma_row() -> int:
    return OTOMA
