"""Records: a match as JSON text, and back without loss. Whatever is torn, altered, foreign or newer is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .box import Box, Data
from .chance import Seal
from .ending import read_ending
from .errors import BadPosition, BadRecord, BadSeed, BadTable, IllegalMove
from .game import game as find_game
from .history import Step
from .match import open_match

if TYPE_CHECKING:
    from .match import Match

FORMAT = "mistvale-record"
FORMAT_VERSION = 2
ORDINARY = 1
"""The version of matches that were played from their beginning; others have the newer one."""

MOST_BYTES = 4_000_000


def write_record(match: Match) -> str:
    """The record of a match."""
    if match.detached and match.origin is None:
        raise BadRecord("record-detached")
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": ORDINARY if match.origin is None else FORMAT_VERSION,
        "game": match.game.name,
        "rules": match.game.version,
        "box": match.box.digest,
        "options": match.options,
        "seats": match.seats,
        "names": [name or "" for name in match.names],
        "seed": match.seed.hex(),
        "seal": None,
        "moves": [f"{step.seat} {step.move}" for step in own_steps(match) if step.move is not None],
        "over": match.over,
        "scores": list(match.scores),
        "digest": match.digest(),
    }
    if match.ending is not None:
        record["ending"] = match.ending.plain()
    if match.origin is not None:
        record["from"] = match.origin.plain()
    elif match.seal is not None:
        record["seal"] = {
            "match": match.seal.match,
            "host": match.seal.host_seal,
            "parts": list(match.seal.parts),
        }
    record["checksum"] = _checksum(record)
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def own_steps(match: Match) -> Iterator[Step]:
    """The steps of a match since it began, or since it was played on."""
    return (match.step(number) for number in range(match.base + 1, match.steps + 1))


def _checksum(record: dict[str, Any]) -> str:
    content = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def load(text: str | bytes, box: Box | Path | str | Data | None = None) -> Match:
    """The match that a record tells of, played again and checked. Raises BadRecord with the reason."""
    record = _parsed(text)
    _check_frame(record)
    try:
        game = find_game(record["game"])
        if record["rules"] > game.version:
            raise BadRecord("record-newer-rules", title=game.title, given=record["rules"], known=game.version)
        # What it was played with need not be the rulebook's: the digest says which one it was.
        chosen_box = game.box(box, stated_figures=False)
        if chosen_box.digest != record["box"]:
            raise BadRecord("record-box")
        match = _opened(record, chosen_box) if record["version"] == ORDINARY else _played_on(record, chosen_box)
        for number, line in enumerate(record["moves"], 1):
            _replay(match, number, line)
    except (BadTable, BadSeed) as error:
        raise BadRecord(error.code, **error.values) from None
    except ValueError as error:
        raise BadRecord("record-wrong", why=error) from None
    if match.digest() != record["digest"]:
        old = record["rules"] < game.version
        raise BadRecord("record-position-old" if old else "record-position", rules=record["rules"])
    if (match.over, list(match.scores)) != (record["over"], record["scores"]):
        raise BadRecord("record-result")
    try:
        match.ending = read_ending(record.get("ending"), match.seats, match.over)
    except ValueError:
        raise BadRecord("record-ending") from None
    return match


def _parsed(text: str | bytes) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise BadRecord("record-large", most=MOST_BYTES)
    try:
        record = json.loads(text)
    except (ValueError, RecursionError, UnicodeDecodeError):
        raise BadRecord("record-torn") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadRecord("record-foreign")
    version = record.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadRecord("record-no-version")
    if version > FORMAT_VERSION:
        raise BadRecord("record-newer", given=version, known=FORMAT_VERSION)
    return record


FRAME = {
    "game": str,
    "rules": int,
    "box": str,
    "options": dict,
    "seats": int,
    "names": list,
    "seed": str,
    "moves": list,
    "over": bool,
    "scores": list,
    "digest": str,
    "checksum": str,
}


def _check_frame(record: dict[str, Any]) -> None:
    for key, kind in FRAME.items():
        if not isinstance(record.get(key), kind):
            raise BadRecord("record-incomplete", key=key)
    if not all(isinstance(line, str) and _is_text(line) for line in [*record["moves"], *record["names"]]):
        raise BadRecord("record-no-text")
    if _checksum(record) != record["checksum"]:
        raise BadRecord("record-checksum")


def _is_text(line: str) -> bool:
    """Whether it can be written down: JSON can hold half of a surrogate pair, UTF-8 can't."""
    return not any("\ud800" <= c <= "\udfff" for c in line)


def _opened(record: dict[str, Any], box: Box) -> Match:
    seal = None
    sealed = record.get("seal")
    if sealed is not None:
        try:
            seal = Seal(str(sealed["match"]), str(sealed["host"]), tuple(str(part) for part in sealed["parts"]))
        except (TypeError, KeyError):
            raise BadRecord("record-seal") from None
        if seal.seed().hex() != record["seed"]:
            raise BadRecord("record-seed")
    match = open_match(
        find_game(record["game"]),
        seats=record["seats"],
        seed=None if seal else record["seed"],
        options=record["options"],
        box=box,
        names=record["names"],
        seal=seal,
    )
    return match


def _played_on(record: dict[str, Any], box: Box) -> Match:
    """The match that a record of the newer version goes on with, before its first move."""
    from .playing_on import begun, read_origin

    try:
        match = begun(read_origin(record.get("from")), record["names"], box)
    except BadPosition as error:
        raise BadRecord("record-from", why=error) from None
    told = (record["game"], record["options"], record["seats"], record["seed"])
    if told != (match.game.name, match.options, match.seats, match.seed.hex()):
        raise BadRecord("record-origin")
    return match


def _replay(match: Match, number: int, line: str) -> None:
    seat, _, move = line.partition(" ")
    try:
        match.play(int(seat), move)
    except (IllegalMove, ValueError) as error:
        raise BadRecord("record-move", number=number, line=line, why=error) from None


def verify(text: str | bytes, seal: str | None = None, box: Box | Path | str | Data | None = None) -> Match:
    """Check a record and, with a `seal` kept from before play, the host's or a seat's, that nobody chose the deck."""
    match = load(text, box)
    if seal is not None:
        if match.seal is None:
            raise BadRecord("record-open")
        if seal.strip().lower() not in match.seal.seals:
            raise BadRecord("record-no-part")
    return match
