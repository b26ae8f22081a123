"""What the people at a table agree on beside the rules: who may come, how fast one plays, and what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from mistvale.core.text import DEFAULT

# Who may find a table: those with a link, friends of the host too, or everybody.
Door = Literal["link", "friends", "public"]
# No clock; a bank and some seconds a decision; hours or days a decision.
PaceKind = Literal["none", "live", "mail"]
# The bot that plays on for somebody who is gone, unless the host picks another.
STAND_IN = "greedy"
# What of each decision no clock counts, for the way of a move over the network; nobody can ask for more.
GRACE = 500


@dataclass(frozen=True)
class Pace:
    """How much time a seat has, in milliseconds."""

    kind: PaceKind = "none"
    # Of a live match: what a seat may use up beside the time of each decision.
    bank: int = 0
    # What every decision has of its own; what is left of it is lost.
    decision: int = 0
    # What the server adds to each decision. Written down, so that another one later counts as this one did.
    grace: int = GRACE

    @property
    def allowance(self) -> int:
        """What a decision may take before the bank is touched."""
        return self.decision + self.grace


@dataclass(frozen=True)
class Terms:
    """Agreed on when a table is opened; the host may change them until play begins."""

    hints: bool = True
    door: Door = "link"
    pace: Pace = field(default_factory=Pace)
    rated: bool = False
    # The bot that takes the seat of somebody who is out of time or gone.
    level: str = STAND_IN
    # The language of whoever opened the table: what the server itself writes there is in it.
    lang: str = DEFAULT
    # Whether programs of players may sit here; people agree to that before they sit down.
    programs: bool = False
    # The day whose match it is, as in 2026-01-31; empty for all other tables.
    daily: str = ""
    # The tournament whose table it is, if it is one's; and how many seconds its start waits for somebody.
    tournament: str = ""
    patience: int = 0

    @property
    def counts(self) -> bool:
        """Whether it counts for something who comes in before whom: who is gone has lost, and stays away."""
        return self.rated or bool(self.tournament)

    def written(self) -> dict[str, Any]:
        """As an event holds them; hints stand where they always stood."""
        terms = asdict(self)
        return {"hints": terms.pop("hints"), "terms": terms}


def read_terms(data: Mapping[str, Any]) -> Terms:
    """Terms as an event holds them; tables of before had hints to agree on, and nothing else."""
    terms = dict(data.get("terms", {}))
    pace = Pace(**terms.pop("pace", {}))
    return Terms(hints=data.get("hints", True), pace=pace, **terms)
