"""Write all playthroughs anew: python -m tests.playthroughs"""

from __future__ import annotations

from pathlib import Path

import mistvale as mv

from . import playthroughs
from .spoken import FOLDER, spoken


def write(file: Path, text: str) -> None:
    before = file.read_text(encoding="utf-8") if file.exists() else None
    file.write_text(text, encoding="utf-8")
    print(f"{file.name}: {'unchanged' if text == before else 'written'}")


FOLDER.mkdir(exist_ok=True)
for game in mv.games():
    for told, text in spoken(game).items():
        write(told.file, text)
for played in playthroughs():
    write(played.file, played.text())
