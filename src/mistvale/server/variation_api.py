"""The REST side of variations and comments: a finished match, all that was played on from it, and what is said of it.

See docs/protocol.md.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from .account_api import Visit, VisitHere
from .admin_api import ROLE
from .api import Asking, CallerHere, HubHere, Match, Person, finished
from .asking import Lang, the_language
from .chat import Chat, who_is
from .comments import Comment, Comments, written
from .errors import Refusal, refuse
from .hub import Hub
from .models.common import ErrorAnswer
from .models.variations import CommentReport, CommentTold, CommentWish, VariationTree
from .people import People
from .reports import Reports
from .tables import Table
from .variations import Variations
from .words import former

router = APIRouter(
    prefix="/api/matches/{match}",
    tags=["afterwards"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
Number = Annotated[int, Path(ge=0, le=2**31 - 1, description="the number of a comment")]
COST = 4  # drawings: a tree is looked up in about the time of so many


async def finished_table(hub: Hub, match: str) -> Table:
    """The table of a match that one may look back at."""
    live = await hub.live(match)
    async with live.still() as table:
        finished(table)
    return table


async def why_not(hub: Hub, table: Table, guest: str) -> Refusal | None:
    """Why somebody may not write beside a match: as with chat, and who is new only where one has sat oneself."""
    if not hub.talk.is_on(table):
        return refuse("forbidden", "chat-off")
    if guest not in table.sat and await hub.talk.is_new(guest):
        return refuse("forbidden", "comment-new")
    return None


@router.get("/variations", summary="All that was played on from a finished match, and what is written beside it")
async def variations(visit: VisitHere, asker: Asking, person: Person, lang: Lang, match: Match) -> VariationTree:
    hub = visit.hub
    hub.check_drawings(asker, COST)
    table = await finished_table(hub, match)
    refusal = await why_not(hub, table, asker.guest)
    return VariationTree(
        variations=await hub.read(Variations(hub.store).tree, table.id, asker.guest, person, lang),
        comments=await comments_of(visit, table, asker.guest, person, lang),
        may_comment=refusal is None,
        why_not=refusal.told(lang) if refusal else "",
    )


async def comments_of(visit: Visit, table: Table, guest: str, person: str, lang: str) -> list[CommentTold]:
    """What is written beside a match, as far as somebody reads it: nothing of whom there is a block with."""
    hub = visit.hub
    found = await hub.read(Comments(hub.store).of, table.id)
    authors = {each.guest for each in found}
    parted = await hub.read(People(hub.store).parted, person, authors)
    names = await hub.read(Chat(hub.store).names, authors)
    cares = bool(found) and await looks_after(visit) is not None
    return [told(table, each, names, guest, cares, lang) for each in found if each.guest not in parted]


async def looks_after(visit: Visit) -> str | None:
    """The handle of somebody who looks after the server; None for all others."""
    session = await visit.signed_in()
    if session is None:
        return None
    player = await visit.hub.read(People(visit.hub.store).by_id, session.player)
    return player.handle if player.role == ROLE else None


def told(
    table: Table, each: Comment, names: dict[str, tuple[str, str | None]], reader: str, cares: bool, lang: str
) -> CommentTold:
    """A comment as somebody reads it."""
    name, handle = names.get(each.guest, ("", None))
    held = table.held_by(each.guest)
    return CommentTold(
        number=each.number,
        step=each.step,
        name=(table.seats[held[0]].name if held else name) or former(lang),
        who=who_is(table.id, each.guest),
        player=handle,
        mine=each.guest == reader,
        removable=cares or each.guest == reader,
        at=each.at,
        text=each.text,
    )


@router.post("/comments", status_code=201, summary="Write something beside a finished match, or a step of it")
async def comment(
    visit: VisitHere, asker: Asking, person: Person, lang: Lang, match: Match, wish: CommentWish
) -> VariationTree:
    hub, text = visit.hub, written(wish.text)
    table = await finished_table(hub, match)
    if wish.step is not None and wish.step > table.step:
        raise refuse("bad-request", "comment-step", last=table.step)
    if (refusal := await why_not(hub, table, asker.guest)) is not None:
        raise refusal
    hub.talk.check_pace(asker)
    await hub.change(Comments(hub.store).add, table.id, asker.guest, wish.step, wish.id, text)
    return await variations(visit, asker, person, lang, match)


@router.delete(
    "/comments/{number}", status_code=204, summary="Take a comment of mine away; who looks after the server, any"
)
async def remove_comment(visit: VisitHere, asker: Asking, match: Match, number: Number) -> Response:
    hub = visit.hub
    table = await finished_table(hub, match)
    found = await hub.read(Comments(hub.store).one, table.id, number)
    who = ""
    if found.guest != asker.guest:
        who = await looks_after(visit) or ""
        if not who:
            raise refuse("forbidden")
        await visit.fresh()
    await hub.change(Comments(hub.store).remove, table.id, number, who)
    return Response(status_code=204)


@router.post("/comments/{number}/report", status_code=204, summary="Let whoever runs the server look at a comment")
async def report_comment(
    hub: HubHere, asker: Asking, caller: CallerHere, match: Match, number: Number, wish: CommentReport
) -> Response:
    table = await finished_table(hub, match)
    found = await hub.read(Comments(hub.store).one, table.id, number)
    if found.guest == asker.guest:
        raise refuse("not-possible", "oneself")
    caller.paces.reports.check(f"guest {asker.guest}")
    caller.paces.reports.check(caller.address)
    await hub.change(Reports(hub.store).add, asker.guest, found, wish.why)
    return Response(status_code=204)
