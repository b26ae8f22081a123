"""What `mkdocs` does with our pages beside building them: they are written to be read as plain files, too.

Pages that stand elsewhere in the repository (CONTRIBUTING.md, CHANGELOG.md, …) become pages here, and links to them
lead there. Links to other files lead to copies; those to folders, which a site does not have, become plain words.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Pages of the repository, and what they are called here.
TAKEN = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "bench/README.md": "benchmarks.md",
}
COPIED = {"examples/bot_client.py": "examples/bot_client.py", "src/mistvale/client/brand.svg": "theme/logo.svg"}
LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^( *)```(\w+) (\S+)$", flags=re.M)
CODE_IN_ROW = re.compile(r"`[^`\n]+`")
SHORT = re.compile(r"<code>([^<>\n]{1,28})</code>")
ITEM = re.compile(r"^( *)([-*]|\d+\.) ")


def on_files(files: Any, config: Any) -> Any:
    """Take in what stands elsewhere."""
    from mkdocs.structure.files import File

    for source, name in TAKEN.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=moved(text, source)))
    for source, name in COPIED.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    source = f"docs/{page.file.src_uri}" if page.file.src_uri not in TAKEN.values() else "docs/taken.md"
    return listed(piped(fenced(moved(text, source))))


def on_page_content(html: str, **_: Any) -> str:
    return kept_whole(html)


def kept_whole(html: str) -> str:
    """Short code within a sentence is on one line: a browser would part `--seed` after its strokes."""

    def kept(part: str) -> str:
        return part if part.startswith("<pre") else SHORT.sub(r'<code class="short">\1</code>', part)

    return "".join(map(kept, re.split(r"(<pre\b.*?</pre>)", html, flags=re.S)))


def moved(text: str, source: str) -> str:
    """A page with links as they are among the pages of the site; `source` is where it stands in the repository."""
    folder, here = posixpath.dirname(source), posixpath.dirname(source.removeprefix("docs/"))
    if source in TAKEN:
        here = ""

    def link(found: re.Match[str]) -> str:
        words, path, anchor = found[1], found[2], found[3] or ""
        place = posixpath.normpath(posixpath.join(folder, path))
        if place in TAKEN:
            place = TAKEN[place]
        elif place.startswith("docs/"):
            place = place.removeprefix("docs/")
        elif place not in COPIED:
            # What is not there at all stays a link, and so an error.
            return words if (ROOT / place).exists() else found[0]
        return f"[{words}]({posixpath.relpath(place, here or '.')}{anchor})"

    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in blocks(text))


def blocks(text: str) -> list[str]:
    """A text in parts: blocks of code, and what is between them."""
    return re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)


def fenced(text: str) -> str:
    """A block that names its file gets it as a title."""
    return FENCE.sub(r'\1```\2 title="\3"', text)


def piped(text: str) -> str:
    """In a row of a table, a stroke within code is escaped for those who read it as a file; here it need not be."""

    def row(line: str) -> str:
        return CODE_IN_ROW.sub(lambda code: code[0].replace("\\|", "|"), line) if line.startswith("|") else line

    return "\n".join(map(row, text.split("\n")))


def listed(text: str) -> str:
    """Lists as code hosts read them: they may follow a line of text, and are indented by what they hang from."""
    return "".join(part if part.startswith("```") else _listed(part) for part in blocks(text))


def _listed(text: str) -> str:
    lines: list[str] = []
    widths: list[tuple[int, int]] = []  # of the items one is in: where they begin in the file, and here
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        item = ITEM.match(line)
        if line.strip():
            while widths and (indent < widths[-1][0] or (item and indent == widths[-1][0] - len(item[2]) - 1)):
                widths.pop()
        if item and lines and lines[-1].strip() and not _follows_item(lines):
            lines.append("")
        depth = 4 * len(widths)
        if item:
            lines.append(" " * depth + line.lstrip())
            widths.append((indent + len(item[2]) + 1, depth))
        elif line.strip() and widths:
            lines.append(" " * depth + line[widths[-1][0] :])
        else:
            lines.append(line)
    return "\n".join(lines)


def _follows_item(lines: list[str]) -> bool:
    """Whether the paragraph that ends here began as an item: only then another may follow at once."""
    for line in reversed(lines):
        if not line.strip() or ITEM.match(line):
            return bool(line.strip())
    return False
