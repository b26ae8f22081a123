"""What all commands have in common: where they speak, how they refuse, and how long work shows that it goes on."""

from __future__ import annotations

import functools
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, ParamSpec

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

import mistvale as mv

from ..core.errors import reason
from ..core.grammar import Decimal
from ..core.text import words
from ..terminal.helping import put_words
from ..terminal.words import is_spoken, language, message, say, speak, told

P = ParamSpec("P")

QUICK = 0.3
"""Work that is done within so many seconds needs no progress bar."""


def out() -> Console:
    """Where answers go. Made when needed, since tests and pipes replace the streams."""
    return Console(highlight=False)


def errors() -> Console:
    """Where complaints and progress go."""
    return Console(stderr=True, highlight=False)


def open_streams() -> None:
    """Have every letter written: a file gets UTF-8 where nobody says otherwise, and what a terminal lacks is a `?`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            chosen = None if stream.isatty() or "PYTHONIOENCODING" in os.environ else "utf-8"
            stream.reconfigure(encoding=chosen, errors="replace")


def complain(message: str) -> None:
    errors().print(message, style="bold red", markup=False, soft_wrap=True)


def refuse(message: str) -> typer.Exit:
    """Say what is wrong; what comes back is to be raised."""
    complain(message)
    return typer.Exit(1)


def clean(command: Callable[P, None]) -> Callable[P, None]:
    """A command that answers bad input with a sentence, never with a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except mv.BadBox as error:
            complain(f"{error.source}:")
            for each in error.problems_told(language()):
                complain(f"  {each}")
            raise typer.Exit(1) from None
        except mv.MistvaleError as error:
            raise refuse(told(error)) from None
        except BrokenPipeError:
            # Whoever read our output has read enough. What is left in the buffer goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            raise refuse(f"{error.filename or ''}: {told(reason(error))}".lstrip(": ")) from None

    return run


@contextmanager
def progress_bar(description: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the errors' stream, once the work has taken long enough for one to wonder."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=errors(), transient=True)
    task = bar.add_task(description, total=None)
    timer = threading.Timer(QUICK, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()


def rated_bots(names: Sequence[str]) -> Grid:
    """All bots, the weakest first, and how strong each is in every game at its smallest table for more than one."""
    from ..server.anchors import bot_ratings

    grid = Grid(title=say("games.bots"), title_justify="left")
    grid.add_column(words(language(), "mistvale")("arena.bot"))
    for name in names:
        grid.add_column(name, justify="right", overflow="fold")
    for bot in mv.bots():
        found = [bot_ratings(mv.game(name), bot) for name in names]
        grid.add_row(bot, *(f"{Decimal(each[min(each)], language()):.1f}" if each else "" for each in found))
    return grid


def warm(names: Sequence[str]) -> None:
    """Compile the rules of games, or load them, under a bar that says so."""
    titles = ", ".join(mv.game(name).title for name in names)
    with progress_bar(say("compiling", games=titles)) as tell:
        mv.warm(list(names), lambda label, done, total: tell(done, total))


def read_options(given: Sequence[str], game: mv.Game) -> dict[str, str]:
    """Options as they were typed: name=value."""
    first = game.options[0] if game.options else None
    example = f"{first.name}={first.values[-1]}" if first else "name=value"
    chosen: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise mv.BadTable(message("option.form", example=example, given=text))
        if name in chosen:
            raise mv.BadTable(message("option.twice", name=name))
        chosen[name] = value
    return game.check_options(chosen)


# ---------------------------------------------------------------- options of several commands

BoxPlayed = Annotated[Path | None, typer.Option()]


def _speak(context: typer.Context, lang: str | None) -> None:
    """Speak a language from here on; help that comes next is in it, too."""
    if lang is None:
        return
    if not is_spoken(lang):
        raise refuse(say("lang.none", lang=lang))
    speak(lang)
    put_words(context.find_root().command)


Lang = Annotated[str | None, typer.Option("--lang", callback=_speak, is_eager=True, show_default=False)]


def read_text(path: Path) -> bytes:
    """The bytes of a file, or the reason why there are none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise refuse(say("file.missing", file=path)) from None
    except OSError as error:
        raise refuse(say("file.unreadable", file=path, why=reason(error))) from None
