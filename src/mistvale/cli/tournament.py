"""`mistvale verify` for the file of a whole tournament: each record, and whether tables and standings fit together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mistvale as mv

from ..terminal.words import say
from .common import out, progress_bar, refuse

if TYPE_CHECKING:
    from ..server.models.tournaments import BoardInfo, TournamentFile, TournamentInfo
    from ..server.standings import Line

FORMAT = "mistvale-tournament"


def is_tournament(data: bytes) -> bool:
    """Whether a file says that it is one of a tournament."""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("format") == FORMAT


def verify_tournament(path: Path, data: bytes, box: Path | None) -> None:
    """Say what is proven of a tournament; refused, with what is wrong, where something does not fit."""
    told = read_file(path, data)
    records = prove_records(path, json.loads(data)["records"], box)
    console = out()

    def line(mark: str, style: str, key: str, **values: Any) -> None:
        console.print(f"{mark} {say(key, **values)}", style=style, markup=False, soft_wrap=True)

    heading = say("verify.tournament.title", file=path.name, name=told.tournament.name, n=len(told.tournament.people))
    console.print(heading, style="bold", markup=False, soft_wrap=True)
    line("✓", "green", "verify.tournament.records", n=len(records))
    check_boards(path, told.tournament, records)
    line("✓", "green", "verify.tournament.boards")
    lines = check_standings(path, told.tournament)
    line("✓", "green", "verify.tournament.standings")
    check_lots(path, told.tournament)
    line("✓", "green", "verify.tournament.lots")
    if told.missing:
        line("?", "yellow", "verify.tournament.missing", n=len(told.missing))
    names = {each.number: each.name for each in told.tournament.people}
    for each in lines:
        console.print(f"{each.rank}. {names[each.number]}  {float(each.points):g}", markup=False, soft_wrap=True)


def read_file(path: Path, data: bytes) -> TournamentFile:
    from pydantic import ValidationError

    from ..server.models.common import what_is_wrong
    from ..server.models.tournaments import TournamentFile

    try:
        told = TournamentFile.model_validate_json(data)
    except ValidationError as error:
        raise wrong(path, "verify.tournament.torn", why=what_is_wrong(error)) from None
    known = {each.number for each in told.tournament.people}
    named = [seat.number for played in told.tournament.played for board in played.boards for seat in board.seats]
    if not {*named, *(each.number for each in told.tournament.standings)} <= known:
        raise wrong(path, "verify.tournament.torn", why="number")
    return told


def wrong(path: Path, key: str, **values: Any) -> Exception:
    return refuse(say("record.bad", file=path, why=say(key, **values)))


def prove_records(path: Path, records: list[dict[str, Any]], box: Path | None) -> dict[str, mv.Match]:
    """The matches by their ids, each played again."""
    proven = {}
    with progress_bar(say("verify.tournament.playing")) as tell:
        for number, record in enumerate(records):
            tell(number, len(records))
            try:
                match = mv.verify(json.dumps(record, ensure_ascii=False), None, box)
            except mv.BadRecord as error:
                raise wrong(path, "verify.tournament.record", number=number + 1, why=error) from None
            if match.seal is not None:
                proven[match.seal.match] = match
    return proven


def check_boards(path: Path, told: TournamentInfo, records: dict[str, mv.Match]) -> None:
    """That each place is the one that the record of the match gives."""
    for played in told.played:
        for number, board in enumerate(played.boards, 1):
            match = records.get(board.match or "")
            if match is not None and not fits(board, match):
                raise wrong(path, "verify.tournament.board", round=played.number, board=number)


def fits(board: BoardInfo, match: mv.Match) -> bool:
    """Whether places are those of a match; where bots played for somebody who was not there, among the others."""
    ranks = match.ending.ranks if match.ending and match.ending.ranks else match.ranks
    if len(ranks) != len(board.seats):
        return False
    there = [(seat.place or 0, rank) for seat, rank in zip(board.seats, ranks, strict=True) if seat.how != "absent"]
    return all((one[0] < other[0]) == (one[1] < other[1]) for one in there for other in there)


def check_standings(path: Path, told: TournamentInfo) -> list[Line]:
    """That the standings are those that the places come to."""
    from ..server.boards import Board, Entrant, Plan
    from ..server.skill import UNIT
    from ..server.standings import Standings

    seats = tuple(mv.game(told.game).seats) if told.game in mv.games() else (told.size,)
    plan = Plan(told.form, told.size, tuple(n for n in seats if 2 <= n <= 5), told.rounds, told.seed or "")
    entrants = [Entrant(each.number, round(each.rating * UNIT), each.since, bool(each.away)) for each in told.people]
    rounds = [
        tuple(
            Board(
                tuple(seat.number for seat in board.seats),
                tuple(seat.place or 0 for seat in board.seats),
                tuple(seat.how or "played" for seat in board.seats),
            )
            for board in played.boards
        )
        for played in told.played
    ]
    lines = Standings(plan, entrants, rounds).lines() if rounds else []
    if [(line.rank, line.number) for line in lines] != [(each.rank, each.number) for each in told.standings]:
        raise wrong(path, "verify.tournament.order")
    return lines


def check_lots(path: Path, told: TournamentInfo) -> None:
    """That lots were drawn from what was sealed before anybody entered."""
    from ..core.chance import seal

    try:
        fits = told.seed is None or seal(bytes.fromhex(told.seed)) == told.seal
    except ValueError:
        fits = False
    if not fits:
        raise wrong(path, "verify.tournament.seal")
