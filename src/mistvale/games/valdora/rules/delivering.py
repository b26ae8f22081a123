"""2c) Finishing commissions: hand in, then take craftsman, workshop and bonus tile, one after the other (VA-19)."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    CART,
    COLOURS,
    COMMISSIONS,
    DELIVER,
    DELIVER_FROM,
    DELIVERING,
    DUE_BONUS,
    DUE_CRAFTSMAN,
    DUE_WORKSHOP,
    FROM,
    GEMS,
    NO_GEM,
    TOOLS,
    WAGONS,
)
from .books import drop_commission, held
from .loading import carried

# ---------------------------------------------------------------- what can be handed in


@rule
def face_of(box: B, code: int) -> int:
    """The face of a commission as it was bought."""
    return box.face[COMMISSIONS, code // 2, code % 2]


@rule
def in_wagons(s: S, seat: int, wagons: int, gem: int) -> int:
    """How many of those of cart and horse that hand in carry that gem."""
    count = 0
    for wagon in range(len(WAGONS)):
        count += ((wagons >> wagon) & 1) * (s.cargo[seat, CART + wagon] == gem)
    return count


@rule
def in_tools(s: S, seat: int, gem: int) -> int:
    """How many gems of a colour lie on pan and tools."""
    count = 0
    for tool in range(TOOLS):
        count += s.cargo[seat, tool] == gem
    return count


@rule
def can_hand_in(s: S, box: B, seat: int, face: int, wagons: int) -> bool:
    """Whether what is asked for are the gems of these wagons, all of them, and gems of pan and tools."""
    for wagon in range(len(WAGONS)):
        idle = s.cargo[seat, CART + wagon] == NOTHING or s.cargo[seat, CART + wagon] == NO_GEM
        if (wagons >> wagon) & 1 and idle:
            return False
    for gem in range(len(GEMS)):
        rest = box.asks[face, gem] - in_wagons(s, seat, wagons, gem)
        if rest < 0 or (rest > 0 and rest > in_tools(s, seat, gem)):
            return False
    return True


@rule
def ways_to_pay(s: S, box: B, seat: int, face: int) -> int:
    """Which choices of cart and horse, of FROM, can finish a commission, as bits (VA-5)."""
    ways = 0
    if s.coins[seat] >= box.asks_coins[face]:
        for wagons in range(len(FROM)):
            if can_hand_in(s, box, seat, face, wagons):
                ways |= 1 << wagons
    return ways


@rule
def ways_to_finish(s: S, box: B, seat: int, code: int) -> int:
    """The same of a commission that a seat holds; none but at the palace of its client."""
    face = face_of(box, code)
    return ways_to_pay(s, box, seat, face) if box.asker[face] == box.client[s.at[seat]] else 0


@rule
def gems_lacking(s: S, box: B, seat: int, face: int, gem: int) -> int:
    """How many gems of a colour a seat lacks for a commission, looked at by itself."""
    return max(0, box.asks[face, gem] - carried(s, seat, gem))


@rule
def coins_lacking(s: S, box: B, seat: int, face: int) -> int:
    """How many coins it lacks."""
    return max(0, box.asks_coins[face] - s.coins[seat])


@rule
def is_single(ways: int) -> bool:
    """Whether there is exactly one way."""
    return ways != 0 and ways & (ways - 1) == 0


@rule
def legal_deliveries(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Each commission of this palace that can be paid for; with how, where that matters (VA-5)."""
    choices = False
    before = NOTHING
    for slot in range(held(s, box, seat)):
        code = s.commissions[seat, slot]
        if code != before:  # of two alike one
            ways = ways_to_finish(s, box, seat, code)
            n = add_if(out, n, DELIVER.first + code, is_single(ways))
            choices |= ways != 0 and not is_single(ways)
        before = code
    return legal_choices(s, box, seat, out, n) if choices else n


@rule
def legal_choices(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Those that can be paid for in more than one way."""
    before = NOTHING
    for slot in range(held(s, box, seat)):
        code = s.commissions[seat, slot]
        ways = ways_to_finish(s, box, seat, code)
        if code != before and not is_single(ways):
            for wagons in range(len(FROM)):
                n = add_if(out, n, DELIVER_FROM.first + len(FROM) * code + wagons, (ways >> wagons) & 1)
        before = code
    return n


# ---------------------------------------------------------------- handing in


@rule
def only_way(s: S, box: B, seat: int, code: int) -> int:
    """The one choice of cart and horse that can finish a commission."""
    ways = ways_to_pay(s, box, seat, face_of(box, code))
    wagons = 0
    while (ways >> wagons) & 1 == 0:
        wagons += 1
    return wagons


@rule
def deliver(s: S, box: B, seat: int, code: int, wagons: int) -> None:
    """Hand in what is asked for; the card goes under the adventurer, and craftsman and bonus are due."""
    s.doing = DELIVERING
    face = face_of(box, code)
    s.coins[seat] -= box.asks_coins[face]
    for gem in range(len(GEMS)):
        if box.asks[face, gem]:
            hand_in(s, seat, gem, box.asks[face, gem], wagons)
    drop_commission(s, box, seat, code)
    s.under[seat, code] += 1
    s.finished[seat] += 1
    s.points[seat] += box.worth[face]
    s.busy = 1
    s.client = box.asker[face]
    if next_pile(s, s.client) != NOTHING:
        s.due |= DUE_CRAFTSMAN
    if s.workshop[s.client] == seat and s.bonus_left > 0:
        s.due |= DUE_BONUS
    settle(s)


@rule
def hand_in(s: S, seat: int, gem: int, count: int, wagons: int) -> None:
    """Gems of a colour go to the discard space: first those of the chosen wagons, the rest from pan and tools."""
    s.discard[gem] += count
    for wagon in range(len(WAGONS)):
        if (wagons >> wagon) & 1 and s.cargo[seat, CART + wagon] == gem:
            s.cargo[seat, CART + wagon] = NO_GEM
            count -= 1
    for tool in range(TOOLS):
        if count > 0 and s.cargo[seat, tool] == gem:
            s.cargo[seat, tool] = NO_GEM
            count -= 1


@rule
def settle(s: S) -> None:
    """All is taken that the delivery brings."""
    if s.due == 0:
        s.client, s.hired = NOTHING, NOTHING


# ---------------------------------------------------------------- what it brings


@rule
def next_pile(s: S, colour: int) -> int:
    """The craftsmen of a colour or, if none is left, the next ones clockwise; NOTHING if there are none at all."""
    for step in range(len(COLOURS)):
        pile = (colour + step) % len(COLOURS)
        if s.pile[pile] > 0:
            return pile
    return NOTHING


@rule
def colours_left(s: S) -> int:
    """Of how many colours there are craftsmen left."""
    colours = 0
    for colour in range(len(COLOURS)):
        colours += s.pile[colour] > 0
    return colours


@rule
def colours_to_go(s: S) -> int:
    """Of how many more colours craftsmen must run out: with those of only one left, the round is the last."""
    return max(0, colours_left(s) - 1)


@rule
def craftsmen_lacking(s: S, box: B, seat: int, colour: int) -> int:
    """How many more craftsmen of a colour a seat needs for its workshop."""
    return max(0, box.needed[colour] - s.craftsmen[seat, colour])


@rule
def hire(s: S, box: B) -> None:
    """Take a craftsman, a substitute if need be; with enough of its colour its workshop is due (VA-6).

    As soon as craftsmen of only one colour are left, the round is the last (End of the match).
    """
    colour = next_pile(s, s.client)
    s.pile[colour] -= 1
    s.craftsmen[s.turn, colour] += 1
    s.hired = colour
    s.due &= ~DUE_CRAFTSMAN
    if s.workshop[colour] == NOTHING and craftsmen_lacking(s, box, s.turn, colour) == 0:
        s.due |= DUE_WORKSHOP
    if colours_to_go(s) == 0:
        s.last_round = 1
    settle(s)


@rule
def open_workshop(s: S) -> None:
    """Who is first to have enough craftsmen of a colour takes its workshop."""
    s.workshop[s.hired] = s.turn
    s.due &= ~DUE_WORKSHOP
    settle(s)


@rule
def take_bonus(s: S) -> None:
    """Who had the workshop of the client's colour already takes a bonus tile, whatever craftsman came."""
    s.bonus[s.turn] += 1
    s.bonus_left -= 1
    s.due &= ~DUE_BONUS
    settle(s)
