"""The random stream, shuffles, seeds and seals."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mistvale.core import chance
from mistvale.core.chance import Seal, seal, sealed_seed, seed_bytes, seed_words
from mistvale.core.rule import blank, state_type

STATE = state_type(("cards", "i1", (8,)))


def state(seed: int = 0):
    s = blank(STATE)[0]
    chance.plant(s, seed_words(seed_bytes(seed)))
    return s


def words(*values: str) -> list[int]:
    return [int(value, 16) for value in values]


# ---------------------------------------------------------------- the stream


@pytest.mark.parametrize(
    ("key", "counter", "expected"),
    [
        (
            (0, 0, 0, 0),
            0,
            words("09218ebde6c85537", "55941f5266d86105", "4bd25e16282434dc", "ee29ec846bd2e40b"),
        ),
    ],
)
def test_threefry_gives_its_known_answers(key, counter, expected):
    """Random123's known answers for Threefry-4x64 with 20 rounds."""
    out = np.zeros(4, np.uint64)
    chance.threefry(np.array(key, np.uint64), np.uint64(counter), out)
    assert [int(word) for word in out] == expected


def reference(key: list[int], counter: int) -> list[int]:
    """Threefry-4x64-20 written down from its paper, on Python's own integers."""
    mask = (1 << 64) - 1
    keys = [*key, key[0] ^ key[1] ^ key[2] ^ key[3] ^ 0x1BD11BDAA9FC1A22]
    rotations = ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32))
    x = [(word + k) & mask for word, k in zip([counter, 0, 0, 0], keys, strict=False)]
    for number in range(20):
        first, second = rotations[number % 8]
        pairs = ((0, 1, first), (2, 3, second)) if number % 2 == 0 else ((0, 3, first), (2, 1, second))
        for a, b, turn in pairs:
            x[a] = (x[a] + x[b]) & mask
            x[b] = ((x[b] << turn) | (x[b] >> (64 - turn))) & mask
            x[b] ^= x[a]
        if number % 4 == 3:
            block = number // 4 + 1
            x = [(word + keys[(block + i) % 5]) & mask for i, word in enumerate(x)]
            x[3] = (x[3] + block) & mask
    return x


word = st.integers(0, (1 << 64) - 1)


@given(st.lists(word, min_size=4, max_size=4), word)
def test_threefry_is_the_one_of_the_paper(key, counter):
    out = np.zeros(4, np.uint64)
    chance.threefry(np.array(key, np.uint64), np.uint64(counter), out)
    assert [int(w) for w in out] == reference(key, counter)


def test_words_are_drawn_block_by_block_low_half_first():
    s = state(5)
    drawn = [int(chance.draw_word(s)) for _ in range(24)]
    blocks = [reference([5, 0, 0, 0], counter) for counter in range(3)]
    assert drawn == [half for block in blocks for w in block for half in (w & 0xFFFFFFFF, w >> 32)]
    assert int(s["drawn"]) == 24


@pytest.mark.parametrize("n", [1, 2, 3, 6, 54])
def test_draws_are_even(n):
    """Chi-square with room for five deviations."""
    s = state(n)
    counts = Counter(int(chance.draw(s, n)) for _ in range(400 * n))
    assert set(counts) == set(range(n))
    chi = sum((counts[i] - 400) ** 2 / 400 for i in range(n))
    assert chi <= n - 1 + 5 * (2 * n) ** 0.5


def test_words_that_would_favour_some_numbers_are_drawn_again():
    """2**32 words can't be shared evenly among 3 * 2**30 numbers: every fourth is drawn again."""
    s = state(1)
    n = 3 << 30
    numbers = [int(chance.draw(s, n)) for _ in range(2000)]
    assert int(s["drawn"]) > 2300, "words were drawn again"
    thirds = Counter(number // (1 << 30) for number in numbers)
    assert all(abs(thirds[third] - 667) < 110 for third in range(3))


def test_every_order_of_a_shuffle_is_equally_likely():
    s = state(3)
    orders = Counter()
    for _ in range(2400):
        cards = np.arange(4, dtype=np.int8)
        chance.shuffle(s, cards, 0, 4)
        orders[tuple(cards.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert sum((n - 100) ** 2 / 100 for n in orders.values()) < 23 + 5 * 46**0.5


def test_a_shuffle_leaves_the_rest_alone():
    s = state(3)
    cards = np.arange(8, dtype=np.int8)
    chance.shuffle(s, cards, 2, 6)
    assert cards[[0, 1, 6, 7]].tolist() == [0, 1, 6, 7]
    assert sorted(cards[2:6].tolist()) == [2, 3, 4, 5]
    assert cards[2:6].tolist() != [2, 3, 4, 5]


def test_a_hidden_stream_shows_nothing():
    s = state(9)
    chance.draw(s, 6)
    chance.hide_stream(s)
    assert not np.any(s["key"])
    assert not np.any(s["block"])
    assert int(s["drawn"]) == 0


def test_the_cheap_dice_are_even():
    dice = np.array([7], np.uint64)
    counts = Counter(int(chance.roll(dice, 6)) for _ in range(2400))
    assert set(counts) == set(range(6))
    assert sum((n - 400) ** 2 / 400 for n in counts.values()) < 5 + 5 * 10**0.5


# ---------------------------------------------------------------- scripts


def scripted(*numbers: int):
    s = blank(STATE)[0]
    chance.plant(s, seed_words(chance.script(numbers)))
    return s


def test_a_script_says_what_is_drawn():
    s = scripted(3, 0, 253)
    assert [chance.draw(s, n) for n in (4, 1, 254)] == [3, 0, 253]
    assert chance.asked(s) == 0


def test_where_a_script_ends_it_is_noted_from_how_many_would_be_drawn_first():
    s = scripted(1)
    assert [chance.draw(s, n) for n in (2, 5, 7)] == [1, 0, 0]
    assert chance.asked(s) == 5


def test_a_script_leads_out_of_nothing():
    """Anybody may give a seed to an open table: a number that can't be drawn there is none."""
    s = scripted(5, 200, 2)
    assert [chance.draw(s, 5), chance.draw(s, 6), chance.draw(s, 3)] == [0, 0, 2]


def test_a_script_can_be_full():
    s = scripted(*range(24))
    assert [chance.draw(s, 24) for _ in range(24)] == list(range(24))
    assert chance.asked(s) == 0
    assert chance.draw(s, 9) == 0
    assert chance.asked(s) == 9


@pytest.mark.parametrize("numbers", [[0] * 25, [255], [-1]])
def test_a_script_that_can_not_be_is_refused(numbers):
    with pytest.raises(ValueError, match="room for 24 numbers from 0 to 254"):
        chance.script(numbers)


def test_scripts_shuffle_each_way_once():
    found = Counter()
    for numbers in ((a, b, c) for a in range(4) for b in range(3) for c in range(2)):
        s = scripted(*numbers)
        cards = np.arange(4, dtype=np.int8)
        chance.shuffle(s, cards, 0, 4)
        assert chance.asked(s) == 0
        found[tuple(cards.tolist())] += 1
    assert found == Counter(permutations(range(4)))


# ---------------------------------------------------------------- seeds


@given(st.binary(min_size=32, max_size=32))
def test_a_seed_is_the_same_as_bytes_text_and_number(seed):
    assert seed_bytes(seed) == seed
    assert seed_bytes(seed.hex()) == seed
    assert seed_bytes(int.from_bytes(seed, "little")) == seed
    assert seed_bytes(np.frombuffer(seed, "<u8")[0]) == seed_bytes(int.from_bytes(seed[:8], "little"))
    assert b"".join(int(w).to_bytes(8, "little") for w in seed_words(seed)) == seed


def test_a_seed_that_nobody_gives_is_a_new_one():
    assert seed_bytes(None) != seed_bytes(None)
    assert len(seed_bytes(None)) == 32


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (-1, "from 0 to 2"),
        (1 << 256, "from 0 to 2"),
        (1.5, "from 0 to 2"),
        ("xyz", "64 hexadecimal digits"),
        ("ab", "32 bytes, this one has 1"),
        (b"short", "32 bytes, this one has 5"),
    ],
)
def test_a_seed_that_is_none_is_refused(seed, reason):
    with pytest.raises(ValueError, match=reason):
        seed_bytes(seed)


# ---------------------------------------------------------------- seals


def test_the_sealed_seed_is_made_of_all_parts_and_the_match():
    parts = [b"host", b"ann", b"bob"]
    whole = sealed_seed("m1", parts)
    assert len(whole) == 32
    others = [
        sealed_seed("m2", parts),
        sealed_seed("m1", [b"host", b"bob", b"ann"]),
        sealed_seed("m1", [b"host", b"ann"]),
        sealed_seed("m1", [b"hos", b"tann", b"bob"]),
        sealed_seed("m1", [b"host", b"ann", b"bo!"]),
    ]
    assert whole not in others
    assert len(set(others)) == len(others)
    assert whole == sealed_seed("m1", list(parts))


def test_a_seal_gives_its_seed_if_the_host_kept_its_word():
    host, ann = b"\1" * 32, b"\2" * 32
    kept = Seal("m1", hashlib.sha256(host).hexdigest(), (host.hex(), ann.hex()))
    assert kept.seed() == sealed_seed("m1", [host, ann])
    assert seal(host) == kept.host_seal


@pytest.mark.parametrize("parts", [(), (b"\3" * 32,), (b"\2" * 32, b"\1" * 32)])
def test_a_host_that_changed_its_part_is_found_out(parts):
    broken = Seal("m1", seal(b"\1" * 32), tuple(part.hex() for part in parts))
    with pytest.raises(ValueError, match="does not fit the seal"):
        broken.seed()
