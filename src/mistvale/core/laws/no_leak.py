"""Law 1, no leak: what a viewer sees does not change when everything it can't know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import verbs
from ..match import Match
from ..moves import Move
from ..rule import HIDDEN, SPECTATOR
from ..telling import Telling
from .finding import NO_LEAK, NO_PHANTOM, SAME, named
from .order import epoch

if TYPE_CHECKING:
    from .walk import Walk


def check_leak(walk: Walk, number: int, viewer: int, scenes: bool) -> None:
    """Deal the viewer's hidden things anew: nothing it sees may change (and law 2)."""
    who = named(viewer)
    fold = walk.match.history.fold(number, viewer)
    world = walk.redealt(fold, viewer)
    walk.hold(
        NO_PHANTOM,
        verbs.audit(world, walk.box) == 0,
        lambda: f"at step {number} a world dealt anew for {who} does not add up: {walk.audited(world)}",
    )
    seen, again = walk.veiled(fold, viewer), walk.veiled(world, viewer)
    walk.hold(
        NO_LEAK,
        walk.bytes_of(seen) == walk.bytes_of(again),
        lambda: f"at step {number} the view of {who} shows what is hidden, in {walk.differing(seen, again)}",
    )
    stream = any(np.any(seen[name]) for name in ("key", "block", "drawn"))
    walk.hold(NO_LEAK, not stream, f"at step {number} the view of {who} shows the random stream")
    kept = np.array_equal(fold["key"], world["key"])
    walk.hold(NO_LEAK, not kept, f"at step {number} a world dealt anew for {who} keeps the random stream")
    public = publicly(walk, fold), publicly(walk, world)
    walk.hold(
        NO_LEAK,
        public[0] == public[1],
        f"at step {number} who decides, or the end, shows {who} what is hidden",
    )
    if viewer != SPECTATOR:
        own = walk.listed(fold, viewer)
        walk.hold(
            NO_LEAK,
            own == walk.listed(world, viewer),
            f"at step {number} the legal moves of {who} show what is hidden",
        )
        walk.hold(
            NO_LEAK,
            own == walk.listed(walk.match.step(number).state, viewer),
            f"at step {number} the legal moves of {who} show what others did in this epoch",
        )
    check_seen(walk, number, viewer)
    if scenes:
        looks = [walk.match.view_at(number, viewer, "en", imagined=state, log=True) for state in (fold, world)]
        walk.hold(
            NO_LEAK,
            drawn(looks[0]) == drawn(looks[1]),
            f"at step {number} the scene of {who} shows what is hidden",
        )


def publicly(walk: Walk, state: Any) -> tuple[int, bool]:
    return int(verbs.pending(state, walk.box)), bool(verbs.over(state, walk.box))


def check_seen(walk: Walk, number: int, viewer: int) -> None:
    """What a viewer is told of a move must not depend on what it can't know."""
    step = walk.match.step(number)
    if step.move is None:
        return
    before = walk.match.step(number - 1).state
    shown = int(verbs.seen(before, walk.box, step.seat, step.move.number, viewer))
    if step.seat == viewer:
        walk.hold(NO_LEAK, shown == step.move.number, f"seat {viewer} does not see its own move {step.move!s}")
        return
    world = walk.redealt(before, viewer)
    if step.move.number in walk.listed(world, step.seat):
        again = int(verbs.seen(world, walk.box, step.seat, step.move.number, viewer))
        walk.hold(NO_LEAK, shown == again, f"how {named(viewer)} is told of {step.move!s} shows what is hidden")


def check_transcripts(walk: Walk, viewer: int) -> None:
    """Play on in two worlds that look alike: until something is uncovered they go on looking alike."""
    one, other = walk.match.copy(), walk.match.copy()
    fold = walk.match.history.fold(walk.match.steps, viewer)
    one.place(fold)
    other.place(walk.redealt(fold, viewer))
    for _ in range(walk.dice.randrange(1, 24)):
        compare(walk, one, other, viewer)
        if one.over or one.pending != other.pending:
            return
        seat = walk.dice.choice(one.pending)
        move = walk.chooser(one, seat, one.legal(seat), walk.dice)
        same = twin(walk, one, other, viewer, seat, move)
        if same is None:
            return
        epochs = epoch(one), epoch(other)
        one.play(seat, move)
        other.play(seat, same)
        if (epoch(one), epoch(other)) != epochs and one.view(viewer) != other.view(viewer):
            return  # something was uncovered


def twin(walk: Walk, one: Match, other: Match, viewer: int, seat: int, move: Move) -> Move | None:
    """The move in the other world that looks like `move` to the viewer; None if there is none."""
    allowed = other.legal(seat)
    seen = int(verbs.seen(one.raw, walk.box, seat, move.number, viewer))
    if seat == viewer or seen != HIDDEN:
        return move if move in allowed else None
    alike = [m for m in allowed if verbs.seen(other.raw, walk.box, seat, m.number, viewer) == HIDDEN]
    return walk.dice.choice(alike) if alike else None


def compare(walk: Walk, one: Match, other: Match, viewer: int) -> None:
    """Two matches that look alike to a viewer do so in everything."""
    looks = [match.look(viewer) for match in (one, other)]
    where = f"{one.steps} steps on, {{}} {named(viewer)} what is hidden"
    same = walk.bytes_of(looks[0].state) == walk.bytes_of(looks[1].state)
    walk.hold(
        NO_LEAK,
        same,
        lambda: where.format("the view shows") + f", in {walk.differing(looks[0].state, looks[1].state)}",
    )
    walk.hold(NO_LEAK, looks[0].legal == looks[1].legal, where.format("legal moves show"))
    walk.hold(NO_LEAK, looks[0].log == looks[1].log, where.format("the log shows"))
    walk.hold(NO_LEAK, looks[0].last == looks[1].last, where.format("the last moves show"))
    walk.hold(NO_LEAK, one.memory(viewer) == other.memory(viewer), where.format("the memory shows"))
    compare_past(walk, one, other, viewer)
    told = [match.tell(viewer, match.steps) if match.steps else "" for match in (one, other)]
    walk.hold(NO_LEAK, told[0] == told[1], where.format("what is told shows"))
    if one.pending != other.pending or not walk.scenes or walk.dice.random() < 0.7:
        return
    walk.hold(NO_LEAK, drawn(looks[0]) == drawn(looks[1]), where.format("the scene shows"))
    if looks[0].legal and viewer in one.pending:
        move = walk.dice.choice(looks[0].legal)
        previews = [match.preview(viewer, move) for match in (one, other)]
        pictures = [scene.json() if scene else None for scene in previews]
        walk.hold(NO_LEAK, pictures[0] == pictures[1], where.format(f"the preview of {move!s} shows"))


def compare_past(walk: Walk, one: Match, other: Match, viewer: int) -> None:
    """What is shown of a turn afterwards, step by step, uncovers nothing either."""
    if one.steps != other.steps or not one.steps:
        return
    step = walk.dice.randrange(1, one.steps + 1)
    looks = [match.look(viewer, step=step) for match in (one, other)]
    where = f"{one.steps} steps on, {{}} {named(viewer)} what was hidden {one.steps - step} steps before"
    same = walk.bytes_of(looks[0].state) == walk.bytes_of(looks[1].state)
    walk.hold(NO_LEAK, same, lambda: where.format(f"{walk.differing(looks[0].state, looks[1].state)} shows"))
    walk.hold(NO_LEAK, looks[0].last == looks[1].last, where.format("the last moves show"))


def check_log(walk: Walk) -> None:
    """A log that was read as it grew is the one that is read at the end."""
    fresh = walk.match.copy()
    fresh.telling = Telling()
    for viewer in walk.dice.sample(walk.viewers, 2):
        same = walk.match.look(viewer).log == fresh.look(viewer).log
        walk.hold(SAME, same, f"the log of {named(viewer)} depends on when it was read")


def drawn(look: Any) -> Any:
    """The scene of a view, as data that can be compared."""
    return look.game.scene(look.altered(step=0)).json()
