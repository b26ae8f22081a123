"""What can go wrong, each with a message that says what was wrong and what would be right."""

from __future__ import annotations


class MistvaleError(Exception):
    """The parent of all errors that Mistvale raises on bad input."""


class IllegalMove(MistvaleError):
    """A move that its seat may not make now. Nothing has changed."""


class NoUndo(MistvaleError):
    """There is nothing that this seat may take back."""


class BadRecord(MistvaleError):
    """A record that is torn, altered, foreign or from the future."""


class BadPosition(MistvaleError):
    """A position that is torn, or that no play of the game leads to."""


class BadBox(MistvaleError):
    """A box file with something wrong in it; `problems` lists all of it."""

    def __init__(self, source: str, problems: list[str]) -> None:
        self.source = source
        self.problems = problems
        super().__init__(f"{source}: " + "; ".join(problems))


class BadTable(MistvaleError):
    """A match that can't be opened so: an unknown game, a wrong number of seats, an unknown option."""


class DoesNotAddUp(MistvaleError):
    """A state that no play of the game can lead to."""
