"""The words of the terminal and the command line, from their catalogue, in the language of whoever sits there."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mistvale.core.text import DEFAULT, PSEUDO, Message, languages, words
from mistvale.core.text import told as tell

ROOM = "mistvale.terminal"
VARIABLE = "MISTVALE_LANG"
"""Says the language for all commands; `--lang` goes before it."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language is wanted, as `cs_CZ.UTF-8`; the first of them that is set counts."""
NOBODYS = ("c", "posix")

COMMANDS = ("undo", "hint", "cards", "guide", "table", "rematch", "quit")
"""What can be typed besides moves; `command.<name>` is the word for it."""
OF_LESSONS = ("why", "play")
"""What can be typed in a lesson besides."""

_spoken = DEFAULT


def language() -> str:
    """The language that is spoken in this process."""
    return _spoken


def speak(lang: str | None = None) -> None:
    """Speak a language from now on; without one, that of the environment."""
    global _spoken
    _spoken = lang or os.environ.get(VARIABLE) or next(filter(is_spoken, wanted(os.environ)), DEFAULT)


def wanted(environ: Mapping[str, str]) -> Iterator[str]:
    """The languages that the system asks for, the most wanted first: `cs` for `LANG=cs_CZ.UTF-8`."""
    locale = _language(next(filter(None, map(environ.get, LOCALE)), ""))
    if locale not in NOBODYS:
        yield from map(_language, environ.get("LANGUAGE", "").split(":"))
        yield locale


def _language(name: str) -> str:
    return re.split(r"[_.@-]", name)[0].lower()


def is_spoken(lang: str) -> bool:
    """Whether there are words in it here."""
    return lang == PSEUDO or lang in languages(ROOM) | languages("mistvale")


def message(key: str, /, **values: Any) -> Message:
    """Something to say, as an error carries it."""
    return Message(ROOM, key, values)


def say(key: str, /, **values: Any) -> str:
    """A text of the terminal's catalogue, its {names} filled in."""
    return message(key, **values).told(language())


def told(what: object) -> str:
    """An error, or whatever else can be told, in the language that is spoken; else as it is."""
    return str(tell(what, language()))


def listed(names: list[str]) -> str:
    """Names as a sentence lists them."""
    return words(language(), "mistvale").listed(names)


def command(typed: str, names: Sequence[str] = COMMANDS) -> str | None:
    """The name of a command that was typed: in the language spoken, with or without accents, or in English."""
    for lang in (language(), DEFAULT):
        for name in names:
            if bare(message(f"command.{name}").told(lang)) == bare(typed):
                return name
    return None


def bare(text: str) -> str:
    """A text without accents, in small letters: `zpet` for `Zpět`."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def pair(name: str, value: object) -> str:
    """What something is called, and what there is to say of it."""
    return words(language(), "mistvale").pair(name, value)


def phrases(said: Iterable[str]) -> str:
    """Several sentences in one line."""
    return words(language(), "mistvale").phrases(said)
