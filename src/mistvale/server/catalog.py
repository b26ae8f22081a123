"""What visitors read about the games: cards for the home page, guides, art."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

import mistvale as mv
from mistvale.bots import LEVELS
from mistvale.learning import lessons
from mistvale.puzzles import puzzles

from .anchors import bot_ratings
from .models.games import BotInfo, GameInfo, GameOption, OptionValue
from .opening import find_game
from .words import bot_hint, bot_label

LEVEL_NAMES = frozenset(level.name for level in LEVELS)


def drop_empty_headings(state: StateCore) -> None:
    """A heading without a word heads nothing: it becomes a plain cell, and a row of such cells goes.

    Markdown can't write a table without headings; to a screen reader an empty one is a column whose name is silence.
    """
    kept, tokens = [], state.tokens
    for place, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[place + 1].content:
            token.tag = tokens[place + 2].tag = "td"
        kept.append(token)
        if token.type == "thead_close":
            start = max(at for at, each in enumerate(kept) if each.type == "thead_open")
            if not any(each.content for each in kept[start:] if each.type == "inline"):
                del kept[start:]
    state.tokens = kept


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.core.ruler.push("empty-headings", drop_empty_headings)


def bot_info(bot: str, game: mv.Game, lang: str) -> BotInfo:
    """A bot as players choose it for a game."""
    return BotInfo(
        name=bot,
        label=bot_label(bot, lang),
        hint=bot_hint(bot, lang),
        level=bot in LEVEL_NAMES,
        ratings=bot_ratings(game, bot),
    )


def game_info(name: str, lang: str) -> GameInfo:
    """A game as the home page shows it."""
    game = mv.game(name)
    words = game.words(lang)
    credit = game.credit
    return GameInfo(
        name=game.name,
        title=game.title,
        credit=f"{credit.designer} · {credit.publisher} · {credit.year}",
        tagline=words.get("tagline", ""),
        seats=list(game.seats),
        minutes=game.minutes,
        weight=game.weight,
        options=[
            GameOption(
                name=option.name,
                label=words.get(f"option.{option.name}", option.name.capitalize()),
                hint=words.get(f"option.{option.name}.hint", ""),
                values=[
                    OptionValue(value=value, label=words.get(f"option.{option.name}.{value}", value.capitalize()))
                    for value in option.values
                ],
                default=option.default,
            )
            for option in game.options
        ],
        bots=[bot_info(bot, game, lang) for bot in mv.bots()],
        cover="cover",
        lessons=len(lessons(name)),
        puzzles=len(puzzles(name)),
    )


@lru_cache(maxsize=64)
def guide_html(name: str, lang: str) -> str:
    """A game's guide as HTML. Raw HTML in it is shown as text, so that nothing in it can run."""
    return str(MARKDOWN.render(find_game(name).guide(lang)))
