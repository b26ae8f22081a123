"""Rulebook, page 7: the two rounds of Cassandre (seat 0) and Eliott (seat 1), as far as the text tells them."""

from __future__ import annotations

JUNGLE_ALONE = """
    . . . . .
    . . . . .
    . . J . .
    . . . . .
    . . . . .
"""
OPEN = ["lagoon-mountain", "lagoon-mountain", "steppe-steppe", "jungle-jungle", "jungle-mountain"]
DECK = ["jungle-lagoon", "steppe-steppe", "jungle-lagoon", "steppe-lagoon", "steppe-jungle", "steppe-lagoon"] + [
    "lagoon-lagoon"
] * 3


def test_two_whole_rounds(chart):
    c = chart(JUNGLE_ALONE, fresh=True, open=OPEN, deck=DECK)
    # Cassandre enters, and maps the square in front of her and one beside it.
    c.play("enter c", "take lagoon-mountain", "draw c1 b1")
    assert (c.at("c1"), c.at("b1")) == ("l", "m")
    # She walks onto the lagoon and swaps a sketch.
    c.play("step n", "swap jungle-jungle")
    assert "jungle-jungle" not in c.open()
    assert "jungle-lagoon" in c.open()
    # She covers a lagoon with a lagoon: that confirms it.
    c.play("take lagoon-mountain", "draw c1 c2")
    assert (c.at("c1"), c.at("c2")) == ("L", "m")
    # Eliott enters and draws two steppes: Cassandre's mountain is replaced.
    assert c.match.pending == (1,)
    mountains = c.supply("mountain")
    c.play("enter b", "take steppe-steppe", "draw a1 b1")
    assert (c.at("a1"), c.at("b1")) == ("s", "s")
    assert c.supply("mountain") == mountains + 1
    # He walks over a steppe one step further, and draws the same once more: both are confirmed.
    c.play("step n", "step w", "stay", "take steppe-steppe", "draw a1 b1")
    assert (c.at("a1"), c.at("b1")) == ("S", "S")
    assert [c.drawn(square, 1) for square in ("a1", "b1")] == ["s", "s"]
    # Second round. From the mountain Cassandre maps a square further away.
    assert c.match.pending == (0,)
    c.play("step n", "take jungle-mountain")
    assert "draw c4 c5" in c.legal("draw")
    c.play("draw c4 c5")
    assert (c.at("c4"), c.at("c5")) == ("j", "m")
    # In the jungle she can't map; she does not claim, and her sketch is gone.
    c.play("step n", "take steppe-lagoon")
    assert c.legal() == {"claim", "rest"}
    gone = int(c.now["gone"].sum())
    c.play("rest")
    assert int(c.now["gone"].sum()) == gone + 1
    # Eliott maps: a lagoon does nothing to a confirmed steppe.
    assert c.match.pending == (1,)
    c.play("step e", "stay", "take jungle-lagoon", "draw b2 b1")
    assert (c.at("b1"), c.at("b2"), c.drawn("b1", 1)) == ("S", "j", "l")
    # He does not move, and claims the region where he is; the sketch chosen for it is gone.
    gone = int(c.now["gone"].sum())
    c.play("stay", "take jungle-lagoon", "claim")
    assert c.claims(1) == {"b1"}
    assert int(c.now["gone"].sum()) == gone + 1
    assert c.parts(1)["claims"] == 2 * 2
    assert c.match.pending == (0,)
