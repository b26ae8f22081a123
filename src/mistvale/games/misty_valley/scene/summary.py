"""The list of components with where each is, and the final scoring, tile by tile."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Reference, Summary
from ....scene.panels import figures, named_seats, said_of, victory
from ..reading import View
from ..reading.points import items
from ..reading.tiles import (
    ability_hint,
    ability_label,
    printed_explorers,
    sets_hint,
    site_hint,
    tile_label,
    tile_symbol,
)
from ..reading.unseen import is_unseen, unseen_by_resource, unseen_tokens
from ..rules.control import patrol_tile
from ..state import ABILITIES, RESOURCES, SEATS, TOKEN_NAMES

# ---------------------------------------------------------------- where each tile is


@kept
def reference(view: View) -> Iterator[Reference]:
    """Every kind of tile, ability and token: what it does, where it is, how many are left unseen."""
    yield from site_reference(view)
    yield from ability_reference(view)
    yield from patrol_reference(view)
    if view.s.expansion:
        for name, unseen in zip(TOKEN_NAMES, unseen_tokens(view), strict=True):
            hint = view.words(f"hint.token.{name}", n=view.components.most_flowers)
            yield Reference(
                f"token-{name}", view.words(f"term.token.{name}"), hint, view.words("term.reference.unseen", n=unseen)
            )


@kept
def site_reference(view: View) -> Iterator[Reference]:
    """Valley tiles by resource, then the encounters."""
    words = view.words
    for resource, unseen in zip(RESOURCES, unseen_by_resource(view), strict=True):
        label = words(f"term.resource.{resource}")
        yield Reference(f"valley-{resource}", label, sets_hint(view), words("term.reference.unseen", n=unseen))
    for site in range(view.components.valley, view.components.sites):
        where = words("term.reference.hidden" if is_unseen(view, site) else "term.reference.seen")
        yield Reference(tile_symbol(view, site), tile_label(view, site), site_hint(view, site), where)


@kept
def ability_reference(view: View) -> Iterator[Reference]:
    """The abilities of this match, and who still has them."""
    for ability in range(len(ABILITIES)):
        markers = [view.s.ability[seat][ability] for seat in range(SEATS)]
        if all(marker == NOTHING for marker in markers):
            continue
        states = [
            view.words(
                "term.reference.ability.unused" if markers[seat] else "term.reference.ability.used",
                name=view.name(seat),
            )
            for seat in range(SEATS)
            if markers[seat] != NOTHING
        ]
        symbol = f"ability-{ABILITIES[ability]}"
        yield Reference(symbol, ability_label(view, ability), ability_hint(view, ability), ", ".join(states))


@kept
def patrol_reference(view: View) -> Iterator[Reference]:
    """Both tribes' patrols, and where they are as far as the viewer knows."""
    for seat in range(SEATS):
        for kind in range(view.components.kinds):
            if view.components.has[seat][kind]:
                tile = patrol_tile(seat, kind)
                sides = " ".join(str(count) for count in printed_explorers(view, seat, kind))
                hint = view.words("term.reference.patrol", sides=sides)
                yield Reference(tile_symbol(view, tile), tile_label(view, tile), hint, whereabouts(view, seat, kind))


def whereabouts(view: View, seat: int, kind: int) -> str:
    """Where a patrol is, as far as the viewer knows."""
    held = view.s.hand[seat][kind]
    if view.s.place[patrol_tile(seat, kind)] != NOTHING:
        return view.words("term.reference.play")
    if held == 1:
        return view.words("term.reference.hand", name=view.name(seat))
    return view.words("term.reference.stack" if held == 0 else "term.reference.either", name=view.name(seat))


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """The final scoring, tile by tile, adding up to the total; who won, and what decided it."""
    if not view.over:
        return None
    rows = [(line.label, *(str(points) if points else "-" for points in line.points)) for line in items(view)]
    rows.append(figures(view, "summary.total", view.scores))
    return Summary(view.words("summary.title"), ("", *named_seats(view)), tuple(rows), (result(view),), final=True)


def result(view: View) -> str:
    """Who won, and whether points decided it or the patrols left in hand (MV-27)."""
    total, held, won = view.scores, view.s.held, victory(view, view.scores)
    best = won.winners[0]
    if won.is_shared:
        return view.words("summary.result.shared", n=total[best], held=held[best])
    other = 1 - best
    if won.is_plain:
        return said_of(view, "summary.result.points", won.winners, n=total[best], m=total[other])
    return said_of(view, "summary.result.hand", won.winners, n=total[best], held=held[best], other=held[other])
