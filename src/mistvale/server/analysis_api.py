"""The REST side of looking back at a match. See docs/protocol.md."""

from __future__ import annotations

from fastapi import APIRouter, Depends

import mistvale as mv

from .analyses import is_played_elsewhere
from .api import Asking, HubHere, Match, recorded
from .asking import Lang, the_language
from .errors import refuse
from .hub import Hub
from .models.analyses import AnalysisAnswer
from .models.common import ErrorAnswer

router = APIRouter(
    prefix="/api",
    tags=["afterwards"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)

COST = 10  # drawings: to tell the moves of a match in words takes about so long


async def finished_match(hub: Hub, match: str) -> mv.Match:
    """A match that one may look back at: it is over, and nobody plays on the same seed."""
    live = await hub.live(match)
    async with live.still() as table:
        played = recorded(table)
        seed = table.seed
    if seed is not None and await hub.read(is_played_elsewhere, hub.store, match, seed):
        raise refuse("not-possible", "analysis-seed")
    return played


@router.post("/matches/{match}/analysis", summary="Have a finished match looked back at")
async def begin_analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    await hub.analysts.begin(match, played, asker)
    return await hub.analysts.look(match, played, lang)


@router.get("/matches/{match}/analysis", summary="What looking back at a finished match has found so far")
async def analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    return await hub.analysts.look(match, played, lang)
