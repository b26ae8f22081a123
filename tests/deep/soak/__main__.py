"""`python -m tests.deep.soak`: an hour of it, with a summary that can be put into a note."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .faults import Faults
from .running import Outcome, soak
from .world import World

# What each store gets of the time, when both do.
SHARES = {"postgres": 3.0, "sqlite": 1.0}
KILLS_A_MINUTE = 2.0
LINE_SECONDS = 30.0  # between two lines where no bar can be drawn


class Shown:
    """How far a soak is: a bar for people, a line now and then for a log."""

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name
        self._told = -LINE_SECONDS
        self._found = 0  # findings that were shown
        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[state]}")
        self.bar = Progress(*columns, console=console, disable=not console.is_terminal)
        self._task = self.bar.add_task(name, total=1.0, state="")

    def __call__(self, part: float, world: World, faults: Faults) -> None:
        ledger = world.ledger
        kills = sum(faults.happened[kill] for kill in faults.kills)
        state = (
            f"{len(ledger.messages)} moves, {len(ledger.ended)} over, {kills} kills, {len(ledger.findings)} findings"
        )
        self.bar.update(self._task, completed=part, state=state)
        for finding in ledger.findings[self._found :]:
            self._found += 1
            self._console.print(f"{time.strftime('%H:%M:%S')} found: {finding}", markup=False, highlight=False)
        if not self._console.is_terminal and time.monotonic() - self._told > LINE_SECONDS:
            self._told = time.monotonic()
            self._console.print(f"{time.strftime('%H:%M:%S')} {self._name} {part:4.0%}: {state}", highlight=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--kills", type=int, help="how many, at random moments; two a minute unless one says so")
    parser.add_argument("--stores", default="postgres,sqlite", help="which, by commas; they share time and kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--think", type=float, default=0.3, help="seconds that players take for a move, on average")
    given = parser.parse_args()
    # Connections that break are what this is about.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    stores = given.stores.split(",")
    kills = round(KILLS_A_MINUTE * given.minutes) if given.kills is None else given.kills
    console = Console(soft_wrap=True)
    outcomes: list[Outcome] = []
    for store in stores:
        share = SHARES[store] / sum(SHARES[each] for each in stores)
        shown = Shown(console, store)
        with shown.bar:
            minutes, postgres = share * given.minutes, store == "postgres"
            outcomes.append(soak(minutes, round(share * kills), postgres, given.seed, given.think, shown))
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    for outcome in outcomes:
        console.print(f"\n{outcome.told()}", markup=False, highlight=False)
    told = "\n".join(findings) or "everything that was acknowledged is there, once"
    console.print(f"\n{told}", markup=False, highlight=False)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
