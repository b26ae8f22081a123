"""What axe-core finds on a page: the rules of WCAG 2.2 AA, and its own best practice."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The drawings that others are made of are never seen themselves.
WHERE = {"include": [["html"]], "exclude": [[".shelf"]]}
RUN = """([where, options]) => axe.run(where, options).then(({violations}) => violations.map(({id, help, nodes}) =>
  `${id}: ${help}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`))"""


@cache
def source() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What is wrong with a page. Its contrast is measured by pixels, which finds all that axe would, and more."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    rules = {"color-contrast": {"enabled": False}}
    options: dict[str, Any] = {"runOnly": RULES, "rules": rules, "resultTypes": ["violations"]}
    found: list[str] = page.evaluate(RUN, [WHERE, options])
    return found
