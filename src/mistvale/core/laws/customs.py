"""Five customs: moves are listed ascending and written without loss, taking back uncovers nothing, equal states are
equal bytes, what is kept of a scene is what would be drawn, no match is longer than its game says."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import verbs
from ..errors import IllegalMove, NoUndo
from ..fields import reader
from ..history import BEAT
from ..rule import SPECTATOR, unpacked
from .finding import BYTES, KEPT, LENGTH, MOVES, ORDER, UNDO, named
from .order import epoch

if TYPE_CHECKING:
    from .walk import Walk


def check_bytes(walk: Walk, state: Any) -> None:
    """A state goes into bytes and back without loss."""
    data = walk.bytes_of(state)
    back = walk.bytes_of(unpacked(data, walk.game.state))
    walk.hold(BYTES, data == back, "a state read back from its bytes has other bytes")


def check_ranges(walk: Walk, state: Any) -> None:
    """Every number is one that the state's declaration has room for."""
    for each in reader(walk.game.state).fields:
        numbers = state[each.name]
        if each.kind == "u8":
            continue  # the random stream: any number
        if np.min(numbers) < each.least or np.max(numbers) > each.most:
            bounds = f"declared from {each.least} to {each.most}"
            raise walk.broken(BYTES, f"{each.name} ({each.words}) is {numbers.tolist()}, {bounds}")


def check_length(walk: Walk) -> None:
    """A match takes no more decisions than the game says that one can."""
    if walk.game.length is None:
        return
    taken = sum(step.move is not None for step in walk.match.history)
    most = walk.game.longest(walk.seats, walk.options, walk.match.box)
    walk.hold(LENGTH, taken <= most, f"the match took {taken} decisions, and the game says {most} at most")


def check_moves(walk: Walk, state: Any) -> None:
    """Legal moves ascend, are written and read back, and are there for those who are to decide alone."""
    mask = int(verbs.pending(state, walk.box))
    walk.hold(MOVES, mask >> walk.seats == 0, f"{mask:b} names seats that are not at the table")
    walk.hold(MOVES, not (mask and verbs.over(state, walk.box)), "the match is over and seats are to decide")
    notation = walk.match.notation
    for seat in range(walk.seats):
        moves = walk.listed(state, seat)
        due = bool(mask >> seat & 1)
        walk.hold(
            MOVES,
            bool(moves) == due,
            f"seat {seat} has {len(moves)} moves, and is {'' if due else 'not '}to decide",
        )
        ascending = all(a < b for a, b in itertools.pairwise(moves))
        walk.hold(MOVES, ascending, f"the moves of seat {seat} are not ascending: {moves}")
        for number in moves:
            text = str(notation.move(number))
            walk.hold(MOVES, notation.read(text).number == number, f"{text!r} is read as another move")


def check_offer(walk: Walk) -> None:
    """A scene offers the legal moves of its viewer, and no others."""
    viewer = walk.dice.choice(walk.viewers)
    if not walk.scenes:
        return
    scene = walk.match.scene(viewer)
    check_kept(walk, viewer, scene)
    walk.hold(MOVES, scene.text().strip(), f"the scene of {named(viewer)} can't be read")
    data = json.loads(json.dumps(scene.json()))  # as a browser gets it
    offered = {move for sprite in data["sprites"] for move in (sprite["move"], *sprite["turns"])}
    offered |= {button["move"] for button in data["panels"]["prompt"]["buttons"]}
    offered.discard(None)
    legal = {str(move) for move in walk.match.legal(viewer)} if viewer != SPECTATOR else set()
    walk.hold(MOVES, offered == legal, f"the scene of {named(viewer)} offers {sorted(offered ^ legal)} wrongly")


def check_kept(walk: Walk, viewer: int, drawn: Any) -> None:
    """A scene with parts that were kept from earlier steps is the one that is drawn without them."""
    taken = walk.match.scene(viewer, stock=walk.stocks[viewer])
    walk.hold(KEPT, taken == drawn, lambda: f"for {named(viewer)}, it is {others(taken, drawn)} that differs")


def others(one: Any, other: Any) -> str:
    """What is not the same in two scenes."""
    keys = {*one.sprites} ^ {*other.sprites}
    return ", ".join(sorted({sprite.key for sprite in keys})) or "something beside its sprites"


def check_refusal(walk: Walk, seat: int) -> None:
    """A move that is not in the list is refused, and changes nothing."""
    if walk.dice.random() > 0.1:
        return
    allowed = set(walk.match.legal(seat))
    foreign = walk.dice.choice(list(walk.match.notation))
    if foreign in allowed:
        return
    before = walk.match.state, walk.match.steps
    try:
        walk.match.play(seat, foreign)
    except IllegalMove:
        walk.hold(
            MOVES,
            (walk.match.state, walk.match.steps) == before,
            f"{foreign!s} was refused and changed something",
        )
        return
    raise walk.broken(MOVES, f"seat {seat} could play {foreign!s}, which is not in its list")


def check_undo(walk: Walk) -> None:
    """Take back all that a seat did in this epoch: it is where that began, and nobody else sees it."""
    match = walk.match
    movers = [seat for seat in range(walk.seats) if match.can_undo(seat)]
    if not movers:
        return
    seat = walk.dice.choice(movers)
    start = match.step(match.steps).epoch_start
    while start < match.steps and match.step(start + 1).seat == BEAT:
        start += 1
    taken = [s.move for s in (match.step(n) for n in range(start + 1, match.steps + 1)) if s.seat == seat]
    twin = match.copy()
    while twin.can_undo(seat):
        twin.undo(seat)
        walk.hold(UNDO, epoch(twin) == epoch(match), f"taking back moved seat {seat} to another epoch")
    try:
        twin.undo(seat)
    except NoUndo:
        pass
    else:
        raise walk.broken(UNDO, f"seat {seat} could take back more than its moves of this epoch")
    for viewer in walk.lookers(seat):
        if viewer == seat:
            fold = match.history.fold(start, seat)
            now = twin.history.fold(twin.steps, seat)
            same = walk.bytes_of(walk.veiled(fold, seat)) == walk.bytes_of(walk.veiled(now, seat))
            walk.hold(UNDO, same, f"after taking back, seat {seat} is not where the epoch began")
            continue
        one, other = match.look(viewer), twin.look(viewer)
        same = walk.bytes_of(one.state) == walk.bytes_of(other.state) and one.legal == other.legal
        walk.hold(UNDO, same and one.log == other.log, f"{named(viewer)} sees that seat {seat} has taken back")
    for move in taken:
        if move is not None:
            twin.play(seat, move)
    walk.hold(
        ORDER,
        twin.state == match.state,
        f"seat {seat} took back and played the same, and it is not the same",
    )


def check_type(walk: Walk) -> None:
    """A record without holes: every byte belongs to a field."""
    for record in (walk.game.state, walk.game.box_type):
        filled = sum(record[name].itemsize for name in record.names or ())
        walk.hold(
            BYTES,
            filled == record.itemsize,
            f"{record.itemsize - filled} bytes of a record belong to no field",
        )
