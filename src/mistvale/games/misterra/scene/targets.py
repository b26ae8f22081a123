"""The places on the boards that the viewer may choose, and what each would come to."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.moves import Move
from ....core.rule import NOTHING
from ....scene import Sprite
from ..reading import View
from ..reading.actions import effect_on_hypotheses, effects_on_island
from ..reading.island import claimable, region, step_to
from ..reading.names import (
    effect_text,
    halves,
    place_name,
    signed,
    sketch_label,
    square_name,
    terrain_name,
    terrain_word,
)
from ..state import (
    ACTING,
    COLUMNS,
    DIRECTIONS,
    DRAW,
    FIRST_BEACH,
    LIES,
    MOVING,
    SIDE,
    SQUARE_NAMES,
    SQUARES,
    TERRAINS,
    TIED,
)
from .board import BADGE, BEACH_SIZE, SIGN, TARGET, Island, at, parchment_group, size


@kept
def targets(view: View) -> Iterator[Sprite]:
    """The places on the boards that can be chosen."""
    if view.legal:
        yield from {MOVING: steps, ACTING: actions, TIED: ties}.get(view.s.phase, nowhere)(view)


def nowhere(view: View) -> Iterator[Sprite]:
    """No place can be chosen: it is about cards."""
    return iter(())


# ---------------------------------------------------------------- moving


def steps(view: View) -> Iterator[Sprite]:
    """Where the cartographer may enter, or step to."""
    for column in range(SIDE):
        if move := view.may(f"enter {COLUMNS[column]}"):
            place = FIRST_BEACH + column
            yield step_target(view, place, move, place_name(view, place))
    here, island = view.s.pawn[view.viewer], Island(view)
    pawns = island.pawns_read()
    for number, direction in enumerate(DIRECTIONS):
        if move := view.may(f"step {direction}"):
            place = step_to(here, number)
            lies = view.words("term.beaches") if place >= FIRST_BEACH else island.read(place, pawns.get(place, ""))
            yield step_target(view, place, move, f"{direction} {lies}")


def step_target(view: View, place: int, move: str, short: str) -> Sprite:
    """A place that may be entered; its terrain says what that is good for."""
    name = place_name(view, place)
    if place >= FIRST_BEACH:
        label, hint = view.words("term.step.beach", place=name), view.words("hint.rule.beach")
    else:
        terrain = view.s.island[place]
        label = view.words("term.step", place=name, terrain=terrain_word(view, terrain))
        hint = view.words(f"hint.rule.{TERRAINS[terrain]}")
    return Sprite(
        key=f"step-{place}",
        symbol="step-target",
        group="island",
        x=at(place)[0],
        y=at(place)[1],
        size=BEACH_SIZE if place >= FIRST_BEACH else size(0.9),
        label=label,
        short=short,
        hint=hint,
        layer=TARGET,
        move=move,
    )


# ---------------------------------------------------------------- mapping, claiming


def actions(view: View) -> Iterator[Sprite]:
    """Where the sketch may be drawn, and the region that could be claimed."""
    if view.s.sketch != NOTHING:
        draws = legal_draws(view)
        for square in range(SQUARES):
            turns = tuple(draws.get((square, step_to(square, direction))) for direction in range(len(DIRECTIONS)))
            if any(turns):
                yield draw_target(view, square, turns)
    if view.may("claim"):
        yield from claimable_region(view, view.s.pawn[view.viewer])


def claimable_region(view: View, here: int) -> Iterator[Sprite]:
    """The region that could be claimed, and how many tiles it has."""
    tiles, (x, y) = region(view, here), at(here)
    yield from Island(view).marked(tiles)
    badge = ("island", x - 32, y - 32, (SIGN, SIGN))
    yield Sprite("region-size", "points-badge", *badge, text=str(len(tiles)), layer=BADGE)


def legal_draws(view: View) -> dict[tuple[int, int], Move]:
    """The viewer's moves that lay the sketch: by the squares of its first and second half.

    For one terrain twice there is one move for both ways round (MM-5); a player may turn it all ways.
    """
    draws = {LIES[move.number - DRAW.first]: move for move in view.legal if DRAW.holds(move.number)}
    first, second = halves(view.s.sketch)
    if first == second:
        draws |= {(there, here): move for (here, there), move in draws.items()}
    return draws


def draw_target(view: View, square: int, turns: tuple[Move | None, ...]) -> Sprite:
    """A square of one's parchment on which the first half may lie, with all ways to turn the second one."""
    ways = tuple("" if move is None else told_way(view, way, move) for way, move in enumerate(turns))
    drawn = view.s.parchment[view.viewer][square]
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
        label=view.words("term.draw", sketch=sketch_label(view, view.s.sketch), square=square_name(square)),
        short=" ".join((where, *([] if drawn == NOTHING else [terrain_name(view, drawn)]))),
        hint="\n".join(filter(None, ways)),
        layer=TARGET,
        turns=tuple(None if move is None else str(move) for move in turns),
        ways=ways,
    )


def told_way(view: View, way: int, move: Move) -> str:
    """Where the second half would lie, and what that would do."""
    direction = view.words(f"term.direction.{DIRECTIONS[way]}")
    return view.words("term.draw.way", direction=direction, effects=told_draw(view, move))


def told_draw(view: View, move: Move) -> str:
    """What a sketch laid so would do to the island and to one's hypotheses."""
    lie = move.number - DRAW.first
    told = [effect_text(view, what, terrain, square) for square, terrain, what in effects_on_island(view, lie)]
    if change := effect_on_hypotheses(view, lie):
        told.append(view.words("term.draw.hypotheses", change=signed(change)))
    return view.words.phrases(told)


# ---------------------------------------------------------------- the Otoma's ties


def ties(view: View) -> Iterator[Sprite]:
    """The regions among which the player chooses for the Otoma."""
    for square in range(SQUARES):
        if move := view.may(f"otoma claims {SQUARE_NAMES[square]}"):
            terrain, tiles = view.s.island[square], claimable(view, square)
            yield from Island(view).marked(tiles)
            yield Sprite(
                key=f"tie-{square}",
                symbol="target",
                group="island",
                x=at(square)[0],
                y=at(square)[1],
                size=size(0.9),
                label=view.words(
                    "term.tie", terrain=terrain_word(view, terrain), square=square_name(square), n=len(tiles)
                ),
                short=square_name(square),
                layer=TARGET,
                move=move,
            )
