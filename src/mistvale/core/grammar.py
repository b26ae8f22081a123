"""What a language does to words that are put into sentences: forms of nouns, forms for numbers, lists, decimals.

A noun of a catalogue brings the forms that its language needs, behind bars: `Raketa | acc: raketu`. A message asks for
one of them where it is put in: `{card:acc}`. Which nouns may be put into which placeholder is declared once for a room,
in `text/nouns.toml`. `docs/translating.md` tells it all.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import c2py
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.numbers import format_percent, get_decimal_symbol

# ------------------------------------------------------------ nouns

BAR = re.compile(r"\s\|\s(?=(?:[a-z][a-z0-9_]*|before [^:|]+):\s)")
"""Between the forms of a noun; a bar in a sentence is only a bar."""


class Noun(str):
    """The name of a thing, with the other forms that its language has for it; by itself it is the one on labels."""

    __slots__ = ("forms", "key")

    key: str
    forms: Mapping[str, str]

    def __new__(cls, key: str, base: str, forms: Mapping[str, str]) -> Noun:
        noun = super().__new__(cls, base)
        noun.key, noun.forms = key, forms
        return noun

    def __getnewargs__(self) -> tuple[str, str, dict[str, str]]:  # type: ignore[override]
        return self.key, str(self), dict(self.forms)

    def __format__(self, spec: str) -> str:
        """The form that a placeholder asks for: `the`, or `The` at the start of a sentence."""
        if not spec.isidentifier():
            return str.__format__(self, spec)
        if spec in self.forms:
            return self.forms[spec]
        plain = spec[0].lower() + spec[1:]
        if plain in self.forms:
            return capital(self.forms[plain])
        raise MissingForm(f"{self.key} has no form {spec!r}; it has: {', '.join(self.forms) or 'none'}")

    def filled(self, values: Mapping[str, Any]) -> Noun:
        """It with the placeholders of all its forms filled in."""
        forms = {form: text.format_map(values) for form, text in self.forms.items()}
        return Noun(self.key, str(self).format_map(values), forms)


class Formless(str):
    """A name that has no forms, whichever is asked for."""

    def __format__(self, spec: str) -> str:
        return str(self) if spec.isidentifier() else str.__format__(self, spec)


def formless(value: object) -> object:
    """A text in whose place any form may be asked for; other values as they are."""
    return Formless(value) if isinstance(value, str) else value


class MissingForm(ValueError):
    """A message asks for a form that a noun does not bring."""


def capital(text: str) -> str:
    """With a capital letter at the start; the others stay."""
    return text[:1].upper() + text[1:]


def noun(key: str, text: str) -> Noun:
    """A noun as it is written in a catalogue: `Raketa | acc: raketu`."""
    base, *others = BAR.split(text)
    return Noun(key, base, dict(other.split(": ", 1) for other in others))


def has_forms(text: str) -> bool:
    """Whether a text of a catalogue brings forms."""
    return BAR.search(text) is not None


def asked_forms(text: str) -> dict[str, set[str]]:
    """The placeholders of a text, and the forms that it asks of each."""
    asked: dict[str, set[str]] = {}
    for _, name, spec, _ in string.Formatter().parse(text):
        if name is not None:
            asked.setdefault(name, set()).update({spec} if spec and spec.isidentifier() else ())
    return asked


# ------------------------------------------------------------ forms for numbers

PERIOD = 100
"""From here on, the last two digits decide which form a number takes, in every language that we know of."""


class Counted(tuple[str, ...]):
    """A message that depends on a number: a text for each of its language's forms."""

    rule: PluralRule

    def __new__(cls, texts: Sequence[str], rule: PluralRule) -> Counted:
        counted = super().__new__(cls, texts)
        counted.rule = rule
        return counted

    def __getnewargs__(self) -> tuple[tuple[str, ...], PluralRule]:
        return tuple(self), self.rule

    def of(self, number: Any) -> str:
        """The text for a number; for anything else the last one, which is the most general."""
        return self[self.rule(number)] if isinstance(number, int) else self[-1]


class PluralRule:
    """Which form a number takes, by the `Plural-Forms` of a catalogue's header.

    The rule is a formula in C. Written out for two hundred numbers it is the same for everybody who reads it: the
    browser gets this table and needs no formula.
    """

    def __init__(self, formula: str) -> None:
        self.formula = formula
        number_of: Callable[[int], int] = c2py(formula)
        self.table = "".join(str(int(number_of(n))) for n in range(2 * PERIOD))

    def __call__(self, number: int) -> int:
        size = abs(number)
        return int(self.table[size if size < PERIOD else PERIOD + size % PERIOD])

    def __reduce__(self) -> tuple[Any, ...]:
        return plural_rule, (self.formula,)


@cache
def plural_rule(formula: str) -> PluralRule:
    """The rule of a formula such as `n != 1`."""
    return PluralRule(formula)


# ------------------------------------------------------------ lists


def joined(pair: str, items: Sequence[str], between: str = ", ") -> str:
    """Several as a sentence lists them. `pair` puts the last two together: `{first} and {last}`.

    Some languages say it otherwise before some sounds: `{first} y {last} | before i hi: {first} e {last}`. If all items
    are nouns, the list has the forms that they all have.
    """
    if len(items) < 2:
        return items[0] if items else ""
    *first, last = items
    said = _pair(pair, last).format(first=between.join(first), last=last)
    nouns = [item for item in items if isinstance(item, Noun)]
    if len(nouns) < len(items):
        return said
    shared = set.intersection(*(set(each.forms) for each in nouns))
    forms = {form: joined(pair, [each.forms[form] for each in nouns], between) for form in sorted(shared)}
    return Noun(nouns[0].key, said, forms)


def _pair(pair: str, last: str) -> str:
    usual, *others = BAR.split(pair)
    for other in others:
        condition, text = other.split(": ", 1)
        if last.lower().startswith(tuple(condition.removeprefix("before ").split())):
            return text
    return usual


def signs(labels: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell labels apart, for where there is no room: B, Was, Wal."""
    short = []
    for label in labels:
        others = [other for other in labels if other != label]
        sizes = range(1, len(label) + 1)
        short.append(next((label[:n] for n in sizes if not any(o.startswith(label[:n]) for o in others)), label))
    return short


# ------------------------------------------------------------ decimals


class Decimal(float):
    """A number with a fraction, as it is written in a language: 1.5 or 1,5."""

    lang: str

    def __new__(cls, value: float, lang: str) -> Decimal:
        number = super().__new__(cls, value)
        number.lang = lang
        return number

    def __format__(self, spec: str) -> str:
        if spec.endswith("%"):
            return _percent(float(self), self.lang)
        return float.__format__(self, spec).replace(".", _point(self.lang))


@cache
def _locale(lang: str) -> Locale:
    """Where a language is none that is known of, as in tests, numbers are English."""
    try:
        return Locale.parse(lang)
    except (ValueError, UnknownLocaleError):
        return Locale.parse("en")


def _point(lang: str) -> str:
    return get_decimal_symbol(_locale(lang))


def _percent(value: float, lang: str) -> str:
    return format_percent(value, locale=_locale(lang))
