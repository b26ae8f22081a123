"""Patrols in hand and tribe boards with abilities, one's own and a rival's."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Sprite, fan
from ..reading import View
from ..reading.actions import why_not
from ..reading.tiles import (
    ability_hint,
    ability_label,
    explorers_read,
    patrol_hint,
    printed_explorers,
    tile_label,
    tile_name,
    tile_symbol,
)
from ..rules.control import patrol_tile
from ..rules.patrols import pile_left
from ..state import ABILITIES, ACTING, HORN, PLACING, SENDING
from .display import TALL, badge

HAND_WIDTH, PATROL, PATROL_ROW = 520.0, 138.0, 132.0
BOARD_HEIGHT, ABILITY, FIRST_ABILITY, ABILITY_APART, ABILITY_DOWN = 140.0, 80.0, 70.0, 95.0, 80.0
PILE = 84.0
BACK = 104.0
RIVAL_WIDTH, RIVAL_LIGHT = 920.0, 440.0  # with a tribe board, and without


def hand_size(view: View) -> tuple[float, float]:
    """A row of patrols, above the tribe board if there is one."""
    return HAND_WIDTH, PATROL_ROW if view.s.light else PATROL_ROW + 8 + BOARD_HEIGHT


def rival_size(view: View) -> tuple[float, float]:
    """Patrols beside the tribe board, if there is one: flat, to leave the valley its room."""
    return RIVAL_LIGHT if view.s.light else RIVAL_WIDTH, BOARD_HEIGHT


# ---------------------------------------------------------------- patrols in hand


def known_hand(view: View, seat: int) -> list[int]:
    """The kinds of patrols that a seat is known to hold."""
    return [kind for kind, held in enumerate(view.s.hand[seat]) if held == 1]


@kept
def own_hand(view: View) -> Iterator[Sprite]:
    """The viewer's own patrols and its tribe board."""
    seat = view.viewer
    held = known_hand(view, seat)
    y = PATROL_ROW / 2
    room = HAND_WIDTH - PILE - 10
    for kind, (x, _) in zip(held, fan(len(held), room, y, PATROL), strict=True):
        yield from patrol(view, seat, kind, "hand", x, y, PATROL)
    yield from pile(view, seat, "hand", HAND_WIDTH - PILE / 2 - 2, y, PILE)
    yield from tribe_board(view, seat, "hand", PATROL_ROW + 8)


@kept
def is_chosen(view: View, tile: int) -> bool:
    """Whether a tile was chosen to be laid or turned."""
    return tile == view.s.chosen


@kept
def is_choosing(view: View) -> bool:
    """Whether a patrol has been chosen from a hand, and has not been laid yet."""
    return view.s.phase == PLACING and view.s.action in (SENDING, HORN)


@kept
def patrol(view: View, seat: int, kind: int, group: str, x: float, y: float, width: float) -> Iterator[Sprite]:
    """A patrol tile that is not in play, with its explorers as printed."""
    tile = patrol_tile(seat, kind)
    own = view.is_own(seat)
    size = (width, width * TALL)
    marks = ("focus",) if is_chosen(view, tile) else ("dim",) if own and is_choosing(view) else ()
    yield Sprite(
        f"tile-{tile}",
        tile_symbol(view, tile),
        group,
        x,
        y,
        size,
        label=tile_label(view, tile),
        hint=patrol_hint(view, seat, kind),
        short=explorers_read(printed_explorers(view, seat, kind)),
        layer=2,
        shape="hex",
        origin=f"pile-{seat}",
        move=view.may(f"patrol {tile_name(view, tile)}") if own else None,
        marks=marks,
    )
    for side, count in enumerate(printed_explorers(view, seat, kind)):
        if count:
            key, symbol = f"explorers-{tile}-{side}", f"explorers-{seat}-{count}"
            faded = tuple(mark for mark in marks if mark == "dim")
            yield Sprite(key, symbol, group, x, y, size, turn=60 * side, layer=3, origin=f"pile-{seat}", marks=faded)


@kept
def pile(view: View, seat: int, group: str, x: float, y: float, width: float) -> Iterator[Sprite]:
    """The stack from which a seat draws."""
    left = view.ask(pile_left, seat)
    if left:
        yield Sprite(
            f"pile-{seat}",
            f"patrol-back-{seat}",
            group,
            x,
            y,
            (width, width * TALL),
            label=view.words("term.pile", n=left),
            short=f"({left})",
            face="down",
            layer=1,
            shape="hex",
        )
        yield badge(f"left-{seat}", left, group, x + width * 0.3, y + width * 0.28)


@kept
def rival_hand(view: View, seat: int) -> Iterator[Sprite]:
    """A seat's tribe board, and its patrols: backs, unless all that is left of them is known."""
    group = f"seat-{seat}"
    yield from tribe_board(view, seat, group, 0)
    width, height = rival_size(view)
    left, y = 0.0 if view.s.light else HAND_WIDTH, height / 2
    room = width - left - PILE - 8
    known, held = known_hand(view, seat), view.s.held[seat]
    for i, (x, _) in enumerate(fan(held, room, y, BACK)):
        if len(known) == held:
            yield from patrol(view, seat, known[i], group, left + x, y, BACK)
        else:
            size = (BACK, BACK * TALL)
            label = view.words("term.hidden", name=view.name(seat))
            yield Sprite(
                f"back-{seat}-{i}",
                f"patrol-back-{seat}",
                group,
                left + x,
                y,
                size,
                label=label,
                short="?",
                face="down",
                layer=2,
                shape="hex",
                origin=f"pile-{seat}",
            )
    yield from pile(view, seat, group, width - PILE / 2 - 2, y, PILE)


# ---------------------------------------------------------------- tribe boards


@kept
def tribe_board(view: View, seat: int, group: str, top: float) -> Iterator[Sprite]:
    """A tribe board with its abilities; those that were used are turned over."""
    if view.s.light:
        return
    middle = HAND_WIDTH / 2, top + BOARD_HEIGHT / 2
    yield Sprite(f"board-{seat}", f"board-{seat}", group, *middle, (HAND_WIDTH, BOARD_HEIGHT), layer=0)
    on_board = [ability for ability, marker in enumerate(view.s.ability[seat]) if marker != NOTHING]
    apart = min(ABILITY_APART, (HAND_WIDTH - 2 * FIRST_ABILITY) / max(1, len(on_board) - 1))
    for i, ability in enumerate(on_board):
        yield ability_marker(view, seat, ability, group, FIRST_ABILITY + apart * i, top + ABILITY_DOWN)


@kept
def ability_marker(view: View, seat: int, ability: int, group: str, x: float, y: float) -> Sprite:
    """An ability: a button where it may be used, else with the reason why not."""
    used = view.s.ability[seat][ability] == 0
    move = view.may(f"use {ABILITIES[ability]}") if view.is_own(seat) else None
    label, hint = ability_label(view, ability), ability_hint(view, ability)
    reason = "" if move else told(view, seat, ability, used)
    active = used and is_active(view, seat, ability)
    marks = ("focus",) if active else ("dim",) if reason and not used else ()
    return Sprite(
        f"ability-{seat}-{ability}",
        "ability-used" if used and not active else f"ability-{ABILITIES[ability]}",
        group,
        x,
        y,
        (ABILITY, ABILITY),
        label=view.words("term.ability.spent", ability=label) if used else label,
        hint=f"{hint}\n{view.words(f'why.{reason}')}" if reason else hint,
        short=f"{label}{' x' if used else ''}",
        face="down" if used and not active else "up",
        layer=2,
        move=move,
        marks=marks,
    )


@kept
def is_active(view: View, seat: int, ability: int) -> bool:
    """Whether a seat is just using an ability."""
    return view.s.action == ability and seat == view.s.turn


@kept
def tells_why(view: View, seat: int) -> bool:
    """Whether it is said now why an ability can't be used: to whoever may choose among them."""
    return view.is_own(seat) and bool(view.legal) and view.s.phase == ACTING


@kept
def why(view: View, seat: int) -> tuple[str, ...]:
    """Why each ability can't be used now, as the catalogue names it; empty where it can."""
    return tuple(why_not(view, seat, ability) for ability in ABILITIES)


def told(view: View, seat: int, ability: int, used: bool) -> str:
    """What is said of an ability that can't be used; empty where there is nothing to say."""
    if used:
        return "used"
    return why(view, seat)[ability] if tells_why(view, seat) else ""
