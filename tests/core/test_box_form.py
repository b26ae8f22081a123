"""Forms for boxes: what the box check says of each figure, and what becomes of changes."""

from __future__ import annotations

import dataclasses
import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mistvale as mv
from mistvale.core.box import Among, Range, problem
from mistvale.core.box_form import Form, open_form, read_form, too_long, write_box
from mistvale.core.match import open_match
from tests.boxes import changes_of, fitting

GAMES = mv.games()
MISTY = mv.game("misty")


def said(form: Form) -> dict[str, str]:
    return {path: str(each) for path, each in form.problems}


@pytest.mark.parametrize("name", GAMES)
def test_the_standard_box_has_a_form_without_problems_and_stays_as_it_is(name: str) -> None:
    game = mv.game(name)
    form = open_form(game)
    assert form.fields
    assert not form.problems
    assert not form.changes
    assert form.box().digest == game.box().digest
    assert all(each.value == each.standard for each in form.fields.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_form_is_written_as_a_file_and_read_again(name: str) -> None:
    game = mv.game(name)
    wish = fitting(game, random.Random(3), 4)
    form = open_form(game, wish)
    again = read_form(game, tomllib.loads(write_box(form.data)))
    assert not again.problems
    assert again.changes == form.changes
    assert again.box().digest == form.box().digest


def test_a_field_says_what_the_check_allows() -> None:
    fields = open_form(MISTY).fields
    assert fields["match.wins"].choice == Range(1, 3)
    assert fields["cards.0.arrow"].choice == Among(("up", "down", "left", "right"))
    assert "cards.0.name" not in fields
    assert "cards.8.arrow" not in fields, "a flower moves nowhere"


def test_a_problem_stands_at_its_field() -> None:
    assert said(open_form(MISTY, {"cards.0.count": 77})) == {
        "cards.0.count": "rocket: count must be from 0 to 64, not 77"
    }
    assert said(open_form(MISTY, {"cards.0.class": "horse"})).keys() >= {"cards.0.class"}
    assert "" in said(open_form(MISTY, {"windows.small.long": 4})), "what is about several figures stands above"


def test_fields_follow_what_is_chosen() -> None:
    plain = open_form(MISTY, {"cards.0.class": "plain"})
    assert not plain.problems
    assert "cards.0.arrow" not in plain.fields
    star = open_form(MISTY, {"cards.12.class": "arrow"})
    assert "cards.12.arrow" in said(star), "it must be said where it points"
    assert not open_form(MISTY, {"cards.12.class": "arrow", "cards.12.arrow": "up"}).problems


@pytest.mark.parametrize("path", ["cards.0.name", "cards.99.count", "game", "nothing", "", "cards", "cards.0.count.1"])
def test_what_is_no_field_is_not_changed(path: str) -> None:
    form = open_form(MISTY, {path: 3})
    assert [each.where for _, each in form.problems] == [path]
    assert form.data == MISTY.box().data


@pytest.mark.parametrize(
    "change",
    [
        {"cards": []},
        {"cards": "none"},
        {"match": {"wins": 2}},
        {"more": 1},
        {"windows": [[[[]]]]},
        {"game": "valdora"},
    ],
)
def test_a_file_of_another_shape_is_refused(change: dict[str, object]) -> None:
    assert read_form(MISTY, {**MISTY.box().data, **change}).problems


def test_a_box_with_endless_matches_is_refused() -> None:
    valdora = mv.game("valdora")
    [problem] = said(open_form(valdora, {"match.standstill": 100})).values()
    assert "decisions" in problem
    assert not too_long(valdora, valdora.box())


def test_a_box_that_is_enough_for_no_table_is_refused() -> None:
    """A trial of it would sit down nowhere, and find nothing."""
    game, missing = mv.game("misty"), problem("box.needs", "cards", needed=99, given=54)
    none = dataclasses.replace(game, lack=lambda box, seats, options: missing)
    assert open_form(none).problems == [("", missing)]
    some = dataclasses.replace(game, lack=lambda box, seats, options: missing if seats > 2 else None)
    assert not open_form(some).problems and len(open_form(some).lacks) == 4


def test_a_record_is_read_with_the_file_of_its_box(tmp_path: Path) -> None:
    form = open_form(MISTY, {"cards.0.points": 7, "match.wins": 1})
    match = open_match(MISTY, box=form.box(), seed=5, options={"window": "small"})
    for _ in range(10):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    file = tmp_path / "mine.toml"
    file.write_text(write_box(form.data), encoding="utf-8")
    assert mv.load(match.record(), file).digest() == match.digest()
    with pytest.raises(mv.BadRecord, match="another box"):
        mv.load(match.record())


@given(seed=st.integers(0, 2**32), count=st.integers(1, 8), name=st.sampled_from(GAMES))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_typed_is_refused_with_a_reason_or_is_a_box_that_can_be_played(
    seed: int, count: int, name: str
) -> None:
    """A few moves here, whole matches with bounds checked in `tests/deep/test_own_boxes.py`."""
    game, dice = mv.game(name), random.Random(seed)
    refused = open_form(game, changes_of(game, dice, count))
    assert all(str(each) for _, each in refused.problems)
    form = open_form(game, fitting(game, dice, count))
    match = open_match(game, box=form.box(), seed=seed)
    for _ in range(20):
        if not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
    match.audit()
