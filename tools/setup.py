"""Set up Mistvale in `.venv`: called by make, with nothing but Python's own library at hand.

python tools/setup.py play     what it takes to play
python tools/setup.py test     that, and the tests' tools, a browser among them
python tools/setup.py lint     that, and the style checkers
python tools/setup.py docs     what it takes to play, and what builds the pages
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
READY = VENV / ".ready"
BAR = 24
EXTRAS = {"play": "[push]", "test": "[test,postgres]", "lint": "[test,postgres,lint]", "docs": "[push,docs]"}


def main(goal: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this is who tells
        this = sys.version.split()[0]
        sys.exit(f"Mistvale needs Python 3.11 or newer; this is {this}. Try: make PYTHON=python3.12 play")
    steps = [("a virtual environment", make_venv), ("Mistvale and its libraries", lambda: install(goal))]
    if goal in ("test", "lint"):
        steps.append(("a browser for the tests", find_browser))
        steps.append(("a proxy for the tests", find_proxy))
    if is_done(goal):
        return
    for number, (label, step) in enumerate(steps):
        show(number, len(steps), label)
        step()
    show(len(steps), len(steps), "done")
    print(flush=True)
    mark_done(goal)


def show(done: int, total: int, label: str) -> None:
    """A progress bar that says what is being set up."""
    filled = BAR * done // total
    end = "" if sys.stdout.isatty() else "\n"
    start = "\r\033[K" if sys.stdout.isatty() else ""
    print(f"{start}Setting up [{'#' * filled}{'.' * (BAR - filled)}] {label}", end=end, flush=True)


def fingerprint(goal: str) -> str:
    """What a finished set-up depends on."""
    files = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "constraints.txt"))
    return f"{goal} {sys.version} {hash_of(files + Path(__file__).read_text(encoding='utf-8'))}"


def hash_of(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()


def is_done(goal: str) -> bool:
    return PYTHON.exists() and READY.exists() and fingerprint(goal) in READY.read_text().splitlines()


def mark_done(goal: str) -> None:
    lines = READY.read_text().splitlines() if READY.exists() else []
    # `lint` holds all that `test` does, and all hold what `play` does.
    goals = ["play", *(["test"] if goal == "lint" else []), *([goal] if goal != "play" else [])]
    new = [fingerprint(g) for g in goals]
    READY.write_text("\n".join([line for line in lines if line in {fingerprint(g) for g in EXTRAS}] + new) + "\n")


# ---------------------------------------------------------------- the steps


def run(*command: str | Path, quiet: bool = True) -> None:
    """Run a command; if it fails, show what it said and stop."""
    done = subprocess.run([str(c) for c in command], text=True, capture_output=quiet, cwd=ROOT)
    if done.returncode:
        print(file=sys.stderr)
        print((done.stdout or "") + (done.stderr or ""), file=sys.stderr)
        sys.exit(f"That did not work: {' '.join(str(c) for c in command)}")


def make_venv() -> None:
    if PYTHON.exists():
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        install_venv_module()
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", VENV)


def install_venv_module() -> None:
    """Debian keeps venv in a package of its own."""
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not (is_root() and shutil.which("apt-get")):
        sys.exit(f"Python's venv module is missing. As root: apt-get install {package}")
    apt_install(package)


def install(goal: str) -> None:
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    run(*pip, "--constraint", "constraints.txt", "--editable", f".{EXTRAS[goal]}")


def find_browser() -> None:
    """Chromium: the system's, Debian's when we may install it, else Playwright's own.

    Its shell without a window does the same for the tests in two thirds of the time.
    """
    if any(shutil.which(name) for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")):
        return
    if is_root() and shutil.which("apt-get"):
        apt_install("chromium-headless-shell", "chromium")
        return
    run(PYTHON, "-m", "playwright", "install", "chromium")


def find_proxy() -> None:
    """Caddy: the system's, or Debian's when we may install it. Without it one test is left out, and says so."""
    if not shutil.which("caddy") and is_root() and shutil.which("apt-get"):
        apt_install("caddy")


def apt_install(*packages: str) -> None:
    """The first of these packages that there is."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    told = ""
    for command in (["update", "-qq"], *(["install", "-y", "-qq", package] for package in packages)):
        done = subprocess.run(["apt-get", *command], env=environment, text=True, capture_output=True)
        if done.returncode == 0 and command[0] == "install":
            return
        told = done.stdout + done.stderr
    sys.exit(f"\n{told}\nCould not install {' or '.join(packages)}.")


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in EXTRAS:
        sys.exit(__doc__)
    main(sys.argv[1])
