"""The card reference, and the ends of rounds and of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....core.knowledge import once
from ....scene import Reference, Summary
from ....scene.cards import card_label, card_symbol
from ....scene.panels import figures, named_seats, said_of, victory
from ..reading import View, bonus, card_hint, cards_in_window, pairs
from ..rules.scoring import has_won_round
from ..state import BUILDING, DEALING, FLOWER, OVER

# ---------------------------------------------------------------- the card reference


def reference(view: View) -> Iterator[Reference]:
    """Every kind of card, what it does, and how many of it the viewer has not seen in this round."""
    for kind, seen in enumerate(seen_cards(view)[: view.components.kinds]):
        yield entry(view, kind, max(0, view.components.count[kind] - seen))


@once
def entry(view: View, kind: int, left: int) -> Reference:
    """A kind of card, of which so many are left to be seen."""
    count = view.words("term.reference.count", left=left, total=view.components.count[kind])
    return Reference(card_symbol(view, kind), card_label(view, kind), card_hint(view, kind), count)


def seen_cards(view: View) -> list[int]:
    """How many cards of each kind lie open to the viewer, or have left play."""
    s, seats = view.s, range(view.seats)
    seen = s.gone.copy()
    for seat in seats:
        for card in (*s.window[seat], s.placing[seat], s.picked[seat]):
            if card >= 0:
                seen[card] += 1
        if s.phase == BUILDING:
            for kind, count in enumerate(s.hand[seat]):
                seen[kind] += max(0, count)
    return seen


# ---------------------------------------------------------------- the end of a round, and of the match


def summary(view: View) -> Summary | None:
    """Shown when a round has been awarded: how the points came about, who won, and why."""
    number, seats = view.s.rounds, range(view.seats)
    if view.s.phase not in (DEALING, OVER) or number == 0:
        return None
    rows = [
        figures(view, "summary.cards", [len(cards_in_window(view, seat)) for seat in seats]),
        figures(view, "summary.flowers", [bonus(view, seat, FLOWER) for seat in seats]),
        figures(view, "summary.smiles", [pairs(view, seat) for seat in seats]),
        *(figures(view, "summary.round", view.s.tally[n], n=n + 1) for n in range(number)),
        figures(view, "summary.total", view.s.points),
        figures(view, "summary.won", view.s.wins),
    ]
    return Summary(
        view.words("summary.final" if view.over else "summary.title", n=number),
        ("", *named_seats(view)),
        tuple(rows),
        (*(final_result(view) if view.over else ()), round_result(view)),
        view.over,
    )


def round_result(view: View, said: Callable[..., str] = said_of) -> str:
    """Who won the round that was just awarded (MI-7)."""
    number = view.s.rounds
    winners = [seat for seat in range(view.seats) if view.ask(has_won_round, number - 1, seat)]
    key = "summary.result.round" if len(winners) == 1 else "summary.result.rounds"
    return said(view, key, winners, round=number, n=view.s.tally[number - 1][winners[0]])


def final_result(view: View) -> Iterator[str]:
    """Who won the match and by what; then why, if rounds did not decide it (MI-8)."""
    won = victory(view, view.s.wins)
    best = won.winners[0]
    if won.is_plain:
        yield said_of(view, "summary.result.match", won.winners, wins=view.s.wins[best])
        return
    key = "summary.result.shared" if won.is_shared else "summary.result.points"
    yield said_of(view, key, won.winners, n=view.s.points[best])
    yield said_of(view, "summary.result.tied", won.tied, wins=view.s.wins[best])
