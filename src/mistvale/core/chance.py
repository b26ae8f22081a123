"""Chance: the random stream inside a state, shuffles, and the sealed seed.

The stream is Threefry-4x64 with 20 rounds, keyed by the whole 256-bit seed, so that a match is the same on every
machine and nobody can guess the deck from what they see of it. Random playouts do not need that: they use the cheap
generator `roll`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import BadSeed
from .rule import rule
from .typed import Array1, Header

SEED_BYTES = 32

# Words of 64 bits. To a type checker, fields of states are plain integers, and these are not.
U0: Any
U0, U1, U3, U7, U32, U64 = (np.uint64(n) for n in (0, 1, 3, 7, 32, 64))
U32_SPAN = np.uint64(1 << 32)
LOW_HALF = np.uint64(0xFFFFFFFF)
PARITY = np.uint64(0x1BD11BDAA9FC1A22)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW_BYTE = np.uint64(0xFF)

SCRIPTED = np.uint64(0x7363726970746564)  # the last word of a key that is a script, and no key of a stream
SCRIPT_ROOM = np.uint64(24)  # the bytes before it: the numbers to be drawn, each one more than itself, and then 0

# ---------------------------------------------------------------- the stream


@rule
def mix(a: Any, b: Any, bits: int) -> tuple[Any, Any]:
    """Threefry's mixing step: add, rotate, exclusive or."""
    a = a + b
    b = (b << np.uint64(bits)) | (b >> (U64 - np.uint64(bits)))
    return a, b ^ a


@rule
def threefry(key: Any, counter: Any, out: Any) -> None:
    """The block of the stream `key` at `counter`, 4 x 64 bits, into `out`."""
    k0, k1, k2, k3 = key[0], key[1], key[2], key[3]
    k4 = k0 ^ k1 ^ k2 ^ k3 ^ PARITY
    a, b, c, d = counter + k0, k1, k2, k3
    for fours in range(5):
        if fours % 2 == 0:
            a, b = mix(a, b, 14)
            c, d = mix(c, d, 16)
            a, d = mix(a, d, 52)
            c, b = mix(c, b, 57)
            a, b = mix(a, b, 23)
            c, d = mix(c, d, 40)
            a, d = mix(a, d, 5)
            c, b = mix(c, b, 37)
        else:
            a, b = mix(a, b, 25)
            c, d = mix(c, d, 33)
            a, d = mix(a, d, 46)
            c, b = mix(c, b, 12)
            a, b = mix(a, b, 58)
            c, d = mix(c, d, 22)
            a, d = mix(a, d, 32)
            c, b = mix(c, b, 32)
        # The key moves on by one word after every four rounds.
        k0, k1, k2, k3, k4 = k1, k2, k3, k4, k0
        a, b, c, d = a + k0, b + k1, c + k2, d + k3 + np.uint64(fours + 1)
    out[0], out[1], out[2], out[3] = a, b, c, d


@rule
def plant(s: Header, seed: Array1) -> None:
    """Start the stream of a state at its beginning, keyed by `seed` (4 x 64 bits)."""
    for i in range(4):
        s.key[i] = seed[i]
        s.block[i] = U0
    s.drawn = U0


@rule
def hide_stream(s: Header) -> None:
    """Blank the stream: nobody may know what will be drawn."""
    for i in range(4):
        s.key[i] = U0
        s.block[i] = U0
    s.drawn = U0


@rule
def draw_word(s: Any) -> Any:
    """The next 32 bits of the stream."""
    place = s.drawn & U7
    if place == U0:
        threefry(s.key, s.drawn >> U3, s.block)
    word = s.block[np.int64(place >> U1)]
    if place & U1:
        word = word >> U32
    s.drawn += U1
    return word & LOW_HALF


@rule
def draw(s: Header, n: int) -> int:
    """An even number from 0 to n - 1, from the stream; or what a script says."""
    if s.key[3] == SCRIPTED:
        return draw_scripted(s, n)
    bound = np.uint64(n)
    product = draw_word(s) * bound
    if (product & LOW_HALF) < bound:
        # Lemire's method: the few words that would favour some numbers are drawn again.
        unfair = (U32_SPAN - bound) % bound
        while (product & LOW_HALF) < unfair:
            product = draw_word(s) * bound
    return np.int64(product >> U32)  # type: ignore[return-value]


@rule
def draw_scripted(s: Any, n: int) -> int:
    """The next number of a script; 0 where it has ended, with a note in `block` of how many there were to draw from."""
    place = s.drawn
    s.drawn += U1
    if place < SCRIPT_ROOM:
        number = (s.key[np.int64(place >> U3)] >> ((place & U7) << U3)) & LOW_BYTE
        if U0 < number <= np.uint64(n):  # a script that nobody wrote for this must not lead out of an array
            return np.int64(number - U1)  # type: ignore[return-value]
    if s.block[0] == U0:
        s.block[0] = np.uint64(n)
    return 0


@rule
def shuffle(s: Header, cards: Array1, first: int, end: int) -> None:
    """Shuffle cards[first:end] evenly."""
    for i in range(end - 1, first, -1):
        j = first + draw(s, i - first + 1)
        cards[i], cards[j] = cards[j], cards[i]


# ---------------------------------------------------------------- scripts


def script(numbers: Sequence[int]) -> bytes:
    """A seed by which a state draws these numbers, one after the other: for those who go through all that can happen.

    No secret seed is one, nor does a hash hit one by chance. Numbers are less than 255, and there is room for 24.
    """
    if len(numbers) > SCRIPT_ROOM or not all(0 <= number < int(LOW_BYTE) for number in numbers):
        raise ValueError(f"a script has room for {SCRIPT_ROOM} numbers from 0 to {int(LOW_BYTE) - 1}")
    room = bytes(number + 1 for number in numbers).ljust(int(SCRIPT_ROOM), b"\0")
    return room + int(SCRIPTED).to_bytes(8, "little")


def asked(s: Any) -> int:
    """From how many numbers a state was to draw first when its script had ended; 0 if it lasted."""
    return int(s["block"][0])


# ---------------------------------------------------------------- for playouts


@rule
def roll(dice: Any, n: int) -> int:
    """A number from 0 to n - 1 from a cheap generator whose one word of state is dice[0] (SplitMix64)."""
    dice[0] += GOLDEN
    x = dice[0]
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    x = x ^ (x >> np.uint64(31))
    return np.int64(((x >> U32) * np.uint64(n)) >> U32)  # type: ignore[return-value]


# ---------------------------------------------------------------- seeds and seals


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """A seed as 32 bytes: from a small number, from hexadecimal, from bytes; a fresh secret one from None."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, (int, np.integer)):
        if not 0 <= seed < 1 << 8 * SEED_BYTES:
            raise BadSeed("seed-number")
        return int(seed).to_bytes(SEED_BYTES, "little")
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            raise BadSeed("seed-text") from None
    if not isinstance(seed, (bytes, bytearray, memoryview)):
        raise BadSeed("seed-number")
    if len(seed) != SEED_BYTES:
        raise BadSeed("seed-bytes", right=SEED_BYTES, given=len(seed))
    return bytes(seed)


def seed_words(seed: bytes) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """A seed as the four words that key a stream."""
    return np.frombuffer(seed, "<u8").astype(np.uint64)


def seal(part: bytes) -> str:
    """The hash that is published before a part of a seed is revealed."""
    return hashlib.sha256(part).hexdigest()


def sealed_seed(match: str, parts: list[bytes]) -> bytes:
    """The seed made of all parts, the host's first, and the match's id."""
    digest = hashlib.sha256(b"mistvale seed\0" + match.encode() + b"\0")
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


@dataclass(frozen=True)
class Seal:
    """How a sealed match came by its seed: its id, what the host had published, and all parts as hexadecimal."""

    match: str
    host_seal: str
    parts: tuple[str, ...]

    @property
    def seals(self) -> tuple[str, ...]:
        """The seals of all parts, the host's first."""
        return tuple(seal(bytes.fromhex(part)) for part in self.parts)

    def seed(self) -> bytes:
        """The seed that these parts make; raises BadSeed if the host's part is not the one it sealed."""
        try:
            parts = [bytes.fromhex(part) for part in self.parts]
        except ValueError:
            raise BadSeed("part-text") from None
        if not parts or seal(parts[0]) != self.host_seal:
            raise BadSeed("host-part")
        return sealed_seed(self.match, parts)
