"""What players see of the books: pages that turn, what was seen of them, what is bought and put back."""

from __future__ import annotations

import pytest

from mistvale import learning
from mistvale.core.rule import NOTHING
from mistvale.scene import Scene, Sprite
from tests.games.valdora.pictures import buttons, find, has, reason
from tests.rulebook.valdora.conftest import Table


def page_at(picture: Scene, town: str, half: str) -> Sprite:
    """The page that lies on a half."""
    blank = find(picture, f"half-{town}-{half}")
    return next(
        s
        for s in picture.sprites
        if s.key.startswith(f"page-{town}-") and (s.x, s.y, s.label > "") == (blank.x, blank.y, True)
    )


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_page_keeps_its_key_over_to_the_other_half_and_back(viewer: int | None) -> None:
    """So that all can see it turn: the first time, when its other side is news, at once back, and again."""
    t = Table(3).seat(0, at="c", coins=3).right("c", "red/blue", "purple/silver").acting().ready()
    first = page_at(t.match.scene(viewer), "c", "right")
    assert (first.symbol, first.face) == ("commission-red", "up")
    t.play("turn right")
    turned = page_at(t.match.scene(viewer), "c", "left")
    assert (turned.key, turned.symbol, turned.face) == (first.key, "commission-blue", "down")
    assert page_at(t.match.scene(viewer), "c", "right").key != first.key
    t.play("turn left", "done")
    back = page_at(t.match.scene(viewer), "c", "right")
    assert (back.key, back.symbol, back.face) == (first.key, "commission-red", "up")


def test_every_page_keeps_its_key_wherever_it_is_turned() -> None:
    """Pages that were turned before go over and back, beside some that were never turned."""
    t = Table(3).seat(0, at="c", coins=6).left("c", "red/blue", "purple/silver").acting().ready()
    for move, half in (("turn left", "left"), ("turn left", "left"), ("turn right", "right"), ("turn right", "right")):
        key = page_at(t.match.scene(0), "c", half).key
        t.play(move)
        assert page_at(t.match.scene(0), "c", "left" if half == "right" else "right").key == key


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_page_that_is_bought_is_not_seen_to_turn(viewer: int | None) -> None:
    t = Table(3).seat(0, at="c", coins=3).left("c", "red/blue").acting().ready()
    bought = page_at(t.match.scene(viewer), "c", "right").key
    t.play("buy right")
    assert not has(t.match.scene(viewer), bought)


def test_the_book_one_reads_lies_large_and_the_others_beside_it() -> None:
    t = Table(3).seat(0, at="c", coins=3).acting().ready()
    picture = t.match.scene(0)
    sizes = {town: find(picture, f"book-{town}").size[0] for town in "abcd"}
    assert sizes["c"] > 2 * max(sizes[town] for town in "abd")
    assert picture.groups == tuple(sorted(picture.groups, key=lambda group: group.role not in ("main",)))
    elsewhere = Table(3).seat(0, at="road1").seat(1, at="h").ready().match.scene(0)
    assert len({find(elsewhere, f"book-{town}").size for town in "abcd"}) == 1
    assert [(g.key, g.width, g.height) for g in elsewhere.groups] == [
        (g.key, g.width, g.height) for g in picture.groups
    ]


def test_buying_and_turning_are_two_targets_with_their_price() -> None:
    t = Table(3).seat(0, at="c", coins=2).left("c", "red/blue").acting().ready()
    picture = t.match.scene(0)
    assert page_at(picture, "c", "right").move == "buy right"
    assert "for 1 coin" in page_at(picture, "c", "left").hint
    assert find(picture, "turn-c-left").move == "turn left"
    assert "free" in find(picture, "turn-c-right").hint
    assert not has(picture, "turn-c-right-price")
    later = t.play("turn right").match.scene(0)
    assert find(later, "turn-c-right-price").text == "1"
    assert "Costs 1 coin." in find(later, "turn-c-right").hint


def test_what_everybody_has_seen_of_a_book_can_be_looked_at_again() -> None:
    """VA-2: every page that lay open, with its place; of the rest, how many of each face are left."""
    t = Table(3).seat(0, at="c", coins=3).left("c", "red/blue", "purple/silver", "green/yellow").acting().ready()
    for viewer in (0, 1, None):
        picture = t.match.scene(viewer)
        top = page_at(picture, "c", "left")
        assert top.symbol == "commission-yellow"
        assert "On its other side: Green commission: emerald" in top.hint
        assert top.hint.index("Silver commission: 1 coin / Purple") < top.hint.index("Blue commission: sapphire / Red")
        assert "Nobody has seen its other side." in page_at(picture, "c", "right").hint
        assert "27 cards in it" in find(picture, "book-c").hint
        assert "12 \u00d7 Silver commission: 1 coin" in find(picture, "book-c").hint
    rows = [s for s in t.match.scene(0).sprites if s.key.startswith("page-c-") and s.label and s.size[0] < 60]
    assert [s.symbol for s in rows] == ["commission-silver", "commission-blue"]


def seen_below(picture: Scene) -> list[tuple[str, str]]:
    """The small pages under the book of town C: what they show, and what is told of them."""
    rows = [s for s in picture.sprites if s.key.startswith("page-c-") and s.label and s.size[0] < 60]
    return [(s.symbol or "", s.hint) for s in rows]


@pytest.mark.parametrize("how", ["turned back", "put back"])
def test_a_page_of_which_only_one_side_was_seen_can_be_looked_at_again(how: str) -> None:
    """VA-2: it lay open, and now another page lies on it."""
    holds = ("blue/green front", "white/purple front", "silver/red back")
    t = Table(3).seat(0, at="c", coins=3, holds=holds if how == "put back" else ())
    t.right("c", "red/blue", "yellow/green")
    if how == "put back":
        t.left("c", "red/blue").acting().ready().play("return blue/green front right")
    else:
        t.acting().ready().play("turn right", "turn left")
    picture = t.match.scene(0)
    told = "Yellow commission: gold / nobody has seen the other side"
    assert seen_below(picture) == [
        ("commission-yellow", f"Page 2 of the right half: this side up / other side\n{told}")
    ]
    assert f"Known below, from the top: {told}" in page_at(picture, "c", "right").hint


def test_more_pages_than_there_is_room_for_are_told() -> None:
    t = Table(3).seat(0, at="c", coins=3).empty("c").acting().ready()
    picture = t.match.scene(0)
    more = next(s for s in picture.sprites if s.key.startswith("more-"))
    rows = seen_below(picture)
    assert more.text == f"+{26 - len(rows)}"
    assert len(more.hint.splitlines()) == 26 - len(rows)
    assert more.hint.splitlines()[-1].startswith("27: ")


def test_at_an_empty_book_nothing_else_is_blamed() -> None:
    t = Table(3).seat(0, at="c", coins=2, holds=("red/blue front", "blue/green front", "silver/red back"))
    book = t.book("c")
    t.state["right"][book] = t.state["sealed"][book] = t.state["unseen"][book] = 0
    t.state["pages"][book] = NOTHING
    t.state["turned"] = 1
    t.acting().match.place(t.state)
    picture = t.match.scene(0)
    assert reason(picture, "Buy") == reason(picture, "Turn a page") == "The book is empty"


def test_where_more_than_one_gold_could_pay_one_chooses() -> None:
    """VA-4: the card itself is no target then; each way is a button."""
    t = Table(3).seat(0, at="a", cargo="pan:gold cart:gold").right("a", "spade/pick").acting().ready()
    picture = t.match.scene(0)
    assert page_at(picture, "a", "right").move is None
    assert {"buy right from pan", "buy right from cart"} <= set(buttons(picture))
    single = Table(3).seat(0, at="a", cargo="pan:gold cart").right("a", "spade/pick").acting().ready()
    assert page_at(single.match.scene(0), "a", "right").move == "buy right"


def test_a_commission_goes_back_by_a_click_or_a_choice() -> None:
    """VA-14: a click where one half is open for it, a button for each half where both are."""
    holds = ("red/blue front", "blue/green front", "silver/red back")
    t = Table(3).seat(0, at="c", coins=2, holds=holds).acting().ready()
    key = f"held-0-{2 * t.cards.index('red/blue')}"
    held = find(t.match.scene(0), key)
    assert held.move == "return red/blue front left"
    assert "Click to put it back on the left half." in held.hint
    assert page_at(t.play(held.move).match.scene(0), "c", "left").origin == key
    picture = Table(3).seat(0, at="c", coins=2, holds=holds).left("c", "purple/silver").acting().ready().match.scene(0)
    assert find(picture, key).move is None
    choices = {each.move: each.label for each in picture.prompt.buttons}
    assert choices["return red/blue front left"] == "Red (other side Blue) back: left"
    assert choices["return red/blue front right"] == "Red (other side Blue) back: right"
    assert list(choices)[-2:] == ["provisions", "done"]


def test_commissions_that_look_alike_are_told_apart() -> None:
    """VA-12: which one goes back matters, for its other side may lie open; VA-13: that side is known to all."""
    holds = ("silver/red front", "silver/blue front", "purple/red back")
    t = Table(3).seat(0, at="c", coins=6, holds=holds).left("c", "yellow/green").acting().ready()
    choices = {each.move: each.label for each in t.match.scene(0).prompt.buttons}
    assert choices["return silver/red front left"] == "Silver (other side Red) back: left"
    assert choices["return silver/blue front left"] == "Silver (other side Blue) back: left"
    assert choices["return purple/red back left"] == "Red back: left"
    assert len(set(choices.values())) == len(choices)
    key = f"held-0-{2 * t.cards.index('silver/red')}"
    for viewer in (0, 1, None):
        assert "On its other side: Red commission: ruby" in find(t.match.scene(viewer), key).hint


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        (
            "silver/red front",
            "red/silver back",
            "Silver (front: Silver commission: 1 coin; back: Red commission: ruby",
        ),
        ("silver/white back", "white/silver front", "White (amethyst, ruby and sapphire"),
    ],
)
def test_as_few_words_as_tell_them_apart(one: str, other: str, named: str) -> None:
    """The same two sides, front and back exchanged; the same colour, asking for other gems."""
    holds = (one, other, "yellow/green back")
    t = Table(3).seat(0, at="c", coins=6, holds=holds).left("c", "purple/red").acting().ready()
    labels = [each.label for each in t.match.scene(0).prompt.buttons]
    assert f"{named}) back: left" in labels
    assert len(set(labels)) == len(labels)


def test_the_log_tells_what_a_page_shows() -> None:
    """Of a page turned both halves, of a page bought what it uncovers."""
    t = Table(3).seat(0, at="c", coins=3).right("c", "red/blue", "purple/silver", "green/yellow").acting().ready()
    t.play("turn right", "buy left", "buy right", "done")
    lines = [text for _, text in t.match.scene(1).log]
    assert lines[:5] == [
        "Ann turns the right page",
        "Now open: Blue commission: sapphire and Purple commission: amethyst",
        "Ann buys: Blue commission: sapphire",
        "Ann buys: Purple commission: amethyst",
        "Now open: Green commission: emerald",
    ]


def test_a_lesson_on_commissions_tells_of_the_book_that_lies_large() -> None:
    """Of the others only small pages are seen, on which nobody reads what a commission shows."""
    lesson = next(each for each in learning.lessons("valdora") if each.id == "commissions")
    standing, large = learning.play(lesson, []), {}
    while step := standing.step:
        if step.look:
            books = [each for each in standing.match.scene(lesson.seat).sprites if each.symbol == "book"]
            large[step.id] = max(books, key=lambda book: book.size).key
        standing.do(learning.NEXT if standing.wants == "next" else standing.right_moves()[0])
    assert large == {"look": "book-c", "clients": "book-c"}
