"""The laws that every game keeps, checked by one body on random positions: no game has code of its own here.

1. No leak: what a viewer sees does not change when everything it can't know is dealt anew.
2. No phantom: a world dealt anew adds up, and can be played to its end.
3. No forgetting, no prejudice: a world dealt anew is any that fits, evenly. That needs an enumeration of a
   tiny box, so it is a test of each game (`tests/games/`).
4. Order is nothing inside an epoch: moves of different seats commute, and a beat among them begins an epoch.
5. Compiled is interpreted; folded is played: the same bytes every way.

Three customs are checked on the same walk: moves are listed ascending and written without loss, taking back
uncovers nothing, and equal states are equal bytes.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import verbs
from .box import Box
from .chance import seed_words
from .errors import IllegalMove, MistvaleError, NoUndo
from .game import Game, games
from .match import BEAT, Match, open_match
from .moves import Move
from .record import load
from .rule import HIDDEN, INTERPRETED, SPECTATOR, packed, unpacked
from .transcript import played

NO_LEAK = "no leak"
NO_PHANTOM = "no phantom"
ORDER = "order is nothing inside an epoch"
SAME = "compiled is interpreted, folded is played"
MOVES = "moves are listed ascending and written without loss"
UNDO = "taking back uncovers nothing"
BYTES = "equal states are equal bytes"

LONGEST = 20_000  # steps: a match that takes more is taken to be endless
LOOKERS = 3  # viewers that a step is checked for: at large tables others at the next

Chooser = Callable[[Match, int, Sequence[Move], random.Random], Move]
"""Picks one of a seat's legal moves."""

Progress = Callable[[int, int], object]
"""Told how many positions were checked, and how many there are to check."""


@dataclass(frozen=True)
class Finding:
    """A broken law, with all that is needed to see it again."""

    law: str
    what: str
    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "none"
        moves = "; ".join(self.moves) or "none"
        return (
            f"{self.law}: {self.what}\n"
            f"  to see it again: {self.game}, options: {options}, seats: {self.seats}, seed: {self.seed}, "
            f"{len(self.moves)} moves: {moves}"
        )


class LawBroken(MistvaleError):
    """A game breaks a law; `finding` says which, and where."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(str(finding))


def wander(match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """Half of the time any move; else the seat's favourite, so that whole matches go one way or another."""
    if dice.random() < 0.5:
        return dice.choice(moves)
    taste = int(match.seed[0]) + 7 * seat
    return min(moves, key=lambda move: (move.number * 2654435761 + taste * 40503) % 65521)


def tables(game: Game) -> list[tuple[dict[str, str], int]]:
    """Every choice of options with every number of seats."""
    values = itertools.product(*(option.values for option in game.options))
    names = [option.name for option in game.options]
    return [(dict(zip(names, chosen, strict=True)), seats) for chosen in values for seats in game.seats]


def check_game(
    game: Game,
    positions: int = 2000,
    seed: int = 0,
    progress: Progress | None = None,
    chooser: Chooser = wander,
    box: Box | None = None,
    interpreted: bool = True,
    most: int = LONGEST,
) -> list[Finding]:
    """What is broken: nothing if all laws hold. Whole matches at every kind of table, `positions` or more.

    Of each law the first breach is told; of matches that take more than `most` steps, the beginning is played.
    `interpreted` also plays a match of each kind in a second process, with compiling off.
    """
    findings: dict[str, Finding] = {}
    kinds = tables(game)
    done = 0
    for number in itertools.count():
        options, seats = kinds[number % len(kinds)]
        walk = Walk(game, options, seats, seed + number, chooser, box, most)
        try:
            for _ in walk.steps():
                done += 1
                if progress is not None:
                    progress(min(done, positions), positions)
        except LawBroken as broken:
            findings.setdefault(broken.finding.law, broken.finding)
        if number + 1 >= len(kinds) and (done >= positions or findings):
            break
    if interpreted and not INTERPRETED:
        try:
            check_interpreted(game, seed, box)
        except LawBroken as broken:
            findings.setdefault(broken.finding.law, broken.finding)
    return list(findings.values())


class Walk:
    """One match, played to its end or for `most` steps, with the laws checked at every step."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str],
        seats: int,
        seed: int,
        chooser: Chooser = wander,
        box: Box | None = None,
        most: int = LONGEST,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.seats = seats
        self.seed = seed
        self.chooser = chooser
        self.most = most
        self.dice = random.Random(seed)
        self.match = open_match(game, seats=seats, seed=seed, options=options, box=box)
        self.box = self.match.box.record
        self.viewers = (*range(seats), SPECTATOR)
        self.scenes = self.match.scene(0) is not None

    def broken(self, law: str, what: str) -> LawBroken:
        """The error that says so, with the way here."""
        steps = (self.match.step(n) for n in range(self.match.steps + 1))
        moves = tuple(f"{step.seat} {step.move}" for step in steps if step.move is not None)
        return LawBroken(Finding(law, what, self.game.name, self.options, self.seats, self.seed, moves))

    def hold(self, law: str, holds: object, what: str | Callable[[], str]) -> None:
        """Raise LawBroken unless it `holds`. A text that takes long to make is made when it is needed."""
        if not holds:
            raise self.broken(law, what if isinstance(what, str) else what())

    # ------------------------------------------------------------ the walk

    def steps(self) -> Iterator[int]:
        """Play the match, check every step, and yield its number."""
        check_type(self)
        checked = -1
        while True:
            match = self.match
            for number in range(checked + 1, match.steps + 1):
                self.check_step(number)
                yield number
            checked = match.steps
            self.hold(BYTES, checked < LONGEST, f"after {checked} steps the match is not over")
            self.check_rest()
            if match.over or match.steps >= self.most:
                break
            seat = self.dice.choice(match.pending)
            moves = match.legal(seat)
            self.hold(MOVES, moves, f"seat {seat} is to decide and has no move")
            move = self.chooser(match, seat, moves, self.dice)
            self.check_refusal(seat)
            match.play(seat, move)
        self.check_end()

    def check_step(self, number: int) -> None:
        """The laws at one step, be it a move or a beat."""
        state = self.match.step(number).state
        self.hold(
            NO_PHANTOM,
            verbs.audit(state, self.box) == 0,
            lambda: f"step {number} does not add up: {self.audited(state)}",
        )
        self.check_bytes(state)
        self.check_moves(state)
        self.check_beat(number)
        scenes = self.scenes and self.dice.random() < 0.02
        for viewer in self.lookers(self.match.step(number).seat):
            self.check_leak(number, viewer, scenes)

    def check_rest(self) -> None:
        """The laws where the table waits for a decision, or is done."""
        self.check_commuting()
        if self.dice.random() < 0.2:
            self.check_undo()
            self.check_offer()
        if self.dice.random() < 0.04:
            self.check_transcripts(self.dice.choice(self.viewers))
        if self.dice.random() < 0.02:
            self.check_worlds(self.dice.choice(self.viewers))

    def check_end(self) -> None:
        """The laws of a whole match: ranks, the log, the record."""
        ranks = self.match.ranks
        fair = all(1 <= rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        ranked = len(ranks) == (self.seats if self.match.over else 0)
        self.hold(NO_PHANTOM, fair and ranked, f"the ranks {ranks} are none: ties share, 1, 1, 3")
        self.check_log()
        self.check_folded()

    # ------------------------------------------------------------ helpers

    def audited(self, state: Any) -> str:
        code = int(verbs.audit(state, self.box))
        return self.game.audits.get(code, f"audit {code}")

    def lookers(self, seat: int) -> tuple[int, ...]:
        """Through whose eyes a step of `seat` is looked at: its own, if it is a seat's, and some others'."""
        if len(self.viewers) <= LOOKERS:
            return self.viewers
        mover = (seat,) if seat != BEAT else ()
        others = [viewer for viewer in self.viewers if viewer not in mover]
        return *mover, *self.dice.sample(others, LOOKERS - len(mover))

    def bytes_of(self, state: Any) -> bytes:
        return packed(state, self.game.state)

    def veiled(self, state: Any, viewer: int) -> Any:
        copy = state.copy()
        verbs.veil(copy, self.box, viewer)
        return copy

    def redealt(self, state: Any, viewer: int) -> Any:
        copy = state.copy()
        verbs.redeal(copy, self.box, viewer, self.words())
        return copy

    def words(self) -> Any:
        """A seed nobody has used yet."""
        return seed_words(self.dice.randbytes(32))

    def listed(self, state: Any, seat: int) -> tuple[int, ...]:
        """The numbers of a seat's legal moves."""
        moves = self.match._moves
        return tuple(int(move) for move in moves[: verbs.legal(state, self.box, seat, moves)])

    def differing(self, one: Any, other: Any) -> str:
        """The fields in which two states differ."""
        names = [name for name in self.game.state.names or () if np.any(one[name] != other[name])]
        return ", ".join(names) or "nothing but bytes between the fields"

    # ------------------------------------------------------------ law 1: no leak

    def check_leak(self, number: int, viewer: int, scenes: bool) -> None:
        """Deal the viewer's hidden things anew: nothing it sees may change (and law 2)."""
        who = named(viewer)
        fold = self.match._fold(number, viewer)
        world = self.redealt(fold, viewer)
        self.hold(
            NO_PHANTOM,
            verbs.audit(world, self.box) == 0,
            lambda: f"at step {number} a world dealt anew for {who} does not add up: {self.audited(world)}",
        )
        seen, again = self.veiled(fold, viewer), self.veiled(world, viewer)
        self.hold(
            NO_LEAK,
            self.bytes_of(seen) == self.bytes_of(again),
            lambda: f"at step {number} the view of {who} shows what is hidden, in {self.differing(seen, again)}",
        )
        stream = any(np.any(seen[name]) for name in ("key", "block", "drawn"))
        self.hold(NO_LEAK, not stream, f"at step {number} the view of {who} shows the random stream")
        kept = np.array_equal(fold["key"], world["key"])
        self.hold(NO_LEAK, not kept, f"at step {number} a world dealt anew for {who} keeps the random stream")
        public = self.publicly(fold), self.publicly(world)
        self.hold(
            NO_LEAK,
            public[0] == public[1],
            f"at step {number} who decides, or the end, shows {who} what is hidden",
        )
        if viewer >= 0:
            own = self.listed(fold, viewer)
            self.hold(
                NO_LEAK,
                own == self.listed(world, viewer),
                f"at step {number} the legal moves of {who} show what is hidden",
            )
            self.hold(
                NO_LEAK,
                own == self.listed(self.match.step(number).state, viewer),
                f"at step {number} the legal moves of {who} show what others did in this epoch",
            )
        self.check_seen(number, viewer)
        if scenes:
            looks = [self.match._look(number, viewer, "en", state=state) for state in (fold, world)]
            self.hold(
                NO_LEAK,
                drawn(looks[0]) == drawn(looks[1]),
                f"at step {number} the scene of {who} shows what is hidden",
            )

    def publicly(self, state: Any) -> tuple[int, bool]:
        return int(verbs.pending(state, self.box)), bool(verbs.over(state, self.box))

    def check_seen(self, number: int, viewer: int) -> None:
        """What a viewer is told of a move must not depend on what it can't know."""
        step = self.match.step(number)
        if step.move is None:
            return
        before = self.match.step(number - 1).state
        shown = int(verbs.seen(before, self.box, step.seat, step.move.number, viewer))
        if step.seat == viewer:
            self.hold(NO_LEAK, shown == step.move.number, f"seat {viewer} does not see its own move {step.move!s}")
            return
        world = self.redealt(before, viewer)
        if step.move.number in self.listed(world, step.seat):
            again = int(verbs.seen(world, self.box, step.seat, step.move.number, viewer))
            self.hold(NO_LEAK, shown == again, f"how {named(viewer)} is told of {step.move!s} shows what is hidden")

    def check_transcripts(self, viewer: int) -> None:
        """Play on in two worlds that look alike: until something is uncovered they go on looking alike."""
        one, other = self.match.copy(), self.match.copy()
        fold = self.match._fold(self.match.steps, viewer)
        one._place(fold)
        other._place(self.redealt(fold, viewer))
        for _ in range(self.dice.randrange(1, 24)):
            self.compare(one, other, viewer)
            if one.over or one.pending != other.pending:
                return
            seat = self.dice.choice(one.pending)
            move = self.chooser(one, seat, one.legal(seat), self.dice)
            twin = self.twin(one, other, viewer, seat, move)
            if twin is None:
                return
            epochs = epoch(one), epoch(other)
            one.play(seat, move)
            other.play(seat, twin)
            if (epoch(one), epoch(other)) != epochs and one.view(viewer) != other.view(viewer):
                return  # something was uncovered

    def twin(self, one: Match, other: Match, viewer: int, seat: int, move: Move) -> Move | None:
        """The move in the other world that looks like `move` to the viewer; None if there is none."""
        allowed = other.legal(seat)
        seen = int(verbs.seen(one._state, self.box, seat, move.number, viewer))
        if seat == viewer or seen != HIDDEN:
            return move if move in allowed else None
        alike = [m for m in allowed if verbs.seen(other._state, self.box, seat, m.number, viewer) == HIDDEN]
        return self.dice.choice(alike) if alike else None

    def compare(self, one: Match, other: Match, viewer: int) -> None:
        """Two matches that look alike to a viewer do so in everything."""
        looks = [match.look(viewer) for match in (one, other)]
        where = f"{one.steps} steps on, {{}} {named(viewer)} what is hidden"
        same = self.bytes_of(looks[0].state) == self.bytes_of(looks[1].state)
        self.hold(
            NO_LEAK,
            same,
            lambda: where.format("the view shows") + f", in {self.differing(looks[0].state, looks[1].state)}",
        )
        self.hold(NO_LEAK, looks[0].legal == looks[1].legal, where.format("legal moves show"))
        self.hold(NO_LEAK, looks[0].log == looks[1].log, where.format("the log shows"))
        self.hold(NO_LEAK, looks[0].last == looks[1].last, where.format("the last moves show"))
        self.compare_past(one, other, viewer)
        told = [match.tell(viewer, match.steps) if match.steps else "" for match in (one, other)]
        self.hold(NO_LEAK, told[0] == told[1], where.format("what is told shows"))
        if one.pending != other.pending or not self.scenes or self.dice.random() < 0.7:
            return
        self.hold(NO_LEAK, drawn(looks[0]) == drawn(looks[1]), where.format("the scene shows"))
        if looks[0].legal and viewer in one.pending:
            move = self.dice.choice(looks[0].legal)
            previews = [match.preview(viewer, move) for match in (one, other)]
            pictures = [json.dumps(scene.json(), sort_keys=True) if scene else "" for scene in previews]
            self.hold(NO_LEAK, pictures[0] == pictures[1], where.format(f"the preview of {move!s} shows"))

    def compare_past(self, one: Match, other: Match, viewer: int) -> None:
        """What is shown of a turn afterwards, step by step, uncovers nothing either."""
        if one.steps != other.steps or not one.steps:
            return
        step = self.dice.randrange(1, one.steps + 1)
        looks = [match.look(viewer, step=step) for match in (one, other)]
        where = f"{one.steps} steps on, {{}} {named(viewer)} what was hidden {one.steps - step} steps before"
        same = self.bytes_of(looks[0].state) == self.bytes_of(looks[1].state)
        self.hold(NO_LEAK, same, lambda: where.format(f"{self.differing(looks[0].state, looks[1].state)} shows"))
        self.hold(NO_LEAK, looks[0].last == looks[1].last, where.format("the last moves show"))

    def check_log(self) -> None:
        """A log that was read as it grew is the one that is read at the end."""
        fresh = self.match.copy()
        fresh._log = {}
        for viewer in self.dice.sample(self.viewers, 2):
            same = self.match.look(viewer).log == fresh.look(viewer).log
            self.hold(SAME, same, f"the log of {named(viewer)} depends on when it was read")

    # ------------------------------------------------------------ law 2: no phantom

    def check_worlds(self, viewer: int) -> None:
        """A world dealt anew can be played to its end, or as far as the match itself."""
        world = self.match.copy()
        world._place(self.redealt(self.match._fold(self.match.steps, viewer), viewer))
        while not world.over and world.steps < self.most:
            seat = self.dice.choice(world.pending)
            moves = world.legal(seat)
            self.hold(
                NO_PHANTOM,
                moves,
                f"in a world dealt anew for {named(viewer)}, seat {seat} is left without a move",
            )
            world.play(seat, self.chooser(world, seat, moves, self.dice))
            adds_up = verbs.audit(world._state, self.box) == 0
            self.hold(
                NO_PHANTOM,
                adds_up,
                lambda: f"a world dealt anew for {named(viewer)} no more adds up: {self.audited(world._state)}",
            )
            self.hold(NO_PHANTOM, world.steps < LONGEST, "a world dealt anew does not end")

    # ------------------------------------------------------------ law 4: order

    def check_commuting(self) -> None:
        """Two moves of different seats, neither of which ends the epoch, either way round."""
        match = self.match
        if len(match.pending) < 2:
            return
        one, other = self.dice.sample(match.pending, 2)
        first, second = self.dice.choice(match.legal(one)), self.dice.choice(match.legal(other))
        ways = []
        for order in (((one, first), (other, second)), ((other, second), (one, first))):
            state = match._state.copy()
            verbs.play(state, self.box, order[0][0], order[0][1].number)
            if int(state["epoch"]) != epoch(match):
                return
            allowed = order[1][1].number in self.listed(state, order[1][0])
            self.hold(
                ORDER,
                allowed,
                f"seat {order[1][0]} can't {order[1][1]!s} after seat {order[0][0]} played {order[0][1]!s}",
            )
            verbs.play(state, self.box, order[1][0], order[1][1].number)
            ways.append(state)
        self.hold(
            ORDER,
            self.bytes_of(ways[0]) == self.bytes_of(ways[1]),
            lambda: (
                f"it matters whether seat {one} plays {first!s} before seat {other} plays {second!s}, "
                f"in {self.differing(*ways)}"
            ),
        )

    def check_beat(self, number: int) -> None:
        """A beat after moves of several seats begins an epoch, whose moves may come in any order."""
        match = self.match
        step, before = match.step(number), match.step(number - 1) if number else None
        if before is None:
            return
        moved = [match.step(n) for n in range(before.epoch_start + 1, number)]
        seats = {s.seat for s in moved if s.move is not None}
        goes_on = step.epoch_start == before.epoch_start
        if step.seat == BEAT:
            self.hold(
                ORDER,
                not goes_on or len(seats) < 2,
                f"the beat {step.beat!r} at step {number} follows moves of several seats, in their epoch",
            )
        elif goes_on:
            mixed = [n for n, s in enumerate(moved) if s.seat == BEAT and any(b.move is not None for b in moved[:n])]
            self.hold(
                ORDER,
                not mixed or seats <= {step.seat},
                f"seat {step.seat} moves at step {number} after a beat that followed another seat's move",
            )
        if not goes_on and len(seats) > 1:
            self.check_reordered(before.epoch_start, number)

    def check_reordered(self, start: int, end: int) -> None:
        """The moves of a finished epoch, grouped by seat, lead to the same state."""
        match = self.match
        while match.step(start + 1).seat == BEAT:
            start += 1  # beats before the first move are everybody's
        moves = [(s.seat, s.move) for s in (match.step(n) for n in range(start + 1, end)) if s.move is not None]
        state = match.step(start).state.copy()
        backwards = self.dice.random() < 0.5
        for seat, move in sorted(moves, key=lambda m: -m[0] if backwards else m[0]):
            legal = move.number in self.listed(state, seat)
            self.hold(ORDER, legal, f"seat {seat} could not have played {move!s} in another order of its epoch")
            verbs.play(state, self.box, seat, move.number)
        true = match.step(end - 1).state
        self.hold(
            ORDER,
            self.bytes_of(state) == self.bytes_of(true),
            lambda: f"steps {start + 1} to {end - 1} in another order differ in {self.differing(state, true)}",
        )

    # ------------------------------------------------------------ law 5: the same bytes

    def check_folded(self) -> None:
        """The record, played again, gives the same states step by step."""
        match = self.match
        text = match.record()
        record = json.loads(text)
        again = open_match(
            self.game, seats=record["seats"], seed=record["seed"], options=record["options"], box=match.box
        )
        for line in record["moves"]:
            seat, _, move = line.partition(" ")
            again.play(int(seat), move)
        self.hold(SAME, again.steps == match.steps, "the record leads to another number of steps")
        for number in range(match.steps + 1):
            one, other = match.step(number), again.step(number)
            if self.bytes_of(one.state) != self.bytes_of(other.state):
                differing = self.differing(one.state, other.state)
                raise self.broken(SAME, f"played from the record, step {number} differs in {differing}")
            self.hold(SAME, one.beat == other.beat, f"played from the record, step {number} is another beat")
        if self.game.name in games():
            loaded = load(text, match.box)
            self.hold(SAME, loaded.record() == text, "the record of the record is another one")

    # ------------------------------------------------------------ customs

    def check_bytes(self, state: Any) -> None:
        """A state goes into bytes and back without loss."""
        data = self.bytes_of(state)
        back = self.bytes_of(unpacked(data, self.game.state))
        self.hold(BYTES, data == back, "a state read back from its bytes has other bytes")

    def check_moves(self, state: Any) -> None:
        """Legal moves ascend, are written and read back, and are there for those who are to decide alone."""
        mask = int(verbs.pending(state, self.box))
        self.hold(MOVES, mask >> self.seats == 0, f"{mask:b} names seats that are not at the table")
        self.hold(MOVES, not (mask and verbs.over(state, self.box)), "the match is over and seats are to decide")
        notation = self.match.notation
        for seat in range(self.seats):
            moves = self.listed(state, seat)
            due = bool(mask >> seat & 1)
            self.hold(
                MOVES,
                bool(moves) == due,
                f"seat {seat} has {len(moves)} moves, and is {'' if due else 'not '}to decide",
            )
            ascending = all(a < b for a, b in itertools.pairwise(moves))
            self.hold(MOVES, ascending, f"the moves of seat {seat} are not ascending: {moves}")
            for number in moves:
                text = str(notation.move(number))
                self.hold(MOVES, notation.read(text).number == number, f"{text!r} is read as another move")

    def check_offer(self) -> None:
        """A scene offers the legal moves of its viewer, and no others."""
        viewer = self.dice.choice(self.viewers)
        if not self.scenes:
            return
        scene = self.match.scene(viewer)
        self.hold(MOVES, scene.text().strip(), f"the scene of {named(viewer)} can't be read")
        data = scene.json()
        offered = {move for sprite in data["sprites"] for move in (sprite["move"], *sprite["turns"])}
        offered |= {button["move"] for button in data["panels"]["prompt"]["buttons"]}
        offered.discard(None)
        legal = {str(move) for move in self.match.legal(viewer)} if viewer >= 0 else set()
        self.hold(MOVES, offered == legal, f"the scene of {named(viewer)} offers {sorted(offered ^ legal)} wrongly")

    def check_refusal(self, seat: int) -> None:
        """A move that is not in the list is refused, and changes nothing."""
        if self.dice.random() > 0.1:
            return
        allowed = set(self.match.legal(seat))
        foreign = self.dice.choice(list(self.match.notation))
        if foreign in allowed:
            return
        before = self.match.state, self.match.steps
        try:
            self.match.play(seat, foreign)
        except IllegalMove:
            self.hold(
                MOVES,
                (self.match.state, self.match.steps) == before,
                f"{foreign!s} was refused and changed something",
            )
            return
        raise self.broken(MOVES, f"seat {seat} could play {foreign!s}, which is not in its list")

    def check_undo(self) -> None:
        """Take back all that a seat did in this epoch: it is where that began, and nobody else sees it."""
        match = self.match
        movers = [seat for seat in range(self.seats) if match.can_undo(seat)]
        if not movers:
            return
        seat = self.dice.choice(movers)
        start = match.step(match.steps).epoch_start
        while start < match.steps and match.step(start + 1).seat == BEAT:
            start += 1
        taken = [s.move for s in (match.step(n) for n in range(start + 1, match.steps + 1)) if s.seat == seat]
        twin = match.copy()
        while twin.can_undo(seat):
            twin.undo(seat)
            self.hold(UNDO, epoch(twin) == epoch(match), f"taking back moved seat {seat} to another epoch")
        try:
            twin.undo(seat)
        except NoUndo:
            pass
        else:
            raise self.broken(UNDO, f"seat {seat} could take back more than its moves of this epoch")
        for viewer in self.lookers(seat):
            if viewer == seat:
                fold = match._fold(start, seat)
                now = twin._fold(twin.steps, seat)
                same = self.bytes_of(self.veiled(fold, seat)) == self.bytes_of(self.veiled(now, seat))
                self.hold(UNDO, same, f"after taking back, seat {seat} is not where the epoch began")
                continue
            one, other = match.look(viewer), twin.look(viewer)
            same = self.bytes_of(one.state) == self.bytes_of(other.state) and one.legal == other.legal
            self.hold(UNDO, same and one.log == other.log, f"{named(viewer)} sees that seat {seat} has taken back")
        for move in taken:
            if move is not None:
                twin.play(seat, move)
        self.hold(
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


def named(viewer: int) -> str:
    return "the spectator" if viewer == SPECTATOR else f"seat {viewer}"


def epoch(match: Match) -> int:
    return int(match._state["epoch"])


def drawn(look: Any) -> str:
    """The scene of a view, as text that can be compared."""
    scene = look.game.scene(replace(look, step=0))
    return json.dumps(scene.json(), sort_keys=True)


# ---------------------------------------------------------------- compiled is interpreted


def check_interpreted(game: Game, seed: int = 0, box: Box | None = None, most: int | None = None) -> None:
    """Play a match of each kind here and in a process with compiling off; compare every step, or the first `most`."""
    kinds = tables(game)
    asked = {"package": game.package, "name": game.name, "seed": seed, "box": box and dict(box.data)}
    asked |= {"tables": kinds, "most": most}
    code = "import sys; from mistvale.core.transcript import report; report(sys.argv[1])"
    environment = {
        **os.environ,
        "MISTVALE_INTERPRETED": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asked)], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LawBroken(
            Finding(SAME, f"interpreted, the rules fail: {done.stderr[-2000:]}", game.name, *kinds[0], seed, ())
        )
    for (options, seats), other in zip(kinds, json.loads(done.stdout), strict=True):
        one = played(game, options, seats, seed, box, most)
        if one != other:
            step = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
            raise LawBroken(
                Finding(
                    SAME,
                    f"interpreted, step {step} of dice {seed} differs",
                    game.name,
                    options,
                    seats,
                    seed,
                    (),
                )
            )
