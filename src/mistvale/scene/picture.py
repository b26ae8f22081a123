"""Pictures: scenes on their way to those who watch, whole or as what has changed since the one before.

Most of a table stays as it is from step to step. A picture takes over those of its parts that are the same in the
picture before it, and can say what is different: a patch, by the keys of sprites and groups. Whoever holds the one
picture makes the other of it (`patched`), and sees by its `digest` that it is the same.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any

import orjson

from ..core.history import BEAT
from ..core.sharing import one
from .model import Group, Prompt, Reference, Scene, Score, Sprite, Summary

Data = dict[str, Any]
NUMBERS = frozenset({"x", "y", "turn", "width", "height"})
PLACES = 2  # of numbers after the point: nobody sees a hundredth of a pixel


def encode(data: Any) -> str:
    """Compact JSON, just as a browser writes it."""
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode()


def plain(number: float) -> float:
    """A number as both ends write it: rounded, and a whole one without a point."""
    if type(number) is int:
        return number
    if number == (whole := int(number)):
        return whole
    short = round(number, PLACES)
    return int(short) if short == int(short) else short


def written(name: str, value: Any) -> Any:
    """A field of a sprite or a group as it is written."""
    if name in NUMBERS:
        return plain(value)
    return plain_size(value) if name == "size" else value


@lru_cache(1 << 8)
def plain_size(size: tuple[float, float]) -> list[float]:
    """A size as it is written; there are few of them. It must not be written into."""
    return [plain(side) for side in size]


def checksum(text: str, before: int = 0) -> int:
    """The CRC-32 of a text, or of what came before it and the text."""
    return zlib.crc32(text.encode(), before)


def digest_of(checksums: Iterable[int]) -> str:
    """What tells two pictures apart: the checksum of the checksums of all their parts."""
    found = list(checksums)
    return f"{zlib.crc32(struct.pack(f'>{len(found)}I', *found)):08x}"


Thing = Sprite | Group
"""Something with a key."""
MOST = 1 << 12  # things that are remembered beside those of pictures: some three megabytes in all


def fields_of(thing: Thing) -> Data:
    """Its fields as they are written."""
    data = thing._asdict()
    if isinstance(thing, Sprite):
        data["x"], data["y"], data["turn"] = plain(thing.x), plain(thing.y), plain(thing.turn)
        data["size"] = plain_size(thing.size)
    else:
        data["width"], data["height"] = plain(thing.width), plain(thing.height)
    return data


@lru_cache(MOST)
def known(thing: Thing) -> tuple[Thing, int]:
    """The one thing of all that are equal to this, at whatever table, and its checksum: most were seen before."""
    if isinstance(thing, Sprite):
        # Many sprites have these alike.
        thing = thing._replace(symbol=one(thing.symbol), group=one(thing.group), size=one(thing.size))
    return thing, checksum(encode(fields_of(thing)))


def kept_one(made: Any) -> Any:
    """The one sprite, group or entry, of all that are equal to this one, that is remembered."""
    if isinstance(made, (Sprite, Group)):
        return known(made)[0]
    return one(made) if isinstance(made, Reference) else made


class Picture:
    """A scene as it goes over the wire."""

    def __init__(self, scene: Scene, before: Picture | None = None) -> None:
        self.groups: tuple[Group, ...] = scene.groups
        self.sprites: tuple[Sprite, ...] = scene.sprites
        # Of each of these, in their order.
        self.checksums: array[int] = checksums((*scene.groups, *scene.sprites), before)
        self.head: Data = {"game": scene.game.name, "viewer": scene.viewer, "lang": scene.lang}
        self.prompt: Prompt = scene.prompt
        self.scores: tuple[Score, ...] = scene.scores
        self.reference: tuple[Reference, ...] = scene.reference
        self.summary: Summary | None = scene.summary
        self.log = scene.log
        # The checksum of all lines: most often there are only more of them than before.
        longer = before is not None and before.log == scene.log[: len(before.log)]
        self.log_checksum: int = before.log_checksum if before is not None and longer else 0
        for line in scene.log[len(before.log) if before is not None and longer else 0 :]:
            self.log_checksum = checksum(_line(*line), self.log_checksum)

    @property
    def text(self) -> str:
        """The whole scene, as `Scene.json` has it."""
        groups, sprites = (encode([fields_of(thing) for thing in kind]) for kind in (self.groups, self.sprites))
        return (
            f'{{{encode(self.head)[1:-1]},"groups":{groups},"sprites":{sprites},'
            f'"panels":{{"prompt":{encode(self.prompt)},"scores":{encode(self.scores)},'
            f'"log":[{",".join(_line(*line) for line in self.log)}],"reference":{encode(self.reference)},'
            f'"summary":{encode(self.summary)}}}}}'
        )

    @cached_property
    def digest(self) -> str:
        """What tells it apart from others: `digest` of its scene."""
        panels = (self.prompt, self.scores, self.reference, self.summary)
        return digest_of(
            (
                checksum(encode(self.head)),
                *self.checksums,
                *(checksum(encode(panel)) for panel in panels),
                self.log_checksum,
            )
        )

    def is_like(self, other: Picture) -> bool:
        """Whether both show the same."""
        return self is other or all(getattr(self, fact) == getattr(other, fact) for fact in FACTS)

    def patch(self, old: Picture) -> str:
        """What makes this picture of an older one, as text."""
        changes = [
            *_keyed("groups", old.groups, self.groups),
            *_keyed("sprites", old.sprites, self.sprites),
            *_rows("scores", old.scores, self.scores),
            *_rows("reference", old.reference, self.reference),
        ]
        if old.head != self.head:
            changes.append(f'"head":{encode(self.head)}')
        if old.prompt != self.prompt:
            changes.append(f'"prompt":{encode(self.prompt)}')
        if old.summary != self.summary:
            changes.append(f'"summary":{encode(self.summary)}')
        if old.log != self.log:
            kept = _alike(old.log, self.log)
            changes.append(f'"log":[{kept},[{",".join(_line(*line) for line in self.log[kept:])}]]')
        return f"{{{','.join(changes)}}}"


FACTS = ("sprites", "groups", "head", "prompt", "scores", "reference", "summary", "log")


def checksums(things: Sequence[Thing], before: Picture | None) -> array[int]:
    """Those of all things in their order; those of the picture before are taken over."""
    if before is None:
        return array("I", [known(thing)[1] for thing in things])
    were: tuple[Thing, ...] = (*before.groups, *before.sprites)
    first, last = _ends(were, things)
    old = dict(zip(map(id, were[first : len(were) - last]), before.checksums[first:], strict=False))
    between = [old.get(id(thing)) or known(thing)[1] for thing in things[first : len(things) - last]]
    return before.checksums[:first] + array("I", between) + before.checksums[len(were) - last :]


def _line(seat: int, text: str) -> str:
    return encode({"seat": None if seat == BEAT else seat, "text": text})


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many lines both begin with."""
    if one == other[: len(one)]:
        return len(one)
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _ends(one: Sequence[Thing], other: Sequence[Thing]) -> tuple[int, int]:
    """How many things both begin with, and end with: the very same, as what was not made anew is."""
    most = min(len(one), len(other))
    first = next(compress(count(), map(is_not, one, other)), most)
    last = next(compress(count(), map(is_not, reversed(one), reversed(other))), most)
    return first, min(last, most - first)


def _keyed(name: str, old: Sequence[Thing], new: Sequence[Thing]) -> Iterable[str]:
    """What changed among things with keys: which are gone, which fields are others, which are new and where."""
    if old is new:
        return
    first, last = _ends(old, new)
    # Only what lies between those that are the same can have changed.
    was, now = ({thing.key: thing for thing in kind[first : len(kind) - last]} for kind in (old, new))
    change: list[str] = []
    if gone := [key for key in was if key not in now]:
        change.append(f'"gone":{encode(gone)}')
    other = {key: _fields(was[key], thing) for key, thing in now.items() if key in was and was[key] is not thing}
    if any(other.values()):
        change.append(f'"set":{encode({key: fields for key, fields in other.items() if fields})}')
    fresh = [[at, fields_of(thing)] for at, (key, thing) in enumerate(now.items(), first) if key not in was]
    if fresh:
        change.append(f'"new":{encode(fresh)}')
    if [key for key in was if key in now] != [key for key in now if key in was]:
        change.append(f'"order":{encode([thing.key for thing in new])}')
    if change:
        yield f'"{name}":{{{",".join(change)}}}'


def _fields(old: Thing, new: Thing) -> Data:
    fields = zip(type(new)._fields, old, new, strict=True)  # noqa: SLF001 - a tuple's own
    changed = [(name, written(name, was), written(name, now)) for name, was, now in fields if was != now]
    return {name: now for name, was, now in changed if was != now}


def _rows(name: str, old: Sequence[Any], new: Sequence[Any]) -> Iterable[str]:
    """What changed in a list whose entries stay in their places; the whole of one that is longer or shorter."""
    if len(old) != len(new):
        yield f'"{name}":{encode(new)}'
        return
    rows = {
        str(place): {field: value for field, value in vars(now).items() if getattr(was, field) != value}
        for place, (was, now) in enumerate(zip(old, new, strict=True))
        if was is not now and was != now
    }
    if rows:
        yield f'"{name}":{encode(rows)}'


# ---------------------------------------------------------------- at the other end


def digest(scene: Mapping[str, Any]) -> str:
    """The digest of a scene that was made by patches: it is right if the patch says the same."""
    panels = scene["panels"]
    head = {name: scene[name] for name in ("game", "viewer", "lang")}
    parts = (head, *scene["groups"], *scene["sprites"])
    rest = (panels[name] for name in ("prompt", "scores", "reference", "summary"))
    log = checksum("".join(encode(line) for line in panels["log"]))
    return digest_of((*(checksum(encode(part)) for part in (*parts, *rest)), log))


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
