"""What is told of a match: lines for the log."""

from __future__ import annotations

from ...core.match import View


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat."""
    return after.words.get(f"beat.{beat}", "")
