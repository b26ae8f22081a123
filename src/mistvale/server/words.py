"""Catalogues: every word of the server and the client, by a dotted key."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from mistvale.core.text import words as common_words

LANGUAGE = "en"
PACKAGE = Path(str(files("mistvale")))
SERVER_TEXT = PACKAGE / "server" / "text"
CLIENT_TEXT = PACKAGE / "client" / "text"


def catalogue(folder: Path, lang: str) -> dict[str, str] | None:
    """The words of a language, None when there is no such catalogue."""
    if not lang.isalnum():
        return None
    path = folder / f"{lang}.po"
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _read(path, changed)


@lru_cache(maxsize=16)
def _read(path: Path, changed: int) -> dict[str, str]:
    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id and entry.string}


def bot_label(bot: str, lang: str = LANGUAGE) -> str:
    """What a bot is called; those that are not ours may have no words."""
    return common_words(lang, "mistvale").get(f"bot.{bot}", bot.replace("-", " ").capitalize())


def bot_hint(bot: str, lang: str = LANGUAGE) -> str:
    """How a bot plays, in a line; nothing where nobody has said."""
    return common_words(lang, "mistvale").get(f"bot.{bot}.hint", "")


def say(key: str, *, lang: str = LANGUAGE, **values: Any) -> str:
    """A text of the server; a key without words stands for itself."""
    words = catalogue(SERVER_TEXT, lang) or {}
    text = words.get(key, key)
    return text.format(**values) if values else text
