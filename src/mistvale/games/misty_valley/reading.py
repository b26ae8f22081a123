"""What can be read off a table: who counts where, what the tiles are worth, why an action is blocked.

Pure functions on a state (a view's too) and the box record, in plain numbers: the words are the scene's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.hexes import SIDES
from ...core.rule import NOTHING
from .rules.abilities import is_of_use
from .rules.control import is_patrol, kind_of, opposite, printed_side, strength, tribe_of
from .rules.exploring import may_explore
from .rules.scoring import count_encounters, count_flowers, count_resource, encounter_points, flower_points
from .rules.turn import is_last_turn
from .state import (
    ABILITIES,
    AROUND,
    DIPLOMACY,
    PATROL_0,
    PATROLS,
    RESOURCES,
    SEATS,
)

# ---------------------------------------------------------------- explorers


@dataclass(frozen=True)
class PatrolSide:
    """One side of a patrol tile in play, by its direction on the table."""

    side: int
    printed: int  # explorers printed there
    reinforced: int  # explorers that reinforcements have brought
    smoke: bool  # whether smoke voids them all

    @property
    def count(self) -> int:
        """Those that are valid."""
        return 0 if self.smoke else self.printed + self.reinforced


@dataclass(frozen=True)
class Facing:
    """A patrol's explorers that look at a valley tile or encounter."""

    side: int  # the side of the tile they look at
    seat: int  # whose they are
    patrol: int  # the patrol tile's number
    printed: int
    reinforced: int
    void: str  # why they do not count: "smoke" or "wall"; empty if they do

    @property
    def count(self) -> int:
        """Those that count."""
        return 0 if self.void else self.printed + self.reinforced


def patrol_sides(state: Any, box: Any, patrol: int) -> list[PatrolSide]:
    """The six sides of a patrol tile in play; none while it is still to be turned."""
    seat, kind = int(tribe_of(patrol)), int(kind_of(patrol))
    if int(state["turned"][seat, kind]) == NOTHING:
        return []
    return [patrol_side(state, box, seat, kind, side) for side in range(SIDES)]


def patrol_side(state: Any, box: Any, seat: int, kind: int, side: int) -> PatrolSide:
    """One side of a patrol tile that has been turned."""
    printed = int(printed_side(state, np.int64(seat), np.int64(kind), np.int64(side)))
    reinforced = (int(state["reinforced"][seat]), int(state["reinforced_side"][seat])) == (kind, printed)
    smoke = (int(state["smoke"][seat]), int(state["smoke_side"][seat])) == (kind, printed)
    bonus = int(box["reinforcements"]) if reinforced else 0
    return PatrolSide(side, int(box["explorers"][seat, kind, printed]), bonus, smoke)


def facings(state: Any, box: Any, site: int) -> list[Facing]:
    """All explorers that look at a valley tile or encounter in play, side by side from the top."""
    found = []
    for side in range(SIDES):
        tile = int(state["table"][AROUND[int(state["place"][site]), side]])
        if not is_patrol(tile):
            continue
        seat, kind = int(tribe_of(tile)), int(kind_of(tile))
        if int(state["turned"][seat, kind]) == NOTHING:
            continue
        here = patrol_side(state, box, seat, kind, int(opposite(side)))
        if here.printed:
            walled = int(state["wall"][site]) == side
            void = "wall" if walled else "smoke" if here.smoke else ""
            found.append(Facing(side, seat, tile, here.printed, here.reinforced, void))
    return found


def strengths(state: Any, box: Any, site: int) -> tuple[int, int]:
    """What each seat would count at a valley tile or encounter in play if it were checked now, captains included."""
    first, second = strength(state, box, np.int64(site))
    return int(first), int(second)


def captain_counts(state: Any, box: Any, seat: int) -> bool:
    """Whether a captain on a tile has an explorer of its tribe beside it, without whom it counts for nothing (MV-7)."""
    site = int(state["captain"][seat])
    return site != NOTHING and any(facing.count for facing in facings(state, box, site) if facing.seat == seat)


def changed_hands(before: Any, after: Any) -> dict[int, tuple[int, int]]:
    """The tiles whose banner differs between two states: whose it was, and whose it is (NOTHING: nobody's)."""
    pairs = enumerate(zip(before["banner"].tolist(), after["banner"].tolist(), strict=True))
    return {site: pair for site, pair in pairs if pair[0] != pair[1]}


def turned_otherwise(before: Any, after: Any, patrol: int) -> bool:
    """Whether a patrol has been turned between two states: as it was laid, or in its place."""
    whose = int(tribe_of(patrol)), int(kind_of(patrol))
    return int(after["turned"][whose]) not in (NOTHING, int(before["turned"][whose]))


# ---------------------------------------------------------------- points


@dataclass(frozen=True)
class Gain:
    """A line of a seat's points: `what` is a resource, "encounter", "unused" or "flowers"."""

    what: str
    points: int
    tiles: tuple[int, ...]  # the sites it comes from
    missing: tuple[str, ...] = ()  # for an encounter: what it asks for and the seat has not


def gains(state: Any, box: Any, seat: int) -> list[Gain]:
    """Where a seat's points come from as the table is now: resources, encounters, unused abilities, flowers."""
    number, valley = np.int64(seat), int(box["valley"])
    own = [site for site in range(int(box["sites"])) if int(state["banner"][site]) == seat]
    lines = []
    for index, resource in enumerate(RESOURCES):
        tiles = tuple(site for site in own if site < valley and int(box["resource"][site]) == index)
        if tiles:
            lines.append(Gain(resource, int(box["sets"][len(tiles)]), tiles))
    for site in own:
        if site >= valley:
            points = int(encounter_points(state, box, number, np.int64(site)))
            lines.append(Gain("encounter", points, (site,), missing(state, box, seat, site)))
    unused = int((state["ability"][seat] == 1).sum())
    if unused:
        lines.append(Gain("unused", unused * int(box["unused"]), ()))
    if points := int(flower_points(state, box, number)):
        flowers = tuple(site for site in own if site < valley and int(state["flowers"][site]))
        lines.append(Gain("flowers", points, flowers))
    return lines


def missing(state: Any, box: Any, seat: int, site: int) -> tuple[str, ...]:
    """What an encounter asks for and a seat has not: resources, or "encounter" for another one (MV-17)."""
    number = np.int64(seat)
    lacks = [
        resource
        for index, resource in enumerate(RESOURCES)
        if int(box["asks"][site, index]) and not count_resource(state, box, number, np.int64(index))
    ]
    others = int(count_encounters(state, box, number)) - (int(state["banner"][site]) == seat)
    if int(box["asks_another"][site]) and others < 1:
        lacks.append("encounter")
    return tuple(lacks)


def flowers(state: Any, box: Any) -> tuple[int, int]:
    """How many valley tiles with flowers each seat controls."""
    first, second = (int(count_flowers(state, box, np.int64(seat))) for seat in range(SEATS))
    return first, second


# ---------------------------------------------------------------- why an action is blocked

NO_TARGET = {
    "spyglass": "none-left",
    "smoke-bomb": "no-rival-patrol",
    "mislead": "no-rival-patrol",
    "reinforcements": "none-sent",
    "magic-scroll": "none-moves",
    "horn-of-calling": "no-patrol",
    "counterorder": "no-own-patrol",
    "diplomacy": "no-banner",
}
WHY = (
    "main-done",
    "special-done",
    "light",
    "last-turn",
    "not-on-board",
    "used",
    "no-valley",
    "no-captain-place",
    "main-first",
    "explore-first",
    "send-first",
    "no-own-banner",
    "none-moves-own",
    *dict.fromkeys(NO_TARGET.values()),
)
"""Every reason that `why_not` gives."""


def why_not(state: Any, box: Any, seat: int, action: str) -> str:
    """Why a seat that may act can't begin "explore", "patrol", "captain", "done" or an ability; empty if it can."""
    done = bool(state["main"])
    if action == "explore":
        return "main-done" if done else "" if may_explore(state, box) else "no-valley"
    if action == "patrol":
        return "main-done" if done else "" if int(state["held"][seat]) else "no-patrol"
    if action == "done":
        return (
            "" if done or is_last_turn(state) else still_due(bool(may_explore(state, box)), bool(state["held"][seat]))
        )
    if bool(state["light"]):
        return "light"
    if action != "captain" and (reason := spent(state, seat, action)):
        return reason
    if bool(state["special"]):
        return "special-done"
    if action == "captain":
        places = (state["banner"] == seat).nonzero()[0].tolist()
        return "" if {*places} - {int(state["captain"][seat])} else "no-captain-place"
    if is_last_turn(state):
        return "last-turn"
    return without_use(state, box, seat, action)


def still_due(explore: bool, send: bool) -> str:
    """What must come before the turn may end: of the main actions that are possible, one (MV-14)."""
    if explore and send:
        return "main-first"
    return "explore-first" if explore else "send-first" if send else ""


def spent(state: Any, seat: int, ability: str) -> str:
    """Whether an ability is not there, or no more."""
    marker = int(state["ability"][seat, ABILITIES.index(ability)])
    return {NOTHING: "not-on-board", 0: "used"}.get(marker, "")


def without_use(state: Any, box: Any, seat: int, ability: str) -> str:
    """What an ability lacks to be of use."""
    number = ABILITIES.index(ability)
    if is_of_use(state, box, np.int64(seat), np.int64(number)):
        return ""
    if number == DIPLOMACY and not (state["banner"] == seat).any():
        return "no-own-banner"
    if ability == "counterorder" and any(
        int(state["place"][PATROL_0 + seat * PATROLS + kind]) != NOTHING for kind in range(int(box["kinds"]))
    ):
        return "none-moves-own"
    return NO_TARGET[ability]
