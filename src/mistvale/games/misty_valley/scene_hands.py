"""What lies beside the board: patrols in hand, tribe boards with abilities, the valley tiles to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene import Sprite, fan
from .cards import (
    ability_hint,
    ability_label,
    explorers,
    is_encounter,
    is_patrol,
    patrol_hint,
    patrol_tile,
    site_hint,
    tile_label,
    tile_name,
    tile_symbol,
)
from .reading import why_not
from .rules.exploring import encounters_left, tokens_left, valley_left
from .rules.patrols import pile_left
from .state import (
    ABILITIES,
    ACT,
    EXPLORE,
    HORN,
    OPEN,
    PATROLS,
    RESOURCES,
    SEND,
    SPACE,
    STACK,
    WALL,
    WALL_SIDE,
)

TALL = 0.866  # a hex's height for its width
HAND_WIDTH, PATROL, PATROL_ROW = 520.0, 138.0, 132.0
BOARD_HEIGHT, ABILITY, FIRST_ABILITY, ABILITY_APART, ABILITY_DOWN = 140.0, 80.0, 70.0, 95.0, 80.0
PILE, BADGE = 84.0, 46.0
BACK = 104.0
RIVAL_WIDTH, RIVAL_LIGHT = 920.0, 440.0  # with a tribe board, and without
DISPLAY_WIDTH, DISPLAY_HEIGHT, OPEN_SIZE, TOKEN = 300.0, 272.0, 142.0, 64.0
SLOTS = ((76.0, 68.0), (224.0, 68.0), (76.0, 203.0))  # the open tiles, the stack
ENCOUNTERS_AT, TOKENS_AT = (224.0, 203.0), (150.0, 240.0)


def hand_size(view: View) -> tuple[float, float]:
    """A row of patrols, above the tribe board if there is one."""
    return HAND_WIDTH, PATROL_ROW if int(view.state["light"]) else PATROL_ROW + 8 + BOARD_HEIGHT


def rival_size(view: View) -> tuple[float, float]:
    """Patrols beside the tribe board, if there is one: flat, to leave the valley its room."""
    return RIVAL_LIGHT if int(view.state["light"]) else RIVAL_WIDTH, BOARD_HEIGHT


# ---------------------------------------------------------------- patrols in hand


def own_hand(view: View) -> Iterator[Sprite]:
    """The viewer's own patrols and its tribe board."""
    seat = view.viewer
    held = [kind for kind in range(PATROLS) if int(view.state["hand"][seat, kind]) == 1]
    y = PATROL_ROW / 2
    room = HAND_WIDTH - PILE - 10
    for kind, (x, _) in zip(held, fan(len(held), room, y, PATROL), strict=True):
        yield from patrol(view, seat, kind, "hand", x, y, PATROL)
    yield from pile(view, seat, "hand", HAND_WIDTH - PILE / 2 - 2, y, PILE)
    yield from tribe_board(view, seat, "hand", PATROL_ROW + 8)


def patrol(view: View, seat: int, kind: int, group: str, x: float, y: float, width: float) -> Iterator[Sprite]:
    """A patrol tile that is not in play, with its explorers as printed."""
    tile = patrol_tile(seat, kind)
    chosen = tile == int(view.state["chosen"])
    choosing = int(view.state["phase"]) == SPACE and int(view.state["action"]) in (SEND, HORN)
    own = seat == view.viewer
    size = (width, width * TALL)
    marks = ("focus",) if chosen else ("dim",) if choosing and own else ()
    yield Sprite(
        f"tile-{tile}",
        tile_symbol(view, tile),
        group,
        x,
        y,
        size,
        label=tile_label(view, tile),
        hint=patrol_hint(view, seat, kind),
        short=tile_name(view, tile),
        layer=2,
        shape="hex",
        origin=f"pile-{seat}",
        move=view.may(f"patrol {tile_name(view, tile)}") if own else None,
        marks=marks,
    )
    for side, count in enumerate(explorers(view, seat, kind)):
        if count:
            key, symbol = f"explorers-{tile}-{side}", f"explorers-{seat}-{count}"
            faded = tuple(mark for mark in marks if mark == "dim")
            yield Sprite(key, symbol, group, x, y, size, turn=60 * side, layer=3, origin=f"pile-{seat}", marks=faded)


def pile(view: View, seat: int, group: str, x: float, y: float, width: float) -> Iterator[Sprite]:
    """The stack from which a seat draws."""
    left = int(pile_left(view.state, view.box.record, seat))
    if left:
        yield Sprite(
            f"pile-{seat}",
            f"patrol-back-{seat}",
            group,
            x,
            y,
            (width, width * TALL),
            label=view.words("pile", n=left),
            short=f"({left})",
            face="down",
            layer=1,
            shape="hex",
        )
        yield badge(f"left-{seat}", left, group, x + width * 0.3, y + width * 0.28)


def badge(key: str, left: int, group: str, x: float, y: float) -> Sprite:
    """How many are left of something that lies face down; its own label says it."""
    return Sprite(key, "points-badge", group, x, y, (BADGE, BADGE), text=str(left), layer=4)


def rival_hand(view: View, seat: int) -> Iterator[Sprite]:
    """A seat's tribe board, and its patrols: backs, unless all that is left of them is known."""
    group = f"seat-{seat}"
    yield from tribe_board(view, seat, group, 0)
    width, height = rival_size(view)
    left, y = 0.0 if int(view.state["light"]) else HAND_WIDTH, height / 2
    room = width - left - PILE - 8
    known = [kind for kind in range(PATROLS) if int(view.state["hand"][seat, kind]) == 1]
    held = int(view.state["held"][seat])
    for i, (x, _) in enumerate(fan(held, room, y, BACK)):
        if len(known) == held:
            yield from patrol(view, seat, known[i], group, left + x, y, BACK)
        else:
            size = (BACK, BACK * TALL)
            label = view.words("hidden", name=view.name(seat))
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


def tribe_board(view: View, seat: int, group: str, top: float) -> Iterator[Sprite]:
    """A tribe board with its abilities; those that were used are turned over."""
    if int(view.state["light"]):
        return
    middle = HAND_WIDTH / 2, top + BOARD_HEIGHT / 2
    yield Sprite(f"board-{seat}", f"board-{seat}", group, *middle, (HAND_WIDTH, BOARD_HEIGHT), layer=0)
    on_board = [a for a in range(len(ABILITIES)) if int(view.state["ability"][seat, a]) != NOTHING]
    apart = min(ABILITY_APART, (HAND_WIDTH - 2 * FIRST_ABILITY) / max(1, len(on_board) - 1))
    for i, ability in enumerate(on_board):
        yield ability_marker(view, seat, ability, group, FIRST_ABILITY + apart * i, top + ABILITY_DOWN)


def ability_marker(view: View, seat: int, ability: int, group: str, x: float, y: float) -> Sprite:
    """An ability: a button where it may be used, else with the reason why not."""
    used = int(view.state["ability"][seat, ability]) == 0
    move = view.may(f"use {ABILITIES[ability]}") if seat == view.viewer else None
    label, hint = ability_label(view, ability), ability_hint(view, ability)
    reason = "" if move else why(view, seat, ability)
    active = used and seat == int(view.state["turn"]) and int(view.state["action"]) == ability
    marks = ("focus",) if active else ("dim",) if reason and not used else ()
    return Sprite(
        f"ability-{seat}-{ability}",
        "ability-used" if used and not active else f"ability-{ABILITIES[ability]}",
        group,
        x,
        y,
        (ABILITY, ABILITY),
        label=view.words("ability.spent", ability=label) if used else label,
        hint=f"{hint}\n{view.words(f'why.{reason}')}" if reason else hint,
        short=f"{label[:8]}{' x' if used else ''}",
        face="down" if used and not active else "up",
        layer=2,
        move=move,
        marks=marks,
    )


def why(view: View, seat: int, ability: int) -> str:
    """Why an ability can't be used now, as the catalogue names it; empty where there is nothing to say."""
    state = view.state
    reason = why_not(state, view.box.record, seat, ABILITIES[ability])
    if reason == "used" or (seat == view.viewer and view.legal and int(state["phase"]) == ACT):
        return reason
    return ""


# ---------------------------------------------------------------- the valley tiles to choose from


def display(view: View) -> Iterator[Sprite]:
    """The open valley tiles, the stack, the encounters, the tokens; and a tile that waits to be placed."""
    state, record = view.state, view.box.record
    chosen, meeting = int(state["chosen"]), int(state["meeting"])
    for slot in range(OPEN):
        tile = int(state["open"][slot])
        if tile != NOTHING:
            yield from shown(view, tile, *SLOTS[slot], move=view.may(f"explore open{slot + 1}"))
        else:
            yield Sprite(f"slot-{slot}", "lifted", "display", *SLOTS[slot], _hexagon(), layer=0)
    left = int(valley_left(state, record))
    if left:
        label, hint = view.words("stack", n=left), view.words("stack.hint", tiles=unseen_valley(view))
        yield badge("left-stack", left, "display", SLOTS[STACK][0] - 42, SLOTS[STACK][1] + 40)
        yield heap("stack", "stack", left, SLOTS[STACK], label, hint, view.may("explore stack"))
    left = int(encounters_left(state, record))
    if left:
        label, hint = view.words("encounters", n=left), view.words("encounters.hint", tiles=unseen_encounters(view))
        yield badge("left-encounters", left, "display", ENCOUNTERS_AT[0] + 42, ENCOUNTERS_AT[1] + 40)
        yield heap("encounters", "encounter-back", left, ENCOUNTERS_AT, label, hint, view.may("encounter"))
    waits = chosen >= 0 and not is_patrol(chosen) and int(state["place"][chosen]) == NOTHING
    if waits and not is_encounter(view, chosen):
        yield from shown(view, chosen, *SLOTS[int(state["slot"])], focus=True)
    for tile in (chosen if waits else NOTHING, meeting):
        if tile != NOTHING and is_encounter(view, tile):
            yield from shown(view, tile, *ENCOUNTERS_AT, focus=True)
    yield from tokens(view)


def _hexagon() -> tuple[float, float]:
    return OPEN_SIZE, OPEN_SIZE * TALL


def shown(view: View, tile: int, x: float, y: float, move: str | None = None, focus: bool = False) -> Iterator[Sprite]:
    """A tile that lies open, or waits to be placed."""
    label = tile_label(view, tile)
    feet = not is_encounter(view, tile) and int(view.box.record["footprints"][tile])
    busy = int(view.state["action"]) == EXPLORE and int(view.state["phase"]) != ACT
    yield Sprite(
        f"tile-{tile}",
        tile_symbol(view, tile),
        "display",
        x,
        y,
        _hexagon(),
        label=f"{label}, {view.words('label.footprints')}" if feet else label,
        hint=site_hint(view, tile),
        short=f"{label[:8]}{' +' if feet else ''}",
        layer=4 if focus else 2,
        shape="hex",
        origin="encounters" if is_encounter(view, tile) else "stack",
        move=move,
        marks=("focus",) if focus else ("dim",) if busy and view.legal else (),
    )
    if feet:
        yield Sprite(f"footprints-{tile}", "footprints", "display", x, y, _hexagon(), layer=5 if focus else 3)


def heap(key: str, symbol: str, left: int, at: tuple[float, float], label: str, hint: str, move: str | None) -> Sprite:
    """A stack of tiles that lie face down."""
    return Sprite(
        key,
        symbol,
        "display",
        *at,
        _hexagon(),
        label=label,
        hint=hint,
        short=f"? ({left})",
        face="down",
        layer=1,
        shape="hex",
        move=move,
    )


def tokens(view: View) -> Iterator[Sprite]:
    """With the expansion: the pile of tokens, and the wall that waits for a side."""
    state = view.state
    if not int(state["expansion"]):
        return
    left = int(tokens_left(state, view.box.record))
    if left:
        walls, flowers = unseen_tokens(view)
        yield Sprite(
            "tokens",
            "token-back",
            "display",
            *TOKENS_AT,
            (TOKEN, TOKEN),
            label=view.words("tokens", n=left),
            hint=view.words("tokens.hint", walls=walls, flowers=flowers),
            short=f"t({left})",
            face="down",
            text=str(left),
            layer=3,
        )
    if int(state["phase"]) == WALL_SIDE and int(state["token"]) == WALL:
        yield Sprite(
            "token",
            "token-wall",
            "display",
            *TOKENS_AT,
            (TOKEN, TOKEN),
            label=view.words("token.wall"),
            hint=view.words("token.wall.hint"),
            layer=4,
            origin="tokens",
            marks=("focus",),
        )


# ---------------------------------------------------------------- what is unseen


def is_unseen(view: View, site: int) -> bool:
    """Whether a valley tile or an encounter has not been turned up."""
    state = view.state
    opened = [int(tile) for tile in state["open"]]
    return int(state["place"][site]) == NOTHING and site not in (*opened, int(state["chosen"]), int(state["meeting"]))


def unseen_by_resource(view: View) -> list[int]:
    """How many valley tiles of each resource nobody has seen, those that are out included."""
    counts = [0] * len(RESOURCES)
    for site in range(int(view.box.record["valley"])):
        counts[int(view.box.record["resource"][site])] += is_unseen(view, site)
    return counts


def unseen_valley(view: View) -> str:
    counts = zip(RESOURCES, unseen_by_resource(view), strict=True)
    return ", ".join(f"{view.words(f'resource.{resource}')} {count}" for resource, count in counts if count)


def unseen_encounters(view: View) -> str:
    sites = range(int(view.box.record["valley"]), int(view.box.record["sites"]))
    return ", ".join(tile_label(view, site) for site in sites if is_unseen(view, site))


def unseen_tokens(view: View) -> tuple[int, int]:
    """Walls and flowers in the pile, which is what has not been turned up."""
    state, record = view.state, view.box.record
    built = sum(int(side) != NOTHING for side in state["wall"]) + int(state["discarded"])
    waiting = int(state["token"]) == WALL
    return int(record["walls"]) - built - waiting, int(record["flower_tokens"]) - int(state["flowers"].sum())
