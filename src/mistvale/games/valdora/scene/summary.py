"""What each component does and how many of it are left, and the points at the end."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.knowledge import once
from ....scene import Reference, Summary
from ....scene.panels import figures, named_seats, said_of, victory
from ..reading import View
from ..reading.board import colours_standing
from ..reading.books import faces_left, town_of
from ..reading.names import colour_label, equipment_hint, face_hint, face_label, face_symbol, space_label
from ..reading.points import points_by_source
from ..state import CATALOGUE, COLOURS, COMMISSIONS, PAN

# ---------------------------------------------------------------- what is left


@kept
def reference(view: View) -> Iterator[Reference]:
    """The summary card: what each face does, and how many are left in each book."""
    yield from face_reference(view, CATALOGUE)
    yield from face_reference(view, COMMISSIONS)
    yield Reference("pan", face_label(view, CATALOGUE, PAN), equipment_hint(view, PAN), view.words("term.left.pan"))
    for colour, name in enumerate(COLOURS):
        needed, points = view.components.needed[colour], view.components.workshop[colour]
        yield Reference(
            f"workshop-{name}",
            view.words("term.workshop", colour=colour_label(view, colour)),
            view.words("hint.workshop", n=needed, points=points),
            view.words("term.left.craftsmen", n=view.s.pile[colour]),
        )


@kept
def face_reference(view: View, kind: int) -> Iterator[Reference]:
    """Each face of a kind of books, and how often it is left in which."""
    left = {book: faces_left(view, book) for book in books_of(view, kind)}
    towns = {book: space_label(view, town_of(view, book)) for book in left}
    for face in faces_of(view, kind):
        counts = [view.words("term.left.in", town=towns[book], n=left[book][face]) for book in left]
        label, hint = face_label(view, kind, face), face_hint(view, kind, face)
        yield Reference(face_symbol(view, kind, face), label, hint, ", ".join(counts))


def books_of(view: View, kind: int) -> list[int]:
    """All books of a kind."""
    return [book for book in range(view.components.books) if view.components.book_kind[book] == kind]


@once
def faces_of(view: View, kind: int) -> list[int]:
    """All faces of a kind of books."""
    cards = view.components.face[kind][: view.components.cards[kind]]
    return sorted({face for sides in cards for face in sides})


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """Where everybody's points came from, who won, and why."""
    if not view.over:
        return None
    sources = [points_by_source(view, seat) for seat in range(view.seats)]
    rows = [figures(view, f"summary.part.{source}", [points[source] for points in sources]) for source in sources[0]]
    return Summary(
        view.words("summary.final"),
        ("", *named_seats(view)),
        (*rows, figures(view, "summary.part.total", view.scores)),
        (*result(view), why_over(view)),
        True,
    )


def why_over(view: View) -> str:
    """What ended the match: the craftsmen, or a standstill (VA-10)."""
    if not view.s.last_round:
        return view.words("summary.over.standstill", n=view.s.quiet)
    left = colours_standing(view)
    return (
        view.words("summary.over.one", colour=colour_label(view, left[0])) if left else view.words("summary.over.none")
    )


def result(view: View) -> Iterator[str]:
    """Who won and by what; then why, if points did not decide it."""
    won = victory(view, view.scores)
    best = won.winners[0]
    if won.is_plain:
        yield said_of(view, "summary.result.match", won.winners, n=view.scores[best])
        return
    key = "summary.result.shared" if won.is_shared else "summary.result.coins"
    yield said_of(view, key, won.winners, n=view.s.coins[best])
    yield said_of(view, "summary.result.tied", won.tied, n=view.scores[best])
