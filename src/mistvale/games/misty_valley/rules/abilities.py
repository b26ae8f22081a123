"""Special actions: move the captain, or use an ability. An ability is offered only if it can be carried through."""

from ....core.helpers import add_if
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ..state import (
    ABILITIES,
    AT_0,
    CALL,
    CAPTAIN_0,
    CHOOSE,
    COUNTERORDER,
    DIPLOMACY,
    ENCOUNTER_MOVE,
    HORN,
    LEFT,
    MAGIC_SCROLL,
    MISLEAD,
    PATROL_0,
    PATROLS,
    REINFORCEMENTS,
    SEATS,
    SIDE,
    SIDE_0,
    SMOKE_BOMB,
    SPACE,
    SPYGLASS,
    TARGET,
    TARGET_0,
    TARGET_PATROL_0,
    TRADE,
    TURN,
    USE_0,
    VEER,
    VEER_0,
)
from .control import check, check_around, explorers, go_home, kind_of, printed_side, tribe_of
from .exploring import encounters_left, legal_explores, may_explore
from .patrols import legal_patrols, turns_of
from .table import lay, legal_new_spaces, lift, may_move
from .turn import begin, finish, is_last_turn

# ---------------------------------------------------------------- the captain


@rule
def legal_captains(s, box, seat, out, n):
    """Each tile one controls, but the one where it stands (MV-31); in the last turn too (MV-15)."""
    for site in range(box.sites):
        n = add_if(out, n, CAPTAIN_0 + site, (s.banner[site] == seat) & (s.captain[seat] != site))
    return n


@rule
def move_captain(s, box, seat, site):
    """It counts where it arrives from the next check on; the tile it leaves is checked now (MV-8)."""
    left = s.captain[seat] + 0
    s.captain[seat] = site
    if left != NOTHING:
        check(s, box, left)
    finish(s)


# ---------------------------------------------------------------- which abilities can be used


@rule
def legal_uses(s, box, seat, out, n):
    """Each ability of one's board not used yet that can be carried through; none in the last turn."""
    if not is_last_turn(s):
        for ability in range(len(ABILITIES)):
            if s.ability[seat, ability] == 1:
                n = add_if(out, n, USE_0 + ability, is_of_use(s, box, seat, ability))
    return n


@rule
def is_of_use(s, box, seat, ability):
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
    owner = seat if ability == COUNTERORDER else 1 - seat
    found = False
    for kind in range(box.kinds):
        found = found or is_target(s, box, ability, PATROL_0 + owner * PATROLS + kind)
    return found


@rule
def is_target(s, box, ability, patrol):
    """Whether an ability can be used on a patrol tile; Counterorder on the one sent this turn too (MV-30)."""
    if s.place[patrol] == NOTHING:
        return False
    if ability == COUNTERORDER:
        return may_move(s, patrol)
    if ability == MISLEAD:
        return turns_of(s, box, patrol) > 1  # a surrounded one too: it turns, it doesn't move (MV-11)
    return has_explorers(s, box, patrol)


@rule
def has_explorers(s, box, patrol):
    """Whether any side of a patrol tile has a valid explorer."""
    found = False
    for side in range(SIDES):
        found = found or explorers(s, box, tribe_of(patrol), kind_of(patrol), side) > 0
    return found


@rule
def controls_any(s, box, seat):
    """Whether a seat controls a tile."""
    found = False
    for site in range(box.sites):
        found |= s.banner[site] == seat
    return found


@rule
def use(s, seat, ability):
    """The marker is flipped or placed: each ability once a match (MV-21)."""
    s.ability[seat, ability] = 0
    if ability in (SPYGLASS, HORN):
        begin(s, ability, CHOOSE)
    elif ability == REINFORCEMENTS:
        s.chosen = s.sent
        begin(s, ability, SIDE)
    else:
        begin(s, ability, TARGET)


# ---------------------------------------------------------------- Spyglass and Horn of Calling


@rule
def legal_choices(s, box, seat, out):
    """Spyglass: a valley tile, or the top encounter (MV-23). Horn of Calling: a patrol tile from hand."""
    if s.action == HORN:
        return legal_patrols(s, box, seat, out, 0)
    n = legal_explores(s, box, out, 0)
    return add_if(out, n, ENCOUNTER_MOVE, encounters_left(s, box) > 0)


@rule
def choose_encounter(s):
    """Spyglass plays the top encounter alone."""
    s.phase = CALL


@rule
def place_alone(s, box, space):
    """An encounter that Spyglass plays goes on any legal space (MV-23)."""
    lay(s, s.chosen, space)
    check(s, box, s.chosen + 0)
    finish(s)


# ---------------------------------------------------------------- targets


@rule
def legal_targets(s, box, seat, out):
    """What the ability can be used on."""
    n = 0
    if s.action == DIPLOMACY:
        return legal_banners(s, box, seat, out)
    if s.action == MAGIC_SCROLL:
        for site in range(box.sites):
            n = add_if(out, n, TARGET_0 + site, may_move(s, site))
        return n
    owner = seat if s.action == COUNTERORDER else 1 - seat
    for kind in range(box.kinds):
        n = add_if(out, n, TARGET_PATROL_0 + kind, is_target(s, box, s.action, PATROL_0 + owner * PATROLS + kind))
    return n


@rule
def target_site(s, site):
    """Magic Scroll: which tile to move. Diplomacy: one's own banner first."""
    s.chosen = site
    s.phase = SPACE if s.action == MAGIC_SCROLL else TRADE


@rule
def target_patrol(s, seat, kind):
    """Counterorder: one's own tile, to be moved. Smoke Bomb, Mislead: the rival's."""
    owner = seat if s.action == COUNTERORDER else 1 - seat
    s.chosen = PATROL_0 + owner * PATROLS + kind
    if s.action == COUNTERORDER:
        s.phase = SPACE
    else:
        s.phase = SIDE if s.action == SMOKE_BOMB else VEER


# ---------------------------------------------------------------- Smoke Bomb and Reinforcements


@rule
def legal_sides(s, box, out):
    """Each side of the table on which the tile has explorers, whatever lies there (MV-9, MV-10, MV-33)."""
    n = 0
    seat, kind = tribe_of(s.chosen), kind_of(s.chosen)
    for side in range(SIDES):
        n = add_if(out, n, SIDE_0 + side, explorers(s, box, seat, kind, side) > 0)
    return n


@rule
def mark_side(s, box, side):
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
def legal_veers(s, box, out):
    """Left or right; one of them where both look the same."""
    n = add_if(out, 0, VEER_0 + LEFT, True)
    return add_if(out, n, VEER_0 + 1, turns_of(s, box, s.chosen) > 2)


@rule
def veer(s, box, way):
    """Turn the rival's tile one side; right is clockwise."""
    owner, kind = tribe_of(s.chosen), kind_of(s.chosen)
    s.turned[owner, kind] = (s.turned[owner, kind] + (SIDES - 1 if way == LEFT else 1)) % SIDES
    check_around(s, box, s.place[s.chosen])
    finish(s)


# ---------------------------------------------------------------- Magic Scroll and Counterorder


@rule
def legal_moves(s, out):
    """Another place for the lifted tile (MV-12)."""
    return legal_new_spaces(s, out, AT_0, s.chosen)


@rule
def move_site(s, box, space):
    """Captains on it go home first, then it is checked where it lies now (MV-12, MV-28)."""
    for seat in range(SEATS):
        if s.captain[seat] == s.chosen:
            go_home(s, seat)
    lift(s, s.chosen)
    lay(s, s.chosen, space)
    check(s, box, s.chosen + 0)
    finish(s)


@rule
def move_patrol(s, space):
    """It may be turned in its new place; then what it left and what it reached is checked (MV-12, MV-21)."""
    s.origin = lift(s, s.chosen)
    lay(s, s.chosen, space)
    s.turned[tribe_of(s.chosen), kind_of(s.chosen)] = NOTHING
    s.phase = TURN


# ---------------------------------------------------------------- Diplomacy


@rule
def legal_banners(s, box, seat, out):
    """One's own tiles first, then the rival's."""
    n = 0
    owner = seat if s.phase == TARGET else 1 - seat
    for site in range(box.sites):
        n = add_if(out, n, TARGET_0 + site, s.banner[site] == owner)
    return n


@rule
def trade(s, seat, site):
    """The banners change places and nothing is checked (MV-13); captains there have lost their tile."""
    s.banner[s.chosen], s.banner[site] = 1 - seat, seat
    finish(s)
