"""Where each card is, and the ends of rounds and of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Reference, Summary
from ....scene.cards import card_label, card_symbol
from ....scene.panels import figures, listed, named_seats, said_of, victory
from ..reading import View, card_hint, either, possible_seats, terrain_points
from ..rules.scoring import best_round
from ..state import DEALING, OVER, TERRAINS

# ---------------------------------------------------------------- where each card is


@kept
def reference(view: View) -> Iterator[Reference]:
    """Every card, how it scores, and where it is as far as the viewer knows."""
    for card in range(view.components.cards):
        yield entry(view, card)


@kept
def entry(view: View, card: int) -> Reference:
    """A card, and where it is."""
    return Reference(card_symbol(view, card), card_label(view, card), card_hint(view, card), whereabouts(view, card))


def whereabouts(view: View, card: int) -> str:
    """Where a card is, as far as the viewer knows."""
    keeper = view.s.keeper[card]
    if view.s.place[card] != NOTHING:
        return view.words("term.reference.grid", name=view.name(keeper))
    if view.is_own(keeper):
        return view.words("term.reference.own")
    if keeper >= 0:
        return view.words("term.reference.kept", name=view.name(keeper))
    names = [view.name(seat) for seat in possible_seats(view, card)]
    if not names:
        return view.words("term.reference.unknown")
    return view.words("term.reference.either", names=either(view.words, names))


# ---------------------------------------------------------------- the end of a round, and of the match


def summary(view: View) -> Summary | None:
    """Shown when a round has been awarded: where the points came from, who begins, who won, and why."""
    s, number = view.s, view.s.rounds
    if s.phase not in (DEALING, OVER) or number == 0:
        return None
    rows = [
        *(
            figures(view, f"term.terrain.{name}", terrain_points(view, terrain))
            for terrain, name in enumerate(TERRAINS)
        ),
        *(figures(view, "summary.round", s.tally[n], n=n + 1) for n in range(number)),
        figures(view, "summary.total", s.points),
    ]
    won = final_result(view) if view.over else ()
    next_round = () if view.over else (said_of(view, "summary.result.first", [s.first]),)
    return Summary(
        view.words("summary.final" if view.over else "summary.round", n=number),
        ("", *named_seats(view)),
        tuple(rows),
        (*won, round_result(view), *best_card(view), *next_round),
        view.over,
    )


def best_card(view: View) -> Iterator[str]:
    """The card that gained most in the round; all of several that gained as much."""
    gained = view.s.gained
    most = max(gained)
    if most <= 0:
        return
    best = [(card_label(view, card), view.name(view.s.keeper[card])) for card, n in enumerate(gained) if n == most]
    if len(best) == 1:
        [(card, name)] = best
        yield view.words("summary.result.card", card=card, n=most, name=name)
        return
    cards = [view.words("summary.result.card.of", card=card, name=name) for card, name in best]
    yield view.words("summary.result.cards", cards=listed(view, cards), n=most)


def round_result(view: View, said: Callable[..., str] = said_of) -> str:
    """Who scored most in the round that was just counted."""
    number = view.s.rounds
    points = view.s.tally[number - 1][: view.seats]
    best = [seat for seat in range(view.seats) if points[seat] == max(points)]
    key = "summary.result.round" if len(best) == 1 else "summary.result.rounds"
    return said(view, key, best, round=number, n=max(points))


def final_result(view: View) -> Iterator[str]:
    """Who won the match and by what; then why, if all points did not decide it (SV-9)."""
    won = victory(view, view.s.points)
    best = won.winners[0]
    if won.is_plain:
        yield said_of(view, "summary.result.match", won.winners, n=view.s.points[best])
        return
    key = "summary.result.shared" if won.is_shared else "summary.result.best"
    yield said_of(view, key, won.winners, n=view.ask(best_round, best))
    yield said_of(view, "summary.result.tied", won.tied, n=view.s.points[best])
