"""Results for people and for programs: a table, rows, a summary, and a picture."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from rich.table import Table

from ..core.grammar import Decimal
from ..core.text import DEFAULT, words
from .plan import Plan
from .results import Results, Share

WIDE, ROW, LEFT, RIGHT, TOP = 760, 34, 210, 130, 64
INK, SOFT, BAR, LINE, PAPER = "#1d3038", "#5d737a", "#2f8f83", "#c9d6d3", "#fbf8f0"


def standings_table(results: Results, lang: str = DEFAULT) -> Table:
    """All bots with their win rates, points and ratings."""
    say = words(lang, "mistvale")
    table = Table(title=say("arena.standings"), title_justify="left")
    for name in ("bot", "matches", "wins", "interval", "points", "rating", "seconds"):
        table.add_column(say(f"arena.{name}", sure=results.sure), justify="left" if name == "bot" else "right")
    for one in results.standings:
        table.add_row(
            one.bot,
            str(one.matches),
            percent(one.wins.rate, lang),
            interval(one.wins, lang),
            f"{Decimal(one.points, lang):.1f} ± {Decimal(one.points_off, lang):.1f}",
            f"{Decimal(one.rating, lang):.1f} ± {Decimal(one.rating_off, lang):.1f}",
            f"{Decimal(one.seconds, lang):.2f}",
        )
    return table


def versus_table(results: Results, lang: str = DEFAULT) -> Table:
    """Every two bots: how often the first comes out ahead of the other."""
    say = words(lang, "mistvale")
    title = say("arena.versus" if results.seats > 1 else "arena.versus.solo")
    table = Table(title=title, title_justify="left")
    for name in ("bot", "ahead", "in", "interval", "of", "sure"):
        table.add_column(
            say(f"arena.{name}", sure=results.sure), justify="left" if name in ("bot", "ahead") else "right"
        )
    for pair in results.versus:
        sign = say("arena.yes" if pair.decided else "arena.no")
        rate, bounds = percent(pair.ahead.rate, lang), interval(pair.ahead, lang)
        table.add_row(pair.one, pair.other, rate, bounds, str(pair.ahead.of), sign)
    return table


def percent(rate: float, lang: str) -> str:
    return "-" if math.isnan(rate) else f"{Decimal(100 * rate, lang):.1f} %"


def interval(share: Share, lang: str) -> str:
    return f"{Decimal(100 * share.low, lang):.1f} - {Decimal(100 * share.high, lang):.1f} %"


# ---------------------------------------------------------------- files


def write(folder: Path, plan: Plan, results: Results, lang: str = DEFAULT) -> list[Path]:
    """The rows as CSV, the summary as JSON, and the picture, with words for people; the files that were written."""
    files = [folder / name for name in ("matches.csv", "summary.json", "picture.svg")]
    write_rows(files[0], plan, results)
    files[1].write_text(json.dumps(summary(plan, results), indent=2) + "\n", encoding="utf-8")
    files[2].write_text(picture(plan, results, lang), encoding="utf-8")
    return files


def write_rows(file: Path, plan: Plan, results: Results) -> None:
    """A line for each seat of each match."""
    header = plan.header()
    with file.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["game", "rules", "mistvale", "deal", "seed", "seat", "bot", "rank", "score", "moves", "seconds"])
        for row in results.rows:
            for seat, (bot, rank, score) in enumerate(zip(row.lineup, row.ranks, row.scores, strict=True)):
                about = [plan.game, header["rules"], header["mistvale"], row.deal, row.seed]
                rows.writerow([*about, seat, bot, rank, score, row.moves, row.seconds])


def summary(plan: Plan, results: Results) -> dict[str, Any]:
    """Everything that was learnt, as plain data."""
    return {
        **plan.header(),
        "matches": len(results.rows),
        "sure": results.sure,
        "standings": [{**asdict(one), "win_rate": one.wins.rate} for one in results.standings],
        "versus": [{**asdict(pair), "rate": pair.ahead.rate, "decided": pair.decided} for pair in results.versus],
    }


# ---------------------------------------------------------------- the picture


def picture(plan: Plan, results: Results, lang: str = DEFAULT) -> str:
    """Win rates as bars, each with its interval."""
    say = words(lang, "mistvale")
    rows = results.standings
    height = TOP + ROW * len(rows) + 40
    span = WIDE - LEFT - RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" font-family="system-ui, sans-serif">',
        f'<rect width="{WIDE}" height="{height}" fill="{PAPER}"/>',
        _text(24, 34, say("arena.picture", game=plan.game, n=plan.seats), 18, INK, "start", 600),
    ]
    for tenth in range(0, 11, 2):
        x = LEFT + span * tenth / 10
        parts.append(f'<path d="M{x:.1f} {TOP - 6}V{height - 34}" stroke="{LINE}"/>')
        parts.append(_text(x, height - 16, f"{tenth * 10} %", 12, SOFT, "middle"))
    for i, one in enumerate(rows):
        y = TOP + ROW * i + ROW / 2
        share = say("arena.share", rate=percent(one.wins.rate, lang), of=one.wins.of)
        low, high, rate = (LEFT + span * value for value in (one.wins.low, one.wins.high, one.wins.rate))
        parts += [
            _text(LEFT - 12, y + 5, one.bot, 15, INK, "end", 600),
            f'<rect x="{LEFT}" y="{y - 9}" width="{rate - LEFT:.1f}" height="18" rx="4" fill="{BAR}"/>',
            f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10" stroke="{INK}" '
            'stroke-width="2" fill="none"/>',
            _text(WIDE - RIGHT + 12, y + 5, share, 13, SOFT, "start"),
        ]
    return "\n".join([*parts, "</svg>\n"])


def _text(x: float, y: float, words: str, size: int, colour: str, anchor: str, weight: int = 400) -> str:
    look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
