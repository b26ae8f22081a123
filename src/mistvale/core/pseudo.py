"""The pseudo-language: English in brackets and longer, to see what does not come from a catalogue."""

from __future__ import annotations

import re
import string

LONGER = 0.4
"""Other languages need about so much more room than English."""
LONGEST = 6
"""Letters of a word that makes a message longer."""


def pseudo(text: str) -> str:
    """A message in brackets and longer; its {names} stay, for they are filled in later."""
    if not text:
        return text
    if "\n\n" in text:
        return "\n\n".join(pseudo(paragraph) for paragraph in text.split("\n\n"))
    letters = sum(len(literal) for literal, *_ in string.Formatter().parse(text))
    return f"[!!! {text}{_padding(letters)} !!!]"


def _padding(letters: int) -> str:
    """Wordlike stretches for so many letters: a line can be broken between them, as between words."""
    signs = "".join(" " if n % (LONGEST + 1) == 0 else "~" for n in range(1 + round(letters * LONGER)))
    return signs.rstrip() if letters else ""


_MARKDOWN = re.compile(r"^(?P<sign>\s*(?:#+|[-*>]|\d+\.)\s+|\s*)(?P<text>.*)$")


def pseudo_markdown(text: str) -> str:
    """A page in brackets and longer: line by line, and in tables cell by cell."""
    return "\n".join(_pseudo_line(line) for line in text.split("\n"))


def _pseudo_line(line: str) -> str:
    if line.lstrip().startswith("|"):
        cells = line.split("|")
        return "|".join(f" {_pseudo_plain(cell.strip())} " if cell.strip(" -:") else cell for cell in cells)
    found = _MARKDOWN.match(line)
    assert found is not None
    return found["sign"] + _pseudo_plain(found["text"])


def _pseudo_plain(text: str) -> str:
    """What is no message has no {names} to fill in."""
    if not any(letter.isalpha() for letter in text):
        return text
    return f"[!!! {text}{_padding(len(text))} !!!]"
