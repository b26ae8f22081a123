"""People with a browser, who note everything that goes wrong in it."""

from __future__ import annotations

import json
import math
import re
import shutil
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlparse

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Locator,
    Playwright,
    Request,
    WebSocket,
    expect,
)

from mistvale.scene.picture import patched
from tests.conftest import deep

from .servers import Program, Server

PATIENCE = 30_000
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
# For what is long and looks alike on both, as other tests see: by day at a desk, and in `make deep` on a phone, too.
DESK_FIRST = pytest.mark.parametrize("looks", [pytest.param(DESK, id="desk"), deep(PHONE, id="phone")])
DUSK = {**PHONE, "color_scheme": "dark"}
DESK_BEFORE_DUSK = pytest.mark.parametrize("looks", [pytest.param(DESK, id="desk"), deep(DUSK, id="phone")])
# What Playwright switches off, so that pages behave alike everywhere; the last list that Chromium is given counts.
SWITCHED_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
# Chromium draws its own bars with pages nobody sees here; they would cost as much as ours, once for each person.
ITS_OWN_PAGES = (
    "InitialWebUI,InitialWebUISyncNavStartToCommit,PreloadTopChromeWebUI,PreloadTopChromeWebUILessNavigations,"
    "SpareRendererForSitePerProcess,WebUIBackForwardButton,WebUIHomeButton,WebUILocationBar,WebUIOmniboxAimPopup,"
    "WebUIOmniboxFullPopup,WebUIOmniboxPopup,WebUIReloadButton,WebUISplitTabsButton,WebUITabStrip,WebUIToolbar"
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    f"--disable-features={SWITCHED_OFF},{ITS_OWN_PAGES}",
]
# What a page wishes for before it is first opened; a player's own choice later stays.
WISHES = """
try {
  if (!localStorage.getItem('mistvale.settings')) localStorage.setItem('mistvale.settings', '%s');
} catch {}
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
});
"""
# Something can be played now, or a dialog waits for an answer.
READY = (
    "body:not([data-sent=yes]):has(#prompt[data-mine=yes]):has(#stage:not(.moving)) "
    ":is(#stage .can-play, #prompt-buttons [data-move])"
)
DIALOG = "dialog[open]"
# Chromium logs every connection that is refused; no page can keep it from that.
AWAY = r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to"
# What is asked of somebody: to answer a dialog (the last one is 'final'), to 'play', or nothing.
ASKED = f"""() => {{
  const dialog = document.querySelector('{DIALOG}');
  if (dialog) return dialog.classList.contains('final') ? 'final' : 'dialog';
  return document.querySelector('{READY}') ? 'play' : '';
}}"""
# Where to press a target, chosen by its number or its move: in the middle of its frame (drawings reach beyond it, where
# they are cut off), or where else it can be met if something lies over that.
AIM = f"""(which) => {{
  const targets = [...document.querySelectorAll('{READY}')];
  const meant = targets.filter((one, i) => one.dataset.move === which || i === which % targets.length);
  let missed = `${{which}} is not offered`;
  for (const target of meant) {{
    const frame = target.querySelector('.hit') ?? target;
    frame.scrollIntoViewIfNeeded();
    const {{x, y, width, height}} = frame.getBoundingClientRect();
    for (const [right, down] of [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]) {{
      const spot = [x + width * right, y + height * down];
      const met = document.elementFromPoint(...spot);
      if (target.contains(met)) return {{spot, width, turns: 'turns' in target.dataset}};
      missed = `${{target.dataset.move}} lies under ${{met?.closest('[data-key], [id]')?.outerHTML.slice(0, 120)}}`;
    }}
  }}
  return {{missed}};
}}"""
FRAMES = '{"type":"frames"'
# A second click on the same spot so soon is taken for a slip of the hand and not played.
DOUBLE_CLICK = 0.27
SAME_SPOT = 16
GUEST = "mistvale"  # the cookie by which a guest is known
CLICK_WITHIN = 0.5  # seconds from a tap to what comes of it, if anything does
Spot = tuple[float, float]
Which = int | str  # one of the targets: a number, taken round and round, or its move

expect.set_options(timeout=PATIENCE)


def find_chromium() -> str | None:
    """The system's Chromium, if it can be without its window; None leaves the choice to Playwright."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)


class Person:
    """Somebody at a screen of their own."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        speed: str = "off",
        sound: bool = False,
        coach: bool = False,
        **looks: Any,
    ) -> None:
        """`coach`: whether one sits beside first matches, as it does for people who are new."""
        self.server = server
        self.touch = bool(looks.get("has_touch"))
        self.context = browser.new_context(base_url=server.address, **(looks or DESK))
        self.context.set_default_timeout(PATIENCE)
        wishes = json.dumps({"speed": speed, "sound": sound, "coach": coach})
        self.context.add_init_script(WISHES % wishes)
        self.heard: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.troubles: list[str] = []
        self.forgiven: list[str] = []
        self.told = 0
        self.left = ""
        # A whole match is too much to keep, picture by picture.
        self.keeps_frames = True
        self.pressed_at = 0.0
        self.pressed_spot = (0.0, 0.0)
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        self.context.on("request", self._on_request)
        self.page = self.context.new_page()
        self.page.on("websocket", self._on_socket)

    # What is noted.

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        url = urlparse(request.url)
        if url.scheme not in ("data", "blob") and url.netloc != urlparse(self.server.address).netloc:
            self.troubles.append(f"a request to another host: {request.url}")

    def _on_socket(self, socket: WebSocket) -> None:
        if urlparse(socket.url).netloc != urlparse(self.server.address).netloc:
            self.troubles.append(f"a socket to another host: {socket.url}")
        socket.on("framereceived", self._on_heard)
        socket.on("framesent", lambda text: self.said.append(json.loads(text)))

    def _on_heard(self, text: str) -> None:
        self.told += 1
        if self.keeps_frames or not text.startswith(FRAMES):
            self.heard.append(json.loads(text))

    def forgive(self, pattern: str) -> None:
        """What is logged while the server is away is no fault of the page."""
        self.forgiven.append(pattern)

    def complaints(self) -> list[str]:
        return [text for text in self.troubles if not any(re.search(each, text) for each in self.forgiven)]

    def close(self) -> None:
        with suppress(Error):
            self.context.close()

    # What is seen.

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    @property
    def match(self) -> str:
        return urlparse(self.left or self.page.url).path.split("/")[-1]

    @property
    def step(self) -> int:
        """The step of the last frame that came."""
        return max((m["step"] for m in self.heard if m["type"] == "frames"), default=-1)

    @property
    def moves(self) -> int:
        """How many moves of this page were acknowledged."""
        asked = {message["id"] for message in self.said if message["type"] == "move"}
        return len({m["id"] for m in self.heard if m["type"] == "ok"} & asked)

    @property
    def sent(self) -> int:
        """How many moves this page has sent."""
        return sum(message["type"] == "move" for message in self.said)

    def scene(self) -> dict[str, Any]:
        """The last scene that came."""
        scene: dict[str, Any] = self.frames()[-1]["scene"]
        return scene

    def frames(self, since: int = 0) -> list[dict[str, Any]]:
        """All frames that came, from a message on, with their scenes: what the page has made of them."""
        scene: dict[str, Any] = {}
        found = []
        for number, message in enumerate(self.heard):
            for frame in message["frames"] if message["type"] == "frames" else ():
                scene = frame["scene"] if "scene" in frame else patched(scene, frame["patch"])
                found.append((number, {**frame, "scene": scene}))
        return [frame for number, frame in found if number >= since]

    def program(self) -> Program:
        """The same guest, over REST; whoever was on no page yet becomes a guest here."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        program = Program(self.server, cookies.get(GUEST, ""))
        if GUEST not in cookies:
            given = program.client.cookies[GUEST]
            self.context.add_cookies([{"name": GUEST, "value": given, "url": self.server.address}])
        return program

    def become_player(self, name: str) -> dict[str, Any]:
        """Become a player without a look at the account page; gives the account and its codes."""
        with Program(self.server) as program:
            made: dict[str, Any] = program.post("/api/account", {"name": name})
            given = program.client.cookies[GUEST]
        self.context.add_cookies([{"name": GUEST, "value": given, "url": self.server.address}])
        return made

    # What is done.

    def go(self, path: str) -> None:
        self.page.goto(path)
        self.find("body[data-ready=yes]").wait_for()

    def press(self, target: str | Locator) -> None:
        """A click, or a tap on a touch screen."""
        found = self.find(target) if isinstance(target, str) else target
        if self.touch:
            found.tap()
        else:
            found.click()

    def sit_down(self, game: str, bots: int = 1, bot: str = "random", **more: Any) -> dict[str, Any]:
        """Open a table with so many bots and go to it, without a look at the home page; gives its status."""
        seats = [{"kind": "me", "name": "Ann"}, *[{"kind": "bot", "bot": bot}] * bots]
        with self.program() as program:
            opened: dict[str, Any] = program.post("/api/matches", {"game": game, "seats": seats, **more})
        self.go(f"/match/{opened['match']}")
        self.at_table()
        return opened

    def at_table(self) -> None:
        self.page.wait_for_url("**/match/*")
        self.find("#stage .sprite").first.wait_for()

    def asked(self) -> str:
        """What is asked now: 'play', 'dialog', 'final', or nothing."""
        what: str = self.page.evaluate(ASKED)
        return what

    def wait_ready(self) -> str:
        """Wait until something can be done: 'play' or 'dialog'."""
        self.find(f"{READY}, {DIALOG}").first.wait_for(state="attached")
        return "dialog" if self.find(DIALOG).count() else "play"

    def play_one(self, which: Which = 0) -> str:
        """Play a legal target and wait until it is acknowledged; 'dialog' when one has come up instead."""
        played, end = self.moves, time.monotonic() + PATIENCE / 1000
        while self.moves == played:
            assert time.monotonic() < end, "there was nothing to play"
            asked = self.asked()
            if asked == "play":
                self.press_once(which)
            elif asked:
                return "dialog"
            else:
                self.page.wait_for_timeout(10)
        return "play"

    def press_once(self, which: Which) -> None:
        """Press a target and wait for the answer to what is sent, if something is."""
        sent = self.sent
        try:
            self.press_target(which)
        except Error:
            # A dialog came up under the pointer.
            if not self.find(DIALOG).count():
                raise
        late = time.monotonic() + CLICK_WITHIN
        while self.sent == sent and time.monotonic() < late:
            self.page.wait_for_timeout(5)
        self.wait_answered()

    def press_target(self, which: Which = 0) -> None:
        """Press a legal target, no sooner than a person would."""
        aim = self.aim(which)
        spot = tuple(aim["spot"])
        self.wait_patiently(spot, aim["width"])
        if aim["turns"]:
            self.turn_and_lay(spot, which % 3 if isinstance(which, int) else 0)
        else:
            self.press_spot(spot)
        self.pressed_at, self.pressed_spot = time.monotonic(), spot

    def aim(self, which: Which) -> dict[str, Any]:
        """Where to press a target, once there is one that nothing lies over."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            aim: dict[str, Any] = self.page.evaluate(AIM, which)
            if "spot" in aim:
                return aim
            if time.monotonic() > end or self.find(DIALOG).count():
                raise Error(f"no target could be pressed: {aim['missed']}")
            self.page.wait_for_timeout(10)

    def press_spot(self, spot: Spot) -> None:
        """A click, or a tap on a touch screen, wherever it meets."""
        if self.touch:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)

    def wait_patiently(self, spot: Spot, width: float) -> None:
        """On the spot of the last click, wait until this one is not taken for the second half of a double click."""
        if math.dist(spot, self.pressed_spot) < width + SAME_SPOT:
            self.page.wait_for_timeout(max(0.0, self.pressed_at + DOUBLE_CLICK - time.monotonic()) * 1000)

    def turn_and_lay(self, spot: Spot, times: int) -> None:
        """Turn a thing so many times and lay it: with keys and a click, or with taps and the bar."""
        if self.touch:
            self.press_spot(spot)
            try:
                self.find("#turn-done").wait_for(timeout=CLICK_WITHIN * 1000)
            except Error:
                return  # the tap met nothing: the table has moved meanwhile, and it is looked at again
            for _ in range(times):
                self.press("#turn-bar .icon-button >> nth=1")
            self.press("#turn-done")
            return
        self.page.mouse.move(*spot)
        for _ in range(times):
            self.page.keyboard.press("r")
        self.press_spot(spot)

    def wait_answered(self) -> None:
        """Wait until nothing that this page sent is without an answer."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            self.page.wait_for_timeout(5)
            answers = {m["id"]: m for m in self.heard if m.get("id")}
            open_moves = [m for m in self.said if m["type"] in ("move", "undo") and m["id"] not in answers]
            if not open_moves:
                return
            assert time.monotonic() < end, f"never answered: {open_moves}"

    def leave(self) -> None:
        """Leave the table for a while, unless that has happened: what is played there is not drawn."""
        if not self.left:
            self.left = self.page.url
            self.page.goto("about:blank")

    def come_back(self) -> None:
        """Go to the table, if it was left."""
        if self.left:
            self.go(self.left)
            self.left = ""
            self.at_table()

    def play_on(self, moves: int) -> None:
        """Play so many moves, past summaries."""
        for i in range(moves):
            while self.play_one(i) == "dialog":
                self.go_past()

    def go_past(self) -> None:
        """Go past a summary."""
        self.press(f"{DIALOG} .button.primary")
        self.find(DIALOG).wait_for(state="detached")
