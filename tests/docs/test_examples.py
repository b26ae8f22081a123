"""The examples that readers copy must run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.S))
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_of_the_documentation_runs(code, tmp_path, monkeypatch):
    if "mistvale.lab.openspiel" in code:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'mistvale[openspiel]'")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_each_call_stands_once_in_the_protocol():
    """Merges have left rows of several ages beside each other, and readers took the oldest for true."""
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    calls = re.findall(r"^\| `((?:GET|POST|PUT|DELETE) [^`?]*)", text, flags=re.M)
    assert len(calls) > 50
    assert [each for each in sorted(set(calls)) if calls.count(each) > 1] == []
    for told in ("**Match status**", "**Errors**"):
        assert text.count(told) == 1, told


@pytest.mark.parametrize("page", [p for p in PAGES if p.exists()], ids=lambda p: p.name)
def test_links_to_files_of_the_project_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text)
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing
