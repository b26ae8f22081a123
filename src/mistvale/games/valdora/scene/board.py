"""The board: ways, spaces with their gems, pawns, the discard space, craftsmen and workshops by their palaces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from ....core.grammar import signs
from ....core.keeping import kept
from ....core.knowledge import once
from ....core.rule import NOTHING
from ....scene import Group, Sprite
from ....scene.panels import listed
from ..reading import View
from ..reading.actions import loads_of
from ..reading.board import Stop, near_workshops, rounds_at_a_standstill, stands_in, stops
from ..reading.names import (
    colour_label,
    gem_label,
    gems_label,
    space_label,
    space_name,
    space_number,
    space_row,
    space_symbol,
    ways_hint,
)
from ..rules.delivering import colours_to_go
from ..state import COLOURS, GEMS, GOING, MINE, PALACE, ROAD, TOWN
from .drawn import Drawn
from .layout import HEIGHT, SPACE, WIDTH, Point, Ways, beside, yards

SIZES = {"town": 112.0, "road": 94.0, "mine": 96.0, "harbour": 98.0, "palace": 100.0}
WAY = 18.0
NUMBERED = {"road": (0.42, -0.44), "mine": (0.36, 0.34), "harbour": (0.0, 0.5)}  # where its number stands beside it
NUMBER = (52.0, 37.4)
PAWN = 66.0
GEM, PIT_GEM = 33.0, 36.0
PIT = 116.0  # the discard space
READ = 34.0  # how far below a place is written what lies there
YARD = (122.0, 58.0)  # craftsmen and a workshop, side by side
# Where gems of up to five colours lie on a road, about its middle.
ON_ROAD = {
    1: ((0, 0),),
    2: ((-17, 2), (17, 2)),
    3: ((-17, -12), (17, -12), (0, 17)),
    4: ((-17, -14), (17, -14), (-17, 17), (17, 17)),
    5: ((-27, -13), (0, -13), (27, -13), (-14, 17), (14, 17)),
}


def initials(name: str) -> str:
    """The first letters of a name's words, by which names are told apart that begin with the same word."""
    return "".join(word[0] for word in name.split())


@dataclass(frozen=True)
class Board(Drawn):
    """The board of a view."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The spaces as the box has them."""
        return cast(list[dict[str, Any]], self.view.box.data["board"]["spaces"])

    @kept
    def group(self) -> Group:
        """The board's place on the table; its note says how far the end is."""
        return Group("board", self.view.words("term.valley"), "main", WIDTH, HEIGHT, note=self.standing(), zoom=True)

    def standing(self) -> str:
        """How many colours of craftsmen are left between now and the end; or rounds, if a standstill is near."""
        if self.s.last_round:
            return self.view.words("term.note.last")
        quiet, most = rounds_at_a_standstill(self.view), self.box.standstill
        if 2 * quiet >= most:
            return self.view.words("term.note.standstill", n=most - quiet)
        return self.view.words("term.note.standing", n=self.view.ask(colours_to_go))

    def at(self, space: int) -> Point:
        """The middle of a space."""
        return float(self.rows[space]["x"]), float(self.rows[space]["y"])

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """From the ground up."""
        yield Sprite("ground", "valley", "board", WIDTH / 2, HEIGHT / 2, (WIDTH, HEIGHT), layer=0)
        yield from drawn_ways(self.view)
        yield from drawn_numbers(self.view)
        for space in range(len(self.rows)):
            yield from self.space(space)
        yield from self.pit()
        yield from self.palace_yards()
        yield from self.pawns()

    # ------------------------------------------------------------ ways and spaces

    @kept
    def space(self, space: int) -> Iterator[Sprite]:
        """A space, what a stop there costs, and the gems that lie on it."""
        view, name = self.view, space_name(self.view, space)
        x, y = self.at(space)
        side = SIZES[self.rows[space]["kind"]]
        move = view.may(f"go {name}")
        yield Sprite(
            f"space-{name}",
            space_symbol(view, space),
            "board",
            x,
            y,
            (side, side),
            label=space_label(view, space),
            short=name,
            hint=self.space_hint(space),
            layer=2,
            move=move,
        )
        if move:
            symbol = "stop-idle" if self.stops[space].idle else "stop"
            yield Sprite(f"stop-{name}", symbol, "board", x, y, (side * 1.3, side * 1.3), layer=1)
            yield from self.cost(name, self.stops[space], x, y, side)
        yield from self.lying(space, x, y)
        yield from self.read(name, x, y, self.s.gems[space], self.here(space))

    @kept
    def here(self, space: int) -> list[int]:
        """The seats whose pawns stand there."""
        return [seat for seat in range(self.view.seats) if self.s.at[seat] == space]

    def read(self, name: str, x: float, y: float, gems: list[int], seats: list[int]) -> Iterator[Sprite]:
        """What lies and stands on a place, for those who read the board in characters; there is nothing to draw."""
        short = signs([gem_label(self.view, gem) for gem in range(len(gems))])
        parts = [f"{n}{short[gem]}" for gem, n in enumerate(gems) if n]
        text = "".join(parts) + "".join(f"@{initials(self.view.name(seat))}" for seat in seats)
        if text:
            yield Sprite(f"read-{name}", None, "board", x, y + READ, (SPACE, SPACE / 2), short=text, layer=0)

    @property
    @kept
    def stops(self) -> list[Stop]:
        """Where the viewer's pawn may stop, while it is to go: for each space."""
        is_to_go = self.view.is_pending(self.view.viewer) and self.s.phase == GOING
        return stops(self.view, self.view.viewer) if is_to_go else []

    def cost(self, name: str, stop: Stop, x: float, y: float, side: float) -> Iterator[Sprite]:
        """Badges beside a space where one can stop: coins to pay, provisions to use up."""
        if stop.toll:
            at = x + side * 0.44, y - side * 0.4
            yield Sprite(f"toll-{name}", "toll", "board", *at, (52.0, 52.0), layer=8, text=str(stop.toll))
        if stop.provisions:
            at = x - side * 0.44, y - side * 0.4
            yield Sprite(f"fed-{name}", "provisions", "board", *at, (38.0, 38.0), layer=8)

    def space_hint(self, space: int) -> str:
        """What one can do there, who is there, whether one can stop there now, and where ways lead from there."""
        lines = [self.action_hint(space)]
        if here := [self.view.name(seat) for seat in self.here(space)]:
            lines.append(self.view.words("hint.here", names=listed(self.view, here)))
        lines += self.stop_hint(space)
        lines.append(ways_hint(self.view, space))
        return "\n".join(line for line in lines if line)

    def action_hint(self, space: int) -> str:
        """The action of a space."""
        words, row, kind = self.view.words, space_row(self.view, space), self.box.kind[space]
        if kind == ROAD:
            gems = gems_label(self.view, self.s.gems[space])
            return words("hint.road", gems=gems) if gems else words("hint.road.empty")
        if kind == PALACE:
            return words("hint.palace", colour=colour_label(self.view, self.box.client[space]))
        if kind == MINE:
            return words("hint.mine", n=self.box.purse)
        parts = []
        if "book" in row:
            parts.append(words(f"hint.book.{row['book']}"))
        if self.box.ships[space]:
            parts.append(words("hint.harbour", n=self.box.ships[space]))
        if kind == TOWN:
            parts.append(words("hint.town"))
        return "\n".join(parts)

    def stop_hint(self, space: int) -> Iterator[str]:
        """To a viewer who is to go: what a stop costs, whether it is for nothing, or why there can be none."""
        if not self.stops:
            return
        words, stop = self.view.words, self.stops[space]
        if stop.why_not:
            yield words(f"hint.stop.{stop.why_not}", n=stop.toll)
            return
        if stop.toll:
            rivals = [self.view.name(seat) for seat in self.here(space)]  # oneself is elsewhere
            yield words("hint.stop.toll", n=stop.toll, names=listed(self.view, rivals))
        if stop.provisions:
            yield words("hint.stop.provisions")
        if stop.idle:
            yield words("hint.stop.idle", why=words(f"why.{stop.idle}", n=self.box.purse))

    # ------------------------------------------------------------ gems

    def lying(self, space: int, x: float, y: float) -> Iterator[Sprite]:
        """The gems on a road: one of each colour, with how many there are."""
        counts = self.s.gems[space]
        colours = [gem for gem in range(len(GEMS)) if counts[gem] > 0]
        for gem, (dx, dy) in zip(colours, ON_ROAD.get(len(colours), ()), strict=True):
            key = f"gem-{space_name(self.view, space)}-{GEMS[gem]}"
            here = self.is_here(space)
            yield from self.gems(key, gem, counts[gem], x + dx, y + dy, GEM, here)

    def is_here(self, space: int) -> bool:
        """Whether the viewer's own pawn stands there."""
        return not self.view.looks_on and self.s.at[self.view.viewer] == space

    def gems(self, key: str, gem: int, count: int, x: float, y: float, side: float, here: bool) -> Iterator[Sprite]:
        """Gems of a colour; a click loads one where there is one way to load it.

        Else they have no label: what they lie on tells of them, and gets the clicks.
        """
        words = self.view.words
        sprite = Sprite(key, f"gem-{GEMS[gem]}", "board", x, y, (side, side), layer=4)
        if move := self.only_load(gem) if here else None:
            hint = words("hint.load", equipment=words(f"term.equipment.{move.split()[-1]}"))
            label = words("term.counted", n=count, what=gem_label(self.view, gem))
            sprite = sprite._replace(label=label, hint=hint, move=move)
        yield sprite
        if count > 1:
            badge = side * 0.94
            at = x + side * 0.36, y + side * 0.32
            yield Sprite(f"{key}-count", "count", "board", *at, (badge, badge), layer=5, text=str(count))

    def only_load(self, gem: int) -> str | None:
        """The move that loads a gem, where there is only one."""
        ways = loads_of(self.view, gem)
        return ways[0] if len(ways) == 1 else None

    @kept
    def pit(self) -> Iterator[Sprite]:
        """The discard space with its gems, from which one loads at harbours, and the bonus tiles beside it."""
        view, words = self.view, self.view.words
        row = view.box.data["board"]["discard"]
        x, y = float(row["x"]), float(row["y"])
        gems = gems_label(view, self.s.discard)
        hint = words("hint.discard", gems=gems) if gems else words("hint.discard.empty")
        yield Sprite("pit", "discard", "board", x, y, (PIT, PIT), label=words("term.discard"), hint=hint, layer=2)
        here = not view.looks_on and self.box.ships[self.s.at[view.viewer]] > 0
        for gem, (dx, dy) in enumerate(((0, -28), (-28, -6), (28, -6), (-17, 26), (17, 26))):
            if count := self.s.discard[gem]:
                yield from self.gems(f"pit-{GEMS[gem]}", gem, count, x + dx, y + dy, PIT_GEM, here)
        yield from self.read("pit", x, y, self.s.discard, [])
        left = self.s.bonus_left
        ((u, v),) = yards((((x, y),),), self.middles + self.yards, edges(self.view), 64.0, 64.0)
        yield Sprite(
            "bonus",
            "bonus",
            "board",
            u,
            v,
            (60.0, 60.0),
            label=words("term.bonus", n=left),
            hint=words("hint.bonus", n=self.box.bonus_points),
            layer=2,
            marks=("dim",) if not left else (),
        )
        yield Sprite("bonus-count", "count", "board", u + 22, v + 20, (46.0, 46.0), layer=3, text=str(left))
        yield from self.standstill((x, y), (u, v))

    def standstill(self, pit: Point, bonus: Point) -> Iterator[Sprite]:
        """How many rounds in a row had no progress, once there are some: too many of them end the match (VA-10)."""
        quiet, most = rounds_at_a_standstill(self.view), self.box.standstill
        if not quiet:
            return
        ((u, v),) = yards(((pit,),), (*self.middles, *self.yards, bonus), edges(self.view), 64.0, 64.0)
        words = self.view.words
        yield Sprite(
            "standstill",
            "standstill",
            "board",
            u,
            v,
            (60.0, 60.0),
            label=words("term.standstill", n=quiet, most=most),
            short=words("term.standstill.short", n=quiet, most=most),
            hint=words("hint.standstill", most=most),
            layer=2,
            marks=("focus",) if 2 * quiet >= most else (),
        )
        yield Sprite("standstill-count", "count", "board", u + 22, v + 20, (46.0, 46.0), layer=3, text=str(quiet))

    # ------------------------------------------------------------ craftsmen and workshops

    @property
    @kept
    def middles(self) -> tuple[Point, ...]:
        """The middles of all spaces, and of the discard space."""
        pit = self.view.box.data["board"]["discard"]
        return (*(self.at(space) for space in range(len(self.rows))), (float(pit["x"]), float(pit["y"])))

    @property
    @kept
    def homes(self) -> dict[int, int]:
        """The palace of each colour: the first, if a map has more."""
        return {
            colour: space for space in reversed(range(len(self.rows))) if (colour := self.box.client[space]) != NOTHING
        }

    @property
    @kept
    def colours(self) -> list[int]:
        """The colours that have craftsmen or a palace; those with a palace first, as their yards lie beside it."""
        craftsmen = self.box.craftsmen[self.view.seats]
        there = [colour for colour in range(len(COLOURS)) if colour in self.homes or craftsmen[colour]]
        return sorted(there, key=lambda colour: colour not in self.homes)

    @property
    @kept
    def yards(self) -> tuple[Point, ...]:
        """Where craftsmen and workshop of each colour lie: by its palace, or by whatever has room."""
        near = tuple((self.at(self.homes[c]),) if c in self.homes else self.middles for c in self.colours)
        return yards(near, self.middles, edges(self.view), *YARD)

    @property
    @kept
    def near(self) -> dict[int, list[int]]:
        """Who is one craftsman away from which workshops."""
        return near_workshops(self.view)

    def palace_yards(self) -> Iterator[Sprite]:
        """Craftsmen to be hired and workshops to be opened."""
        for colour, (x, y) in zip(self.colours, self.yards, strict=True):
            yield from self.pile(colour, x - 34, y)
            if self.s.workshop[colour] == NOTHING:
                yield from self.workshop(colour, x + 24, y)

    @kept
    def pile(self, colour: int, x: float, y: float) -> Iterator[Sprite]:
        """The craftsmen left of a colour."""
        words, left, name = self.view.words, self.s.pile[colour], COLOURS[colour]
        label = colour_label(self.view, colour)
        was = self.view.was
        focus = was is not None and was.pile[colour] != left and self.view.beat == "craftsman"
        yield Sprite(
            f"pile-{name}",
            f"craftsman-{name}",
            "board",
            x,
            y,
            (54.0, 54.0),
            label=words("term.pile", colour=label, n=left),
            short=f"{left} {label}",
            hint=self.pile_hint(colour),
            layer=4,
            marks=("focus",) if focus else ("dim",) if not left else (),
        )
        yield Sprite(f"pile-{name}-count", "count", "board", x + 20, y + 18, (42.0, 42.0), layer=5, text=str(left))
        if not left and (other := stands_in(self.view, colour)) != NOTHING:
            at = x - 20, y + 18
            yield Sprite(f"stands-in-{name}", f"craftsman-{COLOURS[other]}", "board", *at, (38.0, 38.0), layer=5)

    def pile_hint(self, colour: int) -> str:
        """What a commission of a colour brings, and who steps in when none of it is left."""
        words, left, other = self.view.words, self.s.pile[colour], stands_in(self.view, colour)
        if other == NOTHING:
            return words("term.pile.hint.last" if left else "hint.pile.none.left")
        return words("hint.pile" if left else "hint.pile.none", other=colour_label(self.view, other))

    @kept
    def workshop(self, colour: int, x: float, y: float) -> Iterator[Sprite]:
        """A workshop nobody has opened, and who is one craftsman away from it."""
        view, words, name = self.view, self.view.words, COLOURS[colour]
        needed, points = self.box.needed[colour], self.box.workshop[colour]
        near = [view.name(seat) for seat in self.near.get(colour, ())]
        hint = words("hint.workshop", n=needed, points=points)
        if near:
            hint += "\n" + words("hint.workshop.near", names=listed(view, near))
        yield Sprite(
            f"workshop-{name}",
            f"workshop-{name}",
            "board",
            x,
            y,
            (70.0, 50.0),
            label=words("term.workshop", colour=colour_label(view, colour)),
            hint=hint,
            layer=3,
        )
        yield Sprite(f"needed-{name}", "count", "board", x + 24, y + 14, (38.0, 38.0), layer=5, text=str(needed))
        if near:
            yield Sprite(f"near-{name}", "near", "board", x + 24, y - 16, (30.0, 30.0), layer=6)

    # ------------------------------------------------------------ pawns

    @kept
    def pawns(self) -> Iterator[Sprite]:
        """The adventurers; the space says who is there, and gets the clicks."""
        view = self.view
        moved = [seat for seat in range(view.seats) if (move := view.latest(seat)) and move.startswith("go ")]
        for space in sorted(set(self.s.at[: view.seats])):
            # Beside the space, where gems and emblems are to be seen.
            for seat, (x, y) in zip(self.here(space), beside(self.at(space)), strict=False):
                yield Sprite(
                    f"pawn-{seat}",
                    f"pawn-{seat}",
                    "board",
                    x,
                    y,
                    (PAWN, PAWN),
                    layer=7,
                    marks=("last",) if seat in moved else (),
                )


@once
def edges(view: View) -> Ways:
    """Each way, from middle to middle."""
    board = view.box.data["board"]
    at = {row["name"]: (float(row["x"]), float(row["y"])) for row in board["spaces"]}
    return tuple((at[one], at[other]) for one, other in board["edges"])


@once
def drawn_numbers(view: View) -> tuple[Sprite, ...]:
    """What roads, mines and harbours are called, for the log tells of them; towns have it on their walls."""
    found = []
    for space, row in enumerate(view.box.data["board"]["spaces"]):
        if row["kind"] in NUMBERED:
            right, down = (part * SIZES[row["kind"]] for part in NUMBERED[row["kind"]])
            place = ("board", float(row["x"]) + right, float(row["y"]) + down, NUMBER)
            found.append(Sprite(f"number-{row['name']}", "number", *place, layer=3, text=space_number(view, space)))
    return tuple(found)


@once
def drawn_ways(view: View) -> tuple[Sprite, ...]:
    """The ways between spaces."""
    return tuple(drawn_way(number, *way) for number, way in enumerate(edges(view)))


def drawn_way(number: int, one: Point, other: Point) -> Sprite:
    (x, y), (u, v) = one, other
    length, turn = math.hypot(u - x, v - y), math.degrees(math.atan2(v - y, u - x))
    return Sprite(f"way-{number}", "way", "board", (x + u) / 2, (y + v) / 2, (length, WAY), turn=turn, layer=1)
