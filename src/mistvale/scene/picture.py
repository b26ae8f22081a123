"""Pictures: scenes on their way to those who watch, whole or as what has changed since the one before.

Most of a table stays as it is from step to step. A picture keeps each of its parts as text, takes over those that are
the same in the picture before it, and can say what is different: a patch, by the keys of sprites and groups. Whoever
holds the one picture makes the other of it (`patched`), and sees by its digest that it is the same.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from .model import Group, Scene, Sprite

Data = dict[str, Any]
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
PLACES = 2  # of numbers after the point: nobody sees a hundredth of a pixel


def plain(number: float) -> float:
    """A number as both ends write it: rounded, and a whole one without a point."""
    short = round(number, PLACES)
    return int(short) if short == int(short) else short


class Part:
    """Something with a key: what it is made from, its fields, and both as text."""

    __slots__ = ("data", "source", "text")

    def __init__(self, source: Sprite | Group) -> None:
        self.source = source
        self.data = vars(source).copy()
        for name in ("x", "y", "turn", "width", "height"):
            if name in self.data:
                self.data[name] = plain(self.data[name])
        if isinstance(source, Sprite):
            self.data["size"] = [plain(side) for side in source.size]
            self.data["turns"], self.data["marks"] = list(source.turns), list(source.marks)
        self.text = encode(self.data)


Parts = dict[str, Part]


def parts(sources: Iterable[Sprite | Group], before: Parts) -> Parts:
    """The parts by their keys, in their order; what is the same as before is not written again."""
    found: Parts = {}
    for source in sources:
        old = before.get(source.key)
        same = old is not None and (old.source is source or old.source == source)
        found[source.key] = old if old is not None and same else Part(source)
    return found


class Picture:
    """A scene as it goes over the wire."""

    def __init__(self, scene: Scene, before: Picture | None = None) -> None:
        self.groups: Parts = parts(scene.groups, before.groups if before else {})
        self.sprites: Parts = parts(scene.sprites, before.sprites if before else {})
        self.head = encode({"game": scene.game.name, "viewer": scene.viewer, "lang": scene.lang})[1:-1]
        self.prompt = encode({**vars(scene.prompt), "buttons": [vars(button) for button in scene.prompt.buttons]})
        self.scores = [vars(score) for score in scene.scores]
        self.reference = [vars(entry) for entry in scene.reference]
        self.summary = encode(vars(scene.summary) if scene.summary else None)
        self.told = scene.log
        kept = _alike(before.told, scene.log) if before else 0
        self.log: list[str] = before.log[:kept] if before else []
        self.log += [_line(*line) for line in scene.log[kept:]]

    @cached_property
    def text(self) -> str:
        """The whole scene, as `Scene.json` has it."""
        groups, sprites = (",".join(part.text for part in kind.values()) for kind in (self.groups, self.sprites))
        return (
            f'{{{self.head},"groups":[{groups}],"sprites":[{sprites}],"panels":{{"prompt":{self.prompt},'
            f'"scores":{encode(self.scores)},"log":[{",".join(self.log)}],"reference":{encode(self.reference)},'
            f'"summary":{self.summary}}}}}'
        )

    @cached_property
    def digest(self) -> str:
        """What tells two pictures apart."""
        return f"{zlib.crc32(self.text.encode()):08x}"

    def patch(self, old: Picture) -> str:
        """What makes this picture of an older one, as text."""
        changes = [
            *_keyed("groups", old.groups, self.groups),
            *_keyed("sprites", old.sprites, self.sprites),
            *_rows("scores", old.scores, self.scores),
            *_rows("reference", old.reference, self.reference),
        ]
        if old.head != self.head:
            changes.append(f'"head":{{{self.head}}}')
        if old.prompt != self.prompt:
            changes.append(f'"prompt":{self.prompt}')
        if old.summary != self.summary:
            changes.append(f'"summary":{self.summary}')
        if old.told != self.told:
            kept = _alike(old.told, self.told)
            changes.append(f'"log":[{kept},[{",".join(self.log[kept:])}]]')
        return f"{{{','.join(changes)}}}"


def _line(seat: int, text: str) -> str:
    return encode({"seat": seat if seat >= 0 else None, "text": text})


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many lines both logs begin with."""
    if one == other[: len(one)]:
        return len(one)
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _keyed(name: str, old: Parts, new: Parts) -> Iterable[str]:
    """What changed among things with keys: which are gone, which fields are others, which are new and where."""
    change: list[str] = []
    gone = [key for key in old if key not in new]
    if gone:
        change.append(f'"gone":{encode(gone)}')
    other = {key: _fields(old[key], part) for key, part in new.items() if key in old and old[key] is not part}
    if any(other.values()):
        change.append(f'"set":{encode({key: fields for key, fields in other.items() if fields})}')
    fresh = [f"[{at},{part.text}]" for at, (key, part) in enumerate(new.items()) if key not in old]
    if fresh:
        change.append(f'"new":[{",".join(fresh)}]')
    if [key for key in old if key in new] != [key for key in new if key in old]:
        change.append(f'"order":{encode(list(new))}')
    if change:
        yield f'"{name}":{{{",".join(change)}}}'


def _fields(old: Part, new: Part) -> Data:
    return {name: value for name, value in new.data.items() if old.data[name] != value}


def _rows(name: str, old: list[Data], new: list[Data]) -> Iterable[str]:
    """What changed in a list whose entries stay in their places; the whole of one that is longer or shorter."""
    if len(old) != len(new):
        yield f'"{name}":{encode(new)}'
        return
    rows = {
        place: {field: value for field, value in now.items() if was[field] != value}
        for place, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now
    }
    if rows:
        yield f'"{name}":{encode(rows)}'


# ---------------------------------------------------------------- at the other end


def patched(scene: Mapping[str, Any], patch: Mapping[str, Any]) -> Data:
    """The scene that a patch makes of another one, which stays as it was. What a program does with what it is sent."""
    panels = {**scene["panels"]}
    for name in ("prompt", "summary"):
        if name in patch:
            panels[name] = patch[name]
    for name in ("scores", "reference"):
        if name in patch:
            panels[name] = _patched_rows(panels[name], patch[name])
    if "log" in patch:
        kept, lines = patch["log"]
        panels["log"] = [*panels["log"][:kept], *lines]
    keyed = {name: _patched_keys(scene[name], patch.get(name, {})) for name in ("groups", "sprites")}
    return {**scene, **patch.get("head", {}), **keyed, "panels": panels}


def _patched_keys(things: list[Data], change: Mapping[str, Any]) -> list[Data]:
    gone, other = set(change.get("gone", ())), change.get("set", {})
    found = [{**thing, **other.get(thing["key"], {})} for thing in things if thing["key"] not in gone]
    if "order" in change:
        fresh = [thing for _, thing in change.get("new", ())]
        by_key = {thing["key"]: thing for thing in (*found, *fresh)}
        return [by_key[key] for key in change["order"]]
    for at, thing in change.get("new", ()):
        found.insert(at, thing)
    return found


def _patched_rows(rows: list[Data], change: list[Data] | Mapping[str, Data]) -> list[Data]:
    if isinstance(change, list):
        return change
    return [{**row, **change.get(str(place), {})} for place, row in enumerate(rows)]
