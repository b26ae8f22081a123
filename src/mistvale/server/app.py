"""The application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute

from mistvale.workshop import Workshop

from . import (
    account_api,
    admin_api,
    analysis_api,
    api,
    box_api,
    chat_api,
    learn_api,
    lobby_api,
    notice_api,
    openid_api,
    pace_api,
    pages,
    people_api,
    puzzle_api,
    rating_api,
    report_api,
    token_api,
    tournament_api,
    tracing,
    variation_api,
)
from .asking import lang_of
from .description import operation_id, whole_description
from .errors import Refusal, refuse
from .guard import Guard
from .guests import Guests
from .hub import Hub, process_name
from .keys import LOOK_SECONDS, current_keys, ready_keys
from .limits import Paces
from .lobby_ws import serve_lobby
from .models.common import what_is_wrong
from .settings import Settings
from .store import Store
from .words import say
from .ws import serve_socket

log = logging.getLogger(__name__)
# Newer versions of FastAPI tell by themselves of requests, and repeat what was sent; ours are told of by `tracing.py`.
UNTOLD: Any = dict.fromkeys(("tracing", "metrics", "logs", "operation_spans", "auto_configure"), False)


ROUTERS = (
    api.router,
    account_api.router,
    openid_api.router,
    openid_api.page,
    people_api.router,
    admin_api.router,
    report_api.router,
    pace_api.router,
    lobby_api.router,
    notice_api.router,
    chat_api.router,
    notice_api.public,
    token_api.router,
    rating_api.router,
    learn_api.router,
    puzzle_api.router,
    analysis_api.router,
    variation_api.router,
    box_api.router,
    tournament_api.router,
    pages.public,
    pages.router,
)


@cache
def shared_routes() -> list[BaseRoute]:
    """The routes of all servers in this process: they know nothing of a server, and to prepare them takes a while."""
    gathering = FastAPI(openapi_url=None, generate_unique_id_function=operation_id)
    for router in ROUTERS:
        gathering.include_router(router)
    return gathering.router.routes


def create_app(
    settings: Settings | None = None, store: Store | None = None, workshop: Workshop | None = None
) -> FastAPI:
    """The whole server as an ASGI application. Without a store it opens the one that the settings name.

    Without a workshop it compiles the rules of a game itself when somebody wants to play it.
    """
    chosen = settings or Settings()
    guests = Guests((), chosen.base_path)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        opened = store or Store(chosen.database_url, process_name())
        guests.use(ready_keys(opened, chosen))
        traced = tracing.start(chosen, opened.process)
        app.state.hub = Hub(chosen, opened, workshop)
        app.state.hub.ledger.keep((*app.state.paces.pools(), *app.state.hub.pools()), guests.mark)
        await app.state.hub.start()
        app.state.hub.spawn(keep_keys(app.state.hub, guests))
        try:
            yield
        finally:
            await app.state.hub.stop()
            opened.close()
            if traced:
                tracing.turn_off()

    app = FastAPI(
        title="Mistvale",
        version=version("mistvale"),
        description=say("docs.about"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_id,
        telemetry=UNTOLD,
    )
    app.openapi = lambda: whole_description(app)  # type: ignore[method-assign]
    app.state.paces = Paces(chosen)
    app.state.guests = guests
    app.router.routes.extend(shared_routes())
    # No match is called so: its letters are not among those of ids.
    app.router.routes.append(WebSocketRoute("/ws/lobby", serve_lobby))
    app.router.routes.append(WebSocketRoute("/ws/{match}", serve_socket))
    app.router.routes.append(Mount("/static", pages.Files(directory=pages.CLIENT, check_dir=False)))
    app.router.routes.append(Mount("/docs", pages.Files(directory=pages.OWN_PAGES)))
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_mistake)
    app.add_middleware(Guard, settings=chosen, guests=guests, paces=app.state.paces)
    return app


async def keep_keys(hub: Hub, guests: Guests) -> None:
    """Look for new keys from time to time, and begin to sign with one when it is due."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            guests.use(await hub.read(current_keys, hub.store, hub.settings))
        except Refusal as refusal:
            log.warning("no look at the keys: %s", refusal)


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refused(request, error, error.status, error.headers)


async def on_bad_request(request: Request, error: Exception) -> Response:
    return await on_refusal(request, refuse("bad-request", why=what_is_wrong(error)))


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refusal = refuse("not-found") if error.status_code == 404 else refuse("bad-request", why=error.detail)
    return refused(request, refusal, error.status_code, error.headers)


async def on_mistake(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(request, refuse("bad-request", "server"), 500)


def refused(request: Request, refusal: Refusal, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal in the asker's language: a page for somebody who finds none at an address, and JSON for all else."""
    metrics = request.app.state.hub.metrics
    metrics.refusals[refusal.code] += 1
    metrics.mistakes += status == 500
    if status == 404 and pages.wants_page(request):
        return pages.lost(request)
    return JSONResponse(refusal.answer(lang_of(request.scope)).model_dump(), status, headers)
