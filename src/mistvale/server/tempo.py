"""The paces that people choose by name: how much time each of them gives."""

from __future__ import annotations

from .terms import Pace, PaceKind

MINUTE = 60_000
HOUR = 60 * MINUTE

# By the class that somebody asks for who only wants to play, and not to count seconds.
PACES: dict[PaceKind, Pace] = {
    "none": Pace(),
    "live": Pace("live", bank=10 * MINUTE, decision=30_000),
    "mail": Pace("mail", decision=24 * HOUR),
}
