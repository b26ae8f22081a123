"""The lines of Misty Valley's log: moves with what changed hands by them, and beats."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.moves import Move
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..reading import View
from ..reading.standing import changed_hands
from ..reading.tiles import ability_label, is_encounter, is_known, side_label, tile_label
from ..rules.captains import is_off_tile
from ..rules.turn import is_last_turn
from ..state import (
    ABILITIES,
    AT,
    CAPTAIN,
    DONE,
    ENCOUNTER_AT,
    EXPLORE,
    EXPLORING,
    HOME,
    HORN,
    MAGIC_SCROLL,
    OPEN,
    SEATS,
    SENDING,
    SIDE,
    SITES,
    SPYGLASS,
    STACK,
    TARGET,
    TRADING,
    TURN,
    USE,
    VEER,
    WALL_SIDE,
)

# ---------------------------------------------------------------- moves


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move, with the tiles that changed hands by it; steps of one action make one line."""
    said = say_move(seat, move.number, before, after)
    return after.words.phrases([said, *changed(before, after)]) if said else ""


def say_move(seat: int, move: int, before: View, after: View) -> str:
    """What a move does, in words."""
    words, name, s = after.words, after.name(seat), before.s
    tile = tile_label(before, s.chosen) if is_known(s.chosen) else ""
    if DONE.holds(move):
        return "" if s.main else words("log.said.pass", name=name)
    if WALL_SIDE.holds(move):
        return words("log.said.wall", tile=tile, side=side_label(after, move - WALL_SIDE.first))
    if SIDE.holds(move):
        return words(f"log.said.{ABILITIES[s.action]}", name=name, tile=tile, side=side_label(after, move - SIDE.first))
    if TURN.holds(move):
        return words("log.said.send" if s.action in (SENDING, HORN) else "log.said.counterorder", name=name, tile=tile)
    if VEER.holds(move):
        return words("log.said.mislead", name=name, tile=tile, way=words(f"term.way.{move - VEER.first}"))
    if ENCOUNTER_AT.holds(move):
        return words("log.said.meet", encounter=tile_label(before, s.meeting), tile=tile)
    if AT.holds(move):
        return say_at(seat, before, after)
    return say_choice(seat, move, before, after)


def say_at(seat: int, before: View, after: View) -> str:
    """A tile is laid down; of a patrol nothing is said before it is turned."""
    action, chosen = before.s.action, before.s.chosen
    key = {EXPLORING: "log.said.explore", SPYGLASS: "log.said.explore", MAGIC_SCROLL: "log.said.magic-scroll"}.get(
        action
    )
    if key is None:
        return ""
    if action == SPYGLASS and is_encounter(before, chosen):
        key = "log.said.spyglass"
    return after.words(key, name=after.name(seat), tile=tile_label(before, chosen))


def say_choice(seat: int, move: int, before: View, after: View) -> str:
    """Only what says more than the step that follows it."""
    words, name = after.words, after.name(seat)
    if TARGET.holds(move) and before.s.phase == TRADING:
        own, other = tile_label(before, before.s.chosen), tile_label(before, move - TARGET.first)
        return words("log.said.trade", name=name, own=own, other=other)
    if USE.holds(move):
        return words("log.said.use", name=name, ability=ability_label(after, move - USE.first))
    if CAPTAIN.holds(move):
        return words("log.said.captain", name=name, tile=tile_label(before, move - CAPTAIN.first))
    return words("log.said.stack", name=name) if move == EXPLORE.first + STACK else ""


def changed(before: View, after: View) -> Iterator[str]:
    """The tiles that changed hands, by seat; then those that nobody controls any more."""
    banners = changed_hands(before.s, after.s)
    for seat in range(SEATS):
        taken = [tile_label(after, site) for site, to in banners.items() if to == seat]
        if taken:
            yield after.words("log.said.takes", name=after.name(seat), tiles=listed(after, taken))
    lost = [tile_label(after, site) for site, to in banners.items() if to == NOTHING]
    if lost:
        yield after.words("log.said.loses", tiles=listed(after, lost))
    for seat in range(SEATS):
        if after.ask(is_off_tile, seat) or after.s.captain[seat] == HOME != before.s.captain[seat]:
            yield after.words("log.said.home", name=after.name(seat))


# ---------------------------------------------------------------- beats


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat. Of a captain that goes home the move before it tells.

    `before` may be older than the rival's move that led here; what came of it is in `after`.
    """
    words, s, was = after.words, after.s, before.s
    if beat == "token":
        flowers = [site for site in range(SITES) if s.flowers[site] > was.flowers[site]]
        key, site = ("beat.flowers", flowers[0]) if flowers else ("beat.token", s.chosen)
        return words(key, tile=tile_label(after, site))
    if beat == "wall":
        site = next(site for site in range(SITES) if s.wall[site] != was.wall[site])
        return words("log.said.wall", tile=tile_label(after, site), side=side_label(after, s.wall[site]))
    if beat in ("uncover", "encounter"):
        return words(f"beat.{beat}", tile=tile_label(after, s.chosen if s.meeting == NOTHING else s.meeting))
    if beat == "refill":
        fresh = next(s.open[slot] for slot in range(OPEN) if s.open[slot] != was.open[slot])
        return words("beat.refill", tile=tile_label(after, fresh))
    if beat == "pass":
        return words("beat.last", name=after.name(s.turn)) if after.ask(is_last_turn) else ""
    return words(f"beat.{beat}", name=after.name(s.turn)) if beat != "home" else ""
