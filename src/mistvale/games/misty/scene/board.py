"""The windows: panes of glass with cards on them, one's own large, those of rivals beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Grid, Group, Sprite, with_mark
from ....scene.cards import card_label, card_symbol
from ..reading import (
    View,
    card_hint,
    card_short,
    hides_pick,
    is_in_window,
    known_hand,
    monster_that_ate,
    target_of,
)
from ..rules.construction import may_reach
from ..rules.scoring import is_round_under_way
from ..state import ARROW, BUILDING, COLUMN_STEP, MONSTER, OUTSIDE, PLACE, ROW_STEP, SIDE, SPACE_NAMES
from .hand import picked, rivals_hand

WINDOW = 500.0  # the side of a window's group
EDGE = 30.0  # above it and to its left: what columns and rows are called
STRIP = 84.0  # below a rival's window: what it holds


@dataclass(frozen=True)
class Window:
    """One seat's window and what lies beside it."""

    view: View
    seat: int

    @property
    def key(self) -> str:
        return f"window-{self.seat}"

    @property
    def own(self) -> bool:
        return self.view.is_own(self.seat)

    @kept
    def group(self) -> Group:
        """The window's place on the table: one's own large, or all alike for a spectator."""
        role = "main" if self.own or self.view.looks_on else "side"
        height = WINDOW if self.own else WINDOW + STRIP
        return Group(self.key, self.view.name(self.seat), role, WINDOW, height, self.seat, self.note())

    def note(self) -> str:
        """That one of the cards shown is out; or what is known of the round's points, once there is a tally."""
        if hides_pick(self.view, self.seat):
            shown = len(known_hand(self.view, self.seat) or ())
            return self.view.words("term.note.held", left=shown - 1, shown=shown)
        finished = [row[self.seat] for row in self.view.s.tally if row[self.seat] != NOTHING]
        showing = not self.view.ask(is_round_under_way)
        return self.view.words("term.points", n=finished[-1]) if finished and showing else ""

    @property
    @kept
    def grid(self) -> Grid:
        """The part of the lattice to show: the window, and where it may still grow."""
        s = self.view.s
        highest, lowest = s.highest[self.seat], s.lowest[self.seat]
        leftmost, rightmost = s.leftmost[self.seat], s.rightmost[self.seat]
        if self.own and s.phase == BUILDING:
            taller = self.view.ask(may_reach, self.seat, lowest + 1, rightmost)
            wider = self.view.ask(may_reach, self.seat, lowest, rightmost + 1)
            highest, lowest = highest - taller, lowest + taller
            leftmost, rightmost = leftmost - wider, rightmost + wider
        return Grid(WINDOW, WINDOW, highest, lowest, leftmost, rightmost, fewest=4, edge=EDGE)

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """The glass, its spaces, its cards, and the seat's picked card."""
        yield from self.panes()
        latest = self.just_placed()
        for space in self.grid.places(SIDE):
            sprites = self.space(space)
            yield from with_mark(sprites, "last") if space == latest else sprites
        if not self.own:
            yield from self.strip()

    @kept
    def panes(self) -> Iterator[Sprite]:
        """The glass behind the cards, and what columns and rows are called."""
        yield self.glass()
        yield from self.grid.coordinates(self.key)

    def glass(self) -> Sprite:
        """The pane behind the cards, as large as the window is now."""
        s, grid = self.view.s, self.grid
        top_left = grid.at(s.highest[self.seat], s.leftmost[self.seat])
        bottom_right = grid.at(s.lowest[self.seat], s.rightmost[self.seat])
        x, y = ((a + b) / 2 for a, b in zip(top_left, bottom_right, strict=True))
        size = tuple(b - a + grid.cell for a, b in zip(top_left, bottom_right, strict=True))
        return Sprite(f"glass-{self.seat}", "pane-bg", self.key, x, y, (size[0], size[1]), layer=0)

    @kept
    def space(self, space: int) -> Iterator[Sprite]:
        """A space: its card, or the outline of where one may go."""
        grid = self.grid
        x, y = grid.at(*divmod(space, SIDE))
        card = self.view.s.window[self.seat][space]
        if card != NOTHING:
            yield self.card(space, card, x, y)
            return
        move = self.legal(f"place {SPACE_NAMES[space]}")
        if move is None and not is_in_window(self.view, self.seat, space):
            return
        yield Sprite(
            f"space-{self.seat}-{space}",
            "space" if move is not None else "frame",
            self.key,
            x,
            y,
            (grid.cell * 0.92, grid.cell * 0.92),
            label=SPACE_NAMES[space] if move else self.view.words("term.space.empty"),
            short=SPACE_NAMES[space] if move else "·",
            place="" if move else SPACE_NAMES[space],
            hint=self.of_space(move),
            move=move,
            marks=("legal",) if move else (),
        )

    def legal(self, move: str) -> str | None:
        return self.view.may(move) if self.own else None

    def of_space(self, move: str | None) -> str:
        """What could be done with an empty space, or why nothing can, while there is a card to be placed."""
        placing = self.view.s.placing[self.seat]
        if not self.own or placing == NOTHING:
            return ""
        if move is None:
            return self.view.words("hint.apart")
        return self.view.words("hint.place", card=card_label(self.view, placing))

    def of_card(self, card: int, moved: bool) -> str:
        """What a card is worth; of an arrow card that has moved, that it moves no more."""
        told = card_hint(self.view, card)
        if self.own and moved and self.view.components.family[card] == ARROW:
            return f"{told}\n{self.view.words('hint.moved')}"
        return told

    def card(self, space: int, card: int, x: float, y: float) -> Sprite:
        """A card in the window. Its key is where it was placed, so that it is seen to move."""
        view = self.view
        move = self.legal(f"move {SPACE_NAMES[space]}")
        moved, blur = bool(view.s.moved[self.seat][space]), bool(view.s.blur[self.seat][space])
        marks = ["legal"] if move else []
        if blur:
            marks.append("blur")
        return Sprite(
            key=self.card_key(space, card, moved),
            symbol=card_symbol(view, card),
            group=self.key,
            x=x,
            y=y,
            size=(self.grid.cell * 0.9, self.grid.cell * 0.9),
            label=card_label(view, card) + (f", {view.words('term.blurred')}" if blur else ""),
            short=card_short(view, card),
            hint=self.what_it_would_do(space) if move else self.of_card(card, moved),
            # What has moved lies askew, as the rulebook's tip has it.
            turn=4 if moved and view.components.family[card] == ARROW else 0,
            place=SPACE_NAMES[space],
            layer=3 if moved else 2,
            origin=self.origin(card, moved),
            move=move,
            marks=tuple(marks),
        )

    def card_key(self, space: int, card: int, moved: bool) -> str:
        family = self.view.components.family[card]
        if moved and family == MONSTER:
            return f"fed-{self.seat}-{space}"
        if moved:
            arrow = self.view.components.arrow[card]
            space -= int(ROW_STEP[arrow]) * SIDE + int(COLUMN_STEP[arrow])
        return f"card-{self.seat}-{space}"

    def origin(self, card: int, moved: bool) -> str | None:
        """Where a card that is new on the table came from."""
        if not moved:
            return f"pick-{self.seat}"
        if self.view.components.family[card] == MONSTER:
            hungry = monster_that_ate(self.view, self.seat)
            return f"card-{self.seat}-{hungry}" if hungry != OUTSIDE else None
        return None

    def just_placed(self) -> int:
        """The space that the seat's latest move put a card on; OUTSIDE if it did not, or something came after it."""
        move = self.view.latest(self.seat)
        if move is None or not PLACE.holds(move.number) or self.view.beat not in (None, "deal", "reveal"):
            return OUTSIDE
        return move.number - PLACE.first

    def what_it_would_do(self, space: int) -> str:
        """Where an arrow card would go, and what that costs."""
        target = target_of(self.view, self.seat, space)
        if target == OUTSIDE:
            return self.view.words("hint.leaves")
        covered = self.view.s.window[self.seat][target]
        if covered != NOTHING:
            return self.view.words("hint.covers", space=SPACE_NAMES[target], card=card_label(self.view, covered))
        return self.view.words("hint.goes", space=SPACE_NAMES[target])

    @kept
    def strip(self) -> Iterator[Sprite]:
        """Below a rival's window: the cards it holds, as far as they are known, and what it has picked."""
        if self.view.s.phase != BUILDING:
            return
        y, size = WINDOW + STRIP / 2, STRIP * 0.8
        yield from rivals_hand(self.view, self.seat, self.key, WINDOW - STRIP - 20, y, size)
        yield from picked(self.view, self.seat, self.key, WINDOW - STRIP / 2 - 6, y, size * 1.05)
