"""Which matches are played: every deal by all line-ups, with the seats rotated, so that luck is shared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import mistvale as mv


@dataclass(frozen=True)
class Entry:
    """One match to be played: a deal, and the bot of each seat."""

    deal: int
    lineup: tuple[str, ...]

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        return self.deal, self.lineup


@dataclass(frozen=True)
class Plan:
    """A tournament: the same plan always means the same matches, move by move."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def checked(
        cls,
        game: str,
        bots: Sequence[str],
        games: int,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Plan:
        """A plan of things that exist; BadTable says what does not."""
        found = mv.game(game)
        for name in bots:
            mv.bot(name)  # says what is wrong with it
        if not bots or len(set(bots)) < len(bots):
            raise mv.BadTable("arena-bots")
        if games < 1:
            raise mv.BadTable("arena-games")
        if seats is None:
            # The fewest seats that make a match of it: two, where the game can be played by two.
            seats = min((n for n in found.seats if n > 1), default=min(found.seats))
        seats = found.check_seats(seats)
        if len(bots) < 2 and seats > 1:
            raise mv.BadTable("arena-alone")
        return cls(game, tuple(bots), seats, games, seed, found.check_options(options))

    @property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """The bot of each seat, for every match of a deal: all tables of these bots, rotated."""
        if self.seats == 1:
            return tuple((name,) for name in self.bots)
        if len(self.bots) >= self.seats:
            tables = list(combinations(self.bots, self.seats))
        else:
            tables = [tuple(self.bots[seat % len(self.bots)] for seat in range(self.seats))]
        rotated = (table[turn:] + table[:turn] for table in tables for turn in range(self.seats))
        return tuple(dict.fromkeys(rotated))

    @property
    def deals(self) -> int:
        """How many deals it takes: only whole ones are fair to all."""
        return -(-self.games // len(self.lineups))

    @property
    def matches(self) -> int:
        return self.deals * len(self.lineups)

    def entries(self) -> Iterator[Entry]:
        """All matches, deal by deal."""
        for deal in range(self.deals):
            for lineup in self.lineups:
                yield Entry(deal, lineup)

    def match_seed(self, deal: int) -> str:
        """The seed of a deal, as a match takes it: the same cards for every line-up."""
        return hashlib.sha256(f"mistvale arena {self.seed} deal {deal}".encode()).hexdigest()

    def bot_seed(self, entry: Entry, seat: int) -> int:
        """The seed of a bot at a seat of a match."""
        text = f"mistvale arena {self.seed} deal {entry.deal} {','.join(entry.lineup)} seat {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])

    def header(self) -> dict[str, Any]:
        """What has to be the same for rows to belong together."""
        found = mv.game(self.game)
        plan = {name: value for name, value in asdict(self).items() if name != "games"}
        return {**plan, "bots": list(self.bots), "rules": found.version, "mistvale": mv.__version__}
