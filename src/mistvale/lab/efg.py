"""The whole tree of a tiny game as an extensive-form file (EFG), which Gambit reads, and OpenSpiel in C++.

From the game as `openspiel.py` has it, with explicit chance. There each step is Python's; what is read from such a file
needs none, and what goes through the whole game again and again is some hundred times as fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from .openspiel import SpielGame, SpielState

Returns = tuple[float, ...]


@dataclass
class Tree:
    """A game's tree, node by node: numbers of information sets and of ends begin with 1, and those of seats do, too."""

    game: SpielGame
    sets: list[dict[str, int]] = field(default_factory=list)  # by seat: the number of each information set
    ends: dict[Returns, int] = field(default_factory=dict)
    chances: int = 0
    decisions: dict[tuple[int, int], SpielState] = field(default_factory=dict)
    """By seat and number of the information set: the first state found in it, for those who ask bots."""

    def __post_init__(self) -> None:
        self.sets = [{} for _ in range(self.game.num_players())]

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        seats = " ".join(f'"{seat}"' for seat in range(self.game.num_players()))
        yield f'EFG 2 R "{self.game}" {{ {seats} }} ""'
        yield from self._node(self.game.new_initial_state())

    def _node(self, state: SpielState) -> Iterator[str]:
        """A state, and all that come of it."""
        if state.is_terminal():
            yield self._end(tuple(state.returns()))
            return
        yield self._chance(state.chances()) if state.is_chance_node() else self._decision(state)
        for action in state.legal_actions():
            yield from self._node(state.child(action))

    def _end(self, returns: Returns) -> str:
        number = self.ends.setdefault(returns, len(self.ends) + 1)
        return f't "" {number} "" {{ {" ".join(repr(each) for each in returns)} }}'

    def _chance(self, chances: list[Fraction]) -> str:
        self.chances += 1
        ways = " ".join(f'"{number}" {each.numerator}/{each.denominator}' for number, each in enumerate(chances))
        return f'c "" {self.chances} "" {{ {ways} }} 0'

    def _decision(self, state: SpielState) -> str:
        seat = state.current_player()
        known = self.sets[seat]
        number = known.setdefault(state.information_state_string(seat), len(known) + 1)
        self.decisions.setdefault((seat, number), state)
        moves = " ".join(f'"{state.action_to_string(seat, action)}"' for action in state.legal_actions())
        return f'p "" {seat + 1} {number} "{number}" {{ {moves} }} 0'


def written(game: SpielGame) -> str:
    """The whole tree of a game: `load(..., chance="explicit")` on a tiny box."""
    return "\n".join(checked(game).lines()) + "\n"


def checked(game: SpielGame) -> Tree:
    """The tree of a game that has one."""
    if not game.explicit or game.together:
        raise ValueError("a tree takes a game with chance=explicit and form=turns")
    return Tree(game)
