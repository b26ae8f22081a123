"""What a seat knows: veils, redealt worlds, and what it sees of a move."""

from __future__ import annotations

from ....core.chance import draw, hide_stream, plant, shuffle
from ....core.helpers import among, draw_one
from ....core.rule import HIDDEN, NOTHING, SPECTATOR, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import DEALING, KEEP, LETTERS, OUT
from .otoma import has_face, stack_from, stacked
from .setting_up import give_pair
from .turns import is_unveiled

# ---------------------------------------------------------------- what is hidden


@rule
def unseen_sketches(s: S) -> int:
    """How many cards of the deck nobody has seen: those that lie above what was put under it."""
    return s.left - s.known


@rule
def is_hidden(s: S, viewer: int, hypothesis: int) -> bool:
    """Whether a viewer can't know where a hypothesis is: not its own, and not shown at the end (MM-19)."""
    own = viewer != SPECTATOR and s.holder[hypothesis] == viewer
    shown = is_unveiled(s) and s.kept[hypothesis] == 1
    return not own and not shown


# ---------------------------------------------------------------- the view


@rule
def veil(s: S, box: B, viewer: int) -> None:
    """Blank the decks, what is out, and the hypotheses of others."""
    hide_stream(s)
    if s.phase == DEALING:
        return
    for card in range(unseen_sketches(s)):
        s.deck[s.top + card] = HIDDEN
    for hypothesis in range(box.hypotheses):
        if is_hidden(s, viewer, hypothesis):
            s.holder[hypothesis], s.kept[hypothesis] = HIDDEN, HIDDEN
    if s.seats == 1:
        for card in range(OUT):
            s.out[card] = HIDDEN
        for place in range(s.turned, stacked(box)):
            s.otoma[place] = HIDDEN  # of the top card `face` tells what can be seen
        s.aside = HIDDEN


# ---------------------------------------------------------------- a world dealt anew


@rule
def redeal(s: S, box: B, viewer: int, seed: Array1) -> None:
    """Deal anew what the viewer can't know: every world that agrees with what was seen, evenly."""
    plant(s, seed)
    if s.phase == DEALING:
        return
    if s.seats == 1:
        exchange_out(s)
        stack_again(s, box)
    shuffle(s, s.deck, s.top, s.top + unseen_sketches(s))
    if s.first_game:
        exchange_pairs(s, box, viewer)
    else:
        exchange_hypotheses(s, box, viewer)


@rule
def exchange_out(s: S) -> None:
    """The sketches that are out are any that nobody has seen: the last steps of one shuffle of all of them."""
    unseen = unseen_sketches(s)
    for card in range(OUT - 1, -1, -1):
        other = draw(s, unseen + card + 1)
        if other < unseen:
            s.out[card], s.deck[s.top + other] = s.deck[s.top + other], s.out[card]
        else:
            s.out[card], s.out[other - unseen] = s.out[other - unseen], s.out[card]


@rule
def stack_again(s: S, box: B) -> None:
    """Of the Otoma deck the cards turned over are known, and the terrain side of the next one."""
    used = 0
    for place in range(s.turned):
        used |= 1 << s.otoma[place]
    alike = 0
    for card in range(box.otoma_cards):
        if has_face(s, box, card):
            alike |= 1 << card
    s.otoma[s.turned] = draw_one(s, alike & ~used)
    stack_from(s, box, s.turned + 1, used | 1 << s.otoma[s.turned])


@rule
def exchange_hypotheses(s: S, box: B, viewer: int) -> None:
    """Shuffle the hidden hypotheses over their places: a seat's kept ones, those it was dealt, those nobody was."""
    hidden = 0
    for one in range(box.hypotheses):
        if is_hidden(s, viewer, one):
            hidden |= 1 << one
            other = draw_one(s, hidden)
            s.holder[one], s.holder[other] = s.holder[other], s.holder[one]
            s.kept[one], s.kept[other] = s.kept[other], s.kept[one]


@rule
def exchange_pairs(s: S, box: B, viewer: int) -> None:
    """In a first game whole letters are exchanged (MM-18); when the pairs are shown, all is known."""
    if is_unveiled(s):
        return
    hidden = 0
    for one in range(LETTERS):
        if is_pair_hidden(s, box, viewer, one):
            hidden |= 1 << one
            owner, other = owner_of(s, box, one), draw_one(s, hidden)
            give_pair(s, box, one, owner_of(s, box, other))
            give_pair(s, box, other, owner)


@rule
def is_pair_hidden(s: S, box: B, viewer: int, letter: int) -> bool:
    """Whether a viewer can't know who has the pair of a letter: it is not its own."""
    return viewer == SPECTATOR or owner_of(s, box, letter) != viewer


@rule
def owner_of(s: S, box: B, letter: int) -> int:
    """The seat that has the pair of a letter; NOTHING if nobody was dealt it."""
    for hypothesis in range(box.hypotheses):
        if box.letter[hypothesis] == letter:
            return s.holder[hypothesis]
    return NOTHING


@rule
def seen(s: S, box: B, seat: int, move: int, viewer: int) -> int:
    """What is kept stays hidden; all else is done in the open."""
    if among(move, KEEP) and viewer != seat:
        return HIDDEN
    return move
