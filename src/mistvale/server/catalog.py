"""What visitors read about the games: cards for the home page, guides, art."""

from __future__ import annotations

import zlib
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

import mistvale as mv
from mistvale.bots import LEVELS
from mistvale.learning import lessons
from mistvale.puzzles import puzzles
from mistvale.scene.guide import ANCHOR, PLATE, told
from mistvale.scene.plates import LOOKS, cutting, draw, plates

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


def set_anchors(state: StateCore) -> None:
    """What bears an anchor can be scrolled to: a heading, a paragraph, or a step of a list."""
    for place, token in enumerate(state.tokens):
        if token.type == "inline" and (found := ANCHOR.search(token.content)):
            token.content = ANCHOR.sub("", token.content).lstrip()
            holder = state.tokens[place - 1]
            # The paragraphs of a tight list are not drawn; its items are.
            (state.tokens[place - 2] if holder.hidden else holder).attrSet("id", f"{IN_GUIDE}{found[1]}")


def set_plates(state: StateCore) -> None:
    """A paragraph with a plate is a picture with its caption; room is left for it until it is drawn."""
    game = state.env["game"]
    known = plates(find_game(game))
    for place, token in enumerate(state.tokens):
        found = PLATE.search(token.content) if token.type == "inline" else None
        if not found or found[2] not in known:
            continue
        caption = escape(PLATE.sub(r"\1", token.content))
        width, height = known[found[2]].size
        picture = (
            f'<img data-plate="{game}/{found[2]}" alt="{caption}" width="{width}" height="{height}" loading="lazy">'
        )
        # Its words are read once: as what the picture is called.
        figure = f'<figure>{picture}<figcaption aria-hidden="true">{caption}</figcaption></figure>\n'
        before, after = state.tokens[place - 1], state.tokens[place + 1]
        before.hidden = after.hidden = True
        state.tokens[place] = Token("html_block", "", 0, content=figure)


IN_GUIDE = "guide-"  # before an anchor: other things of the page have names, too
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.core.ruler.push("empty-headings", drop_empty_headings)
MARKDOWN.core.ruler.before("inline", "anchors", set_anchors)
MARKDOWN.core.ruler.before("inline", "plates", set_plates)


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
        own_box=bool(game.box().data),
    )


@lru_cache(maxsize=64)
def guide_html(name: str, lang: str) -> str:
    """A game's guide as HTML. Raw HTML in it is shown as text, so that nothing in it can run."""
    return str(MARKDOWN.render(told(find_game(name).guide(lang)), {"game": name}))


@lru_cache(maxsize=1024)
def drawn_plate(name: str, plate: str, theme: str, lang: str) -> bytes:
    """A plate, compressed. All there are find room, in all languages: none is drawn twice, however often one asks."""
    game = find_game(name)
    return zlib.compress(draw(cutting(game, plates(game)[plate], lang), LOOKS[theme]).encode())


def plate_svg(name: str, plate: str, theme: str, lang: str) -> str:
    """A picture of a game's guide, which has to be there. The rules play a match to its position: they are compiled."""
    return zlib.decompress(drawn_plate(name, plate, theme, lang)).decode()


def has_plate(name: str, plate: str, theme: str) -> bool:
    """Whether there is such a picture of a game's guide."""
    return theme in LOOKS and plate in plates(find_game(name))
