"""Takes the pictures of the README: `python -m tests.e2e.screens docs/pictures`."""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from .people import DESK, PHONE, Person, launch
from .servers import Program, Server

SEED = 20
# The prettiest doodles first; nobody wants two alike in a picture.
LIKED = ["flower", "smile", "rocket", "monster", "balloon", "star", "fire-truck", "house", "scooter", "leaf"]


# The other games: name of the picture, how many moves to play, seats, options.
OTHERS = [
    ("secret-valley", "valley", 12, 3, {}),
    ("misterra", "misterra", 40, 3, {}),
    ("misty-valley", "misty-valley", 34, 2, {"expansion": "true"}),
    ("valdora", "valdora", 30, 3, {}),
]


# The pixels of a picture, three bytes each.
PIXELS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const {data: pixels} = pen.getImageData(0, 0, image.width, image.height);
  const colours = pixels.filter((_, i) => i % 4 !== 3);
  const file = new FileReader();
  const read = new Promise((done) => { file.onload = done; });
  file.readAsDataURL(new Blob([colours]));
  await read;
  return [image.height, file.result.split(',')[1]];
}"""


class Doodler:
    """Picks what looks good and keeps the window together."""

    def __init__(self, program: Program, seat: int, liked: list[str]) -> None:
        self.program = program
        self.seat = seat
        self.liked = liked
        self.placed = 0

    def legal(self, match: str) -> list[str]:
        moves: list[str] = self.program.get(f"/api/matches/{match}/legal?seat={self.seat}")
        return moves

    def play(self, match: str) -> None:
        legal = self.legal(match)
        if not legal:
            return
        move = min(legal, key=self.taste)
        self.placed += move.startswith("place")
        kind = move.removeprefix("pick ")
        if kind in self.liked:
            self.liked.append(kind)
            self.liked.remove(kind)
        self.program.post(f"/api/matches/{match}/moves", {"seat": self.seat, "move": move})

    def taste(self, move: str) -> float:
        what, _, rest = move.partition(" ")
        if what == "pick":
            return self.liked.index(rest) if rest in self.liked else len(self.liked)
        column, row = "abcdefg".index(rest[0]), int(rest[1])
        return abs(column - 3.4) * 0.9 + abs(row - 4.3)


def set_table(server: Server, host: Person, names: list[str], cards: int) -> str:
    """A match in the middle: so many cards in each window, the others have picked, the host is to pick."""
    host.go("/")
    with host.program() as ann:
        ann.client.put("/api/me", json={"name": names[0]})
        seats = [{"kind": "me", "name": names[0]}, *[{"kind": "friend"}] * (len(names) - 1)]
        opened = ann.post("/api/matches", {"game": "misty", "seats": seats, "seed": SEED})
        match: str = opened["match"]
        players = [Doodler(ann, 0, list(LIKED))]
        for seat, name in enumerate(names[1:], 1):
            friend = Program(server)
            friend.post(f"/api{opened['seats'][seat]['link']}", {"name": name})
            players.append(Doodler(friend, seat, LIKED[3 * seat :] + LIKED[: 3 * seat]))
        # The first card goes to the middle by itself.
        while players[0].placed < cards - 1 or not players[0].legal(match)[0].startswith("pick"):
            for player in players:
                player.play(match)
        for player in players[1:]:
            for _ in range(2):
                if any(move.startswith("place") for move in player.legal(match)) or player.placed == cards - 1:
                    player.play(match)
    host.go(f"/match/{match}")
    host.at_table()
    host.wait_ready()
    return match


def play_some(host: Person, game: str, moves: int, seats: int = 3, seed: int = 11, **options: str) -> None:
    """Some turns of a game against bots, from the seat of somebody who plays whatever comes next."""
    host.go("/")
    with host.program() as program:
        bots = [{"kind": "bot", "bot": "novice", "name": name} for name in ("Ben", "Cleo", "Dan", "Eve")]
        me = {"kind": "me", "name": "Ann"}
        wish = {"game": game, "seats": [me, *bots[: seats - 1]], "seed": seed, "options": options}
        opened = program.post("/api/matches", wish)
    host.go(f"/match/{opened['match']}")
    host.at_table()
    host.play_on(moves)
    host.wait_ready()


def picture(of: Person, path: Path) -> None:
    """A screenshot, small enough for a repository."""
    shot = base64.b64encode(of.page.screenshot()).decode()
    of.page.goto("about:blank")
    height, data = of.page.evaluate(PIXELS, shot)
    of.close()
    colours = np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, -1)
    # The lowest bit of a colour is seen by nobody.
    path.write_bytes(png(colours & 0xFE))


def png(colours: np.ndarray) -> bytes:
    """Rows of three bytes a pixel as PNG, each row told from the one above or the pixel before, whichever is less."""
    now = colours.astype(np.int16)
    left, up, corner = (np.zeros_like(now) for _ in range(3))
    left[:, 3:], up[1:], corner[1:, 3:] = now[:, :-3], now[:-1], now[:-1, :-3]
    guess = left + up - corner
    far = [abs(guess - each) for each in (left, up, corner)]
    paeth = np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, np.where(far[1] <= far[2], up, corner))
    ways = [(now - each).astype(np.uint8) for each in (0, left, up, (left + up) // 2, paeth)]
    costs = [abs(way.astype(np.int8).astype(np.int32)).sum(axis=1) for way in ways]
    best = np.argmin(costs, axis=0)
    rows = b"".join(bytes([way]) + ways[way][y].tobytes() for y, way in enumerate(best))
    height, width = now.shape[0], now.shape[1] // 3
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )


def take(browser: Browser, server: Server, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    desk = Person(browser, server, **DESK, color_scheme="dark")
    set_table(server, desk, ["Ann", "Ben", "Cleo"], 9)
    picture(desk, folder / "table.png")
    for game, name, moves, seats, options in OTHERS:
        other = Person(browser, server, **DESK, color_scheme="light")
        play_some(other, game, moves, seats, **options)
        picture(other, folder / f"{name}.png")
    phone = Person(browser, server, **{**PHONE, "device_scale_factor": 1.5}, color_scheme="light")
    set_table(server, phone, ["Ann", "Ben"], 9)
    picture(phone, folder / "phone.png")
    home = Person(browser, server, **DESK, color_scheme="light")
    home.go("/")
    home.find(".cover-picture").first.wait_for()
    picture(home, folder / "home.png")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = launch(playwright)
        try:
            take(browser, server, folder)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
