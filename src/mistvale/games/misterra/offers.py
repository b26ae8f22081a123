"""What the viewer may do now: targets on the boards, buttons, and why something can't be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.knowledge import View
from ...core.moves import Move
from ...core.rule import NOTHING
from ...scene import Button, Prompt, Sprite, waiting
from ...scene.panels import listed
from .boards import BADGE, BEACH_SIZE, READ, SIGN, TARGET, Island, at, parchment_group, size, step_to
from .cards import halves, kept_by, place_name, signed, sketch_label, square_name, terrain_name, terrain_word
from .claims import claimable, owner_name, owners
from .reading import confirmed_region, effects_of, points_on, region, why_not_claim, why_not_map
from .state import (
    ACTING,
    BEACH_0,
    CHOOSING,
    CLAIMS,
    COLUMNS,
    DIRECTIONS,
    DRAW_0,
    KEEPING,
    MOVING,
    SIDE,
    SQUARE_NAMES,
    SQUARES,
    SWAPPING,
    TERRAINS,
    TIED,
)
from .summary import solo_grades


def targets(view: View) -> Iterator[Sprite]:
    """The places on the boards that can be chosen."""
    if view.legal:
        yield from {MOVING: steps, ACTING: actions, TIED: ties}.get(int(view.state["phase"]), nowhere)(view)


def nowhere(view: View) -> Iterator[Sprite]:
    """No place can be chosen: it is about cards."""
    return iter(())


# ---------------------------------------------------------------- moving


def steps(view: View) -> Iterator[Sprite]:
    """Where the cartographer may enter, or step to."""
    for column in range(SIDE):
        if move := view.may(f"enter {COLUMNS[column]}"):
            place = BEACH_0 + column
            yield step_target(view, place, move, place_name(view, place))
    here = int(view.state["pawn"][view.viewer])
    for number, direction in enumerate(DIRECTIONS):
        if move := view.may(f"step {direction}"):
            place = step_to(here, number)
            lies = view.words("beach.row") if place >= BEACH_0 else Island(view).read(place, READ - 2)
            yield step_target(view, place, move, f"{direction} {lies}")


def step_target(view: View, place: int, move: str, short: str) -> Sprite:
    """A place that may be entered; its terrain says what that is good for."""
    name = place_name(view, place)
    if place >= BEACH_0:
        label, hint = view.words("step.beach", place=name), view.words("rule.beach")
    else:
        terrain = int(view.state["island"][place])
        label = view.words("step", place=name, terrain=terrain_word(view, terrain))
        hint = view.words(f"rule.{TERRAINS[terrain]}")
    return Sprite(
        key=f"step-{place}",
        symbol="step-target",
        group="island",
        x=at(place)[0],
        y=at(place)[1],
        size=BEACH_SIZE if place >= BEACH_0 else size(0.9),
        label=label,
        short=short,
        hint=hint,
        layer=TARGET,
        move=move,
    )


# ---------------------------------------------------------------- mapping, claiming


def actions(view: View) -> Iterator[Sprite]:
    """Where the sketch may be drawn, and the region that could be claimed."""
    if why_not_map(view.state, view.viewer) is None:
        for square in range(SQUARES):
            turns = tuple(draw(view, square, direction) for direction in range(len(DIRECTIONS)))
            if any(turns):
                yield draw_target(view, square, turns)
    if view.may("claim"):
        yield from claimable_region(view, int(view.state["pawn"][view.viewer]))


def claimable_region(view: View, here: int) -> Iterator[Sprite]:
    """The region that could be claimed, and how many tiles it has."""
    tiles, (x, y) = region(view.state, here), at(here)
    yield from Island(view).marked(tiles)
    badge = ("island", x - 32, y - 32, (SIGN, SIGN))
    yield Sprite("region-size", "points-badge", *badge, text=str(len(tiles)), layer=BADGE)


def draw(view: View, square: int, direction: int) -> Move | None:
    """The move that lays the first half on a square and the second one that way.

    For one terrain twice there is one move for both ways round (MM-5); a player may turn it all ways.
    """
    other = step_to(square, direction)
    if other == NOTHING or other >= BEACH_0:
        return None
    for first, second in ((square, other), (other, square)):
        name = f"draw {SQUARE_NAMES[first]} {SQUARE_NAMES[second]}"
        found = next((move for move in view.legal if move == name), None)
        if found is not None or not is_double(view):
            return found
    return None


def is_double(view: View) -> bool:
    """Whether the sketch shows one terrain twice."""
    first, second = halves(int(view.state["sketch"]))
    return first == second


def draw_target(view: View, square: int, turns: tuple[Move | None, ...]) -> Sprite:
    """A square of one's parchment on which the first half may lie, with all ways to turn the second one."""
    lines = [
        view.words("draw.way", direction=view.words(f"direction.{DIRECTIONS[way]}"), effects=told_draw(view, move))
        for way, move in enumerate(turns)
        if move is not None
    ]
    drawn = int(view.state["parchment"][view.viewer, square])
    others = [square_name(step_to(square, way)) for way, move in enumerate(turns) if move is not None]
    # What can be turned one way only is typed with both squares.
    where = "-".join((square_name(square), *(others if len(others) == 1 else [])))
    return Sprite(
        key=f"draw-{square}",
        symbol="target",
        group=parchment_group(view, view.viewer),
        x=at(square)[0],
        y=at(square)[1],
        size=size(0.8),
        label=view.words("draw", sketch=sketch_label(view, int(view.state["sketch"])), square=square_name(square)),
        short=" ".join((where, *([] if drawn == NOTHING else [terrain_name(view, drawn)]))),
        hint="\n".join(lines),
        layer=TARGET,
        turns=tuple(None if move is None else str(move) for move in turns),
    )


def told_draw(view: View, move: Move) -> str:
    """What a sketch laid so would do to the island and to one's hypotheses."""
    effects = effects_of(view.state, int(view.state["sketch"]), move.number - DRAW_0)
    told = [
        view.words(f"draw.{what}", terrain=terrain_word(view, terrain), square=square_name(square))
        for square, terrain, what in effects
    ]
    after = view.state.copy()
    for square, terrain, _ in effects:
        after["parchment"][view.viewer, square] = terrain
    change = own_hypotheses(view, after) - own_hypotheses(view, view.state)
    if change:
        told.append(view.words("draw.hypotheses", change=signed(change)))
    return "; ".join(told)


def own_hypotheses(view: View, state: Any) -> int:
    """What the viewer's hypotheses are worth in a state."""
    return sum(points_on(state, view.box.record, view.viewer, h) for h in kept_by(view, view.viewer))


# ---------------------------------------------------------------- the Otoma's ties


def ties(view: View) -> Iterator[Sprite]:
    """The regions among which the player chooses for the Otoma."""
    for square in range(SQUARES):
        if move := view.may(f"otoma claims {SQUARE_NAMES[square]}"):
            terrain = int(view.state["island"][square])
            tiles = claimable(view.state, view.box.record, square)
            yield from Island(view).marked(tiles)
            yield Sprite(
                key=f"tie-{square}",
                symbol="target",
                group="island",
                x=at(square)[0],
                y=at(square)[1],
                size=size(0.9),
                label=view.words("tie", terrain=terrain_word(view, terrain), square=square_name(square), n=len(tiles)),
                short=square_name(square),
                layer=TARGET,
                move=move,
            )


# ---------------------------------------------------------------- what is asked


def prompt(view: View) -> Prompt:
    """What the viewer is asked for, with buttons for what no sprite stands for."""
    if view.over and view.seats == 1:
        return Prompt(view.words("prompt.graded", name=view.name(0), **solo_grades(view)))
    if not view.legal:
        return waiting(view)
    phase = int(view.state["phase"])
    text, buttons = ASKED[phase](view)
    if phase in (MOVING, SWAPPING, CHOOSING, ACTING):
        text = view.words(f"prompt.half.{int(view.state['half'])}", text=text)
    return Prompt(text, mine=True, buttons=buttons)


Asked = tuple[str, tuple[Button, ...]]


def ask_keep(view: View) -> Asked:
    left = int(view.box.record["kept"]) - int(view.state["chosen"][view.viewer])
    return view.words("prompt.keep", n=left), ()


def ask_move(view: View) -> Asked:
    if int(view.state["pawn"][view.viewer]) == NOTHING:
        return view.words("prompt.enter"), ()
    again = int(view.state["visited"]) != 0
    stay = Button("stay", view.words("button.stop" if again else "button.stay"))
    return view.words("prompt.again" if again else "prompt.step"), (stay,)


def ask_swap(view: View) -> Asked:
    return view.words("prompt.swap"), (Button("no swap", view.words("button.no-swap")),)


def ask_take(view: View) -> Asked:
    return view.words("prompt.take"), ()


def ask_action(view: View) -> Asked:
    """Map, claim or rest: what can't be done says why."""
    why = why_not_map(view.state, view.viewer)
    buttons = [Button(None, view.words("button.map"), view.words(f"why.{why}"))] if why else []
    buttons += [claim_button(view), Button("rest", view.words("button.rest"))]
    return view.words("prompt.claim" if why else "prompt.draw"), tuple(buttons)


def ask_tie(view: View) -> Asked:
    return view.words("prompt.tie"), ()


ASKED = {KEEPING: ask_keep, MOVING: ask_move, SWAPPING: ask_swap, CHOOSING: ask_take, ACTING: ask_action, TIED: ask_tie}


def claim_button(view: View) -> Button:
    """Claim, with the region's size and what it would score now; or why not."""
    why = why_not_claim(view.state, view.box.record, view.viewer)
    here = int(view.state["pawn"][view.viewer])
    if why:
        said = {"terrain": terrain_word(view, int(view.state["island"][here]))} if here < BEACH_0 else {}
        return Button(None, view.words("button.claim"), view.words(f"why.{why}", name=claimed_by(view, here), **said))
    points = len(confirmed_region(view.state, here)) * int(view.box.record["part"][CLAIMS])
    return Button("claim", view.words("button.claim.region", n=len(region(view.state, here)), points=points))


def claimed_by(view: View, here: int) -> str:
    """Who has claimed the region of a place."""
    tiles = region(view.state, here) if here < BEACH_0 else ()
    rows = [row for row in owners(view) if {int(square) for square in view.state["claim"][row]} & {*tiles}]
    return listed(view, [owner_name(view, row) for row in rows])
