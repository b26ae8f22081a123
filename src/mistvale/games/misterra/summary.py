"""What Misterra tells in words: the log's lines, the reference, the end of the match and the grades of a solo one."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View
from ...core.moves import Move
from ...core.rule import NOTHING
from ...scene import Reference, Summary
from ...scene.panels import listed
from .cards import (
    halves,
    hypothesis_hint,
    hypothesis_label,
    hypothesis_symbol,
    kept_by,
    place_name,
    signed,
    sketch_label,
    sketch_word,
    square_name,
    terrain_name,
    terrain_word,
)
from .claims import all_claims, owner_name, owners
from .events import effect
from .reading import grades, out_of_reach, parts, points_on, region
from .state import (
    CLAIM,
    CLEARING,
    DRAW_0,
    EFFECTS,
    ENDINGS,
    ENTER_0,
    GRADES,
    LIES,
    MASTERS,
    OPEN,
    OTOMA,
    OTOMA_CLAIMS_0,
    OVER,
    PARTS,
    REST,
    SKETCHES,
    STAY,
    STEP_0,
    SWAP_0,
    TAKE_0,
    TERRAINS,
)

# ---------------------------------------------------------------- the log: moves


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move: what was done, and what became of it. Keeping and staying say little."""
    number = move.number
    if number >= OTOMA_CLAIMS_0:
        return say_claim(after, OTOMA, number - OTOMA_CLAIMS_0)
    if number == REST:
        return say_rest(seat, before)
    if number == CLAIM:
        return say_claim(after, seat, int(before.state["pawn"][seat]))
    if number >= DRAW_0:
        return say_draw(seat, LIES[number - DRAW_0], before, after)
    if number >= TAKE_0:
        return after.words("log.takes", name=after.name(seat), sketch=sketch_word(after, number - TAKE_0))
    if STEP_0 <= number < STAY or ENTER_0 <= number < STEP_0:
        return say_step(seat, after)
    if SWAP_0 <= number < SWAP_0 + SKETCHES:
        return after.words("log.swaps", name=after.name(seat), sketch=sketch_word(after, number - SWAP_0))
    return ""


def say_step(seat: int, after: View) -> str:
    """Where a cartographer went."""
    place = int(after.state["pawn"][seat])
    said = {"name": after.name(seat), "place": place_name(after, place)}
    if place >= len(after.state["island"]):
        return after.words("log.beach", **said)
    return after.words("log.steps", terrain=terrain_word(after, int(after.state["island"][place])), **said)


def say_draw(seat: int, squares: tuple[int, int], before: View, after: View) -> str:
    """What was drawn where, and what that did to the island."""
    kinds = halves(int(before.state["sketch"]))
    done = [
        after.words(
            f"draw.{EFFECTS[effect(before.state, after.state, square)]}",
            terrain=terrain_word(after, terrain),
            square=square_name(square),
        )
        for square, terrain in zip(squares, kinds, strict=True)
    ]
    return after.words("log.draws", name=after.name(seat), effects="; ".join(done))


def say_claim(after: View, row: int, square: int) -> str:
    """Whose flag went where, and how large the region is."""
    name = owner_name(after, row)
    terrain = terrain_word(after, int(after.state["island"][square]))
    return after.words(
        "log.claims", name=name, terrain=terrain, square=square_name(square), n=len(region(after.state, square))
    )


def say_rest(seat: int, before: View) -> str:
    """A half-day without map or claim; its sketch is discarded."""
    sketch = int(before.state["sketch"])
    if sketch == NOTHING:
        return before.words("log.rests.empty", name=before.name(seat))
    return before.words("log.rests", name=before.name(seat), sketch=sketch_word(before, sketch))


# ---------------------------------------------------------------- the log: beats


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
    return after.words("log.deal", name=after.name(int(after.state["first"])))


def tell_revealed(before: View, after: View) -> str:
    """Which sketches were turned up."""
    fresh = [
        int(after.state["open"][place])
        for place in range(OPEN)
        if int(before.state["open"][place]) == NOTHING and int(after.state["open"][place]) != NOTHING
    ]
    if not fresh:
        return ""
    sketches = "; ".join(sketch_word(after, sketch) for sketch in fresh)
    return after.words("log.revealed", sketches=sketches, n=len(fresh))


def tell_turn(before: View, after: View) -> str:
    """That the last round has begun, or that the match has ended, and why; what was told before is not told again."""
    if int(after.state["phase"]) == CLEARING:
        return after.words("log.ends", why=why_it_ends(after))
    if int(after.state["ending"]) and not int(before.state["ending"]):
        return after.words("log.ending", why=why_it_ends(after))
    return ""


def why_it_ends(view: View) -> str:
    """All reasons that there are; an island with squares out of reach is done, but not confirmed (MM-9)."""
    names = [name for i, name in enumerate(ENDINGS) if int(view.state["ending"]) >> i & 1]
    closed = out_of_reach(view.state)
    return listed(view, [view.words(f"ending.{'reach' if name == 'island' and closed else name}") for name in names])


def tell_card(before: View, after: View) -> str:
    """The Otoma's card."""
    first, second = (square_name(int(square)) for square in after.state["named"])
    return after.words("log.card", first=first, second=second)


def tell_first_square(before: View, after: View) -> str:
    """The Otoma has confirmed what lies on its first square, whatever that is, or mapped its first terrain there."""
    square = int(after.state["named"][0])
    if int(before.state["confirmed"][square]):
        return after.words("log.otoma", effects=after.words("draw.already", square=square_name(square)))
    lies = int(before.state["island"][square])
    return tell_square(before, after, square, int(after.state["face"][0]) if lies == NOTHING else lies)


def tell_second_square(before: View, after: View) -> str:
    """The Otoma has mapped its second terrain, as a player would."""
    return tell_square(before, after, int(after.state["named"][1]), int(after.state["face"][1]))


def tell_square(before: View, after: View, square: int, terrain: int) -> str:
    """What a terrain has done on a square, as it is told of a sketch."""
    what = EFFECTS[effect(before.state, after.state, square)]
    done = after.words(f"draw.{what}", terrain=terrain_word(after, terrain), square=square_name(square))
    return after.words("log.otoma", effects=done)


def tell_claim(before: View, after: View) -> str:
    """Where the Otoma has claimed."""
    claims = after.state["claim"][OTOMA]
    fresh = [int(square) for square in claims if int(square) not in (NOTHING, *map(int, before.state["claim"][OTOMA]))]
    return say_claim(after, OTOMA, fresh[0])


def tell_dispute(before: View, after: View) -> str:
    """Whose flags were removed."""
    lost = [
        after.words("log.lost", name=owner_name(after, row), square=square_name(int(square)))
        for row in owners(after)
        for square, now in zip(before.state["claim"][row], after.state["claim"][row], strict=True)
        if int(square) != int(now)
    ]
    return after.words("log.dispute", flags=listed(after, lost))


def tell_part(before: View, after: View) -> str:
    """A part of the score, for everybody."""
    part = PARTS[int(before.state["counted"])]
    box = after.box.record
    figures = [f"{after.name(seat)} {signed(parts(after.state, box, seat)[part])}" for seat in range(after.seats)]
    return after.words("log.part", part=after.words(f"part.{part}"), points=", ".join(figures))


# ---------------------------------------------------------------- the reference


def reference(view: View) -> Iterator[Reference]:
    """Terrains and their tiles, the sketches that are left of each kind, and every hypothesis."""
    for terrain, name in enumerate(TERRAINS):
        tiles = view.words("reference.tiles", n=int(view.state["supply"][terrain]))
        yield Reference(f"terrain-{name}", terrain_name(view, terrain), view.words(f"rule.{name}"), tiles)
    for kind in range(SKETCHES):
        opened = sum(1 for place in range(OPEN) if int(view.state["open"][place]) == kind)
        hint = view.words("reference.open", n=opened)
        yield Reference(f"ink-{TERRAINS[halves(kind)[0]]}", sketch_label(view, kind), hint, sketches_left(view, kind))
    for hypothesis in range(int(view.box.record["hypotheses"])):
        yield Reference(
            hypothesis_symbol(view, hypothesis),
            hypothesis_label(view, hypothesis),
            hypothesis_hint(view, hypothesis),
            whereabouts(view, hypothesis),
        )


def sketches_left(view: View, kind: int) -> str:
    """How many sketches of a kind have not been drawn or discarded."""
    total = int(view.box.record["sketches"][view.seats, kind])
    return view.words("reference.sketches", left=total - int(view.state["gone"][kind]), total=total)


def whereabouts(view: View, hypothesis: int) -> str:
    """Who has a hypothesis, as far as the viewer knows."""
    holder, kept = int(view.state["holder"][hypothesis]), int(view.state["kept"][hypothesis])
    if holder < 0:
        return ""
    if holder != view.viewer:
        return view.words("where.kept", name=view.name(holder))
    return view.words("where.own" if kept == 1 else "where.dealt")


# ---------------------------------------------------------------- the end of the match


def summary(view: View) -> Summary | None:
    """Shown at the end: every part of the score, who won and why; alone, the four grades."""
    if int(view.state["phase"]) != OVER:
        return None
    text = solo_result(view) if view.seats == 1 else final_result(view)
    return Summary(
        view.words("summary.final"),
        ("", *(view.name(seat) for seat in range(view.seats))),
        tuple(rows(view)),
        tuple(text),
        final=True,
    )


def rows(view: View) -> Iterator[tuple[str, ...]]:
    """The parts of the score, one under the other; they add up to the last row."""
    box, seats = view.box.record, range(view.seats)
    counted = [parts(view.state, box, seat) for seat in seats]
    yield row(view, "part.fidelity", [part["fidelity"] for part in counted])
    yield row(view, "part.blanks", [part["blanks"] for part in counted])
    kept = [kept_by(view, seat) for seat in seats]
    for i in range(max(map(len, kept))):
        points = [points_on(view.state, box, seat, kept[seat][i]) if i < len(kept[seat]) else 0 for seat in seats]
        name = hypothesis_label(view, kept[0][i]) if view.seats == 1 else view.words("part.hypothesis", n=i + 1)
        yield (name, *map(str, points))
    yield row(view, "part.claims", [all_claims(view.state, box, seat) for seat in seats])
    if view.seats == 1:
        yield row(view, "part.otoma", [-all_claims(view.state, box, OTOMA)])
    if int(view.state["masters"]):
        yield row(view, f"part.{PARTS[MASTERS]}", [part["masters"] for part in counted])
    yield row(view, "part.total", list(view.scores))


def row(view: View, key: str, points: list[int]) -> tuple[str, ...]:
    return (view.words(key), *map(str, points))


def final_result(view: View) -> Iterator[str]:
    """Who won, and whether fidelity had to decide; then who had which hypotheses."""
    box, seats = view.box.record, range(view.seats)
    best = max(view.scores)
    leaders = [seat for seat in seats if view.scores[seat] == best]
    winners = [seat for seat in seats if view.ranks[seat] == 1]
    names = listed(view, [view.name(seat) for seat in winners])
    if len(leaders) == 1:
        yield view.words("result.match", names=names, n=best)
    else:
        fidelity = parts(view.state, box, winners[0])["fidelity"]
        yield view.words("result.tied", names=listed(view, [view.name(seat) for seat in leaders]), n=best)
        yield view.words("result.fidelity" if len(winners) == 1 else "result.shared", names=names, n=fidelity)
    for seat in seats:
        held = [
            view.words("result.hypothesis", hypothesis=hypothesis_label(view, h), n=points_on(view.state, box, seat, h))
            for h in kept_by(view, seat)
        ]
        yield view.words("result.hypotheses", name=view.name(seat), hypotheses=listed(view, held))


def solo_result(view: View) -> Iterator[str]:
    """The four grades of a solo match."""
    reached = solo_grades(view)
    points = {"total": view.scores[0], **parts(view.state, view.box.record, 0)}
    yield view.words("result.solo", **reached)
    for name in GRADES:
        yield view.words(f"graded.{name}", grade=reached[name], n=points[name])


def solo_grades(view: View) -> dict[str, str]:
    """The grades of a solo match in words."""
    return {name: grade_word(view, name, grade) for name, grade in grades(view.state, view.box.record).items()}


def grade_word(view: View, name: str, grade: int) -> str:
    """What a grade is called; boxes with more of them keep the highest word."""
    while f"grade.{name}.{grade}" not in view.words:
        grade -= 1
    return view.words(f"grade.{name}.{grade}")
