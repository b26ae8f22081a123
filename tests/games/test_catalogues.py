"""Keys of catalogues follow one scheme, so that the words of a thing are found in the same place in every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import mistvale as mv
from mistvale import learning
from mistvale.core.moves import FromBox

ROOT = Path(__file__).parents[2]
GAMES = [mv.game(name) for name in mv.games()]
SCHEME = (
    "tagline",
    "option",
    "prompt",
    "button",
    "why",
    "log",
    "beat",
    "hint",
    "summary",
    "term",
    "box",
    "lesson",
    "coach",
    "kind",
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def keys_in(file: Path) -> list[str]:
    with file.open("rb") as opened:
        found = [message.id for message in read_po(opened, locale="en") if message.id]
    return [each if isinstance(each, str) else each[0] for each in found]


def folder_of(game: mv.Game) -> Path:
    return Path(str(resources.files(game.package)))


def catalogues() -> Iterator[Path]:
    """Those of all games, and of the example."""
    yield from (folder_of(game) / "text" / "en.po" for game in GAMES)
    yield ROOT / "examples" / "connect_four" / "connect_four" / "text" / "en.po"


def written(game: mv.Game) -> tuple[set[str], set[str]]:
    """The texts in a game's source, and those that are put together, as patterns; each may be a key."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for file in folder_of(game).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in node.values]
                if parts and parts[0].partition("\\")[0] in SCHEME:
                    patterns.add("".join(parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
    return texts, patterns


def asked_for(text: str) -> bool:
    """Whether a text reads like a key."""
    return bool(re.fullmatch(rf"(?:{'|'.join(SCHEME)})(?:\.[\w-]+)+", text))


@pytest.mark.parametrize("file", [*catalogues()], ids=lambda file: file.parents[1].name)
def test_every_key_begins_with_a_word_of_the_scheme(file: Path) -> None:
    assert [key for key in keys_in(file) if key.partition(".")[0] not in SCHEME] == []


def read_elsewhere(game: mv.Game) -> Iterator[str]:
    """The keys that the server, the log and scenes put together from what the game is made of."""
    yield "tagline"
    for option in game.options:
        yield from (f"option.{option.name}{more}" for more in ("", ".hint", *(f".{value}" for value in option.values)))
    yield from (f"beat.{beat}" for beat in game.beats)
    boxed = game.box().words
    for phrase in game.moves.phrases:
        yield from (f"{kind}.{phrase.verb}" for kind in ("prompt", "log", "kind"))
        for name, place in phrase.places.items():
            words = boxed[place.name] if isinstance(place, FromBox) else place
            yield from (f"term.{name}.{word}" for word in words)
    yield from (f"term.card.{card}" for card in boxed.get("cards", ()))
    for lesson in learning.lessons(game.name):
        yield from (*lesson.needs(), *lesson.may())
    yield from (f"coach.{tip.id}" for tip in learning.tips(game.name))


@every_game
def test_every_key_is_used(game: mv.Game) -> None:
    """As far as one can see without playing."""
    texts, patterns = written(game)
    keys = keys_in(folder_of(game) / "text" / "en.po")
    # A family that is handed on, and put together with the rest of the key elsewhere.
    families = {rf"{re.escape(text)}\..+" for text in texts if asked_for(text) and text not in keys}
    read = [re.compile(pattern) for pattern in (*patterns, *families)]
    texts |= {f"{text}.own" for text in texts if text.startswith("summary.")}  # `said_of` puts these together
    silent = [key for key in keys if key not in texts and not any(each.fullmatch(key) for each in read)]
    assert sorted(set(silent) - set(read_elsewhere(game))) == []


@every_game
def test_every_kind_of_decision_has_a_name(game: mv.Game) -> None:
    known = game.words("en").messages
    assert [each.verb for each in game.moves.phrases if f"kind.{each.verb}" not in known] == []


@every_game
def test_every_key_that_is_asked_for_is_there(game: mv.Game) -> None:
    texts, _ = written(game)
    known = set(game.words("en").messages)
    families = {key[: dot.start()] for key in known for dot in re.finditer(r"\.", key)}
    assert {text for text in texts if asked_for(text)} <= known | families


def test_the_scheme_is_written_down() -> None:
    page = (ROOT / "docs" / "writing-rules.md").read_text("utf-8").partition("\n## Words\n")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| `([a-z]+)(?:\.…)?` \|", page, re.M)) == SCHEME
