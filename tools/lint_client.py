"""Look the client's modules over: what Node can't read, what nobody uses, what is compared loosely.

python tools/lint_client.py     prints each finding, and ends with 1 if there is any

There is no npm here, so this stands in for a linter's rules that have caught something: each is a few lines.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent / "src" / "mistvale" / "client"
WORD = re.compile(r"[A-Za-z_$][\w$]*")
IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}|\*\s+as\s+(\w+)|(\w+))\s+from\s+'\./([\w-]+\.js)';", re.M)
LATER = re.compile(r"\bimport\('\./([\w-]+\.js)'\)")
EXPORT = re.compile(r"^export\s+(?:async\s+)?(?:function\*?|class|const|let)\s+(\w+)", re.M)
FAULTS = {
    r"(?<![=!<>])==(?!=)|!=(?!=)": "compares loosely: === or !==",
    r"^\s*var\s": "has a `var`: const, or let",
    r"\bconsole\.(log|debug)\b": "talks to the console",
    r"\bdebugger\b": "stops for a debugger",
    r"\balert\(|\bwindow\.(prompt|confirm)\(": "asks with the browser's own dialog",
}


def bare(text: str) -> str:
    """A module without its comments and texts, in which anything may stand."""
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    text = re.sub(r"'(?:\\.|[^'\\\n])*'", "''", text)
    return re.sub(r"(^|[^:'\"`\\])//.*", r"\1", text)


def members(listed: str) -> Iterator[tuple[str, str]]:
    """Each name of an import in braces: what it is called there, and here."""
    for each in filter(None, (part.strip() for part in listed.split(","))):
        there, _, here = each.partition(" as ")
        yield there.strip(), (here or there).strip()


def faults(file: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if line != line.rstrip():
            yield f"{file.name}:{number}: ends in a blank"
    for number, line in enumerate(bare(text).splitlines(), 1):
        for pattern, what in FAULTS.items():
            if re.search(pattern, line):
                yield f"{file.name}:{number}: {what}"


def unused_imports(file: Path, text: str) -> Iterator[str]:
    body = WORD.findall(bare(IMPORT.sub("", text)))
    # What is inside `${…}` stands in a text, so names are looked for there, too.
    body += WORD.findall(" ".join(re.findall(r"\$\{([^}]*)\}", text)))
    for listed, whole, plain, _ in IMPORT.findall(text):
        for name in [here for _, here in members(listed)] or [whole or plain]:
            if name not in body:
                yield f"{file.name}: imports {name} and does not use it"


def unused_exports(texts: dict[str, str], tests: str) -> Iterator[str]:
    imports = [found for text in texts.values() for found in IMPORT.findall(text)]
    used = {(source, there) for listed, *_, source in imports for there, _ in members(listed)}
    # Of a module that is loaded when it is wanted, whoever loads it names what it takes.
    used |= {(source, word) for text in texts.values() for source in LATER.findall(text) for word in WORD.findall(text)}
    whole = {source for _, star, _, source in imports if star}
    for name, text in texts.items():
        for export in EXPORT.findall(text):
            inside = WORD.findall(bare(text)).count(export) > 1
            if (name, export) not in used and name not in whole and not re.search(rf"\b{export}\b", tests):
                yield f"{name}: exports {export}, which nobody imports" + (" (it is used here)" if inside else "")


def unreadable(files: list[Path]) -> Iterator[str]:
    """What Node can't read. Its own place is known to Playwright; without that this is left to the tests."""
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        return
    node = compute_driver_executable()[0]
    for file in files:
        command = [node, "--check", "--input-type=module", "-"]
        text = file.read_text(encoding="utf-8")
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"{file.name}: {done.stderr.strip()}"


def findings(folder: Path, tests: str = "") -> list[str]:
    """All that is wrong with the modules of a folder."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.js"))}
    found = []
    for name, text in texts.items():
        found += [*faults(folder / name, text), *unused_imports(folder / name, text)]
    return [*found, *unused_exports(texts, tests), *unreadable([folder / name for name in texts])]


def main() -> int:
    tests = "".join(file.read_text(encoding="utf-8") for file in (CLIENT.parents[2] / "tests" / "client").glob("*.mjs"))
    found = findings(CLIENT, tests)
    print("\n".join(found) if found else "The client's modules are in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
