"""The games in OpenSpiel: `import mistvale.lab.openspiel`, then `pyspiel.load_game("mistvale(game=misty,seats=2)")`.

A game is loaded in one of two ways. With `chance=sampled`, for play, the first node is a chance node whose outcome is
the seed of the match, one of `seeds` many; all that is drawn follows from it. With `chance=explicit`, on tiny boxes,
every step that draws is a chance node of its own, with its outcomes and their true probabilities: the whole tree of the
game, as CFR and exploitability need it.

Who may decide at once decides one after the other here, the lowest seat first, and nobody sees what others have decided
before the epoch is over. With `form=together`, a node at which every seat is to decide is a simultaneous one.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.game import MOST_SEATS, Game, game
from ..core.laws.finding import LONGEST
from ..core.match import Match, open_match
from ..core.memory import changes
from ..core.rule import blank
from . import tiny
from .chances import MOST_OUTCOMES, Outcome, Step, beating, blanked, certain, nothing, outcomes, playing, setting_up
from .extras import needed

with needed("OpenSpiel", "openspiel"):
    import pyspiel

SHORT_NAME = "mistvale"
SAMPLED, EXPLICIT = "sampled", "explicit"
TURNS, TOGETHER = "turns", "together"
RETURNS = ("win", "rank", "lead", "points")
DEFAULTS = {
    "game": "misty",
    "seats": 2,
    "options": "",  # "name:value+name:value"
    "box": "",  # the game's own; else the name of a tiny one, a file, or what `load` has made of data
    "chance": SAMPLED,
    "seeds": 1000,
    "form": TURNS,
    "returns": "win",
}
MOST_POINTS = float(np.iinfo(np.int32).max)  # scores are written as such numbers
MOST_KEPT = 64  # steps with chance whose outcomes are remembered: a shuffle of few cards takes a second to go through
DATA = "data:"
CHANCE, EVERYBODY, OVER = (
    int(each) for each in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL)
)


# ---------------------------------------------------------------- what a match is worth


def won(ranks: Sequence[int], scores: Sequence[int]) -> list[float]:
    """Who is first has won: 1 for a winner and -1 for two seats' loser, 0 if all are; for more seats in sum 0, too."""
    seats, winners = len(ranks), ranks.count(1)
    return [((seats / winners if rank == 1 else 0) - 1) / (seats - 1) for rank in ranks]


def ranked(ranks: Sequence[int], scores: Sequence[int]) -> list[float]:
    """From 1 for the first to -1 for the last; who shares a rank shares what it is worth."""
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * (place - 1) / (len(ranks) - 1) for place in places]


def ahead(ranks: Sequence[int], scores: Sequence[int]) -> list[float]:
    """The points by which a seat is ahead of its best rival."""
    return [float(own - max([*scores[:seat], *scores[seat + 1 :]])) for seat, own in enumerate(scores)]


def scored(ranks: Sequence[int], scores: Sequence[int]) -> list[float]:
    """The points."""
    return [float(points) for points in scores]


WORTH = dict(zip(RETURNS, (won, ranked, ahead, scored), strict=True))
LIMITS = dict(zip(RETURNS, (1.0, 1.0, 2 * MOST_POINTS, MOST_POINTS), strict=True))


# ---------------------------------------------------------------- the game


def load(
    name: str,
    seats: int = 2,
    *,
    options: Mapping[str, Any] | None = None,
    box: Path | str | Data | None = None,
    chance: str = SAMPLED,
    seeds: int = 1000,
    form: str = TURNS,
    returns: str = "win",
) -> SpielGame:
    """A game as OpenSpiel has it. `box`: a tiny box's name, a box file, or its data; None for the game's own."""
    return SpielGame(
        {
            "game": name,
            "seats": seats,
            "options": "+".join(f"{key}:{value}" for key, value in game(name).check_options(options).items()),
            "box": _written(box),
            "chance": chance,
            "seeds": seeds,
            "form": form,
            "returns": returns,
        }
    )


def _written(box: Path | str | Data | None) -> str:
    """A box as a parameter, which is text without commas and brackets."""
    if isinstance(box, Mapping):
        return DATA + base64.urlsafe_b64encode(json.dumps(box).encode()).decode().rstrip("=")
    return str(box or "")


def _box(played: Game, written: str) -> Box:
    """The box that a parameter means."""
    if not written:
        return played.box()
    if written in tiny.BOXES:
        return tiny.box(played, written)
    if written.startswith(DATA):
        text = written.removeprefix(DATA)
        data = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return played.box(data, stated_figures=False)
    return played.box(Path(written), stated_figures=False)


def _options(written: str) -> dict[str, str]:
    """The options that a parameter means."""
    parts = [part.partition(":") for part in written.split("+") if part]
    wrong = [name for name, colon, _ in parts if not colon]
    if wrong:
        raise ValueError(f"options are written name:value+name:value, not {wrong[0]!r}")
    return {name: value for name, _, value in parts}


def _one_of(params: Mapping[str, Any], name: str, allowed: Sequence[str]) -> str:
    """A parameter that is one of some words."""
    value = str(params[name])
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Mistvale at one kind of table."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        played = game(str(given["game"]))
        seats, options = played.check_seats(int(given["seats"])), played.check_options(_options(str(given["options"])))
        self.explicit = _one_of(given, "chance", (SAMPLED, EXPLICIT)) == EXPLICIT
        self.together = _one_of(given, "form", (TURNS, TOGETHER)) == TOGETHER
        worth = _one_of(given, "returns", RETURNS)
        if seats == 1 and worth != "points":
            raise ValueError("of who plays alone OpenSpiel gets the points: returns=points")
        self.seeds = int(given["seeds"])
        if self.seeds < 1:
            raise ValueError(f"seeds must be at least 1, not {self.seeds}")
        self.worth = WORTH[worth]
        # A table to take others from: nothing that was dealt at it is ever used.
        self.table = open_match(played, seats, 0, options, _box(played, str(given["box"])))
        self._chances: dict[Any, tuple[Outcome, ...]] = {}
        self.begun: Begun | None = None
        zero_sum = worth in ("win", "rank") or (worth == "lead" and seats == 2)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.notation.size,
            max_chance_outcomes=MOST_OUTCOMES if self.explicit else self.seeds,
            num_players=seats,
            min_utility=-LIMITS[worth],
            max_utility=LIMITS[worth],
            utility_sum=0.0 if zero_sum else None,
            # The laws take a match for endless that is longer.
            max_game_length=played.longest(seats, options, self.table.box) if played.length else LONGEST,
        )
        super().__init__(_type(self.together, zero_sum), info, given)

    def new_initial_state(self) -> SpielState:
        """Before anything is dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel asks for observations."""
        return Observer(iig_obs_type is None or iig_obs_type.perfect_recall, params)

    def chances(self, state: Any, key: Any, step: Step) -> tuple[Outcome, ...]:
        """All that a step can make of a state; `key` says which step it is."""
        only = certain(state, step)
        if only is not None:
            return (only,)
        whole = blanked(state).tobytes(), key
        if whole not in self._chances:
            if len(self._chances) >= MOST_KEPT:
                self._chances.clear()
            self._chances[whole] = outcomes(self.table.game, state, step)
        return self._chances[whole]


def _type(together: bool, zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=SHORT_NAME,
        long_name="Mistvale",
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


# ---------------------------------------------------------------- a state of it

Decision = tuple[int, int]
"""A seat, and the number of its move."""


Begun = tuple[Match | None, Decision | str | None, tuple[int, ...]]
"""Where a match begins: what is on the table, what chance decides, who else may."""


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match at one point, or chance about to decide. What it holds is cheap to copy: OpenSpiel does so often."""

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        self._match: Match | None = None
        self._by_chance: Decision | str | None = "setup"  # the step whose outcome chance decides; None: none does
        self._decided: tuple[Decision, ...] = ()  # of all who decided together, those whose moves are still to be made
        self._worlds: dict[int, tuple[str, str]] = {}  # of a world: what its viewer had seen, and sees at its beginning
        self._pending: tuple[int, ...] = ()  # the seats that may decide, unless chance does
        if owner.explicit:
            self._begin(owner)

    def _begin(self, owner: SpielGame) -> None:
        """Go on to the first decision, be it chance's: worked out once, for OpenSpiel begins anew for every copy."""
        if owner.begun is None:
            self._settle(owner)
            owner.begun = self._match and self._match.copy(), self._by_chance, self._pending
        match, self._by_chance, self._pending = owner.begun
        self._match = match and match.copy()

    # ------------------------------------------------------------ what OpenSpiel asks

    @property
    def match(self) -> Match:
        """The match as it stands: for those who may know all of it."""
        if self._match is None:
            raise ValueError("nothing is dealt yet")
        return self._match

    def current_player(self) -> int:
        """Whose turn it is; or chance's, everybody's, or nobody's when it is over."""
        if self._by_chance is not None:
            return CHANCE
        if not self._pending:
            return OVER
        if len(self._pending) == self.match.seats > 1 and self.get_game().together:
            return EVERYBODY
        return self._pending[0]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._by_chance is None and not self._pending

    def returns(self) -> list[float]:
        """What the match has brought each seat; nothing before it is over."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return list(self.get_game().worth(self.match.ranks, self.match.scores))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that chance decides between, and how likely they are."""
        return [(number, float(each)) for number, each in enumerate(self.chances())]

    def chances(self) -> list[Fraction]:
        """How likely each outcome is, exactly."""
        owner = self.get_game()
        if not owner.explicit:
            return [Fraction(1, owner.seeds)] * owner.seeds
        return [each.probability for each in self._outcomes(owner)]

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of a seat's legal moves."""
        return [move.number for move in self.match.legal(player)] if player >= 0 else []

    def _apply_action(self, action: int) -> None:
        """A move, or what chance has decided."""
        owner = self.get_game()
        if self._by_chance is not None:
            self._decide_chance(owner, action)
        else:
            self._play(owner, self.current_player(), action)
        self._settle(owner)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """The moves of all seats, which decide together."""
        decided = tuple(enumerate(actions))
        for seat, action in decided:
            self._check(seat, action)
        self._decided = decided
        self._settle(self.get_game())

    def _action_to_string(self, player: int, action: int) -> str:
        """A move as people write it."""
        if player < 0:
            return f"chance {action}"
        return str(self.get_game().table.notation.move(action))

    def __str__(self) -> str:
        """All of it, as nobody at the table sees it."""
        if self._match is None:
            return "nothing is dealt"
        waits = "" if self._by_chance is None else f" chance decides {self._by_chance}"
        return " ".join(changes(nothing(self._match.game), self._match.raw)) + waits

    # ------------------------------------------------------------ what a seat knows

    def remembered(self, player: int) -> str:
        """All that a seat has seen since the beginning."""
        if self._match is None:
            return "nothing is dealt"
        memory = self._match.memory(player)
        if player not in self._worlds:
            return memory
        past, begun = self._worlds[player]
        return past if memory == begun else f"{past}\n{memory}"

    def observed(self, player: int) -> str:
        """What a seat sees now."""
        if self._match is None:
            return "nothing is dealt"
        look = self._match.view_at(self._match.steps, player, "en")
        waits = ",".join(str(seat) for seat in look.pending)
        return " ".join([f"seat {player}:", *changes(blank(look.game.state)[0], look.state), f"waits {waits}"])

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that the seat cannot tell from this one, evenly; who has decided in this epoch has there, too.

        The seat remembers there what it does here. Others remember what they see in the world when it begins, and all
        that comes after.
        """
        world = self.clone()
        seed = int(sampler() * (1 << 53))
        world.become(self.match.seat(player).sample(seed), player, self.remembered(player))
        return world  # type: ignore[no-any-return]

    def become(self, match: Match, viewer: int, past: str) -> None:
        """Be another match, of which a viewer remembers what it has seen of this one."""
        self._match, self._pending = match, match.pending
        self._worlds = {viewer: (past, match.memory(viewer))}

    # ------------------------------------------------------------ what happens

    def _play(self, owner: SpielGame, seat: int, action: int) -> None:
        """Make a move, or let chance decide what comes of it."""
        self._check(seat, action)
        if owner.explicit:
            self._step(owner, (seat, action))
        else:
            self.match.play(seat, self.match.notation.move(action))

    def _check(self, seat: int, action: int) -> None:
        """Refuse a move that is not legal, before anything has changed."""
        if action not in self._legal_actions(seat):
            raise ValueError(f"seat {seat} may not play {action} now")

    def _settle(self, owner: SpielGame) -> None:
        """Go on to where somebody decides: the moves of those who decided together, then beats, as far as they go."""
        if owner.explicit and self._match is None and self._by_chance == "setup":
            self._step(owner, "setup")
        while self._by_chance is None:
            if self._decided:
                (seat, action), *rest = self._decided
                self._decided = tuple(rest)
                self._play(owner, seat, action)
            else:
                self._pending = self.match.pending
                if self._pending or self.match.over:
                    return
                self._step(owner, "beat")

    def _step(self, owner: SpielGame, step: Decision | str) -> None:
        """Take a step; if it can go more than one way, chance decides."""
        self._by_chance = step
        found = self._outcomes(owner)
        if len(found) == 1:
            self._take(owner, found[0])

    def _outcomes(self, owner: SpielGame) -> tuple[Outcome, ...]:
        """All that can come of the step that chance decides."""
        step, table = self._by_chance, owner.table
        if step == "setup":
            return owner.chances(nothing(table.game), step, setting_up(table))
        if step == "beat":
            return owner.chances(self.match.raw, step, beating(table))
        assert isinstance(step, tuple)
        return owner.chances(self.match.raw, step, playing(table, *step))

    def _decide_chance(self, owner: SpielGame, action: int) -> None:
        """Take what chance has decided."""
        outcomes = self._outcomes(owner) if owner.explicit else ()
        most = len(outcomes) if owner.explicit else owner.seeds
        if not 0 <= action < most:
            raise ValueError(f"chance has {most} outcomes here, and none is {action}")
        if owner.explicit:
            self._take(owner, outcomes[action])
            return
        table = owner.table
        self._match = open_match(table.game, table.seats, action, table.options, table.box)
        self._by_chance = None

    def _take(self, owner: SpielGame, outcome: Outcome) -> None:
        """Go on with one outcome of a step."""
        step, self._by_chance = self._by_chance, None
        if step == "setup":
            self._match = owner.table.copy()
            self._match.place(outcome.state)
        elif step == "beat":
            self.match.history.append(-1, None, owner.table.game.beats[outcome.kind], outcome.state)
        else:
            assert isinstance(step, tuple)
            self.match.history.append(step[0], self.match.notation.move(step[1]), None, outcome.state)


class Observer:
    """What OpenSpiel asks for observations: text, and no tensors."""

    def __init__(self, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, and were given {params}")
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing is to be set."""

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat has seen since the beginning, or sees now."""
        return state.remembered(player) if self.perfect_recall else state.observed(player)


pyspiel.register_game(_type(together=False, zero_sum=True), SpielGame)
