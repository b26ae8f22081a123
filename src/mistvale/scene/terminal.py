"""A scene in characters. What lies in a line on the table lies in a line here; it is also what a screen reader gets."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from .layout import nearest
from .model import Group, Prompt, Scene, Score, Sprite

CELL = 13
STYLES = {
    "blur": "strike dim",
    "legal": "bold yellow",
    "focus": "bold magenta",
    "last": "cyan",
    "ghost": "dim",
    "dim": "dim",
}
SIGNS = {"legal": "*", "blur": "~", "last": "'", "focus": ">"}


def write(scene: Scene, cell: int = CELL) -> Text:
    """The whole scene: scores, every group, the prompt, and the legal moves that can be typed."""
    text = Text()
    for score in scene.scores:
        who = f"{score.name}{' (*)' if score.me else ''}"
        state = "…" if score.pending else ("" if score.rank is None else f"#{score.rank}")
        text.append(
            f"{filled(who, 16)} {score.figure:>3}  {score.note} {state}".rstrip() + "\n", "bold" if score.me else ""
        )
        if score.parts:
            text.append(f"  {sources(score)}\n", "dim")
    for group in scene.groups:
        text.append("\n")
        text.append_text(write_group(scene, group, cell))
    if scene.summary:
        text.append("\n" + scene.summary.title + "\n", "bold")
        text.append("\n".join(scene.summary.text) + "\n")
        for row in (scene.summary.head, *scene.summary.rows):
            cells = [filled(item, 14) if i == 0 else filled(item, 8, right=True) for i, item in enumerate(row)]
            text.append("  ".join(cells).rstrip() + "\n")
    text.append("\n" + asked(scene.prompt) + "\n", "bold" if scene.prompt.mine else "")
    return text


def filled(words: str, width: int, right: bool = False) -> str:
    """Words with blanks up to a width in columns: marks over letters take none, some letters two."""
    blanks = " " * (width - cell_len(words))
    return blanks + words if right else words + blanks


def sources(score: Score) -> str:
    """Where a seat's points come from, as a line."""
    return ", ".join(f"{label}: {points}" for label, points in score.parts)


def asked(prompt: Prompt, between: str = "\n") -> str:
    """What is asked, and what is not possible and why."""
    blocked = [f"[{button.label}: {button.why}]" for button in prompt.buttons if button.why]
    return between.join([prompt.text, *blocked])


def write_group(scene: Scene, group: Group, cell: int = CELL) -> Text:
    """One group: its sprites in rows and columns, the topmost of each place."""
    text = Text()
    text.append(f"{group.title}  {group.note}".rstrip() + "\n", "underline")
    shown = [s for s in scene.sprites if s.group == group.key and s.is_read]
    if not shown:
        return text
    rows = _lines([s.y for s in shown], min(s.size[1] for s in shown) / 2)
    columns = _lines([s.x for s in shown], min(s.size[0] for s in shown) / 2)
    top: dict[tuple[int, int], Sprite] = {}
    for sprite in sorted(shown, key=lambda s: s.layer):
        top[nearest(rows, sprite.y), nearest(columns, sprite.x)] = sprite
    for row in range(len(rows)):
        line = Text()
        for column in range(len(columns)):
            line.append(*_cell(top.get((row, column)), cell))
        line.rstrip()
        text.append_text(line)
        text.append("\n")
    return text


def _cell(sprite: Sprite | None, width: int) -> tuple[str, str]:
    """What is written for a sprite, and in which style."""
    if sprite is None:
        return " " * width, ""
    words = sprite.short or sprite.text or sprite.label
    sign = "".join(SIGNS[mark] for mark in sprite.marks if mark in SIGNS)[:1]
    style = next((style for mark, style in STYLES.items() if mark in sprite.marks), "")
    return f"{sign:>1}{set_cell_size(words, width - 2)} ", style


def _lines(places: list[float], apart: float) -> list[float]:
    """The distinct places along one direction: nearer than `apart` is the same line."""
    lines: list[float] = []
    for place in sorted(places):
        if not lines or place - lines[-1] > apart:
            lines.append(place)
    return lines
