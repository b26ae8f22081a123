"""`mistvale report`: plays for a designer's report under a bar, and writes its page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import mistvale as mv

from ..terminal.words import language, say
from .common import BoxPlayed, Lang, clean, errors, out, progress_bar, read_options, refuse, warm

if TYPE_CHECKING:
    from ..report import Plan


@clean
def report(
    game: Annotated[str, typer.Argument()],
    box: BoxPlayed = None,
    against: Annotated[str | None, typer.Option()] = None,
    sweep: Annotated[str | None, typer.Option()] = None,
    seats: Annotated[str | None, typer.Option()] = None,
    level: Annotated[list[str] | None, typer.Option()] = None,
    best: Annotated[str, typer.Option()] = "expert",
    option: Annotated[list[str] | None, typer.Option()] = None,
    matches: Annotated[int | None, typer.Option(min=2)] = None,
    minutes: Annotated[float, typer.Option(min=0.05)] = 10.0,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    folder: Annotated[Path | None, typer.Option()] = None,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    ray: Annotated[str | None, typer.Option()] = None,
    lang: Lang = None,
) -> None:
    """Let bots play, and tell a designer what that says of a game and its box."""
    from ..report import planned
    from ..report.plan import LEVELS

    chosen = mv.game(game)
    options = read_options(option or (), chosen)
    other = against if against in (None, "standard") else Path(against)
    plan = planned(game, box, other, sweep, read_seats(seats, chosen), level or LEVELS, best, options, seed)
    place = folder or Path("reports") / "-".join(_named(plan, box, against))
    warm([game])
    make_report(plan, place, matches, minutes, workers, ray)


def read_seats(given: str | None, game: mv.Game) -> list[int] | None:
    """Numbers of seats as they were typed: 2-4, or 2,3."""
    from ..report import BadReport

    if given is None:
        return None
    try:
        first, dash, last = given.partition("-")
        if not dash:
            return [int(each) for each in given.split(",")]
        span = range(int(first), int(last) + 1)
    except ValueError:
        span = range(0)
    if not span:
        raise BadReport("seats", given=given)
    return [count for count in game.seats if count in span] or [span[0]]


def make_report(
    plan: Plan, place: Path, matches: int | None, minutes: float, workers: int | None, ray: str | None
) -> None:
    """Play what is not played yet, and write the page, the figures and the matches."""
    from ..lab.extras import MissingExtra
    from ..report import found, run, write, write_parquet
    from ..report.telling import Told

    title = plan.game.title
    try:
        with (
            progress_bar(say("report.measuring", game=title)) as measure,
            progress_bar(say("arena.running", game=title, n=max(plan.seats))) as tell,
        ):
            played, rows = run(plan, place, matches, minutes, workers, ray, tell, measure)
    except KeyboardInterrupt:
        raise refuse(say("arena.stopped", folder=place)) from None
    what = found(played, rows)
    file = write(place, played, what, language())
    told = Told(played, what, language())
    tell_lines([told.title, told.by])
    tell_lines([f"· {line}" for line in told.summary()])
    try:
        write_parquet(place, rows)
    except MissingExtra as error:
        errors().print(say("rollouts.missing", library=error.name), markup=False, soft_wrap=True)
    tell_lines([say("analyse.kept", file=file)])


def tell_lines(lines: Sequence[str]) -> None:
    for line in lines:
        out().print(line, markup=False, soft_wrap=True)


def _named(plan: Plan, box: Path | None, against: str | None) -> list[str]:
    """What a report is called that nobody has named."""
    parts = [plan.game.name, *([box.stem] if box else [])]
    if against is not None:
        parts += ["against", Path(against).stem]
    if plan.sweep is not None:
        parts.append(plan.sweep.path.replace("/", "-"))
    return [*parts, *([str(plan.seed)] if plan.seed else [])]
