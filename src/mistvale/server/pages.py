"""The pages, the client's files, art and words, health and metrics."""

from __future__ import annotations

import functools
import hashlib
import hmac
import json
import re
import unicodedata
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from mistvale.core.text import languages, own_name, plurals
from mistvale.core.text import words as catalogue

from .asking import Lang, lang_of, weighed
from .catalog import has_plate, plate_svg
from .doorman import told
from .errors import Refusal, refuse
from .guard import OWN_MACHINE, PERSONAL, route_path
from .hub import Hub
from .metrics import counter, gauge, labelled, settings_gauge, waiting_in
from .models.common import ErrorAnswer
from .models.hosting import DoorState, Health, Ready
from .opening import find_game
from .people_api import HANDLE
from .solving import of_day
from .words import CLIENT as CLIENT_ROOM
from .words import PACKAGE, say, spoken

CLIENT = PACKAGE / "client"
SHARED = CLIENT / "shared"  # what several pages have in common
OWN_PAGES = PACKAGE / "server" / "pages"
# The system's own table of types may be missing or wrong, and browsers refuse scripts of the wrong type.
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
# Kept, but asked for again each time, so that an update is seen at once.
ASK_AGAIN = "no-cache"

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """A folder of files, with the right types and nothing outside it."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, *more: Any) -> Response:
        response = super().file_response(full_path, stat_result, scope, *more)
        kind = TYPES.get(Path(full_path).suffix)
        if kind and "content-type" in response.headers:
            response.headers["content-type"] = kind
        response.headers["cache-control"] = ASK_AGAIN
        return response


def page(request: Request, name: str, title: str = "", text: str = "") -> Response:
    """A page in the language of whoever opens it; `title` and `text` are what a link to it is announced with."""
    root = "../" * (route_path(request.scope).count("/") - 1)
    answer = tagged(request, filled(request, name, root, title, text), TYPES[".html"])
    answer.headers["vary"] = "accept-language, cookie"
    return answer


def filled(request: Request, name: str, root: str, title: str = "", text: str = "") -> str:
    """The text of a page; `root`: where the server's root is, seen from the page."""
    path = CLIENT / name
    if not path.is_file():
        raise refuse("not-found")
    lang = lang_of(request.scope)
    tell = catalogue(lang, CLIENT_ROOM)
    words = {
        "lang": lang,
        "title": title or tell("brand.name"),
        "text": text or tell("home.lead"),
        "noscript": tell("page.noscript"),
    }
    told = {key: escape(said) for key, said in words.items()} | {"root": root}
    shared = {part.stem: Template(part.read_text("utf-8")) for part in SHARED.glob("*.html")}
    told |= {name: part.safe_substitute(told).rstrip() for name, part in shared.items()}
    return Template(path.read_text("utf-8")).safe_substitute(told)


def wants_page(request: Request) -> bool:
    """Whether somebody looks for a page there, and not a program for an answer or a page for one of its files."""
    if request.method != "GET" or route_path(request.scope).startswith(PERSONAL):
        return False
    return prefers_html(request.headers.get("accept", ""))


def prefers_html(accept: str) -> bool:
    """Whether an `Accept` header names HTML before JSON; browsers do, and who takes anything does not."""
    weights = dict(weighed(accept))
    return weights.get("text/html", 0.0) > weights.get("application/json", 0.0)


def lost(request: Request) -> Response:
    """Where there is no page: nothing that was asked is repeated, and its addresses are whole at whatever depth."""
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    html = filled(request, "lost.html", f"{request.scope['root_path']}/", tell("title.lost"), tell("lost.text"))
    return Response(html, 404, {"vary": "accept, accept-language, cookie"}, TYPES[".html"])


def tagged(request: Request, text: str, kind: str) -> Response:
    """A text with a tag by which a browser finds out whether it has it already."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": ASK_AGAIN}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


@router.get("/")
async def home(request: Request) -> Response:
    return page(request, "home.html")


@router.get("/match/{match}")
async def match_page(request: Request, match: str) -> Response:
    return page(request, "match.html", *await announced(request, match))


@router.get("/learn/{game}")
async def learn_page(request: Request, game: str) -> Response:
    """Lessons are given at the page of a match: the same table, with somebody beside it."""
    found, lang = find_game(game), lang_of(request.scope)
    tell = catalogue(lang, CLIENT_ROOM)
    return page(request, "match.html", tell("title.learn", game=found.title), found.words(lang).get("tagline", ""))


@router.get("/puzzle")
async def puzzle_page(request: Request) -> Response:
    """The puzzle of today, wherever it lies; home where there is none."""
    found, base = of_day(), request.scope["root_path"]
    return RedirectResponse(f"{base}/puzzles/{found.game}#{found.id}" if found else f"{base}/")


@router.get("/puzzles/{game}")
async def puzzles_page(request: Request, game: str) -> Response:
    """Puzzles are solved at the page of a match, too."""
    found, lang = find_game(game), lang_of(request.scope)
    tell = catalogue(lang, CLIENT_ROOM)
    return page(request, "match.html", tell("title.puzzles", game=found.title), tell("puzzle.lead"))


@router.get("/box/{game}")
async def box_page(request: Request, game: str) -> Response:
    """A box of one's own; which one stands behind the #."""
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "box.html", tell("title.box", game=find_game(game).title), tell("box.lead"))


@router.get("/join/{token}")
async def join_page(request: Request, token: str) -> Response:
    hub: Hub = request.app.state.hub
    try:
        link = await hub.link(token)
    except Refusal:
        return page(request, "join.html")
    return page(request, "join.html", *await announced(request, link.match))


async def announced(request: Request, match: str) -> tuple[str, str]:
    """What a link to a table is announced with: its game. Nothing where there is no such table, as the page says."""
    hub: Hub = request.app.state.hub
    try:
        game = find_game(await hub.game_of(match))
    except Refusal:
        return "", ""
    lang = lang_of(request.scope)
    return catalogue(lang, CLIENT_ROOM)("title.match", game=game.title), game.words(lang).get("tagline", "")


@router.get("/admin")
async def admin_page(request: Request) -> Response:
    return page(request, "admin.html", catalogue(lang_of(request.scope), CLIENT_ROOM)("title.admin"))


@router.get("/account")
async def account_page(request: Request) -> Response:
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "account.html", tell("title.account"), tell("newcomer.brings"))


@router.get("/lobby")
async def lobby_page(request: Request) -> Response:
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "lobby.html", tell("title.lobby"), tell("lobby.lead"))


@router.get("/device")
@router.get("/recover")
async def device_page(request: Request) -> Response:
    """Behind a link of another device, or of whoever runs the server; what stands after the # comes to no server."""
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "device.html", tell("title.device"))


def check_form(handle: str) -> None:
    """A handle of another form names nobody: that is known before the page is there to ask."""
    if not re.fullmatch(HANDLE, handle):
        raise refuse("not-found")


@router.get("/player/{handle}")
async def player_page(request: Request, handle: str) -> Response:
    """A profile. It is announced without the name: whether somebody may see it is asked by the page."""
    check_form(handle)
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "profile.html", tell("title.profile"))


@router.get("/mail/confirm")
@router.get("/unsubscribe/{token}")
async def mail_page(request: Request) -> Response:
    """Behind the links of a mail: nothing happens until a button is pressed, for machines open links, too."""
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "mail.html", tell("title.mail"))


@router.get("/worker.js")
async def worker() -> Response:
    """It stands at the root, so that all pages are its own."""
    return FileResponse(CLIENT / "worker.js", media_type=TYPES[".js"], headers={"cache-control": ASK_AGAIN})


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a browser needs to install the pages as an app."""
    lang, base = lang_of(request.scope), request.scope["root_path"]
    tell = catalogue(lang, CLIENT_ROOM)
    found = {
        "name": tell("brand.name"),
        "short_name": tell("brand.name"),
        "description": tell("home.lead"),
        "lang": lang,
        "id": f"{base}/",
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "standalone",
        "background_color": "#1d4a6b",
        "theme_color": "#1d4a6b",
        "icons": [{"src": f"{base}/static/brand.svg", "type": TYPES[".svg"], "sizes": "any"}],
    }
    answer = tagged(request, json.dumps(found, ensure_ascii=False), TYPES[".webmanifest"])
    answer.headers["vary"] = "accept-language, cookie"
    return answer


@router.get("/daily")
async def daily_page(request: Request) -> Response:
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "daily.html", tell("title.daily"), tell("daily.hint"))


@router.get("/ladder")
async def ladder_page(request: Request) -> Response:
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "ladder.html", tell("title.ladder"), tell("ladder.hint"))


@router.get("/tournaments")
async def tournaments_page(request: Request) -> Response:
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "tournaments.html", tell("title.tournaments"), tell("tournament.lead"))


@router.get("/tournament/{tournament}")
async def tournament_page(request: Request, tournament: str) -> Response:
    """One tournament. It is announced without its name: whether somebody may see it is asked by the page."""
    check_form(tournament)
    tell = catalogue(lang_of(request.scope), CLIENT_ROOM)
    return page(request, "tournament.html", tell("title.tournaments"), tell("tournament.lead"))


@router.get("/favicon.ico")
async def favicon() -> Response:
    path = CLIENT / "brand.svg"
    if not path.is_file():
        raise refuse("not-found")
    return FileResponse(path, media_type=TYPES[".svg"], headers={"cache-control": ASK_AGAIN})


@router.get("/art/{game}.svg")
async def art(request: Request, game: str) -> Response:
    return tagged(request, find_game(game).art(), TYPES[".svg"])


@router.get("/guide/{game}/{plate}.svg")
async def plate(request: Request, game: str, plate: str, theme: str = "light") -> Response:
    """A picture of a guide: of a position that stands in the game's folder, so nobody's secret."""
    if not has_plate(game, plate, theme):
        raise refuse("not-found")
    hub: Hub = request.app.state.hub
    await hub.shelf.wait(game)
    drawn = await hub.sketch(functools.partial(plate_svg, game, plate, theme, lang_of(request.scope)))
    answer = tagged(request, drawn, TYPES[".svg"])
    answer.headers["vary"] = "accept-language, cookie"
    return answer


def in_order(lang: str) -> str:
    """Where a language stands in a list of their names: Čeština between Català and Deutsch."""
    return unicodedata.normalize("NFKD", own_name(lang))


@router.get("/words/{lang}.json")
async def words(request: Request, lang: str) -> Response:
    if spoken(lang) != lang:
        raise refuse("not-found", "no-language", lang=lang)
    found = {
        "messages": catalogue(lang, CLIENT_ROOM).messages,
        "plural": plurals(CLIENT_ROOM, lang).table,
        "languages": {each: own_name(each) for each in sorted(languages(CLIENT_ROOM), key=in_order)},
    }
    return tagged(request, json.dumps(found, ensure_ascii=False), "application/json")


@router.get("/docs")
async def docs() -> Response:
    return FileResponse(OWN_PAGES / "docs.html", media_type=TYPES[".html"])


public = APIRouter(responses={"4XX": {"model": ErrorAnswer}})


@public.get("/health", tags=["server"], summary="Whether moves are taken", response_model_exclude_none=True)
async def health(request: Request, lang: Lang) -> Health:
    hub: Hub = request.app.state.hub
    try:
        await hub.read(hub.store.ping)
    except Refusal as refusal:
        return Health(status="read-only", reason=refusal.told(lang))
    if hub.store.trouble:
        return Health(status="read-only", reason=hub.store.trouble.told(lang))
    return Health(status="ok")


@public.get("/ready", tags=["server"], summary="Whether new visitors should be sent here", response_model=Ready)
async def ready(request: Request, response: Response, lang: Lang) -> Ready:
    """For a proxy before several servers: one that cannot read its store, or is about to stop, gets nobody new."""
    hub: Hub = request.app.state.hub
    reason = None
    try:
        await hub.read(hub.store.ping)
    except Refusal as refusal:
        reason = refusal.told(lang)
    if reason is None and hub.stopping.is_set():
        reason = say("ready.stopping", lang)
    response.status_code = 503 if reason else 200
    return Ready(ready=not reason, reason=reason)


@public.get("/api/door", tags=["server"], summary="What whoever runs the server says to everybody")
async def door(request: Request) -> DoorState:
    return told(request.app.state.hub.doorman.door)


def has_token(request: Request, token: str | None) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), str(token).encode())


async def in_store(hub: Hub) -> list[str]:
    """What the store has to tell, while it can be read."""
    waits = "What waits in the store: notices to be sent, players for a quick match, reports to be looked at."
    try:
        kept = gauge("mistvale_tables_kept", "Tables in the store.", await hub.read(hub.store.count))
        return kept + labelled("mistvale_waiting", waits, "name", await hub.read(waiting_in, hub.store))
    except Refusal:
        return []


@public.get("/metrics", tags=["server"], summary="Measurements, for Prometheus", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    hub: Hub = request.app.state.hub
    if not (request.scope[OWN_MACHINE] or has_token(request, hub.settings.metrics_token)):
        raise refuse("not-found")
    tables, connections = hub.counts()
    text = hub.metrics.text(
        await in_store(hub),
        gauge("mistvale_tables", "Tables in memory.", tables),
        gauge("mistvale_connections", "Connections that watch a table.", connections),
        labelled("mistvale_queue", "Work that waits for its turn.", "name", hub.queues()),
        gauge("mistvale_bans", "Guests and players that may only look.", len(hub.doorman.door.bans)),
        gauge("mistvale_maintenance", "1 while no new tables are opened.", hub.doorman.door.maintenance is not None),
        counter("mistvale_swept_tables_total", "Tables that nobody came back to, and that went.", hub.sweeper.tables),
        counter("mistvale_swept_names_total", "Names that nobody came back to, and that went.", hub.sweeper.names),
        counter("mistvale_notices_sent_total", "Notices that were sent.", hub.postman.tally.sent),
        counter("mistvale_notices_failed_total", "Notices that could not be sent.", hub.postman.tally.failed),
        settings_gauge(hub.settings),
        gauge("mistvale_read_only", "1 while the store refuses to write.", hub.store.trouble is not None),
    )
    return Response(text, media_type="text/plain; version=0.0.4")
