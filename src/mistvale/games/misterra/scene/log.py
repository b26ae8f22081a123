"""The lines of Misterra's log."""

from __future__ import annotations

from ....core.moves import Move
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..reading import View
from ..reading.changes import change
from ..reading.island import region, why_it_ends
from ..reading.names import (
    effect_text,
    halves,
    owner_name,
    owners,
    place_name,
    signed,
    sketch_word,
    square_name,
    terrain_word,
)
from ..reading.points import parts
from ..state import (
    CLAIM,
    CLAIM_FOR_OTOMA,
    CLEARING,
    DRAW,
    EFFECTS,
    ENTER,
    FIRST_BEACH,
    LIES,
    OPEN,
    OTOMA,
    PARTS,
    REST,
    STEP,
    SWAP,
    TAKE,
)

# ---------------------------------------------------------------- moves


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move: what was done, and what became of it. Keeping and staying say little."""
    number = move.number
    if ENTER.holds(number) or STEP.holds(number):
        return say_step(seat, after)
    if SWAP.holds(number):
        return after.words("log.swaps", name=after.name(seat), sketch=sketch_word(after, number - SWAP.first))
    if TAKE.holds(number):
        return after.words("log.takes", name=after.name(seat), sketch=sketch_word(after, number - TAKE.first))
    if DRAW.holds(number):
        return say_draw(seat, LIES[number - DRAW.first], before, after)
    if CLAIM.holds(number):
        return say_claim(after, seat, before.s.pawn[seat])
    if REST.holds(number):
        return say_rest(seat, before)
    if CLAIM_FOR_OTOMA.holds(number):
        return say_claim(after, OTOMA, number - CLAIM_FOR_OTOMA.first)
    return ""


def say_step(seat: int, after: View) -> str:
    """Where a cartographer went."""
    place = after.s.pawn[seat]
    said = {"name": after.name(seat), "place": place_name(after, place)}
    if place >= FIRST_BEACH:
        return after.words("log.beach", **said)
    return after.words("log.steps", terrain=terrain_word(after, after.s.island[place]), **said)


def say_draw(seat: int, squares: tuple[int, int], before: View, after: View) -> str:
    """What was drawn where, and what that did to the island."""
    each = zip(squares, halves(before.s.sketch), strict=True)
    done = [told_change(before, after, square, terrain) for square, terrain in each]
    return after.words("log.draws", name=after.name(seat), effects=after.words.phrases(done))


def told_change(before: View, after: View, square: int, terrain: int) -> str:
    """What mapping a terrain has done on a square of the island."""
    return effect_text(after, EFFECTS[change(before.s, after.s, square)], terrain, square)


def say_claim(after: View, row: int, square: int) -> str:
    """Whose flag went where, and how large the region is."""
    name = owner_name(after, row)
    terrain = terrain_word(after, after.s.island[square])
    n = len(region(after, square))
    return after.words("log.claims", name=name, terrain=terrain, square=square_name(square), n=n)


def say_rest(seat: int, before: View) -> str:
    """A half-day without map or claim; its sketch is discarded."""
    sketch = before.s.sketch
    if sketch == NOTHING:
        return before.words("log.rests.empty", name=before.name(seat))
    return before.words("log.rests", name=before.name(seat), sketch=sketch_word(before, sketch))


# ---------------------------------------------------------------- beats


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat."""
    told = {
        "deal": tell_deal,
        "reveal": tell_revealed,
        "refill": tell_revealed,
        "turn": tell_turn,
        "card": tell_card,
        "first": tell_first_square,
        "second": tell_second_square,
        "claims": tell_claim,
        "dispute": tell_dispute,
        "score": tell_part,
    }.get(beat)
    return after.words.get(f"log.{beat}", "") if told is None else told(before, after)


def tell_deal(before: View, after: View) -> str:
    """Who begins."""
    if after.seats == 1:
        return after.words("log.deal.solo")
    return after.words("log.deal", name=after.name(after.s.first))


def tell_revealed(before: View, after: View) -> str:
    """Which sketches were turned up."""
    was, now = before.s.open, after.s.open
    fresh = [now[place] for place in range(OPEN) if was[place] == NOTHING and now[place] != NOTHING]
    if not fresh:
        return ""
    sketches = after.words.phrases([sketch_word(after, sketch) for sketch in fresh])
    return after.words("log.revealed", sketches=sketches, n=len(fresh))


def tell_turn(before: View, after: View) -> str:
    """That the last round has begun, or that the match has ended, and why; what was told before is not told again."""
    if after.s.phase == CLEARING:
        return after.words("log.ends", why=why_it_ends(after))
    if after.s.ending and not before.s.ending:
        return after.words("log.ending", why=why_it_ends(after))
    return ""


def tell_card(before: View, after: View) -> str:
    """The Otoma's card."""
    first, second = (square_name(square) for square in after.s.named)
    return after.words("log.card", first=first, second=second)


def tell_first_square(before: View, after: View) -> str:
    """The Otoma has confirmed what lies on its first square, whatever that is, or mapped its first terrain there."""
    square = after.s.named[0]
    if before.s.confirmed[square]:
        return after.words("log.otoma", effects=after.words("term.draw.already", square=square_name(square)))
    lies = before.s.island[square]
    return tell_square(before, after, square, after.s.face[0] if lies == NOTHING else lies)


def tell_second_square(before: View, after: View) -> str:
    """The Otoma has mapped its second terrain, as a player would."""
    return tell_square(before, after, after.s.named[1], after.s.face[1])


def tell_square(before: View, after: View, square: int, terrain: int) -> str:
    """What a terrain has done on a square, as it is told of a sketch."""
    return after.words("log.otoma", effects=told_change(before, after, square, terrain))


def tell_claim(before: View, after: View) -> str:
    """Where the Otoma has claimed."""
    fresh = [square for square in after.s.claim[OTOMA] if square not in (NOTHING, *before.s.claim[OTOMA])]
    return say_claim(after, OTOMA, fresh[0])


def tell_dispute(before: View, after: View) -> str:
    """Whose flags were removed."""
    lost = [
        after.words("log.lost", name=owner_name(after, row), square=square_name(square))
        for row in owners(after)
        for square, now in zip(before.s.claim[row], after.s.claim[row], strict=True)
        if square != now
    ]
    return after.words("log.dispute", flags=listed(after, lost))


def tell_part(before: View, after: View) -> str:
    """A part of the score, for everybody."""
    part = PARTS[before.s.counted]
    figures = [f"{after.name(seat)} {signed(parts(after, seat)[part])}" for seat in range(after.seats)]
    return after.words("log.part", part=after.words(f"summary.part.{part}"), points=", ".join(figures))
