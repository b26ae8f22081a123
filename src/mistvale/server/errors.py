"""The refusals a client may get, each with its code and its HTTP status."""

from __future__ import annotations

import math
from typing import Any

from mistvale.core.errors import MistvaleError
from mistvale.core.text import DEFAULT, Told

from .models.common import ErrorAnswer
from .words import message

STATUS = {
    "bad-request": 400,
    "signed-out": 401,
    "no-player": 401,
    "bad-token": 401,
    "not-verified": 403,
    "not-fresh": 403,
    "not-possible": 409,
    "forbidden": 403,
    "not-found": 404,
    "illegal-move": 409,
    "not-your-seat": 403,
    "not-pending": 409,
    "not-over": 409,
    "not-started": 409,
    "no-undo": 409,
    "seat-taken": 409,
    "not-agreed": 409,
    "read-only": 503,
    "frozen": 409,
    "closed": 409,
    "too-many": 429,
    "banned": 403,
    "maintenance": 503,
    "not-sealed": 409,
}


LONGEST_WAIT = 3600.0


class Refusal(Exception):
    """A request that was not carried out; nothing has changed."""

    def __init__(self, code: str, why: Told, wait: float = 1.0) -> None:
        """`why`: the reason, to be told in the asker's language. `wait`: seconds until one may try again."""
        super().__init__(why.told())
        self.code = code
        self.why = why
        self.wait = wait

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def headers(self) -> dict[str, str]:
        if self.code == "bad-token":
            return {"www-authenticate": 'Bearer error="invalid_token"'}
        seconds = math.ceil(min(max(self.wait, 1.0), LONGEST_WAIT))
        return {"retry-after": str(seconds)} if self.code == "too-many" else {}

    def told(self, lang: str = DEFAULT) -> str:
        """The reason in a language."""
        # It may repeat what was sent, and that may be text that cannot be sent back.
        return self.why.told(lang).encode("utf-8", "replace").decode()

    def answer(self, lang: str = DEFAULT) -> ErrorAnswer:
        return ErrorAnswer(error=self.code, text=self.told(lang))


class Collision(Exception):
    """Somebody else has appended this number; fold again and retry."""


class CannotServe(MistvaleError):
    """The server cannot start; the message says why and what helps."""


def too_many(wait: float, key: str = "too-many", **values: Any) -> Refusal:
    """A refusal for now."""
    return Refusal("too-many", message(f"error.{key}", **values), wait)


def refuse(code: str, key: str | None = None, **values: Any) -> Refusal:
    """A refusal in the words of the catalogue."""
    return Refusal(code, message(f"error.{key or code}", **values))
