"""What the viewer is asked for: a sentence for each step, buttons for what no sprite stands for, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.rule import NOTHING
from ....scene import Button, Prompt, waiting
from ....scene.panels import listed
from ..reading import View
from ..reading.actions import is_for, loads_on, ways_to_buy, ways_to_deliver, ways_to_put_back, why_not
from ..reading.board import colours_standing
from ..reading.books import book_at, open_face
from ..reading.commissions import commission_face, held_commissions, which
from ..reading.names import asked_label, equipment_label, face_label, space_label, titled
from ..rules.delivering import colours_to_go
from ..state import CART, COLOURS, EQUIPMENT, GOING, HALVES, HORSE, LEFT, MINE, PALACE, RIGHT, ROAD, TOOLS
from .books import Books
from .hand import gear_key, held_key

MANY = 3  # more buttons than this don't fit beside each other
KINDS = {ROAD: "prompt.road", PALACE: "prompt.palace", MINE: "prompt.mine"}


def signs(view: View) -> Iterator[str]:
    """What a coach has a word for: how near the end is, a colour that steps in for another, and ships."""
    left = colours_standing(view)
    if view.s.last_round:
        yield "last-round"
    elif view.ask(colours_to_go) == 1:
        yield "near-end"
    if 0 < len(left) < len(COLOURS):
        yield "steps-in"
    if view.s.phase != GOING and view.components.ships[view.s.at[view.viewer]] and is_for(view, "load"):
        yield "ships"


def prompt(view: View) -> Prompt:
    """What is asked of the viewer now."""
    if not view.legal:
        return waiting(view)
    if view.s.phase == GOING:
        return going(view)
    choices, endings = tuple(all_choices(view)), tuple(all_endings(view))
    closed_here = () if len(choices) > MANY else tuple(blocked(view))
    return Prompt(text(view), True, (*choices, *closed_here, *endings), topic(view))


def going(view: View) -> Prompt:
    """Where to? Or nowhere (VA-7)."""
    words = view.words
    if view.may("done"):
        return Prompt(words("prompt.stay"), True, (Button("done", words("button.done.stay")),), "going")
    return Prompt(words("prompt.go.fed" if view.s.provisions[view.viewer] else "prompt.go"), True, topic="going")


def text(view: View) -> str:
    """The question of the action."""
    words, s, space = view.words, view.s, view.s.at[view.viewer]
    if s.to_buy != NOTHING:
        return words("prompt.to-buy", half=words(f"term.half.{HALVES[s.to_buy]}"))
    if s.dropped != NOTHING:
        return words("prompt.reload", equipment=equipment_label(view, s.dropped))
    here = space_label(view, space)
    if is_for(view, "buy"):
        return words("prompt.book", here=here)
    kind, ships = view.components.kind[space], view.components.ships[space]
    if kind in KINDS:
        return words(KINDS[kind], here=here)
    if not ships:
        return words("prompt.town", here=here)
    left = ships - s.loaded
    return words("prompt.harbour", here=here, n=left) if left > 0 else words("prompt.loaded", here=here, n=ships)


def topic(view: View) -> str:
    """Where the guide tells what can be done on this space."""
    space = view.s.at[view.viewer]
    if is_for(view, "buy"):
        return "leafing"
    if view.components.kind[space] == PALACE:
        return "delivering"
    return "loading" if view.components.kind[space] == ROAD or view.components.ships[space] else "turn"


# ---------------------------------------------------------------- choices that no sprite stands for


def all_choices(view: View) -> Iterator[Button]:
    """Which gold to pay with (VA-4), which gems to hand in (VA-5), what to load, where to put back."""
    if book_at(view, view.viewer) != NOTHING:
        for half in (LEFT, RIGHT):
            yield from paying(view, half)
    for code in sorted(set(held_commissions(view.s, view.viewer))):
        yield from handing_in(view, code)
        yield from putting_back(view, code)
    for equipment in range(TOOLS, len(EQUIPMENT)):
        yield from loading(view, equipment)


def paying(view: View, half: int) -> Iterator[Button]:
    """Buy a card, with the gold of one or another of one's own."""
    moves = ways_to_buy(view, half)
    if len(moves) < 2:
        return
    book = book_at(view, view.viewer)
    left, right = (open_face(view, book, each) for each in (LEFT, RIGHT))
    card = face_label(view, view.components.book_kind[book], (left, right)[half])
    # The halves are named where what lies open does not tell them apart.
    key = "button.choice.buy.half" if left == right else "button.choice.buy"
    for move in moves:
        payer = equipment_label(view, EQUIPMENT.index(move.split()[-1]))
        label = view.words(key, card=card, half=view.words(f"term.half.{HALVES[half]}"), equipment=payer)
        yield Button(move, label, about=Books(view).keys(book)[half, 0], way=titled(payer))


def handing_in(view: View, code: int) -> Iterator[Button]:
    """Deliver a commission in one or another way."""
    for way, move in ways_to_deliver(view, code).items():
        if way:
            label = view.words(f"button.choice.deliver.{way}", asked=handed_in(view, code))
            yield Button(move, label, about=held_key(view.viewer, code), way=titled(carriers(view, way)))


def carriers(view: View, way: str) -> str:
    """What hands in: pan and tools alone, or cart and horse, or one of these."""
    if way == "tools":
        return view.words("button.way.tools")
    return listed(view, [equipment_label(view, each) for each in (CART, HORSE) if way in (EQUIPMENT[each], "both")])


def handed_in(view: View, code: int) -> str:
    """What a commission asks for; and which one it is, where another asks for the same."""
    asked = asked_label(view, commission_face(view, code))
    others = [other for other in held_commissions(view.s, view.viewer) if other != code]
    if all(asked_label(view, commission_face(view, other)) != asked for other in others):
        return asked
    return view.words("button.choice.for", asked=asked, card=which(view, view.viewer, code))


def putting_back(view: View, code: int) -> Iterator[Button]:
    """Put a commission back on either half, where both may be."""
    backs = ways_to_put_back(view, code)
    if len(backs) > 1:
        card = which(view, view.viewer, code)
        for half, move in backs.items():
            side = view.words(f"term.half.{half}")
            label, way = (
                view.words("button.choice.return", card=card, half=side),
                view.words("button.way.return", half=side),
            )
            yield Button(move, label, about=held_key(view.viewer, code), way=titled(way))


def loading(view: View, equipment: int) -> Iterator[Button]:
    """Load cart or horse, where there are several gems to choose from."""
    loads = loads_on(view, equipment)
    if len(loads) > 1:
        for move in loads:
            gem, carrier = view.words(f"term.gem.{move.split()[1]}"), equipment_label(view, equipment)
            label = view.words("button.choice.load", gem=gem, equipment=carrier, n=view.components.fare[equipment])
            yield Button(move, titled(label), about=gear_key(view.viewer, equipment), way=titled(gem))


# ---------------------------------------------------------------- what can't be done, and why


def is_under_way(view: View) -> bool:
    """Whether one thing must be done before all else: buy after a commission was put back, load after a drop (VA-8)."""
    return view.s.to_buy != NOTHING or view.s.dropped != NOTHING


def blocked(view: View) -> Iterator[Button]:
    """Actions of this space that are closed now, each with its reason."""
    if is_under_way(view):
        return
    for action in ("buy", "turn", "load", "deliver"):
        if reason := why_not(view, action):
            yield closed(view, f"button.{action}", reason)


def closed(view: View, label: str, reason: str) -> Button:
    """A button that can't be pressed, and why."""
    figures = {
        "held": view.components.held,
        "ships": view.components.ships[view.s.at[view.viewer]],
        "purse": view.components.purse,
    }
    return Button(None, view.words(label), view.words(f"why.{reason}", n=figures.get(reason, 0)))


# ---------------------------------------------------------------- what ends the turn


def all_endings(view: View) -> Iterator[Button]:
    """Silver, provisions, or nothing more (VA-8, VA-17)."""
    words = view.words
    if view.may("silver"):
        yield Button("silver", words("button.silver", n=view.components.purse - view.s.coins[view.viewer]))
    elif reason := why_not(view, "silver"):
        yield closed(view, "button.silver.none", reason)
    if view.may("provisions"):
        yield Button("provisions", words("button.take.provisions"))
    elif not is_under_way(view) and (reason := why_not(view, "provisions")):
        yield closed(view, "button.take.provisions", reason)
    if view.may("done"):
        yield Button("done", words("button.done"), doubt=left_to_deliver(view))


def left_to_deliver(view: View) -> str:
    """Whether to end the turn though something can be delivered here and now; empty where nothing can."""
    ready = [code for code in sorted(set(held_commissions(view.s, view.viewer))) if ways_to_deliver(view, code)]
    asked = dict.fromkeys(asked_label(view, commission_face(view, code)) for code in ready)
    return view.words("button.done.doubt", asked="; ".join(asked)) if ready else ""
