"""Figures with their intervals as pictures: a dot for what was found, a line for how far off it may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from .sure import Figure

WIDE, SIDE, ROW, TOP = 480, 28, 44, 6
INKS = ("#2f8f83", "#c8662b", "#5b7bb4", "#9b5fa5", "#8a8f3c")


class Dot(NamedTuple):
    """A line of a picture: what it is about, the figure, the same in words, which ink, whether it stands out."""

    label: str
    figure: Figure
    told: str
    ink: int = 0
    marked: bool = False


def dots(title: str, rows: Sequence[Dot], ends: tuple[float, float], unit: str, fair: float | None = None) -> str:
    """A line for each figure, with its words above it; a broken line is where all would be without a difference."""
    low, high = ends
    height = TOP + ROW * len(rows) + 30
    # Who hears the page has no picture: the figures are part of its description.
    parts = [head(title, height), f"<desc>{escape('; '.join(f'{row.label}: {row.told}' for row in rows))}</desc>"]
    for tick in ticks(low, high):
        x = at(tick, low, high)
        parts.append(f'<path d="M{x:.1f} {TOP}V{height - 24}" class="grid"/>')
        parts.append(text(x, height - 8, f"{tick:g}{unit}", "middle", "soft"))
    if fair is not None:
        parts.append(f'<path d="M{at(fair, low, high):.1f} {TOP}V{height - 24}" class="fair"/>')
    for number, row in enumerate(rows):
        y = TOP + ROW * number + 32
        kind = " marked" if row.marked else ""
        parts.append(text(SIDE, y - 12, row.label, "start", f"told{kind}"))
        parts.append(text(WIDE - SIDE, y - 12, row.told, "end", f"told{kind}"))
        if not row.figure.of:
            continue
        left, right = (at(min(max(end, low), high), low, high) for end in (row.figure.low, row.figure.high))
        ink = INKS[row.ink % len(INKS)]
        parts.append(f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="{ink}" stroke-width="5" stroke-opacity=".4"/>')
        if math.isfinite(row.figure.value):
            x = at(min(max(row.figure.value, low), high), low, high)
            parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="{6 if row.marked else 4.5}" fill="{ink}"/>')
    return "".join([*parts, "</svg>"])


def lines(title: str, values: Sequence[int], series: Sequence[tuple[str, Sequence[Figure]]], scale: float) -> str:
    """How a figure moves with another one: a line for each series, with its band."""
    height, bottom, wide, left = 220, 190, 460, 56
    found = [figure for _, row in series for figure in row if figure.of]
    ends = [end * scale for each in found for end in (each.low, each.high, each.value) if math.isfinite(end)] or [
        0.0,
        1.0,
    ]
    low, high = min(ends), max(ends)
    low, high = (low, high) if high - low > 1e-9 else (low - 1, high + 1)

    def place(value: float, figure: float) -> tuple[float, float]:
        across = (value - values[0]) / max(1, values[-1] - values[0])
        up = (min(max(figure * scale, low), high) - low) / (high - low)
        return left + (wide - left - 20) * across, bottom - (bottom - 30) * up

    parts = [head(title, height, wide)]
    for tick in ticks(low, high):
        _, y = place(values[0], tick / scale)
        parts += [
            f'<path d="M{left} {y:.1f}H{wide - 20}" class="grid"/>',
            text(left - 8, y + 4, f"{tick:g}", "end", "soft"),
        ]
    for value in values:
        parts.append(text(place(value, low)[0], height - 12, str(value), "middle", "soft"))
    for number, (name, row) in enumerate(series):
        ink = INKS[number % len(INKS)]
        known = [(value, figure) for value, figure in zip(values, row, strict=True) if figure.of]
        upper = [place(value, figure.high if math.isfinite(figure.high) else high / scale) for value, figure in known]
        lower = [
            place(value, figure.low if math.isfinite(figure.low) else low / scale) for value, figure in reversed(known)
        ]
        if known:
            band = "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *lower])
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(value, figure.value) for value, figure in known))
            parts.append(f'<path d="M{band}Z" fill="{ink}" fill-opacity=".14"/>')
            parts.append(f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
                for x, y in (place(value, figure.value) for value, figure in known)
            ]
        parts.append(f'<text x="{left + 110 * number}" y="16" fill="{ink}" class="name">{escape(name)}</text>')
    return "".join([*parts, "</svg>"])


def head(title: str, height: float, wide: int = WIDE) -> str:
    size = f'viewBox="0 0 {wide} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" class="plot"><title>{escape(title)}</title>'


def at(value: float, low: float, high: float) -> float:
    """Where a value stands across."""
    return SIDE + (WIDE - 2 * SIDE) * (value - low) / max(high - low, 1e-9)


def ticks(low: float, high: float) -> list[float]:
    """Round figures between two."""
    raw = max(high - low, 1e-9) / 4
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * each for each in (1, 2, 5, 10) if size * each >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(step * n, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def text(x: float, y: float, words: str, anchor: str, kind: str = "") -> str:
    told = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{told}>{escape(words)}</text>'
