"""What the viewer is asked for: a sentence for each step, buttons for what no sprite stands for, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.knowledge import View
from ....core.rule import NOTHING
from ....scene import Button, Prompt, waiting
from ..cards import asked_label, equipment_label, face_label, space_label, titled, which
from ..rules.books import gold_carried
from ..rules.reading import commission_face, held_commissions, open_face
from ..state import (
    CATALOGUE,
    EMPTY,
    EQUIPMENT,
    FROM,
    GEMS,
    GOING,
    HALVES,
    LEAFING,
    LEFT,
    LOADING,
    MINE,
    PALACE,
    RIGHT,
    ROAD,
    TOOLS,
    TOWN,
)
from .belongings import commission_name, returns
from .books import buying

MANY = 3  # more buttons than this don't fit beside each other


def prompt(view: View) -> Prompt:
    """What is asked of the viewer now."""
    if view.viewer < 0 or not view.legal:
        return waiting(view)
    asking = Asking(view)
    if int(view.state["phase"]) == GOING:
        return asking.going()
    choices, endings = tuple(asking.choices()), tuple(asking.endings())
    # What ends the turn stays in sight, however many choices there are.
    buttons = (*endings, *choices) if len(choices) > MANY else (*choices, *asking.blocked(), *endings)
    return Prompt(asking.text(), True, buttons)


class Asking:
    """The viewer's turn as the prompt tells it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.state = view.state
        self.box = view.box.record
        self.seat = view.viewer
        self.space = int(view.state["at"][self.seat])
        self.kind = int(self.box["kind"][self.space])
        self.book = int(self.box["book"][self.space])

    def going(self) -> Prompt:
        """Where to? Or nowhere (VA-7)."""
        words = self.view.words
        if self.view.may("done"):
            return Prompt(words("prompt.stay"), True, (Button("done", words("done.stay")),))
        fed = int(self.state["provisions"][self.seat])
        return Prompt(words("prompt.go.fed" if fed else "prompt.go"), True)

    def text(self) -> str:
        """The question of the action."""
        words, here = self.view.words, space_label(self.view, self.space)
        if int(self.state["to_buy"]) != NOTHING:
            return words("prompt.to-buy", half=words(f"half.{HALVES[int(self.state['to_buy'])]}"))
        if int(self.state["dropped"]) != NOTHING:
            return words("prompt.reload", equipment=equipment_label(self.view, int(self.state["dropped"])))
        if self.book != NOTHING and self.may_leaf:
            return words("prompt.book", here=here)
        for kind, key in ((ROAD, "prompt.road"), (PALACE, "prompt.palace"), (MINE, "prompt.mine")):
            if self.kind == kind:
                return words(key, here=here)
        ships = int(self.box["ships"][self.space])
        if ships:
            left = ships - int(self.state["loaded"])
            return (
                words("prompt.harbour", here=here, n=left) if left > 0 else words("prompt.loaded", here=here, n=ships)
            )
        return words("prompt.town", here=here)

    @property
    def may_leaf(self) -> bool:
        return int(self.state["doing"]) in (NOTHING, LEAFING)

    # ------------------------------------------------------------ choices that no sprite stands for

    def choices(self) -> Iterator[Button]:
        """Which gold to pay with (VA-4), which gems to hand in (VA-5), what to load, where to put back."""
        if self.book != NOTHING:
            for half in (LEFT, RIGHT):
                yield from self.paying(half)
        for code in sorted(set(held_commissions(self.state, self.seat))):
            yield from self.handing_in(code)
            yield from self.putting_back(code)
        for equipment in range(TOOLS, len(EQUIPMENT)):
            yield from self.loading(equipment)

    def paying(self, half: int) -> Iterator[Button]:
        """Buy a card, with the gold of one or another of one's own."""
        moves = buying(self.view, half)
        if len(moves) < 2:
            return
        face = open_face(self.state, self.box, self.book, half)
        card = face_label(self.view, int(self.box["book_kind"][self.book]), face)
        for move in moves:
            payer = equipment_label(self.view, EQUIPMENT.index(move.split()[-1]))
            yield Button(move, self.view.words("choice.buy", card=card, equipment=payer))

    def handing_in(self, code: int) -> Iterator[Button]:
        """Deliver a commission in one or another way."""
        for way in FROM:
            if move := self.view.may(f"deliver {commission_name(self.view, code)} from {way}"):
                yield Button(move, self.view.words(f"choice.deliver.{way}", asked=self.handed_in(code)))

    def handed_in(self, code: int) -> str:
        """What a commission asks for; and which one it is, where another asks for the same."""
        asked = asked_label(self.view, commission_face(self.box, code))
        others = [other for other in held_commissions(self.state, self.seat) if other != code]
        if all(asked_label(self.view, commission_face(self.box, other)) != asked for other in others):
            return asked
        return self.view.words("choice.for", asked=asked, card=which(self.view, self.seat, code))

    def putting_back(self, code: int) -> Iterator[Button]:
        """Put a commission back on either half, where both may be."""
        backs = returns(self.view, code)
        if len(backs) > 1:
            card = which(self.view, self.seat, code)
            for half, move in backs.items():
                yield Button(move, self.view.words("choice.return", card=card, half=self.view.words(f"half.{half}")))

    def loading(self, equipment: int) -> Iterator[Button]:
        """Load cart or horse, where there are several gems to choose from."""
        loads = [move for gem in GEMS if (move := self.view.may(f"load {gem} on {EQUIPMENT[equipment]}"))]
        if len(loads) > 1:
            for move in loads:
                gem, carrier = self.view.words(f"gem.{move.split()[1]}"), equipment_label(self.view, equipment)
                coins = int(self.box["fare"][equipment])
                label = self.view.words("choice.load", gem=gem, equipment=carrier, n=coins)
                yield Button(move, titled(label))

    # ------------------------------------------------------------ what can't be done, and why

    def blocked(self) -> Iterator[Button]:
        """Actions of this space that are closed now, each with its reason."""
        if int(self.state["to_buy"]) != NOTHING or int(self.state["dropped"]) != NOTHING:
            return
        if self.book != NOTHING and self.may_leaf:
            yield from self.blocked_leafing()
        if (self.kind == ROAD or int(self.box["ships"][self.space])) and not self.can("load "):
            yield from self.blocked_loading()
        if self.kind == PALACE and not self.can("deliver "):
            yield Button(None, self.view.words("deliver"), self.view.words("why.deliver"))

    def can(self, start: str) -> bool:
        """Whether a move that begins so is legal."""
        return any(str(move).startswith(start) for move in self.view.legal)

    def blocked_leafing(self) -> Iterator[Button]:
        """Buying and turning."""
        words = self.view.words
        if not self.can("buy "):
            yield Button(None, words("buy"), words("why.empty") if self.is_empty else self.why_no_buying())
        if not self.can("turn "):
            yield Button(None, words("turn"), words("why.empty" if self.is_empty else "why.turn"))

    @property
    def is_empty(self) -> bool:
        """Whether the book has no page left."""
        return not int(self.state["left"][self.book]) + int(self.state["right"][self.book])

    def why_no_buying(self) -> str:
        """The first thing that stands against it."""
        words = self.view.words
        if int(self.box["book_kind"][self.book]) == CATALOGUE:
            return words("why.owned" if int(gold_carried(self.state, self.seat)) else "why.gold")
        if int(self.state["coins"][self.seat]) < int(self.box["coin_price"]):
            return words("why.coin")
        return words("why.held", n=int(self.box["held"]))

    def blocked_loading(self) -> Iterator[Button]:
        """Loading."""
        words = self.view.words
        if int(self.state["doing"]) not in (NOTHING, LOADING):
            return
        ships = int(self.box["ships"][self.space])
        lying = self.state["gems"][self.space] if self.kind == ROAD else self.state["discard"]
        if not int(lying.sum()):
            why = words("why.no-gems")
        elif self.kind != ROAD and int(self.state["loaded"]) >= ships:
            why = words("why.ships", n=ships)
        elif EMPTY not in [int(gem) for gem in self.state["cargo"][self.seat]]:
            why = words("why.full")
        else:
            why = words("why.no-gear")
        yield Button(None, words("load"), why)

    # ------------------------------------------------------------ what ends the turn

    def endings(self) -> Iterator[Button]:
        """Silver, provisions, or nothing more (VA-8, VA-17)."""
        words, purse = self.view.words, int(self.box["purse"])
        if self.view.may("silver"):
            gain = purse - int(self.state["coins"][self.seat])
            yield Button("silver", words("silver", n=gain))
        elif self.kind == MINE:
            yield Button(None, words("silver.none"), words("why.purse", n=purse))
        if self.view.may("provisions"):
            yield Button("provisions", words("take.provisions"))
        elif self.kind == TOWN and int(self.state["doing"]) == NOTHING:
            yield Button(None, words("take.provisions"), words("why.provisions"))
        if self.view.may("done"):
            yield Button("done", words("done"))
