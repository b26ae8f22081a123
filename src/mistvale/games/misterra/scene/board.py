"""The two boards of Misterra as sprites: the island that all share, and the parchments on which it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Sprite, with_mark
from ..reading import View
from ..reading.actions import is_blocked, sight_to_map
from ..reading.changes import changes, last_squares, latest_draw, otoma_squares
from ..reading.island import drawable, faithful, flags_left, region
from ..reading.names import owner, owner_name, owner_sign, owners, place_name, square_name, terrain_name, terrain_word
from ..reading.points import claim_points, is_choosing
from ..state import ACTING, COLUMNS, EFFECTS, FIRST_BEACH, MOVING, SIDE, SQUARES, TERRAINS

CELL, MARGIN = 100.0, 30.0
PAPER = 2 * MARGIN + SIDE * CELL  # a board without the beach
BEACH = 80.0  # the depth of the beach
STRIP = 136.0  # beside a parchment: hypotheses and claim flags; beside the island: tiles left
WIDTH, HEIGHT = PAPER, PAPER + BEACH  # the island's group
LABEL = (28.0, 28.0)
PAWN, FLAG, SIGN, TICK = 60.0, 54.0, 40.0, 24.0
BEACH_SIZE = (CELL * 0.8, CELL * 0.6)

COLUMNS_OF_SQUARES = tuple(range(first, first + SIDE) for first in range(0, SQUARES, SIDE))

# For those who read the boards in characters: a claim flag, a cartographer, a drawn square that agrees with the island,
# the beach.
FLAG_SIGN, PAWN_SIGN, TRUE_SIGN, BEACH_SIGN = "⚑", "@", "✓", "~"

# What lies over what, from the board up.
GROUND, CARD, TILE, MIST, FRAME, FIGURE, BADGE, TARGET = range(8)


def at(place: int) -> tuple[float, float]:
    """The middle of a square, or of a beach space: the same on the island and on a parchment."""
    column, row = (place - FIRST_BEACH, -1) if place >= FIRST_BEACH else divmod(place, SIDE)
    x = MARGIN + CELL * (column + 0.5)
    return x, MARGIN + CELL * (SIDE - row - 0.5) if row >= 0 else MARGIN + CELL * SIDE + BEACH / 2


def size(part: float) -> tuple[float, float]:
    """The size of something that is so large a part of a square."""
    return CELL * part, CELL * part


def parchment_group(view: View, seat: int) -> str:
    """The place of a seat's parchment on the table; one's own is one of the two boards."""
    return "parchment" if view.is_own(seat) else f"parchment-{seat}"


def labels(group: str, bottom: float) -> Iterator[Sprite]:
    """The letters below a board and the numbers beside it."""
    for i in range(SIDE):
        for text, x, y in ((COLUMNS[i].upper(), at(i * SIDE)[0], bottom), (str(i + 1), MARGIN / 2, at(i)[1])):
            yield Sprite(f"{group}-{text}", "coordinate", group, x, y, LABEL, text=text, short=text, layer=CARD)


@kept
def is_moving(view: View, seat: int) -> bool:
    """Whether a seat's cartographer is to go."""
    return seat == view.s.turn and view.s.phase == MOVING


@cache
def sight(key: str, group: str, square: int) -> Sprite:
    """A frame about a square that is in sight."""
    return Sprite(f"{key}-{square}", "sight", group, *at(square), size(0.98), layer=FRAME)


# ---------------------------------------------------------------- the island


@dataclass(frozen=True)
class Island:
    """The island: its tiles and their mist, what is in sight, claims with their regions, cartographers."""

    view: View

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """Everything on it but the targets."""
        yield from self.ground()
        seen, last, pawns = sight_to_map(self.view), last_squares(self.view), self.pawns_read()
        for column in COLUMNS_OF_SQUARES:
            stand = tuple([(place, read) for place, read in pawns.items() if place in column])
            yield from self.column(column, stand, last.intersection(column), seen.intersection(column))
        yield from self.beach()
        yield from self.signs()
        yield from self.claims()
        yield from self.pawns()

    def terrain(self, square: int) -> int:
        return self.view.s.island[square]

    @kept
    def ground(self) -> Iterator[Sprite]:
        """The island itself, and what columns and rows are called."""
        yield Sprite("island", "island", "island", WIDTH / 2, HEIGHT / 2, (WIDTH, HEIGHT), layer=GROUND)
        yield from labels("island", HEIGHT - MARGIN / 2)

    # ------------------------------------------------------------ squares

    @kept
    def column(
        self, column: range, pawns: tuple[tuple[int, str], ...], last: frozenset[int], seen: frozenset[int]
    ) -> Iterator[Sprite]:
        """The squares of a column: a step changes few of them, so most columns are kept as they are."""
        stand = dict(pawns)
        for square in column:
            sprites = self.square(square, stand.get(square, ""))
            yield from with_mark(sprites, "last") if square in last else sprites
            if square in seen:
                yield sight("sight", "island", square)

    @kept
    def square(self, square: int, pawns: str) -> Iterator[Sprite]:
        """A tile with its mist, or an empty square; and the cartographers on it in characters."""
        view, (x, y) = self.view, at(square)
        terrain = self.terrain(square)
        if terrain == NOTHING:
            said = view.words("term.square.empty", square=square_name(square))
            yield Sprite(f"empty-{square}", None, "island", x, y, size(0.9), said, short=".", layer=TILE)
        else:
            misty = not view.s.confirmed[square]
            yield Sprite(
                key=f"tile-{square}-{TERRAINS[terrain]}",
                symbol=f"tile-{TERRAINS[terrain]}",
                group="island",
                x=x,
                y=y,
                size=size(0.96),
                label=self.tile_label(square),
                short=self.read(square, pawns),
                hint=view.words(f"hint.rule.{TERRAINS[terrain]}"),
                layer=TILE,
                origin=f"supply-{TERRAINS[terrain]}",
            )
            if misty:
                # A tile that replaces another one comes with a mist of its own.
                yield Sprite(f"mist-{square}-{TERRAINS[terrain]}", "mist", "island", x, y, size(0.98), layer=MIST)

    def tile_label(self, square: int) -> str:
        """A tile in words."""
        key = "term.square.confirmed" if self.view.s.confirmed[square] else "term.square.mist"
        return self.view.words(key, square=square_name(square), terrain=terrain_word(self.view, self.terrain(square)))

    @kept
    def beach(self) -> Iterator[Sprite]:
        """The beach spaces, below row 1."""
        view, y = self.view, at(FIRST_BEACH)[1]
        row = view.words("term.beaches")
        yield Sprite("island-beach", None, "island", MARGIN / 2, y, LABEL, short=row, layer=CARD)
        for place in range(FIRST_BEACH, FIRST_BEACH + SIDE):
            said, rule = place_name(view, place), view.words("hint.rule.beach")
            short = self.pawns_read().get(place, BEACH_SIGN)
            key = f"beach-{place - FIRST_BEACH}"
            yield Sprite(key, None, "island", at(place)[0], y, BEACH_SIZE, said, short=short, hint=rule, layer=TILE)

    def read(self, square: int, pawns: str) -> str:
        """A tile in characters, with the flags and cartographers on it: those are not read by themselves."""
        view = self.view
        flags = [owner_sign(view, row) for row in owners(view) if square in view.s.claim[row]]
        said = [
            "" if view.s.confirmed[square] else "?",
            f" {FLAG_SIGN}{''.join(flags)}" if flags else "",
            f" {pawns}".rstrip(),
        ]
        return "".join((terrain_name(view, self.terrain(square)), *said))

    @kept
    def pawns_read(self) -> dict[int, str]:
        """The cartographers in characters, by the places where they stand."""
        found: dict[int, str] = {}
        for seat in range(self.view.seats):
            place = self.view.s.pawn[seat]
            found[place] = found.get(place, PAWN_SIGN) + owner_sign(self.view, seat)
        return found

    @kept
    def signs(self) -> Iterator[Sprite]:
        """What the latest step did to the island, and the squares that the Otoma's card names."""
        for square, what in changes(self.view).items():
            x, y = at(square)
            yield Sprite(
                f"effect-{square}", f"effect-{EFFECTS[what]}", "island", x - 28, y - 28, (SIGN, SIGN), layer=BADGE
            )
        for number, (square, focus) in enumerate(otoma_squares(self.view).items()):
            marks = ("focus",) if focus else ()
            place = ("island", *at(square), size(0.96))
            yield Sprite(f"named-{number}", None, *place, text="", layer=FRAME, marks=marks)
            x, y = at(square)
            badge = ("island", x + 30, y - 30, (SIGN, SIGN))
            yield Sprite(f"number-{number}", "points-badge", *badge, text=str(number + 1), layer=BADGE)

    # ------------------------------------------------------------ claims

    def claims(self) -> Iterator[Sprite]:
        """Claim flags, each with the size of its region."""
        for row in owners(self.view):
            for terrain in range(len(TERRAINS)):
                square = self.view.s.claim[row][terrain]
                if square != NOTHING:
                    yield from self.claim(row, terrain, square)

    @kept
    def claim(self, row: int, terrain: int, square: int) -> Iterator[Sprite]:
        """One flag, and the tiles of its region."""
        view, (x, y) = self.view, at(square)
        whose, tiles = owner(row), region(view, square)
        said = {"terrain": terrain_word(view, terrain), "name": owner_name(view, row), "square": square_name(square)}
        fresh = view.was is not None and view.was.claim[row][terrain] != square
        yield Sprite(
            key=f"claim-{whose}-{terrain}",
            symbol=f"claim-{whose}",
            group="island",
            x=x + 13,
            y=y - 13,
            size=(FLAG, FLAG),
            hint=f"{view.words('hint.claim.label', n=len(tiles), **said)}\n{self.claim_hint(row, terrain)}",
            layer=FIGURE,
            origin=f"flag-{whose}-{flags_left(view, row)}",
            marks=("focus",) if fresh and view.beat == "claims" else ("last",) if fresh else (),
        )
        badge = (x + 34, y + 16, (34.0, 34.0))
        yield Sprite(f"tiles-{whose}-{terrain}", "points-badge", "island", *badge, text=str(len(tiles)), layer=BADGE)

    def claim_hint(self, row: int, terrain: int) -> str:
        """What a claim would score if the match ended now."""
        points = claim_points(self.view, row, terrain)
        return self.view.words("hint.claim.points", n=points) if points else self.view.words("hint.claim.shared")

    def marked(self, tiles: tuple[int, ...]) -> Iterator[Sprite]:
        """A region, laid over its tiles."""
        for square in tiles:
            yield Sprite(f"region-{square}", "region", "island", *at(square), size(0.98), layer=FRAME)

    # ------------------------------------------------------------ cartographers

    @kept
    def pawns(self) -> Iterator[Sprite]:
        """The cartographers; those who share a place stand side by side."""
        view = self.view
        places = view.s.pawn[: view.seats]
        for seat, place in enumerate(places):
            if place == NOTHING:
                continue
            beside = [other for other in range(view.seats) if places[other] == place]
            step = min(PAWN * 0.7, (CELL - PAWN * 0.8) / max(1, len(beside) - 1))
            x, y = at(place)
            yield Sprite(
                key=f"pawn-{seat}",
                symbol=f"pawn-{seat}",
                group="island",
                x=x + (beside.index(seat) - (len(beside) - 1) / 2) * step,
                y=y + (0 if place >= FIRST_BEACH else 12),
                size=(PAWN, PAWN),
                hint=view.words("term.pawn", name=view.name(seat), place=place_name(view, place)),
                layer=FIGURE,
                origin=parchment_group(view, seat),
                marks=("focus",) if is_moving(view, seat) else (),
            )
            if view.is_own(seat) and is_blocked(view):
                sign = (x - 28, y - 28, (SIGN, SIGN))
                yield Sprite("blocked", "jungle-block", "island", *sign, hint=view.words("hint.blocked"), layer=BADGE)


# ---------------------------------------------------------------- parchments


@dataclass(frozen=True)
class Parchment:
    """A seat's parchment: what it has drawn, and, on one's own, what is in sight."""

    view: View
    seat: int

    @property
    def group(self) -> str:
        return parchment_group(self.view, self.seat)

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """Everything on it but the targets."""
        yield from self.paper()
        if is_choosing(self.view, self.seat):
            return  # hypotheses lie there
        yield from self.laid()
        seen, why, true = self.seen, self.why_not(), faithful(self.view, self.seat)
        drawn = latest_draw(self.view, self.seat)
        for column in COLUMNS_OF_SQUARES:
            fresh = tuple([(square, f"taken-{half}") for half, square in enumerate(drawn) if square in column])
            agree, reasons = tuple([square in true for square in column]), why[column.start : column.stop]
            yield from self.column(column, reasons, agree, fresh, seen.intersection(column))

    @kept
    def column(
        self,
        column: range,
        why: tuple[str, ...],
        agree: tuple[bool, ...],
        fresh: tuple[tuple[int, str], ...],
        seen: frozenset[int],
    ) -> Iterator[Sprite]:
        """The squares of a column, as on the island."""
        origins = dict(fresh)
        for square, reason, agrees in zip(column, why, agree, strict=True):
            yield from self.square(square, reason, agrees, origins.get(square, "sketches"))
            if square in seen:
                yield sight("seen", self.group, square)

    @kept
    def paper(self) -> Iterator[Sprite]:
        """The parchment itself, and what columns and rows are called where there is room."""
        yield Sprite(f"paper-{self.seat}", "parchment", self.group, PAPER / 2, PAPER / 2, (PAPER, PAPER), layer=GROUND)
        if not is_choosing(self.view, self.seat):
            yield from labels(self.group, PAPER - MARGIN / 2)

    @property
    def seen(self) -> frozenset[int]:
        return sight_to_map(self.view) if self.view.is_own(self.seat) else frozenset()

    @kept
    def why_not(self) -> tuple[str, ...]:
        """For each square: why neither half of the sketch that the viewer is about to draw can lie there."""
        view = self.view
        if not view.is_own(self.seat) or view.s.phase != ACTING:
            return ("",) * SQUARES
        if is_blocked(view):
            return (view.words("hint.blocked"),) * SQUARES
        if not self.seen:
            return ("",) * SQUARES
        within, why = drawable(view, self.seat), view.words("hint.unseen")
        return tuple("" if square in within else why for square in range(SQUARES))

    @kept
    def laid(self) -> Iterator[Sprite]:
        """The sketch that the seat has laid last."""
        squares = latest_draw(self.view, self.seat)
        if not squares:
            return
        (ax, ay), (bx, by) = (at(square) for square in squares)
        turn = 0.0 if ay == by else 90.0
        key = f"laid-{self.seat}-{min(squares)}-{max(squares)}"
        place = (self.group, (ax + bx) / 2, (ay + by) / 2, (2 * CELL, CELL))
        yield Sprite(key, "sketch", *place, turn=turn, layer=CARD, origin="taken", marks=("last",))

    @kept
    def square(self, square: int, why: str, agrees: bool, origin: str) -> Iterator[Sprite]:
        """What is drawn on a square: why nothing can be, whether it shows what is confirmed, where it came from."""
        view, (x, y) = self.view, at(square)
        terrain = view.s.parchment[self.seat][square]
        name = square_name(square)
        if terrain == NOTHING:
            said = view.words("term.drawn.empty", square=name)
            key = f"blank-{self.seat}-{square}"
            yield Sprite(key, None, self.group, x, y, size(0.9), said, why, short=".", layer=TILE)
            return
        key = "term.drawn.faithful" if agrees else "term.drawn"
        yield Sprite(
            key=f"ink-{self.seat}-{square}-{TERRAINS[terrain]}",
            symbol=f"ink-{TERRAINS[terrain]}",
            group=self.group,
            x=x,
            y=y,
            size=size(0.9),
            label=view.words(key, square=name, terrain=terrain_word(view, terrain)),
            short=f"{terrain_name(view, terrain)}{f' {TRUE_SIGN}' if agrees else ''}",
            hint=why,
            layer=TILE,
            origin=origin,
        )
        if agrees:
            tick = (self.group, x + 34, y + 34, (TICK, TICK))
            yield Sprite(f"true-{self.seat}-{square}", "effect-confirm", *tick, layer=BADGE)
