"""The description of all calls, `/openapi.json`, made complete: what FastAPI cannot know by itself.

That are the messages of the WebSocket, who may call what (cookies, tokens and their scopes), and a line about each
field. What a field means is said once, by its name; where the same name means something else, by its model, too. A
field that has a description in its model keeps that.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from . import lobby_messages
from .guests import COOKIE
from .messages import described
from .tokens import DOORS, SCOPES

# What no call says of itself any more: whatever is wrong with a request is an `ErrorAnswer`.
UNUSED = ("HTTPValidationError", "ValidationError")
SAID = "What was asked for."
DONE = "Done; there is nothing to say."
REFUSED = "Refused: nothing has changed. What was wrong, as a code and in words."
LATER = "Not now: the store takes no writes. Nothing has changed."

FIELDS = {
    "account": "the account, as it is now",
    "address": "a mail address",
    "after": "as it was after the match",
    "announcements": "what hangs at the door",
    "at": "when it was, as in 2026-01-01T12:00:00Z",
    "audit": "what was done, the newest first",
    "auth": "the browser's secret for the encryption",
    "bank": "milliseconds beside the time of each decision",
    "bans": "who may only look, and why",
    "beat": "of a beat, which one it is",
    "before": "as it was before the match",
    "best": "the most points in a match",
    "best_match": "the match with the most points",
    "blocked": "players that one has blocked",
    "board": "the scores of the day, the best first",
    "bot": "the name of a bot of the house",
    "bots": "the bots that can sit at a table of this game",
    "box": "the digest of the box that it was played with",
    "buttons": "moves that no sprite stands for",
    "can_undo": "whether the watching seat may take a move back here",
    "cancellations": "matches that were cancelled",
    "channels": "the places that notices go to",
    "checksum": "of all that stands before it",
    "clocks": "what each seat has left",
    "codes_left": "how many recovery codes are not used yet",
    "connections": "connections to this process",
    "count": "how many there are, and are still to be seen, in words",
    "counted": "whether it counted",
    "cover": "the symbol of the game's art that is its cover",
    "created": "when it was made, as in 2026-01-01T12:00:00Z",
    "credit": "who made the game, and who publishes it",
    "data": "more about it",
    "day": "which day, as in 2026-01-31",
    "decision": "milliseconds of the time that each decision has of its own",
    "default": "the value that is taken unless one is given",
    "device": "browser and system; empty if nobody knows",
    "digest": "a digest of the state that it leads to",
    "done": "how many are ready",
    "door": "who may find the table",
    "ended": "when it was over; null while it is not",
    "ending": "how it ended, where the rules do not say it all",
    "endpoint": "where the browser's push service takes notices",
    "error": "the code of what was wrong, the same in all languages",
    "face": "which side is up: up or down",
    "final": "whether it is the end of the match",
    "followers": "players who follow one",
    "following": "players that one follows",
    "format": "what kind of file this is",
    "frames": "what happened, one step after another",
    "friend": "who follows whom",
    "game": "the game's name",
    "games": "by game and number of seats",
    "gone": "the keys of what is not there any more",
    "grades": "the best grades of matches alone",
    "group": "the key of the group that it lies in",
    "groups": "the places on the table",
    "guest": "the id that one has at tables",
    "head": "what stands above the columns",
    "height": "in units of its own",
    "hint": "a sentence more",
    "hints": "whether seats may ask for hints",
    "holidays": "when one was on holiday",
    "host": "what the host is called",
    "host_seal": "the hash of the server's part of the seed; null at a table with a given seed",
    "hours": "for how many hours",
    "html": "safe HTML",
    "id": "the id by which it is named",
    "invitations": "seats that one was asked to take",
    "key": "its name, the same from scene to scene",
    "keys": "what notices are encrypted with",
    "kind": "what kind it is",
    "label": "what it is called, for people",
    "lang": "the language that it is written in",
    "layer": "what lies higher is drawn later",
    "legal": "the legal moves of the viewer",
    "levels": "by game and bot",
    "lines": "what was said, or who stands there, in order",
    "link": "the page by which a seat is taken, below the server's base path",
    "log": "what happened so far, line by line",
    "lost": "matches in which the player was behind",
    "made": "when it was made, as in 2026-01-01T12:00:00Z",
    "marks": "what is pointed out about it",
    "match": "the match's id",
    "matches": "matches, the newest first",
    "me": "whether it is oneself",
    "mine": "whether it is one's own",
    "missed": "whether there may be more, to be asked for",
    "move": "a move in notation, as in `pick rocket`; null for none",
    "moves": "moves, the best first",
    "name": "what it is called",
    "names": "what the seats are called",
    "note": "a few words beside it",
    "notes": "what one is to be told about the account",
    "notices": "where one's notices go, as it is now",
    "ok": "that it is done, and on the disk",
    "on": "whether it is switched on",
    "online": "whether somebody is there",
    "opponents": "other players that were met",
    "options": "the options by name, each with the value that was chosen",
    "order": "the whole new order, by keys; empty if it stays",
    "origin": "the key of what it comes from, if it is new",
    "over": "whether the match is over",
    "p256dh": "the browser's public key",
    "pace": "how much time there is",
    "panels": "what stands around the table",
    "partial": "whether there is more that the viewer cannot see",
    "parts": "parts of the seed as hexadecimal, by seat; empty for one that was lost",
    "passkeys": "the passkeys of the account",
    "patch": "what has changed since the scene before",
    "patches": "whether to be sent what has changed instead of whole scenes",
    "pending": "whether it is to decide now",
    "place": "where it lies, as people call it",
    "played": "how many matches",
    "player": "the handle by which others know the player",
    "points": "so many",
    "pool": "the kind of table: 2 for two, 3+ for more",
    "privacy": "who may see what",
    "prompt": "what is asked of whom",
    "rank": "1 is first, ties share; null while the match is not over",
    "ranks": "each seat's rank, once the match is over: 1 is first, ties share",
    "rated": "whether it counts for ratings",
    "rating": "how strong somebody is thought to be",
    "ratings": "how strong one is thought to be",
    "ready": "whether it can be used",
    "reason": "why, in words",
    "reference": "all components of the game",
    "rematch": "the match in which the same seats play again; null if there is none",
    "results": "how matches ended",
    "role": "what the place is for, by which it is laid out",
    "rows": "a row for each line of the table",
    "rules": "the version of the rules that it was played with",
    "running": "whether it runs now",
    "scene": "the table, whole; null if it cannot be shown, or comes as a patch",
    "score": "points; null while the match is not over",
    "scores": "each seat's points",
    "seal": "the hash of one's part of the seed, as 64 hexadecimal digits",
    "seals": "the hashes of parts of the seed, by seat",
    "seat": "a seat's number, from 0; null for none",
    "seats": "the seats, in their order",
    "seed": "256 bits as 64 hexadecimal digits",
    "sessions": "the browsers that are signed in",
    "shape": "the outline that a finger hits, if it is no box: hex",
    "short": "what a terminal writes for it; the label if empty",
    "side": "who said it, and who reads it: seats, or watchers",
    "signed_in": "whether one is signed in now",
    "size": "width and height",
    "sound": "the sound that goes with it; null for none",
    "sprites": "the things on the table",
    "stage": "what it is ready for: play, greedy (the greedy bot), search (levels and hints) or analysis",
    "state": "how far it is",
    "status": "where it stands",
    "step": "the number of the newest step",
    "steps": "the number of the last step",
    "summary": "the end of a round or of the match, explained; null if there is none",
    "symbol": "a symbol of the game's art; null for none",
    "tagline": "what it is about, in a line",
    "taken": "whether somebody sits there",
    "text": "in words, in the language that was asked for",
    "title": "what it is called, for people",
    "tokens": "the tokens of one's programs",
    "total": "how many there are; 0 while nobody knows",
    "touched": "the day on which somebody last came to it",
    "turn": "how far it is turned, in degrees",
    "turns": "moves to choose from by turning it, one for each direction; null where none is legal",
    "type": "what kind of message it is",
    "uncertainty": "how far off that may be",
    "value": "as it is given in a wish for a table",
    "values": "the values that can be chosen",
    "version": "the version of the format",
    "viewer": "the seat whose eyes it is seen with; -1 for a spectator",
    "ways": "what comes of each of its turns, in words",
    "who": "who did it",
    "whole": "whether it replaces all that was shown before",
    "why": "why the move is not possible; empty if it is",
    "width": "in units of its own",
    "won": "matches that were won, alone or with others",
    "x": "where its middle is, from the left of its group",
    "y": "where its middle is, from the top of its group",
    "zoom": "whether it can be looked at more closely",
}
# Where a name means something else.
BY_MODEL = {
    "Tables.open": "tables that one could sit down at",
    "AdminView.in_memory": "tables in the memory of this process",
    "AdminView.door": "what hangs at the door",
    "AuditLine.what": "what was done",
    "Button.about": "the key of a sprite that offers it, too, as one way of several; empty for none",
    "Button.way": "the label in few words, where what it is about is named beside it; empty if it has none",
    "Button.doubt": "what is to be asked before it is played; empty if nothing speaks against it",
    "ChannelInfo.way": "push, mail or hook",
    "EndingStatus.end": "by the rules, by a clock, by somebody who left, or cancelled by all",
    "LobbyLists.open": "tables that one could sit down at",
    "LobbyLists.running": "tables that one could watch",
    "ReportWish.number": "the number of the line",
    "KnownPlayer.seen": "the day on which it was last signed in",
    "Export.id": "the id that one has at tables",
    "Export.passkeys": "name, day and server of each passkey",
    "Frame.digest": "with a patch: the digest of the scene that must come of it",
    "Frame.kind": "what the step was",
    "Frame.step": "the number of the step",
    "Friend.name": "what the player is called",
    "GameInfo.name": "the name by which calls know it",
    "GameInfo.options": "what can be chosen for a table of it",
    "GameInfo.seats": "how many can play",
    "GameOption.name": "the name by which a wish for a table gives it",
    "GameTally.seats": "how many sat at the table",
    "MatchStatus.mine": "the seats that one holds",
    "MatchStatus.reason": "why the table is frozen",
    "MatchStatus.status": "where the table stands: waiting for people, sealing, playing, over or frozen",
    "OpponentTally.name": "what the other player is called",
    "PlaceInfo.bot": "the name of the bot that sits there; null for people",
    "PlaceInfo.name": "what the seat is called",
    "Presence.online": "for each seat, whether somebody is there",
    "Prompt.signs": "what is so at the table now, by names that tips of a coach wait for",
    "Prompt.topic": "the anchor of the guide at which this is told (there its id is `guide-` and this); empty for none",
    "Previewed.digest": "with a patch: the digest of the scene that must come of it",
    "RecordAnswer.moves": "all moves in their order, each with its seat, as in `0 pick rocket`",
    "RecordAnswer.seal": "what the seed was made of; null at a table with a given seed",
    "RecordAnswer.seats": "how many there were",
    "Score.parts": "where the points come from",
    "Score.pending": "whether the seat is to decide now",
    "SealAnswer.host": "the hash of the server's part",
    "SealAnswer.parts": "the server's part and those of the seats",
    "SeatStatus.bot": "the name of the bot that sits there; null for people and programs",
    "SeatStatus.kind": "who sits there: a guest (people and programs), nobody yet (open), or a bot of the house",
    "SeatStatus.link": "where the seat is taken, below the server's base path; only for the host, while it is open",
    "SeatStatus.name": "what the seat is called",
    "SeatWish.bot": "which bot sits there, if one does",
    "SeatWish.kind": "me; here (somebody at the same screen); friend (by a link); or bot",
    "Status.status": "the table as one may know it",
    "TableWish.options": "the options that are not to have their default values",
    "TableWish.seals": "the hashes of one's own parts of the seed, by seat",
    "TableWish.seed": "a number, or 64 hexadecimal digits, for an open match; without it nobody chooses the seed",
    "Turn.status": "where the table stands: waiting for people, sealing, playing, over or frozen",
    "ViewAnswer.pending": "the seats that are to decide now",
}

# What the parts of a path or query are, where the call does not say it itself.
PARAMETERS = {
    "find": "a part of the name, or the handle",
    "game": "the name of a game",
    "match": "a match's id",
    "most": "how many at most",
    "pace": "only tables of this pace",
    "player": "only those of this player, by handle",
    "pool": "the kind of table: 2 for two, 3+ for more",
    "rated": "only tables that are rated, or that are not",
    "seats": "only tables with so many seats",
    "side": "whose lines: those of the seats, or of those who look on",
    "sign": "the id of an announcement",
    "status": "only tables that stand so",
    "token": "what stands in the link of a mail",
    "way": "push, mail or hook",
}


def operation_id(route: APIRoute) -> str:
    """A call is named as the function that answers it: plain names make plain clients."""
    return route.name


def whole_description(app: FastAPI) -> dict[str, Any]:
    """What FastAPI knows of the calls, with all that it does not."""
    if app.openapi_schema is None:
        found = FastAPI.openapi(app)
        schemas = described() | lobby_messages.described() | found["components"]["schemas"]
        found["components"]["schemas"] = {name: each for name, each in schemas.items() if name not in UNUSED}
        for name, model in found["components"]["schemas"].items():
            describe_fields(name, model)
        found["components"]["securitySchemes"] = ways_in()
        for path, methods in found["paths"].items():
            for method, call in methods.items():
                describe_call(method.upper(), path, call)
    assert app.openapi_schema is not None
    return app.openapi_schema


def describe_fields(name: str, model: dict[str, Any]) -> None:
    for field, schema in model.get("properties", {}).items():
        about = BY_MODEL.get(f"{name}.{field}") or FIELDS.get(field)
        if about and "description" not in schema:
            schema["description"] = about
        # It only repeats the field's name, and generators take it for the name of a type.
        schema.pop("title", None)


def ways_in() -> dict[str, Any]:
    token = "A token of a player, for a program: `mvt_…`. Scopes: " + ", ".join(SCOPES) + "."
    cookie = "A guest, or a player who is signed in. The first answer sets it."
    return {
        "token": {"type": "http", "scheme": "bearer", "description": token},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": cookie},
    }


def describe_call(method: str, path: str, call: dict[str, Any]) -> None:
    """Who may call it, what it is given, and what its answers mean."""
    for given in call.get("parameters", ()):
        if given["name"] in PARAMETERS:
            given.setdefault("description", PARAMETERS[given["name"]])
    if path.startswith("/api/"):
        scopes = DOORS.get((method, path))
        # Nobody needs a cookie: who has none is a new guest.
        call["security"] = [{}, {"cookie": []}] + ([{"token": []}] if scopes else [])
        opened = ", ".join(f"`{scope}`" for scope in sorted(scopes)) if scopes else ""
        call["description"] = f"Tokens: {opened}." if opened else "Tokens do not open it."
    for status, answer in call["responses"].items():
        bare = "content" not in answer
        meaning = {"4XX": REFUSED, "503": LATER}.get(status, DONE if bare and status == "204" else SAID)
        answer["description"] = meaning
