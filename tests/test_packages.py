"""What a package asks for and holds: no import that is not asked for, versions that agree, a strict checklist."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Callable
from importlib.metadata import requires
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.core import box, record
from mistvale.server.models.hosting import PROTOCOL
from mistvale.server.schema import HEAD

from .test_tools import tool

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
release, resolve = tool("release"), tool("resolve")

# What is imported under another name than it is installed by.
CALLED = {"markdown_it": "markdown-it-py", "pyspiel": "open-spiel", "py_vapid": "py-vapid", "cupy": "cupy-cuda13x"}
# What nobody imports here, and what would be missed all the same: uvicorn finds these.
FOUND_BY_OTHERS = {"websockets", "httptools"}
# What comes with a dependency that is made of it.
COMES_WITH = {
    "llvmlite": "numba",
    "pydantic": "fastapi",
    "starlette": "fastapi",
    "typing-extensions": "fastapi",
    "cryptography": "webauthn",
    "py-vapid": "pywebpush",
}


def plain(requirement: str) -> str:
    return re.split(r"[\[<>=!;\s]", requirement)[0].lower().replace("_", "-")


def imported() -> dict[str, set[str]]:
    """The packages of others that our files import, by the names they are installed by."""
    found = defaultdict[str, set[str]](set)
    for file in (ROOT / "src").rglob("*.py"):
        # Read as text, which is much quicker than as Python; all that it finds begins a line.
        for top in re.findall(
            r"^ *(?:from|import) ([a-z]\w*)[\w.]*(?: import|$| as)", file.read_text("utf-8"), flags=re.M
        ):
            if top not in sys.stdlib_module_names and top != "mistvale":
                found[CALLED.get(top, top).lower().replace("_", "-")].add(file.name)
    return found


def test_what_is_imported_is_asked_for_and_what_is_asked_for_is_imported() -> None:
    base = {plain(each) for each in PROJECT["dependencies"]}
    extras = {plain(each) for name in ("postgres", "push", "openid", "tracing", "ray", "lab", "openspiel", "cuda")
              for each in PROJECT["optional-dependencies"][name]}  # fmt: skip
    used = imported()
    assert {
        name: used[name] for name in used if COMES_WITH.get(name, name) not in base | extras | {"opentelemetry"}
    } == {}
    assert base - set(used) - FOUND_BY_OTHERS == set(), "nobody uses it"


def test_what_comes_with_a_dependency_does() -> None:
    for name, owner in COMES_WITH.items():
        assert name in {plain(each) for each in requires(owner) or ()}, owner


def test_every_version_is_pinned_and_none_by_an_address() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    assert {"numba", "numpy", "mkdocs", "mkdocs-material"} <= {line.partition("==")[0] for line in lines}


# ---------------------------------------------------------------- versions


def test_all_places_name_one_version() -> None:
    assert set(release.versions().values()) == {mv.__version__}
    release.check_version(mv.__version__)


def test_the_page_of_versions_names_those_of_today() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| \*\*(.+?)\*\* \| `(.+?)`", page, flags=re.M))
    rules = ", ".join(f"{game.title} {game.version}" for game in map(mv.game, mv.games()))
    assert told == {
        "Mistvale": mv.__version__,
        "Rules of a game": rules,
        "Records": str(record.FORMAT_VERSION),
        "Boxes": str(box.FORMAT_VERSION),
        "Protocol": PROTOCOL,
        "Schema": HEAD,
    }


def test_every_box_says_its_format() -> None:
    for name in mv.games():
        assert mv.game(name).box().data["format"] == box.FORMAT_VERSION


# ---------------------------------------------------------------- the checklist


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project that is ready to be released as 1.2.0."""
    for name, text in {
        "src/mistvale/__init__.py": '__version__ = "1.2.0"\n',
        "CITATION.cff": "version: 1.2.0\n",
        "CHANGELOG.md": "# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- A change.\n\n## 1.1.0\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "all"),
    ):
        subprocess.run(["git", "-c", "core.hooksPath=/dev/null", *command], cwd=tmp_path, check=True)
    return tmp_path


def ready(tree: Path, version: str = "1.2.0") -> None:
    release.check_version(version)
    release.check_clean(tree)
    release.check_versions(version, tree)
    release.check_changelog(version, tree)
    release.check_tag(version, tree)


def test_what_is_ready_may_be_released(tree: Path) -> None:
    ready(tree)


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(tree: Path) -> None:
        path = tree / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.hooksPath=/dev/null",
                        "commit", "-qam", "changed"], cwd=tree, check=True)  # fmt: skip

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda tree: (tree / "new").touch(), "commit or put aside first"),
        (changed("CITATION.cff", "1.2.0", "1.1.0"), "CITATION.cff says 1.1.0"),
        (changed("src/mistvale/__init__.py", "1.2.0", "1.3.0"), "__init__.py says 1.3.0"),
        (changed("CHANGELOG.md", "1.2.0", "1.2.1"), "CHANGELOG.md says 1.2.1"),
        (changed("CHANGELOG.md", "2026-12-01", "unreleased"), "put the day in the place"),
        (changed("CHANGELOG.md", "- A change.", ""), "says nothing about 1.2.0"),
        (lambda tree: subprocess.run(["git", "tag", "v1.2.0"], cwd=tree, check=True), "there is a tag v1.2.0"),
    ],
)
def test_what_is_not_ready_is_refused_with_what_to_do(change: Callable[[Path], None], why: str, tree: Path) -> None:
    change(tree)
    with pytest.raises(release.NotReady, match=why):
        ready(tree)


@pytest.mark.parametrize("version", ["1", "1.2", "v1.2.0", "01.2.0", "1.2.0-", "latest", ""])
def test_a_version_is_a_semantic_one(version: str) -> None:
    with pytest.raises(release.NotReady, match="no semantic version"):
        release.check_version(version)


def test_what_a_wheel_needs_is_there() -> None:
    assert [name for name in release.NEEDED if not (ROOT / "src" / "mistvale" / name).is_file()] == []


def test_a_wheel_that_lacks_a_file_or_has_one_too_many_is_refused(tmp_path: Path) -> None:
    sources = tmp_path / "src"
    files = {f"mistvale/{name}": b"1" for name in release.NEEDED}
    for name, content in files.items():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_bytes(content)

    def wheel(held: dict[str, bytes]) -> Path:
        with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
            for name, content in held.items():
                archive.writestr(name, content)
        return tmp_path / "a.whl"

    release.check_content(wheel(files), sources)
    art = "mistvale/games/misty/art.svg"
    for held, why in (
        ({name: files[name] for name in files if name != art}, f"is not in it: {art}"),
        (files | {"mistvale/secret.key": b"1"}, "should not be in it: mistvale/secret.key"),
        (files | {art: b"2"}, f"differs: {art}"),
    ):
        with pytest.raises(release.NotReady, match=why):
            release.check_content(wheel(held), sources)


def test_who_asks_for_what_is_not_there_is_told_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        resolve.main([str(tmp_path / "a.whl")])
    assert "python -m build makes it" in capsys.readouterr().err
    assert release.main(["1.2.3.4"]) == 1
    assert "[ ] the version is a semantic one" in capsys.readouterr().err
