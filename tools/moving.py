"""Draws the moving pictures of the first page: whole matches between bots, as the table shows them.

python tools/moving.py [GAME …]     writes docs/pictures/GAME.webp, and beside them the digests of what they follow from

A match is decided by its seed, so the same code draws the same pictures. Chromium makes pixels of the scenes.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

import mistvale as mv
from mistvale.scene import Scene, plates
from mistvale.scene.plates import Cutting, Plate, draw
from mistvale.scene.svg import DAY

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
DIGESTS = PICTURES / "moving.json"
FRAMES = 40
A_FRAME, AT_THE_END = 420, 3000  # milliseconds
MOST_BYTES = 2_000_000  # of all together: whoever opens the first page waits for them
WIDTH = 620
QUALITY = 58


@dataclass(frozen=True)
class Reel:
    """A match, and what is seen of it."""

    game: str
    bots: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    scale: float = 0.8  # of the width at which guides are read
    quality: int = QUALITY


REELS = (
    Reel("misty", ("greedy", "greedy"), (("window-0", "window-1"),), 4),
    Reel("secret-valley", ("greedy", "greedy"), (("valley",),), 4, scale=0.7),
    Reel("misterra", ("greedy", "greedy"), (("island", "parchment"),), 4, scale=0.9),
    Reel("misty-valley", ("greedy", "greedy"), (("board",),), 4, scale=0.7),
    Reel("valdora", ("greedy", "greedy", "greedy"), (("board",),), 4, scale=0.8),
)


def digest(reel: Reel) -> str:
    """Of what a picture follows from: the reel, the rules' version, the box, and how the table is drawn."""
    game = mv.game(reel.game)
    folder = Path(str(resources.files(game.package)))
    how = f"{reel} {game.version} {game.box().digest} {FRAMES} {A_FRAME} {AT_THE_END} {WIDTH}"
    found = hashlib.sha256(how.encode())
    scenes = sorted(folder.glob("scene*.py")) + sorted((folder / "scene").rglob("*.py"))
    drawing = [Path(plates.__file__).with_name(name) for name in ("plates.py", "svg.py")]
    for file in (folder / "art.svg", *scenes, *drawing):
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]


def kept() -> dict[str, str]:
    found: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    return found


def played(reel: Reel) -> mv.Match:
    """A whole match between bots."""
    match = mv.open_match(reel.game, len(reel.bots), reel.seed, reel.options)
    bots = [mv.bot(name, seed=seat) for seat, name in enumerate(reel.bots)]
    while not match.over:
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.seat(seat)))
    return match


def drawings(match: mv.Match, reel: Reel) -> Iterator[str]:
    """The table at so many steps, each as SVG; those that look like the one before are left out."""
    steps = [round(number * match.steps / (FRAMES - 1)) for number in range(FRAMES)]
    plate = Plate(seats=len(reel.bots), rows=reel.rows, size=(WIDTH, 0))
    before = ""
    for step in dict.fromkeys(steps):
        scene = match.scene(0, "en", step)
        assert isinstance(scene, Scene)
        drawn = draw(Cutting(scene, replace(plate, size=Cutting(scene, plate).size)), DAY)
        if drawn != before:
            yield drawn
        before = drawn


def photographed(drawn: Sequence[str], scale: float) -> list[bytes]:
    """Drawings as PNG."""
    from playwright.sync_api import sync_playwright
    from tests.e2e.people import launch

    with sync_playwright() as playwright:
        page = launch(playwright).new_page(viewport={"width": WIDTH, "height": WIDTH}, device_scale_factor=scale)
        found = []
        for each in drawn:
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{each}")
            found.append(page.locator("svg").first.screenshot())
    return found


def bound(shots: Sequence[bytes], quality: int) -> bytes:
    """Pictures as a moving one."""
    from PIL import Image

    frames = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    times = [A_FRAME] * (len(frames) - 1) + [AT_THE_END]
    file = io.BytesIO()
    frames[0].save(
        file, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=quality, method=6
    )
    return file.getvalue()


def main(arguments: list[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games", nargs="*", choices=[[], *(reel.game for reel in REELS)])
    chosen = asked.parse_args(arguments).games
    digests = kept()
    for reel in REELS:
        if not chosen or reel.game in chosen:
            shots = photographed(list(drawings(played(reel), reel)), reel.scale)
            content = bound(shots, reel.quality)
            (PICTURES / f"{reel.game}.webp").write_bytes(content)
            digests[reel.game] = digest(reel)
            print(f"{reel.game}: {len(shots)} frames, {len(content) / 1000:.0f} kB", flush=True)
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    size = sum((PICTURES / f"{reel.game}.webp").stat().st_size for reel in REELS)
    if size > MOST_BYTES:
        raise SystemExit(f"together they have {size} bytes, and may have {MOST_BYTES}: fewer frames, or smaller ones")


if __name__ == "__main__":
    main()
