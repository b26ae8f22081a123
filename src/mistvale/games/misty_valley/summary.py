"""What is told of a match: lines for the log, where each tile is, and the final scoring, tile by tile."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View
from ...core.moves import Move
from ...core.rule import NOTHING
from ...scene import Reference, Summary
from ...scene.panels import listed
from .cards import (
    ability_hint,
    ability_label,
    is_encounter,
    patrol_tile,
    side_label,
    site_hint,
    tile_label,
    tile_symbol,
)
from .reading import changed_hands
from .rules.turn import is_last_turn
from .scene_hands import is_unseen, unseen_by_resource, unseen_tokens
from .state import (
    ABILITIES,
    AT_0,
    CAPTAIN_0,
    DONE,
    ENCOUNTER_AT_0,
    EXPLORE,
    EXPLORE_0,
    HORN,
    MAGIC_SCROLL,
    OPEN,
    PATROLS,
    RESOURCES,
    SEATS,
    SEND,
    SIDE_0,
    SITES,
    SPYGLASS,
    STACK,
    TARGET_0,
    TARGET_PATROL_0,
    TRADE,
    TURN_0,
    USE_0,
    VEER_0,
    WALL_0,
)
from .worth import items

# ---------------------------------------------------------------- the log: moves


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move, with the tiles that changed hands by it; steps of one action make one line."""
    said = say_move(seat, move.number, before, after)
    return "; ".join([said, *changed(before, after)]) if said else ""


def say_move(seat: int, move: int, before: View, after: View) -> str:
    """What a move does, in words."""
    words, name, state = after.words, after.name(seat), before.state
    chosen = int(state["chosen"])
    tile = tile_label(before, chosen) if chosen >= 0 else ""
    if move == DONE:
        return "" if int(state["main"]) else words("said.pass", name=name)
    if move >= WALL_0:
        return words("said.wall", tile=tile, side=side_label(after, move - WALL_0))
    if move >= SIDE_0:
        ability = ABILITIES[int(state["action"])]
        return words(f"said.{ability}", name=name, tile=tile, side=side_label(after, move - SIDE_0))
    if move >= TURN_0:
        key = {SEND: "said.send", HORN: "said.send"}.get(int(state["action"]), "said.counterorder")
        return words(key, name=name, tile=tile)
    if move >= VEER_0:
        return words("said.mislead", name=name, tile=tile, way=words(f"way.{move - VEER_0}"))
    if move >= ENCOUNTER_AT_0:
        return words("said.meet", encounter=tile_label(before, int(state["meeting"])), tile=tile)
    if move >= AT_0:
        return say_at(seat, before, after)
    return say_choice(seat, move, before, after)


def say_at(seat: int, before: View, after: View) -> str:
    """A tile is laid down; of a patrol nothing is said before it is turned."""
    action, chosen = int(before.state["action"]), int(before.state["chosen"])
    key = {EXPLORE: "said.explore", SPYGLASS: "said.explore", MAGIC_SCROLL: "said.magic-scroll"}.get(action)
    if key is None:
        return ""
    if action == SPYGLASS and is_encounter(before, chosen):
        key = "said.spyglass"
    return after.words(key, name=after.name(seat), tile=tile_label(before, chosen))


def say_choice(seat: int, move: int, before: View, after: View) -> str:
    """Only what says more than the step that follows it."""
    words, name = after.words, after.name(seat)
    if TARGET_0 <= move < TARGET_PATROL_0 and int(before.state["phase"]) == TRADE:
        own, other = tile_label(before, int(before.state["chosen"])), tile_label(before, move - TARGET_0)
        return words("said.trade", name=name, own=own, other=other)
    if USE_0 <= move < USE_0 + len(ABILITIES):
        return words("said.use", name=name, ability=ability_label(after, move - USE_0))
    if CAPTAIN_0 <= move < USE_0:
        return words("said.captain", name=name, tile=tile_label(before, move - CAPTAIN_0))
    return words("said.stack", name=name) if move == EXPLORE_0 + STACK else ""


def changed(before: View, after: View) -> Iterator[str]:
    """The tiles that changed hands, by seat; then those that nobody controls any more."""
    banners = {site: to for site, (_, to) in changed_hands(before.state, after.state).items()}
    for seat in range(SEATS):
        taken = [tile_label(after, site) for site, to in banners.items() if to == seat]
        if taken:
            yield after.words("said.takes", name=after.name(seat), tiles=listed(after, taken))
    lost = [tile_label(after, site) for site, to in banners.items() if to == NOTHING]
    if lost:
        yield after.words("said.loses", tiles=listed(after, lost))
    for seat in range(SEATS):
        stood, stands = (int(view.state["captain"][seat]) for view in (before, after))
        loses_tile = stood in banners or stood in moved(before, after)
        if stood != NOTHING and loses_tile and stands in (stood, NOTHING):
            yield after.words("said.home", name=after.name(seat))


def moved(before: View, after: View) -> list[int]:
    """The tiles that lay elsewhere."""
    was, now = before.state["place"], after.state["place"]
    return [site for site in range(SITES) if int(was[site]) not in (NOTHING, int(now[site]))]


# ---------------------------------------------------------------- the log: beats


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat. Of a captain that goes home the move before it tells.

    `before` may be older than the rival's move that led here; what came of it is in `after`.
    """
    words, state = after.words, after.state
    if beat == "token":
        flowers = [site for site in range(SITES) if int(state["flowers"][site]) > int(before.state["flowers"][site])]
        key, site = ("beat.flowers", flowers[0]) if flowers else ("beat.token", int(state["chosen"]))
        return words(key, tile=tile_label(after, site))
    if beat == "wall":
        site = next(s for s in range(SITES) if int(state["wall"][s]) != int(before.state["wall"][s]))
        return words("said.wall", tile=tile_label(after, site), side=side_label(after, int(state["wall"][site])))
    if beat in ("uncover", "encounter"):
        meeting = int(state["meeting"])
        tile = int(state["chosen"]) if meeting == NOTHING else meeting
        return words(f"beat.{beat}", tile=tile_label(after, tile))
    if beat == "refill":
        fresh = next(int(state["open"][i]) for i in range(OPEN) if state["open"][i] != before.state["open"][i])
        return words("beat.refill", tile=tile_label(after, fresh))
    if beat == "pass":
        return words("beat.last", name=after.name(int(state["turn"]))) if is_last_turn(state) else ""
    return words(f"beat.{beat}", name=after.name(int(state["turn"]))) if beat != "home" else ""


# ---------------------------------------------------------------- where each tile is


def reference(view: View) -> Iterator[Reference]:
    """Every kind of tile, ability and token: what it does, where it is, how many are left unseen."""
    yield from site_reference(view)
    yield from ability_reference(view)
    yield from patrol_reference(view)
    if int(view.state["expansion"]):
        for name, unseen in zip(("wall", "flower"), unseen_tokens(view), strict=True):
            label, hint = view.words(f"token.{name}"), view.words(f"token.{name}.hint", n=_flower_points(view))
            yield Reference(f"token-{name}", label, hint, view.words("ref.unseen", n=unseen))


def _flower_points(view: View) -> int:
    return int(view.box.record["most_flowers"])


def site_reference(view: View) -> Iterator[Reference]:
    """Valley tiles by resource, then the encounters."""
    words, record = view.words, view.box.record
    sets = [int(points) for points in record["sets"]]
    worth = words("hint.valley", one=sets[1], two=sets[2], three=sets[3])
    for resource, unseen in zip(RESOURCES, unseen_by_resource(view), strict=True):
        label = words(f"resource.{resource}")
        yield Reference(f"valley-{resource}", label, worth, words("ref.unseen", n=unseen))
    for site in range(int(record["valley"]), int(record["sites"])):
        where = words("ref.hidden" if is_unseen(view, site) else "ref.seen")
        yield Reference(tile_symbol(view, site), tile_label(view, site), site_hint(view, site), where)


def ability_reference(view: View) -> Iterator[Reference]:
    """The abilities of this match, and who still has them."""
    for ability in range(len(ABILITIES)):
        kept = [int(view.state["ability"][seat, ability]) for seat in range(SEATS)]
        if all(state == NOTHING for state in kept):
            continue
        states = [
            view.words("ref.ability.unused" if kept[seat] else "ref.ability.used", name=view.name(seat))
            for seat in range(SEATS)
            if kept[seat] != NOTHING
        ]
        symbol = f"ability-{ABILITIES[ability]}"
        yield Reference(symbol, ability_label(view, ability), ability_hint(view, ability), ", ".join(states))


def patrol_reference(view: View) -> Iterator[Reference]:
    """Both tribes' patrols, and where they are as far as the viewer knows."""
    for seat in range(SEATS):
        for kind in range(PATROLS):
            if int(view.box.record["has"][seat, kind]):
                tile = patrol_tile(seat, kind)
                hint = view.words("ref.patrol", sides=_sides(view, seat, kind))
                yield Reference(tile_symbol(view, tile), tile_label(view, tile), hint, whereabouts(view, seat, kind))


def _sides(view: View, seat: int, kind: int) -> str:
    return " ".join(str(int(n)) for n in view.box.record["explorers"][seat, kind])


def whereabouts(view: View, seat: int, kind: int) -> str:
    """Where a patrol is, as far as the viewer knows."""
    held = int(view.state["hand"][seat, kind])
    if int(view.state["place"][patrol_tile(seat, kind)]) != NOTHING:
        return view.words("ref.play")
    if held == 1:
        return view.words("ref.hand", name=view.name(seat))
    return view.words("ref.stack" if held == 0 else "ref.either", name=view.name(seat))


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """The final scoring, tile by tile, adding up to the total; who won, and what decided it."""
    if not view.over:
        return None
    lines = list(items(view))
    total = [sum(line.points[seat] for line in lines) for seat in range(SEATS)]
    rows = [(line.label, *(str(points) if points else "-" for points in line.points)) for line in lines]
    rows.append((view.words("summary.total"), *map(str, total)))
    head = ("", *(view.name(seat) for seat in range(SEATS)))
    return Summary(view.words("summary"), head, tuple(rows), tuple(result(view, total)), final=True)


def result(view: View, total: list[int]) -> Iterator[str]:
    """Who won; of equals, by the patrols left in hand; of equals still, both (MV-27)."""
    held = [int(view.state["held"][seat]) for seat in range(SEATS)]
    names = {seat: view.name(seat) for seat in range(SEATS)}
    if total[0] != total[1]:
        best = int(total[1] > total[0])
        yield view.words("result.points", name=names[best], n=total[best], m=total[1 - best])
    elif held[0] != held[1]:
        best = int(held[1] > held[0])
        yield view.words("result.hand", name=names[best], n=total[best], held=held[best], other=held[1 - best])
    else:
        yield view.words("result.shared", n=total[0], held=held[0])
