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
"""Languages of a header that are looked at; nobody speaks more."""


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
    wanted = []
    for order, part in enumerate(header.split(",")[:MOST_ASKED]):
        name, _, weight = part.strip().partition(";")
        wanted.append((-_weight(weight), order, name.strip().lower().partition("-")[0]))
    return [name for minus, _, name in sorted(wanted) if minus < 0]


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
