"""An analysis as one page that needs nothing else: no script, no other file, nothing from any network."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..scene.svg import draw as draw_scene
from . import curve
from .telling import SHARES, Told, ToldInsights

STYLE = """
:root { color-scheme: light dark; --ink: #17323a; --ground: #f6f4ee; --card: #fff; --line: #d8d3c6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9f1ef; --ground: #10232a; --card: #16323c; --line: #2f5663; }
}
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--ground); }
h1 { margin-bottom: 0; } h2 { margin-top: 2rem; }
.curve, .card, figure { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.curve { width: 100%; height: auto; } .card { overflow-x: auto; padding: .2rem .6rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; }
tr + tr > * { border-top: 1px solid var(--line); } td.number { text-align: right; white-space: nowrap; }
figure { margin: 1rem 0; overflow: hidden; } figcaption { padding: .6rem 1rem; }
figure svg { width: 100%; height: auto; }
.blunder, .mistake { color: #c0392b; font-weight: 600; } .inaccuracy { color: #b9770e; } .find { color: #1e8449; }
@media (prefers-color-scheme: dark) { .blunder, .mistake { color: #ff8a75; } .inaccuracy { color: #ffc65c; }
  .find { color: #7fe0a3; } }
"""


def page(told: Told) -> str:
    """The page as HTML."""
    words, analysis = told.words, told.analysis
    about = "heading.points" if told.is_alone else "heading.win"
    parts = [
        f"<h1>{escape(told.title)}</h1><p>{escape(told.by)}</p>",
        f"<h2>{escape(words(about))}</h2>",
        curve.draw(analysis, told.names, words(about)),
        f"<h2>{escape(words('heading.luck'))}</h2>",
        _luck(told),
        f"<h2>{escape(words('heading.turns'))}</h2>",
        *_turns(told),
        f"<h2>{escape(words('heading.decisions'))}</h2>",
        _decisions(told),
        f"<h2>{escape(words('heading.explained'))}</h2>",
        *(f"<p>{escape(line)}</p>" for line in told.explained),
    ]
    return frame(told.lang, told.title, parts)


def frame(lang: str, title: str, parts: Iterable[str], style: str = "") -> str:
    """What all such pages have around them."""
    head = [
        "<!doctype html>",
        f'<html lang="{escape(lang)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body>",
    ]
    return "\n".join([*head, *parts, "</body></html>\n"])


def insights_page(found: list[ToldInsights], lang: str) -> str:
    """Where those lose points who sat at some matches, as HTML."""
    parts: list[str] = []
    for told in found:
        parts += [f"<h2>{escape(told.title)}</h2>", f"<p>{escape(told.rests)}</p>"]
        for heads, rows in told.tables:
            parts.append(
                _table(heads, [[_cell(name), *(_cell(each, "number") for each in more)] for name, *more in rows])
            )
    return frame(lang, found[0].title, [*parts, f"<p>{escape(found[0].words('insights.about'))}</p>"])


def _table(heads: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="card"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def _luck(told: Told) -> str:
    if not told.analysis.shares:
        return f"<p>{escape(told.words('nothing.luck'))}</p>"
    heads = [told.words("column.seat"), *(told.words(f"share.{name}") for name in SHARES)]
    rows = [
        [_cell(name), *(_cell(told.points(getattr(share, each).lead), "number") for each in SHARES)]
        for name, share in zip(told.names, told.analysis.shares, strict=True)
    ]
    return _table(heads, rows)


def _turns(told: Told) -> list[str]:
    """The turning points with their scenes; the game's drawings are there once, and used by all."""
    found: list[str] = []
    for turn in sorted(told.analysis.turns, key=lambda each: each.step):
        drawing = draw_scene(told.analysis.match.scene(turn.seat, told.lang, turn.step), with_art=not found)
        found.append(f"<figure>{drawing}<figcaption>{escape(told.turn(turn))}</figcaption></figure>")
    return found or [f"<p>{escape(told.words('nothing.turns'))}</p>"]


def _decisions(told: Told) -> str:
    if not told.lines:
        return f"<p>{escape(told.words('nothing.decisions'))}</p>"
    heads = [told.words(f"column.{key}") for key in ("step", "seat", "mark", "played", "better", "worth")]
    rows = [
        [
            _cell(str(line.decision.step), "number"),
            _cell(line.name),
            _cell(line.mark, line.decision.mark),
            _cell(line.played),
            _cell(line.other),
            _cell(line.worth, "number"),
        ]
        for line in told.lines
    ]
    return _table(heads, rows)
