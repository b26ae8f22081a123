"""The grid that all lay out together: cards with settlements and points, and where it may still grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Grid, Group, Sprite, with_mark
from ....scene.cards import card_label, card_symbol
from ....scene.panels import listed
from ..reading import (
    View,
    are_in_hands,
    card_hint,
    card_short,
    gives,
    just_scored,
    points_before,
    points_now,
    points_with,
)
from ..rules.placing import may_reach
from ..state import AT, SCORING, SIDE, SPACE_NAMES
from .hand import TALL

WIDTH, HEIGHT = 640.0, 700.0
EDGE = 32.0  # above it and to its left: what columns and rows are called
BEYOND = 2  # how far beyond its cards the grid is shown while it may still grow


@dataclass(frozen=True)
class Valley:
    """The grid: its cards with settlements and points, and the spaces where it may still grow."""

    view: View

    def group(self) -> Group:
        """Its place on the table."""
        return Group("valley", self.view.words("term.valley"), "main", WIDTH, HEIGHT)

    @property
    def growing(self) -> bool:
        return are_in_hands(self.view)

    @kept
    def fits(self, row: int, column: int) -> bool:
        """Whether the grid could reach that far."""
        return bool(self.view.ask(may_reach, row, column))

    @property
    @kept
    def grid(self) -> Grid:
        """The part of the lattice to show."""
        s = self.view.s
        highest, lowest, leftmost, rightmost = s.highest, s.lowest, s.leftmost, s.rightmost
        if self.growing:
            rows = [row for row in range(highest - BEYOND, lowest + BEYOND + 1) if self.fits(row, leftmost)]
            columns = [c for c in range(leftmost - BEYOND, rightmost + BEYOND + 1) if self.fits(highest, c)]
            highest, lowest, leftmost, rightmost = min(rows), max(rows), min(columns), max(columns)
        # Cells of a Grid are square: what is as tall as a card is measured in card heights.
        return Grid(WIDTH, HEIGHT / TALL, highest, lowest, leftmost, rightmost, fewest=4, edge=EDGE)

    def at(self, space: int) -> tuple[float, float]:
        """The middle of a space."""
        x, y = self.grid.at(*divmod(space, SIDE))
        return x, y * TALL

    def size(self, part: float = 0.94) -> tuple[float, float]:
        """The size of a card, or of something that is so large a part of it."""
        return self.grid.cell * part, self.grid.cell * TALL * part

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """Spaces and cards in reading order, then what lies on the cards."""
        yield from self.coordinates()
        latest = self.just_placed
        for space in self.grid.places(SIDE):
            sprites = self.place(space)
            yield from with_mark(sprites, "last") if space in latest else sprites
        for card in self.points:
            yield from self.badges(card)

    @kept
    def coordinates(self) -> Iterator[Sprite]:
        """What columns and rows are called."""
        return self.grid.coordinates("valley", TALL)

    @property
    def just_placed(self) -> list[int]:
        """The spaces on which the latest moves put cards, while the grid grows."""
        if not self.growing:
            return []
        moves = (self.view.latest(seat) for seat in range(self.view.seats))
        return [move.number - AT.first for move in moves if move is not None and AT.holds(move.number)]

    @kept
    def place(self, space: int) -> Iterator[Sprite]:
        """A space with its card and the settlement on it; or one where the grid may grow."""
        card = self.view.s.grid[space]
        if card != NOTHING:
            yield self.card(space, card)
            yield self.settlement(space, card)
        elif self.growing and self.fits(*divmod(space, SIDE)):
            yield self.space(space)

    def space(self, space: int) -> Sprite:
        """An empty space: one may place here, or the grid may grow to here."""
        x, y = self.at(space)
        name = SPACE_NAMES[space]
        move = self.view.may(f"at {name}")
        if move is None:
            return Sprite(f"bound-{space}", "bound", "valley", x, y, self.size(0.9), layer=0)
        return Sprite(
            f"space-{space}",
            "space",
            "valley",
            x,
            y,
            self.size(0.9),
            label=name,
            short=name,
            hint=self.would_score(space),
            move=move,
            marks=("legal",),
        )

    def would_score(self, space: int) -> str:
        """What the card would score here now, and what one's own other cards would gain or lose."""
        view = self.view
        then = points_with(view, space)
        text = view.words("hint.at", card=card_label(view, view.s.playing), n=then[view.s.playing])
        own = [
            view.words("hint.change", card=card_label(view, card), change=f"{then[card] - points:+d}")
            for card, points in self.points.items()
            if then[card] != points and view.is_own(view.s.keeper[card])
        ]
        return f"{text} {view.words('hint.changes', changes=listed(view, own))}" if own else text

    def card(self, space: int, card: int) -> Sprite:
        """A card of the grid."""
        view = self.view
        x, y = self.at(space)
        keeper = view.s.keeper[card]
        label = view.words("term.settled", card=card_label(view, card), name=view.name(keeper))
        return Sprite(
            key=f"card-{card}",
            symbol=card_symbol(view, card),
            group="valley",
            x=x,
            y=y,
            size=self.size(),
            label=f"{label}, {view.words('term.points', n=self.points_of(card))}",
            short=f"{card_short(view, card)} {view.name(keeper)}",
            hint=card_hint(view, card),
            layer=2,
            origin=f"kept-{keeper}-0",
            marks=("focus",) if self.counts(card) else (),
            place=SPACE_NAMES[space],
        )

    def settlement(self, space: int, card: int) -> Sprite:
        """The settlement on a card."""
        x, y = self.at(space)
        keeper, side = self.view.s.keeper[card], self.grid.cell * 0.36
        return Sprite(
            f"settlement-{card}",
            f"settlement-{keeper}",
            "valley",
            x + self.grid.cell * 0.24,
            y + self.grid.cell * TALL * 0.27,
            (side, side),
            layer=3,
            origin=f"card-{card}",
        )

    # ------------------------------------------------------------ points on the cards

    @property
    @kept
    def points(self) -> dict[int, int]:
        return points_now(self.view)

    @kept
    def points_of(self, card: int) -> int:
        """What a card on the grid scores now."""
        return self.points[card]

    @property
    @kept
    def scored(self) -> list[int]:
        """The card that has just been counted."""
        view = self.view
        return just_scored(view.was, view.s) if view.beat == "score" and view.was is not None else []

    @property
    @kept
    def givers(self) -> dict[int, int]:
        """The cards that gave it points, and how many."""
        given: dict[int, int] = {}
        for card in self.scored:
            given |= gives(self.view, card)
        return given

    @kept
    def counts(self, card: int) -> bool:
        """Whether a card has just been counted, or gave points to one that has."""
        return card in self.scored or card in self.givers

    @property
    @kept
    def earlier(self) -> dict[int, int]:
        """What the cards scored before the last move, so that a preview can say what it changes."""
        return points_before(self.view)

    @kept
    def has_changed(self, card: int) -> bool:
        """Whether a card scores other than before the last move, while the grid grows."""
        points = self.points_of(card)
        return self.growing and self.earlier.get(card, points) != points

    @kept
    def badges(self, card: int) -> Iterator[Sprite]:
        """The points of a card: as the grid is now, or as they have been counted; and what it gives a neighbour."""
        if self.view.s.phase != SCORING or self.view.s.gained[card] != NOTHING:
            focus = card in self.scored or self.has_changed(card)
            yield self.badge(f"points-{card}", card, str(self.points_of(card)), -0.27, focus)
        if card in self.givers:
            yield self.badge(f"gives-{card}", card, f"+{self.givers[card]}", 0.0, True)

    def badge(self, key: str, card: int, text: str, aside: float, focus: bool) -> Sprite:
        """A round badge with a figure; it has no label: the card's own says it."""
        x, y = self.at(self.view.s.place[card])
        side = self.grid.cell * (0.42 if focus else 0.34)
        down = self.grid.cell * TALL * 0.29 if aside else 0.0
        marks = ("focus",) if focus else ()
        return Sprite(
            key,
            "points-badge",
            "valley",
            x + self.grid.cell * aside,
            y + down,
            (side, side),
            text=text,
            layer=4,
            origin=f"card-{card}",
            marks=marks,
        )
