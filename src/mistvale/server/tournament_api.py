"""The REST side of tournaments. See docs/protocol.md and docs/tournaments.md."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response

import mistvale as mv
from mistvale.core.text import clean_name

from .account_api import VisitHere
from .accounts import audit
from .admin_api import ROLE
from .api import Caller, CallerHere, Guest, HubHere, recorded
from .asking import Lang, the_language
from .errors import Refusal, refuse
from .hub import Hub
from .limits import Asker
from .models.common import ErrorAnswer
from .models.tables import PaceStatus
from .models.tournaments import (
    BoardInfo,
    BoardSeat,
    EntrantInfo,
    RoundInfo,
    StandingLine,
    TournamentFile,
    TournamentInfo,
    TournamentLine,
    TournamentLists,
    TournamentWish,
)
from .opening import find_game, read_pace
from .people import People, Player
from .people_api import Handle, title_of
from .skill import UNIT
from .standings import Standings
from .tournaments import Entry, Sitting, Status, Tournament, Tournaments, Wish, allowed, is_playable, may_come_back
from .words import former

DECIMALS = 3
LISTS: dict[str, tuple[Status, ...]] = {"open": ("open",), "running": ("running",), "over": ("over", "ended")}
LATEST_START = 366 * 24 * 3600
# Asked for by many at once, and often; worked out once for all of them.
FILE_COST = 2

router = APIRouter(
    prefix="/api",
    tags=["tournaments"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
Id = Annotated[str, Path(pattern=r"^[a-z0-9]{12}$", description="a tournament's id")]


# ---------------------------------------------------------------- who may see what


class Viewer:
    """Who looks at tournaments, and whom it may see there; asked once for a request."""

    def __init__(self, hub: Hub, guest: str, lang: str) -> None:
        self.hub, self.guest, self.lang = hub, guest, lang
        self.people = People(hub.store)

    async def may_see(self, found: Tournament, listed: bool = False) -> bool:
        """Whether somebody may see a tournament: by its link all who have it; in a list, all where it is public."""
        if self.guest == found.organiser or found.entry(self.guest) is not None:
            return True
        if found.door == "friends":
            return await self.hub.read(self.people.are_friends, found.organiser, self.guest)
        return found.door == "public" or not listed

    async def find(self, tournament: str) -> Tournament:
        found = await self.hub.read(Tournaments(self.hub.store).find, tournament)
        if not await self.may_see(found) and not await self.is_admin():
            raise refuse("not-found", "no-tournament")
        return found

    async def is_admin(self) -> bool:
        return (await self.hub.read(self.people.with_ids, [self.guest])).get(self.guest, NOBODY).role == ROLE

    async def names(self, players: Sequence[str]) -> dict[str, Player]:
        """Those who have not deleted the account."""
        return await self.hub.read(self.people.with_ids, players)


NOBODY = Player("", "", "", "", None, 0, "")  # type: ignore[arg-type]


async def the_viewer(hub: HubHere, guest: Guest, lang: Lang) -> Viewer:
    return Viewer(hub, guest, lang)


ViewerHere = Annotated[Viewer, Depends(the_viewer)]


# ---------------------------------------------------------------- looking


@router.get("/tournaments", summary="Tournaments to enter, to watch, and those that are over")
async def tournaments(viewer: ViewerHere) -> TournamentLists:
    hub = viewer.hub
    lists: dict[str, list[TournamentLine]] = {}
    store = Tournaments(hub.store)
    for name, statuses in LISTS.items():
        found = await hub.read(store.listed, statuses)
        seen = [each for each in found if await viewer.may_see(each, listed=True)]
        names = await viewer.names([each.organiser for each in seen])
        lists[name] = [TournamentLine(**line(each, viewer, names)) for each in seen]
    return TournamentLists(**lists)


@router.get("/tournaments/{tournament}", summary="A tournament: who takes part, standings, and rounds")
async def tournament_info(viewer: ViewerHere, tournament: Id) -> TournamentInfo:
    return await info(viewer, await viewer.find(tournament))


def line(found: Tournament, viewer: Viewer, names: Mapping[str, Player]) -> dict[str, Any]:
    entry = found.entry(viewer.guest)
    pace = found.pace
    return {
        **{name: getattr(found, name) for name in ("id", "name", "game", "form", "size", "rounds", "round")},
        **{name: getattr(found, name) for name in ("rated", "door", "status", "starts", "created")},
        "title": title_of(found.game),
        "pace": PaceStatus(kind=pace.kind, bank=pace.bank, decision=pace.decision),
        "organiser": called(names, found.organiser, viewer.lang),
        "entrants": sum(each.away != "removed" for each in found.entries),
        "entered": entry is not None and not entry.away,
    }


def called(names: Mapping[str, Player], player: str, lang: str) -> str:
    return (names[player].name if player in names else "") or former(lang)


async def info(viewer: Viewer, found: Tournament) -> TournamentInfo:
    hub = viewer.hub
    names = await viewer.names([found.organiser, *(each.player for each in found.entries)])
    seen = await hub.read(viewer.people.visible, viewer.guest, [each.player for each in found.entries])
    admin = names.get(viewer.guest, NOBODY).role == ROLE or await viewer.is_admin()
    mine = viewer.guest == found.organiser
    entry, going = found.entry(viewer.guest), found.status in ("open", "running")
    comes = found.may_enter() if entry is None else bool(entry.away) and may_come_back(found, entry)
    left = found.until - hub.rounds.moment() if found.status == "running" and found.until and found.waits else 0
    counted, standings = await hub.read(hub.rounds.count, found)
    return TournamentInfo(
        **line(found, viewer, names),
        options=found.options,
        late=found.late,
        patience=found.patience,
        waits=left if left > 0 else None,
        seal=found.seal,
        seed=found.seed if found.status in ("running", "over") or found.sittings else None,
        ended=found.ended or None,
        mine=mine,
        may_enter=comes,
        may_leave=going and entry is not None and not entry.away,
        may_start=mine and found.status == "open" and is_playable(found, sum(not each.away for each in found.entries)),
        may_end=going and (mine or admin),
        table=found.table_of(viewer.guest) or None,
        people=[entrant(each, viewer, names, mine or each.player in seen) for each in found.entries],
        standings=[
            StandingLine(
                number=each.number,
                rank=each.rank,
                points=rounded(each.points),
                buchholz=rounded(each.buchholz),
                sonneborn=rounded(each.sonneborn),
                direct=None if each.direct is None else rounded(each.direct),
                wins=each.wins,
                lot=each.lot[:8],
                played=each.played,
                out=each.out,
            )
            for each in standings
        ],
        played=[
            RoundInfo(number=number, boards=[board(each, counted) for each in sittings])
            for number, sittings in enumerate(found.sittings, 1)
        ],
        version=found.version,
    )


def rounded(value: object) -> float:
    return round(float(value), DECIMALS)  # type: ignore[arg-type]


def entrant(entry: Entry, viewer: Viewer, names: Mapping[str, Player], shown: bool) -> EntrantInfo:
    known = names.get(entry.player)
    return EntrantInfo(
        number=entry.number,
        name=called(names, entry.player, viewer.lang),
        player=known.handle if known and shown else None,
        me=entry.player == viewer.guest,
        since=entry.since,
        away=entry.away,
        rating=entry.strength / UNIT,
    )


def board(sitting: Sitting, counted: Standings) -> BoardInfo:
    found = sitting.board
    struck = bool(counted.struck & set(found.people))
    closed = found.over and all(how in ("absent", "walkover", "bye") for how in found.hows)
    return BoardInfo(
        match=sitting.match or None if not closed else None,
        seats=[
            BoardSeat(
                number=one,
                place=found.places[seat] if found.over else None,
                how=found.hows[seat] if found.over else None,
                points=rounded(counted.worth(found, one)) if found.over and not struck else None,
            )
            for seat, one in enumerate(found.people)
        ],
    )


# ---------------------------------------------------------------- opening and entering


@router.post("/tournaments", status_code=201, summary="Open a tournament; I am its organiser")
async def open_tournament(
    visit: VisitHere, viewer: ViewerHere, caller: CallerHere, wish: TournamentWish
) -> TournamentInfo:
    session = await visit.player()
    hub, settings = visit.hub, visit.hub.settings
    hub.doorman.check_opening()
    checked = checked_wish(wish, viewer.lang, hub.rounds.moment())
    caller.paces.tables.check(caller.address)
    most = settings.tournaments_per_player, settings.tournaments_per_address
    given = await hub.change(Tournaments(hub.store).open, session.player, checked, caller.origins, *most)
    return await info(viewer, await viewer.find(given))


def checked_wish(wish: TournamentWish, lang: str, moment: int) -> Wish:
    """A tournament as it can be played; refused, with what is possible, if it cannot be."""
    game = find_game(wish.game)
    try:
        options = game.check_options(wish.options)
    except mv.BadTable as error:
        raise Refusal("bad-request", error) from error
    name = clean_name(wish.name)
    if not name:
        raise refuse("bad-request", "tournament-name")
    if wish.size not in allowed(game.name):
        raise refuse("bad-request", "tournament-size", seats=", ".join(map(str, allowed(game.name))))
    if wish.pace.kind == "none":
        raise refuse("bad-request", "tournament-pace")
    if wish.starts and not moment < wish.starts <= moment + LATEST_START:
        raise refuse("bad-request", "tournament-starts")
    return Wish(
        name=name,
        game=game.name,
        options=options,
        form=wish.form,
        size=wish.size,
        rounds=0 if wish.form == "knockout" else wish.rounds,
        pace=read_pace(wish.pace),
        rated=wish.rated,
        door=wish.door,
        late=wish.late if wish.form == "swiss" else 0,
        patience=wish.patience,
        starts=wish.starts,
        lang=lang,
    )


def check_pace(caller: Caller, player: str) -> None:
    caller.paces.joins.check(player)
    caller.paces.joins_here.check(caller.address)


@router.post("/tournaments/{tournament}/enter", summary="Take part, or come back; I need an account")
async def enter_tournament(visit: VisitHere, viewer: ViewerHere, caller: CallerHere, tournament: Id) -> TournamentInfo:
    player = (await visit.player()).player
    check_pace(caller, player)
    found = await viewer.find(tournament)
    hub = visit.hub
    if await hub.read(viewer.people.blocked, player, [found.organiser]):
        raise refuse("forbidden", "no-seat-for-you")
    if not await hub.read(hub.store.name, player):
        raise refuse("not-possible", "tournament-nameless")
    await hub.change(Tournaments(hub.store).enter, tournament, player, hub.settings.players_per_tournament)
    return await info(viewer, await viewer.find(tournament))


@router.post("/tournaments/{tournament}/leave", summary="Withdraw: a table that has not begun is lost")
async def leave_tournament(visit: VisitHere, viewer: ViewerHere, caller: CallerHere, tournament: Id) -> TournamentInfo:
    player = (await visit.player()).player
    check_pace(caller, player)
    await viewer.find(tournament)
    await gone(visit.hub, Tournaments(visit.hub.store).leave, tournament, player)
    return await info(viewer, await viewer.find(tournament))


async def gone(hub: Hub, change: object, tournament: str, player: str) -> None:
    """Take somebody out of a tournament, and do not wait for it any more."""
    await hub.change(change, tournament, player)  # type: ignore[arg-type]
    await hub.rounds.give_up(tournament, player)


# ---------------------------------------------------------------- the organiser


async def organised(viewer: Viewer, tournament: str) -> Tournament:
    found = await viewer.find(tournament)
    if found.organiser != viewer.guest:
        raise refuse("forbidden", "not-organiser")
    return found


@router.delete("/tournaments/{tournament}/people/{handle}", summary="As the organiser: remove somebody, for good")
async def remove_entrant(
    visit: VisitHere, viewer: ViewerHere, caller: CallerHere, tournament: Id, handle: Handle
) -> TournamentInfo:
    await visit.player()
    check_pace(caller, viewer.guest)
    await organised(viewer, tournament)
    other = await visit.hub.read(viewer.people.by_handle, handle)
    await gone(visit.hub, Tournaments(visit.hub.store).remove, tournament, other.id)
    return await info(viewer, await viewer.find(tournament))


@router.post("/tournaments/{tournament}/start", summary="As the organiser: let it begin")
async def start_tournament(visit: VisitHere, viewer: ViewerHere, caller: CallerHere, tournament: Id) -> TournamentInfo:
    await visit.player()
    check_pace(caller, viewer.guest)
    found = await organised(viewer, tournament)
    hub = visit.hub
    hub.doorman.check_opening()
    if found.status in ("over", "ended"):
        raise refuse("not-possible", "tournament-over")
    if not await hub.change(Tournaments(hub.store).start, tournament, hub.rounds.moment()):
        raise refuse("not-possible", "tournament-few", size=min(allowed(found.game)))
    await hub.rounds.advance(tournament)
    return await info(viewer, await viewer.find(tournament))


@router.post("/tournaments/{tournament}/end", summary="As the organiser, or an admin: end it as it stands")
async def end_tournament(visit: VisitHere, viewer: ViewerHere, caller: CallerHere, tournament: Id) -> TournamentInfo:
    await visit.player()
    check_pace(caller, viewer.guest)
    found = await viewer.find(tournament)
    hub = visit.hub
    if found.organiser == viewer.guest:
        await hub.change(Tournaments(hub.store).end, tournament)
    elif await viewer.is_admin():
        await visit.fresh()
        who = (await hub.read(viewer.people.by_id, viewer.guest)).handle
        await hub.change(
            Tournaments(hub.store).end,
            tournament,
            lambda connection: audit(connection, who, "end-tournament", found.organiser, tournament=tournament),
        )
    else:
        raise refuse("forbidden", "not-organiser")
    return await info(viewer, await viewer.find(tournament))


# ---------------------------------------------------------------- afterwards


async def finished(viewer: Viewer, tournament: str) -> Tournament:
    found = await viewer.find(tournament)
    if found.status not in ("over", "ended"):
        raise refuse("not-over", "tournament-not-over")
    return found


@router.get(
    "/tournaments/{tournament}/file",
    summary="All matches of a tournament that is over, as one file",
    response_model=TournamentFile,
)
async def tournament_file(viewer: ViewerHere, caller: CallerHere, hub: HubHere, tournament: Id) -> Response:
    found = await finished(viewer, tournament)
    # What one could tell by who asks is left out: the file is the same for all.
    stranger = Viewer(hub, "", viewer.lang)
    matches = [each.match for sittings in found.sittings for each in sittings if each.match and each.board.over]
    hub.check_drawings(Asker(viewer.guest, caller.address), FILE_COST * len(matches) + 1)
    told = await info(stranger, found)
    records, missing = [], []
    for match in matches:
        text = await record_of(hub, match)
        if text is None:
            missing.append(match)
        else:
            records.append(text)
    whole = TournamentFile(tournament=told, crosstable=crosstable(told), records=[], missing=missing)
    answer = {**whole.model_dump(mode="json"), "records": [json.loads(text) for text in records]}
    return download(json.dumps(answer, ensure_ascii=False, indent=1) + "\n", "application/json", f"{tournament}.json")


async def record_of(hub: Hub, match: str) -> str | None:
    """The record of a match; None if there is none any more, or none that could be read."""
    try:
        live = await hub.live(match)
        async with live.still() as table:
            return recorded(table).record() if table.status == "over" else None
    except Refusal as refusal:
        if refusal.code == "read-only":
            raise
        return None


@router.get(
    "/tournaments/{tournament}/crosstable",
    summary="Everybody against everybody, as CSV, once it is over",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def tournament_crosstable(viewer: ViewerHere, hub: HubHere, tournament: Id) -> Response:
    found = await finished(viewer, tournament)
    told = await info(Viewer(hub, "", viewer.lang), found)
    return download(crosstable(told), "text/csv; charset=utf-8", f"{tournament}.csv")


def download(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="tournament-{name}"'})


def crosstable(told: TournamentInfo) -> str:
    """The standings with a column for each round: whom one met there, and the points."""
    names = {each.number: each.name for each in told.people}
    ranks = {each.number: each.rank for each in told.standings}
    written = io.StringIO()
    table = csv.writer(written)
    rounds = [f"round {each.number}" for each in told.played]
    table.writerow(["rank", "name", *rounds, "points", "buchholz", "sonneborn-berger", "direct", "wins", "lot"])
    for each in told.standings:
        cells = [cell(played, each.number, ranks) for played in told.played]
        direct = "" if each.direct is None else each.direct
        figures = [each.points, each.buchholz, each.sonneborn, direct, each.wins, each.lot]
        table.writerow([each.rank, harmless(names[each.number]), *cells, *figures])
    return written.getvalue()


def cell(played: RoundInfo, number: int, ranks: Mapping[int, int]) -> str:
    """Whom somebody met in a round, by rank, and what it made: `3+7 0.5`."""
    for found in played.boards:
        own = next((seat for seat in found.seats if seat.number == number), None)
        if own is not None:
            others = "+".join(str(ranks[seat.number]) for seat in found.seats if seat is not own) or "bye"
            return f"{others} {'-' if own.points is None else f'{own.points:g}'}"
    return ""


def harmless(name: str) -> str:
    """A name that no program takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
