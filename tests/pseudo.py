"""What shows without coming from a catalogue: letters outside the brackets of the pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from mistvale.scene import Scene

PSEUDO = "qps"
BRACKETS = re.compile(r"(\[!!!|!!!\])")
LETTERS = re.compile(r"[^\W\d_]+")
COORDINATES = re.compile(r"\b[a-zA-Z]\d*\b")  # a space or a region as a board prints it, and as moves are written


def outside(text: str) -> str:
    """What stands outside all brackets."""
    depth, found = 0, []
    for part in BRACKETS.split(text):
        if part == "[!!!":
            depth += 1
        elif part == "!!!]":
            depth = max(0, depth - 1)
        elif not depth:
            found.append(part)
    return " ".join(found)


def bare(text: str, aside: Collection[str] = ()) -> str:
    """The text, if something in it comes from no catalogue: names, notation and titles aside."""
    return text if bare_words(text, aside) else ""


def bare_words(text: str, aside: Collection[str] = ()) -> list[str]:
    """The words of a text that come from no catalogue."""
    rest = outside(text)
    for each in sorted(aside, key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", rest)
    return LETTERS.findall(COORDINATES.sub(" ", rest))


def words_of(scene: Scene) -> list[tuple[str, str]]:
    """All that people read of a scene, each with where it stands."""
    found: list[tuple[str, Any]] = []
    for group in scene.groups:
        found += [(f"{group.key}.title", group.title), (f"{group.key}.note", group.note)]
    for sprite in scene.sprites:
        found += [(f"{sprite.key}.{name}", getattr(sprite, name)) for name in ("label", "hint", "text", "short")]
    found += [("prompt", scene.prompt.text), *(("log", text) for _, text in scene.log)]
    for button in scene.prompt.buttons:
        found += [(f"button {button.move}", button.label), (f"button {button.move} why", button.why)]
    for score in scene.scores:
        told = (score.note, score.hint, *(label for label, _ in score.parts))
        found += [(f"score {score.seat}", text) for text in told]
    for entry in scene.reference:
        found += [(f"reference {entry.symbol}", text) for text in (entry.label, entry.hint, entry.count)]
    if scene.summary:
        rows = [cell for row in (scene.summary.head, *scene.summary.rows) for cell in row]
        found += [("summary", text) for text in (scene.summary.title, *scene.summary.text, *rows)]
    return [(where, text) for where, text in found if text]
