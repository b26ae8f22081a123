"""The panels that look the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..core.knowledge import View
from .model import Group, Parts, Prompt, Reference, Scene, Score, Sprite, Summary


def table(
    view: View,
    groups: Iterable[Group],
    sprites: Iterable[Sprite],
    *,
    asks: Prompt | None = None,
    note: Callable[[int], str] = lambda seat: "",
    parts: Callable[[int], Parts] = lambda seat: (),
    hint: Callable[[int], str] = lambda seat: "",
    partial: Callable[[int], bool] = lambda seat: False,
    points: Callable[[int], int] | None = None,
    reference: Iterable[Reference] = (),
    summary: Summary | None = None,
    signs: Iterable[str] = (),
) -> Scene:
    """A scene of these groups and sprites, with the panels that look the same in every game.

    What can be clicked is marked as legal. `note`, `parts` and `hint` are what the score panel says of a seat beside
    its points; `partial` is whether these are not all. `points` are those that are shown, where a game shows others
    than its rules score at this moment. `signs` are given to whoever is to decide.
    """
    asked = prompt(view) if asks is None else asks
    return Scene(
        game=view.game,
        viewer=view.viewer,
        groups=tuple(groups),
        sprites=tuple([marked(sprite) if sprite.move or sprite.turns else sprite for sprite in sprites]),
        prompt=replace(asked, signs=tuple(signs)) if asked.mine else asked,
        scores=scores(view, note, parts, hint, partial, points),
        log=view.log,
        reference=tuple(reference),
        summary=summary,
        lang=view.words.lang,
    )


def marked(sprite: Sprite) -> Sprite:
    """A sprite that can be clicked, marked so."""
    if not sprite.moves or "legal" in sprite.marks:
        return sprite
    return sprite._replace(marks=("legal", *sprite.marks))


def with_mark(sprites: Iterable[Sprite], mark: str) -> Iterator[Sprite]:
    """A thing and what lies on it, with a mark: what lies on it has no label, and gets none."""
    for sprite in sprites:
        yield sprite._replace(marks=(*sprite.marks, mark)) if sprite.label else sprite


def scores(
    view: View,
    note: Callable[[int], str] = lambda seat: "",
    parts: Callable[[int], Parts] = lambda seat: (),
    hint: Callable[[int], str] = lambda seat: "",
    partial: Callable[[int], bool] = lambda seat: False,
    points: Callable[[int], int] | None = None,
) -> tuple[Score, ...]:
    """A line for each seat; `note` adds what the game wants said beside the points, `parts` where they come from."""
    return tuple(
        Score(
            seat=seat,
            name=view.name(seat),
            points=view.scores[seat] if points is None else points(seat),
            note=note(seat),
            pending=view.is_pending(seat),
            rank=view.ranks[seat] if view.ranks else None,
            me=view.is_own(seat),
            symbol=f"seat-{seat}",
            parts=parts(seat),
            hint=hint(seat),
            partial=partial(seat),
        )
        for seat in range(view.seats)
    )


def prompt(view: View) -> Prompt:
    """What the viewer is asked for: `prompt.<verb>` of the catalogue, by its first legal move; so is the topic."""
    if not view.legal:
        return waiting(view)
    verb = view.legal[0].split()[0]
    return Prompt(view.words(f"prompt.{verb}", n=len(view.legal)), mine=True, topic=verb)


def waiting(view: View) -> Prompt:
    """The prompt of a viewer who has nothing to decide."""
    if view.over:
        first = winners(view)
        key = "prompt.winner" if len(first) == 1 else "prompt.winners"
        return Prompt(said_of(view, key, first), topic="end")
    if not view.pending:
        return Prompt("")
    return Prompt(view.words("prompt.waiting", names=listed_seats(view, view.pending)))


def named_seats(view: View) -> tuple[str, ...]:
    """What all seats are called: the heads of a summary's columns."""
    return tuple(view.name(seat) for seat in range(view.seats))


def figures(view: View, key: str, numbers: Sequence[int], **values: int) -> tuple[str, ...]:
    """A row of a summary: what is counted, and a figure for each seat."""
    return (view.words(key, **values), *(str(number) for number in numbers[: view.seats]))


def listed(view: View, names: list[str]) -> str:
    """Names as a sentence lists them."""
    return view.words.listed(names)


def listed_seats(view: View, seats: Sequence[int]) -> str:
    """What these seats are called, as a sentence lists them."""
    return listed(view, [view.name(seat) for seat in seats])


def named(view: View, key: str, seats: Sequence[int], **values: object) -> str:
    """A sentence about these seats, its `{names}`: alike for everybody, as the log tells it."""
    return view.words(key, names=listed_seats(view, seats), **values)


def said_of(view: View, key: str, seats: Sequence[int], **values: object) -> str:
    """A sentence about these seats, its `{names}`, as it is said to the viewer.

    Where the viewer is among them it is `key.own`, which speaks to the viewer, and `{names}` are the others.
    """
    others = [seat for seat in seats if not view.is_own(seat)]
    return named(view, key if len(others) == len(seats) else f"{key}.own", others, **values)


# ---------------------------------------------------------------- who has won


class Victory(NamedTuple):
    """Who has won a match that is over, and how narrowly."""

    winners: tuple[int, ...]
    tied: tuple[int, ...]  # who has as much of what decides first, the winners among them

    @property
    def is_plain(self) -> bool:
        """Whether what decides first has decided: nobody else has as much of it."""
        return len(self.tied) == 1

    @property
    def is_shared(self) -> bool:
        """Whether whatever breaks ties has not broken this one."""
        return len(self.winners) > 1


def winners(view: View) -> tuple[int, ...]:
    """Who is first, as the rules rank them."""
    return tuple(seat for seat in range(view.seats) if view.ranks[seat] == 1)


def victory(view: View, counts: Sequence[int]) -> Victory:
    """Who has won, where `counts` are what decides first: points, or rounds."""
    first = winners(view)
    return Victory(first, tuple(seat for seat in range(view.seats) if counts[seat] == counts[first[0]]))
