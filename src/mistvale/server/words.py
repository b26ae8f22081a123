"""The words of the server, in the language of whoever asks; and which languages there are to ask for."""

from __future__ import annotations

import functools
from importlib.resources import files
from pathlib import Path
from typing import Any

import mistvale as mv
from mistvale.core.text import DEFAULT, PSEUDO, Message, languages, words

PACKAGE = Path(str(files("mistvale")))
ROOM = "mistvale.server"
CLIENT = "mistvale.client"


def spoken(lang: str) -> str:
    """A language that was asked for, if anything here speaks it; else English.

    What is kept for a language is kept for those that there are: nobody fills the memory with languages of his own.
    """
    tidy = lang.lower()
    return tidy if is_spoken(tidy) else DEFAULT


def is_spoken(lang: str) -> bool:
    """Whether anything here speaks a language; the pseudo-language is for those who ask for it."""
    return lang == PSEUDO or lang in _known()


@functools.cache
def _known() -> frozenset[str]:
    rooms = ("mistvale", ROOM, CLIENT, *(mv.game(name).package for name in mv.games()))
    return frozenset().union(*map(languages, rooms))


def bot_label(bot: str, lang: str = DEFAULT) -> str:
    """What a bot is called; those that are not ours may have no words."""
    return words(lang, "mistvale").get(f"bot.{bot}", bot.replace("-", " ").capitalize())


def former(lang: str = DEFAULT) -> str:
    """What somebody is called who has deleted the account."""
    return words(lang, "mistvale")("seat.former")


def bot_hint(bot: str, lang: str = DEFAULT) -> str:
    """How a bot plays, in a line; nothing where nobody has said."""
    return words(lang, "mistvale").get(f"bot.{bot}.hint", "")


def message(key: str, /, **values: Any) -> Message:
    """Something the server says, before it is known in which language."""
    return Message(ROOM, key, values)


def say(key: str, /, lang: str = DEFAULT, **values: Any) -> str:
    """A text of the server."""
    return message(key, **values).told(lang)
