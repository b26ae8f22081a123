"""Special actions: use an ability, which is offered only if it can be carried through."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    AT,
    CALLING,
    CHOOSING,
    COUNTERORDER,
    DIPLOMACY,
    ENCOUNTER,
    HORN,
    LEFT,
    MAGIC_SCROLL,
    MARKING,
    MISLEAD,
    PLACING,
    REINFORCEMENTS,
    RIGHT,
    SEATS,
    SIDE,
    SMOKE_BOMB,
    SPYGLASS,
    TARGET,
    TARGET_PATROL,
    TARGETING,
    TRADING,
    TURNING,
    VEER,
    VEERING,
)
from .captains import go_home
from .control import check, check_around, explorers, kind_of, patrol_tile, printed_side, tribe_of
from .exploring import encounters_left, legal_explores, may_explore
from .patrols import legal_patrols, turns_of
from .table import lay, legal_new_spaces, lift, may_move
from .turn import begin, finish

# ---------------------------------------------------------------- what can be used, and on what


@rule
def is_of_use(s: S, box: B, seat: int, ability: int) -> int:
    """Whether there is something that the ability can do."""
    if ability == SPYGLASS:
        return may_explore(s, box) or encounters_left(s, box) > 0
    if ability == HORN:
        return s.held[seat] > 0
    if ability == REINFORCEMENTS:
        return s.sent != NOTHING and has_explorers(s, box, s.sent)
    if ability == DIPLOMACY:
        return controls_any(s, box, seat) and controls_any(s, box, 1 - seat)
    if ability == MAGIC_SCROLL:
        found = False
        for site in range(box.sites):
            found = found or may_move(s, site)
        return found
    owner = owner_of_targets(seat, ability)
    found = False
    for kind in range(box.kinds):
        found = found or is_target(s, box, ability, patrol_tile(owner, kind))
    return found


@rule
def owner_of_targets(seat: int, ability: int) -> int:
    """Counterorder is used on one's own patrols, Smoke Bomb and Mislead on the rival's."""
    return seat if ability == COUNTERORDER else 1 - seat


@rule
def is_target(s: S, box: B, ability: int, patrol: int) -> bool:
    """Whether an ability can be used on a patrol tile; Counterorder on the one sent this turn too (MV-30)."""
    if s.place[patrol] == NOTHING:
        return False
    if ability == COUNTERORDER:
        return may_move(s, patrol)
    if ability == MISLEAD:
        return turns_of(s, box, patrol) > 1  # a surrounded one too: it turns, it doesn't move (MV-11)
    return has_explorers(s, box, patrol)


@rule
def has_explorers(s: S, box: B, patrol: int) -> bool:
    """Whether any side of a patrol tile has a valid explorer."""
    found = False
    for side in range(SIDES):
        found = found or explorers(s, box, tribe_of(patrol), kind_of(patrol), side) > 0
    return found


@rule
def controls_any(s: S, box: B, seat: int) -> bool:
    """Whether a seat controls a tile."""
    found = False
    for site in range(box.sites):
        found |= s.banner[site] == seat
    return found


@rule
def use(s: S, seat: int, ability: int) -> None:
    """The marker is flipped or placed: each ability once a match (MV-21)."""
    s.ability[seat, ability] = 0
    if ability in (SPYGLASS, HORN):
        begin(s, ability, CHOOSING)
    elif ability == REINFORCEMENTS:
        s.chosen = s.sent
        begin(s, ability, MARKING)
    else:
        begin(s, ability, TARGETING)


# ---------------------------------------------------------------- Spyglass and Horn of Calling


@rule
def legal_choices(s: S, box: B, seat: int, out: Array1) -> int:
    """Spyglass: a valley tile, or the top encounter (MV-23). Horn of Calling: a patrol tile from hand."""
    if s.action == HORN:
        return legal_patrols(s, box, seat, out, 0)
    n = legal_explores(s, box, out, 0)
    return add_if(out, n, ENCOUNTER.first, encounters_left(s, box) > 0)


@rule
def choose_encounter(s: S) -> None:
    """Spyglass plays the top encounter alone."""
    s.phase = CALLING


@rule
def place_alone(s: S, box: B, space: int) -> None:
    """An encounter that Spyglass plays goes on any legal space (MV-23)."""
    lay(s, s.chosen, space)
    check(s, box, s.chosen)
    finish(s)


# ---------------------------------------------------------------- targets


@rule
def legal_targets(s: S, box: B, seat: int, out: Array1) -> int:
    """What the ability can be used on."""
    n = 0
    if s.action == DIPLOMACY:
        return legal_banners(s, box, seat, out)
    if s.action == MAGIC_SCROLL:
        for site in range(box.sites):
            n = add_if(out, n, TARGET.first + site, may_move(s, site))
        return n
    owner = owner_of_targets(seat, s.action)
    for kind in range(box.kinds):
        n = add_if(out, n, TARGET_PATROL.first + kind, is_target(s, box, s.action, patrol_tile(owner, kind)))
    return n


@rule
def target_site(s: S, seat: int, site: int) -> None:
    """Magic Scroll: which tile to move. Diplomacy: one's own banner first, then the rival's."""
    if s.phase == TRADING:
        trade(s, seat, site)
        return
    s.chosen = site
    s.phase = PLACING if s.action == MAGIC_SCROLL else TRADING


@rule
def target_patrol(s: S, seat: int, kind: int) -> None:
    """Counterorder: one's own tile, to be moved. Smoke Bomb, Mislead: the rival's."""
    owner = owner_of_targets(seat, s.action)
    s.chosen = patrol_tile(owner, kind)
    if s.action == COUNTERORDER:
        s.phase = PLACING
    else:
        s.phase = MARKING if s.action == SMOKE_BOMB else VEERING


# ---------------------------------------------------------------- Smoke Bomb and Reinforcements


@rule
def legal_sides(s: S, box: B, out: Array1) -> int:
    """Each side of the table on which the tile has explorers, whatever lies there (MV-9, MV-10, MV-33)."""
    n = 0
    seat, kind = tribe_of(s.chosen), kind_of(s.chosen)
    for side in range(SIDES):
        n = add_if(out, n, SIDE.first + side, explorers(s, box, seat, kind, side) > 0)
    return n


@rule
def mark_side(s: S, box: B, side: int) -> None:
    """The marker stays on the printed side, and turns and travels with the tile (MV-9)."""
    owner, kind = tribe_of(s.chosen), kind_of(s.chosen)
    printed = printed_side(s, owner, kind, side)
    if s.action == SMOKE_BOMB:
        s.smoke[owner], s.smoke_side[owner] = kind, printed
    else:
        s.reinforced[owner], s.reinforced_side[owner] = kind, printed
    check_around(s, box, s.place[s.chosen])
    finish(s)


# ---------------------------------------------------------------- Mislead


@rule
def legal_veers(s: S, box: B, out: Array1) -> int:
    """Left or right; one of them where both look the same."""
    n = add_if(out, 0, VEER.first + LEFT, True)
    return add_if(out, n, VEER.first + RIGHT, turns_of(s, box, s.chosen) > 2)


@rule
def veer(s: S, box: B, way: int) -> None:
    """Turn the rival's tile one side; right is clockwise."""
    owner, kind = tribe_of(s.chosen), kind_of(s.chosen)
    s.turned[owner, kind] = (s.turned[owner, kind] + (SIDES - 1 if way == LEFT else 1)) % SIDES
    check_around(s, box, s.place[s.chosen])
    finish(s)


# ---------------------------------------------------------------- Magic Scroll and Counterorder


@rule
def legal_moves(s: S, out: Array1) -> int:
    """Another place for the lifted tile (MV-12)."""
    return legal_new_spaces(s, out, AT.first, s.chosen)


@rule
def move_site(s: S, box: B, space: int) -> None:
    """Captains on it go home first, then it is checked where it lies now (MV-12, MV-28)."""
    for seat in range(SEATS):
        if s.captain[seat] == s.chosen:
            go_home(s, seat)
    lift(s, s.chosen)
    lay(s, s.chosen, space)
    check(s, box, s.chosen)
    finish(s)


@rule
def move_patrol(s: S, space: int) -> None:
    """It may be turned in its new place; then what it left and what it reached is checked (MV-12, MV-21)."""
    s.origin = lift(s, s.chosen)
    lay(s, s.chosen, space)
    s.turned[tribe_of(s.chosen), kind_of(s.chosen)] = NOTHING
    s.phase = TURNING


# ---------------------------------------------------------------- Diplomacy


@rule
def legal_banners(s: S, box: B, seat: int, out: Array1) -> int:
    """One's own tiles first, then the rival's."""
    n = 0
    owner = seat if s.phase == TARGETING else 1 - seat
    for site in range(box.sites):
        n = add_if(out, n, TARGET.first + site, s.banner[site] == owner)
    return n


@rule
def trade(s: S, seat: int, site: int) -> None:
    """The banners change places and nothing is checked (MV-13); captains there have lost their tile."""
    s.banner[s.chosen], s.banner[site] = 1 - seat, seat
    finish(s)
