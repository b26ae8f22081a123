"""The client keeps its promises: words from the catalogue, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

CLIENT = Path(__file__).parents[2] / "src" / "mistvale" / "client"
SERVER = CLIENT.parent / "server"
MODULES = sorted(CLIENT.glob("*.js"))
PAGES = sorted(CLIENT.rglob("*.html"))
SHEETS = sorted(CLIENT.glob("*.css"))
DRAWINGS = sorted(CLIENT.glob("*.svg"))
MOST_LINES = 500

SPOKEN = re.compile(r"""\bt\(\s*(['"])([a-z][a-z.]*)\1""")
NAMED = re.compile(r'data-word(?:-label|-placeholder)?="([^"]+)"')
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def name(path: Path) -> str:
    return path.name


def catalogue() -> dict[str, str]:
    """The words of each key; of one that depends on a number, all its forms."""
    texts: dict[str, str] = {}
    with (CLIENT / "text" / "en.po").open("rb") as file:
        for entry in read_po(file):
            key, text = (each if isinstance(each, str) else each[0] for each in (entry.id, entry.string))
            if key:
                texts[key] = text if isinstance(entry.string, str) else "\n".join(entry.string)
    return texts


def used() -> set[str]:
    """Every key that a module or a page asks for. Keys are written out, so that this can find them."""
    keys = {key for path in MODULES for _, key in SPOKEN.findall(path.read_text("utf-8"))}
    keys |= {key for path in MODULES for key in re.findall(r"messages\['([a-z.]+)'\]", path.read_text("utf-8"))}
    keys |= set(re.findall(r"tell\(\"([a-z.]+)\"[,)]", (SERVER / "pages.py").read_text("utf-8")))
    return keys | {key for path in PAGES for key in NAMED.findall(path.read_text("utf-8"))}


def test_every_key_that_is_used_has_words() -> None:
    assert used() - catalogue().keys() == set()


def test_every_word_of_the_catalogue_is_used() -> None:
    assert catalogue().keys() - used() == set()


def test_no_words_are_empty_or_torn() -> None:
    for key, text in catalogue().items():
        assert text, key
        assert "{" not in PLACEHOLDER.sub("", text), key


@pytest.mark.parametrize("path", sorted((CLIENT / "text").glob("*.po")), ids=name)
def test_every_tab_names_the_house_after_the_page(path: Path) -> None:
    with path.open("rb") as file:
        titles = {str(entry.id): str(entry.string) for entry in read_po(file) if str(entry.id).startswith("title.")}
    assert len(titles) > 10
    assert not {key: title for key, title in titles.items() if not title.endswith(" · Mistvale")}


@pytest.mark.parametrize("path", [path for path in MODULES if path.name != "words.js"], ids=name)
def test_keys_are_never_put_together(path: Path) -> None:
    """A key made at run time could not be checked by the tests above."""
    assert not re.search(r"\bt\((?!['\")\s]|key\b)", path.read_text("utf-8"))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_have_nothing_inline(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=", text)
    assert "<style" not in text
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_write_no_inline_styles(path: Path) -> None:
    """A strict Content-Security-Policy would drop them, and nobody would notice."""
    text = path.read_text("utf-8")
    assert not re.search(r"setAttribute\(\s*'style'|\bstyle:\s*['\"`]", text)
    assert "eval(" not in text
    assert "new Function" not in text


@pytest.mark.parametrize("path", [*MODULES, *PAGES, *SHEETS, *DRAWINGS], ids=name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    links = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s'\"<>)]*", path.read_text("utf-8")))
    assert links <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_stay_readable(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < MOST_LINES


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_are_our_own_files(path: Path) -> None:
    for source in re.findall(r"^import .*?from '([^']+)';|^} from '([^']+)';", path.read_text("utf-8"), re.M):
        wanted = source[0] or source[1]
        assert wanted.startswith("./"), wanted
        assert (CLIENT / wanted).is_file(), wanted
    for wanted in re.findall(r"\bimport\('([^']+)'\)", path.read_text("utf-8")):
        assert wanted.startswith("./") and (CLIENT / wanted).is_file(), wanted


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_name_files_that_exist(path: Path) -> None:
    for wanted in re.findall(r'(?:src|href)="(?:\.\./)?static/([^"#]+)', path.read_text("utf-8")):
        assert (CLIENT / wanted).is_file(), wanted


def test_icons_that_are_used_are_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (CLIENT / "icons.svg").read_text("utf-8")))
    asked = {icon for path in PAGES for icon in re.findall(r"icons\.svg#([a-z-]+)", path.read_text("utf-8"))}
    asked |= {icon for path in MODULES for icon in re.findall(r"\bicon\('([a-z-]+)'\)", path.read_text("utf-8"))}
    assert asked <= drawn


def exported() -> set[tuple[str, str]]:
    """What modules let others use: names of their own, and the doors of `api`."""
    found = set()
    for path in MODULES:
        text = path.read_text("utf-8")
        names = re.findall(r"^export (?:async )?(?:function|const|class|let) (\w+)", text, re.M)
        found |= {(path.name, name) for name in names}
    doors = (CLIENT / "api.js").read_text("utf-8").partition("export const api = {")[2]
    return found | {("api.js", f"api.{door}") for door in re.findall(r"^  (\w+):", doors, re.M)}


def test_nothing_is_written_for_nobody() -> None:
    """What a module exports, another one or a test uses; what the server can be asked for is asked for."""
    texts = {path.name: path.read_text("utf-8") for path in [*MODULES, *Path(__file__).parent.glob("*.mjs")]}
    for module, name in sorted(exported()):
        others = "".join(text for other, text in texts.items() if other != module)
        assert re.search(rf"\b{re.escape(name)}\b", others), f"{module}: {name}"
