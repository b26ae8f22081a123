"""Where notices go: an endpoint that mostly takes them, and sometimes fails in one of the ways of the world."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.world import Call, World

FATES = ("taken", "taken", "taken", "taken", "refused", "torn", "silent")
SILENT_SECONDS = 4.0  # longer than a server waits


@dataclass(frozen=True)
class Heard:
    """A notice that came, and what was answered."""

    path: str
    notice: str
    body: bytes
    fate: str


class Endpoint(World):
    """An HTTPS server for all addresses."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder)
        self.heard: list[Heard] = []
        self._dice = random.Random(seed)

    @property
    def certificate(self) -> str:
        return str(self._certificate)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            call = await self._read(reader)
        except (OSError, asyncio.IncompleteReadError):
            writer.close()  # a server that was killed while it called
            return
        fate = self._dice.choice(FATES)
        self.heard.append(Heard(call.path, notice_of(call), call.body, fate))
        if fate == "silent":
            await asyncio.sleep(SILENT_SECONDS)
        elif fate != "torn":
            status = "201 Created" if fate == "taken" else "500 Not Now"
            writer.write(f"HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n".encode())
        writer.close()

    @staticmethod
    async def _read(reader: asyncio.StreamReader) -> Call:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in head[1:] if line)
        return Call(head[0].split(" ")[1], headers, await reader.readexactly(int(headers["content-length"])))


def notice_of(call: Call) -> str:
    """The id of a notice: a push service is told it as the topic, for it cannot read the rest."""
    if "topic" in call.headers:
        return call.headers["topic"]
    body: dict[str, Any] = json.loads(call.body)
    return str(body["id"])
