"""Figures by their paths, and components by what a box and its moves say."""

from __future__ import annotations

import copy

import pytest

import mistvale as mv
from mistvale.lab.setting import Setting
from mistvale.report.components import LEFT_OUT, WORTHLESS, Catalogue, derived
from mistvale.report.figures import BadReport, changed, figure, paths, read_sweep
from tests.toys.nim import GAME as NIM

MISTY = mv.game("misty")
DATA = MISTY.box().data
WINDOW = {"window": "standard"}


@pytest.mark.parametrize("name", mv.games())
def test_every_figure_of_a_box_is_found_by_its_path(name: str):
    data = mv.game(name).box().data
    found = list(paths(data))
    assert len(found) == len(set(found)) > 20
    for path in found:
        assert figure(changed(data, {path: figure(data, path) + 1}), path) == figure(data, path) + 1


def test_a_path_may_begin_in_the_singular_and_changes_nothing_else():
    before = copy.deepcopy(dict(DATA))
    made = changed(DATA, {"card.fire-truck.count": 6})
    assert figure(made, "cards.fire-truck.count") == 6 and before == DATA
    assert sum(row["count"] for row in made["cards"]) == sum(row["count"] for row in DATA["cards"]) + 2


def test_a_sweep_says_what_there_is_and_why_a_value_is_refused():
    assert read_sweep("card.fire-truck.count=2..6", MISTY, DATA, (2,), WINDOW).values == (2, 3, 4, 5, 6)
    assert read_sweep("match.wins=3,1", MISTY, DATA, (2,), WINDOW).values == (1, 3)
    for text, said in {
        "card.fire-tuck.count=2..6": "cards.fire-truck.count",
        "card.fire-truck.points=8..12": "fire-truck: points must be from 0 to 9, not 10",
        "card.fire-truck.count": "2..6",
        "card.fire-truck.count=two": "two",
        "card.fire-truck.count=4": "from 2 to",
    }.items():
        with pytest.raises(BadReport, match=said):
            read_sweep(text, MISTY, DATA, (2,), WINDOW)


@pytest.mark.parametrize("name", mv.games())
def test_every_group_of_a_game_has_components_and_somebody_can_take_them(name: str):
    catalogue = Catalogue(Setting.of(name))
    assert len(catalogue.groups) == len(catalogue.declared.groups)
    for column, group in enumerate(catalogue.groups):
        named = {each for each in catalogue.by_move[:, column].tolist() if each >= 0}
        assert group.held or len(named) >= len(catalogue.names(group)) - 1, group.name
        templates = {phrase.template for phrase in mv.game(name).moves.phrases}
        assert {*group.taken} <= templates


@pytest.mark.parametrize("name", mv.games())
def test_a_box_without_a_component_is_another_box_that_can_be_played(name: str):
    catalogue = Catalogue(Setting.of(name))
    found = [catalogue.without(named) for named in catalogue.all]
    made = [each for each in found if each is not None]
    assert made and all(
        catalogue.setting.box.digest != mv.game(name).box(m.data, stated_figures=False).digest for m in made
    )


def test_a_card_is_left_out_and_its_points_are_taken_away():
    catalogue = Catalogue(Setting.of("misty"))
    without, valued = catalogue.without(("card", "rocket")), catalogue.valued(("card", "rocket"))
    assert without is not None and without.how == LEFT_OUT and figure(without.data, "card.rocket.count") == 0
    assert valued is not None and valued.how == WORTHLESS and figure(valued.data, "card.rocket.points") == 0


def test_what_the_options_do_not_use_is_no_component():
    """Abilities stand on two sides of each board, and one lies open; without a draft nobody keeps a card."""

    def names(game: str, group: str, **options: str) -> set[str]:
        return {name for kind, name in Catalogue(Setting.of(game, options=options)).all if kind == group}

    tribes = mv.game("misty-valley").box().data["tribes"]
    for boards in ("AA", "AB", "BA", "BB"):
        there = {name for tribe, side in zip(tribes, boards, strict=True) for name in tribe[side]}
        assert names("misty-valley", "ability", boards=boards) == there
    assert names("misty-valley", "ability", abilities="false") == set()
    catalogue = Catalogue(Setting.of("secret-valley", options={"draft": "false"}))
    assert {group.taken for group in catalogue.groups} == {("play {card}",)} and max(catalogue.by_move.flat) >= 0


def test_what_a_stranger_has_not_declared_is_derived():
    """Rows of the box that moves name; else the words of the moves themselves."""
    [cards] = derived(MISTY, DATA)
    assert cards.rows == "cards" and cards.taken == ("pick {card}",) and cards.drop == ("cards.{}",)
    places = {name for phrase in NIM.moves.phrases for name in phrase.places}
    assert {group.name for group in derived(NIM, NIM.box().data)} == places != set()
    catalogue = Catalogue(Setting.of(NIM))
    assert catalogue.all and all(catalogue.without(named) is None for named in catalogue.all)
