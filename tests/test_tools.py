"""What looks the source over finds what it is for."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import mistvale as mv
from mistvale.arena.play import Row
from mistvale.bots import version
from mistvale.server.skill import chance

MISTY = mv.game("misty")
TOOLS = Path(__file__).parents[1] / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found  # where dataclasses look for their module
    spec.loader.exec_module(found)
    return found


catalogues, duplicates, lint_client = tool("catalogues"), tool("duplicates"), tool("lint_client")
anchors = tool("anchors")


def test_no_game_repeats_another() -> None:
    assert duplicates.repeated(duplicates.GAMES) == []


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_js", ".js")
        file = file if file.suffix else file.with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_eight_equal_lines_in_two_games_are_found(tmp_path: Path) -> None:
    lines = [f"x{n} = {n} + y" for n in range(9)]
    write(tmp_path, one__a="import os\n" + "\n".join(lines), two__b="\n\n".join(["z = 1", *lines[:8]]))
    [places] = duplicates.repeated(tmp_path)
    assert [(file.name, line) for file, line in places] == [("a.py", 2), ("b.py", 3)]


def test_seven_lines_and_lists_of_names_are_nothing(tmp_path: Path) -> None:
    lines = [f"x{n} = {n} + y" for n in range(7)]
    names = ["__all__ = [", *(f'    "verb{n}",' for n in range(12)), "]"]
    write(tmp_path, one__a="\n".join([*lines, *names]), two__a="\n".join([*lines, "z = 0", *names]))
    assert duplicates.repeated(tmp_path) == []


def test_a_game_may_repeat_itself(tmp_path: Path) -> None:
    lines = "\n".join(f"x{n} = {n} + y" for n in range(9))
    assert duplicates.repeated(write(tmp_path, one__a=lines, one__b=lines)) == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("if (a == b) go();", "compares loosely"),
        ("var a = 1;", "has a `var`"),
        ("console.log(1);", "talks to the console"),
        ("alert('no');", "browser's own dialog"),
        ("const a = 1; ", "ends in a blank"),
        ("import { at } from './where.js';\nconst a = 1;", "imports at and does not use it"),
        ("export function gone() {}", "exports gone, which nobody imports"),
        ("const a = ;", "SyntaxError"),
    ],
)
def test_what_is_wrong_with_a_module_is_found(tmp_path: Path, text: str, finding: str) -> None:
    found = lint_client.findings(write(tmp_path, one_js=text))
    assert any(finding in each for each in found), found


def test_what_is_right_is_left_alone(tmp_path: Path) -> None:
    one = "// == in a comment\nimport { at } from './two.js';\nif (`${at('x == y')}` !== 1) throw 2 >= 1;\n"
    two = "export function at(x) {\n  return x;\n}\n"
    assert lint_client.findings(write(tmp_path, one_js=one, two_js=two)) == []


ENGLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "term.card.rocket"
msgstr "Rocket"

msgid "log.place"
msgstr "{name} places the {card}"

msgid "term.coins"
msgid_plural "term.coins"
msgstr[0] "{n} coin"
msgstr[1] "{n} coins"
"""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room with words in English, and nouns."""
    folder = tmp_path / "text"
    folder.mkdir()
    (folder / "en.po").write_text(ENGLISH, "utf-8")
    (folder / "nouns.toml").write_text('card = ["term.card"]', "utf-8")
    monkeypatch.setattr(catalogues, "SOURCE", tmp_path)
    return folder


def test_a_template_says_what_a_message_is_for_its_english_and_what_fills_it(room: Path) -> None:
    catalogues.main(["pot"])
    text = (room / "messages.pot").read_text("utf-8")
    assert "#. A line of the log: what somebody did." in text
    assert '#. English: \'{name} places the {card}\'\n#. {card}: term.card\nmsgid "log.place"\nmsgstr ""' in text
    assert 'msgid_plural "term.coins"\nmsgstr[0] ""\nmsgstr[1] ""' in text


def test_a_language_begins_empty_and_keeps_what_is_there_when_messages_come_and_go(room: Path) -> None:
    catalogues.main(["new", "cs"])
    czech = room / "cs.po"
    begun = czech.read_text("utf-8")
    assert "nplurals=3" in begun and "msgstr[2]" in begun
    czech.write_text(
        begun.replace('msgid "term.card.rocket"\nmsgstr ""', 'msgid "term.card.rocket"\nmsgstr "Raketa"'), "utf-8"
    )
    english = (room / "en.po").read_text("utf-8").replace("log.place", "log.puts")
    (room / "en.po").write_text(english, "utf-8")
    catalogues.main(["update"])
    updated = czech.read_text("utf-8")
    assert 'msgstr "Raketa"' in updated and "log.puts" in updated and "log.place" not in updated


def test_whoever_asks_for_something_else_is_told_what_there_is() -> None:
    with pytest.raises(SystemExit, match="pot"):
        catalogues.main(["bake"])


# ---------------------------------------------------------------- anchors


def row(lineup: tuple[str, ...], ranks: tuple[int, ...], seconds: float = 1.0) -> Row:
    return Row(0, "", lineup, ranks, (0,) * len(lineup), 1, seconds)


def test_anchors_come_to_rest_where_matches_put_them() -> None:
    even = [row(("a", "b"), (1, 2)), row(("b", "a"), (1, 2))] * 20
    often = [row(("c", "a"), (1, 2))] * 30 + [row(("a", "c"), (1, 2))] * 10
    found = anchors.fitted(("a", "b", "c", "d"), even + often)
    assert abs(found["a"].mu - found["b"].mu) < 1_500_000 < found["c"].mu - found["a"].mu
    assert found["d"] == anchors.START, "nothing is known of it"
    assert found["a"].sigma < found["b"].sigma < anchors.START.sigma
    assert anchors.fitted(("a", "b", "c", "d"), [*reversed(often), *even]) == found, "in whatever order they were"
    # Three wins of four: as far apart as the model says.
    assert 0.65 < chance(found["c"]._replace(sigma=0), found["a"]._replace(sigma=0)) < 0.76


def test_what_takes_long_is_played_less_often_and_seats_go_round() -> None:
    (ladder,) = (each for each in anchors.ladders(["misty"]) if each.plan.seats == 2)
    for _ in range(900):
        entry = ladder.next()
        ladder.add(row(entry.lineup, (1, 2), 25.0 if "grandmaster" in entry.lineup else 0.01))
    played = ladder.asked
    assert played["random", "friend"] > 10 * played["expert", "grandmaster"] > 0
    assert set(played) == set(ladder.tables)
    first = [each.lineup[0] for each in ladder.rows if set(each.lineup) == {"random", "friend"}]
    assert abs(first.count("random") - first.count("friend")) <= 1
    assert len(ladder.begun) == 900, "none twice"
    (again,) = (each for each in anchors.ladders(["misty"]) if each.plan.seats == 2)
    given_up = (0, ("random", "friend"))
    for key in ladder.begun - {given_up}:
        again.begin(key)
    while (entry := again.next()).lineup != ("random", "friend"):
        pass
    assert entry.key == given_up


def test_anchors_that_are_there_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = anchors.Place("misty", 2, "friend", mv.game("misty").version, version("friend", MISTY))
    known = {place: anchors.Rating(1, 2)}
    file = tmp_path / "anchors.toml"
    monkeypatch.setattr(anchors, "FILE", file)
    monkeypatch.setattr(anchors, "ROOT", tmp_path)
    monkeypatch.setattr(anchors, "anchors", lambda: known)
    given = ("--minutes", "0", "--folder", str(tmp_path / "kept"), "--games", "misty")
    anchors.main(given)
    read = {(each["seats"], each["bot"]): each["mu"] for each in tomllib.loads(file.read_text())["anchor"]}
    assert set(read) == {(seats, bot) for seats in (2, 3, 4) for bot in mv.bots()} and read[2, "friend"] == 1
    anchors.main([*given, "--replace"])
    read = {(each["seats"], each["bot"]): each["mu"] for each in tomllib.loads(file.read_text())["anchor"]}
    assert read[2, "friend"] != 1


def test_larger_tables_have_the_scale_of_those_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them share one rating: nothing but what is known of smaller ones says where the middle is."""
    rules = mv.game("misty").version
    three = {bot: anchors.Rating(10**6 * number, 5) for number, bot in enumerate(mv.bots())}
    known = {anchors.Place("misty", 3, bot, rules, version(bot, MISTY)): mark for bot, mark in three.items()}
    known[anchors.Place("misty", 2, "random", rules)] = anchors.Rating(7, 7)
    monkeypatch.setattr(anchors, "anchors", lambda: known)
    assert anchors.on_smaller(known, "misty", 4, rules) == three
    assert anchors.on_smaller(known, "misty", 3, rules) == {} == anchors.on_smaller(known, "misty", 2, rules)
    [four] = anchors.ladders(["misty"], [4])
    random, expert = (anchors.Place("misty", 4, bot, rules, version(bot, MISTY)) for bot in ("random", "expert"))
    assert anchors.measured([four])[expert] == (anchors.Rating(three["expert"].mu, anchors.START.sigma), 0)
    four.rows += [row(("random", "friend", "novice", "adept"), (1, 2, 3, 4))] * 30
    assert anchors.measured([four])[random][0].mu > three["novice"].mu


def test_a_bot_that_plays_otherwise_is_measured_anew_on_the_scale_of_those_that_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = mv.game("misty").version
    stays = anchors.Place("misty", 2, "greedy", rules, version("greedy", MISTY))
    before = anchors.Place("misty", 2, "expert", rules, version("expert", MISTY) - 1)
    known = {stays: anchors.Rating(40_000_000, 700_000), before: anchors.Rating(60_000_000, 900_000)}
    monkeypatch.setattr(anchors, "anchors", lambda: known)
    [two] = anchors.ladders(["misty"], [2])
    expert = before._replace(version=version("expert", MISTY))
    assert anchors.measured([two])[expert] == (anchors.Rating(60_000_000, anchors.START.sigma), 0)
    two.rows += [row(("greedy", "expert"), ranks) for ranks in ((1, 2), (2, 1))] * 50
    found = anchors.measured([two])
    assert found[stays] == (known[stays], 100) and before not in found
    assert abs(found[expert][0].mu - 40_000_000) < 2_000_000, "as often ahead as behind"


def test_who_takes_too_long_can_be_left_out() -> None:
    [four] = anchors.ladders(["misty"], [4], ["grandmaster"])
    assert len(four.tables) == 3 and not any("grandmaster" in table for table in four.tables)
