"""The words of the terminal, from its catalogue."""

from __future__ import annotations

from typing import Any

from mistvale.core.text import words

LANGUAGE = "en"


def say(key: str, **values: Any) -> str:
    """A text of the terminal's catalogue, its {names} filled in."""
    return words(LANGUAGE, "mistvale.terminal", "mistvale")(key, **values)


def listed(names: list[str]) -> str:
    """Names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return say("list.and", first=", ".join(names[:-1]), last=names[-1])
