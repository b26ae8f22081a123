"""The command line: mistvale serve | config | backup | admin | play | learn | puzzles | arena | report | replay | …

What is heavy (the server, the screen) is imported inside the command that needs it: help comes at once.
"""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

import mistvale as mv

from ..core.ending import Ending
from ..terminal.helping import Worded, WordedCommand
from ..terminal.words import language, message, pair, say, told
from .admin import admin_app, config_app
from .boxes import box_app
from .common import (
    QUICK,
    BoxPlayed,
    Lang,
    clean,
    complain,
    errors,
    open_streams,
    out,
    progress_bar,
    rated_bots,
    read_options,
    read_text,
    refuse,
    warm,
)
from .reporting import report
from .tournament import is_tournament, verify_tournament

if TYPE_CHECKING:
    from ..terminal.table import Session

app = typer.Typer(
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    cls=Worded,
)
app.add_typer(box_app, name="box")
app.add_typer(admin_app, name="admin")
app.add_typer(config_app, name="config")
puzzles_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
app.add_typer(puzzles_app, name="puzzles")


class Speed(StrEnum):
    """How long each step stays on the table."""

    slow = "slow"
    normal = "normal"
    fast = "fast"
    off = "off"


# ---------------------------------------------------------------- what several commands need
@contextmanager
def prepared(game: str) -> Iterator[Callable[[str], object]]:
    """Have a game ready to be played, under a bar, and its bots soon after; what is given waits for one."""
    from ..warming import PLAY, compilations, stage_of
    from ..workshop import Workshop

    with Workshop([game]) as workshop:
        with progress_bar(say("compiling", games=mv.game(game).title)) as tell:
            while not workshop.wait(game, PLAY, QUICK):
                tell(*workshop.progress(game, PLAY))
            for each in compilations(game, PLAY):
                each.run()
        yield lambda bot: workshop.wait(game, stage_of(bot))


def read_record(path: Path, box: Path | None, seal: str | None = None) -> mv.Match:
    """The match that a record file tells of."""
    data = read_text(path)
    warm(_game_in(data))
    try:
        return mv.verify(data, seal, box)
    except mv.BadRecord as error:
        raise refuse(say("record.bad", file=path, why=error)) from None


def _game_in(data: bytes) -> list[str]:
    """The installed game that a record names, if any: what to compile before it is read in earnest."""
    import json

    try:
        told = json.loads(data)
        # The file of a tournament names it a step further in.
        name = told.get("game") or told.get("tournament", {}).get("game")
    except (ValueError, RecursionError, AttributeError):
        return []
    return [name] if name in mv.games() else []


def read_seed(given: str | None) -> int | str | None:
    """A seed as it was typed: a number, or 64 hexadecimal digits."""
    if given is None:
        return None
    if len(given) == 64 and all(c in "0123456789abcdefABCDEF" for c in given):
        return given.lower()
    if given.isascii() and given.isdigit() and len(given) < 64:
        return int(given)
    raise mv.BadTable(message("seed.form", given=given))


def check_save(path: Path | None) -> None:
    """Refuse a place for the record before the match, not after it."""
    if path is None:
        return
    if path.exists():
        raise refuse(say("save.exists", file=path))
    if not path.parent.is_dir():
        raise refuse(say("save.folder", file=path, folder=path.parent))


def has_screen() -> bool:
    """Whether there is a terminal on both ends that can be drawn on."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def print_result(match: mv.Match, console: Console, plain: bool = False) -> None:
    """Ranks, names and points: as a table, or plain, a line for each."""
    from ..terminal.table import result_rows

    if not match.over and match.ending is None:
        console.print(say("result.unfinished"))
    title = say("result.title", game=match.game.title) if match.over else None
    if plain:
        rows = (f"{rank} {pair(str(name), points)}".strip() for rank, name, points in result_rows(match))
        for line in filter(None, (title, *rows)):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        return
    grid = Grid(title=title, title_justify="left")
    if match.over:
        grid.add_column(say("result.rank"), justify="right")
    grid.add_column(say("result.name"))
    grid.add_column(say("result.points"), justify="right")
    for row in result_rows(match):
        grid.add_row(*(row if match.over else row[1:]))
    console.print(grid)


# ---------------------------------------------------------------- commands


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mistvale {mv.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    lang: Lang = None,
) -> None:
    """A table for five modern board games: play them here, host them in a browser, study them."""


@app.command(cls=WordedCommand)
@clean
def serve(
    host: Annotated[str | None, typer.Option()] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option()] = None,
    config: Annotated[Path | None, typer.Option()] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open")] = False,
    allow_host: Annotated[list[str] | None, typer.Option()] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(),
    ] = None,
    base_path: Annotated[str, typer.Option()] = "",
) -> None:
    """Host tables that are played in a browser: by you, friends and bots."""
    # Before the imports: on a busy machine they take so long that one would think nothing happens.
    errors().print(say("serve.starting"), style="dim", markup=False)
    from ..server.run import serve as run

    run(
        host=host,
        port=port,
        data_dir=data,
        open_browser=open_browser,
        allow_hosts=tuple(allow_host or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        base_path=base_path,
        config=config,
        lang=language(),
    )


@app.command(cls=WordedCommand)
@clean
def backup(
    folder: Annotated[Path, typer.Argument()],
    data: Annotated[Path | None, typer.Option()] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> None:
    """Copy all tables, and the key by which guests hold their seats; also while a server runs."""
    from ..server.admin import settings_of
    from ..server.backup import CannotBackUp, back_up

    try:
        with progress_bar(say("backup.running")) as tell:
            back_up(settings_of(data), folder, force, tell)
    except CannotBackUp as error:
        raise refuse(told(error)) from None
    out().print(say("backup.done", folder=folder), style="green", markup=False, soft_wrap=True)


@app.command(cls=WordedCommand)
@clean
def play(
    game: Annotated[str, typer.Argument()],
    bots: Annotated[
        str | None,
        typer.Option(),
    ] = None,
    seats: Annotated[int | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option()] = None,
    seed: Annotated[str | None, typer.Option()] = None,
    box: Annotated[Path | None, typer.Option()] = None,
    name: Annotated[str, typer.Option()] = "",
    speed: Annotated[Speed, typer.Option()] = Speed.normal,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    save: Annotated[Path | None, typer.Option()] = None,
    lang: Lang = None,
) -> None:
    """Play a game here, in the terminal, against bots, or alone with --seats 1 where a game has a solo mode."""
    from ..terminal.table import Session, Setting, rivals

    chosen = mv.game(game)
    at_table = rivals(chosen, names_in(bots), seats)
    options = read_options(option or (), chosen)
    given_seed = read_seed(seed)
    own_box = chosen.box(box, stated_figures=False) if box is not None else None
    if own_box is not None:
        chosen.check_box(own_box, 1 + len(at_table), options)
    check_save(save)
    with prepared(game) as ready:
        # Letters and the marks over them as one, as widths are counted.
        called = unicodedata.normalize("NFC", name.strip())[:40]
        session = Session(Setting(chosen, at_table, options, given_seed, own_box, called, ready), save)
        play_session(session, speed, plain)


def names_in(bots: str | None) -> list[str] | None:
    """The names of bots as they were typed, with commas between them; None where nobody said."""
    return None if bots is None else [part.strip() for part in bots.split(",") if part.strip()]


def play_session(session: Session, speed: Speed, plain: bool) -> None:
    """Play on the whole screen where there is one, and line by line elsewhere."""
    if plain or not has_screen():
        _play_plain(session)
    else:
        _play_screen(session, speed.value)


def _play_screen(session: Session, speed: str) -> None:
    from ..terminal.app import PlayApp

    screen = PlayApp(session, speed)
    screen.run()
    print_result(session.table.match, out())
    for path in session.saved:
        out().print(say("saved", file=path), soft_wrap=True)
    if screen.trouble:
        raise refuse(screen.trouble)


def _play_plain(session: Session) -> None:
    from ..terminal.plain import PlainGame

    console = out()
    ended = False
    try:
        PlainGame(session, console, errors()).play()
    except (EOFError, KeyboardInterrupt):
        ended = True
    print_result(session.table.match, console, plain=True)
    if path := session.record():
        console.print(say("saved", file=path), soft_wrap=True)
    if ended:
        raise refuse(say("plain.ended"))


@app.command(cls=WordedCommand)
@clean
def learn(
    game: Annotated[str, typer.Argument()],
    lesson: Annotated[str | None, typer.Argument()] = None,
    bots: Annotated[str | None, typer.Option()] = None,
    as_it_lay: Annotated[bool, typer.Option("--as-it-lay")] = False,
    speed: Annotated[Speed, typer.Option()] = Speed.normal,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    save: Annotated[Path | None, typer.Option()] = None,
    lang: Lang = None,
) -> None:
    """Learn a game here, in the terminal, by short lessons; from the one that is named on, or from the first."""
    from ..terminal.learning import PlainLessons, chosen
    from ..terminal.table import GoingOn, Session, rivals

    path = chosen(mv.game(game).name, lesson)
    named = names_in(bots)
    for each in path:
        rivals(each.game, named, each.count)
    check_save(save)
    with prepared(game) as ready:
        played = 0

        def play_on(match: mv.Match) -> None:
            nonlocal played
            setting = GoingOn.of(match, rivals(match.game, named, match.seats), as_it_lay, ready)
            session = Session(setting, save, played)
            play_session(session, speed, plain)
            played = session.played + 1

        try:
            PlainLessons(path, out(), errors(), play_on, ready).play()
        except (EOFError, KeyboardInterrupt):
            raise refuse(say("learn.ended")) from None


@puzzles_app.command("solve", cls=WordedCommand)
@clean
def puzzles_solve(game: Annotated[str | None, typer.Argument()] = None, lang: Lang = None) -> None:
    """Solve puzzles here, in the terminal: positions in which one move is clearly best."""
    from ..terminal.puzzling import PlainPuzzles, chosen

    found = chosen(game)
    if game is None:
        out().print(say("puzzles.day", title=mv.game(found[0].game).title), markup=False)
    with prepared(found[0].game) as ready:
        try:
            PlainPuzzles(found, out(), errors(), ready).play()
        except (EOFError, KeyboardInterrupt):
            raise refuse(say("puzzles.ended")) from None


@puzzles_app.command("make", cls=WordedCommand)
@clean
def puzzles_make(
    game: Annotated[str, typer.Argument()],
    file: Annotated[Path, typer.Argument()],
    count: Annotated[int, typer.Option(min=1, max=10_000)] = 100,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    minutes: Annotated[float, typer.Option(min=0.0)] = 60.0,
) -> None:
    """Look for puzzles while bots play, and keep them in a file; what it holds already is kept."""
    from .puzzling import make_puzzles

    if not file.exists():
        check_save(file)
    make_puzzles(mv.game(game), count, seed, workers, minutes, file)


@app.command(cls=WordedCommand)
@clean
def replay(
    record: Annotated[Path, typer.Argument()],
    from_seat: Annotated[int | None, typer.Option()] = None,
    box: BoxPlayed = None,
    speed: Annotated[Speed, typer.Option()] = Speed.normal,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    lang: Lang = None,
) -> None:
    """Step through a match with the left and right arrow keys."""
    match = read_record(record, box)
    if from_seat is not None and not 0 <= from_seat < match.seats:
        raise refuse(say("replay.seat", seat=from_seat, last=match.seats - 1))
    if plain or not has_screen():
        from ..terminal.plain import replay as print_replay

        print_replay(match, from_seat, out())
        print_result(match, out(), plain=True)
    else:
        from ..terminal.app import ReplayApp

        ReplayApp(match, from_seat, speed.value).run()


@app.command(cls=WordedCommand)
@clean
def analyse(
    record: Annotated[list[Path], typer.Argument()],
    level: Annotated[str | None, typer.Option()] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    json: Annotated[Path | None, typer.Option("--json")] = None,
    html: Annotated[Path | None, typer.Option("--html")] = None,
    box: BoxPlayed = None,
    lang: Lang = None,
) -> None:
    """Look back at a finished match: what was decided well, what was not, and how much of it was luck."""
    from .analysing import look_back

    for file in filter(None, (json, html)):
        check_save(file)
    look_back([read_record(each, box) for each in record], level, quick, seed, json, html)


@app.command(cls=WordedCommand)
@clean
def verify(
    record: Annotated[Path, typer.Argument()],
    seal: Annotated[str | None, typer.Option()] = None,
    box: BoxPlayed = None,
) -> None:
    """Prove a record: nothing in it was altered and, with the seal you kept, nobody chose the deck."""
    data = read_text(record)
    if is_tournament(data):
        warm(_game_in(data))
        verify_tournament(record, data, box)
        return
    match = read_record(record, box, seal)
    moves = sum(1 for n in range(match.steps + 1) if match.step(n).move is not None)
    console = out()

    def proven(key: str, **values: Any) -> None:
        console.print(f"✓ {say(key, **values)}", style="green", markup=False, soft_wrap=True)

    def unproven(key: str) -> None:
        console.print(f"? {say(key)}", style="yellow", markup=False, soft_wrap=True)

    title = match.game.title
    heading = say("verify.title", file=record.name, game=title, seats=match.seats, moves=moves)
    console.print(heading, style="bold", markup=False, soft_wrap=True)
    proven("verify.whole")
    proven("verify.played", moves=moves)
    proven("verify.own-box", file=box) if box else proven("verify.box", game=title)
    if match.seal is None:
        unproven("verify.open")
    else:
        proven("verify.parts", n=len(match.seal.parts))
        given = match.seal.seals.index(seal.strip().lower()) if seal is not None else None
        if given is None:
            unproven("verify.no-seal")
        elif given == 0:
            proven("verify.seal")
        else:
            proven("verify.seat-seal", seat=given - 1)
    if match.ending is not None:
        for line in told_ending(match, match.ending):
            console.print(f"· {line}", markup=False, soft_wrap=True)
    elif not match.over:
        unproven("verify.unfinished")
    print_result(match, console)


def told_ending(match: mv.Match, ending: Ending) -> list[str]:
    """How a match ended beside its rules, in words: the word of the server that it was played at."""
    look: Any = match.look(None, language())
    names = [look.name(seat) for seat in range(match.seats)]
    lines = [say(f"verify.end.{ending.end}")]
    lines += [
        say(f"verify.fate.{fate}", name=name)
        for name, fate in zip(names, ending.seats, strict=True)
        if fate in ("timeout", "left")
    ]
    if ending.ranks:
        order = sorted(zip(ending.ranks, names, strict=True))
        lines.append(say("verify.ranks", order=", ".join(f"{rank}. {name}" for rank, name in order)))
    return lines


@app.command(cls=WordedCommand)
@clean
def check(
    game: Annotated[str, typer.Argument()],
    positions: Annotated[int, typer.Option(min=1)] = 2000,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    interpreted: Annotated[bool, typer.Option("--interpreted/--compiled-only")] = True,
) -> None:
    """Check that a game keeps the laws: nothing leaks, all adds up, undo uncovers nothing, and so on."""
    from ..core import laws

    chosen = mv.game(game)
    warm([game])
    began = time.monotonic()
    with progress_bar(say("check.running", game=chosen.title, n=positions)) as tell:
        findings = laws.check_game(chosen, positions, seed, tell, interpreted=False)
    if interpreted and not findings:
        with progress_bar(say("check.interpreted", game=chosen.title)):
            try:
                laws.check_interpreted(chosen, seed)
            except laws.LawBroken as broken:
                findings = [broken.finding]
    if findings:
        complain(say("check.broken", game=chosen.title, n=len(findings)))
        for finding in findings:
            errors().print(str(finding), markup=False, soft_wrap=True)
        raise typer.Exit(1)
    took = time.monotonic() - began
    tables = len(chosen.tables())
    out().print(say("check.fine", game=chosen.title, n=positions, tables=tables, seconds=took), style="green")


@app.command(cls=WordedCommand)
@clean
def arena(
    game: Annotated[str, typer.Argument()],
    bots: Annotated[list[str], typer.Argument()],
    games: Annotated[int, typer.Option(min=1)] = 400,
    seats: Annotated[int | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option()] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    folder: Annotated[Path | None, typer.Option()] = None,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    until_sure: Annotated[bool, typer.Option("--until-sure")] = False,
    ray: Annotated[str | None, typer.Option()] = None,
) -> None:
    """Let bots play each other, and say how good they are and how sure that is."""
    from ..arena import Plan, run
    from ..arena.report import standings_table, versus_table, write

    chosen = mv.game(game)
    plan = Plan.checked(game, bots, games, seats, seed, read_options(option or (), chosen))
    place = folder or Path("arena") / "-".join(
        [game, *plan.bots, f"{plan.seats}-seats", *map(str, [seed] * (seed > 0))]
    )
    warm([game])
    try:
        with progress_bar(say("arena.running", game=chosen.title, n=plan.seats)) as tell:
            results = run(plan, place, workers, ray, until_sure, progress=tell)
    except KeyboardInterrupt:
        raise refuse(say("arena.stopped", folder=place)) from None
    write(place, plan, results, language())
    out().print(standings_table(results, language()))
    if results.versus:
        out().print(versus_table(results, language()))
    out().print(say("arena.kept", n=len(results.rows), folder=place), soft_wrap=True)


@app.command(cls=WordedCommand)
@clean
def rollouts(
    game: Annotated[str, typer.Argument()],
    bots: Annotated[list[str] | None, typer.Argument()] = None,
    matches: Annotated[int, typer.Option(min=1)] = 1000,
    seats: Annotated[int | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option()] = None,
    box: BoxPlayed = None,
    seed: Annotated[str | None, typer.Option()] = None,
    folder: Annotated[Path | None, typer.Option()] = None,
    moves: Annotated[bool, typer.Option("--moves/--no-moves")] = True,
    sources: Annotated[bool | None, typer.Option("--sources/--no-sources")] = None,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    ray: Annotated[str | None, typer.Option()] = None,
) -> None:
    """Play many whole matches, and keep a row of each in files for data tools."""
    from ..lab.extras import MissingExtra
    from ..lab.rows import parquet, planned, run

    chosen = mv.game(game)
    given = read_options(option or (), chosen)
    dealt = read_seed(seed) or 0
    plan = planned(chosen, bots or "random", matches, seats, given, box, dealt, moves, sources)
    place = folder or Path("rollouts") / "-".join(
        [game, *dict.fromkeys(plan.names), f"{plan.setting.seats}-seats", *([str(dealt)] if dealt else [])]
    )
    try:
        parquet()  # before anything takes long
        if not plan.is_random:
            warm([game])
        with progress_bar(say("arena.running", game=chosen.title, n=plan.setting.seats)) as tell:
            run(plan, place, workers, ray, tell)
    except KeyboardInterrupt:
        raise refuse(say("arena.stopped", folder=place)) from None
    except MissingExtra as error:
        raise refuse(say("rollouts.missing", library=error.name)) from None
    out().print(say("rollouts.kept", n=plan.matches, folder=place), soft_wrap=True)


app.command(cls=WordedCommand)(report)


@app.command("compile", cls=WordedCommand)
@clean
def compile_rules(
    games: Annotated[list[str] | None, typer.Argument()] = None,
) -> None:
    """Compile the rules now, so that nothing has to wait for it later."""
    names = games or list(mv.games())
    warm(names)
    out().print(say("compile.done", games=", ".join(mv.game(name).title for name in names)), style="green")


@app.command(cls=WordedCommand)
@clean
def games() -> None:
    """List the installed games, how many can play, and their options."""
    names = mv.games()
    console = out()
    if not names:
        raise refuse(say("games.none"))
    grid = Grid()
    for column in ("name", "title", "seats", "options", "credit"):
        # What one types is never broken; titles and credits make room for it.
        grid.add_column(say(f"games.{column}"), overflow="fold", no_wrap=column in ("name", "options"))
    for name in names:
        game = mv.game(name)
        options = "\n".join(f"{o.name}={'|'.join(o.values)}" for o in game.options)
        credit = f"{game.credit.designer}, {game.credit.publisher} {game.credit.year}"
        grid.add_row(name, game.title, f"{game.seats[0]}-{game.seats[-1]}", options, credit)
    console.print(grid)
    console.print(rated_bots(names))
    console.print(say("games.hint", game=names[0]), style="dim")


def main() -> None:
    """The command `mistvale`."""
    open_streams()
    app()
