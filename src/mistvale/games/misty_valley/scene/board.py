"""The board: tiles, what lies on them, the spaces where one may go, and the fog around all that is known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ....core.grammar import signs
from ....core.hexes import SIDES
from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import HexGrid, Sprite, with_mark
from ..reading import View
from ..reading.standing import (
    beside,
    changed_hands,
    counted,
    patrol_side,
    site_label,
    site_short,
    standing_hint,
    turned_otherwise,
)
from ..reading.tiles import (
    asks_of,
    explorers_read,
    faced,
    has_footprints,
    hex_name,
    hex_words,
    is_encounter,
    is_known,
    markers,
    patrol_hint,
    patrol_of,
    printed_explorers,
    side_label,
    tile_label,
    tile_name,
    tile_symbol,
    tribe_label,
)
from ..rules.abilities import owner_of_targets
from ..rules.control import is_patrol, printed_on
from ..state import AROUND, BEYOND, HEXES, HOME, PLACES, SEATS, START, TURNING

MARKERS = {"smoke": "smoke", "reinforced": "reinforcement"}  # the drawing of each
WIDTH, HEIGHT = 1000.0, 960.0  # valleys grow as high as they grow wide
FEWEST = 5.0  # hexes are never larger than if so many stood side by side
GROUND, FOG, SPACE_LAYER, TILE, ON_TILE, MARKER, BANNER, COUNT, TARGET_LAYER, WOULD = range(10)
FOG_SIZE = 1.4  # fog drifts over the edges of its hex

# Where things lie on a tile that is 200 wide, from its middle.
ASKS, ASKS_SIZE, ASKS_APART = 59.0, 42.0, 46.0
BANNER_AT, BANNER_SIZE = (38.0, -31.0), 74.0
CAPTAIN_AT, CAPTAIN_SIZE = (-38.0, -27.0), 70.0
HOME_AT, HOME_SIZE = ((-30.0, -8.0), (30.0, -8.0)), 84.0
COUNT_AT, COUNT_SIZE = ((-70.0, 6.0), (70.0, 6.0)), 42.0
WOULD_AT, WOULD_SIZE = (0.0, -62.0), 54.0
VEER_AT, VEER_SIZE = 132.0, 84.0
SIDE_SIZE = 0.66  # of a hex: against the side, outside of the tile, where fingers can tell sides apart
SIDE_AT = 86.6 * (1 + SIDE_SIZE)


@dataclass(frozen=True)
class Board:
    """The tiles on the table as a viewer sees them."""

    view: View

    @property
    @kept
    def tiles(self) -> dict[int, int]:
        """The tile on each taken hex."""
        return {place: tile for place, tile in enumerate(self.view.s.table[:HEXES]) if tile != NOTHING}

    @property
    @kept
    def edge(self) -> list[int]:
        """The empty hexes around the tiles: there the fog begins."""
        around = {int(AROUND[place, side]) for place in self.tiles for side in range(SIDES)}
        return sorted(around - self.tiles.keys() - {BEYOND})

    @property
    @kept
    def changed(self) -> dict[int, int]:
        """The tiles that the last step, or the move of a preview, gave to another tribe, and to which."""
        was = self.view.was
        return {} if was is None else changed_hands(was, self.view.s)

    @property
    @kept
    def grid(self) -> HexGrid:
        return HexGrid(WIDTH, HEIGHT, frozenset(PLACES[place] for place in (*self.tiles, *self.edge)), FEWEST)

    def on(self, place: int, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
        """A point on the tile of a hex."""
        grid = self.grid
        x, y = grid.at(*PLACES[place])
        scale = grid.size[0] / 200
        return x + dx * scale, y + dy * scale

    def part(self, length: float) -> float:
        """A length on a tile that is 200 wide, as large as tiles are drawn."""
        return length * self.grid.size[0] / 200

    def hexagon(self, part: float = 0.985) -> tuple[float, float]:
        width, height = self.grid.size
        return width * part, height * part

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """The ground, the fog, the spaces, then every tile with what lies on it."""
        yield from self.fog()
        for place in self.edge:
            yield from self.space(place)
        marks = self.marks
        for place, tile in self.tiles.items():
            sprites = self.patrol(place, tile) if is_patrol(tile) else self.site(place, tile)
            yield from with_mark(sprites, marks[tile]) if tile in marks else sprites
        yield from self.captains()
        yield from self.sides()

    @kept
    def fog(self) -> Iterator[Sprite]:
        """The ground, and the fog around all that is known."""
        yield Sprite("ground", "valley-ground", "board", WIDTH / 2, HEIGHT / 2, (WIDTH, HEIGHT), layer=GROUND)
        for place in self.edge:
            # A ghost: where a preview would bring more fog, it is not drawn over the tiles.
            yield self.hex_sprite(f"fog-{place}", "fog", place, FOG, FOG_SIZE)._replace(marks=("ghost",))

    def hex_sprite(self, key: str, symbol: str, place: int, layer: int, part: float = 0.985, turn: int = 0) -> Sprite:
        """Something as large as a tile that lies on a hex, turned by so many sides."""
        x, y = self.on(place)
        return Sprite(key, symbol, "board", x, y, self.hexagon(part), layer=layer, turn=60 * turn)

    def mark(
        self, key: str, symbol: str, place: int, at: tuple[float, float], size: float, layer: int, text: str = ""
    ) -> Sprite:
        """Something small on a tile; the tile's own label says it."""
        x, y = self.on(place, *at)
        side = self.part(size)
        return Sprite(key, symbol, "board", x, y, (side, side), layer=layer, text=text or None)

    # ------------------------------------------------------------ spaces

    @kept
    def space(self, place: int) -> Iterator[Sprite]:
        """A space where the viewer may place the tile."""
        view, name = self.view, hex_name(place)
        move = view.may(f"at {name}") or view.may(f"encounter at {name}")
        if move is None:
            return
        x, y = self.on(place)
        yield Sprite(
            f"space-{place}",
            "space",
            "board",
            x,
            y,
            self.hexagon(0.9),
            label=beside(view, place),
            short=name,
            place=hex_words(view, place),
            layer=SPACE_LAYER,
            shape="hex",
            move=move,
        )

    # ------------------------------------------------------------ tiles

    def tile(self, place: int, tile: int) -> Sprite:
        """A tile itself, as yet without words and moves."""
        x, y = self.on(place)
        return Sprite(
            f"tile-{tile}",
            tile_symbol(self.view, tile),
            "board",
            x,
            y,
            self.hexagon(),
            layer=TILE,
            shape="hex",
            place=hex_words(self.view, place),
        )

    @property
    @kept
    def marks(self) -> dict[int, str]:
        """The tiles that are marked: the chosen one, and what the last step laid or turned."""
        s, was = self.view.s, self.view.was
        found = {}
        for place, tile in self.tiles.items():
            if is_patrol(tile) and was is not None and turned_otherwise(was, s, tile):
                found[tile] = "last"
            elif tile == s.chosen:
                # What is being turned has a frame of its own.
                if s.phase != TURNING:
                    found[tile] = "focus"
            elif was is not None and was.place[tile] != place:
                found[tile] = "last"
        return found

    @kept
    def site(self, place: int, site: int) -> Iterator[Sprite]:
        """A valley tile or an encounter with all that lies on it, and how many of each tribe stand there."""
        view, s = self.view, self.view.s
        if site == START:
            yield self.tile(place, site)._replace(label=tile_label(view, site), hint=view.words("hint.start"))
            return
        move = view.may(f"target {tile_name(view, site)}") or view.may(f"captain {tile_name(view, site)}")
        hint = standing_hint(view, site)
        if move and move.startswith("captain"):
            hint = f"{view.words('hint.captain')}\n{hint}"
        yield self.tile(place, site)._replace(
            label=site_label(view, site),
            hint=hint,
            short=site_short(view, site),
            move=move,
            origin="encounters" if is_encounter(view, site) else "stack",
        )
        yield from self.printed(place, site)
        if s.flowers[site]:
            yield self.hex_sprite(f"flowers-{site}", "flowers", place, ON_TILE)
        if s.wall[site] != NOTHING:
            yield self.hex_sprite(f"wall-{site}", "wall", place, MARKER, turn=s.wall[site])
        if s.banner[site] != NOTHING:
            yield self.mark(f"banner-{site}", f"banner-{s.banner[site]}", place, BANNER_AT, BANNER_SIZE, BANNER)
        for seat, count in enumerate(counted(view, site)):
            if count:
                key, symbol = f"count-{seat}-{site}", f"count-{seat}"
                yield self.mark(key, symbol, place, COUNT_AT[seat], COUNT_SIZE, COUNT, str(count))
        if symbol := self.would(site):
            yield self.mark(f"would-{site}", symbol, place, WOULD_AT, WOULD_SIZE, WOULD)

    @kept
    def would(self, site: int) -> str:
        """The drawing of whom a tile was given to by the last step, or would be; empty where nothing has changed."""
        if site not in self.changed:
            return ""
        return "void" if self.changed[site] == NOTHING else f"would-{self.changed[site]}"

    def printed(self, place: int, site: int) -> Iterator[Sprite]:
        """What is printed on a tile: footprints, or what an encounter asks for."""
        view = self.view
        if not is_encounter(view, site):
            if has_footprints(view, site):
                yield self.hex_sprite(f"footprints-{site}", "footprints", place, ON_TILE)
            return
        asks = asks_of(view, site)
        for i, ask in enumerate(asks):
            symbol = "requirement-encounter" if ask == "encounter" else f"resource-{ask}"
            at = ((i - (len(asks) - 1) / 2) * ASKS_APART, ASKS)
            yield self.mark(f"asks-{site}-{ask}", symbol, place, at, ASKS_SIZE, ON_TILE)

    @kept
    def patrol(self, place: int, tile: int) -> Iterator[Sprite]:
        """A patrol with its explorers, as it is turned, and its markers; one that waits to be turned has none yet."""
        view = self.view
        seat, kind = patrol_of(tile)
        turned = view.s.turned[seat][kind]
        sign = signs([tribe_label(view, each) for each in range(SEATS)])[seat]
        yield self.tile(place, tile)._replace(
            label=tile_label(view, tile),
            hint=patrol_hint(view, seat, kind) if turned != NOTHING else view.words("hint.turn"),
            short=f"{sign} {explorers_read(faced(view, seat, kind))}",
            move=self.target(tile),
            turns=self.turns(tile),
            ways=tuple("" if move is None else self.way(place, tile, way) for way, move in enumerate(self.turns(tile))),
            origin=f"back-{seat}-{view.s.held[seat]}",
        )
        if turned == NOTHING:
            return
        for side, count in enumerate(printed_explorers(view, seat, kind)):
            if count:
                key, symbol = f"explorers-{tile}-{side}", f"explorers-{seat}-{count}"
                yield self.hex_sprite(key, symbol, place, ON_TILE, turn=side + turned)
        for name, side in markers(view, seat, kind):
            yield self.hex_sprite(f"{name}-{seat}", MARKERS[name], place, MARKER, turn=side + turned)

    def turns(self, patrol: int) -> tuple[str | None, ...]:
        """The moves that turn a patrol which waits for it, a way after the other."""
        seat, kind = patrol_of(patrol)
        if self.view.s.turned[seat][kind] != NOTHING or self.view.s.phase != TURNING:
            return ()
        turns = tuple(self.view.may(f"turn {way}") for way in range(SIDES))
        return turns if any(turns) else ()

    def way(self, place: int, patrol: int, way: int) -> str:
        """Where the explorers of a patrol would be if it were turned so, and what they would face."""
        view = self.view
        printed = printed_explorers(view, *patrol_of(patrol))
        told = []
        for side in range(SIDES):
            count = printed[printed_on(side, way)]
            if count:
                explorers = view.words("term.explorers", n=count)
                told.append(f"{side_label(view, side)}: {explorers}. {self.faces(place, side)}")
        return " ".join(told)

    def faces(self, place: int, side: int) -> str:
        """What a side of a hex looks at."""
        across = self.tiles.get(int(AROUND[place, side]))
        if across is None:
            return self.view.words("hint.free")
        return self.view.words("hint.faces", tile=tile_label(self.view, across))

    def target(self, patrol: int) -> str | None:
        """The move that makes a patrol the target of an ability: names of patrols are the same for both tribes."""
        view = self.view
        move = view.may(f"target {tile_name(view, patrol)}")
        return move if move and patrol_of(patrol)[0] == owner_of_targets(view.viewer, view.s.action) else None

    # ------------------------------------------------------------ captains, and choices on one tile

    @kept
    def captains(self) -> Iterator[Sprite]:
        """Both captains, on the start tile or where they stand; what they stand on says so."""
        s = self.view.s
        if s.light:
            return
        for seat in range(SEATS):
            home = s.captain[seat] == HOME
            place = s.place[START if home else s.captain[seat]]
            at, size = (HOME_AT[seat], HOME_SIZE) if home else (CAPTAIN_AT, CAPTAIN_SIZE)
            yield self.mark(f"captain-{seat}", f"captain-{seat}", place, at, size, BANNER)

    @kept
    def sides(self) -> Iterator[Sprite]:
        """The sides of the chosen tile among which the viewer chooses, or the two ways to turn it."""
        view = self.view
        chosen = view.s.chosen
        if not is_known(chosen) or view.s.place[chosen] == NOTHING:
            return
        place = view.s.place[chosen]
        for side in range(SIDES):
            move = view.may(f"side {side}") or view.may(f"wall {side}")
            if move:
                yield self.side(place, side, move)
        for way, aside in (("left", -VEER_AT), ("right", VEER_AT)):
            if view.may(f"turn {way}"):
                x, y = self.on(place, aside)
                size = self.part(VEER_SIZE)
                label, hint = view.words(f"term.veer.{way}"), view.words("hint.veer")
                yield Sprite(
                    f"veer-{way}",
                    f"veer-{way}",
                    "board",
                    x,
                    y,
                    (size, size),
                    label=label,
                    hint=hint,
                    layer=TARGET_LAYER,
                    move=f"turn {way}",
                )

    def side(self, place: int, side: int, move: str) -> Sprite:
        """One side of the chosen tile, as a button."""
        view, angle = self.view, math.radians(60 * side)
        x, y = self.on(place, SIDE_AT * math.sin(angle), -SIDE_AT * math.cos(angle))
        return Sprite(
            f"side-{side}",
            "side-target",
            "board",
            x,
            y,
            self.hexagon(SIDE_SIZE),
            label=side_label(view, side),
            hint=self.side_hint(place, side),
            turn=60 * side,
            layer=TARGET_LAYER,
            shape="hex",
            move=move,
        )

    def side_hint(self, place: int, side: int) -> str:
        """How many explorers a patrol has on a side, and what that side faces."""
        view, tile = self.view, self.tiles[place]
        faces = self.faces(place, side)
        if not is_patrol(tile):
            return faces
        here = patrol_side(view, tile, side)
        return f"{view.words('term.explorers', n=here.count)}. {faces}"
