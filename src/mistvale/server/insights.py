"""Insights over a player's matches, as far as they were looked back at: made of kept analyses when somebody asks."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import sqlalchemy as sa

import mistvale as mv
from mistvale.analysis.insights import Insights, Loss, Sat, insights

from . import schema
from .analyses import rules_of_game
from .models.profiles import GameInsights, LossTold

if TYPE_CHECKING:
    from .store import Store

MOST = 100  # matches of a player that are taken into account, the newest


def insights_of(store: Store, player: str, lang: str) -> list[GameInsights]:
    """Where a player loses points, game by game. It blocks."""
    found: dict[str, list[Sat]] = defaultdict(list)
    for row in _rows(store, player):
        if row.game in mv.games() and row.rules == rules_of_game(mv.game(row.game)):
            found[row.game].append(Sat(row.found, row.seat))
    return [told(mv.game(game), insights(matches), lang) for game, matches in sorted(found.items())]


def _rows(store: Store, player: str) -> list[sa.Row[tuple[str, int, str, dict[str, object]]]]:
    """The newest matches that the player alone has played to their end at a seat, and that were looked back at.

    What was played on as it lay is none of them: who plays it knows what was hidden.
    """
    results, analyses, branches = schema.results, schema.analyses, schema.branches
    seats = sa.select(results.c.match).where(results.c.guest == player).group_by(results.c.match)
    alone = seats.having(sa.func.count() == 1)
    known = sa.select(branches.c.match).where(branches.c.anew.is_(False))
    query = sa.select(results.c.game, results.c.seat, analyses.c.rules, analyses.c.found)
    mine = query.join(analyses, analyses.c.match == results.c.match).where(
        results.c.guest == player,
        results.c.how == "played",
        results.c.match.in_(alone),
        results.c.match.not_in(known),
    )
    return store.rows(mine.order_by(results.c.ended.desc(), results.c.match).limit(MOST))


def told(game: mv.Game, found: Insights, lang: str) -> GameInsights:
    words = game.words(lang)

    def loss(each: Loss, label: str = "") -> LossTold:
        return LossTold(name=each.name, label=label, decisions=each.decisions, mistakes=each.mistakes, lost=each.lost)

    return GameInsights(
        game=game.name,
        title=game.title,
        matches=found.matches,
        all=loss(found.all),
        parts=[loss(each) for each in found.parts],
        # What a game has no word for is called as in its notation.
        kinds=[loss(each, words.get(f"kind.{each.name}", each.name)) for each in found.kinds],
    )
