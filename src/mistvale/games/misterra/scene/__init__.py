"""Maps of Misterra as a picture: the island and one's own parchment side by side, sketches to take, rivals beside."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....scene import Group, Parts, Scene, Sprite, table
from ....scene.panels import listed
from ..reading import View
from ..reading.island import blanks, flags_left, is_first, is_last_round, why_it_ends
from ..reading.names import terrain_word
from ..reading.points import is_choosing, parts
from ..rules.turns import is_counting, is_unveiled
from ..state import BLANKS, OTOMA, TERRAINS
from .board import HEIGHT, PAPER, STRIP, WIDTH, Island, Parchment, parchment_group
from .counters import END_HEIGHT, END_WIDTH, distances, supply
from .hand import HAND_HEIGHT, HAND_WIDTH, beside_parchment, offered, open_sketches
from .otoma import OTOMA_HEIGHT, OTOMA_WIDTH, otoma
from .prompt import prompt, signs
from .summary import reference, summary
from .targets import targets


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    return table(
        view,
        groups(view),
        sprites(view),
        asks=prompt(view),
        note=lambda seat: standing(view, seat),
        parts=lambda seat: named_parts(view, seat),
        hint=lambda seat: score_hint(view, seat),
        partial=lambda seat: has_hidden(view, seat),
        reference=reference(view),
        summary=summary(view),
        signs=signs(view),
    )


@kept
def groups(view: View) -> Iterator[Group]:
    """The island and one's own parchment are the boards to play on; all else stands beside them.

    They are the same in every phase, so that nothing on the table moves or grows while one looks at it.
    """
    yield Group("island", view.words("term.island"), "main", WIDTH + STRIP, HEIGHT, note=island_note(view))
    for seat in view.around:
        own = view.is_own(seat)
        title = view.words("term.parchment") if own else view.name(seat)
        role = "main" if own else "side"
        yield Group(parchment_group(view, seat), title, role, PAPER + STRIP, PAPER, seat, parchment_note(view, seat))
    if view.seats == 1:
        yield Group("otoma", view.words("term.otoma"), "side", OTOMA_WIDTH, OTOMA_HEIGHT, note=otoma_note(view))
    yield Group("sketches", view.words("term.sketches"), "hand", HAND_WIDTH, HAND_HEIGHT)
    yield Group("end", view.words("term.end"), "tray", END_WIDTH, END_HEIGHT, note=end_note(view))


def sprites(view: View) -> list[Sprite]:
    """Everything on the table."""
    found = [*Island(view).sprites()]
    for seat in range(view.seats):
        found += Parchment(view, seat).sprites()
        found += beside_parchment(view, seat)
    found += (*open_sketches(view), *supply(view), *distances(view))
    if view.seats == 1:
        found += otoma(view)
    if is_choosing(view, view.viewer):
        found += offered(view)
    return [*found, *targets(view)]


# ---------------------------------------------------------------- notes beside names


def island_note(view: View) -> str:
    """The terrains of which no tile is left: mapping them does nothing (MM-4)."""
    out = [terrain_word(view, terrain) for terrain in range(len(TERRAINS)) if not view.s.supply[terrain]]
    return view.words("term.note.out", terrains=listed(view, out)) if out else ""


def otoma_note(view: View) -> str:
    """The claim flags that the Otoma has left."""
    return view.words("term.note.flags", n=flags_left(view, OTOMA))


def parchment_note(view: View, seat: int) -> str:
    """How much of a parchment is still empty, and whose it is that begins each round."""
    return view.words("term.note.blanks.first" if is_first(view, seat) else "term.note.blanks", n=blanks(view, seat))


def end_note(view: View) -> str:
    """That this is the last round, and why."""
    return view.words("term.note.last", why=why_it_ends(view)) if is_last_round(view) else ""


@kept
def named_parts(view: View, seat: int) -> Parts:
    """Where a seat's points come from, those parts that are worth something."""
    return tuple((view.words(f"summary.part.{part}"), points) for part, points in parts(view, seat).items() if points)


def has_hidden(view: View, seat: int) -> bool:
    """Whether a seat has hypotheses that the viewer can't see: their points come in the end."""
    return not view.is_own(seat) and not view.ask(is_unveiled)


@kept
def score_hint(view: View, seat: int) -> str:
    """That the points are those of now, and what of them can't be seen."""
    if view.over:
        return ""
    return view.words("hint.score.rival" if has_hidden(view, seat) else "hint.score", n=view.components.part[BLANKS])


@kept
def standing(view: View, seat: int) -> str:
    """Beside a seat's points: what it has left to draw and to claim."""
    if view.ask(is_counting):
        return ""
    return view.words("term.note.seat", blanks=blanks(view, seat), n=flags_left(view, seat))
