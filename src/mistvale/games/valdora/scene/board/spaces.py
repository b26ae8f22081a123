"""Spaces of the board: what one can do there, what a stop costs, who stands there, and the gems on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .....core.keeping import kept
from .....scene import Sprite
from .....scene.panels import listed
from ...reading import View
from ...reading.board import Stop, stops
from ...reading.names import colour_label, gems_label, space_label, space_name, space_row, space_symbol, ways_hint
from ...state import GEMS, GOING, MINE, PALACE, ROAD, TOWN
from ..drawn import Drawn
from ..layout import Point, beside
from .gems import gem_sprites, read
from .places import SIZES, middles, rows

PAWN = 66.0
GEM = 33.0
# Where gems of up to five colours lie on a road, about its middle.
ON_ROAD = {
    1: ((0, 0),),
    2: ((-17, 2), (17, 2)),
    3: ((-17, -12), (17, -12), (0, 17)),
    4: ((-17, -14), (17, -14), (-17, 17), (17, 17)),
    5: ((-27, -13), (0, -13), (27, -13), (-14, 17), (14, 17)),
}


@dataclass(frozen=True)
class Space(Drawn):
    """A space of a view's board."""

    space: int

    @property
    def name(self) -> str:
        """What moves call it."""
        return space_name(self.view, self.space)

    @property
    def middle(self) -> Point:
        return middles(self.view)[self.space]

    @property
    def side(self) -> float:
        """How large it is drawn."""
        return SIZES[rows(self.view)[self.space]["kind"]]

    @property
    def stop(self) -> Stop | None:
        """What a stop there would be, while the viewer's pawn is to go."""
        found = possible_stops(self.view)
        return found[self.space] if found else None

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """The space, what a stop there costs, and the gems that lie on it."""
        move = self.view.may(f"go {self.name}")
        yield self.itself(move)
        if move and (stop := self.stop):
            symbol, round_it = "stop-idle" if stop.idle else "stop", self.side * 1.3
            yield Sprite(f"stop-{self.name}", symbol, "board", *self.middle, (round_it, round_it), layer=1)
            yield from self.cost(stop)
        yield from self.gems()
        yield from read(self.view, self.name, self.middle, self.s.gems[self.space], pawns_on(self.view, self.space))

    def itself(self, move: str | None) -> Sprite:
        """Its drawing, and the move to it."""
        return Sprite(
            f"space-{self.name}",
            space_symbol(self.view, self.space),
            "board",
            *self.middle,
            (self.side, self.side),
            label=space_label(self.view, self.space),
            short=self.name,
            hint=self.hint(),
            layer=2,
            move=move,
        )

    def cost(self, stop: Stop) -> Iterator[Sprite]:
        """Badges beside a space where one can stop: coins to pay, provisions to use up."""
        x, y = self.middle
        aside, above = self.side * 0.44, self.side * 0.4
        if stop.toll:
            at = x + aside, y - above
            yield Sprite(f"toll-{self.name}", "toll", "board", *at, (52.0, 52.0), layer=8, text=str(stop.toll))
        if stop.provisions:
            at = x - aside, y - above
            yield Sprite(f"fed-{self.name}", "provisions", "board", *at, (38.0, 38.0), layer=8)

    def gems(self) -> Iterator[Sprite]:
        """The gems on a road: one of each colour, with how many there are."""
        x, y = self.middle
        counts = self.s.gems[self.space]
        colours = [gem for gem in range(len(GEMS)) if counts[gem] > 0]
        for gem, (dx, dy) in zip(colours, ON_ROAD.get(len(colours), ()), strict=True):
            key, here = f"gem-{self.name}-{GEMS[gem]}", self.is_here()
            yield from gem_sprites(self.view, key, gem, counts[gem], (x + dx, y + dy), GEM, here)

    def is_here(self) -> bool:
        """Whether the viewer's own pawn stands there."""
        return not self.view.looks_on and self.s.at[self.view.viewer] == self.space

    # ------------------------------------------------------------ in words

    def hint(self) -> str:
        """What one can do there, who is there, whether one can stop there now, and where ways lead from there."""
        lines = [self.action_hint()]
        if here := self.names_there():
            lines.append(self.view.words("hint.here", names=here))
        lines += self.stop_hint()
        lines.append(ways_hint(self.view, self.space))
        return "\n".join(line for line in lines if line)

    def names_there(self) -> str:
        """Who is there."""
        return listed(self.view, [self.view.name(seat) for seat in pawns_on(self.view, self.space)])

    def action_hint(self) -> str:
        """The action of a space."""
        words, row, kind = self.view.words, space_row(self.view, self.space), self.box.kind[self.space]
        if kind == ROAD:
            gems = gems_label(self.view, self.s.gems[self.space])
            return words("hint.road", gems=gems) if gems else words("hint.road.empty")
        if kind == PALACE:
            return words("hint.palace", colour=colour_label(self.view, self.box.client[self.space]))
        if kind == MINE:
            return words("hint.mine", n=self.box.purse)
        parts = []
        if "book" in row:
            parts.append(words(f"hint.book.{row['book']}"))
        if self.box.ships[self.space]:
            parts.append(words("hint.harbour", n=self.box.ships[self.space]))
        if kind == TOWN:
            parts.append(words("hint.town"))
        return "\n".join(parts)

    def stop_hint(self) -> Iterator[str]:
        """To a viewer who is to go: what a stop costs, whether it is for nothing, or why there can be none."""
        words, stop = self.view.words, self.stop
        if stop is None:
            return
        if stop.why_not:
            yield words(f"hint.stop.{stop.why_not}", n=stop.toll)
            return
        if stop.toll:
            yield words("hint.stop.toll", n=stop.toll, names=self.names_there())  # oneself is elsewhere
        if stop.provisions:
            yield words("hint.stop.provisions")
        if stop.idle:
            yield words("hint.stop.idle", why=words(f"why.{stop.idle}", n=self.box.purse))


@kept
def possible_stops(view: View) -> list[Stop]:
    """Where the viewer's pawn may stop, for each space; nothing unless it is to go."""
    is_to_go = view.is_pending(view.viewer) and view.s.phase == GOING
    return stops(view, view.viewer) if is_to_go else []


# ---------------------------------------------------------------- pawns


@kept
def pawns_on(view: View, space: int) -> list[int]:
    """The seats whose pawns stand on a space."""
    return [seat for seat in range(view.seats) if view.s.at[seat] == space]


@kept
def pawns(view: View) -> Iterator[Sprite]:
    """The adventurers; the space says who is there, and gets the clicks."""
    moved = [seat for seat in range(view.seats) if (move := view.latest(seat)) and move.startswith("go ")]
    for space in sorted(set(view.s.at[: view.seats])):
        # Beside the space, where gems and emblems are to be seen.
        for seat, (x, y) in zip(pawns_on(view, space), beside(middles(view)[space]), strict=False):
            marks = ("last",) if seat in moved else ()
            yield Sprite(f"pawn-{seat}", f"pawn-{seat}", "board", x, y, (PAWN, PAWN), layer=7, marks=marks)
