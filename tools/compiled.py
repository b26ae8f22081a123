"""Builds the package `mistvale-compiled`: the rules of all games as machine code, for this Python and its Numba.

python tools/compiled.py [--folder dist] [--doors FOLDER]

It takes some minutes. With --doors, rules are taken from a folder in which they were compiled before, in the same way.
The wheel asks for exactly the versions that it was built with: with others nothing in it would be found.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import mistvale as mv
from mistvale.core import shipped

MOST_BYTES = 40_000_000
PINNED = ("numba", "llvmlite", "numpy")
TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-manylinux_2_17_x86_64"
PROJECT = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "mistvale-compiled"
version = "{version}"
description = "The rules of Mistvale as machine code, so that the first start need not compile them"
license = "MIT"
requires-python = "=={python}.*"
dependencies = [{dependencies}]

[tool.hatch.build.targets.wheel]
packages = ["mistvale_compiled"]

[tool.hatch.build.targets.wheel.hooks.custom]
path = "tag.py"
"""
HOOK = """
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["tag"] = "{tag}"
"""


def compile_all(folder: Path) -> None:
    """All rules of all games, for each kind of processors; nothing is run, so this one need not be of the highest."""
    for kind in shipped.KINDS:
        environment = {**os.environ, **kind.build_environment(), "MISTVALE_CACHE": str(folder)}
        subprocess.run([sys.executable, "-m", "mistvale.cli", "compile"], env=environment, check=True)


def lay_out(tree: Path, doors: Path) -> None:
    """The sources of the package."""
    needed = [f"mistvale=={mv.__version__}", *(f"{name}=={version(name)}" for name in PINNED)]
    told = {
        "version": mv.__version__,
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "dependencies": ", ".join(f'"{each}"' for each in needed),
    }
    package = tree / shipped.PACKAGE
    (package / shipped.FOLDER).mkdir(parents=True)
    (tree / "pyproject.toml").write_text(PROJECT.format(**told), encoding="utf-8")
    (tree / "tag.py").write_text(HOOK.format(tag=TAG), encoding="utf-8")
    (package / "__init__.py").write_text(
        '"""Rules of Mistvale as machine code: see mistvale.core.shipped."""\n', "utf-8"
    )
    for file in sorted(doors.glob("*.door")):
        (package / shipped.FOLDER / file.name).write_bytes(file.read_bytes())


def main(arguments: list[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--folder", type=Path, default=Path("dist"))
    asked.add_argument("--doors", type=Path)
    given = asked.parse_args(arguments)
    with TemporaryDirectory() as place:
        doors = given.doors or Path(place) / "doors"
        if given.doors is None:
            compile_all(doors)
        lay_out(Path(place) / "tree", doors)
        command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(given.folder.resolve())]
        subprocess.run([*command, str(Path(place) / "tree")], check=True, stdout=subprocess.DEVNULL)
    [wheel] = given.folder.glob(f"mistvale_compiled-{mv.__version__}-{TAG}.whl")
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        raise SystemExit(f"it may have {MOST_BYTES / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
