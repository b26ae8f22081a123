"""`mistvale analyse`: looks back at a record, prints what it found, and writes it as JSON and as a page.

Of several records it tells where those lose points who sat there.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

import mistvale as mv

from ..analysis import FULL, QUICK, Analysis, Pass, analyse, check
from ..analysis.insights import people
from ..analysis.page import insights_page, page
from ..analysis.telling import SHARES, Told, ToldInsights
from ..bots import levels
from ..terminal.words import language, say
from .common import out, progress_bar, refuse

FORMAT = "mistvale-insights"
FORMAT_VERSION = 1


def look_back(
    matches: list[mv.Match], level: str | None, quick: bool, seed: int, json_file: Path | None, html_file: Path | None
) -> None:
    """Look back at matches under a bar, and tell what was found; a match that is given twice is one match."""
    matches = list({match.record(): match for match in matches}.values())
    how = QUICK if quick else FULL
    if level is not None:
        how = replace(how, level=levels.level(level).name)
    for match in matches:
        check(match)
    try:
        analyses = [looked_at(match, how, seed) for match in matches]
    except KeyboardInterrupt:
        raise refuse(say("analyse.stopped")) from None
    if len(analyses) == 1:
        tell_one(analyses[0], json_file, html_file)
    else:
        tell_all(analyses, json_file, html_file)


def looked_at(match: mv.Match, how: Pass, seed: int) -> Analysis:
    with progress_bar(say("analyse.running", game=match.game.title)) as bar:
        return analyse(match, how, seed, progress=lambda done: bar(len(done.decisions), done.total))


def tell_all(analyses: list[Analysis], json_file: Path | None, html_file: Path | None) -> None:
    """Where those lose points who sat at several matches; where nobody did, all who sat there."""
    found = [*people(analyses)]
    if not found:
        raise refuse(say("analyse.nobody"))
    often = [each for each in found if each.insights.matches > 1] or found
    told = [ToldInsights(each, language()) for each in often]
    for each in told:
        print_insights(each, out())
    line(out(), told[0].words("insights.about"))
    if json_file is not None:
        whole = {"format": FORMAT, "version": FORMAT_VERSION}
        lists = {"people": [each.plain() for each in often], "analyses": [each.plain() for each in analyses]}
        write(json_file, json.dumps(whole | lists, indent=1) + "\n")
    if html_file is not None:
        write(html_file, insights_page(told, language()))


def print_insights(told: ToldInsights, console: Console) -> None:
    line(console, told.title, "bold")
    line(console, told.rests)
    for heads, rows in told.tables:
        grid = Grid()
        for number, head in enumerate(heads):
            grid.add_column(head, justify="right" if number else "left")
        for row in rows:
            grid.add_row(*row)
        console.print(grid)
    console.print()


def tell_one(found: Analysis, json_file: Path | None, html_file: Path | None) -> None:
    told = Told(found, language())
    print_report(told, out())
    if json_file is not None:
        write(json_file, json.dumps(found.plain(), indent=1) + "\n")
    if html_file is not None:
        write(html_file, page(told))


def write(path: Path, text: str) -> None:
    """Write a file, and say so."""
    path.write_text(text, encoding="utf-8")
    out().print(say("analyse.kept", file=path), markup=False, soft_wrap=True)


def print_report(told: Told, console: Console) -> None:
    """What was found, to be read."""
    line(console, told.title, "bold")
    line(console, told.by)
    heading(console, told, "luck")
    if told.analysis.shares:
        console.print(luck_table(told))
    else:
        line(console, told.words("nothing.luck"))
    heading(console, told, "turns")
    for turn in sorted(told.analysis.turns, key=lambda each: each.step):
        line(console, f"· {told.turn(turn)}")
    if not told.analysis.turns:
        line(console, told.words("nothing.turns"))
    heading(console, told, "decisions")
    console.print(decision_table(told)) if told.lines else line(console, told.words("nothing.decisions"))
    heading(console, told, "explained")
    for each in told.explained:
        line(console, each)


def line(console: Console, text: str, style: str | None = None) -> None:
    console.print(text, style=style, markup=False, soft_wrap=True)


def heading(console: Console, told: Told, key: str) -> None:
    console.print()
    line(console, told.words(f"heading.{key}"), "bold")


def luck_table(told: Told) -> Grid:
    grid = Grid()
    grid.add_column(told.words("column.seat"))
    for name in SHARES:
        grid.add_column(told.words(f"share.{name}"), justify="right")
    for name, share in zip(told.names, told.analysis.shares, strict=True):
        grid.add_row(name, *(told.points(getattr(share, each).lead) for each in SHARES))
    return grid


INKS = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow", "find": "green"}


def decision_table(told: Told) -> Grid:
    grid = Grid()
    for key in ("step", "seat", "mark", "played", "better", "worth"):
        grid.add_column(told.words(f"column.{key}"))
    for each in told.lines:
        row = (str(each.decision.step), each.name, each.mark, each.played, each.other, each.worth)
        grid.add_row(*row, style=INKS[each.decision.mark])
    return grid
