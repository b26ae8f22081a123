"""The law of the lab: what researchers' tools are given is what `Match` says, and nothing that a seat may not know.

A match is played beside a light state, step by step, and at each step, through every seat's eyes:

- the observation is the view, turned to who looks, to the byte, in all of its forms; and back;
- legal moves and their mask, who may decide, points, the end and rewards of every kind are those of the view;
- all of it stays the same in a world that is dealt anew, in which whoever had decided has decided, too;
- two views differ exactly if their observations do.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.box import Box
from ..core.game import Game
from ..core.knowledge import View
from ..core.match import open_match
from ..core.rule import SPECTATOR, packed
from .cells import REWARDS
from .layout import Layout
from .rewards import settings
from .state import State
from .turning import turn


class LabLawBroken(AssertionError):
    """What a tool is given is not what its seat may know."""


def worth_seen(look: View, viewer: int, kind: str) -> float:
    """What a match is worth to a seat by its view: points as it sees them, places when it is over."""
    own, rivals = look.scores[viewer], [points for seat, points in enumerate(look.scores) if seat != viewer]
    if kind in ("points", "lead"):
        return own - (max(rivals, default=0) if kind == "lead" else 0)
    if not look.over or not rivals:
        return 0.0
    better = sum(rank < look.ranks[viewer] for rank in look.ranks)
    ties = look.ranks.count(look.ranks[viewer])
    if kind == "win":
        return 0.0 if better else 1 / ties
    return 1 - (2 * better + ties - 1) / len(rivals)


def hold(holds: object, says: str) -> None:
    """Raise LabLawBroken unless it holds."""
    if not holds:
        raise LabLawBroken(says)


class Beside:
    """One match, and a light state that is played as it is."""

    def __init__(self, game: Game, options: Mapping[str, str], seats: int, seed: int, box: Box | None = None) -> None:
        self.dice = random.Random(f"{game.name} {options} {seats} {seed}")
        self.match = open_match(game, seats, seed, options, box)
        self.state = State.of(self.match)
        self.layout = Layout(game, self.match.box.words)
        self.kinds = {kind: settings(self.state.setting, kind, differences=True) for kind in REWARDS}
        self.forms: tuple[dict[bytes, bytes], ...] = ({}, {}, {})  # views by each form, forms by view

    def walk(self, most: int) -> int:
        """Play on to the end, or for so many decisions, checking everything; how many there were."""
        hold(
            self.state == State(self.match.game, self.match.seats, self.match.options, self.match.seed, self.match.box),
            "a state that begins is not the match that begins",
        )
        count = 0
        self.check()
        while not self.match.over and count < most:
            seat = self.dice.choice(self.match.pending)
            move = self.dice.choice(self.match.legal(seat))
            self.match.play(seat, move)
            self.state.play(move.number, seat)
            count += 1
            self.check()
        return count

    def check(self) -> None:
        """Everything, at one step."""
        hold(self.state == State.of(self.match), "a state that was played is not the match that was played")
        hold(State.restored(self.state.setting, self.state.bytes) == self.state, "its bytes do not make it again")
        hold(self.state.pending == self.match.pending and self.state.over == self.match.over, "who decides differs")
        hold(self.state.scores == self.match.scores and self.state.ranks == self.match.ranks, "the result differs")
        for viewer in (SPECTATOR, *range(self.match.seats)):
            self.check_view(viewer)

    def check_view(self, viewer: int) -> None:
        """What one viewer is given."""
        who = f"after {self.state.length} decisions, viewer {viewer}: "
        look = self.match.view_at(self.match.steps, viewer, "en")
        seen = self.state.observation(viewer)
        dtype = self.match.game.state
        hold(packed(seen, dtype) == packed(turn(look.state, viewer), dtype), who + "an observation is not the view")
        hold(packed(turn(seen, viewer, back=True), dtype) == packed(look.state, dtype), who + "it does not turn back")
        if viewer != SPECTATOR:
            legal = [move.number for move in look.legal] if viewer in self.match.pending else []
            hold(self.state.legal(viewer) == legal, who + "legal moves are not those of the view")
            hold(np.flatnonzero(self.state.mask(viewer)).tolist() == legal, who + "the mask is not that of the view")
            self.check_rewards(look, viewer, who)
        self.check_forms(look, seen, viewer, who)
        if not self.match.over:
            self.check_world(seen, viewer, who)

    def check_rewards(self, look: View, viewer: int, who: str) -> None:
        """What the match is worth to a seat follows from what it sees, and from nothing else."""
        for kind, how in self.kinds.items():
            told, right = self.state.worth(how)[viewer], worth_seen(look, viewer, kind)
            hold(told == np.float32(right), f"{who}by {kind} it is worth {told}, and by the view {right}")

    def check_forms(self, look: View, seen: Any, viewer: int, who: str) -> None:
        """Named, flat or as planes: two are the same exactly if their views are."""
        view = bytes([viewer % 256]) + packed(seen, look.game.state)
        flat, planes = self.layout.flat(seen), self.layout.planes(seen)
        told = flat.tobytes(), planes.tobytes(), bytes([viewer % 256]) + packed(look.state, look.game.state)
        for form, known in zip(told[:2], self.forms[:2], strict=True):
            hold(known.setdefault(form, view[1:]) == view[1:], who + "two views look alike to a form of observation")
        hold(self.forms[2].setdefault(told[2], told[0]) == told[0], who + "one view has two observations")
        for part in self.layout.parts:
            values = np.asarray(seen[part.name])
            in_range = bool((values >= part.least).all() and (values <= part.most).all())
            hold(in_range, f"{who}{part.name} leaves its range, {part.least} to {part.most}: {values.tolist()}")

    def check_world(self, seen: Any, viewer: int, who: str) -> None:
        """Deal anew what the viewer can't know: it is given the same."""
        world = self.state.imagined(viewer, self.dice.randbytes(32))
        dtype = self.match.game.state
        hold(
            packed(world.observation(viewer), dtype) == packed(seen, dtype), who + "an observation shows what is hidden"
        )
        hold(world.pending == self.state.pending, who + "another world forgets who has decided")
        for how in self.kinds.values() if viewer != SPECTATOR else ():
            hold(world.worth(how)[viewer] == self.state.worth(how)[viewer], who + "a reward shows what is hidden")
        hold(
            viewer == SPECTATOR or world.legal(viewer) == self.state.legal(viewer),
            who + "legal moves show what is hidden",
        )


def check(game: Game, options: Mapping[str, str], seats: int, seed: int, most: int, box: Box | None = None) -> int:
    """Check one match; how many decisions there were. Raises LabLawBroken."""
    return Beside(game, options, seats, seed, box).walk(most)
