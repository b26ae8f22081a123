"""A report from the first match to the page: the same everywhere, resumed after a stop, told in every language."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import mistvale as mv
from mistvale.core.text import languages
from mistvale.report import BadReport, found, planned, run, write
from mistvale.report.comparing import verdicts
from mistvale.report.measuring import by_table, evens, figure
from mistvale.report.page import kept_whole
from mistvale.report.plan import EVEN, LUCK, STEP, match_seed
from mistvale.report.recording import Recorder, changes, undecided
from mistvale.report.sizing import FEWEST_LUCK, LUCK_FROM, by_matches, by_time, how
from mistvale.report.telling import Told
from tests.cli.helpers import run as command
from tests.toys.nim import GAME as NIM

FEW = ("--level", "random", "--best", "friend", "--matches", 4, "--seats", "2", "--workers", 1)


class Page(HTMLParser):
    """What a page would load, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href")] + [tag] * (tag == "script")
        if tag not in ("meta", "br", "path", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of a few matches, as the command makes it."""
    place = tmp_path_factory.mktemp("report")
    result = command("report", "misty", *FEW, "--folder", place)
    assert result.exit_code == 0 and "Misty: a designer's report" in result.stdout
    return place


def test_the_page_needs_nothing_else_and_has_every_chapter(folder: Path):
    text = (folder / "report.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.loads == [] and page.open == [] and len(text) < 200_000
    for chapter in ("At a glance", "Fairness", "Length", "Depth", "Components", "How this was measured"):
        assert f"<h2>{chapter}</h2>" in text
    assert "Fire truck" in text and "prefers-color-scheme: dark" in text


def test_every_figure_stands_on_the_page_with_its_interval(folder: Path):
    text = (folder / "report.html").read_text(encoding="utf-8")
    told = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    told_of = [(f"Random, seat {n}", each) for n, each in enumerate(told["fairness"][0]["wins"], 1)]
    for label, each in [*told_of, ("Gentle over Random", told["depth"]["steps"][0]["ahead"])]:
        value, low, high = (100 * each[name] for name in ("value", "low", "high"))
        said = f"{value:.0f} % ({low:.0f} to {high:.0f})"
        assert f">{label}</text>" in text and f">{said}</text>" in text and f"{label}: {said}" in text
    assert "Gentle over Random: " in text and text.count(" steps of 64 %") == 2
    assert f"Luck was not told: that takes {FEWEST_LUCK} matches" in text and f"--matches {LUCK_FROM}<" in text


def test_wide_intervals_are_said_of_each_chapter_with_what_would_do(folder: Path):
    text, told = ((folder / f"report.{kind}").read_text(encoding="utf-8") for kind in ("html", "json"))
    figures = json.loads(told)
    fair, depth, parts = figures["fairness"][0]["more"], figures["depth"]["more"], figures["more"]
    for n, what in ((fair, "each seat"), (depth, "of each pair"), (parts, "would tell how many matches each is taken")):
        assert n > 0 and f"{n} more matches {what}" in text.replace("would tell each seat", "each seat")


def test_as_many_matches_are_looked_back_at_as_luck_needs_or_none():
    plan = planned("misty", seats=[2], levels=["random"], best="friend")
    looked = {n: [t.deals for t in by_matches(plan, n).tables if t.kind == LUCK] for n in (4, 39, 40, 100, 400)}
    assert looked == {4: [], 39: [], 40: [FEWEST_LUCK], 100: [FEWEST_LUCK], 400: [20]}


def test_what_is_chosen_is_told_of_the_best_that_played(folder: Path):
    """Its seats alone are looked at where it plays against the level below."""
    plan = by_matches(planned("misty", seats=[2], levels=["random"], best="friend"), 4)
    rows = [json.loads(line) for line in (folder / "matches.jsonl").read_text(encoding="utf-8").splitlines()]
    what = found(plan, rows)
    tables = by_table(plan, rows)
    steps = [(table, row) for table in plan.tables if table.kind == STEP for row in tables[table.key]]
    assert what["chooser"] == "friend" and steps
    for each in what["components"]:
        assert each["offered"] == sum(row["offers"].get(each["key"], [0])[0] for _, row in steps)
    for table, row in steps:
        seat = table.players.index("friend")
        assert row["offers"] and all(
            n <= row["taken"].get(key, [0, 0])[seat] for key, (_, n, _) in row["offers"].items()
        )
    alone = found(plan, [row for row in rows if row["table"].startswith(EVEN)])
    assert alone["chooser"] == "random" and any(each["offered"] for each in alone["components"])


class Ray:
    """A cluster that does what it is asked for at once, and says that it has many processors."""

    def __init__(self) -> None:
        self.is_here = False

    def is_initialized(self) -> bool:
        return self.is_here

    def init(self, **said: Any) -> None:
        self.is_here = True

    def shutdown(self) -> None:
        self.is_here = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 64.0}

    def put(self, what: Any) -> Any:
        return what

    def remote(self, work: Any) -> Any:
        return type("Remote", (), {"remote": staticmethod(work)})

    def wait(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        return running, []

    def get(self, done: list[Any]) -> list[Any]:
        return done


def test_a_clusters_processors_are_counted_where_time_decides(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", Ray())
    monkeypatch.setattr("mistvale.report.sizing.timed", timed)
    plan = planned("misty", seats=[2], levels=["random"], best="friend", against="standard")
    many, few = (by_time(plan, 1.0, 2, lambda done, total: None, ray) for ray in ("auto", None))
    assert many.matches == 32 * few.matches and not sys.modules["ray"].is_initialized()


def timed(piece: Any) -> tuple[Any, float, int]:
    return how(piece.table), 6.0, 60


def test_what_stands_on_the_page_lies_beside_it_as_data(folder: Path):
    told = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert told["matches"] == 4 + 2 * 2 + 14 * 2 and told["plan"]["game"] == "misty"
    for each in told["fairness"]:
        assert all(seat["low"] <= seat["value"] <= seat["high"] for seat in each["wins"])
    rows = pyarrow.parquet.read_table(folder / "matches.parquet")
    assert rows.num_rows == told["matches"] and {"points", "ranks", "undecided", "taken"} <= {*rows.column_names}


def test_a_stopped_report_goes_on_and_comes_to_the_same(folder: Path):
    page, file = (folder / name for name in ("report.html", "matches.jsonl"))
    whole, lines = page.read_text(encoding="utf-8"), file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:20]) + lines[20][:30])  # stopped in the middle of a line
    assert command("report", "misty", *FEW, "--folder", folder).exit_code == 0
    minutes = r"\d+ minutes? of computing"
    assert re.sub(minutes, "", page.read_text(encoding="utf-8")) == re.sub(minutes, "", whole)


def test_a_folder_of_another_report_is_left_alone(folder: Path):
    before = (folder / "matches.jsonl").read_bytes()
    result = command("report", "misty", *FEW, "--seed", 5, "--folder", folder)
    assert result.exit_code == 1 and "seed 0" in result.stderr and "seed 5" in result.stderr
    assert (folder / "matches.jsonl").read_bytes() == before


def test_matches_of_bots_that_play_otherwise_by_now_are_not_mixed_in(folder: Path, monkeypatch: pytest.MonkeyPatch):
    before = (folder / "matches.jsonl").read_bytes()
    monkeypatch.setattr("mistvale.report.plan.version", lambda name, game: 99)
    result = command("report", "misty", *FEW, "--folder", folder)
    assert result.exit_code == 1 and "'friend': 99" in result.stderr
    assert (folder / "matches.jsonl").read_bytes() == before


@pytest.mark.parametrize("lang", sorted(languages("mistvale.report")))
def test_the_page_is_told_in_every_language(folder: Path, lang: str):
    plan = by_matches(planned("misty", seats=[2], levels=["random"], best="friend"), 4)
    rows = [json.loads(line) for line in (folder / "matches.jsonl").read_text(encoding="utf-8").splitlines()]
    told = Told(plan, found(plan, rows), lang)
    assert told.sentences() and f'lang="{lang}"' in write(folder, plan, told.found, lang).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "two"), "2-4 or 2,3"),
        (("--seats", "4-2"), "not 4-2"),
        (("--seats", "2-"), "not 2-"),
        (("--seats", "9"), "2, 3 or 4"),
        (("--level", "adept", "--best", "adept"), "the best is none of them"),
        (("--level", "champion"), "champion"),
        (("--sweep", "cards.rockett.count=1..3"), "cards.rocket.count"),
        (("--sweep", "match.wins=1..3", "--against", "standard"), "not both"),
        (("--box", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_cannot_be_reported_is_said_before_anything_is_played(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    result = command("report", "misty", *words)
    assert result.exit_code == 1 and said in result.stderr and list(tmp_path.iterdir()) == []


def test_a_few_matches_of_one_kind_are_no_certainty():
    rows = [{"third": 0, "ranks": [1, 2]}] * 4
    third = figure("third", rows)
    assert third.value == 1.0 and third.low < 0.6


def test_what_is_to_be_typed_is_never_parted():
    told = kept_whole("more would do (--matches 40), 5 < 6")
    assert told == 'more would do (<span class="typed">--matches 40</span>), 5 &lt; 6'


def test_time_is_told_in_whole_minutes_and_one_is_one():
    plan = by_matches(planned("misty", seats=[2], levels=["random"], best="friend"), 4)
    for seconds, said in ((5, " 1 minute "), (62, " 1 minute "), (100, " 2 minutes ")):
        assert said in Told(plan, {"matches": 4, "seconds": seconds}, "en").by


# ---------------------------------------------------------------- several boxes


def rows_of(plan: Any, folder: Path, matches: int) -> tuple[Any, Any]:
    return run(plan, folder, matches, workers=1)


def test_a_box_against_itself_shows_no_difference(tmp_path: Path):
    plan = planned("misty", against="standard", seats=[2], levels=["random"], best="friend")
    sized, rows = rows_of(plan, tmp_path, 6)
    told = found(sized, rows)
    assert told["verdicts"] == [] and "wide" not in " ".join(Told(sized, told, "en").warnings())
    assert all(one["change"].value == 0 for each in told["compared"] for one in each["measures"] if one["change"].of)


def test_a_shorter_match_is_seen_to_be_shorter(tmp_path: Path):
    plan = planned("misty", sweep="match.wins=1,2,3", seats=[2], levels=["random"], best="friend")
    sized, rows = rows_of(plan, tmp_path, 30)
    told = found(sized, rows)
    ways = {each["name"]: each["way"] for each in verdicts(told["swept"], "slopes")}
    assert ways["decisions"] == "more" and ways["points"] == "more" and "seat.0" not in ways
    text = write(tmp_path, sized, told, "en").read_text(encoding="utf-8")
    assert f"{told['swept'][0]['more']} more matches with each value" in text
    assert "match.wins" in text and text.count("<svg") == len(told["swept"][0]["measures"])


# ---------------------------------------------------------------- a match, and a stranger's game


def test_all_boxes_and_levels_are_dealt_the_same_deals():
    assert match_seed(0, 3) == match_seed(0, 3) != match_seed(0, 4) != match_seed(1, 4)
    own, other = (
        Recorder(mv.game("misty"), 2, {}, None, [bot] * 2).course(match_seed(0, 1)) for bot in ("random", "friend")
    )
    assert own.setting == other.setting and own.seed == other.seed and own.moves != other.moves


def test_who_led_and_for_how_long_nobody_knew():
    assert undecided([-1, 0, 1, 1, 1], [2, 1]) == 0.5 and undecided([0, 0, 0], [1, 2]) == 0
    assert undecided([0, 1, -1], [1, 1]) == 1.0  # nobody won alone
    assert changes([-1, 0, -1, 1, 1, 0]) == 2


def test_points_that_are_taken_away_are_those_that_a_card_brought():
    """By hand: the same moves with a card worth nothing, and the difference of the points."""
    maker = Recorder(mv.game("misty"), 2, {}, None, ["random"] * 2)
    maker.note_components()
    maker.value_components()
    row = maker.play("even", 0, match_seed(0, 0))
    assert any(any(points) for points in row.brings.values())
    assert all(len(points) == 2 for points in row.brings.values())
    never = [name for name in row.brings if name not in row.taken]
    assert all(row.brings[name] == [0.0, 0.0] for name in never)


def test_a_strangers_game_gets_a_report(tmp_path: Path):
    """Nothing is declared there, there is no box, and nobody has words for its components."""
    plan = planned(NIM, levels=["random"], best="friend")
    plan = replace(plan, tables=tuple(table for table in plan.tables if table.kind == EVEN))
    sized, rows = rows_of(plan, tmp_path, 30)
    told = found(sized, rows)
    assert len(by_table(sized, rows)[evens(sized)[0].key]) == 30 and STEP not in {table.kind for table in sized.tables}
    assert told["components"] and "<h2>Components</h2>" in write(tmp_path, sized, told, "en").read_text(
        encoding="utf-8"
    )


def test_a_match_alone_is_no_matter_of_fairness():
    with pytest.raises(BadReport, match="two seats"):
        planned("misterra", seats=[1])
