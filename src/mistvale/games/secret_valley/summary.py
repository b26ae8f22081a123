"""What is told of a round: lines for the log, where each card is, the round's points and the end of the match."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View
from ...core.rule import HIDDEN, NOTHING
from ...scene import Reference, Summary
from ...scene.cards import card_label, card_symbol
from ...scene.panels import listed
from .cards import card_hint
from .rules.hidden import SINCE
from .rules.scoring import best_round
from .state import DEALING, OVER, TERRAINS


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat."""
    words = after.words
    if beat == "deal":
        number, first = int(after.state["rounds"]) + 1, int(after.state["first"])
        return words("log.deal", round=number, name=after.name(first))
    if beat == "score":
        fresh = (after.state["gained"] != NOTHING) & (before.state["gained"] == NOTHING)
        card = int(fresh.nonzero()[0][0])
        name = after.name(int(after.state["keeper"][card]))
        return words("log.score", card=card_label(after, card), n=int(after.state["gained"][card]), name=name)
    if beat == "award":
        return round_result(after)
    return words.get(f"log.{beat}", "")


# ---------------------------------------------------------------- where each card is


def reference(view: View) -> Iterator[Reference]:
    """Every card, how it scores, and where it is as far as the viewer knows."""
    for card in range(int(view.box.record["cards"])):
        yield Reference(card_symbol(view, card), card_label(view, card), card_hint(view, card), whereabouts(view, card))


def whereabouts(view: View, card: int) -> str:
    """Where a card is, as far as the viewer knows."""
    keeper = int(view.state["keeper"][card])
    if int(view.state["place"][card]) != NOTHING:
        return view.words("where.grid", name=view.name(keeper))
    if keeper == view.viewer and keeper != NOTHING:
        return view.words("where.own")
    if keeper >= 0:
        return view.words("where.kept", name=view.name(keeper))
    seats = possible_seats(view, card)
    return view.words("where.either", names=either(view, seats)) if seats else view.words("where.unknown")


def possible_seats(view: View, card: int) -> list[int]:
    """The seats that may have a card which the viewer has seen in a draft hand; none if it has not."""
    state, seats = view.state, view.seats
    hand, taken, trick = int(state["origin"][card]), int(state["taken"][card]), int(state["trick"])
    if hand < 0 or taken == HIDDEN:
        return []
    if taken >= NOTHING:
        return [(hand - (trick if taken == NOTHING else taken)) % seats]
    since = SINCE - taken
    size = int(view.box.record["hand"][seats])
    open_until = min(since + seats - 1, trick, size - 1)
    played = [
        int(state["taken"][other])
        for other in range(int(view.box.record["cards"]))
        if int(state["origin"][other]) == hand and int(state["place"][other]) != NOTHING
    ]
    return [(hand - t) % seats for t in range(since + 1, open_until + 1) if t not in played]


def either(view: View, seats: list[int]) -> str:
    """Names as a choice lists them."""
    names = [view.name(seat) for seat in seats]
    if len(names) == 1:
        return names[0]
    return view.words("list.or", first=", ".join(names[:-1]), last=names[-1])


# ---------------------------------------------------------------- the end of a round, and of the match


def summary(view: View) -> Summary | None:
    """Shown when a round has been awarded: where the points came from, who begins, who won, and why."""
    if int(view.state["phase"]) not in (DEALING, OVER) or int(view.state["rounds"]) == 0:
        return None
    number = int(view.state["rounds"])
    rows = [(view.words(f"terrain.{terrain}"), *by_terrain(view, t)) for t, terrain in enumerate(TERRAINS)]
    rows += [(view.words("summary.round", n=n + 1), *map(str, _tally(view, n))) for n in range(number)]
    rows.append((view.words("summary.total"), *(str(int(p)) for p in view.state["points"][: view.seats])))
    final = int(view.state["phase"]) == OVER
    text = [round_result(view), *best_card(view)]
    text += final_result(view) if final else [view.words("result.first", name=view.name(int(view.state["first"])))]
    return Summary(
        view.words("summary.final" if final else "summary.round", n=number),
        ("", *(view.name(seat) for seat in range(view.seats))),
        tuple(rows),
        tuple(text),
        final,
    )


def by_terrain(view: View, terrain: int) -> list[str]:
    """What each seat's cards of a terrain have gained in the round."""
    totals = [0] * view.seats
    for card in range(int(view.box.record["cards"])):
        if int(view.state["gained"][card]) != NOTHING and int(view.box.record["terrain"][card]) == terrain:
            totals[int(view.state["keeper"][card])] += int(view.state["gained"][card])
    return [str(total) for total in totals]


def best_card(view: View) -> Iterator[str]:
    """The card that gained most in the round; the first in the box's order of several."""
    gained = [int(points) for points in view.state["gained"]]
    best = gained.index(max(gained))
    if gained[best] > 0:
        name = view.name(int(view.state["keeper"][best]))
        yield view.words("result.card", card=card_label(view, best), n=gained[best], name=name)


def _tally(view: View, number: int) -> list[int]:
    return [int(points) for points in view.state["tally"][number][: view.seats]]


def round_result(view: View) -> str:
    """Who scored most in the round that was just counted."""
    number = int(view.state["rounds"])
    points = _tally(view, number - 1)
    best = [view.name(seat) for seat in range(view.seats) if points[seat] == max(points)]
    key = "result.round" if len(best) == 1 else "result.rounds"
    return view.words(key, names=listed(view, best), round=number, n=max(points))


def final_result(view: View) -> Iterator[str]:
    """Who won the match, and which tie-break decided it (SV-9)."""
    points = [int(p) for p in view.state["points"][: view.seats]]
    rounds = [int(best_round(view.state, seat)) for seat in range(view.seats)]
    leaders = [seat for seat in range(view.seats) if points[seat] == max(points)]
    winners = [seat for seat in leaders if rounds[seat] == max(rounds[s] for s in leaders)]
    names = listed(view, [view.name(seat) for seat in winners])
    if len(leaders) == 1:
        yield view.words("result.match", names=names, n=max(points))
        return
    yield view.words("result.tied", names=listed(view, [view.name(seat) for seat in leaders]), n=max(points))
    yield view.words("result.best" if len(winners) == 1 else "result.shared", names=names, n=rounds[winners[0]])
