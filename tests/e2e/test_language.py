"""In the pseudo-language whatever a page shows without brackets comes from no catalogue: nothing may."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import mistvale as mv
from mistvale import puzzles
from mistvale.learning.playing import RIVALS
from tests.pseudo import PSEUDO, bare

from .people import DIALOG, Person
from .servers import Program, Server
from .test_door import admin

Enter = Callable[..., Person]
# All that a page says, each with where: texts, titles, labels and placeholders. A sentence with something emphasised in
# it, or drawn in several lines, is one text.
SAID = """() => {
  const SENTENCES = 'p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote';
  const NAMES = ['title', 'placeholder', 'aria-label', 'alt', 'aria-description', 'aria-roledescription', 'label'];
  const found = new Map([[document.title, 'the title']]);
  const name = (node) => node.tagName.toLowerCase() + (node.id ? '#' + node.id : '') +
    (node.getAttribute('class') ? '.' + node.getAttribute('class').split(' ')[0] : '');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const near = walk.currentNode.parentElement;
    // Dates are the browser's own words, and what is for browsers without scripts is never seen by others. Names of
    // languages and games stay in their own language, and say so.
    if (near.closest('script, style, noscript, time, symbol, body [lang]')) continue;
    const whole = near.closest('text') ?? (near.closest('.guide') ? near.closest(SENTENCES) : null);
    found.set((whole ?? walk.currentNode).textContent, name(whole ?? near));
  }
  for (const node of document.querySelectorAll('*')) {
    for (const attribute of NAMES) {
      if (node.hasAttribute(attribute)) found.set(node.getAttribute(attribute), `${name(node)} ${attribute}`);
    }
  }
  return [...found];
}"""


# Seeds and lots are no words.
WITHOUT_HASHES = """document.querySelectorAll('code, td').forEach((node) => {
  if (node.matches('code') || /^[0-9a-f]{8,}$/.test(node.textContent)) node.remove();
})"""


class Reader:
    """Somebody who reads the pseudo-language, and notes what is not in it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        games = [mv.game(name) for name in mv.games()]
        credits = [f"{game.credit.designer} · {game.credit.publisher} · {game.credit.year}" for game in games]
        self.aside = ["Ann", "Bob", "Cid", "Mistvale", *(game.title for game in games), *credits]
        self.found: dict[str, str] = {}
        self.told = f"?lang={PSEUDO}"

    def read(self, page: str) -> None:
        """Read all that is on the page now."""
        for text, where in self.person.page.evaluate(SAID):
            if bare(text, self.aside):
                self.found[f"{page}: {where}"] = text

    def check(self) -> None:
        """Nothing may have been found."""
        assert not self.found, "\n".join(f"{where}: {text!r}" for where, text in self.found.items())

    def go(self, path: str) -> None:
        """To a page; the address says the language once, the tab keeps it."""
        self.person.go(path + self.told)
        self.told = ""
        expect(self.person.find("html")).to_have_attribute("lang", PSEUDO)

    def see(self, path: str, page: str) -> None:
        """Go to a page whose title is the server's, which does not know what a tab keeps, and read it."""
        self.told = f"?lang={PSEUDO}"
        self.go(path)
        self.person.page.evaluate(WITHOUT_HASHES)
        self.read(page)


@pytest.fixture
def reader(server: Server, person: Enter) -> Iterator[Reader]:
    reader = Reader(person(server))
    yield reader
    reader.check()


def test_the_pages_about_people(reader: Reader) -> None:
    """In the account of a player, dialogs also, and on the profile; what things are called stays aside."""
    ann = reader.person
    reader.go("/account")
    reader.read("a guest's account")
    ann.find("#player-name").fill("Ann")
    ann.press("#become")
    ann.find(f"{DIALOG} code").first.wait_for()
    ann.page.evaluate("document.querySelectorAll('code').forEach((code) => code.remove())")
    reader.read("codes")
    close(ann)
    ann.find("body[data-player=yes]").wait_for()
    with ann.program() as program:
        handle = program.get("/api/account")["player"]
        program.play(program.open("me", "bot:random")["match"])
    reader.aside += ["Chrome, Linux", "Random bot"]  # names stay as they were given
    reader.read("a player's account")
    reader.go(f"/player/{handle}")
    ann.find(".match-line").wait_for()
    reader.read("a profile")
    reader.go("/device")
    reader.read("a device")


def test_tournaments_ladder_and_the_match_of_the_day(reader: Reader, program: Program) -> None:
    ann = reader.person
    program.post("/api/account", {"name": "Bob"})
    reader.see("/tournaments", "tournaments, for a guest")
    ann.become_player("Ann")
    reader.aside += ["Spring Cup"]
    with ann.program() as same:
        wish = {"name": "Spring Cup", "game": "misty", "pace": {"kind": "mail", "decision": 86_400_000}}
        cup = same.post("/api/tournaments", wish)["id"]
        reader.see("/tournaments", "tournaments")
        ann.press("#opening > summary")
        reader.read("the form of a tournament")
        for who in (same, program):
            who.post(f"/api/tournaments/{cup}/enter", {})
        reader.see(f"/tournament/{cup}", "a tournament that is open")
        same.post(f"/api/tournaments/{cup}/start", {})
        match = same.get(f"/api/tournaments/{cup}")["table"]
        reader.see(f"/tournament/{cup}", "a tournament that runs")
        same.post(f"/api/matches/{match}/leave", {"seat": same.status(match)["mine"][0]})
    reader.go(f"/tournament/{cup}")
    expect(ann.find(".figures tbody tr").first).to_be_visible()
    ann.page.evaluate(WITHOUT_HASHES)
    reader.read("a tournament that is over")
    for page in ("ladder", "daily"):
        reader.see(f"/{page}", page)


def test_what_links_and_whoever_runs_the_server_see(own_server: Server, person: Enter) -> None:
    reader = Reader(person(own_server))
    ann = reader.person
    made = ann.become_player("Ann")
    ann.forgive("404")
    ann.forgive("400")
    for page in ("/recover", "/mail/confirm", "/unsubscribe/nothing", "/admin", "/tournament/nowhere12345"):
        reader.see(page, page)
    admin(own_server, "players", "promote", made["account"]["player"])
    admin(own_server, "announce", "Cid", "--hours", "2")
    reader.aside += [made["account"]["player"], getpass.getuser()]
    reader.go("/admin")
    ann.press("#find")
    expect(ann.find("#players")).to_contain_text("Ann")
    reader.read("the page of administrators")
    ann.press("#announce")
    ann.find(DIALOG).wait_for()
    reader.read("an announcement")
    reader.check()


def close(person: Person) -> None:
    person.press(f"{DIALOG} footer .button >> nth=0")
    expect(person.find(DIALOG)).to_have_count(0)


def panels(reader: Reader, page: str) -> None:
    """All four panels beside a table."""
    person = reader.person
    for tab in ("cards", "guide", "about", "log"):
        person.press(f"#tab-{tab}")
        expect(person.find(f"#pane-{tab}")).not_to_be_empty()
    expect(person.find("#guide > *").first).to_be_attached()
    reader.read(page)


def tips(reader: Reader, page: str) -> None:
    """What is said of a thing one points at."""
    person = reader.person
    spot = person.find("#stage .sprite[aria-label]").last.bounding_box()
    assert spot is not None
    person.page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    person.page.wait_for_timeout(50)
    reader.read(page)


def test_the_home_page_and_its_dialogs(server: Server, reader: Reader, program: Program) -> None:
    ann = reader.person
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "friend", "name": "Bob"}]
    with ann.program() as same:
        same.post("/api/matches", {"game": "misty", "seats": seats})
    link = program.post("/api/matches", {"game": "misty", "seats": seats})["seats"][1]["link"]
    reader.go("/")
    for button in ("#settings", "[data-guide=misty]"):
        ann.press(button)
        ann.find(DIALOG).wait_for()
        reader.read(f"home, {button}")
        close(ann)
    for name in mv.games():
        ann.press(f"[data-setup={name}]")
    reader.read("home")
    reader.go(link)
    reader.read("join")
    reader.go("/join/nowhere")
    reader.read("join, nowhere")
    ann.forgive("404")
    reader.see("/lobby", "lobby")
    with ann.program() as same:
        room = same.post("/api/matches", {"game": "misty", "seats": seats})["match"]
    reader.go(f"/match/{room}")
    expect(ann.find(".room-card")).to_be_visible()
    reader.read("a room in which one waits")


def test_lessons_the_coach_and_puzzles(reader: Reader) -> None:
    ann = reader.person
    reader.aside += [*RIVALS, "Random bot"]
    reader.see("/learn/misty", "lessons")
    ann.press(".lesson-row >> nth=2")
    expect(ann.find("#lesson-next")).to_be_visible()
    reader.read("a lesson")
    ann.press("#lesson-next")
    ann.wait_ready()
    ann.press_target("move c4")
    expect(ann.find("#coach .remark.wrong")).to_be_visible()
    reader.read("a lesson, what is wrong")
    reader.see("/puzzles/misty", "puzzles")
    first = puzzles.puzzles("misty")[0]
    ann.press(f".puzzle-cell[href='#{first.id}']")
    ann.wait_ready()
    reader.read("a puzzle")
    ann.press_target(first.tempting)
    expect(ann.find("#coach .remark.wrong")).to_be_visible()
    reader.read("a puzzle, missed")
    with ann.program() as same:
        table = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
        match = same.post("/api/matches", {"game": "misty", "seats": table, "seed": 5})["match"]
    ann.page.evaluate("localStorage.setItem('mistvale.settings', JSON.stringify({speed: 'off', coach: true}))")
    reader.go(f"/match/{match}")
    expect(ann.find("#coach")).to_be_visible()
    reader.read("the coach")


@pytest.mark.parametrize("game", mv.games())
def test_a_table_and_its_panels(reader: Reader, game: str) -> None:
    ann = reader.person
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]
    seats += [{"kind": "here", "name": "Cid"}] * (min(mv.game(game).seats) > 2)
    with ann.program() as same:
        options = {option.name: option.values[-1] for option in mv.game(game).options}
        match = same.post("/api/matches", {"game": game, "seats": seats, "seed": 7, "options": options})["match"]
        for _ in range(6):
            for seat in same.status(match)["mine"]:
                if legal := same.get(f"/api/matches/{match}/legal?seat={seat}"):
                    same.post(f"/api/matches/{match}/moves", {"seat": seat, "move": legal[0]})
    reader.go(f"/match/{match}")
    # With two hands at one screen it always falls, if only after what all may see was drawn.
    ann.find("#curtain-open").wait_for()
    reader.read(f"{game}, the curtain")
    ann.press("#curtain-open")
    expect(ann.find("#curtain")).to_be_hidden()
    ann.at_table()
    panels(reader, game)
    tips(reader, game)
    for button in ("#settings", "#keys"):
        ann.press(button)
        ann.find(DIALOG).wait_for()
        reader.read(f"{game}, {button}")
        close(ann)


def test_a_match_that_is_over_its_summary_and_its_replay(reader: Reader) -> None:
    ann = reader.person
    with ann.program() as same:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]
        # A seed that no other test plays on: meanwhile nobody may look back.
        wish = {"game": "misty", "options": {"window": "small"}, "seats": seats, "seed": 803}
        match = same.post("/api/matches", wish)
        steps = same.play(match["match"])["step"]
    reader.go(f"/match/{match['match']}")
    expect(ann.find(f"{DIALOG}.final")).to_be_visible()
    reader.read("the result")
    ann.press(f"{DIALOG} [data-value=replay]")
    expect(ann.find("#replay-slider")).to_have_attribute("max", str(steps))
    for _ in range(3):
        ann.press("#replay-next")
    expect(ann.find("#replay-count")).to_have_text(f"4 / {steps + 1}")
    reader.read("the replay")
    ann.press("#replay-last")
    expect(ann.find("#replay-count")).to_have_text(f"{steps + 1} / {steps + 1}")
    reader.read("the replay's end")
    ann.press("#replay-close")
    panels(reader, "the end")
    for tab in ("analysis", "variations"):
        ann.press(f"#tab-{tab}")
        expect(ann.find(f"#pane-{tab}")).not_to_be_empty()
        reader.read(f"the end, {tab}")
