"""Law 3 for Misterra: a world dealt anew is any that agrees with all the viewer has seen, evenly.

Tiny boxes, so that all decks and deals can be gone through. The models below know nothing of the rules' code: they deal
cards in every order, let happen what was seen to happen, and keep what agrees with it. 'Evenly' is by single cards
(rules/README).
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.moves import Move
from mistvale.core.rule import INTERPRETED, SPECTATOR, copied
from mistvale.games.misterra import GAME
from mistvale.games.misterra.state import KEEPING, SKETCH_NAMES
from tests.games.misty.test_knowledge import assert_even

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of samples")

SAMPLES = 2000
LAGOONS = ("steppe-lagoon", "jungle-lagoon", "lagoon-lagoon")  # sketches that lead onto lagoons, to swap there
# Seven Otoma cards without a claim mark, some with the same terrain side, and three with one.
FACES = (("steppe", "jungle"),) * 2 + (("lagoon", "mountain"),) * 3 + (("jungle", "steppe"), ("mountain", "lagoon"))
MARKED = (("lagoon", "lagoon"), ("mountain", "mountain"), ("mountain", "mountain"))


def tiny_box(copies: Sequence[int]) -> Any:
    """Few sketches, eight hypotheses of which each seat is dealt two and keeps one, ten Otoma cards."""
    data = dict(GAME.box().data)
    names = dict(zip(LAGOONS, copies, strict=True))
    sketches = []
    for row in data["sketches"]:
        count = names.get("-".join(row["halves"]), 0)
        sketches.append({**row, "copies": {str(seats): count for seats in (2, 3, 4)}})
    hypotheses = [{k: v for k, v in row.items() if k != "letter"} for row in data["hypotheses"][:8]]
    for letter, row in zip("abcd", hypotheses, strict=False):
        row["letter"] = letter
    squares = itertools.cycle([["a1", "a2"], ["b1", "c1"], ["d1", "d2"], ["e1", "e2"], ["c4", "c5"]])
    otoma: list[dict[str, Any]] = [{"maps": list(face), "squares": next(squares)} for face in FACES]
    otoma += [{"maps": list(face), "squares": next(squares), "claims": True} for face in MARKED]
    for number, card in enumerate(otoma):
        card["squares"] = [f"{'abcde'[number % 5]}{1 + number // 5}", f"{'abcde'[number % 5]}{3 + number // 5}"]
    match = {**data["match"], "dealt": 2, "kept": 1}
    return GAME.box(
        {**data, "match": match, "sketches": sketches, "hypotheses": hypotheses, "otoma": otoma}, stated_figures=False
    )


def towards_lagoons(moves: Sequence[Move], dice: random.Random) -> Move:
    """Swap where possible, walk inland, draw; else anything."""
    for start in ("swap", "step n", "draw"):
        liked = [move for move in moves if move.startswith(start)]
        if liked and dice.random() < 0.8:
            return dice.choice(liked)
    return dice.choice(moves)


def sampled(match: Match, number: int, viewer: int, dice: random.Random, samples: int = SAMPLES) -> Iterator[Any]:
    """Worlds dealt anew for a viewer at a step."""
    fold = match.history.fold(number, viewer)
    for _ in range(samples):
        world = copied(fold)
        verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
        yield world


def compare(expected: Counter[Any], worlds: Iterable[Any], of: Callable[[Any], Any], true: Any, where: str) -> None:
    """What was dealt is what can be, and evenly so."""
    assert expected[of(true)], f"the model misses the true world: {where}"
    drawn = Counter(of(world) for world in worlds)
    phantoms = drawn.keys() - expected.keys()
    assert not phantoms, f"dealt what can't be: {next(iter(phantoms))}; {where}"
    assert_even(drawn, expected, sum(drawn.values()), where)


# ---------------------------------------------------------------- sketches


def orders(counts: dict[int, int], length: int) -> Iterator[tuple[int, ...]]:
    """Every order of the cards, each once: all of them are equally likely."""
    if length == 0:
        yield ()
        return
    for kind, count in counts.items():
        if count:
            for rest in orders({**counts, kind: count - 1}, length - 1):
                yield (kind, *rest)


def deck_events(match: Match, number: int) -> list[tuple[str, int]]:
    """What was seen of the deck: cards that came off it, cards that went under it."""
    events: list[tuple[str, int]] = []
    for n in range(1, number + 1):
        step, before = match.step(n), match.step(n - 1).state
        if step.move is not None and step.move.startswith("swap"):
            events.append(("under", SKETCH_NAMES.index(step.move.split()[1])))
        if step.beat in ("deal", "reveal", "refill"):
            for place in range(5):
                if int(before["open"][place]) < 0 and int(step.state["open"][place]) >= 0:
                    events.append(("off", int(step.state["open"][place])))
    return events


def decks(counts: dict[int, int], out: int, events: list[tuple[str, int]]) -> Counter[Any]:
    """Every way the sketches can lie now: those that are out, the deck from the top on."""
    found: Counter[Any] = Counter()
    for order in orders(counts, sum(counts.values())):
        gone, deck = order[:out], list(order[out:])
        for what, kind in events:
            if what == "under":
                deck.append(kind)
            elif deck.pop(0) != kind:
                break
        else:
            found[gone, tuple(deck)] += 1
    return found


def sketches_of(state: Any) -> Any:
    """Those that are out, the deck from the top on."""
    top, left, deck = int(state["top"]), int(state["left"]), state["deck"].tolist()
    out = tuple(kind for kind in state["out"].tolist() if kind >= 0)
    return out, tuple(deck[(top + n) % len(deck)] for n in range(left))


@pytest.mark.parametrize(("seats", "copies"), [(2, (3, 3, 3)), (3, (4, 4, 3)), (1, (4, 3, 3))])
def test_the_sketches_that_nobody_has_seen(seats: int, copies: tuple[int, ...]) -> None:
    """The deck's order, with what was put under it from a lagoon; solo the two that are out as well."""
    swaps = under = 0
    for seed in range(4 if seats > 1 else 10):
        match = open_match(GAME, seats=seats, seed=seed, box=tiny_box(copies))
        dice = random.Random(seed)
        counts = {SKETCH_NAMES.index(name): count for name, count in zip(LAGOONS, copies, strict=True)}
        while not match.over and int(match.raw["left"]) > 0:
            viewer = dice.choice((*range(seats), SPECTATOR))
            now = match.steps if viewer in match.pending else match.step(match.steps).epoch_start
            if dice.random() < (0.6 if int(match.raw["known"]) else 0.2):
                events = deck_events(match, now)
                swaps += any(what == "under" for what, _ in events)
                under += int(match.raw["known"]) > 0
                expected = decks(counts, 2 if seats == 1 else 0, events)
                true = match.history.fold(match.steps, viewer)
                worlds = sampled(match, match.steps, viewer, dice, 600)
                compare(expected, worlds, sketches_of, true, f"seed {seed}, step {match.steps}, viewer {viewer}")
            seat = dice.choice(match.pending)
            match.play(seat, towards_lagoons(match.legal(seat), dice))
    assert swaps > 3, "no sketch was put under the deck"
    assert under > 1


# ---------------------------------------------------------------- hypotheses


def deals(seats: int, viewer: int, own: dict[int, int], shown: dict[int, int], choosing: bool) -> Counter[Any]:
    """Every way the eight hypotheses can be dealt and kept, as (holder, kept) of each.

    `own` are the viewer's hypotheses, 1 where kept; `shown` those that were shown at the end, with their seats.
    """
    found: Counter[Any] = Counter()
    rivals = [seat for seat in range(seats) if seat != viewer]
    pool = [h for h in range(8) if h not in own]
    for dealt in itertools.permutations(pool, 2 * len(rivals)):
        world = dict.fromkeys(range(8), (-1, 0)) | {h: (viewer, kept) for h, kept in own.items()}
        for number, seat in enumerate(rivals):
            world[dealt[2 * number]] = (seat, 0 if choosing else 1)
            world[dealt[2 * number + 1]] = (seat, 0)
        if all(world[h] == (seat, 1) for h, seat in shown.items()):
            found[tuple(world[h] for h in range(8))] += 1
    return found


def hypotheses_of(state: Any) -> Any:
    return tuple(zip(state["holder"][:8].tolist(), state["kept"][:8].tolist(), strict=True))


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_hypotheses_of_others(seats: int) -> None:
    """MM-19: while all choose, when they have chosen, and at the end, when those kept are shown."""
    match, dice = open_match(GAME, seats=seats, seed=5, box=tiny_box((4, 4, 3))), random.Random(5)
    dealt = {seat: [int(m.number) for m in match.legal(seat)] for seat in range(seats)}
    kept: dict[int, int] = {}

    def check() -> None:
        choosing, over = int(match.raw["phase"]) == KEEPING, match.over
        for viewer in (*range(seats), SPECTATOR):
            own = {h: int(kept.get(viewer) == h) for h in dealt.get(viewer, [])}
            shown = {h: seat for seat, h in kept.items() if seat != viewer} if over else {}
            expected = deals(seats, viewer, own, shown, choosing)
            true = match.history.fold(match.steps, viewer)
            where = f"{seats} seats, viewer {viewer}, step {match.steps}"
            compare(expected, sampled(match, match.steps, viewer, dice), hypotheses_of, true, where)

    check()
    for seat in range(seats):
        kept[seat] = dice.choice(dealt[seat])
        match.play(seat, f"keep {match.box.words['hypotheses'][kept[seat]]}")
        check()
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    check()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_pairs_of_a_first_game(seats: int) -> None:
    """MM-18: whole letters; which of them others have, one can't tell before the end."""
    options = {"first_game": "true"}
    match, dice = open_match(GAME, seats=seats, seed=6, options=options), random.Random(6)
    letters = [row.get("letter") for row in match.box.data["hypotheses"]]

    def owners(state: Any) -> Any:
        """Each letter's seat; all of its hypotheses must say the same."""
        found = {letter: {int(state["holder"][h]) for h in range(18) if letters[h] == letter} for letter in "abcd"}
        assert all(len(seats) == 1 for seats in found.values())
        assert all(int(state["holder"][h]) == -1 for h in range(18) if letters[h] is None)
        return tuple(next(iter(found[letter])) for letter in "abcd")

    true = owners(match.raw)
    for over in (False, True):
        while over and not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
        for viewer in (*range(seats), SPECTATOR):
            expected: Counter[Any] = Counter()
            for world in {*itertools.permutations((*range(seats), *[-1] * (4 - seats)))}:
                own = viewer == SPECTATOR or world.index(viewer) == true.index(viewer)
                if own and (not over or world == true):
                    expected[world] = 1
            worlds = sampled(match, match.steps, viewer, dice, 800)
            compare(expected, worlds, owners, match.raw, f"{seats} seats, viewer {viewer}, over {over}")


# ---------------------------------------------------------------- the Otoma's deck


def stacks(turned: Sequence[int], face: tuple[int, int, int], box: Any) -> list[tuple[int, ...]]:
    """Every deck of three packets of three with these cards turned over and that face on top; and what is out."""
    marks = [int(box["otoma_mark"][card]) for card in range(10)]
    found: list[tuple[int, ...]] = []

    def lay(deck: tuple[int, ...]) -> None:
        place = len(deck)
        if place and place % 3 == 0 and sum(marks[card] for card in deck[-3:]) != 1:
            return
        if place == 9:
            found.extend((*deck, card) for card in range(10) if card not in deck and not marks[card])
            return
        for card in range(10):
            if card in deck or (marks[card] and (place % 3 == 0 or any(marks[c] for c in deck[place - place % 3 :]))):
                continue
            if place < len(turned) and card != turned[place]:
                continue
            if place == len(turned) and (*map(int, box["otoma_terrain"][card]), marks[card]) != face:
                continue
            lay((*deck, card))

    lay(())
    return found


def otoma_of(state: Any) -> tuple[int, ...]:
    return *(int(card) for card in state["otoma"][:9]), int(state["aside"])


def parts(turned: int) -> dict[str, Callable[[tuple[int, ...]], Any]]:
    """Decks are too many to be counted one by one: parts of them that are compared."""
    return {
        "the top card and the one that is out": lambda deck: (deck[turned], deck[9]),
        "the next two cards": lambda deck: deck[turned : turned + 2],
        "where the claim cards are": lambda deck: tuple(deck.index(card) for card in (7, 8, 9)),
        "the last three": lambda deck: deck[6:9],
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_otoma_deck(seed: int) -> None:
    """Packets with one claim card each, not on top; the terrain side of the top card is known, and what was turned."""
    match, dice = open_match(GAME, seats=1, seed=seed, box=tiny_box((9, 8, 7))), random.Random(seed)
    box = match.box.record
    checked = -1
    while True:
        state = match.raw
        turned = int(state["turned"])
        if turned != checked:
            checked = turned
            face = tuple(int(part) for part in state["face"])
            possible = stacks([int(card) for card in state["otoma"][:turned]], face, box)  # type: ignore[arg-type]
            worlds = list(sampled(match, match.steps, dice.choice((0, SPECTATOR)), dice))
            known = set(possible)
            assert otoma_of(state) in known
            for world in worlds:
                assert otoma_of(world) in known
            for name, part in parts(turned).items():
                expected = Counter(part(deck) for deck in possible)
                drawn = Counter(part(otoma_of(world)) for world in worlds)
                assert_even(drawn, expected, len(worlds), f"{name}, seed {seed}, {turned} turned")
        if match.over:
            break
        match.play(0, dice.choice(match.legal(0)))
    assert checked == 8


def test_what_a_viewer_is_shown_fits_all_its_worlds() -> None:
    """The veil hides no more than it must of what lies open: known cards of the deck, the face, its own hypotheses."""
    match, dice = open_match(GAME, seats=2, seed=3), random.Random(3)
    for _ in range(60):
        seat = dice.choice(match.pending)
        match.play(seat, towards_lagoons(match.legal(seat), dice))
    for viewer in (0, 1, SPECTATOR):
        view = match.look(viewer).state
        hidden = {name for name in GAME.state.names or () if (view[name] == -2).any()}
        assert hidden <= {"deck", "holder", "kept"}
        assert int((view["deck"] == -2).sum()) == int(view["left"]) - int(view["known"])
        assert int((view["holder"] == -2).sum()) == (14 if viewer >= 0 else 18)
