"""The REST side of players among each other: profiles, matches, friends, invitations. See docs/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

import mistvale as mv
from mistvale.bots.levels import LEVELS
from mistvale.core.text import clean_name

from .account_api import Id, Visit, VisitHere
from .api import Asking, CallerHere, HubHere, Match, Person
from .archive import MOST_AT_ONCE, Archive, Entry, Filter, Place
from .asking import Lang, the_language
from .commands import check_seat
from .errors import Refusal, refuse
from .exporting import all_kept
from .hub import Hub
from .insights import insights_of
from .inviting import check_inviting, end, let_go
from .models.common import ErrorAnswer
from .models.profiles import (
    Export,
    Friend,
    Friends,
    GameInsights,
    GameTally,
    Grade,
    InvitationGot,
    InvitationSent,
    Invited,
    InviteWish,
    LevelTally,
    MatchLine,
    MatchList,
    OpponentTally,
    PlaceInfo,
    Privacy,
    Profile,
)
from .people import People, Player
from .results import Standing, Tally, cancelled_rated, standing
from .tokens import is_program
from .words import bot_label, former, say

HANDLE = r"^[a-z0-9]{12}$"
PAGE_MARK = r"^([0-9TZ:-]{1,32} [a-zA-Z0-9]{1,32})?$"
EXPORT_COST = 10.0
INSIGHTS_COST = 40  # drawings: a hundred analyses are read in about the time of so many
LEVEL_NAMES = [level.name for level in LEVELS]
MOST_OPPONENTS = 100

router = APIRouter(
    prefix="/api",
    tags=["players"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
Handle = Annotated[str, Path(pattern=HANDLE, description="a player's handle")]


async def the_people(hub: HubHere) -> People:
    return People(hub.store)


PeopleHere = Annotated[People, Depends(the_people)]


async def shown(hub: Hub, people: People, viewer: str, handle: str) -> Player:
    """The player whose profile is asked for, if the asker may see it now."""
    player = await hub.read(people.by_handle, handle)
    await hub.read(people.check_profile, viewer, player)
    return player


# ---------------------------------------------------------------- profiles


@router.get("/players/{handle}", summary="A player's profile")
async def profile(hub: HubHere, people: PeopleHere, guest: Person, lang: Lang, handle: Handle) -> Profile:
    player = await shown(hub, people, guest, handle)
    found = await hub.read(standing, hub.store, player.id)
    others = await hub.read(known_to, people, guest, player, list(found.players))
    return Profile(
        player=player.handle,
        name=player.name,
        created=player.created,
        me=player.id == guest,
        friend=await hub.read(friend_state, people, guest, player),
        playing=await hub.read(plays_now, people, guest, player),
        games=[game_tally(game, seats, tally) for (game, seats), tally in sorted(found.games.items())],
        opponents=opponents(found, others),
        levels=levels(found, lang),
        grades=grades(found, lang),
        cancelled=await hub.read(cancelled_rated, hub.store, player.id),
        insights=await hub.read(people.may, guest, player, player.privacy.insights),
    )


@router.get("/players/{handle}/insights", summary="Where a player loses points, if I may see it")
async def player_insights(
    hub: HubHere, people: PeopleHere, asker: Asking, guest: Person, lang: Lang, handle: Handle
) -> list[GameInsights]:
    player = await shown(hub, people, guest, handle)
    if not await hub.read(people.may, guest, player, player.privacy.insights):
        raise refuse("forbidden", "private")
    hub.check_drawings(asker, INSIGHTS_COST)
    return await hub.read(insights_of, hub.store, player.id, lang)


def known_to(people: People, viewer: str, player: Player, others: Collection[str]) -> dict[str, Player]:
    """Those of some others by whom a player's profile leads on: who shows none of its own is not to be found so.

    Whom one has met oneself one knows.
    """
    return people.with_ids(others) if viewer == player.id else people.visible(viewer, others)


def friend_state(people: People, guest: str, player: Player) -> Literal["none", "following", "follower", "friend"]:
    to, fro = people.has("follows", guest, player.id), people.has("follows", player.id, guest)
    return "friend" if to and fro else "following" if to else "follower" if fro else "none"


def plays_now(people: People, guest: str, player: Player) -> bool | None:
    """Whether a player is at a table now; None if the asker is not to know."""
    return player.is_playing if people.may(guest, player, player.privacy.playing) else None


def title_of(game: str) -> str:
    return mv.game(game).title if game in mv.games() else game


def game_tally(game: str, seats: int, tally: Tally) -> GameTally:
    return GameTally(
        game=game,
        title=title_of(game),
        seats=seats,
        played=tally.played,
        won=tally.won,
        average=tally.average,
        best=tally.best or 0,
        best_match=tally.best_match,
    )


def opponents(found: Standing, others: dict[str, Player]) -> list[OpponentTally]:
    """Other players that one has met, the most often met first; guests have no account to be known by."""
    met = [(others[each], tally) for each, tally in found.players.items() if each in others]
    met.sort(key=lambda pair: (-pair[1].played, pair[0].name, pair[0].handle))
    return [
        OpponentTally(player=each.handle, name=each.name, played=tally.played, won=tally.won, lost=tally.lost)
        for each, tally in met[:MOST_OPPONENTS]
    ]


def levels(found: Standing, lang: str) -> list[LevelTally]:
    """How one did against each bot, in each game."""
    order = {name: number for number, name in enumerate(LEVEL_NAMES)}
    bots = sorted(found.bots.items(), key=lambda pair: (pair[0][0], order.get(pair[0][1], -1), pair[0][1]))
    return [
        LevelTally(
            game=game,
            bot=bot,
            label=bot_label(bot, lang),
            level=bot in order,
            played=tally.played,
            beaten=tally.won,
        )
        for (game, bot), tally in bots
    ]


def grades(found: Standing, lang: str) -> list[Grade]:
    """The best grades of matches alone."""
    return [
        Grade(game=game, graded=name, grade=grade, label=grade_label(game, name, grade, lang))
        for (game, name), grade in sorted(found.grades.items())
    ]


def grade_label(game: str, name: str, grade: int, lang: str) -> str:
    """What a grade is called; those above the highest word have that."""
    words = mv.game(game).words(lang) if game in mv.games() else None
    while words is not None and grade > 0 and f"summary.grade.{name}.{grade}" not in words:
        grade -= 1
    return words.get(f"summary.grade.{name}.{grade}", str(grade)) if words is not None else str(grade)


# ---------------------------------------------------------------- matches


@router.get("/players/{handle}/matches", summary="A player's matches, the newest first; of others those that are over")
async def matches(
    hub: HubHere,
    people: PeopleHere,
    guest: Person,
    lang: Lang,
    handle: Handle,
    game: Annotated[str, Query(pattern=r"^[a-zA-Z0-9_.-]{0,64}$", description="matches of this game alone")] = "",
    status: Annotated[Literal["", "over", "going"], Query(description="whether they are over")] = "",
    seats: Annotated[int | None, Query(ge=1, le=16, description="of matches that are over")] = None,
    other: Annotated[str, Query(alias="with", pattern=r"^([a-z0-9]{12})?$", description="another player")] = "",
    text: Annotated[str, Query(max_length=100, description="a part of somebody's name, or a match's id")] = "",
    after: Annotated[str, Query(pattern=PAGE_MARK, description="`next` of the page before")] = "",
    most: Annotated[int, Query(ge=1, le=MOST_AT_ONCE, description="how many at once")] = 20,
) -> MatchList:
    player = await shown(hub, people, guest, handle)
    opponent = (await hub.read(people.by_handle, other)).id if other else ""
    wanted = Filter(game, status, seats, opponent, clean_name(text), after)
    found, more = await hub.read(Archive(hub.store).find, player.id, wanted, player.id != guest, most)
    there = {place.guest for entry in found for place in entry.places}
    known = await hub.read(known_to, people, guest, player, there)
    return MatchList(
        matches=[match_line(entry, player.id, known, lang) for entry in found],
        next=found[-1].mark if more else None,
    )


def match_line(entry: Entry, player: str, known: dict[str, Player], lang: str) -> MatchLine:
    return MatchLine(
        match=entry.match,
        game=entry.game,
        title=title_of(entry.game),
        status=entry.status,
        created=entry.created,
        ended=entry.ended or None,
        own_box=entry.own_box,
        seats=[place_info(number, place, player, known, lang) for number, place in enumerate(entry.places)],
    )


def place_info(number: int, place: Place, player: str, known: dict[str, Player], lang: str) -> PlaceInfo:
    unnamed = say("seat.guest", lang, number=number + 1) if place.open else former(lang)
    return PlaceInfo(
        name=place.name or unnamed,
        player=known[place.guest].handle if place.guest in known else None,
        bot=place.bot or None,
        program=is_program(place.guest),
        own=place.guest == player,
        score=place.score,
        rank=place.rank,
    )


# ---------------------------------------------------------------- one's own


@router.get("/account/privacy", summary="Who may see what of me")
async def privacy(visit: VisitHere, people: PeopleHere) -> Privacy:
    session = await visit.player()
    return (await visit.hub.read(people.by_id, session.player)).privacy


@router.put("/account/privacy", summary="Who may see what of me, from now on")
async def set_privacy(visit: VisitHere, people: PeopleHere, wish: Privacy) -> Privacy:
    session = await visit.player()
    await visit.hub.change(people.set_privacy, session.player, wish)
    return wish


@router.get("/account/export", summary="All that is kept of me, as a file", response_model=Export)
async def export(visit: VisitHere, people: PeopleHere, caller: CallerHere) -> Response:
    session = await visit.player()
    caller.paces.sign_ins.check(caller.address, EXPORT_COST)
    player = await visit.hub.read(people.by_id, session.player)
    found = Export(**await visit.hub.read(all_kept, visit.hub.store, player))
    name = f"mistvale-{player.handle}.json"
    return Response(
        json.dumps(found.model_dump(), indent=1, ensure_ascii=False),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


# ---------------------------------------------------------------- friends


@router.get("/friends", summary="Whom I follow, who follows me, and whom I block")
async def friends(visit: VisitHere, people: PeopleHere) -> Friends:
    session = await visit.player()
    return await visit.hub.read(all_friends, people, session.player)


def all_friends(people: People, own: str) -> Friends:
    following, followers = people.tied("follows", own), people.followers(own)
    both = {each.id for each in following} & {each.id for each in followers}

    def friend(other: Player) -> Friend:
        return Friend(
            player=other.handle,
            name=other.name,
            friend=other.id in both,
            playing=plays_now(people, own, other),
        )

    return Friends(
        following=[friend(each) for each in following],
        followers=[friend(each) for each in followers],
        blocked=[Friend(player=each.handle, name=each.name) for each in people.tied("blocks", own)],
    )


@router.put("/friends/{handle}", summary="Follow a player")
async def follow(visit: VisitHere, people: PeopleHere, caller: CallerHere, handle: Handle) -> Friends:
    own, other = await two(visit, people, handle)
    caller.paces.ties.check(f"player {own}")
    if await visit.hub.read(people.blocked, own, [other.id]):
        raise refuse("not-found", "no-such-player")
    await visit.hub.change(people.tie, "follows", own, other.id)
    return await friends(visit, people)


@router.delete("/friends/{handle}", summary="Follow a player no more")
async def unfollow(visit: VisitHere, people: PeopleHere, handle: Handle) -> Friends:
    own, other = await two(visit, people, handle)
    await visit.hub.change(people.untie, "follows", own, other.id)
    return await friends(visit, people)


@router.put("/blocks/{handle}", summary="Block a player: neither invites the other, nor sits down where the other is")
async def block(visit: VisitHere, people: PeopleHere, caller: CallerHere, handle: Handle) -> Friends:
    own, other = await two(visit, people, handle)
    caller.paces.ties.check(f"player {own}")
    between = await visit.hub.read(people.between, own, other.id)
    await visit.hub.change(people.tie, "blocks", own, other.id)
    await let_go(visit.hub, between)
    return await friends(visit, people)


@router.delete("/blocks/{handle}", summary="Block a player no more")
async def unblock(visit: VisitHere, people: PeopleHere, handle: Handle) -> Friends:
    own, other = await two(visit, people, handle)
    await visit.hub.change(people.untie, "blocks", own, other.id)
    return await friends(visit, people)


async def two(visit: Visit, people: People, handle: str) -> tuple[str, Player]:
    """Oneself, and another player."""
    session = await visit.player()
    other = await visit.hub.read(people.by_handle, handle)
    if other.id == session.player:
        raise refuse("not-possible", "oneself")
    return session.player, other


# ---------------------------------------------------------------- invitations


@router.post("/matches/{match}/invite", status_code=201, summary="Ask a player to take an open seat of my table")
async def invite(visit: VisitHere, people: PeopleHere, caller: CallerHere, match: Match, wish: InviteWish) -> Invited:
    own, other = await two(visit, people, wish.player)
    await check_inviting(visit.hub, caller, own, other)
    live = await visit.hub.live(match)
    async with live.still() as table:
        seat = check_seat(table, wish.seat)
        if table.host != own:
            raise refuse("forbidden")
        if seat.kind != "open":
            raise refuse("seat-taken")
        if seat.kept_for not in (None, other.id):
            raise refuse("not-possible", "seat-kept")
    return Invited(id=await visit.hub.change(people.invite, own, other.id, table.id, wish.seat))


@router.get("/matches/{match}/invitations", summary="Who was asked to the open seats of my table")
async def invitations_sent(visit: VisitHere, people: PeopleHere, match: Match) -> list[InvitationSent]:
    session = await visit.player()
    live = await visit.hub.live(match)
    async with live.still() as table:
        if table.host != session.player:
            raise refuse("forbidden")
        free = {number for number, seat in enumerate(table.seats) if seat.kind == "open" and not table.closed}
    rows = [row for row in await visit.hub.read(people.to_table, table.id) if row.seat in free]
    asked = await visit.hub.read(people.with_ids, {row.player for row in rows})
    return [
        InvitationSent(
            id=row.id, seat=row.seat, player=asked[row.player].handle, name=asked[row.player].name, at=row.at
        )
        for row in rows
        if row.player in asked
    ]


@router.get("/invitations", summary="The seats that I was asked to take")
async def invitations(visit: VisitHere, people: PeopleHere) -> list[InvitationGot]:
    session = await visit.player()
    rows = await visit.hub.read(people.invitations, session.player)
    hosts = await visit.hub.read(people.with_ids, {row.host for row in rows})
    found, old = [], []
    for row in rows:
        link = await open_link(visit.hub, row.match, row.seat)
        host = hosts.get(row.host)
        if link is None or host is None:
            old.append(row.id)
        elif not await visit.hub.read(people.blocked, session.player, [host.id]):
            game = await visit.hub.game_of(row.match)
            found.append(
                InvitationGot(
                    id=row.id,
                    match=row.match,
                    game=game,
                    title=title_of(game),
                    seat=row.seat,
                    player=host.handle,
                    name=host.name,
                    link=link,
                    at=row.at,
                )
            )
    if old:
        await visit.hub.change(people.drop_old, old)
    return found


async def open_link(hub: Hub, match: str, seat: int) -> str | None:
    """The link to a seat, while it is open."""
    try:
        live = await hub.live(match)
    except Refusal as refusal:
        if refusal.code != "not-found":
            raise
        return None
    async with live.still() as table:
        place = table.seats[seat]
        return f"/join/{place.token}" if place.kind == "open" and not table.closed else None


@router.delete("/invitations/{invitation}", summary="Decline an invitation, or take one back", status_code=204)
async def drop_invitation(visit: VisitHere, invitation: Id) -> Response:
    session = await visit.player()
    await end(visit.hub, session.player, invitation)
    return Response(status_code=204)
