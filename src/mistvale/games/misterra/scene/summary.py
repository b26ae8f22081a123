"""The reference, the end of the match, and the grades of a solo one."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....scene import Reference, Summary
from ....scene.panels import figures, listed, named_seats, said_of, victory
from ..reading import View
from ..reading.names import halves, sketch_label, terrain_name
from ..reading.points import all_claims, graded_points, grades, kept_by, parts, points_on
from ..reading.sentences import hypothesis_hint, hypothesis_label, hypothesis_symbol
from ..state import GRADES, OTOMA, OVER, SKETCHES, TERRAINS

# ---------------------------------------------------------------- the reference


@kept
def reference(view: View) -> Iterator[Reference]:
    """Terrains and their tiles, the sketches that are left of each kind, and every hypothesis."""
    yield from (terrain_entry(view, terrain) for terrain in range(len(TERRAINS)))
    yield from sketch_entries(view)
    yield from hypothesis_entries(view)


@kept
def terrain_entry(view: View, terrain: int) -> Reference:
    """A terrain, and how many tiles of it are left."""
    name, tiles = TERRAINS[terrain], view.words("term.reference.tiles", n=view.s.supply[terrain])
    return Reference(f"terrain-{name}", terrain_name(view, terrain), view.words(f"hint.rule.{name}"), tiles)


@kept
def sketch_entries(view: View) -> Iterator[Reference]:
    """Every kind of sketches."""
    return (sketch_entry(view, kind, view.s.open.count(kind)) for kind in range(SKETCHES))


@kept
def sketch_entry(view: View, kind: int, lie_open: int) -> Reference:
    """A kind of sketches, how many of it lie open, and how many are left."""
    hint = view.words("term.reference.open", n=lie_open)
    return Reference(f"ink-{TERRAINS[halves(kind)[0]]}", sketch_label(view, kind), hint, sketches_left(view, kind))


@kept
def hypothesis_entries(view: View) -> Iterator[Reference]:
    """Every hypothesis."""
    return (hypothesis_entry(view, hypothesis) for hypothesis in range(view.components.hypotheses))


@kept
def hypothesis_entry(view: View, hypothesis: int) -> Reference:
    """A hypothesis, and who has it."""
    return Reference(
        hypothesis_symbol(view, hypothesis),
        hypothesis_label(view, hypothesis),
        hypothesis_hint(view, hypothesis),
        whereabouts(view, hypothesis),
    )


def sketches_left(view: View, kind: int) -> str:
    """How many sketches of a kind have not been drawn or discarded."""
    total = view.components.sketches[view.seats][kind]
    return view.words("term.reference.sketches", left=total - view.s.gone[kind], total=total)


def whereabouts(view: View, hypothesis: int) -> str:
    """Who has a hypothesis, as far as the viewer knows."""
    holder = view.s.holder[hypothesis]
    if holder < 0:
        return ""  # nobody's, or hidden
    if not view.is_own(holder):
        return view.words("term.reference.kept", name=view.name(holder))
    return view.words("term.reference.own" if view.s.kept[hypothesis] == 1 else "term.reference.dealt")


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """Shown at the end: every part of the score, who won and why; alone, the four grades."""
    if view.s.phase != OVER:
        return None
    text = solo_result(view) if view.seats == 1 else final_result(view)
    return Summary(
        view.words("summary.final"),
        ("", *named_seats(view)),
        tuple(rows(view)),
        tuple(text),
        final=True,
    )


def rows(view: View) -> Iterator[tuple[str, ...]]:
    """The parts of the score, one under the other; they add up to the last row."""
    seats = range(view.seats)
    counted = [parts(view, seat) for seat in seats]
    yield figures(view, "summary.part.fidelity", [part["fidelity"] for part in counted])
    yield figures(view, "summary.part.blanks", [part["blanks"] for part in counted])
    yield from hypothesis_rows(view)
    yield figures(view, "summary.part.claims", [all_claims(view, seat) for seat in seats])
    if view.seats == 1:
        yield figures(view, "summary.part.otoma", [-all_claims(view, OTOMA)])
    if view.s.masters:
        yield figures(view, "summary.part.masters", [part["masters"] for part in counted])
    yield figures(view, "summary.part.total", view.scores)


def hypothesis_rows(view: View) -> Iterator[tuple[str, ...]]:
    """A row for each seat's first hypothesis, one for each seat's second; alone, each by its name."""
    kept = [kept_by(view, seat) for seat in range(view.seats)]
    for i in range(max(map(len, kept))):
        points = [points_on(view, seat, own[i]) if i < len(own) else 0 for seat, own in enumerate(kept)]
        name = hypothesis_label(view, kept[0][i]) if view.seats == 1 else view.words("summary.part.hypothesis", n=i + 1)
        yield (name, *map(str, points))


def final_result(view: View) -> Iterator[str]:
    """Who won and by what; then why, if points did not decide it, and who had which hypotheses."""
    won = victory(view, view.scores)
    best = won.winners[0]
    if won.is_plain:
        yield said_of(view, "summary.result.match", won.winners, n=view.scores[best])
    else:
        key = "summary.result.shared" if won.is_shared else "summary.result.fidelity"
        yield said_of(view, key, won.winners, n=parts(view, best)["fidelity"])
        yield said_of(view, "summary.result.tied", won.tied, n=view.scores[best])
    yield from (told_hypotheses(view, seat) for seat in range(view.seats))


def told_hypotheses(view: View, seat: int) -> str:
    """Which hypotheses a seat had, and what each was worth."""
    held = [
        view.words("summary.result.hypothesis", hypothesis=hypothesis_label(view, h), n=points_on(view, seat, h))
        for h in kept_by(view, seat)
    ]
    return said_of(view, "summary.result.hypotheses", [seat], hypotheses=listed(view, held))


def solo_result(view: View) -> Iterator[str]:
    """The four grades of a solo match."""
    reached, points = solo_grades(view), graded_points(view)
    yield view.words("summary.result.solo", **reached)
    for name in GRADES:
        yield view.words(f"summary.graded.{name}", grade=reached[name], n=points[name])


def solo_grades(view: View) -> dict[str, str]:
    """The grades of a solo match in words."""
    return {name: grade_word(view, name, grade) for name, grade in grades(view).items()}


def grade_word(view: View, name: str, grade: int) -> str:
    """What a grade is called; boxes with more of them keep the highest word."""
    while f"summary.grade.{name}.{grade}" not in view.words:
        grade -= 1
    return view.words(f"summary.grade.{name}.{grade}")
