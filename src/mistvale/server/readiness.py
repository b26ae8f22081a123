"""Games that are ready to be played, and those whose rules are still being compiled.

The page is there before the rules are: whoever wants to play a game waits for that one alone, and is told how far it
is. What was compiled is loaded in a thread; nothing is ever compiled on the event loop.
"""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor

import mistvale as mv
from mistvale.warming import ANALYSIS, PLAY, SEARCH, compilations, stage_of
from mistvale.workshop import Workshop

from .messages import Preparing
from .models.hosting import Readiness


class Shelf:
    """Which games are ready. Without a workshop each is compiled, or loaded, by whoever asks for it first."""

    def __init__(self, workshop: Workshop | None = None) -> None:
        self._workshop = workshop
        self._loaded: set[tuple[str, str]] = set()
        self._loading = asyncio.Lock()
        self._loader = ThreadPoolExecutor(1, "mistvale-load")
        self._changed = asyncio.Event()

    def start(self) -> None:
        """Hear from the workshop whenever something is done."""
        if self._workshop:
            loop = asyncio.get_running_loop()
            self._workshop.told = lambda: None if loop.is_closed() else self._hear(loop)

    def stop(self) -> None:
        if self._workshop:
            self._workshop.told = lambda: None
        self._loader.shutdown(wait=False, cancel_futures=True)

    def _hear(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_soon_threadsafe(self._pulse)

    def _pulse(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def readiness(self, game: str, stage: str = PLAY) -> Readiness:
        """How far the rules of a game are."""
        if self._workshop is None or (game, stage) in self._loaded:
            return Readiness(ready=True, stage=stage, done=1, total=1)
        done, total = self._workshop.progress(game, stage)
        return Readiness(ready=self._workshop.is_ready(game, stage), stage=stage, done=done, total=total)

    def want(self, game: str, stage: str = PLAY) -> None:
        """Let a game come first."""
        if self._workshop:
            self._workshop.want(game, stage)

    async def wait(self, game: str, stage: str = PLAY) -> None:
        """Wait until the rules of a game can be used without compiling anything."""
        if (game, stage) in self._loaded or game not in mv.games():
            return
        self.want(game, stage)
        while not self.readiness(game, stage).ready:
            await self.change()
        async with self._loading:
            if (game, stage) not in self._loaded:
                await asyncio.get_running_loop().run_in_executor(self._loader, load, game, stage)
                # Hundreds of thousands of objects that stay: looking through them for garbage takes half a second, in
                # which nobody is answered.
                gc.freeze()
                self._loaded.add((game, stage))

    async def change(self) -> None:
        """Wait until the workshop has done something more."""
        await self._changed.wait()


def load(game: str, stage: str) -> None:
    """Load what was compiled; what the workshop could not compile is compiled here, or says what is wrong with it."""
    for each in compilations(game, stage):
        each.run()


def preparing(readiness: Readiness) -> Preparing:
    """What watchers are told while they wait."""
    return Preparing(**readiness.model_dump())


__all__ = ["ANALYSIS", "PLAY", "SEARCH", "Shelf", "preparing", "stage_of"]
