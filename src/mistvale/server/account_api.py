"""The REST side of accounts: becoming a player, signing in and out, passkeys, codes, devices. See docs/protocol.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Depends, Path, Request, Response

from mistvale.core.text import clean_name

from . import passkeys
from .accounts import LINK_SECONDS, Accounts, Passkey, Session, SignedIn, device_label
from .api import CallerHere, Guest, HubHere
from .asking import Lang, the_language
from .errors import refuse
from .guard import NEW_COOKIE, SAFE_METHODS, SESSION, THIS_MACHINE, is_secure, split_host
from .guests import hashed
from .hub import Hub
from .identities import Identities, Identity
from .inviting import let_go
from .models.common import ErrorAnswer
from .models.openid import IdentityInfo, ProviderInfo
from .models.players import (
    Account,
    Codes,
    CodeTyped,
    DeviceLink,
    DeviceLinkState,
    LinkStage,
    Named,
    NewAccount,
    Note,
    NumberShown,
    NumberTyped,
    PasskeyGiven,
    PasskeyInfo,
    PasskeyMade,
    PasskeyOptions,
    SecretGiven,
    SessionInfo,
    SignInState,
)
from .passkeys import Place
from .people import People
from .programs import leave_table
from .providers import Provider
from .words import say

DEVICE = "/device"  # the page that takes the secret behind the #
SHOWN = 16  # characters of a session's id, to name it by
POLL_COST = 0.1  # a device asks every second or two whether it was let in

router = APIRouter(
    prefix="/api",
    tags=["players"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
Id = Annotated[str, Path(pattern=r"^[0-9a-f]{16,64}$", description="as the account lists it")]


@dataclass(frozen=True)
class Visit:
    """A request about an account: who asks, from what, and where passkeys belong."""

    request: Request
    hub: Hub
    guest: str
    session_id: str | None

    @property
    def accounts(self) -> Accounts:
        return self.hub.sessions.accounts

    @property
    def device(self) -> str:
        return device_label(self.request.headers.get("user-agent", ""))

    @property
    def place(self) -> Place:
        return passkeys.place_of(self.request.scope, self.hub.settings, self.request.headers["host"])

    @property
    def address(self) -> str:
        """Where another device reaches this server, with the base path: as this one does, unless that is itself."""
        settings, host = self.hub.settings, self.request.headers["host"]
        if not settings.origin and settings.friends_url and (split_host(host) or ("",))[0] in THIS_MACHINE:
            return settings.friends_url.rstrip("/")
        scheme = "https" if is_secure(self.request.scope) else "http"
        return (settings.origin or f"{scheme}://{host}").rstrip("/") + settings.base_path

    @property
    def at_origin(self) -> bool:
        """Whether this browser came by the address that the host has named: the one that providers lead back to."""
        return self.place.is_here

    @property
    def holder(self) -> str:
        """Whose journeys to a provider, and back, these are: this browser's."""
        return self.session_id or self.guest

    async def signed_in(self) -> Session | None:
        """The session as it is now, not as it was seconds ago."""
        return await self.hub.read(self.accounts.session, self.session_id) if self.session_id else None

    async def player(self) -> Session:
        session = await self.signed_in()
        if session is None:
            raise refuse("no-player")
        return session

    async def fresh(self) -> Session:
        """The session of a player who has just proved to be the one."""
        session = await self.player()
        if not session.fresh_for:
            raise refuse("not-fresh")
        return session

    def enter(self, signed: SignedIn, guests: tuple[str, ...]) -> None:
        """Give this browser a new session; what it had open as another one is closed."""
        guests_here = self.request.app.state.guests
        cookie = guests_here.session_cookie(signed.token, is_secure(self.request.scope))
        self.request.scope[NEW_COOKIE].append(cookie)
        self.hub.sessions.end(signed.ended, guests)
        self.hub.catch_up(signed.matches)

    async def after(self, signed: SignedIn, lang: str) -> Account:
        """The account, as the new session has it."""
        self.enter(signed, () if self.session_id else (self.guest,))
        session = await self.hub.read(self.accounts.session, hashed(signed.token))
        return await account_of(self, session, lang)


async def the_visit(request: Request, hub: HubHere, guest: Guest, caller: CallerHere) -> Visit:
    if request.method not in SAFE_METHODS:
        caller.paces.changes.check(guest)
    return Visit(request, hub, guest, request.scope[SESSION])


VisitHere = Annotated[Visit, Depends(the_visit)]


async def account_of(visit: Visit, session: Session | None, lang: str) -> Account:
    place = visit.place
    answer = Account(
        player=None,
        name=await visit.hub.read(visit.hub.store.name, session.player if session else visit.guest),
        passkeys_possible=place.why_not is None,
        why_not=place.why_not.told(lang) if place.why_not else None,
    )
    providers = visit.hub.desks.providers
    if providers and not visit.at_origin:
        answer.providers_why_not = say("openid.elsewhere", lang, origin=visit.hub.settings.origin)
    elif providers:
        answer.providers = [ProviderInfo(id=each.key, name=each.name) for each in providers]
    if session is None:
        return answer
    accounts, read = visit.accounts, visit.hub.read
    player = await read(accounts.player, session.player)
    answer.player, answer.created = player.handle, player.created
    answer.fresh = session.fresh_for
    answer.codes_left = await read(accounts.codes_left, session.player)
    answer.passkeys = [passkey_info(each, place) for each in await read(accounts.passkeys, session.player)]
    known = Identities(visit.hub.store)
    answer.identities = [identity_info(each, providers) for each in await read(known.of, session.player)]
    answer.sessions = [session_info(each, session) for each in await read(accounts.sessions, session.player)]
    answer.notes = [
        Note(id=each.id, kind=each.kind, at=each.at, device=each.device, text=note_text(each.kind, each.device, lang))
        for each in await read(accounts.notes, session.player)
    ]
    return answer


def note_text(kind: str, device: str, lang: str) -> str:
    if kind == "hook":
        return say("note.hook", lang)
    device = device or say("device.unknown", lang)
    if kind == "device":
        return say("note.device", lang, device=device)
    return say("note.link", lang, device=device) if kind == "link" else say("note.code", lang, device=device)


def passkey_info(passkey: Passkey, place: Place) -> PasskeyInfo:
    return PasskeyInfo(
        id=passkey.id, name=passkey.name, created=passkey.created, used=passkey.used, usable=passkey.rp == place.rp
    )


def identity_info(identity: Identity, providers: list[Provider]) -> IdentityInfo:
    found = next((each for each in providers if each.issuer == identity.issuer), None)
    return IdentityInfo(
        id=identity.id,
        provider=found.key if found else None,
        name=found.name if found else urlsplit(identity.issuer).hostname or identity.issuer,
        created=identity.created,
        used=identity.used,
    )


def session_info(session: Session, own: Session) -> SessionInfo:
    return SessionInfo(
        id=session.id[:SHOWN], device=session.device, made=session.made, seen=session.seen, here=session.id == own.id
    )


# ---------------------------------------------------------------- the account


@router.get("/account", summary="My account, and what is possible here")
async def account(visit: VisitHere, lang: Lang) -> Account:
    return await account_of(visit, await visit.signed_in(), lang)


@router.post("/account", status_code=201, summary="Become a player; the recovery codes are shown once")
async def become_player(visit: VisitHere, caller: CallerHere, lang: Lang, wish: Named) -> NewAccount:
    if visit.session_id:
        raise refuse("not-possible", "is-player")
    caller.paces.accounts.check(caller.address)
    name = clean_name(wish.name) or await visit.hub.read(visit.hub.store.name, visit.guest)
    if not name:
        raise refuse("bad-request", "no-name")
    signed, codes = await visit.hub.change(visit.accounts.create, visit.guest, visit.device, name)
    return NewAccount(account=await visit.after(signed, lang), codes=codes)


@router.delete("/account", summary="Delete my account, for good; freshly verified", status_code=204)
async def delete_account(visit: VisitHere, lang: Lang) -> Response:
    session = await visit.fresh()
    await visit.hub.rounds.withdraw(session.player)
    for match, guest in await visit.hub.read(visit.accounts.going, session.player):
        await leave_table(visit.hub, match, guest, lang)
    invited = await visit.hub.read(People(visit.hub.store).invitations, session.player)
    ended, matches = await visit.hub.change(visit.accounts.delete, session.player)
    visit.hub.sessions.end(ended)
    visit.hub.reload(matches)
    await let_go(visit.hub, invited)
    guests = visit.request.app.state.guests
    visit.request.scope[NEW_COOKIE].append(guests.cookie(guests.fresh(), is_secure(visit.request.scope)))
    return Response(status_code=204)


@router.post("/account/codes", summary="Ten new recovery codes, in place of those before; freshly verified")
async def new_codes(visit: VisitHere) -> Codes:
    session = await visit.fresh()
    return Codes(codes=await visit.hub.change(visit.accounts.new_codes, session.player))


@router.delete("/account/notes/{note}", summary="A note was read", status_code=204)
async def drop_note(visit: VisitHere, note: Id) -> Response:
    session = await visit.player()
    await visit.hub.change(visit.accounts.drop_note, session.player, note)
    return Response(status_code=204)


@router.delete("/account/sessions/{session}", summary="End a session of mine", status_code=204)
async def end_session(visit: VisitHere, session: Id) -> Response:
    own = await visit.player()
    ended = await visit.hub.change(visit.accounts.end, own.player, only=session)
    if not ended:
        raise refuse("not-found")
    visit.hub.sessions.end(ended)
    return Response(status_code=204)


@router.delete("/account/sessions", summary="End all my sessions but this one", status_code=204)
async def end_sessions(visit: VisitHere) -> Response:
    own = await visit.player()
    visit.hub.sessions.end(await visit.hub.change(visit.accounts.end, own.player, keep=own.id))
    return Response(status_code=204)


# ---------------------------------------------------------------- proving who one is


@router.post("/account/verify/options", summary="What a passkey of mine is to sign, to verify me")
async def verify_options(visit: VisitHere, caller: CallerHere) -> PasskeyOptions:
    session, place = await visit.player(), visit.place
    place.check()
    caller.paces.sign_ins.check(caller.address)
    mine = await visit.hub.read(visit.accounts.passkeys, session.player)
    challenge, options = await visit.hub.read(passkeys.request, place, mine)
    await visit.hub.change(visit.accounts.ask, challenge, session.id, "verify")
    return PasskeyOptions(options=options)


@router.post("/account/verify", summary="Verify me by a passkey, for five minutes")
async def verify(visit: VisitHere, caller: CallerHere, lang: Lang, wish: PasskeyGiven) -> Account:
    session = await visit.player()
    caller.paces.sign_ins.check(caller.address)
    passkey = await signed_by(visit, wish.credential, session.id, "verify")
    if passkey.player != session.player:
        raise refuse("not-verified")
    await visit.hub.change(visit.accounts.verified, session.id)
    return await account_of(visit, await visit.player(), lang)


@router.post("/account/verify/code", summary="Verify me by a recovery code, for five minutes; other sessions end")
async def verify_by_code(visit: VisitHere, caller: CallerHere, lang: Lang, wish: CodeTyped) -> Account:
    session = await visit.player()
    await caller.attempt(visit.hub, f"player {session.player}")
    others = [each.id for each in await visit.hub.read(visit.accounts.sessions, session.player)]
    if not await visit.hub.change(visit.accounts.prove, session.player, session.id, wish.code, visit.device):
        raise refuse("not-verified", "wrong-code")
    visit.hub.sessions.end([each for each in others if each != session.id])
    return await account_of(visit, await visit.player(), lang)


async def signed_by(visit: Visit, credential: dict[str, Any], holder: str, purpose: str) -> Passkey:
    """The passkey that has signed what it was asked to; refused if none has."""
    place = visit.place
    place.check()
    challenge = await visit.hub.read(passkeys.challenge_of, credential)
    if not await visit.hub.change(visit.accounts.answered, challenge, holder, purpose):
        raise refuse("not-verified", "too-late")
    found = await visit.hub.read(visit.accounts.passkey, str(credential.get("id")))
    if found is None or found.rp != place.rp:
        raise refuse("not-verified", "no-passkey")
    count = await visit.hub.read(passkeys.proven, place, found, credential, challenge)
    await visit.hub.change(visit.accounts.used_passkey, found, count)
    return found


# ---------------------------------------------------------------- passkeys


@router.post("/account/passkeys/options", summary="What a browser needs to make a passkey; freshly verified")
async def passkey_options(visit: VisitHere, caller: CallerHere) -> PasskeyOptions:
    session, place = await visit.fresh(), visit.place
    place.check()
    caller.paces.sign_ins.check(caller.address)
    known = await visit.hub.read(visit.accounts.passkeys, session.player)
    name = await visit.hub.read(visit.hub.store.name, session.player)
    challenge, options = await visit.hub.read(passkeys.creation, place, session.player, name, known)
    await visit.hub.change(visit.accounts.ask, challenge, session.id, "make")
    return PasskeyOptions(options=options)


@router.post("/account/passkeys", status_code=201, summary="Add the passkey that was made; freshly verified")
async def add_passkey(visit: VisitHere, lang: Lang, wish: PasskeyMade) -> Account:
    session, place = await visit.fresh(), visit.place
    place.check()
    challenge = await visit.hub.read(passkeys.challenge_of, wish.credential)
    if not await visit.hub.change(visit.accounts.answered, challenge, session.id, "make"):
        raise refuse("not-verified", "too-late")
    name = clean_name(wish.name) or visit.device
    made = await visit.hub.read(passkeys.made, place, session.player, name, wish.credential, challenge)
    if await visit.hub.read(visit.accounts.passkey, made.credential):
        raise refuse("not-possible", "passkey-known")
    await visit.hub.change(visit.accounts.add_passkey, made)
    return await account_of(visit, session, lang)


@router.put("/account/passkeys/{passkey}", summary="Call a passkey something else")
async def rename_passkey(visit: VisitHere, lang: Lang, passkey: Id, wish: Named) -> Account:
    session = await visit.player()
    await visit.hub.change(visit.accounts.rename_passkey, session.player, passkey, clean_name(wish.name))
    return await account_of(visit, session, lang)


@router.delete("/account/passkeys/{passkey}", summary="Remove a passkey; freshly verified")
async def remove_passkey(visit: VisitHere, lang: Lang, passkey: Id) -> Account:
    session = await visit.fresh()
    await visit.hub.change(visit.accounts.remove_passkey, session.player, passkey)
    return await account_of(visit, session, lang)


# ---------------------------------------------------------------- signing in and out


@router.post("/sign-in/options", summary="What a passkey is to sign, to sign in")
async def sign_in_options(visit: VisitHere, caller: CallerHere) -> PasskeyOptions:
    place = visit.place
    place.check()
    caller.paces.sign_ins.check(caller.address)
    challenge, options = await visit.hub.read(passkeys.request, place, [])
    await visit.hub.change(visit.accounts.ask, challenge, visit.guest, "sign-in")
    return PasskeyOptions(options=options)


@router.post("/sign-in", summary="Sign in by a passkey; a guest's tables come along")
async def sign_in(visit: VisitHere, caller: CallerHere, lang: Lang, wish: PasskeyGiven) -> Account:
    caller.paces.sign_ins.check(caller.address)
    passkey = await signed_by(visit, wish.credential, visit.guest, "sign-in")
    before = await visit.signed_in()
    signed = await visit.hub.change(visit.accounts.sign_in, passkey.player, visit.guest, visit.device, before)
    return await visit.after(signed, lang)


@router.post("/sign-in/code", summary="Sign in by a recovery code, which is used up; other sessions end")
async def sign_in_by_code(visit: VisitHere, caller: CallerHere, lang: Lang, wish: CodeTyped) -> Account:
    await caller.attempt(visit.hub)
    before = await visit.signed_in()
    signed = await visit.hub.change(visit.accounts.recover, wish.code, visit.guest, visit.device, before)
    if signed is None:
        raise refuse("not-verified", "wrong-code")
    return await visit.after(signed, lang)


@router.post("/sign-out", summary="Sign out here; one is the guest again that one was before", status_code=204)
async def sign_out(visit: VisitHere) -> Response:
    session = await visit.player()
    await visit.hub.change(visit.accounts.sign_out, session.id)
    visit.hub.sessions.end([session.id])
    guests = visit.request.app.state.guests
    guest = session.guest or guests.fresh()
    if await visit.hub.read(visit.accounts.is_player, guest):
        guest = guests.fresh()
    visit.request.scope[NEW_COOKIE].append(guests.cookie(guest, is_secure(visit.request.scope)))
    return Response(status_code=204)


# ---------------------------------------------------------------- one more device


@router.post("/account/links", status_code=201, summary="A link by which another device of mine may sign in")
async def open_link(visit: VisitHere) -> DeviceLink:
    session = await visit.player()
    secret = await visit.hub.change(visit.accounts.open_link, session)
    link = f"{DEVICE}#{secret}"
    url = visit.address + link
    qr = await visit.hub.read(lambda: segno.make(url, error="m").svg_data_uri(border=2, scale=4))
    return DeviceLink(id=hashed(secret), link=link, url=url, qr=str(qr), seconds=LINK_SECONDS)


@router.get("/account/links/{link}", summary="Whether a device has opened my link")
async def link_state(visit: VisitHere, link: Id) -> DeviceLinkState:
    session = await visit.player()
    found = await visit.hub.read(visit.accounts.link, link)
    if found is None or found.session != session.id:
        raise refuse("not-found", "no-device-link")
    state: LinkStage = "confirmed" if found.confirmed else "opened" if found.guest else "waiting"
    return DeviceLinkState(id=link, state=state, device=found.device)


@router.post("/account/links/{link}/confirm", summary="Let the device in that shows this number")
async def confirm_link(visit: VisitHere, link: Id, wish: NumberTyped) -> DeviceLinkState:
    session = await visit.player()
    if not await visit.hub.change(visit.accounts.confirm_link, session, link, wish.number):
        raise refuse("not-verified", "wrong-number")
    return await link_state(visit, link)


@router.delete("/account/links/{link}", summary="Take a link back", status_code=204)
async def drop_link(visit: VisitHere, link: Id) -> Response:
    await visit.hub.change(visit.accounts.drop_link, await visit.player(), link)
    return Response(status_code=204)


@router.post("/sign-in/link", summary="Open a link of another device: the number to show")
async def claim_link(visit: VisitHere, caller: CallerHere, wish: SecretGiven) -> NumberShown:
    await caller.attempt(visit.hub)
    number = await visit.hub.change(visit.accounts.claim_link, wish.secret, visit.guest, visit.device)
    if number is None:
        raise refuse("not-found", "no-device-link")
    return NumberShown(number=number)


@router.post("/sign-in/link/finish", summary="Sign in by a link, once the other device has confirmed the number")
async def finish_link(visit: VisitHere, caller: CallerHere, lang: Lang, wish: SecretGiven) -> SignInState:
    caller.paces.sign_ins.check(caller.address, POLL_COST)
    before = await visit.signed_in()
    signed = await visit.hub.change(visit.accounts.finish_link, wish.secret, visit.guest, visit.device, before)
    if signed is None:
        return SignInState(signed_in=False)
    return SignInState(signed_in=True, account=await visit.after(signed, lang))
