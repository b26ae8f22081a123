"""The rules of Misty Valley, in the rulebook's order: set-up, exploring, patrols, control, special actions, the end.

MV-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import (
    ACT,
    AT_0,
    BEAT_DISCARD,
    BEAT_DRAW,
    BEAT_ENCOUNTER,
    BEAT_END,
    BEAT_HOME,
    BEAT_PASS,
    BEAT_REFILL,
    BEAT_TOKEN,
    BEAT_UNCOVER,
    BEAT_WALL,
    CALL,
    CAPTAIN_0,
    CHOOSE,
    COUNTERORDER,
    DONE,
    DRAW,
    ENCOUNTER_AT_0,
    ENCOUNTER_MOVE,
    EXPLORE,
    EXPLORE_0,
    HORN,
    MAGIC_SCROLL,
    MEET,
    OVER,
    PATROL_MOVE_0,
    REFILL,
    REVEAL,
    SEATS,
    SEND,
    SIDE,
    SIDE_0,
    SPACE,
    TARGET,
    TARGET_0,
    TARGET_PATROL_0,
    TRADE,
    TURN,
    TURN_0,
    UNCOVER,
    USE_0,
    VEER_0,
    WALL_0,
    WALL_SIDE,
)
from .abilities import (
    choose_encounter,
    legal_banners,
    legal_captains,
    legal_choices,
    legal_moves,
    legal_sides,
    legal_targets,
    legal_uses,
    legal_veers,
    mark_side,
    move_captain,
    move_patrol,
    move_site,
    place_alone,
    target_patrol,
    target_site,
    trade,
    use,
    veer,
)
from .audit import AUDITS, audit
from .control import astray, go_home
from .exploring import (
    brings_encounter,
    build_only_wall,
    build_wall,
    call_encounter,
    discard_wall,
    free_sides,
    legal_explores,
    legal_meetings,
    legal_walls,
    may_explore,
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
from .scoring import points, rank_by_points
from .setting_up import setup
from .table import legal_spaces
from .turn import begin, is_last_turn, pass_on, say_done

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
def pending(s, box):
    """The seat whose turn it is, unless something happens by itself first."""
    waits = s.phase >= UNCOVER or astray(s) != NOTHING or (s.phase == WALL_SIDE and free_sides(s, s.chosen) < 2)
    return 0 if waits else 1 << s.turn


@rule
def legal(s, box, seat, out):
    """The legal moves of a seat."""
    if pending(s, box) != 1 << seat:
        return 0
    if s.phase == ACT:
        return legal_acts(s, box, seat, out)
    if s.phase == CHOOSE:
        return legal_choices(s, box, seat, out)
    if s.phase == SPACE:
        return legal_places(s, box, out)
    if s.phase == TURN:
        return legal_turns(s, box, out)
    if s.phase == WALL_SIDE:
        return legal_walls(s, out)
    if s.phase == MEET:
        return legal_meetings(s, out)
    if s.phase == TARGET:
        return legal_targets(s, box, seat, out)
    if s.phase == TRADE:
        return legal_banners(s, box, seat, out)
    if s.phase == SIDE:
        return legal_sides(s, box, out)
    return legal_veers(s, box, out)


@rule
def legal_acts(s, box, seat, out):
    """A main action, a special action, in either order and never one within the other (MV-22); or done."""
    n = 0
    if not s.main:
        n = legal_explores(s, box, out, n)
        n = legal_patrols(s, box, seat, out, n)
    if not s.special and not s.light:
        n = legal_captains(s, box, seat, out, n)
        n = legal_uses(s, box, seat, out, n)
    return add_if(out, n, DONE, may_end_turn(s, box, seat))


@rule
def may_end_turn(s, box, seat):
    """When the main action is done; in the last turn always; else only if no main action is possible (MV-14, MV-23)."""
    return s.main == 1 or is_last_turn(s) or (s.held[seat] == 0 and not may_explore(s, box))


@rule
def legal_places(s, box, out):
    """Where the chosen tile may go."""
    if s.action == MAGIC_SCROLL or s.action == COUNTERORDER:
        return legal_moves(s, out)
    return legal_spaces(s, out, AT_0, brings_encounter(s, box, s.chosen))


@rule
def play(s, box, seat, move):
    """Apply one legal move."""
    if move >= ENCOUNTER_AT_0:
        play_in_place(s, box, seat, move)
    elif move >= AT_0:
        place(s, box, seat, move - AT_0)
    elif move >= TARGET_PATROL_0:
        target_patrol(s, seat, move - TARGET_PATROL_0)
    elif move >= TARGET_0:
        if s.phase == TRADE:
            trade(s, seat, move - TARGET_0)
        else:
            target_site(s, move - TARGET_0)
    else:
        choose(s, box, seat, move)


@rule
def choose(s, box, seat, move):
    """What to do: explore, send a patrol, move the captain, use an ability."""
    if move == ENCOUNTER_MOVE:
        choose_encounter(s)
    elif move >= USE_0:
        use(s, seat, move - USE_0)
    elif move >= CAPTAIN_0:
        move_captain(s, box, seat, move - CAPTAIN_0)
    elif move >= PATROL_MOVE_0:
        if s.phase == ACT:
            begin(s, SEND, SPACE)
        choose_patrol(s, seat, move - PATROL_MOVE_0)
    else:
        if s.phase == ACT:
            begin(s, EXPLORE, SPACE)
        take(s, move - EXPLORE_0)


@rule
def place(s, box, seat, space):
    """Where the chosen tile goes."""
    if s.action == MAGIC_SCROLL:
        move_site(s, box, space)
    elif s.action == COUNTERORDER:
        move_patrol(s, space)
    elif s.action == SEND or s.action == HORN:
        place_patrol(s, seat, space)
    elif s.chosen < box.valley:
        place_valley(s, box, space)
    else:
        place_alone(s, box, space)


@rule
def play_in_place(s, box, seat, move):
    """What is done with a tile that lies: its encounter, its turn, its markers, its wall; or the end of the turn."""
    if move == DONE:
        say_done(s)
    elif move >= WALL_0:
        build_wall(s, box, move - WALL_0)
    elif move >= SIDE_0:
        mark_side(s, box, move - SIDE_0)
    elif move >= TURN_0:
        turn_patrol(s, box, seat, move - TURN_0)
    elif move >= VEER_0:
        veer(s, box, move - VEER_0)
    else:
        meet(s, box, move - ENCOUNTER_AT_0)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s, box):
    """One automatic step: whatever is next when no seat has a decision."""
    lost = astray(s)
    if lost != NOTHING:
        go_home(s, lost)
        return BEAT_HOME
    if s.phase == UNCOVER:
        uncover(s)
        return BEAT_UNCOVER
    if s.phase == REVEAL:
        reveal_token(s, box)
        return BEAT_TOKEN
    if s.phase == WALL_SIDE:
        return beat_of_wall(s, box)
    if s.phase == CALL:
        call_encounter(s)
        return BEAT_ENCOUNTER
    if s.phase == REFILL:
        refill(s)
        return BEAT_REFILL
    if s.phase == DRAW:
        draw_patrol(s, box)
        return BEAT_DRAW
    pass_on(s)
    return BEAT_END if s.phase == OVER else BEAT_PASS


@rule
def beat_of_wall(s, box):
    """A wall with one free side, or none (MV-18)."""
    if free_sides(s, s.chosen) == 0:
        discard_wall(s, box)
        return BEAT_DISCARD
    build_only_wall(s, box)
    return BEAT_WALL


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s, box):
    """The last turn has been played."""
    return s.phase == OVER


@rule
def scores(s, box, out):
    """What each seat would have if the match ended now: banners, abilities and flowers are open to all."""
    for seat in range(SEATS):
        out[seat] = points(s, box, seat)


@rule
def outcome(s, box, out):
    """Ranks (End of the game; MV-27)."""
    rank_by_points(s, box, out)
