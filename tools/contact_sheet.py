"""See the tables of all games with other eyes: one picture, a row for each game, a column for each kind of eyes.

python tools/contact_sheet.py [FILE]     docs/pictures/colour-blind.png unless told otherwise

Whatever is told apart by colour has to be told apart by its shape as well; the sheet is there to be looked at.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import numpy as np  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.e2e import staged  # noqa: E402
from tests.e2e.people import GUEST, Person, launch  # noqa: E402
from tests.e2e.screens import PIXELS  # noqa: E402
from tests.e2e.servers import Program, Server  # noqa: E402

# As Chromium names them. The colours that most people see are left out: the sheet would need twice as many.
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
WINDOW = {"width": 1020, "height": 690}
SHRINK = 3
GAP = 4
COLOURS = 128
# Only the table itself: what stands around it is the same in all games.
BARE = """body { grid-template: 'stage' 1fr / 1fr !important }
body > :not(.stage-wrap, .shelf) { display: none !important }"""
STYLE = "(css) => { const s = new CSSStyleSheet(); s.replaceSync(css); document.adoptedStyleSheets = [s]; }"


def photograph(page: Page, reader: Page) -> np.ndarray:
    """The page's pixels, as small as the sheet shows them."""
    height, data = reader.evaluate(PIXELS, base64.b64encode(page.screenshot()).decode())
    colours = np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, -1, 3)
    high, wide = (side // SHRINK * SHRINK for side in colours.shape[:2])
    blocks = colours[:high, :wide].reshape(high // SHRINK, SHRINK, wide // SHRINK, SHRINK, 3)
    return np.asarray(blocks.mean(axis=(1, 3)).round().astype(np.uint8))


def row(browser: Browser, server: Server, program: Program, game: str) -> np.ndarray:
    """One table with all eyes."""
    match = staged.half_played(program, game)
    one = Person(browser, server, viewport=WINDOW)
    cookie = program.client.cookies[GUEST]
    one.context.add_cookies([{"name": GUEST, "value": cookie, "url": server.address}])
    one.go(f"/match/{match}")
    one.at_table()
    one.wait_ready()
    one.page.evaluate(STYLE, BARE)
    one.page.wait_for_timeout(500)  # the table finds its place in the new room
    reader, session = one.context.new_page(), one.context.new_cdp_session(one.page)
    cells = []
    for eyes in EYES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        cells += [photograph(one.page, reader), np.full((1, GAP, 3), 255, np.uint8)]
    one.close()
    high = cells[0].shape[0]
    return np.concatenate([np.broadcast_to(cell, (high, *cell.shape[1:])) for cell in cells[:-1]], axis=1)


def palette(pixels: np.ndarray) -> np.ndarray:
    """A few colours that say most of a picture: the box of those that differ most is halved, again and again."""
    boxes = [pixels]
    while len(boxes) < COLOURS:
        widest = max(range(len(boxes)), key=lambda at: np.ptp(boxes[at], axis=0).max() * len(boxes[at]) ** 0.5)
        box = boxes.pop(widest)
        along = np.ptp(box, axis=0).argmax()
        box = box[box[:, along].argsort(kind="stable")]
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    return np.array([box.mean(axis=0).round() for box in boxes], np.int32)


def indexed_png(picture: np.ndarray) -> bytes:
    """A PNG of few colours: a sheet of so many tables would be too large for a repository otherwise."""
    pixels = picture.reshape(-1, 3)
    colours = palette(pixels[:: max(1, len(pixels) // 60_000)])
    codes = [((chunk[:, None].astype(np.int32) - colours) ** 2).sum(axis=2).argmin(axis=1) for chunk in
             np.array_split(pixels, 64)]  # fmt: skip
    height, width = picture.shape[:2]
    rows = np.concatenate(codes).astype(np.uint8).reshape(height, width)
    body = b"".join(b"\0" + line.tobytes() for line in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    table = colours.astype(np.uint8).tobytes()
    parts = [(b"IHDR", head), (b"PLTE", table), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def main(arguments: list[str]) -> None:
    file = Path(arguments[0] if arguments else ROOT / "docs" / "pictures" / "colour-blind.png")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = launch(playwright)
        try:
            with Program(server) as program:
                rows = [row(browser, server, program, game) for game in staged.STAGINGS]
        finally:
            browser.close()
            server.end()
    gap = np.full((GAP, rows[0].shape[1], 3), 255, np.uint8)
    sheet = np.concatenate([part for each in rows for part in (each, gap)][:-1])
    file.write_bytes(indexed_png(sheet))
    print(f"{file}: {sheet.shape[1]} x {sheet.shape[0]}, {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
