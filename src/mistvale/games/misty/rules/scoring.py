"""The end of a round: blurs, points, and who wins."""

from __future__ import annotations

from ....core.helpers import next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import ACTIVATION, AWARDING, BUILDING, DEALING, FEEDING, OVER, SIDE, SMILE
from .construction import columns, rows


@rule
def wipe_blurs(s: S) -> bool:
    """All cards of a blurred space are removed. Whether there was any."""
    wiped = False
    for seat in range(s.seats):
        for row in rows(s, seat):
            for column in columns(s, seat):
                space = row * SIDE + column
                if s.blur[seat, space] == 1 and s.window[seat, space] != NOTHING:
                    s.gone[s.window[seat, space]] += 1
                    s.window[seat, space] = NOTHING
                    wiped = True
    return wiped


@rule
def window_score(s: S, box: B, seat: int) -> int:
    """Each card its points, and a bonus for each pair of smiles side by side (MI-6)."""
    points = 0
    for row in rows(s, seat):
        smiles = 0
        for column in columns(s, seat):
            card = s.window[seat, row * SIDE + column]
            if card == NOTHING:
                smiles = 0
                continue
            points += box.points[card]
            if box.family[card] != SMILE:
                smiles = 0
                continue
            smiles += 1
            if smiles == 2:
                points += box.pair
                smiles = 0
    return points


@rule
def count_points(s: S, box: B) -> None:
    """Score every window."""
    for seat in range(s.seats):
        points = window_score(s, box, seat)
        s.tally[s.rounds, seat] = points
        s.points[seat] += points
    s.phase = AWARDING


@rule
def has_won_round(s: S, number: int, seat: int) -> bool:
    """Whether nobody has more points of a round that was counted (MI-7)."""
    most = s.tally[number, seat]
    for other in range(s.seats):
        most = max(most, s.tally[number, other])
    return s.tally[number, seat] == most


@rule
def award_round(s: S, box: B) -> None:
    """Whoever has the most points wins the round, all tied leaders too (MI-7)."""
    s.phase = DEALING
    for seat in range(s.seats):
        if has_won_round(s, s.rounds, seat):
            s.wins[seat] += 1
            if s.wins[seat] == box.wins:
                s.phase = OVER
    s.rounds += 1
    s.deal = 0
    next_epoch(s)


@rule
def is_round_under_way(s: S) -> bool:
    """Whether there are windows in the making, whose points are not counted yet."""
    return s.phase in (BUILDING, ACTIVATION, FEEDING)


@rule
def standing(s: S, box: B, out: Array1) -> None:
    """Everybody's points as the windows are: those of finished rounds, and what each window would score now."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]
        if is_round_under_way(s):
            out[seat] += window_score(s, box, seat)
