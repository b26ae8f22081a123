"""The language that somebody asks in: what was chosen, else what the browser asks for, else English.

Chosen is `lang` of the request, or the language that was picked on a page and is kept in a cookie.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Query
from pydantic import Field, StrictStr
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from mistvale.core.text import DEFAULT

from .words import is_spoken, spoken

LANG_PATTERN = r"^[a-zA-Z]{2,3}$"
ABOUT = "the language to be told in, as in de; without it what Accept-Language asks for; else English"
Language = Annotated[StrictStr, Field(pattern=LANG_PATTERN, description=ABOUT)]

COOKIE = "mistvale-lang"
MOST_ASKED = 20
"""Parts of a header that are looked at; nobody speaks more languages."""


async def the_language(
    connection: HTTPConnection, lang: Annotated[str | None, Query(pattern=LANG_PATTERN, description=ABOUT)] = None
) -> str:
    return lang_of(connection.scope)


Lang = Annotated[str, Depends(the_language)]


def lang_of(scope: Scope) -> str:
    """The language of a request, also of one that is refused before it is looked at."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang")
    if given:
        return spoken(given[-1])
    headers = Headers(scope=scope)
    wished = [picked(headers.get("cookie", "")), *accepted(headers.get("accept-language", ""))]
    return next((lang for lang in wished if is_spoken(lang)), DEFAULT)


def picked(cookies: str) -> str:
    """The language that was picked on a page."""
    try:
        kept = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return ""
    return kept.value.lower() if kept else ""


def accepted(header: str) -> list[str]:
    """The languages of an `Accept-Language` header, the most wanted first: `de-AT;q=0.8` asks for `de`."""
    wanted = [(-weight, order, name.partition("-")[0]) for order, (name, weight) in enumerate(weighed(header))]
    return [name for minus, _, name in sorted(wanted) if minus < 0]


def weighed(header: str) -> list[tuple[str, float]]:
    """What a header asks for, and how much: `text/html;q=0.8` by 0.8, and by 1 what says nothing of it."""
    parts = [part.split(";") for part in header.split(",")[:MOST_ASKED]]
    return [(name.strip().lower(), _weight(more)) for name, *more in parts]


def _weight(parameters: list[str]) -> float:
    given = [value for name, _, value in (each.partition("=") for each in parameters) if name.strip() == "q"]
    try:
        return float(given[0]) if given else 1.0
    except ValueError:
        return 0.0
