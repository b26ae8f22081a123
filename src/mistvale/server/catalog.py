"""What visitors read about the games: cards for the home page, guides, art."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt

import mistvale as mv
from mistvale.bots import LEVELS

from .models import BotInfo, GameInfo, GameOption, OptionValue
from .opening import find_game
from .words import bot_hint, bot_label

LEVEL_NAMES = frozenset(level.name for level in LEVELS)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def bot_info(bot: str, lang: str) -> BotInfo:
    """A bot as players choose it."""
    return BotInfo(name=bot, label=bot_label(bot, lang), hint=bot_hint(bot, lang), level=bot in LEVEL_NAMES)


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
        bots=[bot_info(bot, lang) for bot in mv.bots()],
        cover="cover",
    )


@lru_cache(maxsize=64)
def guide_html(name: str, lang: str) -> str:
    """A game's guide as HTML. Raw HTML in it is shown as text, so that nothing in it can run."""
    return str(MARKDOWN.render(find_game(name).guide(lang)))
