"""The move vocabulary of a game: every move has one integer inside the rules and one notation outside.

A vocabulary is a list of phrases such as `place {space}`, each with the words that may stand in its places.
Phrases follow each other in one range of integers; within a phrase the last place varies fastest. The
words are fixed, or come from the box (the slugs of its cards); either way notation does not depend on the state.
"""

from __future__ import annotations

import difflib
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

from .errors import NoSuchMove


class Move(str):
    """A move as people write it; `number` is what the rules call it."""

    number: int

    def __new__(cls, text: str, number: int) -> Move:
        move = super().__new__(cls, text)
        move.number = number
        return move

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.number


@dataclass(frozen=True)
class FromBox:
    """A place filled by the box's words of that name, at most `most` of them."""

    name: str
    most: int


Place = Sequence[str] | FromBox


def squares(columns: int, rows: int) -> tuple[str, ...]:
    """The labels of a grid in reading order: a letter for the column, a number for the row from the top."""
    return tuple(f"{string.ascii_lowercase[c]}{r + 1}" for r in range(rows) for c in range(columns))


@dataclass(frozen=True)
class Phrase:
    """One kind of move: its template and what may stand in each of its places."""

    template: str
    places: Mapping[str, Place]

    @cached_property
    def verb(self) -> str:
        """The first word: what one does."""
        return self.template.split()[0]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return tuple(p.most if isinstance(p, FromBox) else len(p) for p in self.places.values())

    @cached_property
    def size(self) -> int:
        return prod(self.shape)


class Span(NamedTuple):
    """The numbers of the moves that one phrase writes. Rules ask `among(move, PLACE)` and read `move - PLACE.first`."""

    first: int
    end: int

    def holds(self, number: int) -> bool:
        """What rules ask with `among`, for those who are not compiled."""
        return self.first <= number < self.end


class Vocabulary:
    """All moves of a game. `firsts` gives the integer at which each phrase begins."""

    def __init__(self, phrases: Mapping[str, Mapping[str, Place]]) -> None:
        self.phrases = tuple(Phrase(template, dict(places)) for template, places in phrases.items())
        self.firsts: tuple[int, ...] = ()
        size = 0
        for phrase in self.phrases:
            self.firsts += (size,)
            size += phrase.size
        self.size = size

    @property
    def spans(self) -> tuple[Span, ...]:
        """The numbers that each phrase's moves have, in the order of the phrases: `PICK, PLACE = MOVES.spans`."""
        return tuple(Span(first, first + each.size) for first, each in zip(self.firsts, self.phrases, strict=True))

    def notation(self, box_words: Mapping[str, Sequence[str]]) -> Notation:
        """The notation of these moves with a box's words in it."""
        return Notation(self, box_words)


@dataclass(frozen=True)
class Spoken:
    """A move taken apart: its phrase and the word in each place."""

    phrase: Phrase
    words: Mapping[str, str]


class Notation:
    """Integer <-> text, both ways without loss, for one box."""

    def __init__(self, vocabulary: Vocabulary, box_words: Mapping[str, Sequence[str]]) -> None:
        self.size = vocabulary.size
        self._moves: dict[str, Move] = {}
        self._spoken: dict[int, Spoken] = {}
        self._by_number: dict[int, Move] = {}
        for phrase, first in zip(vocabulary.phrases, vocabulary.firsts, strict=True):
            for offset in range(phrase.size):
                self._add(phrase, first + offset, offset, box_words)

    def _add(self, phrase: Phrase, number: int, offset: int, box_words: Mapping[str, Sequence[str]]) -> None:
        said: dict[str, str] = {}
        for name, place in reversed(list(phrase.places.items())):
            words = box_words[place.name] if isinstance(place, FromBox) else place
            most = place.most if isinstance(place, FromBox) else len(place)
            offset, index = divmod(offset, most)
            if index >= len(words):
                return  # the box has fewer of these than the vocabulary has room for
            said[name] = words[index]
        move = Move(phrase.template.format_map(said), number)
        if move in self._moves:
            raise ValueError(f"two moves are written {str(move)!r}")
        self._moves[move] = move
        self._by_number[number] = move
        self._spoken[number] = Spoken(phrase, said)

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._moves.values())

    def __len__(self) -> int:
        return len(self._moves)

    def move(self, number: int) -> Move:
        """The move that the rules call `number`."""
        return self._by_number[number]

    def spoken(self, move: Move) -> Spoken:
        """A move taken apart into its phrase and words."""
        return self._spoken[move.number]

    def read(self, text: object) -> Move:
        """The move written `text`; NoSuchMove, a ValueError, with the nearest notation if there is none."""
        if not isinstance(text, str):
            example = str(next(iter(self)))
            raise NoSuchMove("move-not-text", example=example, given=f"{text!r:.40}", may="")
        tidy = " ".join(text.lower().split())
        move = self._moves.get(tidy)
        if move is None:
            near = difflib.get_close_matches(tidy, self._moves, n=1)
            if near:
                raise NoSuchMove("no-such-move-but", given=text[:40], near=str(near[0]), may="")
            raise NoSuchMove("no-such-move", given=text[:40], may="")
        return move
