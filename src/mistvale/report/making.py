"""From the matches of a plan to what is told of them, and to files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import comparing, measuring, weighing, wide
from .page import page
from .plan import Plan, quick
from .running import Rows
from .sure import Figure
from .telling import Told

JSON, HTML = "report.json", "report.html"


def found(plan: Plan, rows: Rows) -> dict[str, Any]:
    """All that the matches come to."""
    tables = measuring.by_table(plan, rows)
    about = {"matches": len(rows), "seconds": sum(row["seconds"] for row in rows), "quick": quick(plan)}
    if plan.against is not None:
        compared = comparing.compared(plan, tables)
        return {**about, "compared": compared, "verdicts": comparing.verdicts(compared, "measures")}
    if plan.sweep is not None:
        swept = comparing.swept(plan, tables)
        return {**about, "swept": swept, "verdicts": comparing.verdicts(swept, "slopes")}
    components, chooser = weighing.components(plan, tables), weighing.chooser(plan, tables)
    return {
        **about,
        "fairness": measuring.fairness(plan, tables),
        "lengths": measuring.lengths(plan, tables),
        "depth": measuring.depth(plan, tables),
        "components": components,
        "chooser": chooser,
        "more": wide.components(components, chooser == plan.best),
    }


def plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, Figure):
        return value.plain()
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def write(folder: Path, plan: Plan, what: Mapping[str, Any], lang: str) -> Path:
    """The page, and the figures as JSON beside it; the page's file."""
    told = {"plan": plan.header(), "tables": {table.key: table.deals for table in plan.tables}, **plain(what)}
    (folder / JSON).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    file = folder / HTML
    file.write_text(page(Told(plan, what, lang)), encoding="utf-8")
    return file
