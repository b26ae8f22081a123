"""Rulebook, '2a) Buying equipment or commissions' and 'Turning pages'."""

from __future__ import annotations

import pytest

from mistvale.core.rule import HIDDEN
from mistvale.games.valdora.rules.books import face_up, page_face
from mistvale.games.valdora.state import BACK, FACE, FRONT, LEFT, PAGES, RIGHT

THREE = ("silver/red front", "silver/blue front", "silver/green front")


def at_c(table, coins=6, holds=(), **more):
    return table().seat(0, at="c", coins=coins, holds=holds, **more).acting()


def face(t, name):
    return [row["name"] for row in t.match.box.data["commissions"]["faces"]].index(name)


# ---------------------------------------------------------------- the rulebook's example


def test_andrea_pays_three_coins_for_pages(table):
    """Turning pages, example: buys, turns one free, pays for one, buys, turns two more for 2 coins, buys nothing."""
    t = at_c(table).ready()
    t.play("buy right", "turn right", "turn right", "buy left", "turn right", "turn right", "done")
    assert t.coins() == 6 - 2 - 3  # two commissions, three pages
    assert len(t.holds()) == 2
    assert t.match.pending == (1,)


# ---------------------------------------------------------------- pages


def test_both_tops_may_be_bought_or_turned(table):
    """VA-1."""
    t = at_c(table).right("c", "red/blue").ready()
    assert t.legal() == {"buy right", "turn right", "provisions", "done"}
    t.play("turn right")
    assert t.legal() == {"buy left", "buy right", "turn left", "turn right", "done"}


def test_the_right_half_shows_fronts_and_the_left_half_backs(table):
    """VA-1: a page turned to and fro shows its one side, then its other."""
    t = at_c(table).right("c", "red/blue", "silver/green").ready()
    shown = lambda half: face_up(t.match.look(1).state, t.box, t.book("c"), half)  # noqa: E731
    assert shown(RIGHT) == face(t, "red")
    t.play("turn right")
    assert (shown(LEFT), shown(RIGHT)) == (face(t, "blue"), face(t, "silver"))
    t.play("turn left", "done")
    assert (shown(LEFT), shown(RIGHT)) == (-1, face(t, "red"))


def test_buying_uncovers_the_next(table):
    """VA-1."""
    t = at_c(table).right("c", "red/blue", "silver/green").ready()
    t.play("buy right")
    assert t.tops("c") == (None, "silver/green")
    assert face_up(t.match.look(1).state, t.box, t.book("c"), RIGHT) == face(t, "silver")


def test_the_first_page_of_a_turn_is_free(table):
    t = at_c(table, coins=1).ready()
    t.play("turn right")
    assert t.coins() == 1
    t.play("turn left")
    assert t.coins() == 0
    assert not t.legal("turn")
    t.play("done")
    assert int(t.now["turned"]) == 0


def test_an_empty_half_has_nothing(table):
    t = at_c(table).empty("c").ready()
    assert t.legal() == {"buy left", "turn left", "provisions", "done"}


def test_an_empty_book_still_has_provisions(table):
    """Rules easily forgotten: a town whose book is empty is a town all the same."""
    t = at_c(table)
    book = t.book("c")
    for n in range(27):
        other = t.state["pages"][book, 26 - n]
        t.state["pages"][book, 26 - n] = -1
        t.state["under"][1, 2 * int(other)] += 1
    t.state["right"][book] = t.state["sealed"][book] = t.state["unseen"][book] = 0
    t.match.place(t.state)
    assert t.legal() == {"provisions", "done"}


def test_leafing_is_the_action(table):
    """One action a turn: no provisions after a page was turned, or a card bought."""
    assert "provisions" in at_c(table).ready().legal()
    assert "provisions" not in at_c(table).ready().play("turn right").legal()
    assert "provisions" not in at_c(table).ready().play("buy right").legal()


# ---------------------------------------------------------------- what is known


def test_only_faces_that_lay_open_are_known(table):
    """VA-2: the opening top by its front; a page that was turned on both sides, with its place; nothing else."""
    t = at_c(table).right("c", "red/blue", "silver/green", "yellow/red").ready()
    book = t.book("c")
    pages = t.match.look(1).state["pages"][book]
    assert int(pages[26]) == FACE - face(t, "red")
    assert all(int(page) == HIDDEN for page in pages[:26])
    t.play("turn right", "turn left", "done")
    look = t.match.look(1).state
    assert int(look["pages"][book, 26]) == t.page(book, "red/blue"), "seen on both sides, and back in its place"
    assert int(look["pages"][book, 25]) == FACE - face(t, "silver")
    assert page_face(look, t.box, book, 25, FRONT) == face(t, "silver")
    assert page_face(look, t.box, book, 25, BACK) == -1
    assert all(int(page) == HIDDEN for page in look["pages"][book][:25])


def test_seats_know_the_books_alike(table):
    """VA-2: known to all, the spectator too."""
    t = at_c(table).ready().play("turn right", "turn right", "done")
    views = [t.match.look(viewer).state["pages"].tobytes() for viewer in (0, 1, 2, None)]
    assert len(set(views)) == 1


def test_a_card_bought_is_known_on_both_sides(table):
    """VA-13: whichever side was bought, all know the card once it has left the book."""
    t = at_c(table).right("c", "red/blue").ready().play("buy right")
    code = int(t.match.look(1).state["commissions"][0, 0])
    assert code == 2 * t.cards.index("red/blue")
    assert not int(t.match.look(1).state["unseen"][t.book("c")]) >> t.cards.index("red/blue") & 1


def test_what_uncovers_starts_an_epoch(table):
    """VA-20: a page that was never turned, turned or bought, is uncovered in a beat of its own."""
    for move in ("turn right", "buy right"):
        t = at_c(table).ready()
        before = t.epoch()
        t.play(move)
        assert t.beats() == ["page"]
        assert t.epoch() == before + 1
        assert not t.match.can_undo(0)


def test_what_uncovers_nothing_new_can_be_taken_back(table):
    """VA-20: the left half is always known, and so is a right half that was turned back."""
    for move in ("turn left", "buy left"):
        t = at_c(table).left("c", "red/blue", "yellow/red").ready()
        before = t.match.state
        t.play(move)
        assert t.beats() == []
        assert t.match.can_undo(0)
        t.match.undo(0)
        assert t.match.state == before
    for move in ("turn right", "buy right"):
        t = at_c(table).left("c", "red/blue", "yellow/red")
        t.state["turned"] = 0
        t.ready().play("turn left")
        assert t.play(move).beats() == []


def test_before_a_page_is_uncovered_nothing_shows(table):
    """VA-20: the move alone pays; its preview shows no face."""
    t = at_c(table).right("c", "red/blue", "silver/green").ready()
    t.play("turn right")
    step = t.match.step(1)
    assert step.move == "turn right"
    assert int(step.state["right"][t.book("c")]) == 27
    assert t.match.step(2).beat == "page"


# ---------------------------------------------------------------- equipment


def test_equipment_costs_a_gold(table):
    """2a: to the discard space, and the card lies there empty."""
    t = table().seat(0, at="a", cargo="pan:gold").acting().right("a", "spade/pick").ready()
    t.play("buy right")
    assert t.cargo() == {"pan": "-", "spade": "-"}
    assert t.discarded() == {"gold": 1}
    assert not t.legal("buy"), "no gold is left"


def test_without_gold_no_equipment(table):
    t = table().seat(0, at="a", coins=6, cargo="pan pick:ruby").acting().right("a", "spade/pick").ready()
    assert not t.legal("buy")


def test_one_of_each_kind(table):
    """2a: the face that lies open counts, not the other side."""
    t = table().seat(0, at="a", cargo="pan:gold pick").acting().right("a", "pick/hammer").ready()
    assert not t.legal("buy")
    t = table().seat(0, at="a", cargo="pan:gold pick").acting().right("a", "spade/pick").ready()
    assert t.legal("buy") == {"buy right"}


def test_a_back_is_bought_from_the_left_half(table):
    """VA-12: the face bought counts for good."""
    t = table().seat(0, at="a", cargo="pan:gold").acting().left("a", "spade/pick").ready()
    t.play("buy left")
    assert t.cargo() == {"pan": "-", "pick": "-"}


@pytest.mark.parametrize("paying", ["pan", "cart", "horse"])
def test_the_seat_picks_whose_gold_it_pays_with(table, paying):
    """VA-4: where more than one card carries gold."""
    t = table().seat(0, at="a", cargo="pan:gold cart:gold horse:gold").acting().right("a", "spade/pick").ready()
    assert t.legal("buy") == {"buy right from pan", "buy right from cart", "buy right from horse"}
    t.play(f"buy right from {paying}")
    assert {name for name, gem in t.cargo().items() if gem == "-"} == {paying, "spade"}


def test_where_one_card_carries_gold_there_is_nothing_to_pick(table):
    """VA-4."""
    t = table().seat(0, at="a", cargo="pan cart:gold horse:ruby").acting().right("a", "spade/pick").ready()
    assert t.legal("buy") == {"buy right"}
    assert t.play("buy right").cargo()["cart"] == "-"


def test_as_many_as_one_can_pay(table):
    t = table().seat(0, at="a", cargo="pan:gold cart:gold").acting().right("a", "spade/pick", "pick/hammer").ready()
    t.play("buy right from pan", "buy right")
    assert set(t.cargo()) == {"pan", "cart", "spade", "pick"}


# ---------------------------------------------------------------- commissions


def test_a_commission_costs_a_coin(table):
    t = at_c(table, coins=1).right("c", "red/blue").ready().play("buy right")
    assert (t.coins(), t.holds()) == (0, ["red/blue front"])
    assert t.legal() == {"turn right", "done"}


def test_at_most_three_unfinished(table):
    t = at_c(table, holds=THREE).ready()
    assert not t.legal("buy")


def test_a_commission_put_back_makes_room(table):
    """VA-14: on the half of one's choice; the top of the other half must be bought next."""
    t = at_c(table, holds=THREE).left("c", "yellow/white").right("c", "red/blue").ready()
    assert t.legal("return") == {f"return {name} {half}" for name in THREE for half in ("left", "right")}
    t.play("return silver/blue front left")
    assert t.legal() == {"buy right"}
    assert t.coins() == 6, "it brings nothing, and costs nothing"
    assert t.tops("c") == ("silver/blue", "red/blue")
    t.play("buy right")
    assert t.holds() == ["silver/red front", "silver/green front", "red/blue front"]
    assert {"turn left", "turn right", "done"} <= t.legal()


def test_put_back_on_the_right_one_buys_from_the_left(table):
    """VA-14."""
    t = at_c(table, holds=THREE).left("c", "yellow/white").ready().play("return silver/blue front right")
    assert t.legal() == {"buy left"}
    assert "yellow/white back" in t.play("buy left").holds()


def test_nothing_is_put_back_without_need_or_use(table):
    """VA-14: not with fewer than three, not without a coin, not where the other half is empty."""
    assert not at_c(table, holds=THREE[:2]).left("c", "yellow/white").ready().legal("return")
    assert not at_c(table, holds=THREE, coins=0).left("c", "yellow/white").ready().legal("return")
    t = at_c(table, holds=THREE).ready()
    assert t.legal("return") == {f"return {name} left" for name in THREE}
    t = at_c(table, holds=THREE).empty("c").ready()
    assert t.legal("return") == {f"return {name} right" for name in THREE}


def test_alike_commissions_are_one_move(table):
    """Rules common to all games: what looks alike is one move."""
    t = at_c(table, holds=("silver/red front", "silver/red front", "silver/blue back")).ready()
    assert t.legal("return") == {"return silver/red front left", "return silver/blue back left"}
    t = at_c(table, holds=("silver/red front", "silver/red back", "silver/blue back")).ready()
    assert len(t.legal("return")) == 3


@pytest.mark.parametrize("bought", ["front", "back"])
def test_a_commission_put_back_shows_its_front_on_the_right(table, bought):
    """VA-12: and its back on the left, whichever was bought."""
    for half, shown in ((RIGHT, "red"), (LEFT, "blue")):
        t = at_c(table, holds=(*THREE[:2], f"red/blue {bought}")).left("c", "yellow/white").ready()
        t.play(f"return red/blue {bought} {('left', 'right')[half]}")
        assert face_up(t.match.look(0).state, t.box, t.book("c"), half) == face(t, shown)


def test_a_commission_may_end_in_the_other_book(table):
    """VA-12: this town's book takes it, wherever it was bought; then both of its kind may be there."""
    t = at_c(table, holds=("red/blue front", "red/blue front", "silver/red front")).left("c", "yellow/white").ready()
    t.play("return red/blue front left", "buy right", "done")
    book = t.book("c")
    assert int(t.now["pages"][book, PAGES - 2]) == t.page(book, "red/blue")
    assert t.redealt_audits()


def test_what_was_put_back_stays_known(table):
    """VA-2, VA-12: it is no unturned page."""
    t = at_c(table, holds=THREE).left("c", "yellow/white").ready()
    t.play("return silver/blue front right", "buy left", "done")
    book = t.book("c")
    top = int(t.now["right"][book]) - 1
    assert int(t.match.look(2).state["pages"][book, top]) == t.cards.index("silver/blue")
    assert int(t.now["sealed"][book]) == top


def test_one_need_not_buy(table):
    """VA-8: `done` is always there, except between putting back and buying."""
    t = at_c(table, holds=THREE).left("c", "yellow/white").ready()
    assert "done" in t.legal()
    assert "done" not in t.play("return silver/blue front left").legal()
    assert "done" in t.play("buy right").legal()
