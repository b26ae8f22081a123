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

# Whether the middle of what has the focus is in sight: what lies over it belongs to the table.
IN_SIGHT = """() => {
  const held = document.activeElement;
  const { left, top, width, height } = (held.querySelector('.ring') ?? held).getBoundingClientRect();
  return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#stage'));
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


def test_a_link_skips_to_the_table_and_dead_buttons_are_no_stop(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server)
    ann.sit_down("misty-valley", seed=3)
    ann.wait_ready()
    blocked = ann.find("#prompt-buttons [aria-disabled=true]")
    assert blocked.count() > 0, "one cannot end a turn that has not begun"
    keys = ann.page.keyboard
    keys.press("Tab")
    expect(ann.find("#skip:focus")).to_be_in_viewport()
    see_focus(ann)
    passed = []
    while not ann.find("#stage .sprite:focus").count():
        keys.press("Tab")
        passed.append(focused(ann))
        assert len(passed) < 12
    assert not ann.find("#prompt-buttons :focus").count() and "BUTTON" not in passed
    keys.press("Shift+Tab")
    ann.find("#skip").focus()
    keys.press("Enter")
    expect(ann.find("#stage .can-play:focus")).to_be_attached()
    # All that can be played is on the round, in the order of reading, and both ends are found.
    keys.press("Home")
    first, seen = focused(ann), []
    while focused(ann) not in seen:
        seen.append(focused(ann))
        keys.press("PageDown")
    assert focused(ann) == first and len(seen) == ann.find("#stage .can-play").count()
    keys.press("End")
    assert focused(ann) == seen[-1]


def test_the_table_is_read_out_on_a_key_and_played_from_there(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server)
    ann.sit_down("misty", seed=3)
    ann.wait_ready()
    keys = ann.page.keyboard
    with ann.program() as program:
        legal = program.get(f"/api/matches/{ann.match}/legal?seat=0")
    keys.press("F2")
    dialog = ann.find(DIALOG)
    assert dialog.get_by_role("heading").all_inner_texts() == [
        "The table in words",
        "What is asked",
        "What you can do",
        "Since your turn",
        "Scores",
        "Ann",
        "Random bot",
        "Your hand",
    ]
    offered = dialog.locator("[data-move]").evaluate_all("nodes => nodes.map((node) => node.dataset.move)")
    assert set(offered) == set(legal)
    tab_to(ann, f"{DIALOG} [data-move]")
    enter(ann)
    assert ann.moves == 1
    ann.wait_ready()
    expect(ann.find("#stage .can-play:focus")).to_be_attached()


def test_letters_can_be_kept_to_the_table(server: Server, person: Callable[..., Person]) -> None:
    """WCAG 2.1.4: a letter said or pressed elsewhere does nothing then."""
    ann = person(server)
    ann.sit_down("misty", seed=3)
    ann.wait_ready()
    keys, sound = ann.page.keyboard, ann.find("#sound")
    ann.find("#settings").focus()
    keys.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    ann.find("#set-letters").uncheck()
    keys.press("Escape")
    expect(ann.find("#settings:focus")).to_be_attached()
    keys.press("m")
    keys.press("t")
    expect(ann.find(DIALOG)).to_have_count(0)
    expect(sound).to_have_attribute("aria-pressed", "true")
    ann.find("#stage [tabindex='0']").focus()
    keys.press("m")
    expect(sound).to_have_attribute("aria-pressed", "false")


def test_the_focus_stays_where_lists_are_drawn_anew(
    server: Server, person: Callable[..., Person], program: Program
) -> None:
    """Seats that are added and removed before a match, and friends who come while one waits."""
    ann = person(server)
    keys = ann.page.keyboard
    ann.go("/")
    tab_to(ann, "[data-setup=misty]")
    keys.press("Enter")
    rows = ann.find(".seating-row")
    expect(rows).to_have_count(2)
    ann.find(".seating-form .form-end button").first.focus()
    for count in (3, 4):
        keys.press("Enter")
        expect(rows).to_have_count(count)
    expect(ann.find("[data-open=misty]:focus")).to_be_attached()
    ann.find(".seating-row .icon-button").nth(2).focus()
    keys.press("Enter")
    expect(rows).to_have_count(3)
    expect(ann.find(".seating-row .icon-button:focus")).to_be_attached()
    with ann.program() as same:
        opened = same.open("me", "friend", "friend")
    ann.go(f"/match/{opened['match']}")
    ann.find("#cover .seat-row .link-field").last.focus()
    program.post(f"/api{opened['seats'][1]['link']}", {"name": "Ben"})
    expect(ann.find("#cover .seat-row .link-field")).to_have_count(1)
    assert ann.page.evaluate("document.activeElement.closest('#cover') !== null"), focused(ann)


def test_nothing_lies_over_the_focus_in_a_small_window(server: Server, person: Callable[..., Person]) -> None:
    """WCAG 2.4.11, where boards are stacked: what a key has reached is scrolled into sight."""
    ann = person(server, viewport={"width": 390, "height": 500})
    ann.sit_down("misterra", seed=3)
    ann.wait_ready()
    tab_to(ann, "#stage .sprite")
    for key in ("Shift+End", "Shift+Home", *["Shift+PageDown"] * 5, "Shift+End", "Shift+PageUp"):
        ann.page.keyboard.press(key)
        see_focus(ann)
        assert ann.page.evaluate(IN_SIGHT), focused(ann)


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
