"""A lesson in a real browser, by hand and by keys, and the coach beside a first match."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .people import DESK_FIRST, Person
from .servers import Server

Enter = Callable[..., Person]
ROWS = ".lesson-list .lesson-row"


def told(ann: Person, text: str) -> None:
    expect(ann.find("#coach")).to_contain_text(text)


def asked(ann: Person, move: str) -> None:
    """What is to be done is framed, and nothing else calls for it."""
    framed = ann.find("#stage .sprite.is-focus.can-play")
    expect(framed.first).to_be_attached()
    assert [each.get_attribute("data-move") for each in framed.all()] == [move]


@DESK_FIRST
def test_a_lesson_from_the_home_page_to_the_first_match(
    server: Server, person: Enter, looks: dict[str, object]
) -> None:
    ann = person(server, **looks)
    ann.go("/")
    ann.press("[data-learn=misty]")
    expect(ann.find(ROWS)).to_have_count(6)
    ann.press(ann.find(ROWS).nth(2))
    told(ann, "All nine panes are full")
    expect(ann.find("#stage .can-play")).to_have_count(0)  # there is something to read first
    ann.press("#lesson-next")
    told(ann, "Let the tractor go")
    asked(ann, "move c5")
    # The focus that Next leaves behind comes to what is asked for, and says nothing of it unasked.
    ann.wait_ready()
    expect(ann.find("#stage [data-move='move c5']")).to_be_focused()
    ann.page.wait_for_timeout(400)
    expect(ann.find("#tip")).to_be_hidden()

    # What is wrong is shown and explained, and taken back with one press.
    ann.press_target("move c4")
    told(ann, "That makes a blur")
    expect(ann.find("#stage .can-play")).to_have_count(0)
    ann.press("#lesson-retry")
    ann.wait_ready()
    ann.press_target("move c5")
    told(ann, "Off it goes")
    ann.wait_ready()
    ann.press_target("move c4")
    told(ann, "10 points for this round")
    ann.press("#lesson-back")
    told(ann, "Now the leaf falls")
    ann.wait_ready()
    ann.press_target("move c4")
    ann.press("#lesson-next")
    told(ann, "That was this lesson")

    # It is remembered here; the list leads on, and to the first match.
    ann.press("#coach header a")
    expect(ann.find(".lesson-done")).to_have_count(1)
    ann.page.reload()
    expect(ann.find(".lesson-done")).to_have_count(1)
    ann.press("#first-match")
    ann.at_table()
    told(ann, "Keep one card")


def test_a_lesson_by_keys_alone(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/learn/misty#arrows")
    told(ann, "All nine panes are full")
    ann.page.keyboard.press("n")
    told(ann, "Let the tractor go")
    ann.wait_ready()
    ann.page.keyboard.press("ArrowRight")
    for _ in range(4):
        if ann.page.evaluate("document.activeElement.dataset.move") == "move c5":
            break
        ann.page.keyboard.press("PageDown")
    ann.page.keyboard.press("Enter")
    told(ann, "Off it goes")
    ann.page.keyboard.press("u")
    told(ann, "Let the tractor go")


def test_what_is_to_be_found_is_shown_on_demand(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/learn/misty#monsters")
    ann.press("#lesson-next")
    ann.wait_ready()
    expect(ann.find("#stage .is-focus")).to_have_count(0)
    ann.press("#lesson-show")
    asked(ann, "move d3")


def test_the_coach_explains_answers_and_goes(server: Server, person: Enter) -> None:
    ann = person(server, coach=True)
    ann.sit_down("valdora", bots=2, seed=1)
    ann.wait_ready()
    told(ann, "First you go, then you do one thing")
    told(ann, "learn it step by step")
    # Why not? What can't be played says so, and what can be done instead.
    idle = ann.find("#stage .sprite[data-key='space-red-palace']")
    idle.click()
    told(ann, "Red palace")
    told(ann, "What you can do now: Where do you go?")
    ann.press("#coach-off")
    expect(ann.find("#coach")).to_be_hidden()
    ann.page.reload()
    ann.wait_ready()
    expect(ann.find("#coach")).to_be_hidden()


def test_the_coach_says_each_thing_once(server: Server, person: Enter) -> None:
    ann = person(server, coach=True)
    ann.sit_down("misty", seed=5)
    ann.wait_ready()
    told(ann, "Keep one card")
    # Whoever comes back to what is still to be decided is told again.
    ann.page.reload()
    ann.wait_ready()
    told(ann, "Keep one card")
    ann.play_one()
    ann.wait_ready()
    expect(ann.find("#coach")).not_to_contain_text("Keep one card")
    ann.page.reload()
    ann.wait_ready()
    expect(ann.find("#coach")).not_to_contain_text("Keep one card")


@DESK_FIRST
def test_a_rival_says_why(server: Server, person: Enter, looks: dict[str, object]) -> None:
    """Asked about one of the moves since mine, it answers with the facts that are told after a match."""
    ann = person(server, **looks)
    ann.go("/learn/misty#arrows")
    ann.press("#lesson-next")
    expect(ann.find("#lesson-why")).to_have_count(0)  # no rival has moved yet
    ann.wait_ready()
    ann.press_target("move c5")
    ann.wait_ready()
    ann.press_target("move c4")
    told(ann, "10 points for this round")
    expect(ann.find("#lesson-why")).to_have_text("Ask Fern why")
    ann.press("#lesson-why")
    moves = ann.find(".rival-move")
    expect(moves.first).to_have_text("Fern moves the Tractor from e4 onto the Flower on d4: a blur")
    ann.press(moves.first)
    answer = ann.find("dialog[open]")
    expect(answer.locator("h2")).to_have_text("Fern moves the Tractor from e4 onto the Flower on d4: a blur")
    expect(answer).to_contain_text("It costs points at once")
    ann.press("dialog[open] .primary")
    told(ann, "10 points for this round")


def test_the_newest_line_of_the_log_stays_in_sight(server: Server, person: Enter) -> None:
    """What is told above the log grows and shrinks; a lesson has played many moves before it begins."""
    ann = person(server)
    ann.go("/learn/valdora#harbours")
    told(ann, "Some turns later")
    newest = ann.find("#log .newest")
    expect(newest).to_have_text("Moss goes to Harbour 2, for 1 coin")
    expect(newest).to_be_in_viewport(ratio=1)
    ann.press("#lesson-next")
    told(ann, "From there ships bring them back")
    expect(newest).to_be_in_viewport(ratio=1)


@DESK_FIRST
def test_beside_the_list_of_lessons_stands_the_guide(server: Server, person: Enter, looks: dict[str, object]) -> None:
    """Nothing has happened yet, and there are no cards: their tabs come with a lesson."""
    ann = person(server, **looks)
    ann.go("/learn/misty")
    expect(ann.find(ROWS)).to_have_count(6)
    expect(ann.find("[role=tab]:visible")).to_have_text(["Guide"])
    expect(ann.find("#guide h1, #guide h2").first).to_be_attached()
    ann.press(ann.find(ROWS).nth(2))
    told(ann, "All nine panes are full")
    expect(ann.find("[role=tab]:visible")).to_have_text(["Log", "Cards", "Guide"])
    expect(ann.find("#tab-log")).to_have_attribute("aria-selected", "true")
    ann.press("#coach header a")
    expect(ann.find("[role=tab]:visible")).to_have_text(["Guide"])


def test_all_scores_are_in_sight_beside_a_lesson(server: Server, person: Enter) -> None:
    """However much is told above them: where it is much, they stand beside each other."""
    ann = person(server)
    for path, seats in (("/learn/misterra#mist", 2), ("/learn/valdora#going", 3)):
        ann.go(path)
        ann.find("#coach .lesson-title").wait_for()
        scores = ann.find("#scores-list .score")
        expect(scores).to_have_count(seats)
        ann.page.evaluate("document.querySelector('.coach-words').style.minHeight = '58vh'")
        for stretched in (True, False):
            for each in scores.all():
                expect(each).to_be_in_viewport(ratio=1)
            expect(ann.find("#log li").last).to_be_in_viewport()
            if stretched:
                ann.page.evaluate("document.querySelector('.coach-words').style.minHeight = ''")


def test_the_guide_has_room_beside_a_lesson(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/learn/valdora#going")
    expect(ann.find("#coach .lesson-title")).to_be_visible()
    ann.press("#tab-guide")
    expect(ann.find("#guide h2, #guide h1").first).to_be_visible()
    room = ann.find("#pane-guide").bounding_box()
    assert room is not None
    assert room["height"] > 300
