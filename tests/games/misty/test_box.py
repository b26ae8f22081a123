"""The box: it is dealt from once a round, so for how many seats it will do depends on its cards and the window."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale.core.box_form import open_form, write_box
from mistvale.core.laws import few_tables
from mistvale.core.laws.trial import try_box
from mistvale.core.text import languages
from mistvale.games.misty import GAME
from mistvale.lab.batch import Batch
from mistvale.lab.setting import Setting
from mistvale.report import BadReport, planned
from tests.cli.helpers import run

FEWER = {"cards.0.count": 0, "cards.1.count": 0}  # eight arrows less: 46 cards are left
STANDARD, SMALL = {"window": "standard"}, {"window": "small"}


def short() -> mv.Box:
    """A box that four seats cannot be dealt from, but in small windows."""
    return open_form(GAME, FEWER).box()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The same box as a file."""
    path = tmp_path / "short.toml"
    path.write_text(write_box(open_form(GAME, FEWER).data), encoding="utf-8")
    return path


def of_cards(count: int) -> dict[str, Any]:
    """The standard box with so many cards, all of one kind."""
    data = copy.deepcopy(dict(GAME.box().data))
    data["cards"] = [{"name": "heart", "class": "plain", "points": 1, "count": count}]
    return data


@pytest.mark.parametrize(
    ("options", "seats", "least"), [(STANDARD, 3, 36), (STANDARD, 4, 48), (SMALL, 3, 27), (SMALL, 4, 36)]
)
def test_there_must_be_a_card_for_every_place_in_every_hand(options: dict[str, str], seats: int, least: int) -> None:
    mv.open_match("misty", seats=seats, options=options, box=of_cards(least), seed=1)
    with pytest.raises(mv.BadTable, match=f"for {seats} seats .*: cards: {least} needed, there are {least - 1}"):
        mv.open_match("misty", seats=seats, options=options, box=of_cards(least - 1), seed=1)


def test_a_box_that_two_seats_cannot_be_dealt_from_is_none() -> None:
    with pytest.raises(mv.BadBox, match=r"windows.standard, cards: 24 needed, there are 23"):
        GAME.box(of_cards(23), stated_figures=False)


def test_the_standard_box_is_enough_for_all() -> None:
    assert GAME.tables() == GAME.tables(GAME.box())
    assert not open_form(GAME).lacks


def test_it_is_said_in_every_language_which_tables_lack_what() -> None:
    form = open_form(GAME, FEWER)
    assert not form.problems
    [lack] = form.lacks
    assert (lack.options, lack.seats) == (STANDARD, 4)
    told = {lack.told(lang) for lang in languages("mistvale")}
    assert len(told) == len(languages("mistvale")) == 9
    assert all("4" in each and "48" in each and "46" in each and each.endswith("(window=standard)") for each in told)


def test_a_trial_sits_down_at_those_tables_that_can_be_dealt() -> None:
    assert few_tables(GAME, short()) == [(STANDARD, 2), (SMALL, 3), (SMALL, 4)]
    assert not try_box(GAME, short())


def test_nothing_else_opens_such_a_table() -> None:
    for opened in (
        lambda: Setting.of("misty", 4, STANDARD, short()),
        lambda: Batch("misty", 8, 4, STANDARD, box=short()),
        lambda: planned("misty", of_cards(47), seats=[2, 4]),
        lambda: planned("misty", against=of_cards(47), seats=[4]),
    ):
        with pytest.raises(mv.BadTable, match="too little in this box"):
            opened()
    assert Setting.of("misty", 4, SMALL, short()).seats == 4


def test_a_report_looks_at_those_seats_that_a_box_will_do_for() -> None:
    assert planned("misty", of_cards(47)).seats == (2, 3)
    assert planned("misty", of_cards(48)).seats == (2, 3, 4)
    fewer = "card.heart.count=47,48,60"
    with pytest.raises(BadReport, match="for 4 seats there is too little in this box"):
        planned("misty", of_cards(60), sweep=fewer)
    assert planned("misty", of_cards(60), sweep=fewer, seats=[3]).seats == (3,)


def test_commands_refuse_it_and_the_check_tells_it(file: Path) -> None:
    checked = run("box", "check", file)
    assert checked.exit_code == 0
    assert "for 4 seats there is too little in this box: cards: 48 needed, there are 46" in checked.stdout
    play = ("play", "misty", "--plain", "--box", file, "--seats", 4)
    for command in (play, ("report", "misty", "--box", file, "--seats", "2-4")):
        refused = run(*command, stdin="q\n")
        assert refused.exit_code == 1 and "for 4 seats there is too little in this box" in refused.stderr
    assert run(*play, "--option", "window=small", stdin="q\n").exit_code == 0
