"""Keys only: from the first page to the table, and ten moves there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import DIALOG, DOUBLE_CLICK, READY, Person
from .servers import Program, Server

# Something around the focused element is drawn because of the focus.
VISIBLE = """() => {
  const node = document.activeElement;
  if (!node || node === document.body || !node.matches(':focus-visible')) return false;
  const ring = node.querySelector('.ring');
  if (ring) return getComputedStyle(ring).stroke !== 'none' && !/, 0\\)$/.test(getComputedStyle(ring).stroke);
  const style = getComputedStyle(node);
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
}"""


@pytest.mark.slow
def test_from_the_first_page_to_ten_moves(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server)
    keys = ann.page.keyboard
    ann.go("/")
    tab_to(ann, "[data-play=misty]")
    keys.press("Enter")
    ann.at_table()
    ann.wait_ready()
    tab_to(ann, ".can-play")
    for i in range(10):
        ann.wait_ready()
        expect(ann.find(".can-play:focus")).to_be_attached()
        keys.press("ArrowRight" if i % 2 else "ArrowDown")
        keys.press("ArrowLeft" if i % 4 == 3 else "ArrowRight")
        see_focus(ann)
        moves = ann.moves
        enter(ann)
        assert ann.moves == moves + 1, "Enter plays"
    dialogs(ann)


def enter(someone: Person) -> None:
    """Press Enter, again if it came too early: what has just come up is not pressed by a key meant for another."""
    sent = someone.sent
    for _ in range(3):
        someone.page.wait_for_timeout(DOUBLE_CLICK * 1000)
        someone.page.keyboard.press("Enter")
        for _ in range(40):
            someone.page.wait_for_timeout(25)
            if someone.sent > sent:
                someone.wait_answered()
                return


def see_focus(someone: Person) -> None:
    # Style sheets may take a frame to follow.
    for _ in range(100):
        if someone.page.evaluate(VISIBLE):
            return
        someone.page.wait_for_timeout(5)
    raise AssertionError(f"no focus to be seen on {focused(someone)}")


def focused(someone: Person) -> str:
    found: str = someone.page.evaluate(
        "(document.activeElement.dataset.key || document.activeElement.id || document.activeElement.tagName)"
    )
    return found


def tab_to(someone: Person, selector: str) -> None:
    """Tab on until the focus is there; it must be seen on the whole way."""
    for _ in range(30):
        someone.page.keyboard.press("Tab")
        if someone.page.evaluate("document.activeElement === document.body"):
            continue
        see_focus(someone)
        if someone.find(f"{selector}:focus").count():
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_pick_is_taken_back_with_a_key(server: Server, person: Callable[..., Person], program: Program) -> None:
    ann = person(server)
    with ann.program() as same:
        opened = same.open("me", "friend")
    program.post(f"/api{opened['seats'][1]['link']}", {"name": "Ben"})
    ann.go(f"/match/{opened['match']}")
    ann.at_table()
    ann.wait_ready()
    tab_to(ann, ".can-play")
    ann.page.keyboard.press("Enter")
    expect(ann.find("#undo")).to_be_visible()
    assert ann.find(READY).count() == 0
    ann.page.keyboard.press("u")
    expect(ann.find("#undo")).to_be_hidden()
    expect(ann.find(".can-play:focus")).to_be_attached()


def test_the_focus_stays_while_cards_fly(server: Server, person: Callable[..., Person]) -> None:
    """What had it may leave the table half way through a movement; a button may go when it was pressed."""
    ann = person(server, speed="fast")
    ann.sit_down("misty")
    ann.wait_ready()
    keys = ann.page.keyboard
    keys.press("ArrowRight")
    for _ in range(5):
        ann.wait_ready()
        expect(ann.find(".can-play:focus")).to_be_attached()
        moves = ann.moves
        enter(ann)
        assert ann.moves == moves + 1, "Enter plays"


def test_the_focus_comes_back_from_a_button_that_goes(
    server: Server, person: Callable[..., Person], program: Program
) -> None:
    ann = person(server)
    with ann.program() as same:
        opened = same.open("me", "friend")
    program.post(f"/api{opened['seats'][1]['link']}", {"name": "Ben"})
    ann.go(f"/match/{opened['match']}")
    ann.at_table()
    ann.wait_ready()
    tab_to(ann, ".can-play")
    ann.page.keyboard.press("Enter")
    expect(ann.find("body[data-sent=no] #undo")).to_be_visible()
    ann.find("#undo").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.find("#undo")).to_be_hidden()
    expect(ann.find(".can-play:focus")).to_be_attached()


def dialogs(someone: Person) -> None:
    """Dialogs open by keys, and Escape closes them and gives the focus back."""
    keys = someone.page.keyboard
    someone.find(READY).first.wait_for(state="attached")
    keys.press("?")
    expect(someone.find(DIALOG)).to_contain_text("Keys")
    keys.press("Escape")
    expect(someone.find(DIALOG)).to_have_count(0)
    tab_to(someone, "#settings")
    keys.press("Enter")
    expect(someone.find(DIALOG)).to_contain_text("Settings")
    keys.press("Escape")
    expect(someone.find(DIALOG)).to_have_count(0)
    expect(someone.find("#settings:focus")).to_be_attached()
