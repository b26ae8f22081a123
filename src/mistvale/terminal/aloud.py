"""A table in sentences: what a speech program reads well, without columns, frames and signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from mistvale.scene import Group, Scene, Score, Sprite, Summary
from mistvale.scene import aloud as heard

from .words import listed, pair, phrases, say

ALIKE = 3  # so many things of which the same is said are named together
PLACED = re.compile(r"^([^\s:]{1,12})\s?: (.+)$")  # a space, and what lies there
SAID_MARKS = ("last", "focus")


def scores(scene: Scene) -> Iterator[str]:
    """Who has how many points, where they come from, and who is to decide."""
    for score in scene.scores:
        note = heard.sentence(score.note) if score.note else ""
        yield " ".join(filter(None, (_points(score), note, _sources(score))))
    pending = [score.name for score in scene.scores if score.pending and not score.me]
    if pending:
        yield say("aloud.pending", names=listed(pending))


def _points(score: Score) -> str:
    key = "aloud.score.me" if score.me else "aloud.score"
    said = say(key, name=score.name, n=score.points)
    rank = [say("aloud.rank", rank=score.rank)] if score.rank is not None else []
    return " ".join([said, *([say("aloud.score.partial")] if score.partial else []), *rank])


def _sources(score: Score) -> str:
    return heard.sentence(", ".join(pair(label, points) for label, points in score.parts)) if score.parts else ""


def group(scene: Scene, place: Group) -> str:
    """A place and what lies there, as one paragraph."""
    title = heard.sentence(". ".join(filter(None, (place.title, place.note))))
    things = phrases(together(_name(sprite, scene.lang) for sprite in heard.within(scene, place)))
    return f"{title} {heard.sentence(things) if things else say('aloud.nothing')}"


def _name(sprite: Sprite, lang: str) -> str:
    marks = [say(f"aloud.{mark}") for mark in SAID_MARKS if mark in sprite.marks]
    return ", ".join([heard.name(sprite, lang), *marks])


def together(names: Iterable[str]) -> list[str]:
    """Names, each once: how many there are of it, and those spaces together of which the same is said."""
    counts = Counter(names)
    names = [name if n == 1 else say("aloud.times", thing=name, n=n) for name, n in counts.items()]
    placed = [(found[1], found[2]) if (found := PLACED.match(name)) else None for name in names]
    alike: dict[str, list[str]] = {}
    for one in placed:
        if one:
            alike.setdefault(one[1], []).append(one[0])
    told, said = [], set()
    for name, one in zip(names, placed, strict=True):
        if one is None or len(alike[one[1]]) < ALIKE:
            told.append(name)
        elif one[1] not in said:
            said.add(one[1])
            told.append(name.replace(one[0], listed(alike[one[1]]), 1))
    return told


def summary(ended: Summary) -> Iterator[str]:
    """The end of a round or of the match: who won and why, then a sentence for each row of figures."""
    yield heard.sentence(ended.title)
    yield from ended.text
    for name, *figures in ended.rows:
        pairs = [f"{head} {figure}" for head, figure in zip(ended.head[1:], figures, strict=False) if figure]
        yield heard.sentence(pair(name, ", ".join(pairs)) if name else ", ".join(pairs))


def asked(scene: Scene) -> Iterator[str]:
    """What is asked, and what is not possible and why."""
    yield heard.sentence(scene.prompt.text)
    for button in scene.prompt.buttons:
        if button.why:
            yield heard.sentence(say("aloud.blocked", label=button.label, why=button.why))
