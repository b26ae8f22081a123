"""What looks the source over finds what it is for."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[1] / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


duplicates, lint_client = tool("duplicates"), tool("lint_client")


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
