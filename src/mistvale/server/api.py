"""The REST side of docs/protocol.md."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response

import mistvale as mv
from mistvale.core.text import clean_name
from mistvale.scene.picture import Picture

from . import commands
from .asking import Lang, the_language
from .boxes import PASSED, Boxes, OwnBox
from .catalog import game_info, guide_html
from .commands import Command, Plan
from .daily import is_secret, kept
from .endings import ending_of
from .errors import Refusal, refuse, too_many
from .frames import Drawing, Reader, Shot, reel
from .guard import ADDRESS, GUEST, PROGRAM, SESSION, asker_of
from .guests import Guests
from .hub import Hub
from .inviting import invite, wished_for
from .limits import Asker, Paces
from .live import Live
from .models.common import Done, ErrorAnswer
from .models.games import GameInfo, Guide
from .models.hosting import Readiness
from .models.players import Me, Named
from .models.seeing import FramesPart, RecordAnswer, SceneAnswer, ViewAnswer
from .models.tables import (
    Hints,
    Invitation,
    JoinWish,
    LeaveWish,
    MatchStatus,
    MoveWish,
    PartsWish,
    RematchWish,
    TableWish,
    UndoWish,
)
from .opening import OWN_KINDS, find_game, plan_table
from .people import People
from .programs import company, owner_of
from .stakes import check_fair, check_pairs, check_player, note_device
from .tables import Answer, Table
from .tokens import Program
from .words import former

T = TypeVar("T")

MOST_FRAMES = 100
# One's own tables do not end by waiting; this is for programs.
TABLES_WAIT = 60.0
NOBODY_THERE = 499  # as others call it; nobody reads it

router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],  # whatever is refused is refused in the asker's language
)


# These wait for nothing, and are yet asynchronous: what is not would be handed to a thread for each of them.


async def the_hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def the_guest(request: Request) -> str:
    guest: str = request.scope[GUEST]
    return guest


async def the_program(request: Request) -> Program | None:
    program: Program | None = request.scope[PROGRAM]
    return program


async def the_person(request: Request) -> str:
    """Whose eyes count for what players show each other: a program has its owner's."""
    program: Program | None = request.scope[PROGRAM]
    guest: str = request.scope[GUEST]
    return program.player if program else guest


@dataclass(frozen=True)
class Caller:
    """Where a request comes from."""

    address: str
    # As it is kept, by each key that counts; the newest first.
    origins: list[str]
    paces: Paces
    guests: Guests

    async def attempt(self, hub: Hub, *others: str, cost: float = 1.0) -> None:
        """Try a code or a link, as this address and perhaps as somebody; refused to whoever tries too often."""
        marks = [self.guests.origins(f"attempt {each}")[0] for each in (self.address, *others)]
        seconds = await hub.change(hub.attempts.take, marks, cost)
        if seconds:
            raise too_many(seconds)

    def sign(self, plan: Plan) -> Plan:
        """The same plan, with where its new tables are opened from."""
        return replace(plan, batch=replace(plan.batch, origin=self.origins[0]))


async def the_caller(request: Request) -> Caller:
    address: str = request.scope[ADDRESS]
    state = request.app.state
    return Caller(address, state.guests.origins(address), state.paces, state.guests)


async def the_asker(request: Request) -> Asker:
    return asker_of(request.scope)


HubHere = Annotated[Hub, Depends(the_hub)]
CallerHere = Annotated[Caller, Depends(the_caller)]
Guest = Annotated[str, Depends(the_guest)]
Person = Annotated[str, Depends(the_person)]
ProgramHere = Annotated[Program | None, Depends(the_program)]
Asking = Annotated[Asker, Depends(the_asker)]
Match = Annotated[str, Path(description="a match's id")]
GameName = Annotated[str, Path(description="a game's name, as the shelf has it")]
LinkToken = Annotated[str, Path(description="the secret in a friend's link")]
OwnSeat = Annotated[int, Query(ge=0, description="a seat that one holds")]
Patches = Annotated[bool, Query(description="Each frame but the first with a patch in place of its scene")]
Eyes = Annotated[int | None, Query(ge=0, description="a seat; without it, a spectator")]
LastStep = Annotated[int | None, Query(ge=0, description=f"at most {MOST_FRAMES} steps are sent")]
STATUS_OPTIONS: dict[str, Any] = {"response_model": MatchStatus, "response_model_exclude_unset": True}


def json_text(text: str) -> Response:
    return Response(text, media_type="application/json")


async def status_of(live: Live, guest: str, lang: str) -> MatchStatus:
    async with live.still():
        return live.status(guest, lang)


async def changed(live: Live, guest: str, lang: str, message: str | None, command: Command) -> MatchStatus:
    await live.answer(guest, message, command)
    return await status_of(live, guest, lang)


# ---------------------------------------------------------------- guests and games


@router.get("/me", tags=["guests"], summary="Who I am")
async def me(hub: HubHere, guest: Guest, program: ProgramHere) -> Me:
    if program:
        return Me(guest=guest, name=program.name, friends_url=hub.settings.friends_url)
    name = await hub.read(hub.store.name, guest)
    if name:
        hub.sweeper.saw_guest(guest)
    return Me(guest=guest, name=name, friends_url=hub.settings.friends_url)


@router.put("/me", tags=["guests"], summary="What I am called from now on")
async def rename(hub: HubHere, guest: Guest, caller: CallerHere, wish: Named) -> Me:
    name = clean_name(wish.name)
    if not await hub.read(hub.store.knows, guest):
        caller.paces.guests.check(caller.address)
    try:
        await hub.read(hub.store.set_name, guest, name)
    except Refusal:
        hub.trouble()
        raise
    return Me(guest=guest, name=name, friends_url=hub.settings.friends_url)


@router.get("/games", tags=["games"], summary="The games on the shelf")
async def shelf(lang: Lang) -> list[GameInfo]:
    return [game_info(name, lang) for name in mv.games()]


@router.get("/games/{game}/guide", tags=["games"], summary="How to play a game")
async def guide(game: GameName, lang: Lang) -> Guide:
    return Guide(html=guide_html(game, lang))


@router.get("/games/{game}/ready", tags=["games"], summary="How far the rules of a game are; it comes first now")
async def game_ready(hub: HubHere, game: GameName) -> Readiness:
    return ready(hub, find_game(game).name)


def ready(hub: Hub, game: str) -> Readiness:
    hub.shelf.want(game)
    return hub.shelf.readiness(game)


# ---------------------------------------------------------------- tables


@router.post("/matches", tags=["tables"], status_code=201, summary="Open a table", **STATUS_OPTIONS)
async def open_table(
    request: Request,
    hub: HubHere,
    guest: Guest,
    program: ProgramHere,
    caller: CallerHere,
    lang: Lang,
    wish: TableWish,
) -> MatchStatus:
    await check_player(hub, guest, wish.rated)
    await hub.shelf.wait(find_game(wish.game).name)
    if program and "play" not in program.scopes and any(seat.kind in OWN_KINDS for seat in wish.seats):
        raise refuse("forbidden", "token-scope", scopes="play")
    kept_for = await wished_for(hub, caller, guest, request.scope[SESSION] is not None, wish)
    moment = await hub.keeper.moment() if wish.pace.kind != "none" else None
    name = program.name if program else await hub.read(hub.store.name, guest)
    own_box = await tried_box(hub, wish.game, wish.box) if wish.box else None
    plan = plan_table(guest, name, wish, lang, moment, await owner_of(hub, program), kept_for, own_box)
    await check_tables(hub, guest, caller)
    if wish.door != "link":
        await hub.lobby.check_room(guest, caller.origins)
    live = await hub.open(caller.sign(plan))
    await invite(hub, guest, plan.table.id, kept_for)
    await note_device(live, request.scope, guest)
    return await status_of(live, guest, lang)


async def tried_box(hub: Hub, game: str, digest: str) -> OwnBox:
    """The box that a table is wished for with, if it has passed its trial by the rules of today."""
    kept = await hub.change(Boxes(hub.store).find, game, digest)
    if kept.verdict != PASSED:
        raise refuse("not-possible", "box-untried")
    form = await hub.sketch(lambda: kept.form)
    if form.problems:
        raise refuse("not-possible", "box-wrong", why=form.problems[0][1])
    return OwnBox.of(form)


async def check_tables(hub: Hub, guest: str, caller: Caller) -> None:
    """Whether a guest, and whoever else calls from its address, may open one more table."""
    hub.doorman.check_opening()
    most = hub.settings.tables_per_guest
    if most and await hub.read(hub.store.open_tables, guest) >= most:
        raise too_many(TABLES_WAIT, "too-many-tables", most=most)
    most = hub.settings.tables_per_address
    if most and await hub.read(hub.store.open_tables_from, caller.origins) >= most:
        raise too_many(TABLES_WAIT, "too-many-here", most=most)
    caller.paces.tables.check(caller.address)


@router.get(
    "/matches",
    tags=["tables"],
    summary="My tables",
    response_model=list[MatchStatus],
    response_model_exclude_unset=True,
)
async def my_tables(hub: HubHere, asker: Asking, lang: Lang) -> list[MatchStatus]:
    matches = await hub.read(hub.store.matches_of, asker.guest)
    hub.check_drawings(asker, len(matches))
    return [await status_of(await hub.live(match), asker.guest, lang) for match in matches]


@router.get("/matches/{match}", tags=["tables"], summary="Where a match stands", **STATUS_OPTIONS)
async def match_status(hub: HubHere, guest: Guest, lang: Lang, match: Match) -> MatchStatus:
    live = await hub.live(match)
    hub.sweeper.saw_match(match)
    return await status_of(live, guest, lang)


@router.get("/matches/{match}/ready", tags=["tables"], summary="How far the rules of a table are; they come first now")
async def table_ready(hub: HubHere, match: Match) -> Readiness:
    return ready(hub, await hub.game_of(match))


@router.get("/join/{token}/ready", tags=["tables"], summary="How far the rules of a friend's table are")
async def link_ready(hub: HubHere, token: LinkToken) -> Readiness:
    return ready(hub, await hub.game_of((await hub.link(token)).match))


@router.get("/join/{token}", tags=["tables"], summary="What a friend's link leads to")
async def invitation(hub: HubHere, guest: Guest, lang: Lang, token: LinkToken) -> Invitation:
    live, seat = await linked(hub, token)
    async with live.still() as table:
        place = table.seats[seat]
        kept = place.kept_for not in (None, guest)
        taken = place.kind != "open" or table.closed or kept or place.token != token
    host = await host_name(hub, table) or former(lang)
    return Invitation(
        match=table.id,
        seat=seat,
        taken=taken,
        host=host,
        game=table.game,
        programs=table.terms.programs,
        rated=table.terms.rated,
    )


@router.post("/join/{token}", tags=["tables"], summary="Take a friend's seat", **STATUS_OPTIONS)
async def join(
    request: Request, hub: HubHere, guest: Guest, program: ProgramHere, lang: Lang, token: LinkToken, wish: JoinWish
) -> MatchStatus:
    live, seat = await linked(hub, token)
    async with live.still() as table:
        others = [table.host, *company(table)]
    await check_player(hub, guest, table.terms.rated)
    owner = await owner_of(hub, program)
    await check_beside(hub, owner.player if owner else guest, others)
    await check_fair(live, request.scope, guest, owner.player if owner else None)
    if program:
        name = program.name
    else:
        name = clean_name(wish.name) or await hub.read(hub.store.name, guest)
    command = commands.join(guest, seat, name, wish.seal, lang, wish.programs, owner, token)
    status = await changed(live, guest, lang, None, command)
    await note_device(live, request.scope, guest)
    return status


async def check_beside(hub: Hub, guest: str, others: list[str]) -> None:
    """Refuse a seat beside somebody with whom there is a block, whoever of the two has set it."""
    if await hub.read(People(hub.store).blocked, guest, others):
        raise refuse("forbidden", "no-seat-for-you")


async def linked(hub: Hub, token: str) -> tuple[Live, int]:
    link = await hub.link(token)
    return await hub.live(link.match), link.seat


async def host_name(hub: Hub, table: Table) -> str:
    """What the host is called at the table, or else in general; nothing if nobody knows."""
    held = table.held_by(table.host)
    if held:
        return table.seats[held[0]].name
    return await hub.read(hub.store.name, table.host) or await hub.read(hub.sessions.tokens.named, table.host)


@router.post("/matches/{match}/parts", tags=["tables"], summary="Reveal parts of the seed", **STATUS_OPTIONS)
async def parts(hub: HubHere, guest: Guest, lang: Lang, match: Match, wish: PartsWish) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, wish.id, commands.parts(guest, wish.parts, wish.id))


@router.post("/matches/{match}/leave", tags=["tables"], summary="Leave a seat to a bot", **STATUS_OPTIONS)
async def leave(hub: HubHere, guest: Guest, lang: Lang, match: Match, wish: LeaveWish) -> MatchStatus:
    live = await hub.live(match)
    command = kept(commands.leave(guest, wish.seat, wish.bot, wish.id, live.failed, lang))
    return await changed(live, guest, lang, wish.id, command)


@router.post("/matches/{match}/rematch", tags=["tables"], summary="The same seats again", **STATUS_OPTIONS)
async def rematch(
    request: Request,
    hub: HubHere,
    guest: Guest,
    person: Person,
    caller: CallerHere,
    lang: Lang,
    match: Match,
    wish: RematchWish | None = None,
) -> MatchStatus:
    live = await hub.live(match)
    async with live.still() as table:
        opens = table.status == "over" and not table.rematch and bool(table.held_by(guest))
        others = company(table)
        people = {seat.owner or seat.guest for seat in table.seats if seat.guest} if table.terms.rated else set()
        programs = any(seat.owner for seat in table.seats)
    if opens:
        await check_beside(hub, person, others)
        await check_pairs(hub, people, programs)
        await check_tables(hub, guest, caller)
    gone = await hub.read(hub.sessions.tokens.gone, others)
    planned = commands.rematch(guest, wish.seals if wish else {}, lang, gone)

    def signed(table: Table) -> Plan | Answer:
        plan = planned(table)
        return caller.sign(plan) if isinstance(plan, Plan) else plan

    answer = await live.act(signed)
    again = await hub.live(answer["match"])
    await note_device(again, request.scope, guest)
    return await status_of(again, guest, lang)


# ---------------------------------------------------------------- playing


@router.post("/matches/{match}/moves", tags=["play"], summary="Make a move")
async def move(hub: HubHere, guest: Guest, match: Match, wish: MoveWish) -> Done:
    live = await hub.live(match)
    command = commands.move(guest, wish.seat, wish.move, wish.id, hub.settings.events_per_match)
    return Done(**await live.answer(guest, wish.id, command))


@router.post("/matches/{match}/undo", tags=["play"], summary="Take one's last move back")
async def undo(hub: HubHere, guest: Guest, match: Match, wish: UndoWish) -> Done:
    live = await hub.live(match)
    command = commands.undo(guest, wish.seat, wish.id, hub.settings.undos_per_seat)
    return Done(**await live.answer(guest, wish.id, command))


@router.get("/matches/{match}/legal", tags=["play"], summary="A seat's legal moves")
async def legal(hub: HubHere, guest: Guest, match: Match, seat: OwnSeat) -> list[str]:
    live = await hub.live(match)
    async with live.still() as table:
        commands.check_holder(table, guest, seat)
        return [str(each) for each in commands.check_started(table).legal(seat)]


@router.get(
    "/matches/{match}/hints", tags=["play"], summary="The moves that a good bot would look at", response_model=Hints
)
async def hint(
    request: Request, hub: HubHere, asker: Asking, match: Match, seat: OwnSeat, lang: Lang
) -> Hints | Response:
    work = hub.advisers.hints(await hub.live(match), asker, seat, lang)
    return await while_there(request, work) or Response(status_code=NOBODY_THERE)


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """What somebody waits for; it is given up, with None, when nobody does any more."""
    done, gone = asyncio.create_task(work), asyncio.create_task(until_gone(request))
    try:
        await asyncio.wait((done, gone), return_when=asyncio.FIRST_COMPLETED)
        if done.done():
            return done.result()
        gone.result()  # what somebody still sends may be refused
        return None
    finally:
        done.cancel()
        gone.cancel()


async def until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@router.get("/matches/{match}/view", tags=["play"], summary="What a seat may know", response_model=ViewAnswer)
async def view(hub: HubHere, asker: Asking, match: Match, seat: Eyes = None) -> Response:
    live = await hub.live(match)
    return json_text(await live.look(asker, seat, lambda played: ViewAnswer(**played.view(seat)).encoded()))


@router.get("/matches/{match}/scene", tags=["play"], summary="What a seat sees", response_model=SceneAnswer)
async def scene(hub: HubHere, asker: Asking, lang: Lang, match: Match, seat: Eyes = None) -> Response:
    live = await hub.live(match)
    return json_text(await live.look(asker, seat, lambda played: Picture(played.scene(seat, lang)).text))


# ---------------------------------------------------------------- afterwards


def finished(table: Table) -> mv.Match:
    match = commands.check_started(table)
    commands.check_not_frozen(table)
    if is_secret(table.terms):
        raise refuse("forbidden", "daily-early")
    if table.status != "over":
        raise refuse("not-over")
    return match


def recorded(table: Table) -> mv.Match:
    """A finished match with how it ended, in which seats that bots have played on are called by their people."""
    match = finished(table).copy()
    match.ending = ending_of(table)
    if table.gone:
        match.names = tuple((seat.left_name or seat.name or None) for seat in table.seats)
    return match


@router.get(
    "/matches/{match}/record",
    tags=["afterwards"],
    summary="The record of a finished match",
    response_model=RecordAnswer,
)
async def record(hub: HubHere, match: Match) -> Response:
    live = await hub.live(match)
    async with live.still() as table:
        text = recorded(table).record()
    name = f"{table.game}-{table.id}.json"
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.get(
    "/matches/{match}/frames",
    tags=["afterwards"],
    summary="The replay of a finished match",
    response_model=FramesPart,
)
async def frames(
    hub: HubHere,
    asker: Asking,
    lang: Lang,
    match: Match,
    seat: Eyes = None,
    first: Annotated[int, Query(alias="from", ge=0, description="the first step")] = 0,
    to: LastStep = None,
    patches: Patches = False,
) -> Response:
    live = await hub.live(match)
    async with live.still() as table:
        played = finished(table).copy()
        if seat is not None:
            commands.check_seat(table, seat)
    last = min(played.steps if to is None else to, played.steps, first + MOST_FRAMES - 1)
    hub.check_drawings(asker, last + 1 - first)

    shots: list[Shot] = []
    drawing = Drawing(Reader(seat, lang))
    # One at a time: what others ask for comes in between.
    for step in range(first, last + 1):
        shots.append(await hub.sketch(functools.partial(drawing.shot, played, step)))
    frames = await hub.sketch(functools.partial(reel, shots, None, patches))
    return json_text(FramesPart(steps=played.steps).encoded(frames=frames))
