"""Looks whether all that a wheel needs has wheels, for Pythons and systems that are not at hand.

python tools/resolve.py dist/mistvale-0.1.0-py3-none-any.whl [--python 3.12 …] [--system linux …]

Nothing is built, and nothing is installed: it says that pip would find something to install, and not that it was tried.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux": ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "linux-arm": (
        "manylinux_2_28_aarch64",
        "manylinux_2_27_aarch64",
        "manylinux_2_17_aarch64",
        "manylinux2014_aarch64",
    ),
    "macos": ("macosx_14_0_arm64", "macosx_12_0_arm64", "macosx_11_0_arm64"),
    "windows": ("win_amd64",),
}
SHOWN = ("numba", "numpy")


def resolve(wheel: Path, python: str, system: str) -> dict[str, str]:
    """The version of each package that pip would install; raises RuntimeError with what pip says."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        platforms = [word for each in SYSTEMS[system] for word in ("--platform", each)]
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--only-binary=:all:", "--python-version", python, *platforms]
        command += ["--target", folder, "--report", str(report), str(wheel)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError("\n".join(line for line in done.stderr.splitlines() if line.startswith("ERROR")))
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
        return {each["metadata"]["name"].lower().replace("_", "-"): each["metadata"]["version"] for each in found}


def main(arguments: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("wheel", type=Path)
    asked.add_argument("--python", nargs="+", default=PYTHONS)
    asked.add_argument("--system", nargs="+", choices=SYSTEMS, default=SYSTEMS)
    given = asked.parse_args(arguments)
    if not given.wheel.is_file():
        asked.error(f"there is no {given.wheel}: python -m build makes it")
    failed = 0
    for python in given.python:
        for system in given.system:
            try:
                found = resolve(given.wheel, python, system)
            except RuntimeError as error:
                failed += 1
                print(f"{python} {system}: {error}", flush=True)
            else:
                told = ", ".join(f"{name} {found[name]}" for name in SHOWN if name in found)
                print(f"{python} {system}: {len(found)} packages ({told})", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
