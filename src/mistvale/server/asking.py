"""The language that somebody asks in: `lang` of the request, English without it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Query
from pydantic import Field, StrictStr
from starlette.types import Scope

from mistvale.core.text import DEFAULT

from .words import spoken

LANG_PATTERN = r"^[a-zA-Z]{2,3}$"
ABOUT = "the language to be told in, as in en; English where there are no words in it"
Language = Annotated[StrictStr, Field(pattern=LANG_PATTERN, description=ABOUT)]


def the_language(lang: Annotated[str, Query(pattern=LANG_PATTERN, description=ABOUT)] = DEFAULT) -> str:
    return spoken(lang)


Lang = Annotated[str, Depends(the_language)]


def lang_of(scope: Scope) -> str:
    """The language of a request that may be refused before its `lang` is looked at."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [DEFAULT])
    return spoken(given[-1])
