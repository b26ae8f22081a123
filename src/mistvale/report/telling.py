"""A report in words, in one language: figures with their intervals, and what stands out as sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ..core.grammar import Decimal
from ..core.text import words
from ..lab.setting import Setting
from .components import Catalogue
from .plan import Plan
from .sizing import PER_LUCK
from .sure import ALPHA, Figure
from .weighing import DEAD, STRONG
from .wide import is_part

ROOM = "mistvale.report"
HUNDRED = 100
MOST_NAMED = 4  # components of a group that are named for the same thing
NONE = "-"


class Told:
    """A report, told in a language."""

    def __init__(self, plan: Plan, found: Mapping[str, Any], lang: str) -> None:
        self.plan, self.found, self.lang = plan, found, lang
        self.words = words(lang, "mistvale", ROOM)
        few = min(plan.seats)
        self.catalogue = Catalogue(Setting(plan.game, plan.box, few, plan.options))

    @property
    def title(self) -> str:
        game = self.plan.game.title
        if self.plan.sweep:
            return self.words("title.sweep", game=game, path=self.plan.sweep.path)
        return self.words("title.against" if self.plan.against else "title", game=game)

    @property
    def by(self) -> str:
        """How many matches, between whom, and how long that took."""
        levels = self.words.listed([self.level(name) for name in self.plan.levels])
        seats = self.words.listed([str(count) for count in self.plan.seats])
        time = self.words("time", n=max(1, round(self.found["seconds"] / 60)))
        return self.words("by", n=self.found["matches"], levels=levels, seats=seats, time=time)

    def level(self, name: str) -> str:
        """What a bot is called."""
        base, _, rest = name.partition(":")
        return self.words.get(f"bot.{base}", base) + (f" ({rest})" if rest else "")

    def group(self, name: str) -> str:
        return self.words.get(f"group.{name}", name)

    def component(self, each: Mapping[str, Any]) -> str:
        return self.catalogue.told((each["group"], each["name"]), self.lang)

    # ------------------------------------------------------------ figures

    def share(self, figure: Figure) -> str:
        """A share in per cent."""
        if not figure.of or math.isnan(figure.value):
            return NONE
        low, high = max(0.0, figure.low), min(1.0, figure.high)
        return self.words("value.share", value=HUNDRED * figure.value, low=HUNDRED * low, high=HUNDRED * high)

    def points(self, figure: Figure, signed: bool = False, times: float = 1.0) -> str:
        """A number; where it is a difference, with its sign."""
        if not figure.of or math.isnan(figure.value):
            return NONE
        digits = digits_of(
            times * max(abs(each) for each in (figure.value, figure.low, figure.high) if math.isfinite(each))
        )
        form = f"{'+' if signed else ''}.{digits}f"
        ends = {
            name: format(Decimal(times * getattr(figure, name), self.lang), form) for name in ("value", "low", "high")
        }
        if not math.isfinite(figure.low) or not math.isfinite(figure.high):
            return self.words("value.least", value=ends["low"]) if math.isfinite(figure.low) else NONE
        return self.words("value.number", **ends)

    def measure(self, name: str, figure: Figure) -> str:
        return self.share(figure) if is_part(name) else self.points(figure)

    def measure_name(self, name: str) -> str:
        """What a measure is called; those of a seat have its number."""
        base, _, number = name.partition(".")
        return self.words(f"measure.{base}", number=int(number) + 1) if number else self.words(f"measure.{base}")

    # ------------------------------------------------------------ what stands out

    def summary(self) -> list[str]:
        """What one reads first, with its warnings."""
        return [*self.sentences(), *self.warnings()]

    def sentences(self) -> list[str]:
        """What one reads first: of two boxes or more, what is surely otherwise."""
        if "verdicts" in self.found:
            return [self._verdict(each) for each in self.found["verdicts"]] or [self.words("glance.same")]
        return [*self.facts(), *(self.findings() or [self.words("glance.none")])]

    def _verdict(self, each: Mapping[str, Any]) -> str:
        values = {
            "measure": self.measure_name(each["name"]),
            "seats": each["seats"],
            "level": self.level(each["level"]),
        }
        times = HUNDRED if is_part(each["name"]) else 1.0
        change = self.points(each["change"], signed=True, times=times)
        return self.words(f"verdict.{each['way']}", change=change, **values)

    def findings(self) -> list[str]:
        """What stands out, as sentences."""
        return [*self._unfair(), *self._long(), *self._components()]

    def facts(self) -> list[str]:
        """What one asks first, for each number of seats, of the strongest level that all play at."""
        told = []
        for fair, long in zip(self.found["fairness"], self.found["lengths"], strict=True):
            if fair["level"] == self.plan.main and fair["matches"]:
                first = max(range(fair["seats"]), key=lambda seat: fair["wins"][seat].value)
                told.append(
                    self.words(
                        "glance.facts",
                        seats=fair["seats"],
                        level=self.level(fair["level"]),
                        number=first + 1,
                        share=self.share(fair["wins"][first]),
                        third=self.share(fair["third"]),
                        minutes=self.points(long["minutes"]),
                    )
                )
        return told

    def _unfair(self) -> list[str]:
        told = []
        for each in self.found["fairness"]:
            # Bots that move at random tell of the rules' bare bones; who leads by chance is told in the table.
            if each["level"] == "random" and len(self.plan.levels) > 1:
                continue
            values = {"seats": each["seats"], "level": self.level(each["level"]), "fair": HUNDRED / each["seats"]}
            for which, key in (("wins", "chance"), ("places", "place_chance")):
                if each[which] and each[key] < ALPHA and not (which == "places" and each["fixed"]):
                    odd = max(range(each["seats"]), key=lambda n: abs(each[which][n].value - 1 / each["seats"]))
                    told.append(
                        self.words(f"find.{which}", number=odd + 1, share=self.share(each[which][odd]), **values)
                    )
        return told

    def _long(self) -> list[str]:
        told = []
        for each in self.found["lengths"]:
            if each["still"].low > 0.01 and each["level"] != "random":
                level = self.level(each["level"])
                told.append(self.words("find.still", seats=each["seats"], level=level, share=self.share(each["still"])))
        return told

    def _components(self) -> list[str]:
        told = []
        for group in dict.fromkeys(each["group"] for each in self.found["components"]):
            own = [each for each in self.found["components"] if each["group"] == group]
            for mark in ("much", "always", "sought", "shunned", "little", "rarely", "never"):
                marked = sorted(
                    (each for each in own if mark in each["marks"]), key=lambda each: -standing_out(each, mark)
                )
                if marked and (mark != "sought" or len(marked) <= len(own) / 4):
                    names = [self.component(each) for each in marked[:MOST_NAMED]]
                    if len(marked) > MOST_NAMED:
                        names.append(self.words("more", n=len(marked) - MOST_NAMED))
                    values = {"group": self.group(group), "names": self.words.listed(names)}
                    told.append(self.words(f"find.{mark}", level=self.level(self.found["chooser"]), **values))
        return told

    def warnings(self) -> list[str]:
        """Where the intervals are wide, and what would do."""
        by_table = {"fairness": "wide", "compared": "wide.compared", "swept": "wide.swept"}
        told = [
            self.words(key, seats=each["seats"], level=self.level(each["level"]), n=each["more"])
            for chapter, key in by_table.items()
            for each in self.found.get(chapter, ())
            if each["level"] == self.plan.main and each["more"]
        ]
        return told if "verdicts" in self.found else [*told, *self._wide_alone()]

    def _wide_alone(self) -> list[str]:
        """Those of a report of one box."""
        depth, told = self.found["depth"], []
        if depth["more"]:
            told.append(self.words("wide.steps", n=depth["more"]))
        if depth["more_luck"]:
            n = depth["more_luck"]
            told.append(self.words("wide.luck", n=n, matches=PER_LUCK * (depth["luck"].of + n)))
        if self.found["more"]:
            told.append(self.words("wide.components", n=self.found["more"]))
        return told


def digits_of(value: float) -> int:
    """Digits behind the point that say something of figures of this size."""
    return 2 if value < 10 else 1 if value < 100 else 0


def standing_out(each: Mapping[str, Any], mark: str) -> float:
    """By how much a component stands out, to name those first that do so most."""
    figure = each["each"] if mark in ("much", "little") else each["sought"]
    value = figure.value if math.isfinite(figure.value) else 0.0
    return value if mark in STRONG else -value


__all__ = ["DEAD", "HUNDRED", "NONE", "STRONG", "Told", "standing_out"]
