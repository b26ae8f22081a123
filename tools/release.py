"""The checklist of a release: does what a machine can do, and says what is left to people. It uploads nothing.

python tools/release.py VERSION [--folder dist] [--quick]

It stops at the first step that does not hold. `--quick` leaves out the match that is played from the wheel.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)((a|b|rc)\d+)?")
NEVER = ("__pycache__", ".pyc", ".env", ".key", ".db-wal", "egg-info")
# One of each kind of file that the package reads while it runs.
NEEDED = (
    "client/home.html",
    "client/match.html",
    "client/table.js",
    "client/base.css",
    "client/brand.svg",
    "client/text/en.po",
    "server/migrations/env.py",
    "server/migrations/versions/0001_first.py",
    "server/text/nl.po",
    "terminal/text/hu.po",
    "text/en.po",
    "py.typed",
    *(
        f"games/{game}/{file}"
        for game in ("misty", "secret_valley", "misterra", "misty_valley", "valdora")
        for file in (
            "art.svg",
            "box.toml",
            "coach.toml",
            "guide.md",
            "guide.de.md",
            "lessons.toml",
            "plates.toml",
            "text/en.po",
        )
    ),
)
PLAY = """
import mistvale as mv
match = mv.open_match("misty", seed=1, options={"window": "small"})
bots = [mv.bot("greedy"), mv.bot("random")]
while not match.over:
    seat = match.pending[0]
    match.play(seat, bots[seat].choose(match.seat(seat)))
assert mv.load(match.record()).scores == match.scores
print(" : ".join(map(str, match.scores)))
"""


class NotReady(Exception):
    """Why there can be no release yet, and what to do about it."""


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env={**{k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise NotReady(f"{' '.join(map(str, command))} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout.strip()


# ---------------------------------------------------------------- what must hold before anything is built


def check_version(version: str) -> None:
    if not SEMANTIC.fullmatch(version):
        raise NotReady(f"{version!r} is no semantic version: MAJOR.MINOR.PATCH, as in 1.2.0 or 1.2.0rc1")


def check_clean(root: Path = ROOT) -> None:
    changed = run("git", "status", "--porcelain", cwd=root)
    if changed:
        raise NotReady(f"commit or put aside first what was changed:\n{changed}")


def versions(root: Path = ROOT) -> dict[str, str]:
    """Where a version stands, and which."""
    places = {
        "src/mistvale/__init__.py": r'^__version__ = "(.+)"',
        "CITATION.cff": r"^version: (.+)",
        "CHANGELOG.md": r"^## (\S+)",
    }
    found = {}
    for name, pattern in places.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"), flags=re.M)
        found[name] = match[1] if match else "none"
    return found


def check_versions(version: str, root: Path = ROOT) -> None:
    wrong = [f"{place} says {found}" for place, found in versions(root).items() if found != version]
    if wrong:
        raise NotReady(f"all must say {version}: {'; '.join(wrong)}")


def check_changelog(version: str, root: Path = ROOT) -> None:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading, _, rest = text.partition(f"## {version}")[2].partition("\n")
    if "unreleased" in heading:
        raise NotReady(f"CHANGELOG.md: put the day in the place of “unreleased” beside {version}")
    if not rest.partition("\n## ")[0].strip():
        raise NotReady(f"CHANGELOG.md says nothing about {version}")


def check_tag(version: str, root: Path = ROOT) -> None:
    if run("git", "tag", "--list", f"v{version}", cwd=root):
        raise NotReady(f"there is a tag v{version} already: a version is given once")


# ---------------------------------------------------------------- what is built


def build(folder: Path, root: Path = ROOT) -> tuple[Path, Path]:
    """The sdist and the wheel, with what builds them in an environment of its own."""
    before = set(folder.glob("mistvale-*")) if folder.exists() else set()
    if before:
        raise NotReady(f"{folder} holds something already: {', '.join(sorted(each.name for each in before))}")
    run(sys.executable, "-m", "build", "--outdir", folder, root)
    [sdist], [wheel] = folder.glob("mistvale-*.tar.gz"), folder.glob("mistvale-*.whl")
    return sdist, wheel


def check_content(wheel: Path, sources: Path = ROOT / "src") -> None:
    """All files of the package are in it, each as it is here, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    there = {
        path.relative_to(sources).as_posix(): path.read_bytes()
        for path in (sources / "mistvale").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    missing = sorted(there.keys() - held.keys()) + [each for each in NEEDED if f"mistvale/{each}" not in held]
    extra = sorted(held.keys() - there.keys()) + [name for name in held if any(word in name for word in NEVER)]
    other = [name for name in there.keys() & held.keys() if there[name] != held[name]]
    for what, names in (("is not in it", missing), ("should not be in it", extra), ("differs", other)):
        if names:
            raise NotReady(f"{wheel.name}: {what}: {', '.join(names[:9])}")


def content(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def check_sdist(sdist: Path, wheel: Path) -> None:
    """From the sdist alone comes the same wheel."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        [tree] = (each for each in folder.iterdir() if each.is_dir())
        run(sys.executable, "-m", "build", "--wheel", "--outdir", folder / "again", tree, cwd=folder)
        [again] = (folder / "again").glob("*.whl")
        if content(again) != content(wheel):
            raise NotReady(f"{sdist.name} does not build to what {wheel.name} holds")


# ---------------------------------------------------------------- what is tried


def fresh(folder: Path, wheel: Path) -> Path:
    """An environment with nothing but the wheel and what it asks for; where its commands are."""
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    run(commands / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", wheel, cwd=folder)
    return commands


def check_plays(commands: Path, version: str, folder: Path) -> str:
    """In an empty folder, with an empty cache: it says what it is, and a match is played and read again."""
    empty = folder / "empty"
    empty.mkdir()
    cache = str(folder / "doors")
    said = run(commands / "mistvale", "--version", cwd=empty)
    if said != f"mistvale {version}":
        raise NotReady(f"the wheel says that it is {said}")
    run(commands / "mistvale", "games", cwd=empty, MISTVALE_CACHE=cache)
    return run(commands / "python", "-c", PLAY, cwd=empty, MISTVALE_CACHE=cache)


# ---------------------------------------------------------------- in this order


def steps(version: str, folder: Path, quick: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is done, and in which words."""
    built: list[Path] = []
    yield "the version is a semantic one", lambda: check_version(version)
    yield "nothing is left to be committed", check_clean
    yield "all places name this version", lambda: check_versions(version)
    yield "the changelog tells of it", lambda: check_changelog(version)
    yield "it was not released before", lambda: check_tag(version)
    yield "sdist and wheel are built", lambda: built.extend(build(folder))
    yield "the wheel holds all that it should", lambda: check_content(built[1])
    yield "the sdist builds to the same wheel", lambda: check_sdist(*built)
    if not quick:
        with TemporaryDirectory() as place:
            home = Path(place)
            yield "it installs into an empty environment", lambda: fresh(home / "venv", built[1])
            commands = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
            yield "a match is played from it", lambda: check_plays(commands, version, home)


LEFT = """
What is left, by hand:
1. On this commit `make lint`, `make test`, `make deep` have passed, and all of .github/workflows/wheels.yml is green.
2. git tag --sign v{version} && git push origin v{version}
3. Look at the pages: `make docs`.
4. `python tools/compiled.py --folder {folder}` under every Python: the compiled rules ask for exactly this version.
5. Upload {folder}/ as you are used to, and attach its files to the release, with the lines of the changelog.
6. In an empty folder elsewhere: pipx run mistvale --version
7. Begin the next version: __version__, CITATION.cff, and `## NEXT (unreleased)` in CHANGELOG.md.
"""


def main(arguments: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("version")
    asked.add_argument("--folder", type=Path, default=ROOT / "dist")
    asked.add_argument("--quick", action="store_true")
    given = asked.parse_args(arguments)
    try:
        for label, step in steps(given.version, given.folder.resolve(), given.quick):
            step()
            print(f"[x] {label}", flush=True)
    except NotReady as error:
        print(f"[ ] {label}: {error}", file=sys.stderr)
        return 1
    print(LEFT.format(version=given.version, folder=given.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
