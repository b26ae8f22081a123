"""The REST side of lessons: functions of a lesson and what was done in it; nothing is kept. See docs/protocol.md."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Request, Response

import mistvale as mv
from mistvale import learning
from mistvale.learning.files import fits
from mistvale.scene.picture import Picture

from .api import NOBODY_THERE, Asking, GameName, HubHere, json_text, while_there
from .asking import Lang, the_language
from .errors import Refusal, refuse
from .frames import Drawing, Reader, Shot, reel
from .models.common import ErrorAnswer
from .models.learning import (
    CoachTip,
    Learning,
    LessonInfo,
    LessonPreview,
    LessonStanding,
    LessonWhyWish,
    LessonWish,
    PreviewWish,
    RivalMove,
)
from .models.tables import Why
from .opening import find_game

T = TypeVar("T")
router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
LessonName = Annotated[str, Path(description="a lesson's id, as the list of lessons has it")]
MOST_FRAMES = 40
"""Of one deed. What took more steps is shown by the last of them."""


@router.get("/games/{game}/lessons", tags=["games"], summary="What there is to learn a game by")
async def lessons_of(game: GameName, lang: Lang) -> Learning:
    found = find_game(game)
    words = found.words(lang)
    return Learning(
        lessons=[
            LessonInfo(id=each.id, title=words(each.key), steps=len(each.steps))
            for each in learning.lessons(found.name)
        ],
        tips=[
            CoachTip(
                id=tip.id,
                moves=list(tip.moves),
                sprites=list(tip.sprites),
                beats=list(tip.beats),
                signs=list(tip.signs),
                times=tip.times,
                text=tip.words(found, lang),
            )
            for tip in learning.tips(found.name)
        ],
    )


def find_lesson(game: str, name: str) -> learning.Lesson:
    found = learning.lesson(find_game(game).name, name)
    if found is None:
        raise refuse("not-found", "no-lesson", game=find_game(game).title, lesson=name)
    return found


@router.post(
    "/games/{game}/lessons/{lesson}",
    tags=["games"],
    summary="Where one stands in a lesson after what one has done",
    response_model=LessonStanding,
)
async def lesson_standing(
    hub: HubHere, asker: Asking, lang: Lang, game: GameName, lesson: LessonName, wish: LessonWish
) -> Response:
    found = find_lesson(game, lesson)
    await hub.shelf.wait(found.game.name)
    # What is played again for it costs about as much as a scene for every few moves.
    hub.check_drawings(asker, 1 + len(wish.deeds) // 10)
    return json_text(await hub.sketch(functools.partial(lawful, functools.partial(told, found, wish, lang))))


def lawful(work: Callable[[], T]) -> T:
    """What comes of it, unless a move was not legal."""
    try:
        return work()
    except mv.IllegalMove as error:
        raise Refusal("illegal-move", error) from None


def shots(match: mv.Match, seat: int, lang: str, first: int) -> list[Shot]:
    """The table as a learner sees it, from a step on; at least as it stands."""
    first = max(min(first, match.steps), match.steps + 1 - MOST_FRAMES)
    drawing = Drawing(Reader(seat, lang))
    found = [drawing.shot(match, each) for each in range(first, match.steps + 1)]
    for shot in found:
        # To go back is asked for beside the table: every deed can be taken back here.
        shot.caption["can_undo"] = False
    return found


def told(lesson: learning.Lesson, wish: LessonWish, lang: str) -> str:
    """Where somebody stands, as JSON."""
    words = lesson.game.words(lang)
    standing = learning.play(lesson, wish.deeds, words("learn.learner"))
    match, step = standing.match, standing.step
    known = wish.known
    first = match.steps if known is None or known >= len(standing.marks) else standing.marks[known] + 1
    path = [each.id for each in learning.lessons(lesson.game.name)]
    after = path.index(lesson.id) + 1
    scene = match.scene(lesson.seat, lang)
    keys = [*(group.key for group in scene.groups), *(sprite.key for sprite in scene.sprites)]
    answer = LessonStanding(
        id=lesson.id,
        title=words(lesson.key),
        seat=lesson.seat,
        at=standing.at,
        steps=len(lesson.steps),
        told=standing.told(words),
        wants=standing.wants,
        verdict=standing.verdict,
        feedback=standing.feedback(words),
        right=standing.right_moves(),
        shown=step.shown if step else True,
        look=[key for key in keys if fits(key, step.look)] if step else [],
        following=path[after] if after < len(path) else None,
        rivals=[rival_move(standing, each, lang) for each in learning.rival_moves(standing)],
    )
    return answer.encoded(frames=reel(shots(match, lesson.seat, lang, first), None, patches=True))


def rival_move(standing: learning.Standing, step: int, lang: str) -> RivalMove:
    match, seat = standing.match, standing.lesson.seat
    name = match.look(seat, lang).name(match.step(step).seat)
    return RivalMove(step=step, name=name, text=match.tell(seat, step, lang))


@router.post(
    "/games/{game}/lessons/{lesson}/preview",
    tags=["games"],
    summary="What a move in a lesson would lead to",
    response_model=LessonPreview,
)
async def lesson_preview(
    hub: HubHere, asker: Asking, lang: Lang, game: GameName, lesson: LessonName, wish: PreviewWish
) -> Response:
    found = find_lesson(game, lesson)
    await hub.shelf.wait(found.game.name)
    hub.check_drawings(asker, 1 + len(wish.deeds) // 10)

    def drawn() -> str:
        standing = learning.play(found, wish.deeds)
        scene = standing.match.preview(found.seat, wish.move, lang)
        return LessonPreview().encoded(scene="null" if scene is None else Picture(scene).text)

    return json_text(await hub.sketch(functools.partial(lawful, drawn)))


@router.post(
    "/games/{game}/lessons/{lesson}/why",
    tags=["games"],
    summary="What speaks for a rival's move in a lesson, as the best bot sees it",
    response_model=Why,
)
async def lesson_why(
    request: Request, hub: HubHere, asker: Asking, lang: Lang, game: GameName, lesson: LessonName, wish: LessonWhyWish
) -> Why | Response:
    found = find_lesson(game, lesson)
    await hub.shelf.wait(found.game.name)
    hub.check_drawings(asker, 1 + len(wish.deeds) // 10)
    standing = await hub.sketch(functools.partial(lawful, functools.partial(asked, found, wish, lang)))
    tell = functools.partial(learning.why, standing, wish.step, lang)
    work = hub.advisers.why(hub.shelf, asker, standing.match, wish.step, tell)
    return await while_there(request, work) or Response(status_code=NOBODY_THERE)


def asked(lesson: learning.Lesson, wish: LessonWhyWish, lang: str) -> learning.Standing:
    """Where somebody stands who asks about a step; refused where no rival did anything at it."""
    standing = learning.play(lesson, wish.deeds, lesson.game.words(lang)("learn.learner"))
    if wish.step not in learning.rival_moves(standing):
        raise refuse("bad-request", "why-no-rival", step=wish.step)
    return standing
