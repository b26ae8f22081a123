"""The REST side of puzzles: a table is a function of the puzzle and of the move; what a first move was is kept.

The best move is told to nobody before it was found, or somebody gave up. See docs/protocol.md.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

import mistvale as mv
from mistvale import puzzles
from mistvale.core.text import words
from mistvale.learning.playing import names_at
from mistvale.puzzles import Puzzle
from mistvale.scene.picture import Picture

from .account_api import Visit, VisitHere
from .api import NOBODY_THERE, Asking, GameName, HubHere, json_text, while_there
from .asking import Lang, the_language
from .daily import today
from .errors import refuse
from .frames import reel
from .learn_api import lawful, shots
from .models.common import ErrorAnswer
from .models.learning import LessonPreview
from .models.puzzles import (
    PuzzleDay,
    PuzzleInfo,
    PuzzlePlace,
    PuzzlePreviewWish,
    PuzzleRating,
    PuzzleShelf,
    PuzzleStanding,
    PuzzleWish,
)
from .models.tables import Why
from .opening import find_game
from .rating_api import told
from .skill import START, Rating
from .solving import Record, Solutions, difficulty, next_for, of_day

router = APIRouter(
    prefix="/api",
    tags=["puzzles"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
PuzzleName = Annotated[str, Path(description="a puzzle's id, as the list of puzzles has it")]
NOTHING = Record(START, {})
ROOM = "mistvale"


def find_puzzle(game: str, id: str) -> Puzzle:
    found = puzzles.puzzle(find_game(game).name, id)
    if found is None:
        raise refuse("not-found", "no-puzzle", game=find_game(game).title, puzzle=id)
    return found


async def record_of(visit: Visit, game: str) -> Record | None:
    """What a player has made of the puzzles of a game; of guests nothing is kept."""
    session = await visit.signed_in()
    return await visit.hub.read(Solutions(visit.hub.store).record, session.player, game) if session else None


def rating_of(record: Record | None) -> PuzzleRating | None:
    return shown(record.rating) if record and record.solved else None


def shown(rating: Rating) -> PuzzleRating:
    return PuzzleRating(rating=told(rating.mu), uncertainty=told(rating.sigma))


@router.get("/puzzle", summary="The puzzle of today")
async def puzzle_of_today(visit: VisitHere) -> PuzzleDay:
    found = of_day()
    if found is None:
        return PuzzleDay(puzzle=None)
    record = await record_of(visit, found.game) or NOTHING
    title = mv.game(found.game).title
    solved = record.solved.get(found.id)
    return PuzzleDay(puzzle=PuzzlePlace(game=found.game, title=title, id=found.id, day=today(), solved=solved))


@router.get("/games/{game}/puzzles", summary="The puzzles of a game")
async def puzzles_of(visit: VisitHere, game: GameName) -> PuzzleShelf:
    name = find_game(game).name
    record = await record_of(visit, name) or NOTHING
    following = next_for(name, record)
    return PuzzleShelf(
        puzzles=[
            PuzzleInfo(id=each.id, rating=told(difficulty(each).mu), solved=record.solved.get(each.id))
            for each in puzzles.puzzles(name)
        ],
        next=following.id if following else None,
        mine=rating_of(record),
    )


@router.post(
    "/games/{game}/puzzles/{puzzle}",
    summary="A puzzle, and what comes of the move that I make",
    response_model=PuzzleStanding,
)
async def puzzle_standing(
    visit: VisitHere, asker: Asking, lang: Lang, game: GameName, puzzle: PuzzleName, wish: PuzzleWish
) -> Response:
    found, hub = find_puzzle(game, puzzle), visit.hub
    await hub.shelf.wait(found.game)
    hub.check_drawings(asker, 1)
    frames = await hub.sketch(functools.partial(lawful, functools.partial(table, found, wish, lang)))
    before = after = await record_of(visit, found.game)
    tries = bool(wish.deeds or wish.give_up)
    if before is not None and tries and found.id not in before.solved:
        solved = is_best(found, wish) and not wish.give_up
        after = await hub.change(Solutions(hub.store).note, visit.guest, found, solved)
    return json_text(standing(found, wish, before or NOTHING, after or NOTHING, lang).encoded(frames=frames))


def is_best(puzzle: Puzzle, wish: PuzzleWish) -> bool:
    return wish.deeds == [puzzle.best]


def named(puzzle: Puzzle, lang: str) -> tuple[str, ...]:
    """What those are called who sit there."""
    return names_at(puzzle.seats, puzzle.seat, words(lang, ROOM)("learn.learner"))


def table(puzzle: Puzzle, wish: PuzzleWish, lang: str) -> str:
    """The table as JSON: as it lies, or what comes of the move."""
    lies = puzzle.match().steps
    match = after(puzzle, wish.deeds, named(puzzle, lang))
    first = lies + 1 if wish.known is not None and wish.known < len(wish.deeds) else match.steps
    return reel(shots(match, puzzle.seat, lang, first), None, patches=True)


def after(puzzle: Puzzle, deeds: Sequence[str], names: Sequence[str] = ()) -> mv.Match:
    """The table of a puzzle with what was done there."""
    match = puzzle.match(names)
    for move in deeds:
        match.play(puzzle.seat, move)
    return match


def standing(puzzle: Puzzle, wish: PuzzleWish, before: Record, after: Record, lang: str) -> PuzzleStanding:
    """Where somebody stands, but for the table."""
    made, solved = bool(wish.deeds), is_best(puzzle, wish)
    following = next_for(puzzle.game, Record(after.rating, {**after.solved, puzzle.id: True}))
    gained = after.rating.mu - before.rating.mu if len(after.solved) > len(before.solved) else None
    return PuzzleStanding(
        id=puzzle.id,
        seat=puzzle.seat,
        told=words(lang, ROOM)("puzzle.ask") if not made else "",
        wants="nothing" if solved else "back" if made else "move",
        verdict="right" if solved else "wrong" if made else "",
        feedback=puzzle.remark(wish.deeds[0], lang) if made else "",
        right=[puzzle.best] if solved or wish.give_up else [],
        solved=after.solved.get(puzzle.id),
        mine=rating_of(after),
        gained=told(gained) if gained is not None else None,
        rating=told(difficulty(puzzle).mu),
        following=following.id if following else None,
    )


@router.post(
    "/games/{game}/puzzles/{puzzle}/preview",
    summary="What a move at a puzzle would lead to",
    response_model=LessonPreview,
)
async def puzzle_preview(
    hub: HubHere, asker: Asking, lang: Lang, game: GameName, puzzle: PuzzleName, wish: PuzzlePreviewWish
) -> Response:
    found = find_puzzle(game, puzzle)
    await hub.shelf.wait(found.game)
    hub.check_drawings(asker, 1)

    def drawn() -> str:
        scene = found.match(named(found, lang)).preview(found.seat, wish.move, lang)
        return LessonPreview().encoded(scene="null" if scene is None else Picture(scene).text)

    return json_text(await hub.sketch(functools.partial(lawful, drawn)))


@router.post(
    "/games/{game}/puzzles/{puzzle}/why",
    summary="What speaks for the best move of a puzzle that I have tried, as the best bot sees it",
    response_model=Why,
)
async def puzzle_why(
    request: Request,
    visit: VisitHere,
    asker: Asking,
    lang: Lang,
    game: GameName,
    puzzle: PuzzleName,
    wish: PuzzlePreviewWish,
) -> Why | Response:
    found, hub = find_puzzle(game, puzzle), visit.hub
    record = await record_of(visit, found.game)
    # Whoever has not tried it would learn here, without a try, whether a move is the one.
    if (record is not None and found.id not in record.solved) or wish.move != found.best:
        raise refuse("not-possible", "puzzle-why")
    await hub.shelf.wait(found.game)
    hub.check_drawings(asker, 1)
    match = await hub.sketch(functools.partial(after, found, [found.best]))
    tell = functools.partial(puzzles.why, found, lang)
    work = hub.advisers.why(hub.shelf, asker, match, found.match().steps + 1, tell)
    return await while_there(request, work) or Response(status_code=NOBODY_THERE)
