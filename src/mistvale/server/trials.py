"""Trials of boxes that people made themselves: the laws on each, before a table is opened with it.

One after another, in a process of low priority that is interpreted, where nothing leaves an array unseen, with a limit
of time and one of memory. The verdict is kept with the box, and is asked for. Two processes may try the same box:
they come to the same verdict.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from .boxes import FAILED, LATE, PASSED, Boxes, Kept
from .errors import refuse
from .limits import Asker, Buckets, Room, Shares
from .settings import Settings

if TYPE_CHECKING:
    from .hub import Hub

RUN = "from mistvale.core.laws.trial import try_what_is_given; try_what_is_given()"
LONGEST_FINDING = 2000  # characters of it that are kept


class Trials:
    """Those boxes that are tried now, or wait for it."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.run = RUN
        self._settings = settings
        self._rate = Shares(settings.trials_per_hour / 3600, settings.trial_burst, settings.guests_per_address)
        self._room = Room(settings.trials_per_guest, settings.trials_per_address)
        self._turn = asyncio.Lock()
        self._waiting: dict[str, str] = {}  # by digest: waiting or running

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        return self._rate.pools("trials")

    def status(self, kept: Kept) -> str:
        """How far the trial of a box is; nothing where nobody has asked for one."""
        return self._waiting.get(kept.digest) or kept.verdict or "none"

    async def begin(self, kept: Kept, asker: Asker) -> None:
        """Have a box tried, unless it was, or is."""
        if kept.verdict in (PASSED, FAILED) or kept.digest in self._waiting:
            return
        if not self._rate.take(asker):
            raise refuse("too-many", "trials-many")
        if len(self._waiting) >= self._settings.trials_waiting:
            raise refuse("too-many", "trials-busy")
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[kept.digest] = "waiting"
        self.hub.spawn(self._try(kept, asker, begun))
        await begun

    async def _try(self, kept: Kept, asker: Asker, begun: asyncio.Future[None]) -> None:
        try:
            with self._room.place(asker, refuse("too-many", "trial-soon")):
                begun.set_result(None)
                async with self._turn:
                    self._waiting[kept.digest] = "running"
                    verdict, finding = await self._tried(kept)
                    await self.hub.change(Boxes(self.hub.store).judge, kept.game, kept.digest, verdict, finding)
        except Exception as error:
            if begun.done():
                raise
            begun.set_exception(error)
        finally:
            self._waiting.pop(kept.digest, None)

    async def _tried(self, kept: Kept) -> tuple[str, str]:
        """The verdict of a process of its own, and what the law said. One that ends without a word has failed, too."""
        environment = {
            **os.environ,
            "MISTVALE_INTERPRETED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            self.run,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
        )
        most = self._settings.trial_megabytes * 1024 * 1024
        given = {"game": kept.game, "data": kept.data, "seed": secrets.randbelow(2**31), "bytes": most}
        try:
            told, _ = await asyncio.wait_for(
                process.communicate(json.dumps(given).encode()), self._settings.trial_seconds
            )
        except TimeoutError:
            return LATE, ""
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        try:
            findings = json.loads(told)
        except ValueError:
            return FAILED, ""
        return (FAILED, str(findings[0])[:LONGEST_FINDING]) if findings else (PASSED, "")
