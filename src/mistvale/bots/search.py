"""Information-set Monte Carlo tree search on the verbs alone: one search for every game.

Each simulation redeals the world from what the searching seat knows and plays it on. Each seat has a tree of its own,
keyed by what that seat has seen: its own moves at once, those of others when the epoch ends, and then only as far as
`seen` shows them. So nobody answers a commitment that it could not see. Where several seats decide at once, moves
are drawn by regret matching; elsewhere the upper confidence bound decides.

Where the ideas stand:
- information sets, a tree for each seat (MO-ISMCTS): Cowling, Powley, Whitehouse, Information Set Monte Carlo Tree
  Search, IEEE TCIAIG 4 (2012);
- `uct`: Kocsis, Szepesvári, Bandit based Monte-Carlo planning, ECML 2006;
- `prior` and progressive bias, widening: Chaslot, Winands, van den Herik, Uiterwijk, Bouzy, Progressive strategies for
  Monte-Carlo tree search, NMNC 4 (2008);
- the history of moves and of pairs: Nijssen, Winands, Enhancements for multi-player Monte-Carlo tree search, CG 2010;
- `regret_match`: Hart, Mas-Colell, A simple adaptive procedure leading to correlated equilibrium, Econometrica 68
  (2000); in trees of simultaneous moves: Lisý, Kovařík, Lanctot, Bošanský, NIPS 2013;
- halving at the root, of whole turns (`ways.py`): Karnin, Koren, Somekh, Almost optimal exploration in multi-armed
  bandits, ICML 2013;
- trees side by side, added up at the root (`levels.py`): Chaslot, Winands, van den Herik, Parallel Monte-Carlo tree
  search, CG 2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import verbs
from ..core.rule import HIDDEN, NOTHING, rule
from .playout import lead, lowest_seat, run_beats, share_of_field
from .tree import (
    AHEAD,
    DEEP,
    KEY,
    LED,
    PARTS,
    STRATEGY,
    TOTAL,
    TRAIL,
    TRIED,
    VISITS,
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
    mind.depth, mind.length = 0, 0


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
def next_click(mind, ways, lengths, legal, n):
    """The index of the move that the way which this simulation has to try asks for; NOTHING where it may choose."""
    if mind.forced == NOTHING or mind.click == lengths[mind.forced]:
        return NOTHING
    click = ways[mind.forced, mind.click]
    mind.click += 1
    for index in range(n):
        if legal[index] == click:
            return index
    return NOTHING


@rule
def decide(s, box, mind, table, weights, history, slots, legal, ways, lengths, how, seat, n, mask, first, searcher):
    """The index of a move inside the seat's tree, written down on the path."""
    key = mind.known[seat]
    node = find(table, key)
    coming = mind.budget if key == root_of(seat) else table[node, VISITS]
    mixes = 0 < how.mix * n < coming and is_simultaneous(s, mind, mask, seat)
    chosen = next_click(mind, ways, lengths, legal, n) if seat == searcher else NOTHING
    if table[node, KEY] == 0:
        occupy(mind, table, node, key)
        if chosen == NOTHING:
            mind.inside[seat] = 0  # one new node for each seat in a simulation, beside those it is led through
    if chosen != NOTHING:
        mixes = False
        move = child(key, np.int64(legal[chosen]))
        slots[first + chosen] = find(table, move)
        occupy(mind, table, slots[first + chosen], move)
    elif mixes:
        chosen = regret_match(mind, table, weights, slots, legal, how, seat, n, first)
    else:
        chosen = uct(s, box, mind, table, history, slots, legal, how, seat, node, n, first)
        occupy(mind, table, slots[first + chosen], child(key, np.int64(legal[chosen])))
    depth = mind.depth
    mind.who[depth], mind.node[depth], mind.mixes[depth] = seat, node, mixes
    mind.first[depth], mind.moves[depth], mind.chosen[depth] = first, n, chosen
    mind.depth += 1
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
def has_scored(s, box, mind, out):
    """Whether the value of anybody's position has changed since it was last looked at."""
    verbs.value(s, box, out)
    found = False
    for seat in range(s.seats):
        found |= out[seat] != mind.points[seat]
    return found


@rule
def come_seldom(mind):
    """Whether points come seldom, by what the first simulations saw."""
    return mind.changes * SELDOM <= mind.probed


@rule
def is_enough(s, box, mind, how, out, count):
    """Whether a simulation may end at the start of this epoch, and its points be taken for what it is worth.

    Where points come seldom, as at the end of a round, it ends with them: what comes after has little to do with
    what is decided now. Where they trickle in all the time, it ends after so many moves. Which of both it is, the
    first simulations find out.
    """
    if mind.runs >= PROBES:
        return has_scored(s, box, mind, out) if come_seldom(mind) else count >= how.reach
    if has_scored(s, box, mind, out):
        mind.changes += 1
        look_at_points(s, mind, out)
    return count >= PROBED


@rule
def look_at_points(s, mind, out):
    """Keep what everybody has, to see when it changes."""
    for seat in range(s.seats):
        mind.points[seat] = out[seat]


@rule
def tree_policy(s, box, mind, table, weights, history, slots, legal, ways, lengths, how, searcher):
    """Play on while any seat is inside its tree; the seats that are to decide next, and the moves made."""
    count, first, epoch = 0, 0, s.epoch
    mask = run_beats(s, box)
    while mask != 0 and mind.depth < DEEP:
        if s.epoch != epoch:
            epoch = s.epoch
            end_epoch(s, mind)
            if is_enough(s, box, mind, how, legal, count):
                return 0, count
            if not is_any_inside(s, mind):
                break
        seat = lowest_seat(mask)
        n = verbs.legal(s, box, seat, legal)
        if n == 1:
            chosen = 0
        elif mind.inside[seat] and has_room(mind, table, n + 1):
            chosen = decide(
                s, box, mind, table, weights, history, slots, legal, ways, lengths, how, seat, n, mask, first, searcher
            )
            first += n
        else:
            chosen = rollout_move(s, box, mind, history, legal, how, seat, n)
        move = np.int64(legal[chosen])
        notice(s, box, mind, seat, move)
        make(s, box, mind, seat, move)
        count += 1
        mask = run_beats(s, box)
    return mask, count


@rule
def rollout(s, box, mind, history, legal, how, mask, count):
    """Play on outside all trees until it is enough, or the match is over; the moves made."""
    epoch = s.epoch
    while mask != 0 and count < LONGEST:
        if s.epoch != epoch:
            epoch = s.epoch
            if is_enough(s, box, mind, how, legal, count):
                break
        seat = lowest_seat(mask)
        n = verbs.legal(s, box, seat, legal)
        chosen = rollout_move(s, box, mind, history, legal, how, seat, n)
        make(s, box, mind, seat, np.int64(legal[chosen]))
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
def evaluate(s, box, mind, how, out):
    """Each seat's value less its rivals' (alone: its value), and a bonus for having won."""
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
def backpropagate(s, mind, table, weights, history, slots, tally, searcher):
    """Add what a simulation was worth to the nodes on its path, to the way that it had to try, and to the history."""
    if mind.forced != NOTHING:
        tally[mind.forced, TRIED] += 1
        tally[mind.forced, WORTH] += mind.worth[searcher]
        tally[mind.forced, LED] += mind.ahead[searcher]
    for d in range(mind.depth):
        worth = mind.worth[mind.who[d]]
        if mind.mixes[d]:
            update_regrets(mind, table, weights, slots, d)
        node, place = mind.node[d], slots[mind.first[d] + mind.chosen[d]]
        table[node, VISITS] += 1
        table[node, TOTAL] += worth
        table[place, VISITS] += 1
        table[place, TOTAL] += worth
        table[place, AHEAD] += mind.ahead[mind.who[d]]
    update_history(mind, history)
    update_spread(mind, s.seats)


@rule
def is_halved(s, box, how, mind, seat, n):
    """Whether the moves at the root share the simulations by halving: not where regrets are to be matched."""
    alone = verbs.pending(s, box) == 1 << seat
    return how.halve and (alone or how.mix == 0 or mind.budget <= how.mix * n)


@rule
def prepare(states, box, how, mind, legal, order, ways, lengths, tally, choice, counts, seat, seed):
    """The world of the next simulation, and the way of the turn that it has to try.

    All ways that are left are tried in the same worlds: so luck tells less of them apart.
    """
    if mind.stages == 0:
        n = verbs.legal(states[0], box, seat, legal)
        mind.stages = -1
        if is_halved(states[0], box, how, mind, seat, n):
            budget = mind.budget if how.whole else 0
            mind.ways = longest_ways(states, box, seat, legal, choice, counts, ways, lengths, budget, n)
            if 0 < how.notice < mind.ways:
                mind.ways = notice_some(states[0], box, seat, mind.dice, ways, lengths, mind.ways, how.notice, how.keen)
            start_halving(mind, order)
    mind.forced, mind.click = NOTHING, 0
    if mind.stages > 0:
        if mind.column == mind.alive:
            mind.column = 0
            seed[0] += np.uint64(1)
            mind.rows -= 1
            if mind.rows == 0 and mind.alive > 1:
                halve(mind, order, tally)
            mix_order(mind, order)
        mind.forced = order[mind.column]
        mind.column += 1
        mind.dice[0] = mixed(mixed(seed[0], np.int64(seed[1])), np.int64(seed[2]))
    else:
        seed[0] += np.uint64(1)
    states[1] = states[0]
    verbs.redeal(states[1], box, seat, seed)


@rule
def think(
    states: Any,
    box: Any,
    how: Any,
    seat: int,
    mind: Any,
    table: Any,
    weights: Any,
    history: Any,
    slots: Any,
    legal: Any,
    order: Any,
    ways: Any,
    lengths: Any,
    tally: Any,
    choice: Any,
    counts: Any,
    seed: Any,
    simulations: int,
) -> int:
    """So many more simulations from states[0], a world that agrees with what the seat knows; the moves made."""
    made = 0
    s = states[1]
    for _ in range(simulations):
        prepare(states, box, how, mind, legal, order, ways, lengths, tally, choice, counts, seat, seed)
        begin(s, mind)
        verbs.value(s, box, legal)
        look_at_points(s, mind, legal)
        mask, count = tree_policy(s, box, mind, table, weights, history, slots, legal, ways, lengths, how, seat)
        count = rollout(s, box, mind, history, legal, how, mask, count)
        if mind.runs < PROBES:
            mind.probed += count
        made += count
        evaluate(s, box, mind, how, legal)
        backpropagate(s, mind, table, weights, history, slots, tally, seat)
    return made


@rule
def read_root(states: Any, box: Any, seat: int, mind: Any, table: Any, weights: Any, legal: Any, out: Any) -> Any:
    """What the tree holds of the seat's moves, each with its visits, totals and weight; how many there are."""
    begin(states[0], mind)
    n = verbs.legal(states[0], box, seat, legal)
    for i in range(n):
        place = find(table, child(mind.known[seat], np.int64(legal[i])))
        out[i, 0] = table[place, VISITS]
        out[i, 1] = table[place, TOTAL]
        out[i, 2] = weights[place, STRATEGY]
        out[i, 3] = table[place, AHEAD]
    return n
