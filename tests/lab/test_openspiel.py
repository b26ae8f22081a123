"""The games in OpenSpiel: its own tests pass, its algorithms run as they are, and nobody sees more than at a table."""

from __future__ import annotations

import copy
import pickle
import random
import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mistvale as mv
from mistvale.core.laws.finding import LONGEST
from mistvale.core.rule import INTERPRETED
from tests.lab.tables import every_game
from tests.toys import duel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'mistvale[openspiel]'")
if INTERPRETED:
    pytest.skip("thousands of matches", allow_module_level=True)

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from mistvale.lab import openspiel  # noqa: E402
from mistvale.lab.openspiel import SpielGame, SpielState, load, ranked, won  # noqa: E402

CHANCE = int(pyspiel.PlayerId.CHANCE)
TOGETHER = int(pyspiel.PlayerId.SIMULTANEOUS)


def tiny(**given: Any) -> SpielGame:
    """The smallest game there is, with all of its chances."""
    return load("misty", box="misty-4", chance="explicit", **given)


def wandered(game: Any, seed: int, moves: int) -> Any:
    """A state some moves on."""
    state, dice = game.new_initial_state(), random.Random(seed)
    while moves and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            moves -= 1
    return state


def every(state: Any) -> Any:
    """All states of a game from here, each once for each way to it."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from every(state.child(action))


# ---------------------------------------------------------------- its own tests


@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize("form", ["turns", "together"])
def test_random_sim_test_on_a_tiny_box(form: str, serialize: bool):
    pyspiel.random_sim_test(tiny(form=form), 4, serialize, False)


@pytest.mark.parametrize("name", ["secret-valley", "misty-valley"])
def test_random_sim_test_at_whole_tables(name: str):
    pyspiel.random_sim_test(load(name, mv.game(name).seats[-1]), 1, False, False)


def test_a_game_is_loaded_by_its_name_and_parameters():
    game = pyspiel.load_game("mistvale(game=secret-valley,seats=3,options=draft:false,returns=rank)")
    assert game.num_players() == 3
    assert game.max_game_length() == mv.game("secret-valley").longest(3, {"draft": False})
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.num_distinct_actions() == mv.game("secret-valley").moves.size


def test_a_game_that_says_no_length_is_as_long_as_the_laws_look(monkeypatch: pytest.MonkeyPatch):
    """A stranger's game needs nothing more to be played in OpenSpiel."""
    monkeypatch.setattr(openspiel, "game", lambda name: duel.GAME)
    game = load("duel")
    assert game.max_game_length() == LONGEST
    pyspiel.random_sim_test(game, 2, True, False)


def test_a_box_goes_along_as_a_file_and_as_data(tmp_path: Path):
    data = openspiel.tiny.BOXES["misty-4"]
    by_data = load("misty", box=data, chance="explicit")
    again = pyspiel.load_game(str(by_data))
    assert again.table.box.digest == tiny().table.box.digest
    file = tmp_path / "box.toml"
    shutil.copy(Path(mv.__file__).parent / "games" / "misty" / "box.toml", file)
    assert load("misty", box=file).table.box.digest == mv.game("misty").box().digest


@pytest.mark.parametrize(
    ("given", "error", "why"),
    [
        ({"chance": "fair"}, ValueError, "chance must be one of sampled, explicit, not 'fair'"),
        ({"form": "heap"}, ValueError, "form must be one of turns, together"),
        ({"returns": "fame"}, ValueError, "returns must be one of win, rank, lead, points"),
        ({"seeds": 0}, ValueError, "seeds must be at least 1"),
        ({"seats": 5}, mv.BadTable, "Misty is for 2, 3 or 4 seats"),
        ({"options": {"window": "huge"}}, mv.BadTable, "option window must be"),
        ({"box": {"game": "valdora"}}, mv.BadBox, "game"),
        ({"box": "valley-8"}, mv.BadTable, "no tiny box of Misty"),
        ({"box": "nowhere.toml"}, mv.BadBox, "nowhere.toml"),
    ],
)
def test_what_can_not_be_is_refused(given: dict[str, Any], error: type[Exception], why: str):
    with pytest.raises(error, match=why):
        load("misty", **given)


def test_options_that_can_not_be_read_are_refused():
    with pytest.raises(ValueError, match="options are written name:value"):
        SpielGame({"game": "misty", "options": "window"})


def test_who_plays_alone_gets_points():
    with pytest.raises(ValueError, match="returns=points"):
        load("misterra", 1)
    assert load("misterra", 1, returns="points").num_players() == 1


# ---------------------------------------------------------------- the tree


def test_a_tiny_game_is_all_of_its_matches():
    """The way to each end has a probability by chance, and so have all matches that begin with the same decisions."""
    game = tiny()
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
    ends = [each for each in every(state) if each.is_terminal()]
    assert len(ends) > 20
    assert all(sum(each.returns()) == 0 for each in ends)
    assert max(sum(seat >= 0 for seat in movers(each)) for each in ends) <= game.max_game_length()


def movers(state: Any) -> list[int]:
    return [each.player for each in state.full_history()]


def test_sampled_and_explicit_are_the_same_game():
    """Where chance has fallen alike, the same decisions lead to the same views, to the letter."""
    explicit, sampled = tiny(), load("misty", box="misty-4", seeds=40)
    deals = {}
    for outcome, _ in explicit.new_initial_state().chance_outcomes():
        child = explicit.new_initial_state().child(outcome)
        deals[child.match.raw["hand"].tobytes()] = child
    met = set()
    for seed in range(40):
        one = sampled.new_initial_state().child(seed)
        key = one.match.raw["hand"].tobytes()
        other = deals[key].clone()
        met.add(key)
        while not one.is_terminal():
            assert one.current_player() == other.current_player()
            assert one.legal_actions() == other.legal_actions()
            assert one.observation_string(0) == other.observation_string(0)
            action = one.legal_actions()[seed % len(one.legal_actions())]
            one.apply_action(action)
            other.apply_action(action)
        assert one.returns() == other.returns()
    assert met == deals.keys()


@pytest.mark.parametrize("game", [tiny(), load("misty")], ids=["explicit", "sampled"])
def test_an_illegal_action_is_refused_and_changes_nothing(game: SpielGame):
    state = game.new_initial_state()
    for outcome in (-2, 4000):
        with pytest.raises(ValueError, match=f"and none is {outcome}"):
            state.apply_action(outcome)
    state = wandered(game, 1, 1)
    before = str(state)
    with pytest.raises(ValueError, match="may not play 90"):
        state.apply_action(90)
    assert str(state) == before


def test_of_those_who_decide_together_all_or_none_are_heard():
    state = tiny(form="together").new_initial_state().child(1)
    before = str(state)
    with pytest.raises(ValueError, match="seat 1 may not play 90"):
        state.apply_actions([state.legal_actions(0)[0], 90])
    assert str(state) == before


def test_all_decide_together_where_all_decide():
    game = tiny(form="together")
    state = game.new_initial_state().child(1)
    assert state.current_player() == TOGETHER
    moves = [state.legal_actions(seat)[0] for seat in range(2)]
    state.apply_actions(moves)
    one_by_one = tiny().new_initial_state().child(1)
    for move in moves:
        one_by_one.apply_action(move)
    assert str(state) == str(one_by_one)
    assert state.information_state_string(0) == one_by_one.information_state_string(0)


def test_as_turns_a_simultaneous_game_is_worth_the_same():
    turned = pyspiel.convert_to_turn_based(tiny(form="together"))
    uniform = exploitability.nash_conv(turned, policy.UniformRandomPolicy(turned))
    assert uniform == pytest.approx(exploitability.nash_conv(tiny(), policy.UniformRandomPolicy(tiny())))


def test_states_are_copied_and_pickled():
    state = wandered(load("secret-valley"), 2, 5)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        assert twin.information_state_string(0) == state.information_state_string(0)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)


# ---------------------------------------------------------------- what a seat knows


def test_an_information_state_has_one_decision_and_one_past():
    """Perfect recall: what a seat may do, and all that it saw and did before, follow from it."""
    seen: dict[str, set[Any]] = defaultdict(set)

    def walk(state: Any, pasts: tuple[tuple[str, ...], ...]) -> None:
        player = state.current_player()
        if player >= 0:
            text = state.information_state_string()
            seen[text].add((player, tuple(state.legal_actions()), pasts[player]))
            pasts = tuple((*past, text) if seat == player else past for seat, past in enumerate(pasts))
        if not state.is_terminal():
            for action in state.legal_actions():
                after = pasts
                if player >= 0:
                    after = tuple((*p, str(action)) if s == player else p for s, p in enumerate(pasts))
                walk(state.child(action), after)

    walk(tiny().new_initial_state(), ((), ()))
    assert len(seen) == 32
    assert all(len(each) == 1 for each in seen.values())


def test_nobody_sees_what_others_have_decided_in_the_epoch():
    dealt = tiny().new_initial_state().child(1)
    assert len(dealt.legal_actions()) > 1
    texts = {dealt.child(action).information_state_string(1) for action in dealt.legal_actions()}
    assert len(texts) == 1


@every_game
def test_a_resampled_state_can_not_be_told_from_the_true_one(name: str):
    dice, differ = np.random.RandomState(4), 0
    for moves in (0, 3, 9, 14):
        state = wandered(load(name, 3 if name == "valdora" else 2), moves, moves)
        player = (state.current_player() + 1) % state.num_players() if moves == 3 else state.current_player()
        if player < 0:
            state.apply_action(5)
            player = state.current_player()
        worlds = [state.resample_from_infostate(player, dice.rand) for _ in range(8)]
        for world in worlds:
            assert isinstance(world, SpielState)
            assert world.current_player() == state.current_player()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.legal_actions(player) == state.legal_actions(player)
        differ += len({str(world) for world in worlds}) > 1
    assert differ


def test_worlds_that_go_on_alike_are_remembered_alike():
    """What a search keeps of one world it must find again in another."""
    state, dice = wandered(load("secret-valley", 2), 3, 2), np.random.RandomState(1)
    player = state.current_player()
    keys = set()
    for _ in range(6):
        world = state.resample_from_infostate(player, dice.rand)
        world.apply_action(world.legal_actions()[0])
        keys.add(world.information_state_string(player))
    assert len(keys) == 1
    assert keys != {state.information_state_string(player)}


# ---------------------------------------------------------------- what it is worth


@pytest.mark.parametrize(
    ("ranks", "first", "by_rank"),
    [
        ((1, 2), [1, -1], [1, -1]),
        ((1, 1), [0, 0], [0, 0]),
        ((2, 1, 3), [-0.5, 1, -0.5], [0, 1, -1]),
        ((1, 1, 3), [0.25, 0.25, -0.5], [0.5, 0.5, -1]),
        ((1, 2, 2, 4), [1, -1 / 3, -1 / 3, -1 / 3], [1, 0, 0, -1]),
    ],
)
def test_what_places_are_worth_adds_up_to_nothing(ranks: tuple[int, ...], first: list[float], by_rank: list[float]):
    assert won(ranks, ()) == pytest.approx(first)
    assert ranked(ranks, ()) == pytest.approx(by_rank)
    assert sum(won(ranks, ())) == pytest.approx(0)
    assert sum(ranked(ranks, ())) == pytest.approx(0)


def test_lead_and_points():
    for returns, utility in (("lead", "ZERO_SUM"), ("points", "GENERAL_SUM")):
        state = wandered(load("secret-valley", returns=returns), 1, 999)
        own, other = state.match.scores
        assert state.returns() == ([own - other, other - own] if returns == "lead" else [own, other])
        assert state.get_game().get_type().utility.name == utility


# ---------------------------------------------------------------- its algorithms, as they are


def test_cfr_and_exploitability_run():
    game = tiny()
    solver = cfr.CFRSolver(game)
    start = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert start == pytest.approx(0.5)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.5 * start


@pytest.mark.parametrize("given", [{"name": "misty"}, {"name": "misty", "box": "misty-6", "chance": "explicit"}])
def test_ismcts_runs(given: dict[str, Any]):
    game, dice = load(**given), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, 10, random_state=dice)
    state = wandered(game, 1, 2)
    while state.is_chance_node():
        state.apply_action(0)
    for _ in range(2):
        if not state.is_terminal():
            assert bot.step(state) in state.legal_actions()
            state.apply_action(bot.step(state))
