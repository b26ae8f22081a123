"""The REST side of looking back at a match, and of playing on from it. See docs/protocol.md."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

import mistvale as mv
from mistvale import learning
from mistvale.bots.explaining import reasons
from mistvale.core.history import BEAT

from .account_api import VisitHere
from .analyses import is_played_elsewhere
from .api import (
    NOBODY_THERE,
    STATUS_OPTIONS,
    Asking,
    Caller,
    CallerHere,
    GameName,
    Guest,
    HubHere,
    Match,
    check_tables,
    recorded,
    status_of,
    while_there,
)
from .asking import Lang, the_language
from .errors import Refusal, refuse
from .events import Branch
from .hub import Hub
from .learn_api import LessonName, find_lesson, lawful
from .models.analyses import AnalysisAnswer
from .models.common import ErrorAnswer
from .models.learning import LessonOnWish
from .models.puzzles import PuzzleOnWish
from .models.tables import GoOnWish, MatchStatus, PlayOnWish, Why
from .opening import plan_playing_on
from .playing_on import PlayedOn
from .puzzle_api import PuzzleName, after, find_puzzle, record_of
from .variations import Variations

router = APIRouter(
    prefix="/api",
    tags=["afterwards"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)

COST = 10  # drawings: to tell the moves of a match in words takes about so long


async def finished_match(hub: Hub, match: str) -> mv.Match:
    """A match that one may look back at: it is over, and nobody plays on the same seed."""
    live = await hub.live(match)
    async with live.still() as table:
        played = recorded(table)
    if await hub.read(is_played_elsewhere, hub.store, match, played):
        raise refuse("not-possible", "analysis-seed")
    return played


@router.post(
    "/matches/{match}/on", status_code=201, summary="Open a table that goes on from a finished match", **STATUS_OPTIONS
)
async def play_on(
    hub: HubHere, guest: Guest, caller: CallerHere, lang: Lang, match: Match, wish: PlayOnWish
) -> MatchStatus:
    played = await finished_match(hub, match)
    await check_tables(hub, guest, caller)
    check_count(wish, played)
    came = await come_from(hub, lambda: PlayedOn.of(match, played, wish.step, wish.seat, wish.as_it_lay)[0])
    async with (await hub.live(match)).still() as table:
        own_box = table.own_box
    name = await hub.read(hub.store.name, guest)
    plan = plan_playing_on(guest, name, played.game.name, played.options, wish, came, lang, own_box)
    root = await hub.read(Variations(hub.store).root, match)
    branch = Branch(plan.table.id, match, wish.step, root, not wish.as_it_lay)
    plan = replace(plan, batch=replace(plan.batch, branches=(branch,)))
    return await status_of(await hub.open(caller.sign(plan)), guest, lang)


def check_count(wish: GoOnWish, played: mv.Match) -> None:
    """As many seats as there were, and no others."""
    if len(wish.seats) != played.seats:
        raise refuse("bad-request", "play-on-seats", n=played.seats)


async def come_from(hub: Hub, work: Callable[[], PlayedOn]) -> PlayedOn:
    """What a table is to go on from; refused where nothing is left to be decided, or nobody could sit so."""
    try:
        return await hub.sketch(work)
    except (mv.BadPosition, mv.BadRecord) as error:
        raise Refusal("bad-request", error) from error


async def on_from_study(
    hub: Hub, guest: str, caller: Caller, lang: str, wish: GoOnWish, table: mv.Match, seat: int, **which: str
) -> MatchStatus:
    """A table that goes on from what lies there in a lesson or a puzzle."""
    await check_tables(hub, guest, caller)
    check_count(wish, table)
    came = await come_from(hub, lambda: PlayedOn.of_study(table, seat, wish.as_it_lay, **which))
    name = await hub.read(hub.store.name, guest)
    plan = plan_playing_on(guest, name, table.game.name, table.options, wish, came, lang)
    return await status_of(await hub.open(caller.sign(plan)), guest, lang)


@router.post(
    "/games/{game}/lessons/{lesson}/on",
    status_code=201,
    summary="Open a table that goes on from what lies there in a lesson",
    **STATUS_OPTIONS,
)
async def play_on_lesson(
    hub: HubHere,
    asker: Asking,
    guest: Guest,
    caller: CallerHere,
    lang: Lang,
    game: GameName,
    lesson: LessonName,
    wish: LessonOnWish,
) -> MatchStatus:
    found = find_lesson(game, lesson)
    await hub.shelf.wait(found.game.name)
    hub.check_drawings(asker, 1 + len(wish.deeds) // 10)
    standing = await hub.sketch(lambda: lawful(lambda: learning.play(found, wish.deeds)))
    return await on_from_study(hub, guest, caller, lang, wish, standing.match, found.seat, lesson=found.id)


@router.post(
    "/games/{game}/puzzles/{puzzle}/on",
    status_code=201,
    summary="Open a table that goes on from what lies there at a puzzle that I have tried",
    **STATUS_OPTIONS,
)
async def play_on_puzzle(
    visit: VisitHere,
    asker: Asking,
    caller: CallerHere,
    lang: Lang,
    game: GameName,
    puzzle: PuzzleName,
    wish: PuzzleOnWish,
) -> MatchStatus:
    found, hub = find_puzzle(game, puzzle), visit.hub
    await hub.shelf.wait(found.game)
    hub.check_drawings(asker, 1)
    record = await record_of(visit, found.game)
    if record is not None and found.id not in record.solved:
        # At a table of one's own bots would tell what to do.
        raise refuse("not-possible", "puzzle-untried")
    match = await hub.sketch(lambda: lawful(lambda: after(found, wish.deeds)))
    return await on_from_study(hub, visit.guest, caller, lang, wish, match, found.seat, puzzle=found.id)


@router.get(
    "/matches/{match}/why",
    summary="What speaks for a move of a finished match, as the best bot sees it",
    response_model=Why,
)
async def why(
    request: Request,
    hub: HubHere,
    asker: Asking,
    lang: Lang,
    match: Match,
    step: Annotated[int, Query(ge=1, description="the step at which it was made, or one that came of it")],
) -> Why | Response:
    played = await finished_match(hub, match)
    decided = next((n for n in range(min(step, played.steps), 0, -1) if played.step(n).seat != BEAT), None)
    if step > played.steps or decided is None:
        raise refuse("bad-request", "why-nobody", step=step)
    tell = functools.partial(reasons, played, decided, lang)
    work = hub.advisers.why(hub.shelf, asker, played, decided, tell)
    return await while_there(request, work) or Response(status_code=NOBODY_THERE)


@router.post("/matches/{match}/analysis", summary="Have a finished match looked back at")
async def begin_analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    await hub.analysts.begin(match, played, asker)
    return await hub.analysts.look(match, played, lang)


@router.get("/matches/{match}/analysis", summary="What looking back at a finished match has found so far")
async def analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    return await hub.analysts.look(match, played, lang)
