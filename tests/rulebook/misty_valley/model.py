"""Misty Valley a second time, slow and obvious, from the rules page: sets, dicts and a generator for the turn.

A model is given the stacks as they were shuffled, and the moves one by one; it says which moves are legal, who controls
what, and who has how many points. Nothing of the rules in `src` is used, but the names of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from mistvale.core.match import Match
from mistvale.games.misty_valley.state import FIRST_PATROL, PATROLS, PLACES, START

Hex = tuple[int, int]
Tile = Any  # "start", the name of a valley tile or encounter, or (seat, name) of a patrol
Play = Iterator[set[str]]  # yields the legal moves, is sent one of them
STEPS: list[Hex] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
RADIUS = 12


def beside(hexagon: Hex, side: int) -> Hex:
    return hexagon[0] + STEPS[side][0], hexagon[1] + STEPS[side][1]


@cache
def neighbours(hexagon: Hex) -> tuple[Hex, ...]:
    return tuple(beside(hexagon, side) for side in range(6))


@cache
def on_table(hexagon: Hex) -> bool:
    q, r = hexagon
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS


def one_piece(hexes: set[Hex]) -> bool:
    left = [next(iter(hexes))]
    seen = {*left}
    while left:
        for other in neighbours(left.pop()):
            if other in hexes and other not in seen:
                seen.add(other)
                left.append(other)
    return seen == hexes


def written(hexagon: Hex) -> str:
    return f"{hexagon[0]},{hexagon[1]}"


class Model:
    """A match as the rules page tells it."""

    def __init__(self, match: Match) -> None:
        state, data = match.raw, match.box.data
        words = match.box.words
        self.sites, self.patrols = words["tiles"], words["patrols"]
        self.read_box(data)
        out = int(data["match"]["out"])
        self.stack = [self.sites[t] for t in self.rest(state["valley"], state["valley_top"])]
        self.stack = self.stack[: len(self.stack) - out]
        self.strangers = [self.sites[t] for t in self.rest(state["encounters"], state["encounter_top"])]
        self.tokens = [("wall", "flower")[t] for t in self.rest(state["tokens"], state["token_top"])]
        self.piles = [[self.patrols[k] for k in self.rest(state["pile"][s], state["pile_top"][s])] for s in (0, 1)]
        self.hands = [{self.patrols[k] for k in range(len(self.patrols)) if state["hand"][s][k] == 1} for s in (0, 1)]
        self.open: list[Any] = [self.sites[int(t)] for t in state["open"]]
        self.table: dict[Hex, Tile] = {}
        for number, place in enumerate(PLACES):
            if int(state["table"][number]) >= 0:
                self.table[place] = self.named(int(state["table"][number]))
        self.captains = match.options["abilities"] == "true"
        self.abilities = [self.board(data, match.options, seat) for seat in (0, 1)]
        self.turned: dict[Tile, int] = {}
        self.smoke: dict[Tile, int] = {}
        self.plus: dict[Tile, int] = {}
        self.banner: dict[str, int] = {}
        self.captain: list[Any] = [None, None]
        self.wall: dict[str, int] = {}
        self.flowers: set[str] = set()
        self.sent: Tile = None
        self.ending: Any = None
        self.over = False
        self.seat = int(state["first"])
        self.play = self.whole_match()
        self.legal = next(self.play)

    # ------------------------------------------------------------ reading the box and the set-up

    def read_box(self, data: Any) -> None:
        self.footprints: set[str] = set()
        self.resource: dict[str, str] = {}
        for row in data["valley"]:
            for copy in range(row["copies"]):
                name = f"{row['resource']}-{copy + 1}"
                self.resource[name] = row["resource"]
                if copy < row["footprints"]:
                    self.footprints.add(name)
        self.asks = {row["name"]: row["asks"] for row in data["encounters"]}
        self.points = data["points"]
        self.explorers: dict[Tile, list[int]] = {}
        for seat, tribe in enumerate(data["tribes"]):
            for patrol in tribe["patrols"]:
                name, sides = (patrol, patrol) if isinstance(patrol, str) else (patrol["name"], patrol["sides"])
                self.explorers[seat, name] = [int(c) for c in sides]

    @staticmethod
    def rest(stack: Any, top: Any) -> list[int]:
        return [int(t) for t in stack[int(top) :] if int(t) >= 0]

    @staticmethod
    def board(data: Any, options: Any, seat: int) -> set[str]:
        if options["abilities"] == "false":
            return set()
        return set(data["tribes"][seat][options["boards"][seat]])

    def named(self, tile: int) -> Tile:
        if tile == START:
            return "start"
        if tile < FIRST_PATROL:
            return self.sites[tile]
        seat, kind = divmod(tile - FIRST_PATROL, PATROLS)
        return seat, self.patrols[kind]

    # ------------------------------------------------------------ the table

    def place_of(self, tile: Tile) -> Any:
        return next((h for h, t in self.table.items() if t == tile), None)

    def in_play(self) -> list[str]:
        """Valley tiles and encounters on the table."""
        return [t for t in self.table.values() if isinstance(t, str) and t != "start"]

    def is_space(self, hexagon: Hex, table: dict[Hex, Tile]) -> bool:
        if hexagon in table or not on_table(hexagon):
            return False
        around = [h in table for h in neighbours(hexagon)]
        return any(around) and not all(around)

    def spaces(self, table: dict[Hex, Tile]) -> set[Hex]:
        around = {h for tile in table for h in neighbours(tile)}
        return {h for h in around if self.is_space(h, table)}

    def spaces_for(self, tile: str) -> set[Hex]:
        """Spaces for a valley tile; one with footprints must leave a space for its encounter."""
        spaces = self.spaces(self.table)
        if tile in self.footprints and self.strangers:
            spaces = {h for h in spaces if self.meetings(h, {**self.table, h: tile})}
        return spaces

    def meetings(self, hexagon: Hex, table: dict[Hex, Tile]) -> set[Hex]:
        return {h for h in neighbours(hexagon) if self.is_space(h, table)}

    def new_spaces(self, tile: Tile) -> set[Hex]:
        """Where a tile that lies may be moved."""
        old = self.place_of(tile)
        if old is None or all(h in self.table for h in neighbours(old)):
            return set()
        without = {h: t for h, t in self.table.items() if h != old}
        return {h for h in self.spaces(without) if h != old and one_piece({*without, h})}

    # ------------------------------------------------------------ control

    def looking(self, patrol: Tile, side: int) -> int:
        """A patrol's valid explorers on a side of the table."""
        printed = (side - self.turned[patrol]) % 6
        if self.smoke.get(patrol) == printed:
            return 0
        return self.explorers[patrol][printed] + (2 if self.plus.get(patrol) == printed else 0)

    def count(self, site: str, seat: int) -> int:
        here = self.place_of(site)
        total = 0
        for side in range(6):
            tile = self.table.get(beside(here, side))
            if isinstance(tile, tuple) and tile[0] == seat and self.wall.get(site) != side:
                total += self.looking(tile, (side + 3) % 6)
        return total + (1 if total and self.captain[seat] == site else 0)

    def check(self, site: str) -> None:
        counts = [self.count(site, seat) for seat in (0, 1)]
        if counts == [0, 0]:
            self.banner.pop(site, None)
        elif counts[0] != counts[1]:
            self.banner[site] = 0 if counts[0] > counts[1] else 1
        self.send_home()

    def send_home(self) -> None:
        for seat in (0, 1):
            if self.captain[seat] is not None and self.banner.get(self.captain[seat]) != seat:
                self.captain[seat] = None

    def check_around(self, hexagon: Hex) -> None:
        for other in neighbours(hexagon):
            tile = self.table.get(other)
            if isinstance(tile, str) and tile != "start":
                self.check(tile)

    # ------------------------------------------------------------ the match

    def whole_match(self) -> Any:
        while True:
            last = self.ending is not None and self.ending != self.seat
            yield from self.one_turn(self.seat, last)
            if last:
                break
            self.seat = 1 - self.seat
        self.over = True
        yield set()

    def one_turn(self, seat: int, last: bool) -> Any:
        main = special = False
        self.sent = None
        while True:
            moves = set()
            acts = self.explores() | {f"patrol {name}" for name in self.hands[seat]}
            if not main:
                moves |= acts
            if not special and self.captains:
                moves |= {f"captain {t}" for t, s in self.banner.items() if s == seat and self.captain[seat] != t}
                if not last:
                    moves |= {f"use {a}" for a in self.abilities[seat] if self.of_use(a, seat)}
            if main or last or not acts:
                moves.add("done")
            verb, _, rest = (yield moves).partition(" ")
            if verb == "done":
                return
            if verb == "explore":
                yield from self.explore(rest)
                main = True
            elif verb == "patrol":
                self.sent = yield from self.patrol(seat, rest)
                main = True
            elif verb == "captain":
                self.move_captain(seat, rest)
                special = True
            else:
                self.abilities[seat].discard(rest)
                yield from self.use(rest, seat)
                special = True

    def explores(self) -> set[str]:
        moves = {f"explore open{slot + 1}" for slot in (0, 1) if self.open[slot] is not None}
        return moves | ({"explore stack"} if self.stack else set())

    def explore(self, source: str) -> Any:
        slot = None if source == "stack" else int(source[-1]) - 1
        if slot is None:
            tile = self.stack.pop(0)
        else:
            tile, self.open[slot] = self.open[slot], None
        space = yield from self.ask_space(self.spaces_for(tile))
        self.table[space] = tile
        self.check(tile)
        if not self.stack and self.open == [None, None]:
            self.ending = self.seat
        if self.tokens:
            yield from self.token(tile, space)
        if tile in self.footprints and self.strangers:
            stranger = self.strangers.pop(0)
            where = yield {f"encounter at {written(h)}" for h in self.meetings(space, self.table)}
            self.table[self.read(where)] = stranger
            self.check(stranger)
        if slot is not None and self.stack:
            self.open[slot] = self.stack.pop(0)

    def token(self, tile: str, space: Hex) -> Any:
        if self.tokens.pop(0) == "flower":
            self.flowers.add(tile)
            return
        free = [side for side in range(6) if beside(space, side) not in self.table]
        if len(free) > 1:
            self.wall[tile] = int((yield {f"wall {side}" for side in free}).split()[1])
        elif free:
            self.wall[tile] = free[0]

    def read(self, move: str) -> Hex:
        q, r = move.split()[-1].split(",")
        return int(q), int(r)

    def ask_space(self, spaces: set[Hex]) -> Any:
        return self.read((yield {f"at {written(h)}" for h in spaces}))

    def patrol(self, seat: int, name: str) -> Any:
        tile = (seat, name)
        space = yield from self.ask_space(self.spaces(self.table))
        self.hands[seat].discard(name)
        self.table[space] = tile
        yield from self.ask_turn(tile)
        self.check_around(space)
        if self.piles[seat]:
            self.hands[seat].add(self.piles[seat].pop(0))
        return tile

    def look_of(self, tile: Tile, turns: int) -> list[Any]:
        """What a tile shows on each side of the table when turned so."""
        marks = [
            (count, self.smoke.get(tile) == side, self.plus.get(tile) == side)
            for side, count in enumerate(self.explorers[tile])
        ]
        return [marks[(side - turns) % 6] for side in range(6)]

    def ask_turn(self, tile: Tile) -> Any:
        looks = [self.look_of(tile, turns) for turns in range(6)]
        moves = {f"turn {turns}" for turns in range(6) if looks[turns] not in looks[:turns]}
        self.turned[tile] = int((yield moves).split()[1])

    def move_captain(self, seat: int, site: str) -> None:
        left, self.captain[seat] = self.captain[seat], site
        if left is not None:
            self.check(left)

    # ------------------------------------------------------------ abilities

    def targets(self, ability: str, seat: int) -> set[Tile]:
        """What an ability can be used on."""
        lying = [t for t in self.table.values() if isinstance(t, tuple)]
        own, rivals = [t for t in lying if t[0] == seat], [t for t in lying if t[0] != seat]
        if ability == "smoke-bomb":
            return {t for t in rivals if self.sides(t)}
        if ability == "mislead":
            return {t for t in rivals if self.look_of(t, 1) != self.look_of(t, 0)}
        if ability == "counterorder":
            return {t for t in own if self.new_spaces(t)}
        if ability == "magic-scroll":
            return {t for t in self.in_play() if self.new_spaces(t)}
        return set()

    def sides(self, patrol: Tile) -> set[int]:
        return {side for side in range(6) if self.looking(patrol, side)}

    def of_use(self, ability: str, seat: int) -> bool:
        if ability == "spyglass":
            return bool(self.explores() or self.strangers)
        if ability == "horn-of-calling":
            return bool(self.hands[seat])
        if ability == "reinforcements":
            return self.sent is not None and bool(self.sides(self.sent))
        if ability == "diplomacy":
            return {0, 1} <= set(self.banner.values())
        return bool(self.targets(ability, seat))

    def use(self, ability: str, seat: int) -> Any:
        if ability == "spyglass":
            yield from self.use_spyglass()
        elif ability == "horn-of-calling":
            name = (yield {f"patrol {name}" for name in self.hands[seat]}).split()[1]
            yield from self.patrol(seat, name)
        elif ability == "reinforcements":
            yield from self.mark(self.sent, self.plus)
        elif ability == "diplomacy":
            yield from self.use_diplomacy(seat)
        else:
            targets = self.targets(ability, seat)
            names = {t if isinstance(t, str) else t[1]: t for t in targets}
            target = names[(yield {f"target {name}" for name in names}).split()[1]]
            if ability == "smoke-bomb":
                yield from self.mark(target, self.smoke)
            elif ability == "mislead":
                yield from self.use_mislead(target)
            else:
                yield from self.move_tile(target)

    def use_spyglass(self) -> Any:
        choice = yield self.explores() | ({"encounter"} if self.strangers else set())
        if choice == "encounter":
            stranger = self.strangers.pop(0)
            self.table[(yield from self.ask_space(self.spaces(self.table)))] = stranger
            self.check(stranger)
        else:
            yield from self.explore(choice.split()[1])

    def mark(self, patrol: Tile, marks: dict[Tile, int]) -> Any:
        side = int((yield {f"side {side}" for side in self.sides(patrol)}).split()[1])
        marks[patrol] = (side - self.turned[patrol]) % 6
        self.check_around(self.place_of(patrol))

    def use_mislead(self, patrol: Tile) -> Any:
        now = self.turned[patrol]
        left, right = self.look_of(patrol, now - 1), self.look_of(patrol, now + 1)
        way = yield {"turn left"} if left == right else {"turn left", "turn right"}
        self.turned[patrol] = (now + (1 if way == "turn right" else -1)) % 6
        self.check_around(self.place_of(patrol))

    def move_tile(self, tile: Tile) -> Any:
        old = self.place_of(tile)
        space = yield from self.ask_space(self.new_spaces(tile))
        del self.table[old]
        self.table[space] = tile
        if isinstance(tile, str):
            self.captain = [None if site == tile else site for site in self.captain]
            self.check(tile)
        else:
            yield from self.ask_turn(tile)
            self.check_around(space)
            self.check_around(old)

    def use_diplomacy(self, seat: int) -> Any:
        own = (yield {f"target {t}" for t, s in self.banner.items() if s == seat}).split()[1]
        other = (yield {f"target {t}" for t, s in self.banner.items() if s != seat}).split()[1]
        self.banner[own], self.banner[other] = 1 - seat, seat
        self.send_home()

    # ------------------------------------------------------------ the end

    def score(self, seat: int) -> int:
        own = [site for site, owner in self.banner.items() if owner == seat]
        total = self.points["unused"] * len(self.abilities[seat])
        for resource in set(self.resource.values()):
            count = sum(self.resource.get(site) == resource for site in own)
            total += self.points["sets"][count - 1] if count else 0
        resources = {self.resource[site] for site in own if site in self.resource}
        met = [site for site in own if site in self.asks]
        for site in met:
            asks = self.asks[site]
            fits = all(len(met) > 1 if a == "encounter" else a in resources for a in asks)
            total += self.points["met"][len(asks) - 1] if fits else self.points["unmet"]
        flowers = [sum(self.banner.get(site) == s for site in self.flowers) for s in (seat, 1 - seat)]
        return int(total + (self.points["flowers"] if flowers[0] > flowers[1] else 0))

    def ranks(self) -> tuple[int, ...]:
        worth = [(self.score(seat), len(self.hands[seat])) for seat in (0, 1)]
        return tuple(1 + (worth[1 - seat] > worth[seat]) for seat in (0, 1))

    def move(self, move: str) -> None:
        """One of the legal moves is made."""
        self.legal = self.play.send(move)
