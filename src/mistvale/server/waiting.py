"""Work that several wait for, each of whom may stop to."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def shared(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Work that goes on whoever waits for it. If it fails when nobody does any more, that is nobody's business."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
