"""The REST side of boxes that people make themselves: forms, checks, trials, files. See docs/protocol.md."""

from __future__ import annotations

import itertools
import tomllib
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response

import mistvale as mv
from mistvale.core.box import Among, Range
from mistvale.core.box_form import Field, Form

from .api import Asking, Guest, HubHere, Match
from .asking import Lang, the_language
from .boxes import Boxes, Kept, OwnBox, differences, form_of, group_name
from .errors import refuse
from .hub import Hub
from .limits import Asker
from .models.boxes import BoxField, BoxForm, BoxGroup, BoxLack, BoxProblem, BoxState, BoxWish
from .models.common import ErrorAnswer
from .opening import find_game

router = APIRouter(
    prefix="/api",
    tags=["boxes"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"application/toml": {"schema": {"type": "string"}}}}}
COST = 10  # drawings: to read a box takes about so long
DEEPEST = 8  # tables and lists in one another
LONGEST_NAME = 40  # characters of a game that nobody knows here
BoxGame = Annotated[str, Path(description="a game's name, as the shelf has it")]
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="the digest of a box that is kept")]


def boxed(name: str) -> mv.Game:
    """A game whose components can be others."""
    game = find_game(name)
    if not game.box().data:
        raise refuse("not-possible", "box-none", title=game.title)
    return game


def read_file(game: mv.Game, text: str) -> dict[str, Any]:
    """The data of a box file that somebody sends for a game."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise refuse("bad-request", "box-file", why=str(error)[:200]) from None
    if depth(data) > DEEPEST:
        raise refuse("bad-request", "box-deep")
    other = data.get("game", game.name)
    if other != game.name:
        given = mv.game(other).title if other in mv.games() else str(other)[:LONGEST_NAME]
        raise refuse("bad-request", "box-other", given=given, title=game.title)
    return data


def depth(data: Any) -> int:
    """How deep tables and lists are in one another."""
    deepest, level = 0, [data]
    while level and deepest <= DEEPEST:
        deepest += 1
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        level = list(itertools.chain.from_iterable(inner))
    return deepest


async def formed(hub: Hub, asker: Asker, game: mv.Game, wish: BoxWish) -> Form:
    """The form that a wish leads to; those who watch tables do not wait for it."""
    hub.check_drawings(asker, COST)
    data = read_file(game, wish.file) if wish.file is not None else None
    return await hub.sketch(lambda: form_of(game, wish.changes, data))


@router.get("/boxes/{game}", summary="What may be chosen for a box of a game")
async def box_form(hub: HubHere, asker: Asking, lang: Lang, game: BoxGame) -> BoxForm:
    return told(await formed(hub, asker, boxed(game), BoxWish()), lang)


@router.post("/boxes/{game}/check", summary="What is wrong with a box, place by place; nothing is kept")
async def check_box(hub: HubHere, asker: Asking, lang: Lang, game: BoxGame, wish: BoxWish) -> BoxForm:
    return told(await formed(hub, asker, boxed(game), wish), lang)


@router.post("/boxes/{game}", status_code=201, summary="Keep a box, and have it tried")
async def keep_box(hub: HubHere, guest: Guest, asker: Asking, lang: Lang, game: BoxGame, wish: BoxWish) -> BoxState:
    form = await formed(hub, asker, boxed(game), wish)
    if form.problems:
        raise refuse("bad-request", "box-wrong", why=form.problems[0][1])
    if form.box().digest == form.game.box().digest:
        raise refuse("bad-request", "box-same")
    kept = await hub.change(Boxes(hub.store).keep, guest, form, hub.settings.boxes_per_guest)
    await hub.trials.begin(kept, asker)
    return await state(hub, kept, guest)


@router.get("/boxes/{game}/{digest}", summary="How far the trial of a box is")
async def box_state(hub: HubHere, guest: Guest, asker: Asking, game: BoxGame, digest: Digest) -> BoxState:
    hub.check_drawings(asker)
    return await state(hub, await hub.change(Boxes(hub.store).find, boxed(game).name, digest), guest)


@router.get("/boxes/{game}/{digest}/file", summary="A box as a file (TOML)", response_class=Response, responses=FILE)
async def box_file(hub: HubHere, asker: Asking, game: BoxGame, digest: Digest) -> Response:
    hub.check_drawings(asker)
    kept = await hub.change(Boxes(hub.store).find, boxed(game).name, digest)
    return download(OwnBox(digest, kept.data, ()), game)


@router.get(
    "/matches/{match}/box", summary="The box of a table as a file (TOML)", response_class=Response, responses=FILE
)
async def table_box(hub: HubHere, match: Match) -> Response:
    live = await hub.live(match)
    async with live.still() as table:
        own = table.own_box
    if own is None:
        raise refuse("not-found", "no-box")
    return download(own, table.game)


def download(box: OwnBox, game: str) -> Response:
    name = f"{game}-{box.digest[:12]}.toml"
    return Response(
        box.file(), media_type="application/toml", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def state(hub: Hub, kept: Kept, guest: str) -> BoxState:
    trial = hub.trials.status(kept)
    return await hub.sketch(lambda: told_state(kept, trial, kept.guest == guest))


def told_state(kept: Kept, trial: str, mine: bool) -> BoxState:
    form = kept.form
    own = None if form.problems else OwnBox.of(form)
    return BoxState(
        digest=kept.digest,
        game=kept.game,
        title=form.game.title,
        mine=mine,
        trial=trial,  # type: ignore[arg-type]
        finding=kept.finding,
        differs=differences(own) if own else [],
        seats=sorted({seats for _, seats in form.game.tables(own.box(kept.game))}) if own else [],
    )


def told(form: Form, lang: str) -> BoxForm:
    groups: dict[str, list[Field]] = {}
    for path, field in form.fields.items():
        groups.setdefault(path.rpartition(".")[0], []).append(field)
    return BoxForm(
        game=form.game.name,
        title=form.game.title,
        groups=[
            BoxGroup(
                path=path,
                name=group_name(form.data, path),
                section=path.partition(".")[0] or form.game.name,
                fields=list(map(told_field, fields)),
            )
            for path, fields in groups.items()
        ],
        changes=form.changes,
        problems=[BoxProblem(path=path, text=each.told(lang)) for path, each in form.problems],
        lacks=[BoxLack(seats=each.seats, options=each.options, text=each.told(lang)) for each in form.lacks],
    )


def told_field(field: Field) -> BoxField:
    told = BoxField(path=field.path, value=field.value, standard=field.standard)
    if isinstance(field.choice, Range):
        told.least, told.most = field.choice.least, field.choice.most
    elif isinstance(field.choice, Among):
        told.words = list(field.choice.words)
    return told
