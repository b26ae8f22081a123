"""Measurements, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema
from .settings import Settings

if TYPE_CHECKING:
    from .store import Store

# Seconds: a move should take a few milliseconds.
BOUNDS = (0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How often a time fell into each stretch."""

    def __init__(self, name: str, help_text: str) -> None:
        self.name = name
        self.help = help_text
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self) -> list[str]:
        lines = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} histogram"]
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{self.name}_sum {self.sum:.6f}", f"{self.name}_count {total}"]


def gauge(name: str, help_text: str, value: float, kind: str = "gauge") -> list[str]:
    return [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}", f"{name} {value:g}"]


def labelled(name: str, help_text: str, label: str, values: Mapping[str, float], kind: str = "gauge") -> list[str]:
    """One figure for each of several things."""
    told = [f'{name}{{{label}="{which}"}} {value:g}' for which, value in sorted(values.items())]
    return [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}", *told]


def counter(name: str, help_text: str, value: float) -> list[str]:
    """What only grows while the server runs."""
    return gauge(name, help_text, value, "counter")


def settings_gauge(settings: Settings) -> list[str]:
    """The limits, so that whoever looks after a server sees them beside what they limit."""
    name = "mistvale_setting"
    lines = [f"# HELP {name} How this server is set.", f"# TYPE {name} gauge"]
    for each in fields(settings):
        value = getattr(settings, each.name)
        if isinstance(value, int | float):
            lines.append(f'{name}{{name="{each.name}"}} {value:g}')
    return lines


def waiting_in(store: Store) -> dict[str, int]:
    """What waits in the store, for whichever process comes first or for whoever runs the server."""
    waits = {
        "notices": schema.outbox.c.due > 0,
        "players": schema.queue.c.match == "",
        "reports": schema.reports.c.closed == "",
    }
    # Tables come from what is asked of them.
    counts = (sa.select(sa.func.count()).where(which).scalar_subquery() for which in waits.values())
    return dict(zip(waits, map(int, store.rows(sa.select(*counts))[0]), strict=True))


class Metrics:
    """All that a server measures."""

    def __init__(self) -> None:
        self.saved = Histogram("mistvale_move_saved_seconds", "From receiving a move to having it on disk.")
        self.moves = Histogram("mistvale_move_seconds", "From receiving a move to its broadcast.")
        # What was refused, by its code, and mistakes of our own.
        self.refusals: Counter[str] = Counter()
        self.mistakes = 0

    def text(self, *gauges: list[str]) -> str:
        refused = "What was refused, by its code."
        failed = "Requests and messages that failed by our own mistake."
        lines = self.saved.lines() + self.moves.lines()
        lines += labelled("mistvale_refusals_total", refused, "code", self.refusals, "counter")
        lines += counter("mistvale_mistakes_total", failed, self.mistakes)
        for lines_of_one in gauges:
            lines += lines_of_one
        return "\n".join(lines) + "\n"
