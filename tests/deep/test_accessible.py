"""Every state of every game, in light and dark, at a desk and on a phone: what `tests/e2e` does with few."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

import mistvale as mv
from tests.e2e import axe, measures, pixels
from tests.e2e.people import DESK, DIALOG, PHONE, Person
from tests.e2e.servers import Program, Server
from tests.e2e.test_accessible import House, close, in_dialog, panes, sit
from tests.e2e.test_valdora import few_craftsmen

Enter = Callable[..., Person]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STATES = ("opened", "half_played")
LOOKS = {"desk": DESK, "phone": PHONE}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With few craftsmen, so that matches of Valdora end."""
    server = Server(tmp_path_factory.mktemp("seen"), boxes={"valdora": few_craftsmen().data})
    opened = House(server)
    yield opened
    opened.program.client.close()
    server.end()


class Look:
    """Goes from state to state and notes what is wrong in each, by day and at dusk."""

    def __init__(self, one: Person) -> None:
        self.one = one
        self.found: dict[str, list[str]] = {}

    def at(self, where: str) -> None:
        page = self.one.page
        wrong = axe.violations(page) + measures.small_targets(page, self.one.touch) + measures.cut_off(page)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            wrong += pixels.unreadable(page)
        if wrong:
            self.found[where] = wrong


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest, house: House, person: Enter) -> Iterator[Look]:
    look = Look(house.let_in(person(house.server, **LOOKS[request.param])))
    yield look
    assert not look.found, "\n".join(f"{where}: {text}" for where, wrong in look.found.items() for text in wrong)


def test_the_home_page_and_its_dialogs(house: House, look: Look) -> None:
    ann = look.one
    for game in mv.games():
        house.table(game)
    ann.go("/")
    ann.find(".cover-picture").first.wait_for()
    look.at("home")
    for button in ("#settings", "[data-guide=misterra]"):
        in_dialog(ann, button)
        look.at(f"home, {button}")
        close(ann)
    ann.press("[data-setup=misterra]")
    look.at("home, the seats of a table")


def test_rooms_links_and_curtains(house: House, look: Look) -> None:
    """Where somebody waits for friends, comes by a friend's link, or passes the screen on."""
    ann, me = look.one, {"kind": "me", "name": "Ann"}
    friends = {"game": "misty", "seats": [me, {"kind": "friend", "name": "Bob"}]}
    with Program(house.server) as other:
        link = other.post("/api/matches", friends)["seats"][1]["link"]
    ann.go(link)
    ann.find("#join-form").wait_for()
    look.at("a friend's link")
    ann.go(f"/match/{house.program.post('/api/matches', friends)['match']}")
    ann.find("#cover .room-card").wait_for()
    look.at("the room")
    here = {"game": "misty", "seats": [me, {"kind": "here", "name": "Bob"}]}
    ann.go(f"/match/{house.program.post('/api/matches', here)['match']}")
    ann.find("#curtain-open").wait_for()
    look.at("the curtain")


@pytest.mark.parametrize("game", mv.games())
def test_a_game_from_its_start_to_its_replay(house: House, look: Look, game: str) -> None:
    ann = look.one
    for state in STATES:
        sit(ann, house.table(game, state))
        ann.wait_ready()
        look.at(f"{game}, {state}")
    for pane in panes(ann):
        look.at(f"{game}, {pane}")
    if ann.touch:
        ann.press("#sheet-close")
    if not ann.touch:
        in_dialog(ann, "#keys")
        look.at(f"{game}, the keys")
        close(ann)

    ann.go(house.table(game, "finished"))
    expect(ann.find(f"{DIALOG}.final")).to_be_visible()
    look.at(f"{game}, the end")
    ann.press(f"{DIALOG} [data-value=replay]")
    expect(ann.find("#replay")).to_be_visible()
    for _ in range(3):
        ann.press("#replay-next")
    look.at(f"{game}, the replay")


@pytest.mark.parametrize("game", mv.games())
def test_letters_twice_as_large_fit(house: House, person: Enter, game: str) -> None:
    found: dict[str, list[str]] = {}
    for name, looks in LOOKS.items():
        ann = house.let_in(person(house.server, **looks))
        measures.enlarge_letters(ann.page)
        sit(ann, house.table(game))
        ann.wait_ready()
        found[name] = measures.cut_off(ann.page)
        for pane in panes(ann):
            found[f"{name}, {pane}"] = measures.cut_off(ann.page)
        ann.go(house.table(game, "finished"))
        ann.find(f"{DIALOG}.final").wait_for()
        found[f"{name}, the end"] = measures.cut_off(ann.page)
    assert not any(found.values()), found


def test_the_contact_sheet_is_made(tmp_path: Path) -> None:
    """As somebody does who wants to see with other eyes what was drawn."""
    sheet = Path(mv.__file__).parents[2] / "tools" / "contact_sheet.py"
    subprocess.run([sys.executable, str(sheet), str(tmp_path / "sheet.png")], check=True)
    assert (tmp_path / "sheet.png").stat().st_size > 10_000
