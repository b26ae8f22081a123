"""Wheel and sdist in environments that hold nothing else: built, installed, and played from without the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import mistvale as mv
from tests.test_tools import tool

release, resolve = tool("release"), tool("resolve")
TOOLS = ("build", "pipx", "uv")
PATIENCE = 300
Built = tuple[Path, Path]


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tools are that build and run packages."""
    folder = tmp_path_factory.mktemp("tools") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    found = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([found / "python", "-m", "pip", "install", "--quiet", *TOOLS], check=True)
    return found


@pytest.fixture(scope="module")
def built(commands: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Sdist and wheel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release.sys, "executable", str(commands / "python"))
        found: Built = release.build(tmp_path_factory.mktemp("dist"))
    return found


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the wheel and what it asks for."""
    found: Path = release.fresh(tmp_path_factory.mktemp("home") / "venv", built[1])
    return found


def test_the_wheel_holds_the_package_and_nothing_else(built: Built) -> None:
    release.check_content(built[1])
    assert built[1].stat().st_size < 4_000_000 and built[0].stat().st_size < 9_000_000


def test_the_sdist_builds_to_the_same_wheel(built: Built, commands: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release.sys, "executable", str(commands / "python"))
    release.check_sdist(*built)


def test_a_match_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert release.check_plays(installed, mv.__version__, tmp_path)


def test_the_command_alone_says_how_to_begin(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run([installed / "mistvale"], cwd=tmp_path, capture_output=True, text=True)
    assert "mistvale serve --open" in done.stdout and "mistvale play misty" in done.stdout


def test_a_terminal_deals_to_who_has_only_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "mistvale", "play", "misty", "--plain", "--bots", "random", "--seed", "1"],
        cwd=tmp_path,
        input="pick house\n",
        env={**os.environ, "MISTVALE_CACHE": str(tmp_path / "doors"), "LANG": "en_GB.UTF-8"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr and "pick house: House." in done.stdout, done.stdout + done.stderr
    assert "is no move" not in done.stderr, done.stderr


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server that was started in an empty folder."""
    process = subprocess.Popen(
        [installed / "mistvale", "serve", "--port", "0", "--data", tmp_path / "tables"],
        cwd=tmp_path,
        env={**os.environ, "MISTVALE_CACHE": str(tmp_path / "doors"), "PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        yield next(word.strip() for line in process.stderr for word in line.split() if word.startswith("http://127"))
    finally:
        process.terminate()
        process.communicate()


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def test_the_table_is_served_with_all_that_belongs_to_it(served: str) -> None:
    address = served.rstrip("/.")
    assert json.loads(get(f"{address}/health"))["status"] == "ok"
    games = [each["name"] for each in json.loads(get(f"{address}/api/games"))]
    assert games == list(mv.games())
    for path in ("/", "/lobby", "/static/table.js", "/words/nl.json", *(f"/art/{game}.svg" for game in games)):
        assert get(address + path), path


@pytest.mark.parametrize("way", ["pipx", "uvx"])
def test_it_runs_without_being_installed(way: str, built: Built, commands: Path, tmp_path: Path) -> None:
    """By the two tools that people take for that, each in folders of its own."""
    command = {
        "pipx": [commands / "pipx", "run", "--spec", built[1], "mistvale", "--version"],
        "uvx": [commands / "uvx", "--python", sys.executable, "--from", built[1], "mistvale", "--version"],
    }[way]
    homes = {"PIPX_HOME": "pipx", "UV_CACHE_DIR": "uv", "UV_TOOL_DIR": "uvtools"}
    environment = {**os.environ, **{name: str(tmp_path / folder) for name, folder in homes.items()}}
    if way == "uvx":
        environment.setdefault("UV_LINK_MODE", "copy")
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert done.stdout.strip() == f"mistvale {mv.__version__}", done.stderr[-2000:]


@pytest.mark.parametrize("python", ["3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_there_are_wheels_for_other_pythons(python: str, system: str, built: Built) -> None:
    """What pip would install there, without a compiler; that it runs is for the matrix to say."""
    found = resolve.resolve(built[1], python, system)
    assert {"mistvale", "numba", "llvmlite", "numpy", "pydantic-core"} <= set(found)


@pytest.mark.parametrize("python", ["3.12", "3.13", "3.14"])
def test_a_match_is_played_under_another_python(python: str, built: Built, tmp_path: Path) -> None:
    """Where that Python is at hand."""
    found = shutil.which(f"python{python}")
    if not found or subprocess.run([found, "--version"], capture_output=True).returncode:
        pytest.skip(f"there is no python{python} here")
    subprocess.run([found, "-m", "venv", tmp_path / "venv"], check=True)
    commands = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    release.run(commands / "python", "-m", "pip", "install", "--quiet", built[1], cwd=tmp_path)
    began = time.monotonic()
    assert release.check_plays(commands, mv.__version__, tmp_path)
    assert time.monotonic() - began < PATIENCE
