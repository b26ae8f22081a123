"""What several wait for: it goes on when one stops to wait, and if it fails for nobody, nobody is told."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from mistvale.server.errors import Refusal
from mistvale.server.hub import Hub
from mistvale.server.words import message

from .helpers import House
from .timing import call, hub_of

WORK: dict[str, Callable[[Hub], Coroutine[Any, Any, Any]]] = {
    "the lobby": lambda hub: hub.lobby.snapshot(),
    "a table": lambda hub: hub.live("22222222"),
}


@pytest.mark.parametrize("what", WORK)
def test_a_store_that_refuses_when_nobody_waits_any_more_is_no_mistake(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    hub = hub_of(house)
    refusing = asyncio.Event()

    async def refuses(*_: Any) -> Any:
        await refusing.wait()
        raise Refusal("read-only", message("trouble.database"))

    async def given_up() -> list[Any]:
        mistakes: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, about: mistakes.append(about))
        monkeypatch.setattr(hub, "read", refuses)
        waiter = asyncio.create_task(WORK[what](hub))
        await asyncio.sleep(0.01)
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        refusing.set()
        await asyncio.sleep(0.01)
        gc.collect()
        return mistakes

    assert call(house, given_up) == []
