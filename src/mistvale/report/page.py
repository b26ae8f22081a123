"""A report as one page that needs nothing else: no script, no other file, nothing from any network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..analysis.page import frame
from .pictures import Dot, dots, lines
from .sizing import FEWEST_LUCK, LUCK_FROM
from .sure import ALPHA, Figure
from .telling import HUNDRED, Told
from .wide import is_part

STYLE = """
h1 { line-height: 1.2; text-wrap: balance; } h3 { margin: 1.6rem 0 .4rem; }
.plot { width: 100%; max-width: 36rem; height: auto; display: block; margin: .2rem 0 1rem; }
.plot text { font-size: 13px; fill: currentColor; } .plot .soft { fill-opacity: .65; font-size: 12px; }
.plot .told { stroke: var(--ground); stroke-width: 4px; paint-order: stroke; }
.plot .marked, .plot .name { font-weight: 700; } .plot .grid { stroke: currentColor; stroke-opacity: .13; }
.plot .fair { stroke: currentColor; stroke-opacity: .7; stroke-dasharray: 4 4; }
.card { margin: .8rem 0; } .card table { font-size: .9rem; } .card th { vertical-align: bottom; line-height: 1.25; }
.card th:first-child, .card td:first-child { position: sticky; left: 0; background: var(--card); }
td { white-space: nowrap; } td.sure { font-weight: 700; } td.number { font-variant-numeric: tabular-nums; }
th.number { text-align: right; } td small { opacity: .7; } td.number small { display: block; font-weight: 400; }
.glance { background: var(--card); border: 1px solid var(--line); border-left: .35rem solid #2f8f83;
  border-radius: .6rem; padding: .4rem 1.2rem .4rem 2rem; } .glance li { margin: .3rem 0; }
.wide { border-left-color: #c8662b; } .soft { opacity: .8; } .typed { white-space: nowrap; }
.mark { display: inline-block; font-size: .75rem; font-weight: 600; padding: 0 .45rem; border-radius: 1rem;
  border: 1px solid currentColor; margin-left: .3rem; } .strong { color: #b4501a; } .dead { color: #4a6aa5; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .8rem; }
.plots .card { margin: 0; } .plots h3 { margin: .4rem .4rem 0; font-size: 1rem; }
@media (prefers-color-scheme: dark) { .strong { color: #ffab7a; } .dead { color: #a9c3f5; } }
@media (max-width: 40rem) { body { padding: 1rem .8rem; } .card table { font-size: .82rem; }
  th, td { padding: .3rem .45rem; } .card { padding: .1rem .2rem; }
  .plot .told { font-size: 18px; } .plot .soft { font-size: 16px; } }
"""
STRONG = frozenset({"much", "sought", "always"})
OPTION = re.compile(r"--[a-z]+( \d+)?")


def page(told: Told) -> str:
    """The page as HTML."""
    parts = [f"<h1>{escape(told.title)}</h1>", paragraph(told.by), *_glance(told)]
    if told.plan.against is not None:
        parts += [section(told, "compared"), *_against(told)]
    elif told.plan.sweep is not None:
        parts += [section(told, "moves"), *_sweep(told)]
    else:
        parts += [section(told, "fairness"), *_fairness(told), section(told, "length"), *_lengths(told)]
        parts += [section(told, "depth"), *_depth(told), section(told, "components"), *_components(told)]
    parts += [section(told, "method"), *(paragraph(told.words(f"method.{key}")) for key in _methods(told))]
    return frame(told.lang, told.title, parts, STYLE)


def _methods(told: Told) -> list[str]:
    if told.plan.against is not None or told.plan.sweep is not None:
        return ["sure", "paired", "time"]
    return ["sure", "seeds", "time", "worth", "seen"]


def section(told: Told, key: str) -> str:
    return f"<h2>{escape(told.words(f'heading.{key}'))}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{kept_whole(text)}</p>' if kind else f"<p>{kept_whole(text)}</p>"


def kept_whole(text: str) -> str:
    """Text as HTML, with what is to be typed on one line: a browser would part it after its strokes."""
    return OPTION.sub(r'<span class="typed">\g<0></span>', escape(text))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> str:
    """A table whose cells are HTML already; the first columns are names, the others figures."""
    top = "".join(f"<th{'' if i < names else ' class=number'}>{escape(head)}</th>" for i, head in enumerate(heads))
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="card"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def cell(text: str, *kinds: str) -> str:
    if not kinds:
        return f"<td>{escape(text)}</td>"
    value, bracket, interval = text.partition(" (")
    below = f"<small>{escape(interval.removesuffix(')'))}</small>" if bracket else ""
    return f'<td class="{" ".join(kinds)}">{escape(value)}{below}</td>'


def listed(items: Sequence[str], kind: str) -> str:
    return f'<ul class="{kind}">{"".join(f"<li>{kept_whole(item)}</li>" for item in items)}</ul>'


# ---------------------------------------------------------------- one box


def _glance(told: Told) -> list[str]:
    parts = [section(told, "glance"), listed(told.sentences(), "glance")]
    warnings = told.warnings()
    return [*parts, listed(warnings, "glance wide")] if warnings else parts


def _fairness(told: Told) -> list[str]:
    parts = [paragraph(told.words("fairness.about"))]
    for seats in told.plan.seats:
        own = [each for each in told.found["fairness"] if each["seats"] == seats]
        heading = told.words("seats", n=seats)
        parts.append(f"<h3>{escape(heading)}</h3>")
        for which, key, about in (("wins", "chance", "seat"), ("places", "place_chance", "turn")):
            rows = [
                Dot(
                    told.words(f"label.{about}", level=told.level(each["level"]), number=number + 1),
                    percent(figure),
                    told.share(figure),
                    ink,
                    each[key] < ALPHA,
                )
                for ink, each in enumerate(own)
                for number, figure in enumerate(each[which])
                if which == "wins" or not each["fixed"]
            ]
            if rows:
                parts.append(paragraph(told.words(f"plot.{which}"), "soft"))
                parts.append(dots(f"{heading}: {told.words(f'plot.{which}')}", rows, (0, 100), " %", HUNDRED / seats))
        if all(each["fixed"] for each in own):
            parts.append(paragraph(told.words("order.fixed"), "soft"))
        elif not any(each["places"] for each in own):
            parts.append(paragraph(told.words("order.none"), "soft"))
    names = ("matches", "third", "undecided", "changes", "tied", "broken", "margin")
    return [*parts, _by_level(told, told.found["fairness"], names)]


def percent(figure: Figure) -> Figure:
    return Figure(HUNDRED * figure.value, HUNDRED * figure.low, HUNDRED * figure.high, figure.of)


def _by_level(told: Told, found: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """A line for each number of seats and each level."""
    heads = [told.words("column.seats"), told.words("column.level"), *(told.words(f"measure.{name}") for name in names)]
    rows = [
        [
            cell(str(each["seats"])),
            cell(told.level(each["level"])),
            *(cell(_level_cell(told, name, each[name]), "number") for name in names),
        ]
        for each in found
    ]
    return table(heads, rows, names=2)


def _level_cell(told: Told, name: str, value: Any) -> str:
    if name == "matches":
        return str(value)
    return told.share(value) if name == "broken" else told.measure(name, value)


def _lengths(told: Told) -> list[str]:
    names = ("decisions", "rounds", "minutes", "choices", "forced", "still", "points")
    usual = told.plan.game.minutes
    about = [paragraph(told.words("length.usual", n=usual), "soft")] if usual else []
    return [paragraph(told.words("length.about")), _by_level(told, told.found["lengths"], names), *about]


def _depth(told: Told) -> list[str]:
    found, parts = told.found["depth"], [paragraph(told.words("depth.about"))]
    pairs = [
        told.words("label.step", higher=told.level(each["higher"]), lower=told.level(each["lower"]))
        for each in found["steps"]
    ]
    if pairs:
        rows = [
            Dot(pair, percent(each["ahead"]), told.share(each["ahead"]))
            for pair, each in zip(pairs, found["steps"], strict=True)
        ]
        title = told.words("plot.steps")
        parts += [paragraph(title, "soft"), dots(title, rows, (0, 100), " %", 50)]
        steps = [
            told.words("depth.step", pair=pair, steps=told.points(each["steps"]))
            for pair, each in zip(pairs, found["steps"], strict=True)
        ]
        parts.append(listed(steps, "steps"))
    if found["total"].of:
        parts.append(
            paragraph(told.words("depth.total", steps=told.points(found["total"]), best=told.level(told.plan.best)))
        )
    if found["luck"].of:
        luck = told.points(found["luck"], times=HUNDRED)
        parts.append(
            paragraph(told.words("depth.luck", luck=luck, n=found["luck"].of, level=told.level(told.plan.main)))
        )
    else:
        parts.append(paragraph(told.words("depth.no-luck", least=FEWEST_LUCK, matches=LUCK_FROM)))
    return parts


COLUMNS = ("in", "sought", "each", "decides", "association")
LACKING = ("points", "margin", "decisions", "first")


def _components(told: Told) -> list[str]:
    found = told.found["components"]
    if not found:
        return [paragraph(told.words("components.none"))]
    parts = [
        paragraph(
            told.words(
                "components.about",
                level=told.level(told.plan.main),
                best=told.level(told.found["chooser"]),
                quick=told.level(told.found["quick"]),
            )
        )
    ]
    for group in dict.fromkeys(each["group"] for each in found):
        parts.append(f"<h3>{escape(told.group(group))}</h3>")
        parts.append(_group(told, [each for each in found if each["group"] == group]))
    return parts


def _group(told: Told, own: Sequence[Mapping[str, Any]]) -> str:
    """The components of a group; columns of which nothing is known are left out."""
    columns = [name for name in COLUMNS if any(each[name].of for each in own)]
    lacking = [name for name in LACKING if any(each["without"] for each in own)]
    heads = [told.words("column.name"), *(told.words(f"column.{name}") for name in columns)]
    heads += [told.words("column.without", measure=told.words(f"lack.{name}")) for name in lacking]
    rows = []
    for each in own:
        row = [f"<td>{_named(told, each)}</td>"]
        for name in columns:
            sure = name == "association" and each["association_chance"] < ALPHA
            text = (
                told.share(each[name]) if name in ("in", "decides") else told.points(each[name], name == "association")
            )
            row.append(cell(text, "number", *(["sure"] if sure else [])))
        for name in lacking:
            lack = each["without"].get(name)
            if lack is None:
                row.append(cell("-", "number"))
                continue
            times = HUNDRED if name == "first" else 1.0
            text = told.points(lack["change"], signed=True, times=times)
            row.append(cell(text, "number", *(["sure"] if lack["chance"] < ALPHA else [])))
        rows.append(row)
    return table(heads, rows)


def _named(told: Told, each: Mapping[str, Any]) -> str:
    """A component with its marks, and how the box was changed where it needs that one."""
    marks = "".join(
        f'<span class="mark {"strong" if mark in STRONG else "dead"}">{escape(told.words(f"mark.{mark}"))}</span>'
        for mark in each["marks"]
    )
    how = f" <small>({escape(told.words('how.' + each['how']))})</small>" if each["how"] not in ("", "left-out") else ""
    return escape(told.component(each)) + how + marks


# ---------------------------------------------------------------- several boxes


def _against(told: Told) -> list[str]:
    parts = [paragraph(told.words("compared.about"))]
    heads = [told.words(f"column.{key}") for key in ("measure", "before", "after", "change")]
    for each in told.found["compared"]:
        parts.append(f"<h3>{escape(told.words('table', n=each['seats'], level=told.level(each['level'])))}</h3>")
        rows = []
        for one in each["measures"]:
            base = one["name"].partition(".")[0]
            times = HUNDRED if is_part(base) else 1.0
            sure = ["sure"] if one["chance"] < ALPHA else []
            change = told.points(one["change"], signed=True, times=times)
            both = [cell(told.measure(base, one[key]), "number") for key in ("before", "after")]
            rows.append([cell(told.measure_name(one["name"])), *both, cell(change, "number", *sure)])
        parts.append(table(heads, rows))
    return parts


def _sweep(told: Told) -> list[str]:
    assert told.plan.sweep is not None
    sweep = told.plan.sweep
    parts = [paragraph(told.words("moves.about", path=sweep.path, now=sweep.now))]
    for seats in told.plan.seats:
        own = [each for each in told.found["swept"] if each["seats"] == seats]
        parts += [f"<h3>{escape(told.words('seats', n=seats))}</h3>", '<div class="plots">']
        for name in own[0]["measures"] if own else ():
            title = told.measure_name(name)
            scale = HUNDRED if is_part(name) else 1.0
            series = [(told.level(each["level"]), each["measures"][name]) for each in own]
            picture = lines(title, sweep.values, series, scale)
            parts.append(f'<div class="card"><h3>{escape(title)}</h3>{picture}</div>')
        parts.append("</div>")
    return parts
