"""The rules of Misty Valley, in the rulebook's order: set-up, exploring, patrols, control, special actions, the end.

MV-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from __future__ import annotations

from ....core.helpers import add_if, among, rank
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    ABILITIES,
    ACTING,
    AT,
    BEAT_DRAW,
    BEAT_ENCOUNTER,
    BEAT_END,
    BEAT_HOME,
    BEAT_PASS,
    BEAT_REFILL,
    BEAT_TOKEN,
    BEAT_UNCOVER,
    BEAT_WALL,
    CALLING,
    CAPTAIN,
    CHOOSING,
    COUNTERORDER,
    DONE,
    DRAWING,
    ENCOUNTER_AT,
    EXPLORE,
    EXPLORING,
    HORN,
    MAGIC_SCROLL,
    MARKING,
    MEETING,
    OVER,
    PATROL,
    PATROLS,
    PLACING,
    REFILLING,
    REVEALING,
    SEATS,
    SENDING,
    SIDE,
    TARGET,
    TARGET_PATROL,
    TARGETING,
    TRADING,
    TURN,
    TURNING,
    UNCOVERING,
    USE,
    VEER,
    WALL_SIDE,
    WALLING,
)
from .abilities import (
    choose_encounter,
    legal_banners,
    legal_choices,
    legal_moves,
    legal_sides,
    legal_targets,
    legal_veers,
    mark_side,
    move_patrol,
    move_site,
    place_alone,
    target_patrol,
    target_site,
    use,
    veer,
)
from .audit import AUDITS, audit
from .captains import captain_off_tile, go_home, legal_captains, move_captain
from .exploring import (
    brings_encounter,
    build_only_wall,
    build_wall,
    call_encounter,
    free_sides,
    legal_explores,
    legal_meetings,
    legal_walls,
    meet,
    place_valley,
    refill,
    reveal_token,
    take,
    uncover,
)
from .heuristics import bias
from .hidden import redeal, seen, veil
from .patrols import choose_patrol, draw_patrol, legal_patrols, legal_turns, place_patrol, turn_patrol
from .reasons import POSSIBLE, why_not_done, why_not_explore, why_not_send, why_not_step, why_not_use
from .scoring import points
from .setting_up import setup
from .table import legal_spaces
from .turn import begin, is_automatic, pass_on, say_done

__all__ = [
    "AUDITS",
    "audit",
    "beat",
    "bias",
    "legal",
    "outcome",
    "over",
    "pending",
    "play",
    "redeal",
    "scores",
    "seen",
    "setup",
    "veil",
]

# ---------------------------------------------------------------- the verbs: deciding


@rule
def pending(s: S, box: B) -> int:
    """The seat whose turn it is, unless something happens by itself first."""
    forced = s.phase == WALLING and free_sides(s, s.chosen) == 1
    waits = is_automatic(s) or captain_off_tile(s) != NOTHING or forced
    return 0 if waits else 1 << s.turn


@rule
def legal(s: S, box: B, seat: int, out: Array1) -> int:
    """The legal moves of a seat."""
    if pending(s, box) != 1 << seat:
        return 0
    if s.phase == ACTING:
        return legal_acts(s, box, seat, out)
    if s.phase == CHOOSING:
        return legal_choices(s, box, seat, out)
    if s.phase == PLACING:
        return legal_places(s, box, out)
    if s.phase == TURNING:
        return legal_turns(s, box, out)
    if s.phase == WALLING:
        return legal_walls(s, out)
    if s.phase == MEETING:
        return legal_meetings(s, out)
    if s.phase == TARGETING:
        return legal_targets(s, box, seat, out)
    if s.phase == TRADING:
        return legal_banners(s, box, seat, out)
    if s.phase == MARKING:
        return legal_sides(s, box, out)
    return legal_veers(s, box, out)


@rule
def legal_acts(s: S, box: B, seat: int, out: Array1) -> int:
    """A main action, a special action, in either order and never one within the other (MV-22); or done."""
    n = 0
    if why_not_explore(s, box) == POSSIBLE:
        n = legal_explores(s, box, out, n)
    if why_not_send(s, seat) == POSSIBLE:
        n = legal_patrols(s, box, seat, out, n)
    if why_not_step(s, box, seat) == POSSIBLE:
        n = legal_captains(s, box, seat, out, n)
    for ability in range(len(ABILITIES)):
        if s.ability[seat, ability] == 1:  # there is a reason against all others, and asking for it takes time
            n = add_if(out, n, USE.first + ability, why_not_use(s, box, seat, ability) == POSSIBLE)
    return add_if(out, n, DONE.first, why_not_done(s, box, seat) == POSSIBLE)


@rule
def legal_places(s: S, box: B, out: Array1) -> int:
    """Where the chosen tile may go."""
    if s.action == MAGIC_SCROLL or s.action == COUNTERORDER:
        return legal_moves(s, out)
    return legal_spaces(s, out, AT.first, brings_encounter(s, box, s.chosen))


@rule
def play(s: S, box: B, seat: int, move: int) -> None:
    """Apply one legal move."""
    if among(move, AT):
        place(s, box, seat, move - AT.first)
    elif among(move, TURN):
        turn_patrol(s, box, seat, move - TURN.first)
    elif among(move, TARGET):
        target_site(s, seat, move - TARGET.first)
    elif among(move, TARGET_PATROL):
        target_patrol(s, seat, move - TARGET_PATROL.first)
    elif among(move, ENCOUNTER_AT):
        meet(s, box, move - ENCOUNTER_AT.first)
    elif among(move, VEER):
        veer(s, box, move - VEER.first)
    elif among(move, SIDE):
        mark_side(s, box, move - SIDE.first)
    elif among(move, WALL_SIDE):
        build_wall(s, box, move - WALL_SIDE.first)
    elif among(move, DONE):
        say_done(s)
    else:
        choose(s, box, seat, move)


@rule
def choose(s: S, box: B, seat: int, move: int) -> None:
    """What to do, or what Spyglass and Horn of Calling do: explore, send a patrol, move the captain, use an ability."""
    if among(move, EXPLORE):
        if s.phase == ACTING:
            begin(s, EXPLORING, PLACING)
        take(s, move - EXPLORE.first)
    elif among(move, PATROL):
        if s.phase == ACTING:
            begin(s, SENDING, PLACING)
        choose_patrol(s, seat, move - PATROL.first)
    elif among(move, CAPTAIN):
        move_captain(s, box, seat, move - CAPTAIN.first)
    elif among(move, USE):
        use(s, seat, move - USE.first)
    else:
        choose_encounter(s)


@rule
def place(s: S, box: B, seat: int, space: int) -> None:
    """Where the chosen tile goes."""
    if s.action == MAGIC_SCROLL:
        move_site(s, box, space)
    elif s.action == COUNTERORDER:
        move_patrol(s, space)
    elif s.action == SENDING or s.action == HORN:
        place_patrol(s, seat, space)
    elif s.chosen < box.valley:
        place_valley(s, box, space)
    else:
        place_alone(s, box, space)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s: S, box: B) -> int:
    """One automatic step: whatever is next when no seat has a decision."""
    lost = captain_off_tile(s)
    if lost != NOTHING:
        go_home(s, lost)
        return BEAT_HOME
    if s.phase == UNCOVERING:
        uncover(s)
        return BEAT_UNCOVER
    if s.phase == REVEALING:
        reveal_token(s, box)
        return BEAT_TOKEN
    if s.phase == WALLING:
        build_only_wall(s, box)
        return BEAT_WALL
    if s.phase == CALLING:
        call_encounter(s)
        return BEAT_ENCOUNTER
    if s.phase == REFILLING:
        refill(s)
        return BEAT_REFILL
    if s.phase == DRAWING:
        draw_patrol(s, box)
        return BEAT_DRAW
    pass_on(s)
    return BEAT_END if s.phase == OVER else BEAT_PASS


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s: S, box: B) -> bool:
    """The last turn has been played."""
    return s.phase == OVER


@rule
def scores(s: S, box: B, out: Array1) -> None:
    """What each seat would have if the match ended now: banners, abilities and flowers are open to all."""
    for seat in range(SEATS):
        out[seat] = points(s, box, seat)


@rule
def outcome(s: S, box: B, out: Array1) -> None:
    """More points; of equals more patrol tiles in hand; still equal, the victory is shared (End of the game; MV-27)."""
    for seat in range(s.seats):
        out[seat] = points(s, box, seat) * (PATROLS + 1) + s.held[seat]  # points first: no hand has so many
    rank(out, s.seats)
