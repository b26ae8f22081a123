"""One match of each game as it is told in each language: log lines, prompts, labels, hints and summaries, to be read.

Sentences that differ only in names, numbers and spaces are there once, so that a reader meets many of them.
`python -m tests.playthroughs` writes them anew.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mistvale as mv
from mistvale.core.match import Match
from mistvale.core.text import languages
from mistvale.scene import Scene

FOLDER = Path(__file__).parent / "spoken"
SEED = 7
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
MOST_TOLD = 150
"""Steps that are told: first ones, where there is something new in each."""
LOOKS = (0, 1, 3, 9, 20, 40, 70, 110)
"""Steps at which the table is looked at, besides the end."""
ALIKE = re.compile(r"\d+|\b[A-Ga-g]\d+\b|" + "|".join(NAMES))


@dataclass(frozen=True)
class Spoken:
    """What is told of one match."""

    game: str
    lang: str

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.game}.{self.lang}.txt"


def spoken(game: str) -> dict[Spoken, str]:
    """The match of a game in all languages."""
    match, looks = played(game)
    last = min(match.steps, MOST_TOLD)
    told: dict[Spoken, str] = {}
    for lang in sorted(languages(mv.game(game).package)):
        scenes = [scene(lang) for scene in looks]
        log = [match.tell(step % match.seats, step, lang) for step in (*range(1, last + 1), match.steps)]
        parts = {
            "log": log,
            "prompts": [text for scene in scenes for text in prompts(scene)],
            "labels": [text for scene in scenes for text in labels(scene)],
            "cards": [text for entry in scenes[-1].reference for text in (entry.label, entry.hint, entry.count)],
            "summary": [text for scene in scenes for text in summary(scene)],
        }
        lines = [line for part, texts in parts.items() for line in ("", f"# {part}", *unlike(texts))]
        told[Spoken(game, lang)] = "\n".join(lines).lstrip() + "\n"
    return told


def played(game: str) -> tuple[Match, list[Callable[[str], Scene]]]:
    """A match to its end, by random moves; and how it looked at some steps, in whatever language."""
    found = mv.game(game)
    seats = max(seats for seats in found.seats if seats <= 3)
    match = mv.open_match(game, seats=seats, seed=SEED, names=NAMES[:seats])
    dice = random.Random(SEED)
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    steps = [step for step in LOOKS if step < match.steps]
    return match, [looking(match, (number % seats), step) for number, step in enumerate((*steps, match.steps))]


def looking(match: Match, viewer: int, step: int) -> Callable[[str], Scene]:
    def scene(lang: str) -> Scene:
        looked: Any = match.scene(viewer, lang, step)
        assert isinstance(looked, Scene)
        return looked

    return scene


def prompts(scene: Scene) -> Iterator[str]:
    yield scene.prompt.text
    for button in scene.prompt.buttons:
        yield button.label
        yield button.why


def labels(scene: Scene) -> Iterator[str]:
    for group in scene.groups:
        yield from (group.title, group.note)
    for sprite in scene.sprites:
        yield from (sprite.label or "", sprite.hint or "")
    for score in scene.scores:
        yield from (score.note, score.hint, *(label for label, _ in score.parts))


def summary(scene: Scene) -> Iterator[str]:
    if scene.summary is not None:
        yield from (scene.summary.title, *scene.summary.text, *(row[0] for row in scene.summary.rows))


def unlike(texts: list[str]) -> list[str]:
    """Those that differ in more than names, numbers and spaces; line by line."""
    first: dict[str, str] = {}
    for line in (line for text in texts for line in str(text).split("\n") if line.strip()):
        first.setdefault(ALIKE.sub("#", line), line)
    return list(first.values())
