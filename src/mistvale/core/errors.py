"""What can go wrong, each with a message that says what was wrong and what would be right.

An error carries a code and values. Its text follows from them and the catalogue: English for programs, as `str(error)`,
and any language for people, as `error.told(lang)`.
"""

from __future__ import annotations

from typing import Any

from .text import DEFAULT, Message, words

ROOM = "mistvale"


class MistvaleError(Exception):
    """The parent of all errors that Mistvale raises on bad input."""

    def __init__(self, code: str | Message, /, **values: Any) -> None:
        """`code`: `error.<code>` of the common catalogue, or another room's message; else it stands for itself."""
        said = code if isinstance(code, Message) else Message(ROOM, f"error.{code}", values)
        self.code = said.key.removeprefix("error.")
        self.values = dict(said.values)
        self._said = said if said.key in words(DEFAULT, said.room) else None
        super().__init__(self.told())

    def told(self, lang: str = DEFAULT) -> str:
        """What is wrong, in a language."""
        return self._said.told(lang) if self._said else self.code


class IllegalMove(MistvaleError):
    """A move that its seat may not make now. Nothing has changed."""


class NoSuchMove(MistvaleError, ValueError):
    """A text that is no move of the game, whatever the position."""


class NoUndo(MistvaleError):
    """There is nothing that this seat may take back."""


class BadSeed(MistvaleError, ValueError):
    """What can't be a seed."""


class BadRecord(MistvaleError):
    """A record that is torn, altered, foreign or from the future."""


class BadPosition(MistvaleError):
    """A position that is torn, or that no play of the game leads to."""


class BadBox(MistvaleError):
    """A box file with something wrong in it; `problems` lists all of it."""

    def __init__(self, source: str, problems: list[str]) -> None:
        self.source = source
        self.problems = problems
        super().__init__("box", source=source, problems="; ".join(problems))


class BadTable(MistvaleError):
    """A match that can't be opened so: an unknown game, a wrong number of seats, an unknown option."""


class DoesNotAddUp(MistvaleError):
    """A state that no play of the game can lead to."""
