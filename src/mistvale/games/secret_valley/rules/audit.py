"""Whether a state adds up."""

from __future__ import annotations

from ....core.helpers import widest
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import ADJACENT, CARDS, DEALING, DRAFTING, NEAR, PLACING, SCORING, SIDE, SIDES, SPACES
from .draft import holder

AUDITS = {
    1: "a hand was not dealt as many cards as it should have",
    2: "a card of the draft was taken by the wrong seat, or two at once",
    3: "the grid is out of shape",
    4: "the grid and the cards on it do not agree",
    5: "a seat has played too many cards or too few",
    6: "the points of the round do not add up",
}


@rule
def audit(s: S, box: B) -> int:
    """0, or the number of what does not add up; the texts are in AUDITS."""
    if (s.phase == DRAFTING or s.phase == PLACING) and not hands_add_up(s, box):
        return 1
    if (s.phase == DRAFTING or (s.phase == PLACING and s.draft)) and not draft_adds_up(s, box):
        return 2
    if not grid_in_shape(s, box):
        return 3
    if not grid_adds_up(s, box):
        return 4
    if s.phase == PLACING and not turns_add_up(s, box):
        return 5
    if not points_add_up(s, box):
        return 6
    return 0


@rule
def hands_add_up(s: S, box: B) -> bool:
    """Every hand was dealt its number of cards, and every card not dealt is nobody's."""
    for hand in range(s.seats):
        dealt = 0
        for card in range(box.cards):
            dealt += s.origin[card] == hand
        if dealt != box.hand[s.seats]:
            return False
    for card in range(CARDS):
        out = s.origin[card] == NOTHING
        if out and (s.taken[card] != NOTHING or s.keeper[card] != NOTHING or s.place[card] != NOTHING):
            return False
        as_dealt = s.taken[card] == 0 and s.keeper[card] == s.origin[card]
        if not out and s.phase == PLACING and s.draft == 0 and not as_dealt:
            return False
    return True


@rule
def draft_adds_up(s: S, box: B) -> bool:
    """One card was taken from each hand at each trick, by the seat that held it then."""
    for card in range(box.cards):
        if s.taken[card] == NOTHING:
            if s.keeper[card] != NOTHING:
                return False
        elif s.keeper[card] != holder(s, s.origin[card], s.taken[card]):
            return False
    for seat in range(s.seats):
        for trick in range(box.hand[s.seats]):
            taken = 0
            for card in range(box.cards):
                taken += s.keeper[card] == seat and s.taken[card] == trick
            due = trick < s.trick or (trick == s.trick and s.committed[seat] == 1)
            if taken != due:
                return False
    return True


@rule
def grid_in_shape(s: S, box: B) -> bool:
    """All cards are within the grid's bounds, the bounds within one of its shapes, and no card lies alone."""
    height, width = s.lowest - s.highest + 1, s.rightmost - s.leftmost + 1
    if width > widest(height, box.long[s.seats], box.short[s.seats]):
        return False
    cards = 0
    for space in range(SPACES):
        cards += s.grid[space] != NOTHING
    for space in range(SPACES):
        row, column = space // SIDE, space % SIDE
        inside = s.highest <= row <= s.lowest and s.leftmost <= column <= s.rightmost
        if s.grid[space] != NOTHING and (not inside or (cards > 1 and not touches_another(s, space))):
            return False
    return True


@rule
def touches_another(s: S, space: int) -> bool:
    """Whether the card there shares a side with another one; at the lattice's edge a space is its own neighbour."""
    for side in range(SIDES):
        other = NEAR[ADJACENT, space, side]
        if other != space and s.grid[other] != NOTHING:
            return True
    return False


@rule
def grid_adds_up(s: S, box: B) -> bool:
    """Every card on the grid lies where it says, is somebody's, and there are as many as turns were taken."""
    placed = 0
    for card in range(CARDS):
        space = s.place[card]
        if space != NOTHING:
            placed += 1
            if s.grid[space] != card or s.keeper[card] == NOTHING:
                return False
    on_grid = 0
    for space in range(SPACES):
        on_grid += s.grid[space] != NOTHING
    return placed == on_grid and placed == s.turns + s.placed


@rule
def turns_add_up(s: S, box: B) -> bool:
    """The seats have played in turn, from the first one on, and what is being played is one's own."""
    for step in range(s.seats):
        seat = (s.first + step) % s.seats
        played, kept = 0, 0
        for card in range(box.cards):
            if s.keeper[card] == seat:
                kept += 1
                played += s.place[card] != NOTHING
        due = (s.turns + s.placed + s.seats - 1 - step) // s.seats
        if played != due or kept != box.hand[s.seats]:
            return False
    if s.turn != (s.first + s.turns) % s.seats:
        return False
    return s.playing == NOTHING or (s.keeper[s.playing] == s.turn and s.place[s.playing] == NOTHING)


@rule
def points_add_up(s: S, box: B) -> bool:
    """A round's tally is what its cards have gained, and the points are those of the finished rounds."""
    for seat in range(s.seats):
        total, gained = 0, 0
        for number in range(s.rounds):
            total += s.tally[number, seat]
        for card in range(box.cards):
            if s.gained[card] != NOTHING and s.keeper[card] == seat:
                gained += s.gained[card]
        if total != s.points[seat]:
            return False
        if s.phase == SCORING and gained != s.tally[s.rounds, seat]:
            return False
        if s.phase == DEALING and s.rounds > 0 and gained != s.tally[s.rounds - 1, seat]:
            return False
    return True
