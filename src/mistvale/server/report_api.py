"""Reports of chat on the page of those who look after a server. As all of it, for them alone; see `admin_api.py`.

The line that somebody has reported is told with the list: that is what the report is about. What others said around it
is read on purpose, with a fresh proof, and that is audited.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from .account_api import Visit
from .admin_api import Acting, Looking, named
from .asking import the_language
from .models.common import ErrorAnswer
from .models.hosting import ReportClosing, ReportInfo, ReportLine
from .people import Player
from .reports import Report, Reports

router = APIRouter(
    prefix="/api/admin/reports",
    tags=["server"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
ReportId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="a report, as the list has it")]


@router.get(
    "", summary="Lines of chat that were reported, the oldest first; or those that were closed, the newest first"
)
async def reports(
    visit: Looking, closed: Annotated[bool, Query(description="those that were closed")] = False
) -> list[ReportInfo]:
    return await listed(visit, closed)


@router.post("/{report}/lines", summary="A reported line, and those around it; that they are read is audited")
async def read_report(visit: Acting, report: ReportId) -> list[ReportLine]:
    who = await named(visit)
    found = await visit.hub.change(Reports(visit.hub.store).look, report, who)
    names = await known(visit, [found])
    return [
        ReportLine(
            at=each["at"],
            player=each["player"] or None,
            name=names[each["guest"]].name if each["guest"] in names else "",
            text=each["text"],
            phrase=each["phrase"],
            reported=each["number"] == found.number,
        )
        for each in found.lines
    ]


@router.post("/{report}/close", summary="Note that a report was dealt with, or dismissed; it is audited")
async def close_report(visit: Acting, report: ReportId, wish: ReportClosing) -> list[ReportInfo]:
    who = await named(visit)
    await visit.hub.change(Reports(visit.hub.store).close, report, who, wish.note.strip(), wish.outcome)
    return await listed(visit, False)


async def listed(visit: Visit, closed: bool) -> list[ReportInfo]:
    store = Reports(visit.hub.store)
    found = await visit.hub.read(store.closed_lately) if closed else await visit.hub.read(store.found)
    names = {each.handle: each.name for each in (await known(visit, found)).values()}
    return [report_info(report, names) for report in found]


async def known(visit: Visit, found: list[Report]) -> dict[str, Player]:
    """Those players in some reports who are still there, by their ids."""
    ids = {each["guest"] for report in found for each in report.lines} | {report.reporter_id for report in found}
    return await visit.hub.read(visit.hub.sessions.people.with_ids, ids)


def report_info(report: Report, names: dict[str, str]) -> ReportInfo:
    line = next((each for each in report.lines if each["number"] == report.number), {"text": "", "phrase": ""})
    return ReportInfo(
        id=report.id,
        at=report.at,
        match=report.match,
        side=report.side,
        number=report.number,
        why=report.why,
        reporter=report.reporter or None,
        reporter_name=names.get(report.reporter, ""),
        author=report.author or None,
        author_name=names.get(report.author, ""),
        text=line["text"],
        phrase=line["phrase"],
        closed=report.closed or None,
        outcome=report.outcome or None,
    )
