"""The examples that readers copy must run."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from mistvale.cli import app

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


def commands(text):
    """What a page says to type: lines of its blocks, and what stands between backticks, from `mistvale` to a pipe."""
    blocks = re.findall(r"^```(?!python|toml|json|po)[^\n]*\n(.*?)^```", text, flags=re.S | re.M)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    for line in [*lines, *re.findall(r"(?<!`)`(mistvale [^`]+)`", text)]:
        typed = re.match(r"(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?mistvale (.*)", line)
        if typed:
            yield shlex.split(re.split(r" [|>&;#] ?", typed[1])[0], comments=True)


def unknown(command, typed):
    """Of what is typed, the first command that does not exist, or the options."""
    known = {"--help"}
    for before, word in pairwise(["", *typed, ""]):
        known |= {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        if not hasattr(command, "commands") or not word:
            break
        if word not in command.commands and "-" not in (word[0], before[:1]):
            return [word]  # no option, and no value of one
        command = command.commands.get(word, command)
    return [word for word in typed if word.startswith("-") and word.partition("=")[0] not in known]


def test_all_commands_that_pages_name_exist():
    root = typer.main.get_command(app)
    found = [(page.name, typed) for page in PAGES for typed in commands(page.read_text(encoding="utf-8"))]
    assert len(found) > 100
    assert [(page, typed, bad) for page, typed in found if (bad := unknown(root, typed))] == []
