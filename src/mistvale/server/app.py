"""The application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Mount, WebSocketRoute

from mistvale.workshop import Workshop

from . import (
    account_api,
    admin_api,
    api,
    chat_api,
    lobby_api,
    notice_api,
    pace_api,
    pages,
    people_api,
    rating_api,
    token_api,
    tournament_api,
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
        app.state.hub = Hub(chosen, opened, workshop)
        await app.state.hub.start()
        app.state.hub.spawn(keep_keys(app.state.hub, guests))
        try:
            yield
        finally:
            await app.state.hub.stop()
            opened.close()

    app = FastAPI(
        title="Mistvale",
        version=version("mistvale"),
        description=say("docs.about"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_id,
    )
    app.openapi = lambda: whole_description(app)  # type: ignore[method-assign]
    app.state.paces = Paces(chosen)
    app.state.guests = guests
    app.include_router(api.router)
    app.include_router(account_api.router)
    app.include_router(people_api.router)
    app.include_router(admin_api.router)
    app.include_router(pace_api.router)
    app.include_router(lobby_api.router)
    app.include_router(notice_api.router)
    app.include_router(chat_api.router)
    app.include_router(notice_api.public)
    app.include_router(token_api.router)
    app.include_router(rating_api.router)
    app.include_router(tournament_api.router)
    app.include_router(pages.public)
    app.include_router(pages.router)
    # No match is called so: its letters are not among those of ids.
    app.router.routes.append(WebSocketRoute("/ws/lobby", serve_lobby))
    app.router.routes.append(WebSocketRoute("/ws/{match}", serve_socket))
    app.router.routes.append(Mount("/static", pages.Files(directory=pages.CLIENT, check_dir=False)))
    app.router.routes.append(Mount("/docs", pages.Files(directory=pages.OWN_PAGES)))
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_mistake)
    app.add_middleware(Guard, settings=chosen, guests=guests)
    return app


async def keep_keys(hub: Hub, guests: Guests) -> None:
    """Look for new keys from time to time, and begin to sign with one when it is due."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            guests.use(await hub.read(current_keys, hub.store, hub.settings))
        except Refusal as refusal:
            log.warning("no look at the keys: %s", refusal)


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return refused(request, error, error.status, error.headers)


async def on_bad_request(request: Request, error: Exception) -> JSONResponse:
    return await on_refusal(request, refuse("bad-request", why=what_is_wrong(error)))


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    refusal = refuse("not-found") if error.status_code == 404 else refuse("bad-request", why=error.detail)
    return refused(request, refusal, error.status_code, error.headers)


async def on_mistake(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(request, refuse("bad-request", "server"), 500)


def refused(request: Request, refusal: Refusal, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A refusal in the asker's language."""
    metrics = request.app.state.hub.metrics
    metrics.refusals[refusal.code] += 1
    metrics.mistakes += status == 500
    return JSONResponse(refusal.answer(lang_of(request.scope)).model_dump(), status, headers)
