"""The REST side of tokens and programs: making, renewing and revoking tokens, and waiting for a turn. See
docs/programs.md."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from mistvale.core.text import clean_name

from .account_api import VisitHere
from .api import CallerHere, Guest, HubHere, Match, while_there
from .asking import Lang, the_language
from .errors import refuse
from .guard import PROGRAM, SESSION, asker_of
from .hub import Hub
from .models.common import ErrorAnswer
from .models.players import NewToken, TokenInfo, TokenRenewal, TokenWish
from .models.tables import Turn
from .programs import LONGEST_WAIT, leave_table, next_turn
from .tokens import Program

GONE = 499  # nobody is there any more to read it

router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
TokenId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="a token's id, as the list has it")]


def token_info(program: Program) -> TokenInfo:
    ends = datetime.fromtimestamp(program.expires, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return TokenInfo(
        id=program.id,
        name=program.name,
        scopes=sorted(program.scopes),
        created=program.created,
        expires=ends,
        expired=program.expired,
        used=program.used or None,
    )


async def all_tokens(hub: Hub, player: str) -> list[TokenInfo]:
    return [token_info(each) for each in await hub.read(hub.sessions.tokens.of, player)]


@router.get("/account/tokens", tags=["programs"], summary="The tokens of my programs")
async def tokens(visit: VisitHere) -> list[TokenInfo]:
    return await all_tokens(visit.hub, (await visit.player()).player)


@router.post(
    "/account/tokens",
    tags=["programs"],
    status_code=201,
    summary="A token for a program of mine, shown this once; freshly verified",
)
async def make_token(visit: VisitHere, caller: CallerHere, wish: TokenWish) -> NewToken:
    session = await visit.fresh()
    caller.paces.sign_ins.check(caller.address)
    name = clean_name(wish.name)
    if not name:
        raise refuse("bad-request", "no-name")
    made = await visit.hub.change(visit.hub.sessions.tokens.make, session.player, name, wish.scopes, wish.days)
    return NewToken(token=made, tokens=await all_tokens(visit.hub, session.player))


@router.post(
    "/account/tokens/{token}/renew",
    tags=["programs"],
    summary="Another token for the same program, in place of the one before; freshly verified",
)
async def renew_token(visit: VisitHere, caller: CallerHere, token: TokenId, wish: TokenRenewal) -> NewToken:
    session = await visit.fresh()
    caller.paces.sign_ins.check(caller.address)
    made, before = await visit.hub.change(visit.hub.sessions.tokens.renew, session.player, token, wish.days)
    visit.hub.sessions.end([before])
    return NewToken(token=made, tokens=await all_tokens(visit.hub, session.player))


@router.delete(
    "/account/tokens/{token}",
    tags=["programs"],
    status_code=204,
    summary="Revoke a token: its program is cut off, and bots play on for it",
)
async def revoke_token(visit: VisitHere, lang: Lang, token: TokenId) -> Response:
    session = await visit.player()
    gone = await visit.hub.change(visit.hub.sessions.tokens.revoke, token, session.player)
    visit.hub.sessions.end([gone.hash])
    for match in await visit.hub.read(visit.hub.store.going_of, gone.guest):
        await leave_table(visit.hub, match, gone.guest, lang)
    return Response(status_code=204)


@router.get(
    "/matches/{match}/turn",
    tags=["programs"],
    summary="Wait until a seat of mine is to decide; its legal moves then",
    response_model=Turn,
)
async def turn(
    request: Request,
    hub: HubHere,
    guest: Guest,
    match: Match,
    seat: Annotated[int, Query(ge=0, description="a seat that one holds")],
    wait: Annotated[int, Query(ge=0, le=LONGEST_WAIT, description="for how many seconds at most")] = 20,
) -> Turn | Response:
    program: Program | None = request.scope[PROGRAM]
    key = program.hash if program else request.scope[SESSION]
    with hub.sockets.place(asker_of(request.scope), refuse("too-many", "too-many-sockets")):
        return await while_there(request, next_turn(hub, match, guest, seat, wait, key)) or Response(status_code=GONE)
