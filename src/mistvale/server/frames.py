"""Frames: what watchers are shown of a change, each with the eyes of the seat it watches."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import mistvale as mv

from .tables import Change, Table
from .words import LANGUAGE, say

Frame = dict[str, Any]
Scene = dict[str, Any]
# The seat whose eyes one looks through; None: a spectator's.
Viewer = int | None


def encode(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def frame(match: mv.Match, viewer: Viewer, step: int, lang: str = LANGUAGE, scene: Scene | None = None) -> Frame:
    """The table at a step; its scene is drawn unless it is given."""
    taken = match.step(step)
    text = match.tell(viewer, step, lang) if step else ""
    move = taken.move is not None
    seat = taken.seat if move else None
    last = step == match.steps
    return {
        "step": step,
        "kind": "start" if step == 0 else "move" if move else "beat",
        "beat": taken.beat,
        "seat": seat,
        "text": text,
        "sound": sound(match, viewer, step, text),
        "can_undo": last and viewer is not None and match.can_undo(viewer),
        "scene": match.scene(viewer, lang, step).json() if scene is None else scene,
    }


def sound(match: mv.Match, viewer: Viewer, step: int, text: str) -> str | None:
    """What a step sounds like; a move that the viewer may not see makes no sound."""
    taken = match.step(step)
    if step and step == match.steps and match.over:
        return "win"
    if taken.beat is not None:
        return taken.beat if text else None
    if taken.move is None:
        return None
    # What kind of move a rival made may be a secret of its own.
    return str(taken.move).partition(" ")[0] if taken.seat == viewer else "card" if text else None


@dataclass
class Gallery:
    """What each kind of viewer was shown last, so that nobody is shown a change that it cannot see."""

    shown: dict[Viewer, tuple[Scene, bool]] = field(default_factory=dict)
    drawn: dict[Viewer, tuple[mv.View, Scene]] = field(default_factory=dict)

    def whole(self, table: Table, viewer: Viewer, first: int | None = None) -> str:
        """The table from step `first` on (or as it stands), in place of all that was shown before."""
        match = table.match
        assert match is not None
        start = match.steps if first is None else first
        frames = [self._frame(match, viewer, step) for step in range(start, match.steps + 1)]
        self.shown[viewer] = self._look(frames[-1])
        return self._message(table, viewer, frames, True)

    def change(self, table: Table, viewer: Viewer, change: Change) -> str | None:
        """What a change adds for this viewer; None if it sees nothing of it."""
        match = table.match
        if match is None:
            return None
        if change.started:
            return self.whole(table, viewer, 0)
        if change.event.kind == "undo":
            frames = [self._undone(table, viewer, change)]
        else:
            first = first_to_show(match, viewer, change.before, change.after)
            frames = [self._frame(match, viewer, step) for step in range(first, change.after + 1)]
        news = [each for each in frames if self._is_news(viewer, each)]
        return self._message(table, viewer, news, False) if news else None

    def _frame(self, match: mv.Match, viewer: Viewer, step: int) -> Frame:
        """The table at a step. What others do in secret changes no view: their moves need no drawing."""
        look = match.look(viewer, LANGUAGE, step)
        known = self.drawn.get(viewer)
        scene = known[1] if known and known[0].looks_like(look) else match.game.scene(look).json()
        self.drawn[viewer] = look, scene
        return frame(match, viewer, step, scene=scene)

    def _undone(self, table: Table, viewer: Viewer, change: Change) -> Frame:
        match, seat = table.match, change.event.seat
        assert match is not None and seat is not None
        mine = viewer == seat
        return self._frame(match, viewer, match.steps) | {
            "kind": "undo",
            "beat": None,
            "seat": seat,
            "text": say("frame.undo", name=table.seats[seat].name) if mine else "",
            "sound": "card" if mine else None,
        }

    def _is_news(self, viewer: Viewer, each: Frame) -> bool:
        look = self._look(each)
        known = self.shown.get(viewer)
        self.shown[viewer] = look
        return bool(each["text"]) or look != known

    @staticmethod
    def _look(each: Frame) -> tuple[Scene, bool]:
        return each["scene"], each["can_undo"]

    @staticmethod
    def _message(table: Table, viewer: Viewer, frames: list[Frame], whole: bool) -> str:
        return encode({"type": "frames", "seat": viewer, "frames": frames, "step": table.step, "whole": whole})


def first_to_show(match: mv.Match, viewer: Viewer, before: int, after: int) -> int:
    """The first step that a change from `before` to `after` lets a viewer see.

    When an epoch ends, those who only looked on are shown how it went, step by step.
    """
    epoch = match.step(before).epoch_start
    if match.step(after).epoch_start == epoch or any(match.step(n).seat == viewer for n in range(epoch + 1, after + 1)):
        return before + 1
    # Beats before the first move were everybody's already.
    return next(n for n in range(epoch + 1, before + 2) if n > before or match.step(n).move is not None)


def public_scores(match: mv.Match) -> list[int]:
    """The points that everybody may know."""
    return list(match.scores) if match.over else list(match.view(None)["scores"])


def status(table: Table, guest: str, online: set[str], failed: set[int]) -> dict[str, Any]:
    """A match status as one guest gets it, with the guests that are there and the bots that cannot move."""
    match = table.match
    mine = table.held_by(guest)
    pending = table.pending
    seats = []
    for i, seat in enumerate(table.seats):
        one: dict[str, Any] = {
            "seat": i,
            "kind": seat.kind,
            "name": seat.name,
            "mine": i in mine,
            "online": seat.kind == "bot" or seat.guest in online,
            "bot": seat.bot if seat.kind == "bot" else None,
            "pending": i in pending,
            "failed": i in failed,
        }
        if seat.kind == "open" and table.host == guest:
            one["link"] = f"/join/{seat.token}"
        seats.append(one)
    answer: dict[str, Any] = {
        "match": table.id,
        "game": table.game,
        "title": mv.game(table.game).title if table.game in mv.games() else table.game,
        "options": table.options,
        "status": table.status,
        "seats": seats,
        "mine": mine,
        "host": table.host == guest,
        "step": table.step,
        "scores": public_scores(match) if match else [],
        "ranks": list(match.ranks) if match and match.over else [],
        "created": table.created,
        "host_seal": table.host_seal,
        "rematch": table.rematch,
        "hints": table.hints,
    }
    if table.frozen:
        answer["reason"] = table.frozen
    return answer
