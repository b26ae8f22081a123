"""What each seat has: gear with gems, commissions, coins, provisions, craftsmen, workshops; one's own to play with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ....core.keeping import kept
from ....core.knowledge import once
from ....core.rule import NOTHING
from ....scene import Group, Sprite
from ..reading import View
from ..reading.actions import loads_on, ways_to_deliver, ways_to_put_back
from ..reading.board import is_first, near_workshops
from ..reading.books import book_at
from ..reading.commissions import Lack, commission_face, covered, lacking
from ..reading.names import (
    asked_label,
    colour_label,
    commission_label,
    equipment_hint,
    equipment_label,
    gem_label,
    space_name,
    titled,
)
from ..state import (
    BUY_PAGE,
    CATALOGUE,
    COLOURS,
    COMMISSIONS,
    EQUIPMENT,
    GEMS,
    HALVES,
    LEFT,
    NO_GEM,
    RIGHT,
    TOOLS,
)
from .cards import TALL, Spot, card_sprite, fare, printed
from .drawn import Drawn
from .layout import nearby

WIDTH, HEIGHT = 476.0, 290.0
CARD = 61.0  # a card's width
STEP = CARD * 1.08  # from card to card
GEAR_Y = CARD * TALL / 2 + 5
HELD_Y = GEAR_Y + CARD * TALL + 8
TOKEN = 44.0  # the side of craftsmen and other small things
COIN = 33.0
CRAFTSMEN_Y = HELD_Y + CARD * TALL / 2 + TOKEN / 2 + 16


@dataclass(frozen=True)
class Hand(Drawn):
    """What one seat has, as the viewer sees it."""

    seat: int
    held: tuple[int, ...]  # its open commissions, each in its place; NOTHING where there is room

    @property
    def own(self) -> bool:
        return self.view.is_own(self.seat)

    @property
    def key(self) -> str:
        return f"seat-{self.seat}"

    @kept
    def group(self) -> Group:
        """The seat's place on the table; its note counts what lies under its adventurer."""
        title = self.view.words("term.own") if self.own else self.view.name(self.seat)
        key = "term.note.finished.first" if is_first(self.view, self.seat) else "term.note.finished"
        note = self.view.words(key, n=self.s.finished[self.seat])
        role = "hand" if self.own else "side"
        return Group(self.key, title, role, WIDTH, HEIGHT, self.seat, note)

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """A row of gear; commissions and what is counted; craftsmen with workshops."""
        yield from self.gear()
        yield from self.commissions()
        yield from self.purse()
        yield from self.craftsmen()

    def may(self, move: str) -> str | None:
        """A move, if this is the viewer's own and it is legal."""
        return self.view.may(move) if self.own else None

    # ------------------------------------------------------------ gear

    def gear(self) -> Iterator[Sprite]:
        """Equipment cards with what they carry; those that are lacking are shown pale."""
        for equipment in range(len(EQUIPMENT)):
            if self.s.cargo[self.seat][equipment] != NOTHING:
                yield from self.card(equipment)
            else:
                yield lacking_card(self.view, self.seat, equipment)

    @kept
    def card(self, equipment: int) -> Iterator[Sprite]:
        """An equipment card: a click loads it where there is one gem to load on it, or drops what it carries."""
        view, name, spot = self.view, EQUIPMENT[equipment], gear_spot(self.seat, equipment)
        gem = self.s.cargo[self.seat][equipment]
        loads = loads_on(view, equipment) if self.own else []
        drop = self.may(f"drop {name}")
        label = titled(equipment_label(view, equipment))
        hint = [equipment_hint(view, equipment)]
        if gem != NO_GEM:
            label = view.words("term.gear.loaded", equipment=label, gem=gem_label(view, gem))
        if drop:
            hint.append(view.words("hint.drop", gem=gem_label(view, gem)))
        elif len(loads) == 1:
            hint.append(view.words("hint.gear.load", gem=view.words(f"term.gem.{loads[0].split()[1]}")))
        elif loads:
            hint.append(view.words("hint.gear.choose"))
        yield card_sprite(view, gear_key(self.seat, equipment), CATALOGUE, equipment, spot)._replace(
            label=label,
            short=label if gem == NO_GEM else f"{equipment_label(view, equipment)} {gem_label(view, gem)}",
            hint="\n".join(hint),
            origin=self.bought_from(),
            move=loads[0] if len(loads) == 1 else drop,
        )
        yield from self.cargo(equipment, gem, spot)
        if drop:
            yield spot.thing(f"drop-{name}", "drop", 80, 20, 0.42)._replace(layer=spot.layer + 3)

    def cargo(self, equipment: int, gem: int, spot: Spot) -> Iterator[Sprite]:
        """The gem on a card; what it may carry stands there pale while it is empty."""
        name = EQUIPMENT[equipment]
        if gem == NO_GEM:
            for sprite in fare(self.view, f"slot-{self.seat}-{name}", equipment, spot):
                pale = equipment < TOOLS
                yield sprite._replace(marks=("dim",) if pale else ())
            return
        sprite = spot.thing(f"cargo-{self.seat}-{name}", f"gem-{GEMS[gem]}", 50, 112, 0.5)
        at = self.s.at[self.seat]
        where = "pit" if self.box.ships[at] else f"gem-{space_name(self.view, at)}"
        yield sprite._replace(layer=spot.layer + 2, origin=f"{where}-{GEMS[gem]}", marks=self.fresh(equipment))

    def fresh(self, equipment: int) -> tuple[str, ...]:
        """Marked where it has just been loaded."""
        was = self.view.was
        if was is None or self.own:
            return ()
        changed = was.cargo[self.seat][equipment] != self.s.cargo[self.seat][equipment]
        return ("last",) if changed else ()

    @kept
    def bought_from(self) -> str | None:
        """The half of a book from which something new comes: where the pawn is."""
        if book_at(self.view, self.seat) == NOTHING:
            return None
        move = self.view.latest(self.seat)
        left = move is not None and move.startswith("buy left")
        uncovered = self.view.was is not None and self.view.was.uncovering == BUY_PAGE
        half = HALVES[LEFT if left and not uncovered else RIGHT]
        return f"half-{space_name(self.view, self.s.at[self.seat])}-{half}"

    # ------------------------------------------------------------ commissions

    @kept
    def commissions(self) -> Iterator[Sprite]:
        """Open commissions, and room for more."""
        covers = iter(covered(self.view, self.seat, [code for code in self.held if code != NOTHING]))
        seen: Counter[int] = Counter()
        for slot, code in enumerate(self.held[: self.box.held]):
            spot = Spot(self.key, 8 + CARD / 2 + slot * STEP, HELD_Y, CARD)
            if code != NOTHING:
                seen[code] += 1
                yield from self.commission(code, seen[code], next(covers), spot)
            else:
                yield Sprite(
                    f"free-{self.seat}-{slot}",
                    "page-blank",
                    self.key,
                    spot.x,
                    spot.y,
                    spot.size,
                    label=self.view.words("term.commission.free"),
                    short="-",
                )

    def commission(self, code: int, copy: int, covers: bool, spot: Spot) -> Iterator[Sprite]:
        """A commission: a click delivers it where there is one way to pay, or puts it back where there is one half."""
        face, words = commission_face(self.view, code), self.view.words
        lack = lacking(self.view, self.seat, code)
        key = held_key(self.seat, code) + (f"-{copy}" if copy > 1 else "")
        sprite = card_sprite(self.view, key, COMMISSIONS, face, spot)
        delivers = ways_to_deliver(self.view, code) if self.own and copy == 1 else {}
        deliver = delivers.get("")
        backs = ways_to_put_back(self.view, code) if self.own and copy == 1 else {}
        other = commission_label(self.view, commission_face(self.view, code ^ 1))
        hint = [sprite.hint, self.lack_hint(lack, covers), words("hint.page.other", face=other)]
        if delivers:
            key_of_hint = "hint.deliver" if deliver else "hint.deliver.choose"
            hint.append(words(key_of_hint, asked=asked_label(self.view, face)))
        elif len(backs) == 1:
            hint += [words("hint.return.only", half=words(f"term.half.{half}")) for half in backs]
        elif backs:
            hint.append(words("hint.return.choose"))
        only = next(iter(backs.values())) if len(backs) == 1 else None
        yield sprite._replace(hint="\n".join(hint), origin=self.bought_from(), move=deliver or only)
        yield from printed(self.view, key, COMMISSIONS, face, spot)
        if covers:
            yield spot.thing(f"{key}-ready", "standing", 84, 20, 0.3)
        for half in backs if only else ():
            yield spot.thing(f"return-{code}", f"back-{half}", 22, 116, 0.42)._replace(layer=spot.layer + 2)

    def lack_hint(self, lack: Lack, covers: bool) -> str:
        """What is still lacking for it."""
        if not lack:
            return self.view.words("hint.lack.nothing" if covers else "hint.lack.shared")
        parts = [gem_label(self.view, gem) for gem, n in lack.gems.items() for _ in range(n)]
        if lack.coins:
            parts.append(self.view.words("term.coins", n=lack.coins))
        return self.view.words("hint.lack", what=", ".join(parts))

    # ------------------------------------------------------------ what is counted

    @kept
    def purse(self) -> Iterator[Sprite]:
        """Coins, as many as a purse holds, those one lacks pale; provisions."""
        words, coins, most = self.view.words, self.s.coins[self.seat], self.box.purse
        left = 8 + self.box.held * STEP + 10
        for i in range(most):
            row, column = divmod(i, (most + 1) // 2)
            yield Sprite(
                f"coin-{self.seat}-{i}",
                "coin",
                self.key,
                left + COIN * (column + 0.5),
                HELD_Y + (row - 0.5) * (COIN + 6),
                (COIN, COIN),
                label=words("term.coins", n=coins) if i == 0 else "",
                hint=words("hint.purse", n=most) if i == 0 else "",
                layer=2,
                marks=() if i < coins else ("dim",),
            )
        left += COIN * ((most + 1) // 2) + 6
        yield from self.tiles(left + TOKEN / 2)

    def tiles(self, x: float) -> Iterator[Sprite]:
        """Provisions, bonus tiles, and how many commissions lie under the adventurer."""
        words, s, seat = self.view.words, self.s, self.seat
        fed, bonus, finished = s.provisions[seat], s.bonus[seat], s.finished[seat]
        high, low = HELD_Y - TOKEN * 0.52, HELD_Y + TOKEN * 0.52
        yield Sprite(
            f"provisions-{seat}",
            "provisions",
            self.key,
            x,
            HELD_Y,
            (TOKEN * 1.05, TOKEN * 1.05),
            label=words("term.provisions" if fed else "term.provisions.none"),
            hint=words("hint.provisions"),
            marks=() if fed else ("dim",),
        )
        x += TOKEN * 1.45
        if is_first(self.view, seat):
            at, said = (x + TOKEN, HELD_Y), words("hint.first", name=self.view.name(seat))
            yield Sprite("first-seat", "first-seat", self.key, *at, (TOKEN * 0.9, TOKEN * 0.9), hint=said, layer=2)
        was = self.view.was
        grown = was is not None and was.bonus[seat] != bonus and self.view.beat == "bonus"
        yield Sprite(
            f"bonus-{seat}-{bonus}",
            "bonus",
            self.key,
            x,
            high,
            (TOKEN, TOKEN),
            label=words("term.bonus.own", n=bonus),
            origin="bonus",
            marks=("dim",) if not bonus else ("focus",) if grown else (),
        )
        yield Sprite(
            f"finished-{seat}",
            "commission-back",
            self.key,
            x,
            low,
            (TOKEN * 0.7, TOKEN * 0.98),
            label=words("term.note.finished", n=finished),
            hint=words("hint.finished.own" if self.own else "hint.finished.rival"),
            marks=() if finished else ("dim",),
        )
        if bonus:
            yield self.count(f"bonus-{seat}-count", x, high, bonus)
        if finished:
            yield self.count(f"finished-{seat}-count", x, low, finished)

    def count(self, key: str, x: float, y: float, number: int) -> Sprite:
        """A small plaque with a figure, at the lower right of something."""
        at = x + TOKEN * 0.36, y + TOKEN * 0.3
        return Sprite(key, "count", self.key, *at, (TOKEN * 0.86, TOKEN * 0.86), layer=4, text=str(number))

    @kept
    def craftsmen(self) -> Iterator[Sprite]:
        """Craftsmen of each colour, the workshop under them, and a warning one craftsman before it."""
        near = near_workshops(self.view)
        step = WIDTH / len(COLOURS)
        for colour, dx in enumerate(nearby(len(COLOURS), step)):
            x = WIDTH / 2 + dx
            yield from self.colour(colour, x)
            if colour + 1 < len(COLOURS):
                # In this order they step in for each other, whatever way round their palaces lie.
                at = x + step / 2, CRAFTSMEN_Y + 4
                yield Sprite(f"then-{self.seat}-{colour}", "then", self.key, *at, (TOKEN * 0.4, TOKEN * 0.4), layer=1)
            if self.seat in near.get(colour, ()):
                at = x - TOKEN * 0.4, CRAFTSMEN_Y - TOKEN * 0.3
                yield Sprite(f"near-{self.seat}-{colour}", "near", self.key, *at, (TOKEN * 0.6, TOKEN * 0.6), layer=5)

    @kept
    def colour(self, colour: int, x: float) -> Iterator[Sprite]:
        """Craftsmen of a colour, and its workshop if it is this seat's."""
        view, name = self.view, COLOURS[colour]
        number, needed = self.s.craftsmen[self.seat][colour], self.box.needed[colour]
        opened = self.s.workshop[colour] == self.seat
        if opened:
            yield self.workshop(colour, x)
        grown = view.was is not None and view.was.craftsmen[self.seat][colour] != number
        label = view.words("term.craftsmen", n=number, colour=colour_label(view, colour))
        yield Sprite(
            f"craftsman-{self.seat}-{name}-{number}",
            f"craftsman-{name}",
            self.key,
            x,
            CRAFTSMEN_Y,
            (TOKEN, TOKEN),
            label=label,
            short=f"{number} {colour_label(view, colour)}",
            hint=view.words("hint.craftsmen.open" if opened else "hint.craftsmen", n=needed),
            layer=3,
            origin=f"pile-{name}",
            marks=("dim",) if not number else ("focus",) if grown and view.beat == "craftsman" else (),
        )
        if number:
            yield self.count(f"craftsman-{self.seat}-{name}-count", x, CRAFTSMEN_Y, number)

    def workshop(self, colour: int, x: float) -> Sprite:
        """A workshop of this seat."""
        view, name = self.view, COLOURS[colour]
        fresh = view.was is not None and view.was.workshop[colour] != self.seat
        return Sprite(
            f"workshop-{name}",
            f"workshop-{name}",
            self.key,
            x,
            CRAFTSMEN_Y + TOKEN * 0.86,
            (TOKEN * 1.1, TOKEN * 0.79),
            label=view.words("term.workshop", colour=colour_label(view, colour)),
            hint=view.words("hint.workshop.own", points=self.box.workshop[colour]),
            layer=2,
            marks=("focus",) if fresh and view.beat == "workshop" else (),
        )


def hand(view: View, seat: int) -> Hand:
    """What a seat has, with its commissions where it laid them."""
    return Hand(view, seat, view.places("commissions", seat))


def gear_key(seat: int, equipment: int) -> str:
    """The key of an equipment card of a seat."""
    return f"gear-{seat}-{EQUIPMENT[equipment]}"


def held_key(seat: int, code: int) -> str:
    """The key of a commission that a seat holds, of two alike the first."""
    return f"held-{seat}-{code}"


def gear_spot(seat: int, equipment: int) -> Spot:
    """Where an equipment card of a seat lies."""
    return Spot(f"seat-{seat}", 8 + CARD / 2 + equipment * STEP, GEAR_Y, CARD)


@once
def lacking_card(view: View, seat: int, equipment: int) -> Sprite:
    """A card that a seat could still buy."""
    key, spot = f"lacks-{seat}-{EQUIPMENT[equipment]}", gear_spot(seat, equipment)
    return card_sprite(view, key, CATALOGUE, equipment, spot)._replace(
        label=view.words("term.gear.lacking", equipment=equipment_label(view, equipment)),
        short="-",
        layer=1,
        marks=("dim",),
    )
