"""What Misty tells in words: the log's lines, the card reference, the ends of rounds and of the match."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.knowledge import View
from ...core.moves import Move
from ...core.rule import NOTHING
from ...scene import Reference, Summary
from ...scene.cards import card_label, card_symbol
from ...scene.panels import listed
from .cards import card_hint, space_name
from .rules.activation import beside
from .rules.scoring import window_score
from .state import BUILDING, DEALING, FLOWER, KINDS, MOVE_0, OUTSIDE, OVER, PLACE_0


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat."""
    words = after.words
    if beat in ("reveal", "last"):
        shown = [
            words("log.shows", name=after.name(seat), card=card_label(after, int(after.state["placing"][seat])))
            for seat in range(after.seats)
        ]
        return "; ".join(shown)
    if beat == "deal":
        deal, number = int(after.state["deal"]) + 1, int(after.state["rounds"]) + 1
        direction = words("left" if deal % 2 else "right")
        return words("log.deal", round=number, deal=deal, direction=direction)
    if beat == "eat":
        eaters = [after.name(seat) for seat in range(after.seats) if _flowers(after, seat) < _flowers(before, seat)]
        return words("log.eat", names=listed(after, eaters), n=len(eaters))
    if beat == "tally":
        points = after.state["tally"][int(after.state["rounds"])]
        return "; ".join(words("log.tally", name=after.name(seat), n=int(points[seat])) for seat in range(after.seats))
    if beat == "award":
        return round_result(after)
    return words(f"log.{beat}")


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move: which card it is, and what becomes of it."""
    words, name = after.words, after.name(seat)
    if move.number < PLACE_0:
        return ""
    if move.number < MOVE_0:
        card = card_label(before, int(before.state["placing"][seat]))
        return words("log.place", name=name, card=card, space=space_name(move.number - PLACE_0))
    space = move.number - MOVE_0
    kind = int(before.state["window"][seat, space])
    target = int(beside(before.state, seat, space, int(before.box.record["arrow"][kind])))
    said = {"name": name, "card": card_label(before, kind), "space": space_name(space)}
    if target == OUTSIDE:
        return words("log.leaves", **said)
    covered = int(before.state["window"][seat, target])
    if covered != NOTHING:
        return words("log.covers", covered=card_label(before, covered), target=space_name(target), **said)
    return words("log.goes", target=space_name(target), **said)


def _flowers(view: View, seat: int) -> int:
    return sum(1 for card in _cards(view, seat) if int(view.box.record["family"][card]) == FLOWER)


def _cards(view: View, seat: int) -> list[int]:
    return [int(card) for card in view.state["window"][seat] if card != NOTHING]


# ---------------------------------------------------------------- the card reference


def reference(view: View) -> Iterator[Reference]:
    """Every kind of card, what it does, and how many of it the viewer has not seen in this round."""
    seen = seen_cards(view)
    for kind in range(int(view.box.record["kinds"])):
        total = int(view.box.record["count"][kind])
        left = max(0, total - seen[kind])
        yield Reference(
            card_symbol(view, kind),
            card_label(view, kind),
            card_hint(view, kind),
            view.words("reference.count", left=left, total=total),
        )


def seen_cards(view: View) -> list[int]:
    """How many cards of each kind lie open to the viewer, or have left play."""
    s = view.state
    seen = s["gone"].astype(int)
    if int(s["phase"]) == BUILDING:
        seen += np.maximum(s["hand"][: view.seats], 0).sum(axis=0)
    for place in ("window", "placing", "picked"):
        cards = s[place][: view.seats]
        seen += np.bincount(cards[cards >= 0].ravel(), minlength=KINDS)
    return [int(count) for count in seen]


# ---------------------------------------------------------------- the end of a round, and of the match


def summary(view: View) -> Summary | None:
    """Shown when a round has been awarded: how the points came about, who won, and why."""
    if int(view.state["phase"]) not in (DEALING, OVER) or int(view.state["rounds"]) == 0:
        return None
    number = int(view.state["rounds"])
    rows = [
        _row(view, "summary.cards", [len(_cards(view, seat)) for seat in range(view.seats)]),
        _row(view, "summary.flowers", [_bonus(view, seat, FLOWER) for seat in range(view.seats)]),
        _row(view, "summary.smiles", [_pairs(view, seat) for seat in range(view.seats)]),
    ]
    rows += [_row(view, "summary.round", _tally(view, n), n=n + 1) for n in range(number)]
    rows.append(_row(view, "summary.total", [int(p) for p in view.state["points"][: view.seats]]))
    rows.append(_row(view, "summary.won", [int(w) for w in view.state["wins"][: view.seats]]))
    final = int(view.state["phase"]) == OVER
    text = [round_result(view)]
    if final:
        text += list(final_result(view))
    return Summary(
        view.words("summary.final" if final else "summary.title", n=number),
        ("", *(view.name(seat) for seat in range(view.seats))),
        tuple(rows),
        tuple(text),
        final,
    )


def _row(view: View, key: str, figures: list[int], **values: int) -> tuple[str, ...]:
    return (view.words(key, **values), *(str(figure) for figure in figures))


def _tally(view: View, number: int) -> list[int]:
    return [int(points) for points in view.state["tally"][number][: view.seats]]


def _bonus(view: View, seat: int, family: int) -> int:
    """What the cards of a family score beyond the one point that every card scores."""
    box = view.box.record
    return sum(int(box["points"][c]) - 1 for c in _cards(view, seat) if int(box["family"][c]) == family)


def _pairs(view: View, seat: int) -> int:
    """The points for smiles side by side: the window's score less what its cards score singly."""
    box = view.box.record
    single = sum(int(box["points"][card]) for card in _cards(view, seat))
    return int(window_score(view.state, box, seat)) - single


def round_result(view: View) -> str:
    """Who won the round that was just awarded (MI-7)."""
    number = int(view.state["rounds"])
    points = _tally(view, number - 1)
    winners = [view.name(seat) for seat in range(view.seats) if points[seat] == max(points)]
    key = "result.round" if len(winners) == 1 else "result.rounds"
    return view.words(key, names=listed(view, winners), round=number, n=max(points))


def final_result(view: View) -> Iterator[str]:
    """Who won the match, and which tie-break decided it (MI-8)."""
    wins = [int(w) for w in view.state["wins"][: view.seats]]
    points = [int(p) for p in view.state["points"][: view.seats]]
    rivals = [seat for seat in range(view.seats) if wins[seat] == max(wins)]
    first = [seat for seat in rivals if points[seat] == max(points[s] for s in rivals)]
    names = listed(view, [view.name(seat) for seat in first])
    if len(rivals) == 1:
        yield view.words("result.match", names=names, wins=max(wins))
        return
    all_names = listed(view, [view.name(seat) for seat in rivals])
    yield view.words("result.tied", names=all_names, wins=max(wins))
    best = points[first[0]]
    yield view.words("result.points" if len(first) == 1 else "result.shared", names=names, n=best)
