"""Looking back at a finished match: what was found comes while one waits, and leads to the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from mistvale.core.text import languages

from .people import DESK, DIALOG, PHONE, Person
from .servers import Program, Server
from .test_language import Reader
from .test_replay import SLIDE

Enter = Callable[..., Person]
SECONDS = 90_000
# Shows an analysis of a match with so many seats: how wide the table of luck and skill is, how wide its place, and how
# many of the curves have a colour.
SHOWN = """async (seats) => {
  const {LookingBack} = await import('../static/analysis.js');
  const names = ['Bartholomew', 'Grandmaster bot 1', 'Bot 2', 'Ann', 'Random bot 4'].slice(0, seats);
  const worth = (lead) => ({win: [0.5, 0.03], lead: [lead, 0.612]});
  const share = {start: worth(-10), chance: worth(-12.3), own: worth(-38.4), rivals: worth(27.9), result: worth(-24)};
  const found = {
    seats, level: 'grandmaster', steps: 40, spread: 13.2, thresholds: {inaccuracy: 1.6, mistake: 3.3, blunder: 6.6},
    curves: names.map(() => [{step: 0, ...worth(0)}, {step: 40, ...worth(3)}]), shares: names.map(() => share),
    turns: [], decisions: [],
  };
  document.body.dataset.sheet = 'open';
  for (const pane of document.querySelectorAll('.tab-body')) pane.hidden = pane.id !== 'pane-analysis';
  const status = {game: 'misty', seats: names.map((name) => ({name}))};
  new LookingBack({status, replay: {on: false}, bots: new Map()}).show({status: 'whole', found, told: {}});
  const place = document.querySelector('.analysis .wide');
  const inks = [...document.querySelectorAll('.curve-line')].map((line) => getComputedStyle(line).stroke);
  return [place.scrollWidth, place.clientWidth, new Set(inks.filter((ink) => ink !== 'none')).size];
}"""
ANALYSIS = "dialog.final [data-value=analysis]"  # at the end of a match


@pytest.mark.slow
def test_a_finished_match_is_looked_back_at(server: Server, person: Enter, program: Program) -> None:
    match = program.open("me", "bot:random", seed=3, options={"window": "small"})["match"]
    steps = program.play(match)["step"]
    ann = person(server)
    ann.go(f"/match/{match}")
    ann.press(ANALYSIS)
    expect(ann.find("#tab-analysis")).to_have_attribute("aria-selected", "true")
    expect(ann.find(".analysis-progress")).to_be_visible()
    expect(ann.find("svg.curve")).to_be_visible(timeout=SECONDS)
    ann.press(".analysis .button-row button:last-child")
    expect(ann.find("#analysis-decisions li").nth(3)).to_be_visible(timeout=SECONDS)
    line = ann.find("#analysis-decisions .analysis-line").nth(3)
    step = int(line.get_attribute("data-step") or "")
    line.click()
    expect(ann.find("#replay-count")).to_have_text(f"{step + 1} / {steps + 1}")
    expect(ann.find(f"#analysis-decisions [data-step='{step}']")).to_have_attribute("aria-current", "true")
    ann.press("#replay-why")
    expect(ann.find(f"{DIALOG} .hint")).to_contain_text("the two may disagree")
    ann.page.keyboard.press("Escape")
    curve = ann.find("svg.curve")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 3, "y": box["height"] / 2})
    expect(ann.find("#replay-count")).to_have_text(f"{steps + 1} / {steps + 1}")
    ann.find("#replay-slider").evaluate(SLIDE, 20)
    ann.press("#replay-on")
    ann.press("dialog[open] .button.primary")
    ann.page.wait_for_url(lambda url: match not in url and "/match/" in url)
    ann.press("#tab-about")
    expect(ann.find("#played-on")).to_contain_text("step 20")

    # In another language, also the moves of which the log tells nothing.
    reader = Reader(ann)
    reader.aside += ["Player 1", "Player", "Random bot"]
    reader.go(f"/match/{match}")
    ann.press(f"{DIALOG} .icon-button")
    ann.press("#tab-analysis")
    expect(ann.find("#analysis-decisions li").nth(3)).to_be_attached()
    reader.read("what was found")
    reader.check()


def test_the_end_of_a_match_leads_to_its_analysis(server: Server, person: Enter, program: Program) -> None:
    """Also on a phone, where it lies in the sheet, and where the panel is folded away; a link to it does the same."""
    match = program.open("me", "bot:random", seed=31)["match"]
    program.play(match)
    ann, bea = person(server), person(server, **PHONE)
    ann.go(f"/match/{match}#analysis")
    expect(ann.find("dialog.final")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.find("#begin-analysis")).to_be_visible()
    ann.press("#fold")
    ann.press("#result")
    ann.press(ANALYSIS)
    bea.go(f"/match/{match}")
    bea.press(ANALYSIS)
    for each in (ann, bea):
        expect(each.find(".analysis-progress, svg.curve").first).to_be_in_viewport()
        expect(each.find("#begin-analysis")).to_have_count(0)


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_luck_and_skill_are_seen_whole(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    """In all languages and with as many seats as any game has, nothing is to be scrolled to sideways."""
    ann = person(server, **looks)
    ann.sit_down("misty")
    too_wide = []
    for lang in sorted(languages("mistvale.client")):
        ann.go(f"/match/{ann.match}?lang={lang}")
        for seats in (2, 3, 4, 5):
            width, place, inks = ann.page.evaluate(SHOWN, seats)
            assert inks == seats
            if width > place:
                too_wide.append((lang, seats, width, place))
    assert too_wide == []
