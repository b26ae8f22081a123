"""The rules of Misty, in the rulebook's order. MI-n are the rulings listed in the guide."""

import numpy as np

from ...core.chance import draw, hide_stream, plant, shuffle
from ...core.rule import HIDDEN, NOTHING, rule
from .state import (
    ACTIVATE,
    ACTIVATION,
    AROUND,
    ARROW,
    AWARD,
    AWARDING,
    BESIDE,
    BUILDING,
    DEAL,
    DEALING,
    EAT,
    FEEDING,
    FIRST,
    FLOWER,
    KINDS,
    LAST,
    MIDDLE,
    MONSTER,
    MOVE_0,
    OUTSIDE,
    OVER,
    PICK_0,
    PLACE_0,
    REVEAL,
    ROUNDS,
    SEATS,
    SIDE,
    SMILE,
    SPACES,
    TALLY,
    WIPE,
)

# Unsigned: an index that can't be negative is not looked at twice when compiled.
NEIGHBOURS = AROUND.view(np.uint8)

# ---------------------------------------------------------------- setting up the game


@rule
def setup(s, box, seats, options, seed):
    """A new match: nothing dealt, nobody has won a round."""
    plant(s, seed)
    s.epoch, s.seats, s.format = 0, seats, options[0]
    s.phase, s.rounds, s.deal, s.top = DEALING, 0, 0, 0
    s.deck[:] = NOTHING
    for seat in range(SEATS):
        s.points[seat] = 0
        s.wins[seat] = 0
        for number in range(ROUNDS):
            s.tally[number, seat] = NOTHING
    clear_table(s)


@rule
def clear_table(s):
    """Empty windows, empty hands."""
    for seat in range(SEATS):
        s.picked[seat] = NOTHING
        s.placing[seat] = NOTHING
        s.placed[seat] = 0
        s.highest[seat], s.lowest[seat] = SIDE // 2, SIDE // 2
        s.leftmost[seat], s.rightmost[seat] = SIDE // 2, SIDE // 2
        for kind in range(KINDS):
            s.hand[seat, kind] = 0
        for space in range(SPACES):
            s.window[seat, space] = NOTHING
            s.blur[seat, space] = 0
            s.moved[seat, space] = 0
    for kind in range(KINDS):
        s.gone[kind] = 0


@rule
def start_round(s, box):
    """Shuffle all cards (Setting up the game)."""
    clear_table(s)
    card = 0
    for kind in range(box.kinds):
        for _ in range(box.count[kind]):
            s.deck[card] = kind
            card += 1
    shuffle(s, s.deck, 0, box.cards)
    s.top = 0
    s.deal = 0


@rule
def deal(s, box):
    """Deal a hand to each seat from the rest of the deck, without shuffling again."""
    for seat in range(s.seats):
        s.placed[seat] = 0
        for _ in range(box.hand[s.format]):
            s.hand[seat, take_top(s)] += 1
    s.phase = BUILDING
    s.epoch += 1


@rule
def take_top(s):
    """The next card of the deck."""
    card = s.deck[s.top]
    s.deck[s.top] = NOTHING
    s.top += 1
    return card


# ---------------------------------------------------------------- construction: who holds which hand


@rule
def giver(s, seat):
    """Who passes hands to `seat`: hands go left, then right, then left again (MI-9)."""
    if s.deal % 2 == 0:
        return seat - 1 if seat > 0 else s.seats - 1
    return seat + 1 if seat < s.seats - 1 else 0


@rule
def receiver(s, seat):
    """To whom `seat` passes its hand."""
    if s.deal % 2 == 0:
        return seat + 1 if seat < s.seats - 1 else 0
    return seat - 1 if seat > 0 else s.seats - 1


@rule
def hand_of(s, seat):
    """The hand that `seat` holds: hands stay where they were dealt, and seats walk past them."""
    if s.deal % 2 == 0:
        return (seat + (s.seats - 1) * s.placed[seat]) % s.seats
    return (seat + s.placed[seat]) % s.seats


@rule
def cards_left(s, box, seat):
    """Cards in the hand that `seat` holds or is about to take up, its hidden pick included."""
    return box.hand[s.format] - s.placed[seat]


@rule
def has_taken_up(s, box, seat):
    """Whether the next hand is in its hands: the giver has passed it on, and it is not the last card (MI-2)."""
    return cards_left(s, box, seat) > 1 and (
        s.placed[seat] == 0 or s.placed[giver(s, seat)] >= s.placed[seat]
    )


@rule
def first_card(s):
    """Whether the windows are still empty."""
    return s.deal == 0 and s.placed[0] == 0


# ---------------------------------------------------------------- construction: pick, reveal, place, pass


@rule
def must_place(s, seat):
    """A revealed card waits for a space; the first one goes to the middle by itself."""
    return s.placing[seat] != NOTHING and not first_card(s)


@rule
def may_pick(s, box, seat):
    """A hand is held and nothing has been picked from it."""
    return s.picked[seat] == NOTHING and s.placing[seat] == NOTHING and has_taken_up(s, box, seat)


@rule
def pick(s, seat, kind):
    """Choose a card and put it down hidden."""
    s.hand[hand_of(s, seat), kind] -= 1
    s.picked[seat] = kind


@rule
def reveal(s):
    """All have picked: turn the cards over."""
    for seat in range(s.seats):
        s.placing[seat] = s.picked[seat]
        s.picked[seat] = NOTHING
    s.epoch += 1


@rule
def reveal_last(s, box):
    """The last card of each hand is picked by itself."""
    for seat in range(s.seats):
        hand = hand_of(s, seat)
        for kind in range(box.kinds):
            if s.hand[hand, kind] > 0:
                s.hand[hand, kind] = 0
                s.placing[seat] = kind
    s.epoch += 1


@rule
def place_first(s, box):
    """The first card goes to the middle of the lattice (MI-1)."""
    for seat in range(s.seats):
        place(s, box, seat, MIDDLE)
    s.epoch += 1


@rule
def place(s, box, seat, space):
    """Put the revealed card into the window and pass the hand on."""
    s.window[seat, space] = s.placing[seat]
    s.placing[seat] = NOTHING
    row, column = space // SIDE, space % SIDE
    s.highest[seat] = min(s.highest[seat], row)
    s.lowest[seat] = max(s.lowest[seat], row)
    s.leftmost[seat] = min(s.leftmost[seat], column)
    s.rightmost[seat] = max(s.rightmost[seat], column)
    pass_on(s, box, seat)


@rule
def pass_on(s, box, seat):
    """Pass the hand on; each hand taken up by it begins an epoch (MI-2)."""
    s.placed[seat] += 1
    if has_taken_up(s, box, seat):
        s.epoch += 1
    other = receiver(s, seat)
    if s.placed[other] == s.placed[seat] and cards_left(s, box, other) > 1:
        s.epoch += 1


@rule
def rows(s, seat):
    """The rows of the window so far."""
    return range(s.highest[seat], s.lowest[seat] + 1)


@rule
def columns(s, seat):
    """Its columns."""
    return range(s.leftmost[seat], s.rightmost[seat] + 1)


@rule
def widest(height, longer, shorter):
    """How wide a window of that height may be: it still fits one of its two shapes (MI-1)."""
    if height <= shorter:
        return longer
    return shorter if height <= longer else 0


@rule
def touches(s, seat, space):
    """Whether a card of the window touches the space by side or corner."""
    touched = False
    for i in range(8):
        touched |= s.window[seat, NEIGHBOURS[space, i]] != NOTHING
    return touched


# ---------------------------------------------------------------- card activation


@rule
def start_activation(s):
    """All windows are complete: the drawings come to life."""
    s.phase = ACTIVATION
    s.epoch += 1


@rule
def is_unmoved(s, box, seat, space, family):
    """Whether an uncovered card of that family lies on the space and has not moved."""
    card = s.window[seat, space]
    # `&`: to look at both is quicker than to guess whether one is enough.
    return card != NOTHING and (box.family[card] == family) & (s.moved[seat, space] == 0)


@rule
def first_of(s, box, seat, family):
    """The first such card in reading order; OUTSIDE if there is none."""
    for row in rows(s, seat):
        for column in columns(s, seat):
            space = row * SIDE + column
            if is_unmoved(s, box, seat, space, family):
                return space
    return OUTSIDE


@rule
def must_activate(s, box, seat):
    """Whether an arrow card is left to move (MI-3)."""
    return first_of(s, box, seat, ARROW) != OUTSIDE


@rule
def beside(s, seat, space, arrow):
    """The space that the arrow points to, OUTSIDE if that is not in the window (MI-1)."""
    target = BESIDE[arrow, space]
    if target == OUTSIDE:
        return OUTSIDE
    row, column = target // SIDE, target % SIDE
    if row < s.highest[seat] or row > s.lowest[seat] or column < s.leftmost[seat] or column > s.rightmost[seat]:
        return OUTSIDE
    return target


@rule
def activate(s, box, seat, space):
    """Move the arrow card one space; what it lands on is covered for good (MI-4)."""
    card = s.window[seat, space]
    s.window[seat, space] = NOTHING
    target = beside(s, seat, space, box.arrow[card])
    if target == OUTSIDE:
        s.gone[card] += 1
        return
    covered = s.window[seat, target]
    if covered != NOTHING:
        s.blur[seat, target] = 1
        s.gone[covered] += 1
    s.window[seat, target] = card
    s.moved[seat, target] = 1


# ---------------------------------------------------------------- monsters


@rule
def feed_monsters(s, box):
    """In every window the next hungry monster eats the first flower left (MI-5). Whether any did."""
    eaten = False
    for seat in range(s.seats):
        monster = first_of(s, box, seat, MONSTER)
        flower = first_of(s, box, seat, FLOWER) if monster != OUTSIDE else OUTSIDE
        if flower != OUTSIDE:
            s.gone[s.window[seat, flower]] += 1
            s.window[seat, flower] = s.window[seat, monster]
            s.window[seat, monster] = NOTHING
            s.moved[seat, flower] = 1
            eaten = True
    return eaten


# ---------------------------------------------------------------- end of the game and scoring


@rule
def wipe_blurs(s):
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
def window_score(s, box, seat):
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
def count_points(s, box):
    """Score every window."""
    for seat in range(s.seats):
        points = window_score(s, box, seat)
        s.tally[s.rounds, seat] = points
        s.points[seat] += points
    s.phase = AWARDING


@rule
def award_round(s, box):
    """Whoever has the most points wins the round, all tied leaders too (MI-7)."""
    best = 0
    for seat in range(s.seats):
        best = max(best, s.tally[s.rounds, seat])
    s.phase = DEALING
    for seat in range(s.seats):
        if s.tally[s.rounds, seat] == best:
            s.wins[seat] += 1
            if s.wins[seat] == box.wins:
                s.phase = OVER
    s.rounds += 1
    s.deal = 0
    s.epoch += 1


# ---------------------------------------------------------------- the verbs: deciding


@rule
def pending(s, box):
    """The seats that may decide now; windows don't interact, so all activate at once (MI-11)."""
    mask = 0
    if s.phase == BUILDING:
        for seat in range(s.seats):
            if must_place(s, seat) or may_pick(s, box, seat):
                mask |= 1 << seat
    elif s.phase == ACTIVATION:
        for seat in range(s.seats):
            if must_activate(s, box, seat):
                mask |= 1 << seat
    return mask


@rule
def legal(s, box, seat, out):
    """The legal moves of a seat."""
    if s.phase == ACTIVATION:
        return legal_activations(s, box, seat, out)
    if s.phase != BUILDING:
        return 0
    if must_place(s, seat):
        return legal_places(s, box, seat, out)
    if may_pick(s, box, seat):
        return legal_picks(s, box, seat, out)
    return 0


@rule
def note(out, n, move, counts):
    """Write a move down behind the first `n`; how many there are then, this one only if it counts."""
    out[n] = move
    return n + counts


@rule
def legal_picks(s, box, seat, out):
    """Each kind of card in the hand, once."""
    n = 0
    hand = hand_of(s, seat)
    for kind in range(box.kinds):
        n = note(out, n, PICK_0 + kind, s.hand[hand, kind] > 0)
    return n


@rule
def legal_places(s, box, seat, out):
    """Each empty space that touches a card, so one step out of the window at most, and keeps it in shape."""
    n = 0
    highest, lowest = s.highest[seat], s.lowest[seat]
    leftmost, rightmost = s.leftmost[seat], s.rightmost[seat]
    longer, shorter = box.long[s.format], box.short[s.format]
    for row in range(max(0, highest - 1), lowest + 2):
        height = max(lowest, row) - min(highest, row) + 1
        width = widest(height, longer, shorter)
        if rightmost - leftmost + 1 > width:
            continue
        first = max(0, leftmost - 1, rightmost - width + 1)
        last = min(rightmost + 1, leftmost + width - 1)
        for column in range(first, last + 1):
            space = row * SIDE + column
            n = note(out, n, PLACE_0 + space, (s.window[seat, space] == NOTHING) & touches(s, seat, space))
    return n


@rule
def legal_activations(s, box, seat, out):
    """Each arrow card that has not moved and is not covered (MI-3)."""
    n = 0
    across = columns(s, seat)
    for row in rows(s, seat):
        for column in across:
            space = row * SIDE + column
            n = note(out, n, MOVE_0 + space, is_unmoved(s, box, seat, space, ARROW))
    return n


@rule
def play(s, box, seat, move):
    """Apply one legal move."""
    if move >= MOVE_0:
        activate(s, box, seat, move - MOVE_0)
    elif move >= PLACE_0:
        place(s, box, seat, move - PLACE_0)
    else:
        pick(s, seat, move - PICK_0)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s, box):
    """One automatic step: whatever is next when no seat has a decision."""
    if s.phase == DEALING:
        start_round(s, box)
        deal(s, box)
        return DEAL
    if s.phase == BUILDING:
        return beat_of_construction(s, box)
    if s.phase == ACTIVATION:
        s.phase = FEEDING
        s.epoch += 1
    if s.phase == FEEDING:
        if feed_monsters(s, box):
            return EAT
        if wipe_blurs(s):
            return WIPE
        count_points(s, box)
        return TALLY
    award_round(s, box)
    return AWARD


@rule
def beat_of_construction(s, box):
    """Reveals, last cards, the next deal and the start of activation wait for all (MI-2)."""
    if s.picked[0] != NOTHING:
        reveal(s)
        return REVEAL
    if s.placing[0] != NOTHING:
        place_first(s, box)
        return FIRST
    if cards_left(s, box, 0) == 1:
        reveal_last(s, box)
        return LAST
    s.deal += 1
    if s.deal < box.deals[s.format]:
        deal(s, box)
        return DEAL
    start_activation(s)
    return ACTIVATE


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s, box):
    """Somebody has won enough rounds."""
    return s.phase == OVER


@rule
def scores(s, box, out):
    """The points of all rounds (MI-12)."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@rule
def outcome(s, box, out):
    """Rounds won, then the total of all rounds; who is equal in both shares the rank (MI-8)."""
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            if s.wins[other] > s.wins[seat] or (
                s.wins[other] == s.wins[seat] and s.points[other] > s.points[seat]
            ):
                rank += 1
        out[seat] = rank


# ---------------------------------------------------------------- the verbs: what a seat knows


@rule
def has_seen(s, box, viewer, hand):
    """Whether that hand has been in the viewer's hands in this deal."""
    if viewer < 0 or viewer >= s.seats:
        return False
    if s.deal % 2 == 0:
        passes = (viewer - hand + s.seats) % s.seats
    else:
        passes = (hand - viewer + s.seats) % s.seats
    taken = s.placed[viewer] if has_taken_up(s, box, viewer) else s.placed[viewer] - 1
    return passes <= taken


@rule
def veil(s, box, viewer):
    """Blank the deck, the hands the viewer has not seen, and what others have picked."""
    hide_stream(s)
    for card in range(s.top, box.cards):
        if s.phase != DEALING or s.rounds > 0:
            s.deck[card] = HIDDEN
    if s.phase != BUILDING:
        return
    for seat in range(s.seats):
        if seat != viewer and s.picked[seat] != NOTHING:
            hand = hand_of(s, seat)
            if has_seen(s, box, viewer, hand):
                s.hand[hand, s.picked[seat]] += 1  # it is one of these
            s.picked[seat] = HIDDEN
    for hand in range(s.seats):
        if not has_seen(s, box, viewer, hand):
            for kind in range(KINDS):
                s.hand[hand, kind] = HIDDEN


@rule
def redeal(s, box, viewer, seed):
    """Shuffle what the viewer has never seen; a hidden pick from a hand it knows is any card of it."""
    plant(s, seed)
    if s.phase == BUILDING:
        for seat in range(s.seats):
            if seat != viewer and s.picked[seat] != NOTHING and has_seen(s, box, viewer, hand_of(s, seat)):
                pick_again(s, box, seat)
        gather_unseen(s, box, viewer)
    if s.phase != DEALING:
        shuffle(s, s.deck, s.top, box.cards)
    if s.phase == BUILDING:
        deal_unseen(s, box, viewer)


@rule
def pick_again(s, box, seat):
    """Replace a hidden pick by any card of the same hand."""
    hand = hand_of(s, seat)
    s.hand[hand, s.picked[seat]] += 1
    card = draw(s, cards_left(s, box, seat))
    for kind in range(box.kinds):
        if card < s.hand[hand, kind]:
            s.picked[seat] = kind
            s.hand[hand, kind] -= 1
            return
        card -= s.hand[hand, kind]


@rule
def gather_unseen(s, box, viewer):
    """Put the cards that the viewer has not seen back on the deck; a hand keeps in kind 0 how many it had.

    By hands, not by seats: of two that wait for each other, one still holds the hand that the other takes up next.
    """
    for seat in range(s.seats):
        if s.picked[seat] != NOTHING and not has_seen(s, box, viewer, hand_of(s, seat)):
            put_back(s, s.picked[seat])
    for hand in range(s.seats):
        if has_seen(s, box, viewer, hand):
            continue
        cards = 0
        for kind in range(box.kinds):
            for _ in range(s.hand[hand, kind]):
                put_back(s, kind)
                cards += 1
            s.hand[hand, kind] = 0
        s.hand[hand, 0] = cards


@rule
def put_back(s, card):
    """Put a card on top of the deck."""
    s.top -= 1
    s.deck[s.top] = card


@rule
def deal_unseen(s, box, viewer):
    """Deal those cards anew, to picks and hands as many as they had."""
    for seat in range(s.seats):
        if s.picked[seat] != NOTHING and not has_seen(s, box, viewer, hand_of(s, seat)):
            s.picked[seat] = take_top(s)
    for hand in range(s.seats):
        if has_seen(s, box, viewer, hand):
            continue
        cards = s.hand[hand, 0]
        s.hand[hand, 0] = 0
        for _ in range(cards):
            s.hand[hand, take_top(s)] += 1


@rule
def hand_size(s, box, seat):
    """Cards in the hand itself: without a card picked, or revealed and not yet placed."""
    out = s.picked[seat] != NOTHING or s.placing[seat] != NOTHING
    return cards_left(s, box, seat) - (1 if out else 0)


@rule
def seen(s, box, seat, move, viewer):
    """A pick is hidden until it is revealed; all else is open."""
    if move < PLACE_0 and viewer != seat:
        return HIDDEN
    return move


# ---------------------------------------------------------------- the verbs: does it add up


@rule
def audit(s, box):
    """0, or the number of what does not add up; the texts are in AUDITS."""
    for seat in range(s.seats):
        if s.phase == BUILDING and count_hand(s, box, hand_of(s, seat)) != hand_size(s, box, seat):
            return 2
        if not window_in_shape(s, box, seat):
            return 3
    if s.phase != DEALING or s.rounds > 0:
        for kind in range(box.kinds):
            if count_kind(s, box, kind) != box.count[kind]:
                return 1
    return 0


AUDITS = {
    1: "a card is missing or there twice",
    2: "a hand has the wrong number of cards",
    3: "a window is out of shape",
}


@rule
def count_hand(s, box, hand):
    """Cards in a hand; -1 if a kind is there less than zero times."""
    cards = 0
    for kind in range(box.kinds):
        if s.hand[hand, kind] < 0:
            return -1
        cards += s.hand[hand, kind]
    return cards


@rule
def count_kind(s, box, kind):
    """How often a kind is on the table."""
    count = 0 + s.gone[kind]
    for card in range(s.top, box.cards):
        count += s.deck[card] == kind
    for seat in range(s.seats):
        count += s.hand[seat, kind]
        count += s.picked[seat] == kind
        count += s.placing[seat] == kind
        for space in range(SPACES):
            count += s.window[seat, space] == kind
    return count


@rule
def window_in_shape(s, box, seat):
    """Whether all cards are within the window's bounds, and the bounds within one of its shapes."""
    height = s.lowest[seat] - s.highest[seat] + 1
    width = s.rightmost[seat] - s.leftmost[seat] + 1
    if width > widest(height, box.long[s.format], box.short[s.format]):
        return False
    for space in range(SPACES):
        row, column = space // SIDE, space % SIDE
        inside = s.highest[seat] <= row <= s.lowest[seat] and s.leftmost[seat] <= column <= s.rightmost[seat]
        if s.window[seat, space] != NOTHING and not inside:
            return False
    return True
