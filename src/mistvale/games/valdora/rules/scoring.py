"""The end of a turn, of a round, of the match; points and ranks."""

from ....core.rule import HIDDEN, NOTHING, rule
from ..state import COLOURS, EMPTY, EQUIPMENT, GOING, OVER
from .setting_up import clear_turn

# ---------------------------------------------------------------- the end


@rule
def quiet_rounds(s):
    """Rounds in a row without progress, this one counted as if it were over (VA-10)."""
    return 0 if s.busy else s.quiet + 1


@rule
def is_last_turn(s, box):
    """Whether the match ends with this turn: the round is over, and it is the last one or one standstill too many."""
    if (s.turn + 1) % s.seats != s.first:
        return False
    return s.last_round == 1 or quiet_rounds(s) >= box.standstill


@rule
def pass_turn(s):
    """The next seat clockwise."""
    end_turn(s)
    s.phase = GOING
    s.turn = (s.turn + 1) % s.seats


@rule
def end_match(s):
    """All have had as many turns."""
    end_turn(s)
    s.phase = OVER


@rule
def end_turn(s):
    """A turn is over, and perhaps a round."""
    if (s.turn + 1) % s.seats == s.first:
        s.quiet = quiet_rounds(s)
        s.busy = 0
        s.rounds += 1
    clear_turn(s)
    s.epoch += 1


# ---------------------------------------------------------------- points


@rule
def colours_of(s, seat):
    """Of how many colours a seat has a craftsman."""
    colours = 0
    for colour in range(len(COLOURS)):
        colours += s.craftsmen[seat, colour] > 0
    return colours


@rule
def workshop_points(s, box, seat):
    """The points of a seat's workshops."""
    points = 0
    for colour in range(len(COLOURS)):
        if s.workshop[colour] == seat:
            points += box.workshop[colour]
    return points


@rule
def gems_carried(s, seat):
    """How many gems a seat carries, gold too."""
    gems = 0
    for card in range(len(EQUIPMENT)):
        gems += s.cargo[seat, card] != NOTHING and s.cargo[seat, card] != EMPTY
    return gems


@rule
def open_points(s, box, seat):
    """What all can see: colours, workshops, bonus tiles."""
    points = box.colour_points * colours_of(s, seat) + workshop_points(s, box, seat)
    return points + box.bonus_points * s.bonus[seat]


@rule
def score(s, box, seat):
    """A seat's points: finished commissions only for who may know them (VA-21), gems only at the end."""
    points = open_points(s, box, seat)
    if s.points[seat] != HIDDEN:
        points += s.points[seat]
    if s.phase == OVER:
        points += box.gem_points * gems_carried(s, seat)
    return points


@rule
def beats(s, box, seat, other):
    """Whether a seat ranks above another: by points, then by coins."""
    own, their = score(s, box, seat), score(s, box, other)
    return own > their or (own == their and s.coins[seat] > s.coins[other])
