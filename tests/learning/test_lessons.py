"""Every lesson is played: what it asks is legal, what it claims is so, what it calls wrong is answered with why."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import mistvale as mv
from mistvale import learning
from mistvale.core.fields import reader
from mistvale.learning.files import fits
from mistvale.learning.playing import NEXT, Standing, begin
from mistvale.learning.reading import Lesson, Step

GAMES = mv.games()
LESSONS = [lesson for name in GAMES for lesson in learning.lessons(name)]
FEWEST, MOST = 5, 10
RECENT = 40  # steps to look back at

every_game = pytest.mark.parametrize("name", GAMES)
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: f"{each.game.name}-{each.id}")


@functools.cache
def way_through(lesson: Lesson) -> tuple[str, ...]:
    """What a learner does who takes the first right move everywhere."""
    standing = begin(lesson)
    deeds = []
    while not standing.over:
        deeds.append(NEXT if standing.wants == "next" else standing.right_moves()[0])
        standing.do(deeds[-1])
    return tuple(deeds)


def stages(lesson: Lesson) -> Iterator[tuple[Step, Standing, int]]:
    """Each step, where one stands before its last move, and after how many deeds."""
    deeds = way_through(lesson)
    for number in range(len(deeds)):
        standing = learning.play(lesson, deeds[:number])
        step = standing.step
        assert step is not None
        if standing.done + 1 == step.times:
            yield step, standing, number


def after(lesson: Lesson, number: int, move: str) -> Standing:
    return learning.play(lesson, [*way_through(lesson)[:number], move])


@every_game
def test_every_game_has_a_path(name: str) -> None:
    assert FEWEST <= len(learning.lessons(name)) <= MOST


@every_lesson
def test_it_can_be_done_from_first_to_last(lesson: Lesson) -> None:
    standing = learning.play(lesson, way_through(lesson))
    assert standing.over and standing.verdict != "wrong"
    standing.match.audit()


@every_lesson
def test_every_right_move_is_legal_accepted_and_leads_on(lesson: Lesson) -> None:
    for step, before, number in stages(lesson):
        legal = before.match.legal(lesson.seat)
        for pattern in step.right:
            assert any(fits(move, (pattern,)) for move in legal), f"{step.id}: {pattern} is not legal: {legal}"
        for move in before.right_moves():
            then = after(lesson, number, move)
            assert then.verdict == "right" and then.at == before.at + 1, f"{step.id}: {move}"
            # Whatever the learner chose, the next thing to do is there.
            assert then.wants != "move" or then.right_moves(), f"{step.id}: nothing to do after {move}"


@every_lesson
def test_every_mistake_is_legal_and_answered_with_its_reason(lesson: Lesson) -> None:
    for step, before, number in stages(lesson):
        legal = [str(move) for move in before.match.legal(lesson.seat)]
        wrong = [move for move in legal if not fits(move, step.right)] if step.right else []
        for pattern, why in {**step.mistakes, **step.asides}.items():
            meant = [move for move in wrong if fits(move, (pattern,))]
            assert meant, f"{step.id}: {pattern} is none of the moves that are not right: {wrong}"
            assert any(step.why_not(move) == why for move in meant), f"{step.id}: {pattern} is always meant otherwise"
        for move in wrong:
            then = after(lesson, number, move)
            assert then.verdict == "wrong" and then.wants == "back" and then.at == before.at
            if why := step.why_not(move):
                assert then.said == f"{lesson.key_of(step)}.no.{why}"
            with pytest.raises(mv.IllegalMove):
                then.do(NEXT)


@every_lesson
def test_what_it_claims_is_so(lesson: Lesson) -> None:
    for step, before, number in stages(lesson):
        for move in before.right_moves() or [NEXT]:
            check(step, after(lesson, number, move), lesson)


def check(step: Step, then: Standing, lesson: Lesson) -> None:
    match = then.match
    look = match.view(lesson.seat)
    legal = [str(move) for move in match.legal(lesson.seat)]
    for name, wanted in step.claims.items():
        if name == "points":
            assert look["scores"][lesson.seat] == wanted, step.id
        elif name == "over":
            assert match.over is wanted
        elif name in ("legal", "illegal"):
            for pattern in wanted:
                assert any(fits(move, (pattern,)) for move in legal) is (name == "legal"), f"{step.id}: {pattern}"
        else:
            for place, value in wanted.items():
                assert found(match, place) == value, f"{step.id}: {place}"


def found(match: mv.Match, place: str) -> Any:
    """What stands at `field.0.3` of the state: as a word, where the box has words for it."""
    name, *way = place.split(".")
    value = match.raw[name]
    for each in way:
        value = value[int(each)]
    of = next(field.of for field in reader(match.game.state).fields if field.name == name)
    words = match.box.words.get(of, ()) if isinstance(of, str) else of
    return words[int(value)] if words and int(value) >= 0 else value.tolist()


@every_lesson
def test_what_it_points_at_is_there(lesson: Lesson) -> None:
    for step, before, _ in stages(lesson):
        if not step.look:
            continue
        scene = before.match.scene(lesson.seat)
        keys = [*(group.key for group in scene.groups), *(sprite.key for sprite in scene.sprites)]
        for pattern in step.look:
            assert any(fits(key, (pattern,)) for key in keys), f"{step.id}: {pattern} is none of {keys}"


@every_game
def test_every_word_is_there_and_no_other(name: str) -> None:
    needed = {key for lesson in learning.lessons(name) for key in lesson.needs()}
    may = {key for lesson in learning.lessons(name) for key in lesson.may()}
    coached = {f"coach.{tip.id}" for tip in learning.tips(name)}
    known = {key for key in mv.game(name).words("en").messages if re.match(r"(lesson|coach)\.", key)}
    assert needed | coached <= known <= needed | coached | may


@every_lesson
def test_it_takes_minutes_not_hours(lesson: Lesson) -> None:
    """One to three minutes: what is told at each step is read in well under one."""
    words = lesson.game.words("en")
    told = [words(key) for key in (*lesson.needs(), *lesson.may()) if key in words]
    assert len(lesson.steps) <= 12
    assert max(len(text) for text in told) <= 520
    assert sum(len(words(lesson.key_of(step)).split()) for step in lesson.steps) <= 420


@every_game
def test_every_tip_of_the_coach_comes_up(name: str) -> None:
    """In the lessons, or in matches that dice play: what it waits for is there in play."""
    waiting = {tip.id: tip for tip in learning.tips(name)}
    assert waiting
    for match, seat in tables(name):
        legal = match.legal(seat)
        scene = match.scene(seat) if any(t.sprites or t.signs for t in waiting.values()) else None
        keys, signs = ([sprite.key for sprite in scene.sprites], set(scene.prompt.signs)) if scene else ([], set())
        beats = {match.step(number).beat for number in range(max(0, match.steps - RECENT), match.steps + 1)}
        for tip in list(waiting.values()):
            comes = (fits(move, tip.moves) for move in legal), (fits(key, tip.sprites) for key in keys)
            if any(map(any, comes)) or beats & set(tip.beats) or signs & set(tip.signs):
                del waiting[tip.id]
        if not waiting:
            return
    assert not waiting


def tables(name: str) -> Iterator[tuple[mv.Match, int]]:
    """Where lessons lead to, and positions of matches that dice play, before every move of the first seat."""
    for lesson in learning.lessons(name):
        yield learning.play(lesson, way_through(lesson)).match, lesson.seat
    yield from rare(name)
    game = mv.game(name)
    for seed in range(4):
        options = {option.name: option.values[-1] for option in game.options if seed % 2}
        seats = game.seats[seed % len(game.seats)]
        match, dice = mv.open_match(name, seats=seats, seed=seed, options=options), random.Random(seed)
        while not match.over:
            seat = dice.choice(match.pending)
            if seat == 0:
                yield match, 0
            match.play(seat, dice.choice(match.legal(seat)))
        yield match, 0


# What dice hardly ever come to: fields of a state, as if it stood so.
RARE: dict[str, tuple[dict[str, Any], ...]] = {
    "valdora": ({"pile": (1, 1, 0, 0, 0, 0, 0)}, {"pile": (1, 0, 0, 0, 0, 0, 0), "last_round": 1}),
    "misterra": ({"supply": (0, 1, 1, 1)}, {"ending": 1}),
}


def rare(name: str) -> Iterator[tuple[mv.Match, int]]:
    """Tables of the rare kind, whoever's turn it is."""
    for fields in RARE.get(name, ()):
        match = mv.open_match(name, seats=max(mv.game(name).seats), seed=0)
        state = match.raw.copy()
        for field, value in fields.items():
            state[field] = value
        match.place(state)
        yield match, match.pending[0]
