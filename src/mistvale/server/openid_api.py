"""Signing in with a provider of OpenID Connect: the REST side, and the way back from there. See docs/protocol.md.

Each of the three purposes takes two calls: the first gives the address to go to, the second asks, once the provider has
led back to the account page, what came of it.
"""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import RedirectResponse

from mistvale.core.text import clean_name

from .account_api import Id, Visit, VisitHere, account_of
from .api import CallerHere
from .asking import Lang, the_language
from .errors import Refusal, refuse
from .guard import GUEST, SESSION
from .hub import Hub
from .identities import PROVED, Identities, Journey, Purpose
from .models.common import ErrorAnswer
from .models.openid import OpenIdComing, OpenIdWay, ProviderInfo
from .models.players import Account, OpenIdArrival
from .openid import LEEWAY, Away, Desk, Question, Untrue, new_question

log = logging.getLogger(__name__)
PAGE = "/account"
# What the page is told behind the #: which journey is over, or that it was none.
ARRIVED, LOST = "openid-", "openid-lost"
LONGEST_PARAMETER = 4096
# How providers say that it was the player who did not want to, or could not; all else is between them and the host.
DECLINED = frozenset(("access_denied", "login_required", "consent_required", "interaction_required"))

router = APIRouter(
    prefix="/api",
    tags=["players"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
page = APIRouter(include_in_schema=False)
ProviderKey = Annotated[str, Path(pattern=r"^[a-z0-9]{1,32}$", description="as the account lists it")]


def identities_of(hub: Hub) -> Identities:
    return Identities(hub.store)


def desk_of(hub: Hub, key: str) -> Desk:
    desk = hub.desks.get(key)
    if desk is None:
        raise refuse("not-found", "openid-unknown")
    return desk


def way_back(hub: Hub, key: str) -> str:
    """Where a provider leads back to: a page of the one address that the host has named, whatever a request says."""
    return f"{hub.settings.address}/openid/{key}"


# ---------------------------------------------------------------- to a provider


async def begin(visit: Visit, caller: CallerHere, key: str, purpose: Purpose, lang: str) -> OpenIdWay:
    caller.paces.sign_ins.check(caller.address)
    hub, desk = visit.hub, desk_of(visit.hub, key)
    if not visit.at_origin:
        raise refuse("not-possible", "openid-elsewhere", origin=hub.settings.origin)
    question = new_question()
    try:
        url = await desk.way(question, way_back(hub, key), lang, again=purpose == "verify")
    except Away as away:
        log.warning("the provider %s is away: %s", key, away)
        raise refuse("not-possible", "openid-away", provider=desk.provider.name) from None
    await hub.change(identities_of(hub).begin, question, visit.holder, key, purpose)
    return OpenIdWay(url=url)


@router.post("/sign-in/openid/{provider}", summary="Where to go to sign in with a provider")
async def sign_in_with(visit: VisitHere, caller: CallerHere, lang: Lang, provider: ProviderKey) -> OpenIdWay:
    return await begin(visit, caller, provider, "sign-in", lang)


@router.post("/account/openid/{provider}", summary="Where to go to link a provider; freshly verified")
async def link_with(visit: VisitHere, caller: CallerHere, lang: Lang, provider: ProviderKey) -> OpenIdWay:
    await visit.fresh()
    return await begin(visit, caller, provider, "link", lang)


@router.post("/account/verify/openid/{provider}", summary="Where to go to verify me by a provider")
async def verify_with(visit: VisitHere, caller: CallerHere, lang: Lang, provider: ProviderKey) -> OpenIdWay:
    await visit.player()
    return await begin(visit, caller, provider, "verify", lang)


# ---------------------------------------------------------------- and back


@page.get("/openid/{provider}")
async def come_back(request: Request, provider: str) -> RedirectResponse:
    """Where providers lead back to. It leads on to the account page, and nowhere else."""
    hub: Hub = request.app.state.hub
    holder = request.scope[SESSION] or request.scope[GUEST]
    state = parameter(request, "state")
    journey = await hub.read(identities_of(hub).come_back, state, holder) if state else None
    if journey is not None:
        await arrive(request, hub, journey, provider)
    place = ARRIVED + journey.purpose if journey else LOST
    return RedirectResponse(f"{request.scope['root_path']}{PAGE}#{place}", 303)


def parameter(request: Request, name: str) -> str | None:
    """A parameter, if there is one of the name and it is none of those that nobody in earnest sends."""
    given = request.query_params.getlist(name)
    return given[0] if len(given) == 1 and len(given[0]) <= LONGEST_PARAMETER else None


async def arrive(request: Request, hub: Hub, journey: Journey, provider: str) -> None:
    """Find out what came of a journey, and note it for the page that will ask."""
    note = identities_of(hub).arrive
    desk = hub.desks.get(journey.provider)
    try:
        if desk is None or journey.provider != provider:
            raise Untrue("another provider")
        # One that names itself does so also when it refuses.
        await desk.check_sender(parameter(request, "iss"))
        error, code = parameter(request, "error"), parameter(request, "code")
        if error is not None:
            log.info("the provider %s led somebody back without an answer", provider)
            await hub.change(note, journey, "declined" if error in DECLINED else "refused")
            return
        if not code:
            raise Untrue("no code")
        question = Question("", journey.nonce, journey.verifier)
        proof = await desk.proof(code, question, way_back(hub, provider))
    except Away as away:
        log.warning("the provider %s is away: %s", journey.provider, away)
        await hub.change(note, journey, "away")
    except Untrue as untrue:
        # Of what it said nothing is repeated: there are codes and tokens in it.
        log.warning("what the provider %s said does not hold: %s", journey.provider, untrue)
        await hub.change(note, journey, "untrue")
    else:
        fresh = proof.proved is not None and proof.proved >= journey.begun - LEEWAY
        await hub.change(note, journey, PROVED, desk.provider.issuer, proof.identity, fresh)


async def arrived(visit: Visit, purpose: Purpose) -> tuple[Journey, Desk]:
    """The journey that this browser has come back from, with who it is; refused with what was in the way."""
    known = identities_of(visit.hub)
    journey = await visit.hub.read(known.arrived, visit.holder, purpose)
    desk = visit.hub.desks.get(journey.provider) if journey else None
    if journey is None or desk is None:
        raise refuse("not-verified", "openid-late")
    if journey.outcome != PROVED:
        await visit.hub.change(known.end, journey)
        raise in_the_way(journey.outcome, desk.provider.name)
    return journey, desk


def in_the_way(outcome: str, provider: str) -> Refusal:
    """What kept somebody from coming back with a proof, in words."""
    match outcome:
        case "away":
            return refuse("not-possible", "openid-away", provider=provider)
        case "declined":
            return refuse("not-verified", "openid-declined", provider=provider)
        case "refused":
            return refuse("not-verified", "openid-refused", provider=provider)
        case _:
            return refuse("not-verified", "openid-untrue", provider=provider)


async def use_up(visit: Visit, journey: Journey) -> None:
    """What came of a journey counts once."""
    if not await visit.hub.change(identities_of(visit.hub).end, journey):
        raise refuse("not-verified", "openid-late")


@router.post("/sign-in/openid", summary="Back from a provider: sign in, or become a player")
async def arrive_signed_in(visit: VisitHere, caller: CallerHere, lang: Lang, wish: OpenIdComing) -> OpenIdArrival:
    caller.paces.sign_ins.check(caller.address)
    journey, desk = await arrived(visit, "sign-in")
    info = ProviderInfo(id=desk.provider.key, name=desk.provider.name)
    hub, known = visit.hub, identities_of(visit.hub)
    player = await hub.read(known.owner, journey.identity)
    if player is not None:
        await use_up(visit, journey)
        await hub.change(known.used, journey.identity)
        before = await visit.signed_in()
        given = (player, visit.guest, visit.device, before, journey.fresh)
        signed = await hub.change(visit.accounts.sign_in, *given)
        return OpenIdArrival(provider=info, account=await visit.after(signed, lang))
    if visit.session_id:
        raise refuse("not-possible", "openid-stranger", provider=info.name)
    if wish.name is None:
        # Whoever has an account already may have meant that one: nothing is made before it is asked for.
        return OpenIdArrival(provider=info, account=None)
    caller.paces.accounts.check(caller.address)
    name = clean_name(wish.name) or await hub.read(hub.store.name, visit.guest)
    if not name:
        raise refuse("bad-request", "no-name")
    await use_up(visit, journey)
    made = (visit.guest, visit.device, name, journey.identity, journey.issuer)
    signed, codes = await hub.change(visit.accounts.create, *made)
    return OpenIdArrival(provider=info, account=await visit.after(signed, lang), codes=codes)


@router.post("/account/openid", status_code=201, summary="Back from a provider: link it; freshly verified")
async def arrive_linked(visit: VisitHere, lang: Lang) -> Account:
    session = await visit.fresh()
    journey, _ = await arrived(visit, "link")
    await use_up(visit, journey)
    await visit.hub.change(identities_of(visit.hub).add, session.player, journey.identity, journey.issuer)
    return await account_of(visit, session, lang)


@router.post("/account/verify/openid", summary="Back from a provider: verify me by it, for five minutes")
async def arrive_verified(visit: VisitHere, lang: Lang) -> Account:
    session = await visit.player()
    journey, desk = await arrived(visit, "verify")
    await use_up(visit, journey)
    known = identities_of(visit.hub)
    if await visit.hub.read(known.owner, journey.identity) != session.player:
        raise refuse("not-verified", "openid-other", provider=desk.provider.name)
    if not journey.fresh:
        raise refuse("not-verified", "openid-stale", provider=desk.provider.name)
    await visit.hub.change(known.used, journey.identity)
    await visit.hub.change(visit.accounts.verified, session.id)
    return await account_of(visit, await visit.player(), lang)


@router.delete("/account/identities/{identity}", summary="Sign in with a provider no more; freshly verified")
async def remove_identity(visit: VisitHere, lang: Lang, identity: Id) -> Account:
    session = await visit.fresh()
    await visit.hub.change(visit.accounts.remove_identity, session.player, identity)
    return await account_of(visit, session, lang)
