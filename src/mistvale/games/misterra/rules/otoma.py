"""The solo mode: the Otoma's deck and its half-days."""

from __future__ import annotations

from ....core.chance import draw
from ....core.helpers import add_if, draw_one, next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    CLAIM_FOR_OTOMA,
    CLAIMING,
    FIRST_SQUARE,
    OTOMA,
    REFILLING,
    SECOND_SQUARE,
    SQUARES,
    SWEEPING,
    TIED,
    TURNING,
)
from .claiming import claim, confirmed_group, is_claimed
from .mapping import map_square
from .reasons import POSSIBLE, why_not_claim_terrain
from .sketching import discard_open
from .squares import size

# ---------------------------------------------------------------- the deck


@rule
def stacked(box: B) -> int:
    """Cards of the deck: all but the one that is out."""
    return box.packets * box.packet


@rule
def has_face(s: S, box: B, card: int) -> bool:
    """Whether a card's terrain side is the one on top of the deck."""
    same = box.otoma_terrain[card, 0] == s.face[0] and box.otoma_terrain[card, 1] == s.face[1]
    return same and box.otoma_mark[card] == s.face[2]


@rule
def draw_card(s: S, box: B, mark: int, used: int) -> int:
    """Any card with a claim mark, or any without, that is not used yet."""
    cards = 0
    for card in range(box.otoma_cards):
        if box.otoma_mark[card] == mark:
            cards |= 1 << card
    return draw_one(s, cards & ~used)


@rule
def stack_from(s: S, box: B, start: int, used: int) -> None:
    """Stack the deck from a place on, with what is not used: in each packet one claim mark, not on top (MM-26)."""
    for packet in range(start // box.packet, box.packets):
        top, end = packet * box.packet, (packet + 1) * box.packet
        marks = 0
        for place in range(top, min(start, end)):
            marks += box.otoma_mark[s.otoma[place]]
        begin = max(top + 1, start)
        marked = NOTHING if marks > 0 or begin >= end else begin + draw(s, end - begin)
        for place in range(max(top, start), end):
            s.otoma[place] = draw_card(s, box, 1 if place == marked else 0, used)
            used |= 1 << s.otoma[place]
    s.aside = draw_card(s, box, 0, used)


@rule
def set_up_otoma(s: S, box: B) -> None:
    """Stack the deck, terrain side up; one card is out unseen (Solo setup)."""
    stack_from(s, box, 0, 0)
    show_face(s, box)


@rule
def show_face(s: S, box: B) -> None:
    """The terrain side of the card that is on top now."""
    card = s.otoma[s.turned]
    s.face[0], s.face[1] = box.otoma_terrain[card, 0], box.otoma_terrain[card, 1]
    s.face[2] = box.otoma_mark[card]


@rule
def half_days_left(s: S, box: B) -> int:
    """How many half-days the Otoma has still to play: the last card is never turned over (MM-11)."""
    return stacked(box) - 1 - s.turned


# ---------------------------------------------------------------- a half-day


@rule
def is_otoma_playing(s: S) -> bool:
    """Whether it is the Otoma's turn, and nothing of it is the player's to decide."""
    return s.phase in (SWEEPING, TURNING, FIRST_SQUARE, SECOND_SQUARE, CLAIMING)


@rule
def sweep(s: S) -> None:
    """The open sketches that the player left are discarded (The Otoma's turn)."""
    discard_open(s)
    s.half = 0
    s.phase = TURNING
    next_epoch(s)


@rule
def turn_card(s: S, box: B) -> None:
    """The top card, turned over, names two squares; the next one, now on top, what happens there (MM-11)."""
    card = s.otoma[s.turned]
    s.named[0], s.named[1] = box.otoma_square[card, 0], box.otoma_square[card, 1]
    s.turned += 1
    show_face(s, box)
    s.phase = FIRST_SQUARE
    next_epoch(s)


@rule
def play_first_square(s: S) -> None:
    """Confirm a tile in mist, whatever the supply (MM-20); on an empty square map the first terrain (MM-12)."""
    square = s.named[0]
    if s.island[square] == NOTHING:
        map_square(s, square, s.face[0])
    else:
        s.confirmed[square] = 1
    s.phase = SECOND_SQUARE


@rule
def play_second_square(s: S, box: B) -> None:
    """Map the second terrain, as a player would; a claim mark comes after both squares (MM-16)."""
    map_square(s, s.named[1], s.face[1])
    if s.face[2] == 0:
        end_otoma_half_day(s)
    elif largest_group(s, box)[1] > 1:
        s.phase = TIED
    else:
        s.phase = CLAIMING


@rule
def end_otoma_half_day(s: S) -> None:
    """The Otoma plays two half-days; then sketches are revealed."""
    if s.half == 0:
        s.half = 1
        s.phase = TURNING
    else:
        s.phase = REFILLING


# ---------------------------------------------------------------- its claims


@rule
def claimable_group(s: S, box: B, square: int) -> int:
    """Confirmed tiles that the Otoma may claim, if this is their first square (MM-16, MM-21); else none."""
    if s.confirmed[square] == 0 or why_not_claim_terrain(s, box, OTOMA, s.island[square]) != POSSIBLE:
        return 0
    group = confirmed_group(s, square)
    if group & ((1 << square) - 1) or is_claimed(s, square):
        return 0
    return group


@rule
def largest_group(s: S, box: B) -> tuple[int, int, int]:
    """The first square of the largest group that the Otoma may claim, how many are as large, and their size (MM-16)."""
    best, ties, largest = NOTHING, 0, 0
    for square in range(SQUARES):
        tiles = size(claimable_group(s, box, square))
        if tiles > largest:
            best, ties, largest = square, 1, tiles
        elif tiles == largest and tiles > 0:
            ties += 1
    return best, ties, largest


@rule
def legal_otoma_claims(s: S, box: B, out: Array1) -> int:
    """One move for each of the groups that are equally large, by its first square (MM-21)."""
    n, largest = 0, largest_group(s, box)[2]
    for square in range(SQUARES):
        n = add_if(out, n, CLAIM_FOR_OTOMA.first + square, size(claimable_group(s, box, square)) == largest)
    return n


@rule
def otoma_claims(s: S, square: int) -> None:
    """The Otoma's token goes to the group's first square (MM-21)."""
    claim(s, OTOMA, square)
    end_otoma_half_day(s)


@rule
def claim_by_itself(s: S, box: B) -> bool:
    """It claims the one largest group; with none it keeps its token (MM-16). Whether it could."""
    square = largest_group(s, box)[0]
    if square == NOTHING:
        end_otoma_half_day(s)
        return False
    otoma_claims(s, square)
    return True
