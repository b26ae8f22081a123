"""What is told of a match: lines for the log, what is left in the books, and the points at the end."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View, once
from ...core.rule import NOTHING
from ...scene import Reference, Summary
from ...scene.panels import listed
from .cards import (
    colour_label,
    equipment_hint,
    equipment_label,
    face_hint,
    face_label,
    face_symbol,
    gem_label,
    space_label,
)
from .rules.reading import commission_face, faces_left, open_face, standing, tally
from .state import (
    BUY_PAGE,
    CATALOGUE,
    COLOURS,
    COMMISSIONS,
    EQUIPMENT,
    GEMS,
    HALVES,
    OVER,
    PAN,
    SIDES,
    TOWN,
)

PARTS = ("commissions", "colours", "workshops", "bonus", "gems")  # where points come from, as the rulebook adds them

# ---------------------------------------------------------------- the log: moves


def say(seat: int, move: str, before: View, after: View) -> str:
    """A line for the log about a move."""
    verb, *rest = str(move).split()
    name, words = after.name(seat), after.words
    if verb == "go":
        return said_going(seat, before, after)
    if verb == "buy":
        return said_buying(seat, rest[0], before, after)
    if verb == "turn":
        paid = int(before.state["coins"][seat]) - int(after.state["coins"][seat])
        key = "said.turn.paid" if paid else "said.turn"
        return words(key, name=name, half=words(f"half.{rest[0]}"), n=paid)
    if verb == "return":
        return words("said.return", name=name, card=said_commission(after, rest), half=words(f"half.{rest[-1]}"))
    if verb == "load":
        paid = int(before.state["coins"][seat]) - int(after.state["coins"][seat])
        gem, carrier = gem_label(after, GEMS.index(rest[0])), equipment_label(after, EQUIPMENT.index(rest[2]))
        return words("said.load.paid" if paid else "said.load", name=name, gem=gem, equipment=carrier, n=paid)
    if verb == "drop":
        equipment = EQUIPMENT.index(rest[0])
        gem = gem_label(after, int(before.state["cargo"][seat, equipment]))
        return words("said.drop", name=name, gem=gem, equipment=equipment_label(after, equipment))
    if verb == "deliver":
        return words("said.deliver", name=name, card=said_commission(after, rest))
    if verb == "silver":
        return words("said.silver", name=name)
    return words("said.provisions", name=name) if verb == "provisions" else ""


def said_going(seat: int, before: View, after: View) -> str:
    """Where a pawn went, and what that took."""
    words, space = after.words, int(after.state["at"][seat])
    text = words("said.go", name=after.name(seat), space=space_label(after, space))
    paid = int(before.state["coins"][seat]) - int(after.state["coins"][seat])
    if paid:
        text += words("said.go.paid", n=paid)
    if int(before.state["provisions"][seat]) > int(after.state["provisions"][seat]):
        text += words("said.go.provisions")
    return text


def said_buying(seat: int, half: str, before: View, after: View) -> str:
    """What was bought."""
    book = int(after.box.record["book"][int(before.state["at"][seat])])
    face = open_face(before.state, before.box.record, book, HALVES.index(half))
    card = face_label(after, int(after.box.record["book_kind"][book]), face)
    return after.words("said.buy", name=after.name(seat), card=card)


def said_commission(view: View, rest: list[str]) -> str:
    """The commission that a move names."""
    code = 2 * view.box.words["commissions"].index(rest[0]) + SIDES.index(rest[1])
    return face_label(view, COMMISSIONS, commission_face(view.box.record, code))


# ---------------------------------------------------------------- the log: beats


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat; none to who can't see yet what it changed."""
    words, name = after.words, after.name(int(before.state["turn"]))
    if beat == "page":
        return said_page(before, after)
    if beat == "craftsman":
        return "".join(said_hiring(name, colour, before, after) for colour in changed("pile", before, after))
    if beat == "workshop":
        opened = changed("workshop", before, after)
        return "".join(words("log.workshop", name=name, colour=colour_label(after, colour)) for colour in opened)
    if beat == "bonus":
        taken = changed("bonus", before, after)
        return words("log.bonus", name=name, n=int(after.box.record["bonus_points"])) if taken else ""
    return words("log.end") if beat == "end" else ""


def changed(field: str, before: View, after: View) -> list[int]:
    """Where a field of the record differs."""
    return [int(place) for place in (before.state[field] != after.state[field]).nonzero()[0]]


def said_hiring(name: str, colour: int, before: View, after: View) -> str:
    """Who was hired, in whose place, and whether that brings the end near."""
    words, client = after.words, int(before.state["client"])
    key = "log.craftsman" if colour == client else "log.substitute"
    line = words(key, name=name, colour=colour_label(after, colour), client=colour_label(after, client))
    if int(after.state["last_round"]) > int(before.state["last_round"]):
        line += f" {words('log.last')}"
    return line


def said_page(before: View, after: View) -> str:
    """What lies open now."""
    box, book = after.box.record, int(after.box.record["book"][int(before.state["at"][int(before.state["turn"])])])
    kind = int(box["book_kind"][book])
    halves = (1,) if int(before.state["uncovering"]) == BUY_PAGE else (0, 1)
    faces = [open_face(after.state, box, book, half) for half in halves]
    shown = [face_label(after, kind, face) for face in faces if face != NOTHING]
    return after.words("log.page", faces=listed(after, shown)) if shown else ""


# ---------------------------------------------------------------- what is left


def reference(view: View) -> Iterator[Reference]:
    """The summary card: what each face does, and how many are left in each book."""
    box = view.box.record
    for kind in (CATALOGUE, COMMISSIONS):
        books = [book for book in range(int(box["books"])) if int(box["book_kind"][book]) == kind]
        left = {book: faces_left(view.state, box, book) for book in books}
        for face in faces_of(view, kind):
            counts = [view.words("left.in", town=town_of(view, book), n=left[book][face]) for book in books]
            yield Reference(
                face_symbol(view, kind, face),
                face_label(view, kind, face),
                face_hint(view, kind, face),
                ", ".join(counts),
            )
    yield Reference("pan", face_label(view, CATALOGUE, PAN), equipment_hint(view, PAN), view.words("left.pan"))
    for colour, name in enumerate(COLOURS):
        yield Reference(
            f"workshop-{name}",
            view.words("workshop", colour=colour_label(view, colour)),
            view.words("workshop.hint", n=int(box["needed"][colour]), points=int(box["workshop"][colour])),
            view.words("left.craftsmen", n=int(view.state["pile"][colour])),
        )


@once
def faces_of(view: View, kind: int) -> list[int]:
    """All faces of a kind of books."""
    box = view.box.record
    return sorted({int(face) for card in range(int(box["cards"][kind])) for face in box["face"][kind, card]})


@once
def town_of(view: View, book: int) -> str:
    """The town of a book."""
    box = view.box.record
    space = next(s for s in range(int(box["spaces"])) if int(box["book"][s]) == book and int(box["kind"][s]) == TOWN)
    return space_label(view, space)


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """Where everybody's points came from, who won, and why."""
    if int(view.state["phase"]) != OVER:
        return None
    tallies = [tally(view.state, view.box.record, seat) for seat in range(view.seats)]
    rows = [(view.words(f"part.{part}"), *(str(t[part]) for t in tallies)) for part in PARTS]
    rows.append((view.words("part.total"), *(str(sum(t.values())) for t in tallies)))
    return Summary(
        view.words("summary.final"),
        ("", *(view.name(seat) for seat in range(view.seats))),
        tuple(rows),
        (*result(view, [sum(t.values()) for t in tallies]), why_over(view)),
        True,
    )


def why_over(view: View) -> str:
    """What ended the match: the craftsmen, or a standstill (VA-10)."""
    if not int(view.state["last_round"]):
        return view.words("over.standstill", n=int(view.state["quiet"]))
    left = standing(view.state)
    if not left:
        return view.words("over.none")
    return view.words("over.one", colour=colour_label(view, left[0]))


def result(view: View, points: list[int]) -> Iterator[str]:
    """Who won, and whether coins decided it."""
    coins = [int(view.state["coins"][seat]) for seat in range(view.seats)]
    leaders = [seat for seat in range(view.seats) if points[seat] == max(points)]
    winners = [seat for seat in leaders if coins[seat] == max(coins[s] for s in leaders)]
    names = listed(view, [view.name(seat) for seat in winners])
    if len(leaders) == 1:
        yield view.words("result.match", names=names, n=max(points))
        return
    yield view.words("result.coins" if len(winners) == 1 else "result.shared", names=names, n=coins[winners[0]])
    yield view.words("result.tied", names=listed(view, [view.name(seat) for seat in leaders]), n=max(points))
