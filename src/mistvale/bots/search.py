"""Information-set Monte Carlo tree search on the verbs alone: one search for every game.

Each simulation redeals the world from what the searching seat knows and plays it on. Each seat has a tree of its own,
keyed by what that seat has seen: its own moves at once, those of others when the epoch ends, and then only as far as
`seen` shows them. So nobody answers a commitment that it could not see. Where several seats decide at once, moves
are drawn by regret matching; elsewhere the upper confidence bound decides.

Information sets, and a tree for each seat: Cowling, Powley, Whitehouse, Information Set Monte Carlo Tree Search
(MO-ISMCTS), IEEE Transactions on Computational Intelligence and AI in Games 4, 2012. Other ideas are cited where they
stand, here and in `tree.py`, `ways.py` and `levels.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import verbs
from ..core.rule import HIDDEN, NOTHING, rule
from .playout import lead, lowest_seat, run_beats, share_of_field
from .tree import (
    DEEP,
    LED,
    PARTS,
    TRAIL,
    TRIED,
    WORTH,
    child,
    find,
    halve,
    has_room,
    mix_order,
    mixed,
    occupy,
    regret_match,
    rollout_move,
    root_of,
    start_halving,
    uct,
    update_history,
    update_regrets,
    update_spread,
)
from .ways import longest_ways, notice_some

LONGEST = 4000  # moves of a simulation, at most
PROBES, PROBED = 4, 300  # the first simulations see how often points change, in so many moves at most
SELDOM = 12  # moves for each change, or more: points come seldom
NEARLY = 10  # one simulation in so many may miss the end of the match, at most

# ---------------------------------------------------------------- what a seat has seen


@rule
def begin(s, mind):
    """Nobody has seen anything since the root."""
    for seat in range(s.seats):
        mind.known[seat] = root_of(seat)
        mind.later[seat] = np.uint64(0)
        mind.inside[seat] = 1
        mind.moved[seat] = 0
        mind.last[seat] = NOTHING
    mind.depth, mind.length, mind.filled = 0, 0, 0


@rule
def notice(s, box, mind, seat, move):
    """Before a move: its seat knows it at once, the others when the epoch ends, as far as they see it."""
    for viewer in range(s.seats):
        if viewer == seat:
            mind.known[viewer] = mixed(mind.known[viewer], move)
        elif mind.inside[viewer]:
            shown = verbs.seen(s, box, seat, move, viewer)
            if shown != HIDDEN:
                mind.later[viewer] = mixed(mind.later[viewer], shown * 8 + seat)
    mind.moved[seat] = 1


@rule
def end_epoch(s, mind):
    """All see what was done in it."""
    for viewer in range(s.seats):
        if mind.later[viewer] != np.uint64(0):
            mind.known[viewer] = mixed(mind.known[viewer] ^ mind.later[viewer], 0)
            mind.later[viewer] = np.uint64(0)
        mind.moved[viewer] = 0


@rule
def is_simultaneous(s, mind, mask, seat):
    """Whether others decide in the same epoch, before or after, unseen."""
    found = mask & (mask - 1) != 0
    for other in range(s.seats):
        found |= other != seat and mind.moved[other] != 0
    return found


@rule
def is_any_inside(s, mind):
    """Whether any seat is still inside its tree."""
    found = False
    for seat in range(s.seats):
        found |= mind.inside[seat] != 0
    return found


# ---------------------------------------------------------------- one simulation


@rule
def next_click(mind, n):
    """The index of the move that the way which this simulation has to try asks for; NOTHING where it may choose."""
    if mind.forced == NOTHING or mind.click == mind.lengths[mind.forced]:
        return NOTHING
    click = mind.ways[mind.forced, mind.click]
    mind.click += 1
    for index in range(n):
        if mind.legal[index] == click:
            return index
    return NOTHING


@rule
def tree_move(s, box, how, mind, table, seat, n, mask):
    """The index of a move inside the seat's tree, written down on the path."""
    slots, first, key = mind.slots, mind.filled, mind.known[seat]
    node = find(table, key)
    coming = mind.budget if key == root_of(seat) else table[node].visits
    mixes = 0 < how.mix * n < coming and is_simultaneous(s, mind, mask, seat)
    chosen = next_click(mind, n) if seat == mind.searcher else NOTHING
    if table[node].key == 0:
        occupy(mind, table, node, key)
        if chosen == NOTHING:
            mind.inside[seat] = 0  # one new node for each seat in a simulation, beside those it is led through
    if chosen != NOTHING:
        mixes = False
        move = child(key, np.int64(mind.legal[chosen]))
        slots[first + chosen] = find(table, move)
        occupy(mind, table, slots[first + chosen], move)
    elif mixes:
        chosen = regret_match(how, mind, table, seat, n)
    else:
        chosen = uct(s, box, how, mind, table, seat, node, n)
        occupy(mind, table, slots[first + chosen], child(key, np.int64(mind.legal[chosen])))
    depth = mind.depth
    mind.who[depth], mind.node[depth], mind.mixes[depth] = seat, node, mixes
    mind.first[depth], mind.moves[depth], mind.chosen[depth] = first, n, chosen
    mind.depth += 1
    mind.filled += n
    return chosen


@rule
def make(s, box, mind, seat, move):
    """Make a move, and write it down on the trail."""
    if mind.length < TRAIL:
        mind.seat[mind.length] = seat
        mind.move[mind.length] = move
        mind.after[mind.length] = mind.last[seat]
        mind.length += 1
    mind.last[seat] = move
    verbs.play(s, box, seat, move)


@rule
def has_scored(s, box, mind):
    """Whether the value of anybody's position has changed since it was last looked at."""
    verbs.value(s, box, mind.legal)
    found = False
    for seat in range(s.seats):
        found |= mind.legal[seat] != mind.points[seat]
    return found


@rule
def come_seldom(mind):
    """Whether points come seldom, by what the first simulations saw."""
    return mind.changes * SELDOM <= mind.probed


@rule
def is_enough(s, box, how, mind, count):
    """Whether a simulation may end at the start of this epoch, and its points be taken for what it is worth.

    Where points come seldom, as at the end of a round, it ends with them: what comes after has little to do with
    what is decided now. Where they trickle in all the time, it ends after so many moves. Which of both it is, the
    first simulations find out.

    Lorentz, Amazons Discover Monte-Carlo (simulations that are cut short), Computers and Games 2008.
    """
    if mind.runs >= PROBES:
        return has_scored(s, box, mind) if come_seldom(mind) else count >= how.reach
    if has_scored(s, box, mind):
        mind.changes += 1
        look_at_points(s, mind)
    return count >= PROBED


@rule
def look_at_points(s, mind):
    """Keep what everybody has, to see when it changes."""
    for seat in range(s.seats):
        mind.points[seat] = mind.legal[seat]


@rule
def tree_policy(s, box, how, mind, table):
    """Play on while any seat is inside its tree; the seats that are to decide next, and the moves made."""
    count, epoch = 0, s.epoch
    mask = run_beats(s, box)
    while mask != 0 and mind.depth < DEEP:
        if s.epoch != epoch:
            epoch = s.epoch
            end_epoch(s, mind)
            if is_enough(s, box, how, mind, count):
                return 0, count
            if not is_any_inside(s, mind):
                break
        seat = lowest_seat(mask)
        n = verbs.legal(s, box, seat, mind.legal)
        if n == 1:
            chosen = 0
        elif mind.inside[seat] and has_room(mind, table, n + 1):
            chosen = tree_move(s, box, how, mind, table, seat, n, mask)
        else:
            chosen = rollout_move(s, box, how, mind, seat, n)
        move = np.int64(mind.legal[chosen])
        notice(s, box, mind, seat, move)
        make(s, box, mind, seat, move)
        count += 1
        mask = run_beats(s, box)
    return mask, count


@rule
def rollout(s, box, how, mind, mask, count):
    """Play on outside all trees until it is enough, or the match is over; the moves made."""
    epoch = s.epoch
    while mask != 0 and count < LONGEST:
        if s.epoch != epoch:
            epoch = s.epoch
            if is_enough(s, box, how, mind, count):
                break
        seat = lowest_seat(mask)
        n = verbs.legal(s, box, seat, mind.legal)
        chosen = rollout_move(s, box, how, mind, seat, n)
        make(s, box, mind, seat, np.int64(mind.legal[chosen]))
        count += 1
        mask = run_beats(s, box)
    return count


@rule
def winning_counts(mind):
    """Whether who wins in a simulation is given a bonus.

    Not where simulations are cut short and only some of them see the end: the bonus would be for hurrying there.
    """
    return come_seldom(mind) or NEARLY * (mind.runs + 1 - mind.ended) <= mind.runs + 1


@rule
def ahead_of_field(s, how, out, seat):
    """What a seat has more than its best rival, or than all of them on average, in parts of a point."""
    worth = PARTS * lead(s, out, seat)
    if how.field > 0.0 and s.seats > 2:
        worth += np.int64(how.field * (PARTS * share_of_field(s, out, seat)))
    return worth


@rule
def evaluate(s, box, how, mind):
    """Each seat's value less its rivals' (alone: its value), and a bonus for having won."""
    out = mind.legal
    verbs.value(s, box, out)
    for seat in range(s.seats):
        mind.worth[seat] = ahead_of_field(s, how, out, seat)
    is_over = verbs.over(s, box)
    mind.ended += is_over
    if is_over and s.seats > 1 and winning_counts(mind):
        verbs.outcome(s, box, out)
        winners = 0
        for seat in range(s.seats):
            winners += out[seat] == 1
        for seat in range(s.seats):
            if out[seat] == 1:
                mind.worth[seat] += PARTS * how.win // winners
    if how.tell:
        verbs.scores(s, box, out)
        for seat in range(s.seats):
            mind.ahead[seat] = ahead_of_field(s, how, out, seat)


@rule
def backpropagate(s, mind, table):
    """Add what a simulation was worth to the nodes on its path, to the way that it had to try, and to the history."""
    if mind.forced != NOTHING:
        mind.tally[mind.forced, TRIED] += 1
        mind.tally[mind.forced, WORTH] += mind.worth[mind.searcher]
        mind.tally[mind.forced, LED] += mind.ahead[mind.searcher]
    for d in range(mind.depth):
        worth = mind.worth[mind.who[d]]
        if mind.mixes[d]:
            update_regrets(mind, table, d)
        node, place = table[mind.node[d]], table[mind.slots[mind.first[d] + mind.chosen[d]]]
        node.visits += 1
        node.total += worth
        place.visits += 1
        place.total += worth
        place.ahead += mind.ahead[mind.who[d]]
    update_history(mind)
    update_spread(mind, s.seats)


# ---------------------------------------------------------------- the whole search


@rule
def is_halved(s, box, how, mind, seat, n):
    """Whether the moves at the root share the simulations by halving: not where regrets are to be matched."""
    alone = verbs.pending(s, box) == 1 << seat
    return how.halve and (alone or how.mix == 0 or mind.budget <= how.mix * n)


@rule
def look_at_root(states, box, how, mind, seat):
    """Before the first simulation: which ways of the turn are to be tried, where they share the simulations."""
    n = verbs.legal(states[0], box, seat, mind.legal)
    mind.searcher, mind.stages = seat, -1
    if is_halved(states[0], box, how, mind, seat, n):
        mind.listed = longest_ways(states, box, mind, seat, mind.budget if how.whole else 0, n)
        if 0 < how.notice < mind.listed:
            mind.listed = notice_some(states[0], box, how, mind, seat)
        start_halving(mind)


@rule
def next_way(mind):
    """The way that the next simulation has to try; where all that are left were tried in a world, the next world.

    All of them are tried in the same worlds, so luck tells less of them apart: Kahn, Marshall, Methods of Reducing
    Sample Size in Monte Carlo Computations, Journal of the Operations Research Society of America 1, 1953.
    """
    if mind.column == mind.alive:
        mind.column = 0
        mind.seed[0] += np.uint64(1)
        mind.rows -= 1
        if mind.rows == 0 and mind.alive > 1:
            halve(mind)
        mix_order(mind)
    mind.forced = mind.order[mind.column]
    mind.column += 1
    mind.dice[0] = mixed(mixed(mind.seed[0], np.int64(mind.seed[1])), np.int64(mind.seed[2]))


@rule
def prepare(states, box, how, mind, seat):
    """The world of the next simulation, and the way of the turn that it has to try."""
    if mind.stages == 0:
        look_at_root(states, box, how, mind, seat)
    mind.forced, mind.click = NOTHING, 0
    if mind.stages > 0:
        next_way(mind)
    else:
        mind.seed[0] += np.uint64(1)
    states[1] = states[0]
    verbs.redeal(states[1], box, seat, mind.seed)


@rule
def think(states: Any, box: Any, how: Any, mind: Any, table: Any, seat: int, simulations: int) -> int:
    """So many more simulations from states[0], a world that agrees with what the seat knows; the moves made."""
    made = 0
    s = states[1]
    for _ in range(simulations):
        prepare(states, box, how, mind, seat)
        begin(s, mind)
        verbs.value(s, box, mind.legal)
        look_at_points(s, mind)
        mask, count = tree_policy(s, box, how, mind, table)
        count = rollout(s, box, how, mind, mask, count)
        if mind.runs < PROBES:
            mind.probed += count
        made += count
        evaluate(s, box, how, mind)
        backpropagate(s, mind, table)
    return made


@rule
def read_root(states: Any, box: Any, mind: Any, table: Any, seat: int) -> Any:
    """What the tree holds of the seat's moves, each with its visits, totals and weight; how many there are."""
    begin(states[0], mind)
    n = verbs.legal(states[0], box, seat, mind.legal)
    for i in range(n):
        place = table[find(table, child(mind.known[seat], np.int64(mind.legal[i])))]
        mind.root[i, 0] = place.visits
        mind.root[i, 1] = place.total
        mind.root[i, 2] = place.strategy
        mind.root[i, 3] = place.ahead
    return n
