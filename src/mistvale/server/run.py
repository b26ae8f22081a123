"""Running a server: listen, say where, open the browser, compile meanwhile, and stop in good order."""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import re
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO, cast

import segno
import uvicorn
from fastapi import FastAPI
from rich.console import Console
from rich.markup import escape

from mistvale.core.errors import reason
from mistvale.core.text import DEFAULT, Message
from mistvale.workshop import Workshop

from .app import create_app
from .config import chosen_settings
from .errors import CannotServe
from .hub import process_name
from .openid import check as check_openid
from .postman import check_mail
from .proxies import Proxies
from .settings import Settings
from .store import Store
from .tracing import check as check_tracing
from .wire import strangers, wires
from .words import message, say

DEFAULT_HOST = "127.0.0.1"
# What the first part of a path is here; a base path that begins like this would be taken for it.
OWN_NAMES = frozenset(
    (
        *("account", "admin", "api", "art", "daily", "device", "docs", "favicon.ico", "health", "join", "ladder"),
        *("learn", "lobby", "mail", "manifest.webmanifest", "match", "metrics", "openapi.json", "openid", "player"),
        *(
            "puzzle",
            "puzzles",
            "ready",
            "recover",
            "static",
            "tournament",
            "tournaments",
            "unsubscribe",
            "words",
            "worker.js",
            "ws",
        ),
    )
)
EVERYWHERE = ("0.0.0.0", "::", "")
# Long enough for an answer that is on its way; clients come back by themselves.
GOODBYE_SECONDS = 2
SWITCH_SECONDS = 0.001
# An address that is never reached: asking for the way to it names our own address in the network.
SOMEWHERE = ("192.0.2.1", 9)


def serve(
    host: str | None = None,
    port: int | None = None,
    data_dir: Path | None = None,
    open_browser: bool = False,
    allow_hosts: tuple[str, ...] = (),
    trusted_proxies: tuple[str, ...] = (),
    base_path: str = "",
    settings: Settings | None = None,
    config: Path | None = None,
    console: Console | None = None,
    lang: str = DEFAULT,
) -> None:
    """Serve until stopped. On this machine only, unless `host` says otherwise; port 0 takes any free one."""
    out = console or Console(stderr=True)
    try:
        asked = settings or chosen_settings(config)
        host = host or asked.host
        chosen = settled(asked, host, data_dir, allow_hosts, trusted_proxies, base_path)
        listening = listen(host or DEFAULT_HOST, chosen.port if port is None else port)
        urls = addresses(host or DEFAULT_HOST, listening.getsockname()[1], chosen.base_path)
        chosen = replace(chosen, friends_url=friends_url(chosen, urls))
        out.print(say("serve.opening", lang), style="dim", highlight=False)
        workshop = Workshop()
        app = create_app(chosen, Store(chosen.database_url, process_name()), workshop)
    except CannotServe as error:
        out.print(error.told(lang), style="bold red", highlight=False, markup=False)
        raise SystemExit(1) from error
    announce(out, urls, lang)
    if open_browser:
        # The browser starts while the server does; its first request waits in the queue of the socket.
        threading.Thread(target=webbrowser.open, args=(urls[0],), daemon=True).start()
    with workshop:
        tell_when_ready(out, workshop, lang)
        run(app, listening, chosen)


def settled(
    settings: Settings,
    host: str | None,
    data_dir: Path | None,
    allow_hosts: tuple[str, ...],
    trusted_proxies: tuple[str, ...] = (),
    base_path: str = "",
) -> Settings:
    """The settings with what was asked for on top."""
    proxies = (*settings.trusted_proxies, *trusted_proxies)
    Proxies(proxies)  # or say what is wrong with them
    check_mail(settings)
    check_openid(settings)
    check_tracing(settings)
    names = (*settings.allow_hosts, *allow_hosts)
    if host and host not in EVERYWHERE:
        names = (*names, host)
    return replace(
        settings,
        data_dir=data_dir or settings.data_dir,
        allow_hosts=names,
        trusted_proxies=proxies,
        base_path=checked_base(base_path or settings.base_path),
        allow_addresses=settings.allow_addresses or not is_local(host or DEFAULT_HOST),
    )


def checked_base(given: str) -> str:
    """A base path as it is kept: with a slash before it and none behind, or nothing."""
    base = "/" + given.strip("/") if given.strip("/") else ""
    names = base.split("/")[1:]
    if not all(re.fullmatch(r"[\w~-][\w.~-]*", name, re.ASCII) for name in names) or set(names[:1]) & OWN_NAMES:
        raise CannotServe(message("serve.base", given=given))
    return base


def run(app: FastAPI, listening: socket.socket, settings: Settings) -> None:
    """Run the application on a socket that listens already."""
    # Scenes are drawn in a thread beside the event loop; a move should not wait long for its turn.
    sys.setswitchinterval(SWITCH_SECONDS)
    wire, socket_wire = wires(settings)
    config = uvicorn.Config(
        app,
        http=wire,
        ws=socket_wire,
        # Whom to believe about where a request came from is settled by the guard.
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Larger messages are answered by us; these would be torn down by the protocol.
        ws_max_size=16 * settings.message_bytes,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    logging.getLogger("uvicorn.error").addFilter(strangers)
    # Once all is at rest the interrupt is raised again, for whoever runs us; nobody does.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


# ---------------------------------------------------------------- before listening


def tell_when_ready(console: Console, workshop: Workshop, lang: str) -> None:
    """Say that rules are being compiled, if any are, and when all are ready."""
    began = False

    def tell(_games: str, done: int, total: int) -> None:
        nonlocal began
        if done < total and not began:
            began = True
            console.print(say("serve.compiling", lang), style="dim", highlight=False)

    def follow() -> None:
        workshop.wait_for_all(tell, hurry=False)
        if began and not workshop.closed:
            console.print(say("serve.compiled", lang), style="dim", highlight=False)

    threading.Thread(target=follow, name="mistvale-ready", daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or the reason why there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Told the protocol, asyncio sends small answers at once instead of waiting for more.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # Elsewhere this would let a second server take the same port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise CannotServe(why_deaf(error, host, port)) from error
    return listening


def why_deaf(error: OSError, host: str, port: int) -> Message:
    if error.errno == errno.EADDRINUSE:
        return message("serve.port", host=host, port=port)
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return message("serve.address", host=host)
    return message("serve.listen", host=host, port=port, why=reason(error))


# ---------------------------------------------------------------- where it is


def addresses(host: str, port: int, base: str = "") -> list[str]:
    """Where the server can be reached: from this machine first, then from others."""
    own = host if host not in EVERYWHERE else "127.0.0.1"
    urls = [url(own, port, base)]
    if host in EVERYWHERE:
        near = network_address()
        urls += [url(near, port, base)] if near else []
    elif not is_local(host):
        urls += [url(host, port, base)]
    return urls


def url(host: str, port: int, base: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}{base}/" if port == 80 else f"http://{name}:{port}{base}/"


def friends_url(settings: Settings, urls: list[str]) -> str | None:
    """Where friends go: where the host says, or else to this machine's address in its network."""
    if settings.friends_url:
        return settings.friends_url.rstrip("/") + "/"
    return next(iter(urls[1:]), None)


def is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_address() -> str | None:
    """This machine's address in its network. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def announce(console: Console, urls: list[str], lang: str = DEFAULT) -> None:
    # An address such as [fd00::7] would be taken for markup.
    console.print(say("serve.here", lang, url=f"[bold]{escape(urls[0])}[/bold]"), highlight=False)
    for friends in urls[1:]:
        console.print(say("serve.friends", lang, url=f"[bold]{escape(friends)}[/bold]"), highlight=False)
        if console.is_terminal:
            segno.make(friends, error="m").terminal(out=cast(TextIO, console.file), border=2, compact=True)
    console.print(say("serve.stop", lang), style="dim", highlight=False)
