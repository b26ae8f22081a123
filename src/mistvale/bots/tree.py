"""What a search keeps: the trees of all seats in one table, the history of moves, and scratch, all made once.

Of floating point only what IEEE 754 rounds exactly is used (+, -, *, /, square roots), in a fixed order: the same
seed gives the same search on every machine.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..core import verbs
from ..core.chance import GOLDEN, MIX_1, MIX_2, roll
from ..core.game import MOST_SEATS, Game
from ..core.rule import NOTHING, blank, record_type, rule
from .ways import CLICKS, ROOM

DEEP = 64  # decisions of a simulation that are kept in trees, at most
TRAIL = 256  # moves of a simulation that the history learns from, at most
ENTRIES = 16  # places in the table for each simulation
PAIRS = 1 << 12  # places of the history for moves that follow another of the same seat
PARTS = 12  # worth is counted in twelfths of a point, so that shared wins and rivals' means come out whole
TENTH = PARTS / 10  # of a point
LEAST = (PARTS / 2) ** 2  # variance of what simulations are worth
FRACTION = 1 << 30  # a random share is one of so many

# The columns of histories.
COUNT, MEAN = range(2)
# The columns of what is known of each way at the root.
TRIED, WORTH, LED = range(3)

# How a level searches.
MANNER = record_type(
    ("explore", "f8"),  # what a move that was tried less is granted, in deviations
    ("widen", "f8"),  # moves that a node looks at: this times the square root of its visits
    ("bias", "f8"),  # what the history counts for in a node, in deviations, while there are few visits
    ("win", "i8"),  # what the first rank is worth, in points
    ("reach", "i8"),  # moves after which a simulation ends where points trickle in
    ("mix", "i8"),  # visits for each move from which on regrets are matched where several decide at once; 0: never
    ("lookout", "f8"),  # the share of such draws that is even, so that nothing is overlooked
    ("rivals", "i8"),  # moves that a random one has to beat by its history, outside the trees
    ("pairs", "i8"),  # how often a pair of moves must have been seen to count instead of the move alone; 0: never
    ("advice", "f8"),  # what the game's own advice on moves counts for: 1 takes it at its word
    ("field", "f8"),  # how far all rivals on average count instead of the best of them: 0 not at all, 1 wholly
    ("halve", "i8"),  # 1 where the ways at the root share the simulations by halving, 0 where the bound decides
    ("whole", "i8"),  # 1 where a way is as much of the turn as can be, 0 where it is one move
    ("notice", "i8"),  # ways at the root that are looked at, where they are halved; 0: all
    ("keen", "i8"),  # others that each of these has to beat by the game's advice
    ("tell", "i8"),  # 1 where the points ahead are written down, to be told to somebody
)

# A place of the table: a node, or a move that was tried in one.
PLACE = record_type(
    ("key", "i8"),  # 0 where nothing is kept yet
    ("visits", "i8"),  # simulations that came by
    ("total", "i8"),  # what they were worth to the seat, all together
    ("ahead", "i8"),  # what they ended ahead, in points alone
    ("regret", "f8"),  # of a move that regret matching may draw: how much more it would have been worth,
    ("strategy", "f8"),  # and how often it was to be played
)

# One search's memory, but for what depends on the size of the game.
MIND: tuple[tuple[Any, ...], ...] = (
    ("known", "u8", (MOST_SEATS,)),  # the key of what each seat has seen
    ("later", "u8", (MOST_SEATS,)),  # what it will have seen when the epoch ends
    ("inside", "i8", (MOST_SEATS,)),  # 1 while the simulation is inside its tree
    ("moved", "i8", (MOST_SEATS,)),  # 1 where it has moved in this epoch
    ("last", "i8", (MOST_SEATS,)),  # its last move, NOTHING before
    ("points", "i8", (MOST_SEATS,)),  # its points when they were last looked at
    ("changes", "i8"),  # how often points changed in the first simulations
    ("probed", "i8"),  # moves in those
    ("worth", "i8", (MOST_SEATS,)),  # what the simulation was worth to it
    ("ahead", "i8", (MOST_SEATS,)),  # what it ended ahead, in points alone
    ("runs", "i8"),  # simulations so far
    ("ended", "i8"),  # those of them in which the match was over
    ("sums", "i8", (MOST_SEATS,)),  # what they were worth to each seat
    ("squares", "i8", (MOST_SEATS,)),  # the same, squared
    ("centre", "f8", (MOST_SEATS,)),  # their mean
    ("spread", "f8", (MOST_SEATS,)),  # their standard deviation, never less than half a point
    ("used", "i8"),  # places of the table that are taken
    ("searcher", "i8"),  # the seat that it is for
    ("budget", "i8"),  # simulations that the whole search has
    ("stages", "i8"),  # halvings that its ways at the root allow; 0 before the first simulation
    ("alive", "i8"),  # ways that are left
    ("rows", "i8"),  # worlds in which all of them are still to be tried in this stage
    ("column", "i8"),  # the next of them to be tried in this world
    ("listed", "i8"),  # ways of the turn at the root; 0 where they are not tried in turn
    ("forced", "i8"),  # the way that this simulation has to try, NOTHING where it may choose
    ("click", "i8"),  # choices of it that it has made
    ("filled", "i8"),  # places of `slots` that this simulation has written
    ("depth", "i8"),  # decisions on the path
    ("length", "i8"),  # moves on the trail
    ("who", "i8", (DEEP,)),  # each decision on the path: the seat,
    ("node", "i8", (DEEP,)),  # its node,
    ("first", "i8", (DEEP,)),  # where its moves begin in `slots`,
    ("moves", "i8", (DEEP,)),  # how many there were,
    ("chosen", "i8", (DEEP,)),  # which one was made,
    ("mixes", "i8", (DEEP,)),  # whether it was drawn by regret matching,
    ("likely", "f8", (DEEP,)),  # and how likely it was then
    ("seat", "i8", (TRAIL,)),  # each move on the trail: the seat,
    ("move", "i8", (TRAIL,)),  # the move,
    ("after", "i8", (TRAIL,)),  # and the seat's move before
    ("pairs", "f8", (PAIRS, 2)),  # history of pairs of moves
    ("choice", "i8", (CLICKS,)),  # the way that is being listed: its choices,
    ("counts", "i8", (CLICKS,)),  # and among how many each of them was
    ("seed", "u8", (4,)),  # of the world of a simulation
    ("dice", "u8", (1,)),  # the word of the cheap generator
)


@cache
def mind_type(game: Game) -> np.dtype[Any]:
    """One search's memory of a game."""
    size = max(game.moves.size, MOST_SEATS)
    rows = max(size, ROOM)
    return record_type(
        *MIND,
        ("legal", "i4", (size,)),  # the moves of a seat that is to decide; also values, points and ranks of all seats
        ("slots", "i8", (DEEP * size,)),  # the places of all moves that were looked at, one decision after another
        ("history", "f8", (MOST_SEATS, size, 2)),  # of each seat's moves
        ("root", "i8", (size, 4)),  # what is known of the moves at the root, once it was asked for
        ("ways", "i4", (rows, CLICKS)),  # each way of the turn at the root: its clicks,
        ("lengths", "i4", (rows,)),  # how many these are,
        ("tally", "i8", (rows, 3)),  # what is known of it,
        ("order", "i4", (rows,)),  # and the order in which those that are left are tried
    )


class Tree:
    """The memory of one search, made once: what rules are given as `mind` and `table`."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.mind = blank(mind_type(game))[0]
        self.mind["budget"] = simulations
        places = 1 << (simulations * ENTRIES + 4 * len(self.mind["legal"])).bit_length()
        self.table = blank(PLACE, places)

    def plant(self, seed: int, number: int) -> None:
        """Let the search of this number among several go its own way, the same for a seed."""
        self.mind["seed"] = [0, number, seed, 0]
        self.mind["dice"][0] = mixed(np.uint64(mixed(np.uint64(seed), 0)), number)


# ---------------------------------------------------------------- the table


@rule
def mixed(key, number):
    """A key that holds one more number."""
    x = (key ^ np.uint64(number + 8)) + GOLDEN
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@rule
def child(node, move):
    """The key of a move in a node: another one than that of the node it leads to."""
    return mixed(~node, move)


@rule
def find(table, key):
    """The place of a key: where it is, or the empty one where it would go."""
    mark = np.int64(key >> np.uint64(1)) | 1
    last = table.shape[0] - 1
    place = (mark >> 1) & last
    while table[place].key != mark and table[place].key != 0:
        place = (place + 1) & last
    return place


@rule
def occupy(mind, table, place, key):
    """Write a key into its place, unless it is there."""
    if table[place].key == 0:
        table[place].key = np.int64(key >> np.uint64(1)) | 1
        mind.used += 1


@rule
def has_room(mind, table, n):
    """Whether so many more fit in: a quarter of the table stays empty, so that keys are found quickly."""
    return mind.used + n < table.shape[0] * 3 // 4


# ---------------------------------------------------------------- the history


@rule
def pair_of(seat, last, move):
    """The place of a pair of moves in its history; pairs that share one are taken for the same."""
    return ((last * 61 + move) * 8 + seat) & (PAIRS - 1)


@rule
def history_mean(how, mind, seat, move):
    """What simulations were worth on average in which the seat made this move; their mean if there were none.

    Where it was often seen after the seat's move before, only those count in which it came after that one.

    Nijssen, Winands, Enhancements for Multi-Player Monte-Carlo Tree Search (progressive history), Computers and Games
    2010; pairs: Tak, Winands, Björnsson, N-Grams and the Last-Good-Reply Policy Applied in General Game Playing, IEEE
    Transactions on Computational Intelligence and AI in Games 4, 2012.
    """
    last = mind.last[seat]
    if how.pairs > 0 and last >= 0:
        place = pair_of(seat, last, move)
        if mind.pairs[place, COUNT] >= how.pairs:
            return mind.pairs[place, MEAN]
    if mind.history[seat, move, COUNT] == 0:
        return mind.centre[seat]
    return mind.history[seat, move, MEAN]


@rule
def prior(s, box, how, mind, seat, move):
    """What a move may be expected to be worth before it is looked at: its history, and the game's advice.

    Gelly, Silver, Combining Online and Offline Knowledge in UCT, ICML 2007.
    """
    return history_mean(how, mind, seat, move) + how.advice * TENTH * verbs.bias(s, box, seat, move)


@rule
def update_history(mind):
    """Add what a simulation was worth to the history of its moves."""
    history = mind.history
    for i in range(mind.length):
        seat, move, last = mind.seat[i], mind.move[i], mind.after[i]
        worth = mind.worth[seat]
        history[seat, move, COUNT] += 1
        history[seat, move, MEAN] += (worth - history[seat, move, MEAN]) / history[seat, move, COUNT]
        if last >= 0:
            place = pair_of(seat, last, move)
            mind.pairs[place, COUNT] += 1
            mind.pairs[place, MEAN] += (worth - mind.pairs[place, MEAN]) / mind.pairs[place, COUNT]


@rule
def update_spread(mind, seats):
    """How much simulations differ in worth: the unit of exploring."""
    mind.runs += 1
    for seat in range(seats):
        worth = mind.worth[seat]
        mind.sums[seat] += worth
        mind.squares[seat] += worth * worth
        centre = mind.sums[seat] / mind.runs
        mind.centre[seat] = centre
        mind.spread[seat] = np.sqrt(max(LEAST, mind.squares[seat] / mind.runs - centre * centre))


# ---------------------------------------------------------------- choosing a move


@rule
def log2(n):
    """The binary logarithm, straight between the powers of two."""
    whole = 0
    while n >> (whole + 1):
        whole += 1
    return whole + (n - (1 << whole)) / (1 << whole)


@rule
def uct(s, box, how, mind, table, seat, node, n):
    """The index of the move with the highest upper bound; fresh ones by their history, as widening lets them in.

    Kocsis, Szepesvári, Bandit Based Monte-Carlo Planning, ECML 2006. Widening: Chaslot, Winands, van den Herik,
    Uiterwijk, Bouzy, Progressive Strategies for Monte-Carlo Tree Search (progressive unpruning), New Mathematics and
    Natural Computation 4, 2008; Coulom, Computing Elo Ratings of Move Patterns in the Game of Go, ICGA Journal 30,
    2007.
    """
    visits = table[node].visits
    wide = how.widen * np.sqrt(np.float64(visits))
    bound = how.explore * mind.spread[seat] * np.sqrt(log2(visits + 1))
    tried, best, best_value, fresh, fresh_value = 0, -1, 0.0, -1, 0.0
    start = roll(mind.dice, n)  # equals are met in another order every time
    for i in range(n):
        index = start + i if start + i < n else start + i - n
        move = np.int64(mind.legal[index])
        place = find(table, child(mind.known[seat], move))
        mind.slots[mind.filled + index] = place
        count = table[place].visits
        if count == 0:
            value = prior(s, box, how, mind, seat, move)
            if fresh < 0 or value > fresh_value:
                fresh, fresh_value = index, value
            continue
        tried += 1
        value = table[place].total / count + bound / np.sqrt(np.float64(count))
        if how.bias > 0.0:
            value += progressive_bias(s, box, how, mind, seat, move, count)
        if best < 0 or value > best_value:
            best, best_value = index, value
    if fresh >= 0 and (best < 0 or tried <= wide):
        return fresh
    return best


@rule
def progressive_bias(s, box, how, mind, seat, move, count):
    """What is expected of a move counts beside what was found, the less the more often it was tried.

    Chaslot, Winands, van den Herik, Uiterwijk, Bouzy, Progressive Strategies for Monte-Carlo Tree Search, New
    Mathematics and Natural Computation 4, 2008.
    """
    return how.bias * (prior(s, box, how, mind, seat, move) - mind.centre[seat]) / (count + 1)


@rule
def rollout_move(s, box, how, mind, seat, n):
    """The index of a move outside all trees: of a few at random, the one with the best history.

    Finnsson, Björnsson, Simulation-Based Approach to General Game Playing (move averages), AAAI 2008.
    """
    dice, legal = mind.dice, mind.legal
    best = roll(dice, n)
    if how.rivals > 0:
        value = prior(s, box, how, mind, seat, np.int64(legal[best]))
        for _ in range(how.rivals):
            other = roll(dice, n)
            other_value = prior(s, box, how, mind, seat, np.int64(legal[other]))
            if other_value > value:
                best, value = other, other_value
    return best


# ---------------------------------------------------------------- halving at the root


@rule
def start_halving(mind):
    """All ways at the root are alive; each stage has as many simulations, shared by those that are left.

    Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits (sequential halving), ICML 2013; at the
    root of a tree: Cazenave, Sequential Halving Applied to Trees, IEEE Transactions on Computational Intelligence and
    AI in Games 7, 2015.
    """
    mind.stages, mind.alive, mind.column = 1, mind.listed, 0
    while (1 << mind.stages) < mind.listed:
        mind.stages += 1
    for way in range(mind.listed):
        mind.order[way] = way
    mind.rows = rows_of_stage(mind)


@rule
def rows_of_stage(mind):
    """In how many worlds the ways that are left are tried."""
    return max(1, mind.budget // (mind.stages * mind.alive))


@rule
def halve(mind):
    """Bring the better half of the ways that are left to the front."""
    order, tally = mind.order, mind.tally
    keep = (mind.alive + 1) // 2
    for i in range(keep):
        best = i
        for j in range(i + 1, mind.alive):
            if mean_of_way(tally, order[j]) > mean_of_way(tally, order[best]):
                best = j
        way = order[best]
        for j in range(best, i, -1):
            order[j] = order[j - 1]
        order[i] = way
    mind.alive = keep
    mind.rows = rows_of_stage(mind)


@rule
def mix_order(mind):
    """Another order of the ways that are left: in a fixed one the rivals' trees would fall into step with it."""
    order = mind.order
    for i in range(mind.alive - 1, 0, -1):
        j = roll(mind.dice, i + 1)
        order[i], order[j] = order[j], order[i]


@rule
def mean_of_way(tally, way):
    """What simulations that began with a way were worth."""
    return tally[way, WORTH] / max(1, tally[way, TRIED])


@rule
def root_of(seat):
    """The key of a seat that has seen nothing yet."""
    return mixed(GOLDEN, seat)


# ---------------------------------------------------------------- regret matching


@rule
def regrets(mind, table, first, n):
    """The sum of all regrets above nothing in a node."""
    total = 0.0
    for i in range(first, first + n):
        total += max(0.0, table[mind.slots[i]].regret)
    return total


@rule
def share(table, place, total, n):
    """How likely regret matching makes a move: in proportion to its regret, or all alike if there is none."""
    return max(0.0, table[place].regret) / total if total > 0.0 else 1.0 / n


@rule
def regret_match(how, mind, table, seat, n):
    """The index of a move drawn by regret matching; every move of the node is entered into the table.

    Hart, Mas-Colell, A Simple Adaptive Procedure Leading to Correlated Equilibrium, Econometrica 68, 2000; in trees:
    Lisý, Kovařík, Lanctot, Bošanský, Convergence of Monte Carlo Tree Search in Simultaneous Move Games, NIPS 2013.
    """
    slots, first = mind.slots, mind.filled
    for i in range(n):
        key = child(mind.known[seat], np.int64(mind.legal[i]))
        slots[first + i] = find(table, key)
        occupy(mind, table, slots[first + i], key)
    total = regrets(mind, table, first, n)
    point = roll(mind.dice, FRACTION) / FRACTION
    chosen, likely = NOTHING, 0.0
    for i in range(n):
        play = share(table, slots[first + i], total, n)
        table[slots[first + i]].strategy += play
        if chosen == NOTHING:
            likely = (1.0 - how.lookout) * play + how.lookout / n
            point -= likely
            if point < 0.0 or i == n - 1:
                chosen = i
    mind.likely[mind.depth] = likely
    return chosen


@rule
def update_regrets(mind, table, d):
    """What each move of a mixed decision would have been worth more than how the node plays."""
    slots, first, n, chosen = mind.slots, mind.first[d], mind.moves[d], mind.chosen[d]
    total = regrets(mind, table, first, n)
    played = 0.0
    for i in range(n):
        place = slots[first + i]
        played += share(table, place, total, n) * estimate(mind, table, place, d, i == chosen)
    for i in range(n):
        place = slots[first + i]
        table[place].regret += estimate(mind, table, place, d, i == chosen) - played


@rule
def estimate(mind, table, place, d, made):
    """What a move would have been worth in this simulation: its mean, mended if it was made by how unlikely it was."""
    visits = table[place].visits
    mean = table[place].total / visits if visits else mind.centre[mind.who[d]]
    return mean + (mind.worth[mind.who[d]] - mean) / mind.likely[d] if made else mean
