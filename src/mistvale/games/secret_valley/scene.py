"""The Secret Valley as a picture: the grid that all lay out, the hand, and what is known of the rivals' cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ...core.helpers import widest
from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene import Grid, Group, Prompt, Scene, Sprite, fan, table, waiting
from ...scene.cards import card_label, card_name, card_symbol
from ...scene.panels import listed
from .cards import card_hint, card_short, space_name
from .points import clan_points, gives, points_now, points_with
from .state import DRAFTING, PLACING, SCORING, SIDE, SPACES
from .summary import reference, summary

TALL = 1.4  # a card's height for its width
WIDTH, HEIGHT = 640.0, 700.0  # the grid's group
HAND_WIDTH, HAND_HEIGHT, CARD = 820.0, 166.0, 112.0
KEPT = 78.0  # a kept card while others are chosen
RIVAL_WIDTH, RIVAL_HEIGHT, SMALL = 500.0, 128.0, 80.0
BEYOND = 2  # how far beyond its cards the grid is shown while it may still grow


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    valley = Valley(view)
    groups = [Group("valley", view.words("valley"), "main", WIDTH, HEIGHT)]
    sprites = list(valley.sprites())
    first = max(view.viewer, -1) + 1
    for i in range(view.seats):
        seat = (first + i) % view.seats
        if seat != view.viewer:
            groups.append(
                Group(f"seat-{seat}", view.name(seat), "side", RIVAL_WIDTH, RIVAL_HEIGHT, seat, tally(view, seat))
            )
            sprites += rival(view, seat) if in_hands(view) else ()
    if view.viewer >= 0 and in_hands(view):
        groups.append(Group("hand", view.words("hand"), "hand", HAND_WIDTH, HAND_HEIGHT, view.viewer))
        sprites += own_cards(view)
    now = clan_points(view.state, view.box.record)
    shown = int(view.state["phase"]) == PLACING and int(view.state["turns"]) > 0
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: view.words("now", n=now[seat]) if shown else "",
        reference=reference(view),
        summary=summary(view),
    )


def tally(view: View, seat: int) -> str:
    """What a seat's cards have gained in this round, once they are counted."""
    counting = int(view.state["phase"]) == SCORING
    number = int(view.state["rounds"]) - (0 if counting else 1)
    return "" if in_hands(view) or number < 0 else view.words("points", n=int(view.state["tally"][number, seat]))


def in_hands(view: View) -> bool:
    """Whether there are cards in hands."""
    return int(view.state["phase"]) in (DRAFTING, PLACING)


# ---------------------------------------------------------------- the grid


@dataclass(frozen=True)
class Valley:
    """The grid: its cards with settlements and points, and the spaces where it may still grow."""

    view: View

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """First and last row, first and last column, as the cards lie."""
        highest, lowest, leftmost, rightmost = (
            int(self.view.state[side]) for side in ("highest", "lowest", "leftmost", "rightmost")
        )
        return highest, lowest, leftmost, rightmost

    @property
    def growing(self) -> bool:
        return in_hands(self.view)

    def fits(self, row: int, column: int) -> bool:
        """Whether the grid could reach that far: one of its shapes is still open for it (SV-1)."""
        highest, lowest, leftmost, rightmost = self.bounds
        box = self.view.box.record
        height = max(lowest, row) - min(highest, row) + 1
        width = max(rightmost, column) - min(leftmost, column) + 1
        longer, shorter = int(box["long"][self.view.seats]), int(box["short"][self.view.seats])
        return width <= int(widest(height, longer, shorter))

    @cached_property
    def grid(self) -> Grid:
        """The part of the lattice to show."""
        highest, lowest, leftmost, rightmost = self.bounds
        if self.growing:
            rows = [row for row in range(highest - BEYOND, lowest + BEYOND + 1) if self.fits(row, leftmost)]
            columns = [c for c in range(leftmost - BEYOND, rightmost + BEYOND + 1) if self.fits(highest, c)]
            highest, lowest, leftmost, rightmost = min(rows), max(rows), min(columns), max(columns)
        # Cells of a Grid are square: what is as tall as a card is measured in card heights.
        return Grid(WIDTH, HEIGHT / TALL, highest, lowest, leftmost, rightmost, fewest=4)

    def at(self, space: int) -> tuple[float, float]:
        """The middle of a space."""
        x, y = self.grid.at(*divmod(space, SIDE))
        return x, y * TALL

    def size(self, part: float = 0.94) -> tuple[float, float]:
        """The size of a card, or of something that is so large a part of it."""
        return self.grid.cell * part, self.grid.cell * TALL * part

    def sprites(self) -> Iterator[Sprite]:
        """Spaces and cards in reading order, then what lies on the cards."""
        grid, state = self.grid, self.view.state
        for space in range(SPACES):
            row, column = divmod(space, SIDE)
            if not (grid.first_row <= row <= grid.last_row and grid.first_column <= column <= grid.last_column):
                continue
            card = int(state["grid"][space])
            if card != NOTHING:
                yield self.card(space, card)
                yield self.settlement(space, card)
            elif self.growing and self.fits(row, column):
                yield self.space(space)
        yield from self.badges()

    def space(self, space: int) -> Sprite:
        """An empty space: one may place here, or the grid may grow to here."""
        x, y = self.at(space)
        name = space_name(space)
        move = f"at {name}"
        if move not in self.view.legal:
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
        points, changes = points_with(view, space)
        text = view.words("hint.at", card=card_label(view, int(view.state["playing"])), n=points)
        own = [
            view.words("hint.change", card=card_label(view, card), change=f"{change:+d}")
            for card, change in changes.items()
            if int(view.state["keeper"][card]) == view.viewer
        ]
        return f"{text} {view.words('hint.changes', changes=listed(view, own))}" if own else text

    def card(self, space: int, card: int) -> Sprite:
        """A card of the grid."""
        view = self.view
        x, y = self.at(space)
        keeper = int(view.state["keeper"][card])
        marks = []
        if card in self.scored or card in self.givers:
            marks.append("focus")
        if self.growing and any(str(move) == f"at {space_name(space)}" for _, move in view.last):
            marks.append("last")
        label = view.words("settled", card=card_label(view, card), name=view.name(keeper))
        return Sprite(
            key=f"card-{card}",
            symbol=card_symbol(view, card),
            group="valley",
            x=x,
            y=y,
            size=self.size(),
            label=f"{label}, {view.words('points', n=self.points[card])}",
            short=f"{card_short(view, card)} {view.name(keeper)}",
            hint=card_hint(view, card),
            layer=2,
            origin=f"kept-{keeper}-0",
            marks=tuple(marks),
        )

    def settlement(self, space: int, card: int) -> Sprite:
        """The settlement on a card."""
        x, y = self.at(space)
        keeper, side = int(self.view.state["keeper"][card]), self.grid.cell * 0.36
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

    @cached_property
    def points(self) -> dict[int, int]:
        return points_now(self.view.state, self.view.box.record)

    @cached_property
    def scored(self) -> tuple[int, ...]:
        """The card that has just been counted."""
        view = self.view
        if view.beat != "score" or view.before is None:
            return ()
        fresh = (view.state["gained"] != NOTHING) & (view.before["gained"] == NOTHING)
        return tuple(int(card) for card in fresh.nonzero()[0])

    @cached_property
    def givers(self) -> dict[int, int]:
        """The cards that gave it points, and how many."""
        given: dict[int, int] = {}
        for card in self.scored:
            given |= gives(self.view.state, self.view.box.record, card)
        return given

    @cached_property
    def earlier(self) -> dict[int, int]:
        """What the cards scored before the last move, so that a preview can say what it changes."""
        return points_now(self.view.before, self.view.box.record) if self.view.before is not None else {}

    def badges(self) -> Iterator[Sprite]:
        """The points of each card: as the grid is now, or as they have been counted; and what neighbours give."""
        counting = int(self.view.state["phase"]) == SCORING
        for card, points in self.points.items():
            if not counting or int(self.view.state["gained"][card]) != NOTHING:
                changed = self.growing and self.earlier.get(card, points) != points
                yield self.badge(f"points-{card}", card, str(points), -0.27, card in self.scored or changed)
        for card, points in self.givers.items():
            yield self.badge(f"gives-{card}", card, f"+{points}", 0.0, True)

    def badge(self, key: str, card: int, text: str, aside: float, focus: bool) -> Sprite:
        """A round badge with a figure; it has no label: the card's own says it."""
        x, y = self.at(int(self.view.state["place"][card]))
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


# ---------------------------------------------------------------- hands


def own_cards(view: View) -> Iterator[Sprite]:
    """The viewer's own cards: the hand to choose from, and what it has kept."""
    state, seat = view.state, view.viewer
    cards = range(int(view.box.record["cards"]))
    kept = [card for card in cards if int(state["keeper"][card]) == seat and int(state["place"][card]) == NOTHING]
    y = HAND_HEIGHT / 2
    if int(state["phase"]) == PLACING:
        for card, (x, _) in zip(kept, fan(len(kept), HAND_WIDTH, y, CARD), strict=True):
            yield own_card(view, card, "play", x, y, CARD)
        return
    kept.sort(key=lambda card: int(state["taken"][card]))
    right = HAND_WIDTH * 0.4 if kept else 0.0
    hand = [card for card in cards if holder(view, card) == seat]
    for card, (x, _) in zip(hand, fan(len(hand), HAND_WIDTH - right, y, CARD), strict=True):
        yield own_card(view, card, "keep", x, y, CARD)
    for card, (x, _) in zip(kept, fan(len(kept), right, y, KEPT), strict=True):
        yield own_card(view, card, None, HAND_WIDTH - right + x, y, KEPT)


def holder(view: View, card: int) -> int:
    """The seat in whose draft hand a card is known to be; NOTHING if it is in none, or nobody can tell."""
    state = view.state
    origin = int(state["origin"][card])
    if int(state["phase"]) != DRAFTING or origin < 0 or int(state["taken"][card]) != NOTHING:
        return NOTHING
    return (origin - int(state["trick"])) % view.seats


def own_card(view: View, card: int, verb: str | None, x: float, y: float, width: float) -> Sprite:
    """A card of one's own: a button where it may be kept or played."""
    move = f"{verb} {card_name(view, card)}" if verb else None
    may = move is not None and move in view.legal
    playing = int(view.state["playing"]) == card
    label = card_label(view, card)
    # While others play, one's cards are there to be studied; grey is what could have been chosen and was not.
    passed = verb == "keep" or (verb == "play" and int(view.state["playing"]) != NOTHING)
    marks = ("legal",) if may else ("focus",) if playing else ("dim",) if passed else ()
    return Sprite(
        key=f"card-{card}",
        symbol=card_symbol(view, card),
        group="hand",
        x=x,
        y=y,
        size=(width, width * TALL),
        label=label if verb else view.words("card.kept", card=label),
        short=card_short(view, card),
        hint=card_hint(view, card),
        layer=3 if playing else 2,
        origin=f"seat-{(view.viewer + 1) % view.seats}",
        move=move if may else None,
        marks=marks,
    )


def rival(view: View, seat: int) -> Iterator[Sprite]:
    """What a rival has: cards the viewer knows face up, the rest as backs; kept ones left, the draft hand right."""
    state, box = view.state, view.box.record
    cards = range(int(box["cards"]))
    size = int(box["hand"][view.seats])
    placing = int(state["phase"]) == PLACING
    known = [card for card in cards if int(state["keeper"][card]) == seat and int(state["place"][card]) == NOTHING]
    on_grid = sum(1 for card in cards if int(state["keeper"][card]) == seat and int(state["place"][card]) != NOTHING)
    trick = int(state["trick"])
    committed = not placing and trick < size - 1 and seat not in view.pending
    kept = size - on_grid if placing else trick + committed
    backs = max(0, kept - len(known))
    hand = [card for card in cards if holder(view, card) == seat]
    hand_backs = 0 if placing or hand else size - trick - committed
    shown: list[tuple[int, str]] = [(card, f"card-{card}") for card in known]
    shown += [(NOTHING, f"kept-{seat}-{i}") for i in range(backs)]
    in_hand = [(card, f"card-{card}") for card in hand] + [(NOTHING, f"back-{seat}-{i}") for i in range(hand_backs)]
    share = 1.0 if placing else max(0.2, min(0.8, len(shown) / max(1, len(shown) + len(in_hand))))
    y = RIVAL_HEIGHT / 2
    left, right = RIVAL_WIDTH * share, RIVAL_WIDTH * (1 - share)
    for (card, key), (x, _) in zip(shown, fan(len(shown), left - 8, y, SMALL), strict=True):
        yield rival_card(view, seat, card, key, x, y, "kept")
    for (card, key), (x, _) in zip(in_hand, fan(len(in_hand), right - 8, y, SMALL), strict=True):
        yield rival_card(view, seat, card, key, left + x, y, "held")


def rival_card(view: View, seat: int, card: int, key: str, x: float, y: float, where: str) -> Sprite:
    """A card that a rival holds or has kept."""
    known = card != NOTHING
    name = view.name(seat)
    return Sprite(
        key=key,
        symbol=card_symbol(view, card) if known else "card-back",
        group=f"seat-{seat}",
        x=x,
        y=y,
        size=(SMALL, SMALL * TALL),
        label=card_label(view, card) if known else view.words(f"hidden.{where}", name=name),
        short=card_short(view, card) if known else "?",
        hint=f"{view.words(f'known.{where}', name=name)} {card_hint(view, card)}" if known else "",
        face="up" if known else "down",
        layer=2,
        origin=f"seat-{(seat + 1) % view.seats}" if known else None,
        marks=("dim",) if known else (),
    )


def prompt(view: View) -> Prompt:
    """What the viewer is asked for."""
    if view.viewer < 0 or not view.legal:
        return waiting(view)
    verb = str(view.legal[0]).split()[0]
    if verb == "keep":
        return Prompt(view.words("prompt.keep", name=view.name((view.viewer - 1) % view.seats)), mine=True)
    if verb == "at":
        return Prompt(view.words("prompt.at", card=card_label(view, int(view.state["playing"]))), mine=True)
    return Prompt(view.words("prompt.play"), mine=True)
