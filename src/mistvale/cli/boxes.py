"""`mistvale box`: check a box of one's own, or print a game's as a start for one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

import mistvale as mv

from ..core.box import problem
from ..core.box_form import lacks, unplayable
from ..terminal.helping import Worded, WordedCommand
from ..terminal.words import language, say
from .common import clean, complain, errors, out, read_text, refuse

box_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)


@box_app.command("check", cls=WordedCommand)
@clean
def box_check(
    file: Annotated[Path, typer.Argument()],
    game: Annotated[str | None, typer.Option()] = None,
    rulebook: Annotated[bool, typer.Option("--rulebook")] = False,
) -> None:
    """Check a box of your own: every problem is listed, with what is expected, and what the rulebook has otherwise."""
    read_text(file)
    chosen = mv.game(game or _game_of_box(file))
    try:
        box = chosen.box(file, stated_figures=rulebook)
        problems = unplayable(chosen, box)
        if problems:
            raise mv.BadBox(str(file), problems)
    except mv.BadBox as error:
        complain(say("box.problems", file=file, game=chosen.title, n=len(error.problems)))
        for each in error.problems_told(language()):
            errors().print(f"  {each}", markup=False, soft_wrap=True)
        raise typer.Exit(1) from None
    console = out()
    console.print(say("box.fine", file=file, game=chosen.title), style="green", markup=False, soft_wrap=True)
    for name, rows in box.data.items():
        if isinstance(rows, list):
            counts = [row.get("count") for row in rows if isinstance(row, dict)]
            if counts and all(isinstance(count, int) for count in counts):
                line = say("box.count", name=name, rows=len(rows), total=sum(counts))
            else:
                line = say("box.rows", name=name, rows=len(rows))
            console.print(f"  {line}", markup=False)
    same = box.digest == chosen.box().digest
    line = say("box.standard") if same else say("box.own", game=chosen.name, file=file)
    console.print(f"  {line}", markup=False, soft_wrap=True)
    for lack in lacks(chosen, box):
        console.print(f"  {lack.told(language())}", markup=False, soft_wrap=True)
    notes = [] if rulebook else _otherwise(chosen, file)
    if notes:
        console.print(f"  {say('box.otherwise', n=len(notes))}", markup=False, soft_wrap=True)
        for each in notes:
            console.print(f"    {each}", markup=False, soft_wrap=True)
    console.print(f"  {say('box.digest', digest=box.digest)}", style="dim", soft_wrap=True)


def _otherwise(game: mv.Game, file: Path) -> list[str]:
    """What the rulebook has otherwise than a box that can be played with."""
    try:
        game.box(file)
    except mv.BadBox as error:
        return error.problems_told(language())
    return []


def _game_of_box(file: Path) -> str:
    """The game that a box file names."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise mv.BadBox(str(file), [problem("box.toml", why=error)]) from None
    name = data.get("game")
    if not isinstance(name, str):
        raise refuse(say("box.which", file=file, game=(mv.games() or ("misty",))[0]))
    return name


@box_app.command("show", cls=WordedCommand)
@clean
def box_show(game: Annotated[str, typer.Argument()]) -> None:
    """Print the standard box of a game, as a start for one of your own."""
    from importlib import resources

    chosen = mv.game(game)
    typer.echo((resources.files(chosen.package) / "box.toml").read_text(encoding="utf-8"), nl=False)
