"""Misty as a picture: windows of panes, a hand of cards, and what is asked of whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.knowledge import View
from ...core.rule import HIDDEN, NOTHING
from ...scene import Grid, Group, Prompt, Scene, Sprite, fan, table, waiting
from ...scene.cards import card_label, card_name, card_symbol
from .cards import card_hint, card_short, space_name
from .rules.activation import beside, first_of
from .rules.construction import cards_left, giver, hand_of, has_taken_up, receiver
from .state import (
    ACTIVATION,
    ARROW,
    BUILDING,
    COLUMN_STEP,
    FEEDING,
    MONSTER,
    OUTSIDE,
    ROW_STEP,
    SIDE,
    SPACES,
)
from .summary import reference, summary

WINDOW = 500.0  # the side of a window's group
STRIP = 84.0  # below a rival's window: what it holds
HAND_WIDTH, HAND_HEIGHT, CARD = 860.0, 132.0, 112.0


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    groups: list[Group] = []
    sprites: list[Sprite] = []
    first = max(view.viewer, 0)
    for i in range(view.seats):
        place = Table(view, (first + i) % view.seats)
        groups.append(place.group())
        sprites += place.sprites()
    if view.viewer >= 0 and int(view.state["phase"]) == BUILDING:
        groups.append(Group("hand", view.words("hand"), "hand", HAND_WIDTH, HAND_HEIGHT, view.viewer))
        sprites += own_hand(view)
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: view.words("won", n=int(view.state["wins"][seat])),
        reference=reference(view),
        summary=summary(view),
    )


def holds_hand(view: View, seat: int) -> bool:
    """Whether a seat holds cards from which it picks."""
    return int(view.state["phase"]) == BUILDING and bool(has_taken_up(view.state, view.box.record, seat))


@dataclass(frozen=True)
class Table:
    """One seat's window and what lies beside it."""

    view: View
    seat: int

    @property
    def key(self) -> str:
        return f"window-{self.seat}"

    @property
    def own(self) -> bool:
        return self.seat == self.view.viewer

    def group(self) -> Group:
        """The window's place on the table: one's own large, or all alike for a spectator."""
        role = "main" if self.own or self.view.viewer < 0 else "side"
        height = WINDOW if self.own else WINDOW + STRIP
        return Group(self.key, self.view.name(self.seat), role, WINDOW, height, self.seat, self.note())

    def note(self) -> str:
        """What is known of the round's points: the tally, once there is one."""
        tally = self.view.state["tally"][:, self.seat]
        finished = [int(points) for points in tally if points != NOTHING]
        showing = int(self.view.state["phase"]) not in (BUILDING, ACTIVATION, FEEDING)
        return self.view.words("points", n=finished[-1]) if finished and showing else ""

    def grid(self) -> Grid:
        """The part of the lattice to show: the window, and where it may still grow."""
        s = self.view.state
        highest, lowest = int(s["highest"][self.seat]), int(s["lowest"][self.seat])
        leftmost, rightmost = int(s["leftmost"][self.seat]), int(s["rightmost"][self.seat])
        if self.own and int(s["phase"]) == BUILDING:
            longer, shorter = (int(self.view.box.record[side][int(s["format"])]) for side in ("long", "short"))
            height, width = lowest - highest + 1, rightmost - leftmost + 1
            taller = height < (longer if width <= shorter else shorter)
            wider = width < (longer if height <= shorter else shorter)
            highest, lowest = highest - taller, lowest + taller
            leftmost, rightmost = leftmost - wider, rightmost + wider
        return Grid(WINDOW, WINDOW, highest, lowest, leftmost, rightmost, fewest=4)

    def sprites(self) -> Iterator[Sprite]:
        """The glass, its spaces, its cards, and the seat's picked card."""
        grid = self.grid()
        yield from self.glass(grid)
        for space in range(SPACES):
            row, column = divmod(space, SIDE)
            if grid.first_row <= row <= grid.last_row and grid.first_column <= column <= grid.last_column:
                yield from self.space(grid, space)
        if not self.own:
            yield from self.strip()

    def glass(self, grid: Grid) -> Iterator[Sprite]:
        """The pane behind the cards, as large as the window is now."""
        s = self.view.state
        top_left = grid.at(int(s["highest"][self.seat]), int(s["leftmost"][self.seat]))
        bottom_right = grid.at(int(s["lowest"][self.seat]), int(s["rightmost"][self.seat]))
        x, y = ((a + b) / 2 for a, b in zip(top_left, bottom_right, strict=True))
        size = tuple(b - a + grid.cell for a, b in zip(top_left, bottom_right, strict=True))
        yield Sprite(f"glass-{self.seat}", "pane-bg", self.key, x, y, (size[0], size[1]), layer=0)

    def space(self, grid: Grid, space: int) -> Iterator[Sprite]:
        """A space: its card, or the outline of where one may go."""
        x, y = grid.at(*divmod(space, SIDE))
        card = int(self.view.state["window"][self.seat, space])
        if card != NOTHING:
            yield self.card(grid, space, card, x, y)
            return
        move = self.legal(f"place {space_name(space)}")
        inside = self.in_window(space)
        if move is None and not inside:
            return
        waits = self.view.state["placing"]
        hint = ""
        if move is not None:
            hint = self.view.words("hint.place", card=card_label(self.view, int(waits[self.seat])))
        yield Sprite(
            f"space-{self.seat}-{space}",
            "space" if move is not None else "frame",
            self.key,
            x,
            y,
            (grid.cell * 0.92, grid.cell * 0.92),
            label=space_name(space),
            short=space_name(space) if move else "·",
            hint=hint,
            move=move,
            marks=("legal",) if move else (),
        )

    def in_window(self, space: int) -> bool:
        row, column = divmod(space, SIDE)
        s = self.view.state
        return bool(
            s["highest"][self.seat] <= row <= s["lowest"][self.seat]
            and s["leftmost"][self.seat] <= column <= s["rightmost"][self.seat]
        )

    def legal(self, move: str) -> str | None:
        return move if self.own and move in self.view.legal else None

    def card(self, grid: Grid, space: int, card: int, x: float, y: float) -> Sprite:
        """A card in the window. Its key is where it was placed, so that it is seen to move."""
        view, s = self.view, self.view.state
        move = self.legal(f"move {space_name(space)}")
        moved, blur = bool(s["moved"][self.seat, space]), bool(s["blur"][self.seat, space])
        marks = ["legal"] if move else []
        if blur:
            marks.append("blur")
        if self.just_done(space):
            marks.append("last")
        return Sprite(
            key=self.card_key(space, card, moved),
            symbol=card_symbol(view, card),
            group=self.key,
            x=x,
            y=y,
            size=(grid.cell * 0.9, grid.cell * 0.9),
            label=card_label(view, card) + (f", {view.words('blurred')}" if blur else ""),
            short=card_short(view, card),
            hint=self.what_it_would_do(space, card) if move else card_hint(view, card),
            # What has moved lies askew, as the rulebook's tip has it.
            turn=4 if moved and int(view.box.record["family"][card]) == ARROW else 0,
            layer=3 if moved else 2,
            origin=self.origin(card, moved),
            move=move,
            marks=tuple(marks),
        )

    def card_key(self, space: int, card: int, moved: bool) -> str:
        family = int(self.view.box.record["family"][card])
        if moved and family == MONSTER:
            return f"fed-{self.seat}-{space}"
        if moved:
            arrow = int(self.view.box.record["arrow"][card])
            space -= int(ROW_STEP[arrow]) * SIDE + int(COLUMN_STEP[arrow])
        return f"card-{self.seat}-{space}"

    def origin(self, card: int, moved: bool) -> str | None:
        """Where a card that is new on the table came from."""
        if not moved:
            return f"pick-{self.seat}"
        if int(self.view.box.record["family"][card]) == MONSTER and self.view.before is not None:
            hungry = first_of(self.view.before, self.view.box.record, self.seat, MONSTER)
            return f"card-{self.seat}-{int(hungry)}" if hungry != OUTSIDE else None
        return None

    def just_done(self, space: int) -> bool:
        """Whether the seat's latest move put a card here."""
        if self.view.beat is not None and self.view.beat not in ("deal", "reveal"):
            return False
        placed = f"place {space_name(space)}"
        return any(seat == self.seat and str(move) == placed for seat, move in self.view.last)

    def what_it_would_do(self, space: int, card: int) -> str:
        """Where an arrow card would go, and what that costs."""
        arrow = int(self.view.box.record["arrow"][card])
        target = int(beside(self.view.state, self.seat, space, arrow))
        if target == OUTSIDE:
            return self.view.words("hint.leaves")
        covered = int(self.view.state["window"][self.seat, target])
        if covered != NOTHING:
            return self.view.words("hint.covers", space=space_name(target), card=card_label(self.view, covered))
        return self.view.words("hint.goes", space=space_name(target))

    # ------------------------------------------------------------ beside a rival's window

    def strip(self) -> Iterator[Sprite]:
        """Below a rival's window: the cards it holds, as far as they are known, and what it has picked."""
        if int(self.view.state["phase"]) != BUILDING:
            return
        y, size = WINDOW + STRIP / 2, STRIP * 0.8
        cards = self.held()
        for (kind, key), (x, _) in zip(cards, fan(len(cards), WINDOW - STRIP - 20, y, size), strict=True):
            known = kind != HIDDEN
            yield Sprite(
                key=key,
                symbol=card_symbol(self.view, kind) if known else "card-back",
                group=self.key,
                x=x,
                y=y,
                size=(size, size),
                label=card_label(self.view, kind) if known else self.view.words("card.hidden"),
                short=card_short(self.view, kind) if known else "?",
                hint=self.view.words("hint.known", name=self.view.name(self.seat)) if known else "",
                face="up" if known else "down",
                marks=("dim",) if known else (),
            )
        yield from picked(self.view, self.seat, self.key, WINDOW - STRIP / 2 - 6, y, size * 1.05)

    def held(self) -> list[tuple[int, str]]:
        """The cards in a rival's hand: kinds where they are known, HIDDEN where not; each with its key."""
        if not holds_hand(self.view, self.seat):
            return []
        hand = int(hand_of(self.view.state, self.seat))
        counts = [int(n) for n in self.view.state["hand"][hand]]
        if counts[0] == HIDDEN:
            left = int(cards_left(self.view.state, self.view.box.record, self.seat))
            out = committed(self.view, self.seat) or int(self.view.state["placing"][self.seat]) != NOTHING
            return [(HIDDEN, f"back-{self.seat}-{i}") for i in range(left - (1 if out else 0))]
        return [(k, f"hand-{hand}-{k}-{i}") for k, n in enumerate(counts) for i in range(n)]


def committed(view: View, seat: int) -> bool:
    """Whether a seat has laid down a card hidden: that it has is public, what it is is not."""
    s = view.state
    if int(s["phase"]) != BUILDING or int(s["placing"][seat]) != NOTHING:
        return False
    if int(s["picked"][seat]) != NOTHING:
        return True
    return holds_hand(view, seat) and seat not in view.pending


def picked(view: View, seat: int, group: str, x: float, y: float, size: float) -> Iterator[Sprite]:
    """The card a seat has picked: face down for the others until all are turned over."""
    shown = int(view.state["placing"][seat])
    mine = int(view.state["picked"][seat])
    if shown == NOTHING and not committed(view, seat):
        return
    kind = shown if shown != NOTHING else mine
    known = kind >= 0
    yield Sprite(
        key=f"pick-{seat}",
        symbol=card_symbol(view, kind) if known else "card-back",
        group=group,
        x=x,
        y=y,
        size=(size, size),
        label=card_label(view, kind) if known else view.words("card.picked", name=view.name(seat)),
        short=(">" + card_short(view, kind)) if known else ">?",
        hint=card_hint(view, kind) if known else "",
        face="up" if known else "down",
        layer=4,
        origin=origin_of_pick(view, seat, kind),
        marks=("focus",) if shown != NOTHING and seat in view.pending else (),
    )


def origin_of_pick(view: View, seat: int, kind: int) -> str:
    """A pick comes out of the hand it was taken from."""
    if kind < 0:
        return f"back-{seat}-0"
    hand = int(hand_of(view.state, seat))
    return f"hand-{hand}-{kind}-{max(0, int(view.state['hand'][hand, kind]))}"


def own_hand(view: View) -> Iterator[Sprite]:
    """The viewer's own cards to pick from, and beside them the one it has picked."""
    seat = view.viewer
    hand = int(hand_of(view.state, seat))
    counts = [int(n) for n in view.state["hand"][hand]] if holds_hand(view, seat) else []
    cards = [(kind, i) for kind, n in enumerate(counts) for i in range(n)]
    y = HAND_HEIGHT / 2
    width = HAND_WIDTH - CARD - 20
    neighbour = int(giver(view.state, seat))
    for (kind, i), (x, _) in zip(cards, fan(len(cards), width, y, CARD), strict=True):
        move = f"pick {card_name(view, kind)}"
        may = move in view.legal
        yield Sprite(
            key=f"hand-{hand}-{kind}-{i}",
            symbol=card_symbol(view, kind),
            group="hand",
            x=x,
            y=y,
            size=(CARD, CARD),
            label=card_label(view, kind),
            short=card_short(view, kind),
            hint=card_hint(view, kind),
            layer=2,
            origin=f"window-{neighbour}",
            move=move if may else None,
            marks=("legal",) if may else ("dim",),
        )
    yield from picked(view, seat, "hand", HAND_WIDTH - CARD / 2 - 6, y, CARD)


def prompt(view: View) -> Prompt:
    """What the viewer is asked for."""
    if view.viewer < 0 or not view.legal:
        return waiting(view)
    kind = str(view.legal[0]).split()[0]
    if kind == "place":
        card = card_label(view, int(view.state["placing"][view.viewer]))
        return Prompt(view.words("prompt.place", card=card), mine=True)
    if kind == "pick":
        key = "prompt.pick.left" if int(view.state["deal"]) % 2 == 0 else "prompt.pick.right"
        return Prompt(view.words(key, name=view.name(int(receiver(view.state, view.viewer)))), mine=True)
    return Prompt(view.words("prompt.move", n=len(view.legal)), mine=True)
