"""`mistvale analyse`: a report, JSON and a page; clear words for what can't be looked back at."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mistvale.core.rule import INTERPRETED

from .helpers import kept, played, run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of rollouts")


def test_a_record_is_looked_back_at(tmp_path: Path) -> None:
    record = kept(tmp_path, played())
    data, page = tmp_path / "found.json", tmp_path / "found.html"
    result = run("analyse", record, "--quick", "--level", "adept", "--json", data, "--html", page)
    assert result.exit_code == 0
    for words in ("Looking back: Misty", "Adept", "Luck and skill", "Turning points", "What this means"):
        assert words in result.stdout
    told = json.loads(data.read_text())
    assert (told["format"], told["game"], told["level"]) == ("mistvale-analysis", "misty", "adept")
    assert len(told["decisions"]) == told["total"]
    html = page.read_text()
    assert html.startswith("<!doctype html>") and html.count("<h2>") == 5 and 'class="curve"' in html
    assert "<script" not in html
    links = re.findall(r"(?:https?:)?//[^\s\"')]+", html)
    assert {link for link in links if "www.w3.org" not in link} == set(), "it needs nothing from any network"


def test_of_several_records_it_tells_where_points_are_lost(tmp_path: Path) -> None:
    records = []
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        records.append(kept(tmp_path / str(number), played(seed=number, names=["Ann", f"Rival {number}"])))
    data, page = tmp_path / "found.json", tmp_path / "found.html"
    result = run("analyse", *records, "--quick", "--level", "friend", "--json", data, "--html", page)
    assert result.exit_code == 0, result.stderr
    assert "Ann: where points are lost in Misty" in result.stdout and "From 2 matches" in result.stdout
    assert "Picking a card" in result.stdout and "Rival" not in result.stdout, "who sat there once is not told of"
    told = json.loads(data.read_text())
    assert (told["format"], len(told["analyses"])) == ("mistvale-insights", 2)
    [ann] = told["people"]
    assert (ann["name"], ann["game"], ann["matches"]) == ("Ann", "misty", 2)
    assert sum(each["decisions"] for each in ann["kinds"]) == ann["all"]["decisions"] > 10
    html = page.read_text()
    assert html.startswith("<!doctype html>") and html.count("<table>") == 2 and "<script" not in html


def test_a_record_that_is_given_twice_is_one_match(tmp_path: Path) -> None:
    """Else it would seem surer than it is."""
    record = kept(tmp_path, played())
    result = run("analyse", record, record, "--quick", "--level", "friend")
    assert result.exit_code == 0, result.stderr
    assert "Looking back: Misty" in result.stdout and "2 matches" not in result.stdout


def test_one_of_several_records_that_is_not_over_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    result = run("analyse", kept(tmp_path, played()), kept(tmp_path / "other", played(moves=10)))
    assert result.exit_code == 1 and "not over" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--level", "wizard"], "there is no level called 'wizard'"),
        (["--json", "match.json"], "match.json"),
        (["--html", "nowhere/found.html"], "nowhere"),
    ],
)
def test_bad_wishes_are_refused_before_anything_is_done(
    tmp_path: Path, arguments: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, played())
    monkeypatch.chdir(tmp_path)
    result = run("analyse", "match.json", *arguments)
    assert result.exit_code == 1
    assert why in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_match_that_is_not_over_is_refused(tmp_path: Path) -> None:
    result = run("analyse", kept(tmp_path, played(moves=10)))
    assert result.exit_code == 1
    assert "not over" in result.stderr


def test_a_torn_record_is_refused(tmp_path: Path) -> None:
    record = kept(tmp_path, played())
    record.write_text(record.read_text()[:400])
    result = run("analyse", record)
    assert result.exit_code == 1
    assert "match.json" in result.stderr and "Traceback" not in result.stderr
