"""A server of the soak: an ordinary one, whose way out of the house ends at an endpoint of ours."""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
from pathlib import Path
from typing import Any

from mistvale.server import postman, ratings, stakes
from mistvale.server.outside import Outside
from mistvale.server.run import serve
from mistvale.server.settings import Settings
from tests.server.world import PUBLIC

SCRIPT = f"from {__name__} import main; main()"
ANY_NUMBER = 10**6


def leads_to(port: int, certificate: str) -> Outside:
    """The way out, which ends at a port of this machine whatever the address."""

    async def resolve(_host: str, _port: int) -> list[str]:
        return [PUBLIC]

    async def connect(_address: str, _port: int, **more: Any) -> Any:
        return await asyncio.open_connection("127.0.0.1", port, **more)

    return Outside(resolve, connect, ssl.create_default_context(cafile=certificate))


def main() -> None:
    folder, database, pause, port, text = sys.argv[1:6]
    more = json.loads(text)
    outdoors = more.pop("outdoors")
    vars(postman)["Outside"] = lambda: leads_to(*outdoors)
    # Few play for ratings here, and would soon have met as often as counts.
    vars(ratings)["PAIRS_A_DAY"] = vars(stakes)["PAIRS_A_DAY"] = ANY_NUMBER
    for name, value in more.items():
        if isinstance(value, list):
            more[name] = tuple(value)
    settings = Settings(data_dir=Path(folder), database=database or None, bot_pause=float(pause), **more)
    serve(port=int(port), settings=settings)
