"""The pages: whom each is for, pictures as the games are, and what becomes of plain files when they are one site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mistvale as mv
from tests.test_tools import tool

ROOT = Path(__file__).resolve().parents[2]
guides, moving, pages = tool("guides"), tool("moving"), tool("pages")
PAGES = [*(ROOT / name for name in pages.TAKEN), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_says_at_its_top_whom_it_is_for(page: Path) -> None:
    title, _, rest = page.read_text(encoding="utf-8").partition("\n\n")
    assert re.fullmatch("# .+", title)
    assert re.match(r"\*For .+?[.:][^*]*\*", rest, flags=re.S), rest[:80]


def test_every_page_is_in_the_site_once() -> None:
    """`mkdocs build --strict` finds pages that are left out, and this those that would be there twice."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"([\w/-]+\.md)$", re.sub(r"^ *#.*$", "", nav, flags=re.M), flags=re.M)
    there = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.is_relative_to(ROOT / "docs")]
    assert sorted(named) == sorted([*there, *pages.TAKEN.values()])


def test_nothing_in_the_site_comes_from_elsewhere() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8") + "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "theme").iterdir()
    )
    assert "  font: false\n" in settings
    assert not re.search(r"https?://|analytics|@import|mermaid", settings)


def test_the_first_page_says_of_each_game_how_long_it_takes() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for game in map(mv.game, mv.games()):
        [line] = re.findall(rf"^\*\*\[{game.title}\].+?$\n^$", text + "\n", flags=re.M | re.S)
        assert f"about {game.minutes} minutes" in line


# ---------------------------------------------------------------- pictures


def test_pages_and_pictures_of_the_games_are_as_their_guides() -> None:
    """When this fails: python tools/guides.py"""
    assert guides.old() == []


def test_a_picture_is_old_when_what_it_is_drawn_from_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = guides.digest(mv.game("misty"))
    files = guides.files(guides.folder_of(mv.game("misty")), guides.DRAWN_FROM)
    assert {"art.svg", "guide.md", "board.py"} <= {file.name for file in files}
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + (b" " if file.name == "art.svg" else b""))
    assert guides.digest(mv.game("misty")) != before
    assert len(guides.old()) == len(mv.games())


@pytest.mark.parametrize("reel", moving.REELS, ids=lambda reel: reel.game)
def test_a_moving_picture_is_as_the_table_is(reel: object) -> None:
    """When this fails: python tools/moving.py GAME"""
    assert moving.kept()[reel.game] == moving.digest(reel)  # type: ignore[attr-defined]


def test_moving_pictures_are_light_and_all_move() -> None:
    held = {reel.game: (moving.PICTURES / f"{reel.game}.webp").read_bytes() for reel in moving.REELS}
    assert set(held) == set(mv.games())
    assert sum(map(len, held.values())) <= moving.MOST_BYTES
    for game, content in held.items():
        assert content[:4] == b"RIFF" and content[8:12] == b"WEBP" and content.count(b"ANMF") > 10, game
        assert f"{game}.webp" in (ROOT / "README.md").read_text(encoding="utf-8")


# ---------------------------------------------------------------- plain files, as pages of a site


@pytest.mark.parametrize(
    ("source", "link", "there"),
    [
        ("CONTRIBUTING.md", "[a](docs/architecture.md)", "[a](architecture.md)"),
        ("CHANGELOG.md", "[a](docs/strength.md#x)", "[a](strength.md#x)"),
        ("SECURITY.md", "[a](CODE_OF_CONDUCT.md)", "[a](conduct.md)"),
        ("docs/index.md", "[a](../CONTRIBUTING.md)", "[a](contributing.md)"),
        ("docs/play/misty.md", "[a](../strength.md)", "[a](../strength.md)"),
        ("docs/play/misty.md", "[a](../../CHANGELOG.md)", "[a](../changelog.md)"),
        ("docs/hosting.md", "[a](../bench/README.md#load)", "[a](benchmarks.md#load)"),
        ("docs/programs.md", "[a](../examples/bot_client.py)", "[a](examples/bot_client.py)"),
        ("docs/add-a-game.md", "[a](../examples/connect_four)", "a"),
        ("docs/lab.md", "[a](../examples/gone)", "[a](../examples/gone)"),
        ("docs/lab.md", "[a](#here)", "[a](#here)"),
        ("docs/lab.md", "[a](https://pettingzoo.farama.org)", "[a](https://pettingzoo.farama.org)"),
        ("docs/lab.md", "```\n[a](../CONTRIBUTING.md)\n```", "```\n[a](../CONTRIBUTING.md)\n```"),
    ],
)
def test_links_lead_to_pages_of_the_site(source: str, link: str, there: str) -> None:
    assert pages.moved(link, source) == there


def test_a_block_that_names_its_file_has_it_as_a_title() -> None:
    assert pages.fenced("```python rules.py\nx\n```") == '```python title="rules.py"\nx\n```'
    assert pages.fenced("```python\nx\n```") == "```python\nx\n```"


def test_strokes_in_code_are_as_they_are_read() -> None:
    assert pages.piped(r"| `a\|b` | c \| d |") == r"| `a|b` | c \| d |"
    assert pages.piped(r"not a row `a\|b`") == r"not a row `a\|b`"


@pytest.mark.parametrize(
    ("plain", "listed"),
    [
        ("Told:\n- one\n- two", "Told:\n\n- one\n- two"),
        ("- one\n  and more\n- two\n\nout", "- one\n    and more\n- two\n\nout"),
        ("* one\n\n  ```toml\n  a = 1\n  ```\n* two", "* one\n\n    ```toml\n    a = 1\n    ```\n\n* two"),
        ("1. one\n   - in it\n2. two", "1. one\n    - in it\n2. two"),
        ("```\nx:\n- y\n```", "```\nx:\n- y\n```"),
    ],
)
def test_lists_are_those_of_code_hosts(plain: str, listed: str) -> None:
    assert pages.listed(plain) == listed


def test_short_code_in_a_sentence_is_not_parted() -> None:
    block = "<pre><code>--seed\n</code></pre>"
    assert pages.kept_whole(f"<p><code>--seed</code></p>{block}") == f'<p><code class="short">--seed</code></p>{block}'
    long = f"<code>{'x' * 29}</code>"
    assert pages.kept_whole(long) == long, "it would be wider than a phone"
