"""The refusals a client may get, each with its code and its HTTP status."""

from __future__ import annotations

import math
from typing import Any

from .words import say

STATUS = {
    "bad-request": 400,
    "forbidden": 403,
    "not-found": 404,
    "illegal-move": 409,
    "not-your-seat": 403,
    "not-pending": 409,
    "not-over": 409,
    "not-started": 409,
    "no-undo": 409,
    "seat-taken": 409,
    "read-only": 503,
    "frozen": 409,
    "too-many": 429,
    "not-sealed": 409,
}


LONGEST_WAIT = 3600.0


class Refusal(Exception):
    """A request that was not carried out; nothing has changed."""

    def __init__(self, code: str, text: str, wait: float = 1.0) -> None:
        """`wait`: after how many seconds to try again, where that may help."""
        super().__init__(text)
        self.code = code
        self.wait = wait
        # It may repeat what was sent, and that may be text that cannot be sent back.
        self.text = text.encode("utf-8", "replace").decode()

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def headers(self) -> dict[str, str]:
        seconds = math.ceil(min(max(self.wait, 1.0), LONGEST_WAIT))
        return {"retry-after": str(seconds)} if self.code == "too-many" else {}

    def json(self) -> dict[str, str]:
        return {"error": self.code, "text": self.text}


class CannotServe(Exception):
    """The server cannot start; the message says why and what helps."""


def too_many(wait: float, key: str = "too-many", **values: Any) -> Refusal:
    """A refusal for now."""
    return Refusal("too-many", say(f"error.{key}", **values), wait)


def refuse(code: str, key: str | None = None, **values: Any) -> Refusal:
    """A refusal in the words of the catalogue."""
    return Refusal(code, say(f"error.{key or code}", **values))
