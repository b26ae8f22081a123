"""Catalogues for translators.

`python tools/catalogues.py pot` writes a template for each room, `text/messages.pot`, as Weblate and Poedit want it:
keys, the English words and what fills their placeholders as comments.
`python tools/catalogues.py new xx` begins a language: a catalogue for each room, to be filled.
`python tools/catalogues.py update` adds to all catalogues what is new, and drops what nobody says any more.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "mistvale"
ENGLISH = "en"
# What the first word of a key says; docs/writing-rules.md has it for authors.
FOR = {
    "arena.": "In a table of results.",
    "beat.": "A line of the log: what happens by itself.",
    "bot.": "The name of a level of bots, or a line about it.",
    "button.": "On a button: keep it short.",
    "command.": "A word that players type: one word, small letters.",
    "error.": "Why something was refused; part of a sentence, or a sentence.",
    "help.": "Help of the command line.",
    "hint.": "A sentence more about a thing.",
    "key.": "A key of the keyboard, as it is printed there, or what it does: keep it short.",
    "keys.": "What a key does, in the list of keys.",
    "list.": "How words are put together.",
    "log.": "A line of the log: what somebody did.",
    "option.": "A choice at a new table.",
    "prompt.": "What a player is asked for.",
    "summary.": "At the end of a round or of the match.",
    "term.": "What a thing, a place or a figure is called: a label or a noun.",
    "why.": "Why something is not possible now; below a button: keep it short.",
}
HEADER = "# What Mistvale says; docs/translating.md tells how."


def rooms() -> Iterator[Path]:
    """The folders with words."""
    yield from sorted(path.parent for path in SOURCE.glob(f"**/text/{ENGLISH}.po"))


def read(path: Path, lang: str) -> Catalog:
    return read_po(io.BytesIO(path.read_bytes()), locale=lang)


def template(room: Path) -> Catalog:
    """The keys of a room, with what a translator wants to know of each."""
    made = Catalog(project="mistvale", header_comment=HEADER, fuzzy=False)
    file = room / "nouns.toml"
    nouns = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for message in read(room / f"{ENGLISH}.po", ENGLISH):
        if message.id:
            made.add(message.id, auto_comments=[*message.auto_comments, *about(message, nouns)])
    return made


def about(message: Message, nouns: dict[str, object]) -> Iterator[str]:
    """What a message is for, its English words, and which nouns fill its placeholders."""
    key, texts = (message.id, [message.string]) if isinstance(message.id, str) else (message.id[0], message.string)
    yield from (text for start, text in FOR.items() if key.startswith(start))
    for text in texts:
        yield f"English: {text!r}"
    own = nouns.get(key, {})
    for name, kinds in {**nouns, **(own if isinstance(own, dict) else {})}.items():
        if isinstance(kinds, list) and any(f"{{{name}" in str(text) for text in texts):
            yield f"{{{name}}}: {', '.join(kinds)}"


def write(path: Path, catalogue: Catalog, **how: bool) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, **how)
    print(path.relative_to(SOURCE))


def write_templates() -> None:
    for room in rooms():
        write(room / "messages.pot", template(room))


def begin(lang: str) -> None:
    """A catalogue of a new language for each room: all its messages are empty, and so told in English."""
    for room in rooms():
        made = template(room)
        made.locale = lang
        if not (room / f"{lang}.po").exists():
            write(room / f"{lang}.po", made)


def update() -> None:
    for room in rooms():
        for path in sorted(room.glob("*.po")):
            if path.stem != ENGLISH:
                catalogue = read(path, path.stem)
                catalogue.update(template(room), no_fuzzy_matching=True)
                write(path, catalogue, ignore_obsolete=True, omit_header=False)


def main(words: list[str]) -> None:
    match words:
        case ["pot"]:
            write_templates()
        case ["new", lang]:
            begin(lang)
        case ["update"]:
            update()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
