"""Write all playthroughs anew: python -m tests.playthroughs"""

from __future__ import annotations

from . import playthroughs

for played in playthroughs():
    text = played.text()
    before = played.file.read_text(encoding="utf-8") if played.file.exists() else None
    played.file.write_text(text, encoding="utf-8")
    print(f"{played.file.name}: {'unchanged' if text == before else 'written'}")
