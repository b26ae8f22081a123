"""The soak itself: everybody comes, everything happens, and then it is looked at what was kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mistvale.server.settings import DATABASE

from . import kept
from .contestants import Contestant
from .faults import Faults, clock
from .health import Health
from .members import Correspondent, Leaver, Programmer, Regular, Rival
from .nuisances import Gossip, Liar, Outcast, Slow, Storm
from .outdoors import Endpoint
from .players import Finisher, Friend, Host, Householder, Player
from .strangers import Dreamer, QuickMatcher, Stranger
from .world import PATIENCE, Database, Disk, World

LEAST_MOVES = 20  # a minute
SHORT = 1.0  # minutes in which no match need come to its end
LONG = 8.0  # minutes after which everybody must have been there
KINDS: Sequence[type[Player]] = (
    Householder,
    Finisher,
    Host,
    Friend,
    Stranger,
    QuickMatcher,
    Dreamer,
    Regular,
    Rival,
    Correspondent,
    Programmer,
    Contestant,
    Leaver,
    Gossip,
    Outcast,
    Slow,
    Liar,
    Storm,
)


@dataclass
class Outcome:
    """What came of a soak."""

    about: str
    happened: dict[str, int] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    health: str = ""
    findings: list[str] = field(default_factory=list)

    def told(self) -> str:
        """As it is written into a note."""
        lists = {"happened": self.happened, "acknowledged": self.acknowledged, "checked": self.checked}
        lines = [f"**{self.about}**", ""]
        for name, found in lists.items():
            lines.append(f"- {name}: " + ", ".join(f"{what} {count}" for what, count in found.items()))
        lines += [f"- {self.health}", f"- findings: {len(self.findings)}"]
        return "\n".join(lines)


def idle(world: World, minutes: float) -> Iterator[str]:
    """A soak in which nothing happens proves nothing."""
    counts = world.ledger.counts
    if counts["move"] < LEAST_MOVES * minutes or (minutes > SHORT and not counts["match verified"]):
        yield f"hardly anybody played: {counts['move']} moves, {counts['match verified']} finished matches"
    if minutes >= LONG:
        never = [kind.__name__ for kind in KINDS if not counts[f"visits of a {kind.__name__}"]]
        yield from (f"no {name} ever came to an end of anything" for name in never)


@contextmanager
def world_of(postgres: bool, seed: int, think: float) -> Iterator[tuple[World, Faults]]:
    """Servers that serve, and what can happen to them."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mistvale-soak-")))
        clock()  # before the first server starts
        data = folder / "data"
        data.mkdir()
        database = disk = None
        if postgres:
            database = Database()
            stack.callback(database.close)
        else:
            disk = Disk(data)
            stack.callback(disk.close)
        endpoint = stack.enter_context(Endpoint(folder, seed))
        world = World(data, database, endpoint, seed, think)
        stack.callback(lambda: world.close())
        yield world, Faults(world, disk)


def soak(
    minutes: float,
    kills: int,
    postgres: bool,
    seed: int,
    think: float,
    seen: Callable[[float, World, Faults], None],
) -> Outcome:
    """Let it all happen for so long; what was found."""
    with world_of(postgres, seed, think) as (world, faults):
        where = f"{len(world.ports)} servers on PostgreSQL" if postgres else f"one server on SQLite ({DATABASE})"
        outcome = Outcome(f"{minutes:g} minutes, {where}, seed {seed}")
        health = Health(world, minutes * 60)
        players = [kind(world, seed * 1000 + 10 * i + j) for i, kind in enumerate(KINDS) for j in range(kind.count)]
        for thread in (*players, health):
            thread.start()
        faults.befall(minutes * 60, kills, lambda part: seen(part, world, faults))
        world.over.set()
        for player in players:
            player.join(2 * PATIENCE)
            if player.is_alive():
                world.ledger.find(f"{player.name} waits for ever")
        world.settle()
        outcome.findings += kept.told_now(world)
        world.stop()
        outcome.checked, found = kept.in_store(world, bool(clock()))
        outcome.findings += [*world.ledger.findings, *found, *health.findings(), *idle(world, minutes)]
        outcome.happened = dict(faults.happened.most_common())
        outcome.acknowledged = dict(world.ledger.counts.most_common())
        outcome.health = health.told()
    return outcome
