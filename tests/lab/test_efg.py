"""The whole tree of a game as a file: read in C++ it is the same game."""

from __future__ import annotations

import pytest

from mistvale.core.rule import INTERPRETED

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'mistvale[openspiel]'")
if INTERPRETED:
    pytest.skip("thousands of states", allow_module_level=True)

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from mistvale.lab.efg import Tree, written  # noqa: E402
from mistvale.lab.openspiel import SpielGame, load  # noqa: E402


def tiny(**given: str) -> SpielGame:
    return load("misty", box="misty-4", chance="explicit", **given)


def test_it_begins_with_the_deal_and_has_an_end_for_each_match():
    lines = written(tiny()).splitlines()
    assert lines[0].startswith('EFG 2 R "mistvale(')
    assert lines[1] == 'c "" 1 "" { "0" 1/6 "1" 1/3 "2" 1/3 "3" 1/6 } 0'
    assert lines[2] == 'p "" 1 1 "1" { "pick monster" "pick smile" } 0'
    assert {line[0] for line in lines[1:]} == {"c", "p", "t"}


@pytest.mark.parametrize("returns", ["win", "lead"])
def test_what_is_read_is_the_same_game(returns: str):
    game = tiny(returns=returns)
    read = pyspiel.load_efg_game(written(game))
    assert read.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    ours = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert pyspiel.nash_conv(read, pyspiel.UniformRandomPolicy(read)) == pytest.approx(ours)


def test_each_information_set_has_a_state_of_its_seat():
    tree = Tree(tiny())
    list(tree.lines())
    assert [len(known) for known in tree.sets] == [16, 16]
    for (seat, number), state in tree.decisions.items():
        assert state.current_player() == seat
        assert tree.sets[seat][state.information_state_string(seat)] == number


@pytest.mark.parametrize("given", [{"chance": "sampled"}, {"form": "together"}])
def test_what_has_no_tree_is_refused(given: dict[str, str]):
    with pytest.raises(ValueError, match="chance=explicit and form=turns"):
        written(load("misty", box="misty-4", **{"chance": "explicit", **given}))
