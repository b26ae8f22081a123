"""What can go wrong, each with a message that says what was wrong and what would be right.

An error carries a code and values. Its text follows from them and the catalogue: English for programs, as `str(error)`,
and any language for people, as `error.told(lang)`.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .text import DEFAULT, Message, Told, words

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


def reason(error: Exception) -> Message | str:
    """Why the system refused something, such as to read a file: in our words where it is a common thing."""
    number = error.errno if isinstance(error, OSError) else None
    key = f"system.{errno.errorcode.get(number or 0, '').lower()}"
    if key in words(DEFAULT, ROOM):
        return Message(ROOM, key)
    return str(getattr(error, "strerror", None) or error)


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
    """A box file with something wrong in it; `problems` lists all of it, and `problems_told` in a language."""

    def __init__(self, source: str, problems: Sequence[Told]) -> None:
        self.source = source
        self._found = tuple(problems)
        self.problems = self.problems_told()
        super().__init__("box", source=source, problems=_Phrases(self._found))

    def problems_told(self, lang: str = DEFAULT) -> list[str]:
        """All that is wrong, in a language."""
        return [each.told(lang) for each in self._found]


@dataclass(frozen=True)
class _Phrases:
    """Several sentences, told in one line."""

    parts: tuple[Told, ...]

    def told(self, lang: str = DEFAULT) -> str:
        return words(lang, ROOM).phrases(part.told(lang) for part in self.parts)


class BadTable(MistvaleError):
    """A match that can't be opened so: an unknown game, a wrong number of seats, an unknown option."""


class DoesNotAddUp(MistvaleError):
    """A state that no play of the game can lead to."""
