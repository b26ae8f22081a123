"""The shapes of what is said over REST, and what those over a WebSocket (`messages.py`) are made of: a model for each.

A model checks what comes in, and is what goes out: nothing is put together beside it. `/openapi.json` is made of them,
and docs/protocol.md names them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError, create_model

from mistvale.core.game import Weight
from mistvale.scene.model import Group, Prompt, Reference, Score, Sprite, Summary
from mistvale.scene.picture import encode

Name = Annotated[StrictStr, Field(max_length=200, description="what one is called at the table")]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=63, examples=[0])]
# Printable ASCII: an id is kept, and not every database keeps everything.
ID_PATTERN = r"^[ -~]{1,64}$"
MessageId = Annotated[StrictStr, Field(pattern=ID_PATTERN, examples=["a1"])]
Notation = Annotated[StrictStr, Field(min_length=1, max_length=200, examples=["pick rocket"])]
Hash = Annotated[StrictStr, Field(max_length=64, description="hexadecimal")]
SeatKind = Literal["guest", "open", "bot"]
LinkStage = Literal["waiting", "opened", "confirmed"]
TableStatus = Literal["waiting", "sealing", "playing", "over", "frozen"]


class Told(BaseModel):
    """What the server says: what is set in it, and nothing else."""

    model_config = ConfigDict(extra="forbid")

    def encoded(self, **written: str) -> str:
        """As JSON. Fields that are JSON already, such as scenes, which are written once for many, are given as such."""
        told = encode(self.model_dump(exclude_unset=True))
        more = ",".join(f'"{name}":{text}' for name, text in written.items())
        return told if not more else f"{told[:-1]}{',' if len(told) > 2 else ''}{more}}}"


# ---------------------------------------------------------------- what is asked for


class SeatWanted(BaseModel):
    seat: SeatNumber


class MoveWanted(SeatWanted):
    move: Notation


class BotWanted(SeatWanted):
    bot: StrictStr = "greedy"


class PartsGiven(BaseModel):
    parts: dict[int, Hash]


class Named(BaseModel):
    name: Name


class SeatWish(BaseModel):
    kind: Literal["me", "here", "friend", "bot"]
    name: Name = ""
    bot: StrictStr | None = None


class TableWish(BaseModel):
    game: StrictStr
    options: dict[str, StrictStr | StrictBool | StrictInt] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    seed: StrictInt | StrictStr | None = None
    seals: dict[int, Hash] = {}
    hints: Annotated[StrictBool, Field(description="whether seats may ask for hints")] = True
    rated: Annotated[StrictBool, Field(description="whether the match counts for ratings")] = False


class MoveWish(MoveWanted):
    id: MessageId | None = None


class UndoWish(SeatWanted):
    id: MessageId | None = None


class LeaveWish(BotWanted):
    id: MessageId | None = None


class JoinWish(BaseModel):
    name: Name = ""
    seal: Hash | None = None


class PartsWish(PartsGiven):
    id: MessageId | None = None


class RematchWish(BaseModel):
    seals: dict[int, Hash] = {}


Allowed = Literal["all", "friends", "nobody"]


class Privacy(BaseModel):
    """Who may see what of a player. Friends are players who follow each other."""

    model_config = ConfigDict(extra="forbid")

    profile: Annotated[Allowed, Field(description="see my profile and my finished matches")] = "all"
    playing: Annotated[Allowed, Field(description="see when I am at a table")] = "nobody"
    invitations: Annotated[Allowed, Field(description="invite me to a table")] = "all"


class InviteWish(SeatWanted):
    player: Annotated[StrictStr, Field(pattern=r"^[a-z0-9]{12}$", description="the handle of the player")]


class CodeTyped(BaseModel):
    code: Annotated[StrictStr, Field(max_length=100, description="a recovery code, with or without its dashes")]


class PasskeyGiven(BaseModel):
    credential: dict[str, Any] = Field(description="what navigator.credentials gave, as its toJSON() says it")


class PasskeyMade(PasskeyGiven):
    name: Annotated[StrictStr, Field(max_length=200, description="what to call it; without, the device")] = ""


class NumberTyped(BaseModel):
    number: Annotated[StrictStr, Field(max_length=10, description="the number that the other device shows")]


class SecretGiven(BaseModel):
    secret: Annotated[StrictStr, Field(max_length=100, description="what stands behind the # of the link")]


# ---------------------------------------------------------------- what is answered


class Me(Told):
    guest: str
    name: str
    friends_url: str | None = Field(default=None, description="where friends reach this server; null if only from here")


class PasskeyInfo(Told):
    id: str
    name: str
    created: str
    used: str = Field(description="the day on which it was last used")
    usable: bool = Field(description="whether it was made for the address that this is")


class SessionInfo(Told):
    id: str
    device: str = Field(description="browser and system; empty if nobody knows")
    made: str
    seen: str = Field(description="the day on which it was last used")
    here: bool = Field(description="whether it is this one")


class Note(Told):
    """Something that happened to the account, until it was read."""

    id: str
    kind: Literal["code", "link", "device"] = Field(
        description="a recovery code was used, a link of whoever runs the server, or a device was added"
    )
    at: str
    device: str
    text: str


class Account(Told):
    """An account, and what is possible here; of a guest, only the latter."""

    player: str | None = Field(description="the handle by which others know this player; null for a guest")
    name: str
    passkeys_possible: bool = Field(description="whether passkeys can be made and used at this address")
    why_not: str | None = Field(description="why they cannot, in words")
    created: str | None = None
    fresh: int = Field(default=0, description="for how many seconds more one counts as freshly verified")
    codes_left: int = 0
    passkeys: list[PasskeyInfo] = []
    sessions: list[SessionInfo] = []
    notes: list[Note] = []


class Codes(Told):
    codes: list[str] = Field(description="ten recovery codes; they are never shown again")


class NewAccount(Codes):
    account: Account


class PasskeyOptions(Told):
    options: dict[str, Any] = Field(
        description="for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON"
    )


class DeviceLink(Told):
    id: str
    link: str = Field(description="the page to open on the other device, below the server's base path")
    url: str = Field(description="the same with where the other device reaches the server")
    qr: str = Field(description="the url as a QR code: an SVG, as a data: address")
    seconds: int = Field(description="how long it can be opened and confirmed")


class DeviceLinkState(Told):
    id: str
    state: LinkStage
    device: str = Field(description="browser and system of the device that opened it")


class NumberShown(Told):
    number: str = Field(description="to be shown here, and typed on the other device")


class SignInState(Told):
    signed_in: bool
    account: Account | None = None


class GameTally(Told):
    """How a player did in one game, with so many at the table."""

    game: str
    title: str
    seats: int
    played: int
    won: int
    average: float = Field(description="points a match")
    best: int
    best_match: str


class OpponentTally(Told):
    player: str
    name: str
    played: int
    won: int = Field(description="matches in which the player was ahead of this one")
    lost: int


class LevelTally(Told):
    """How a player did against one bot in one game."""

    game: str
    bot: str
    label: str
    level: bool = Field(description="whether the bot is one of the levels")
    played: int
    beaten: int = Field(description="how often the player was ahead of it")


class Grade(Told):
    """The best grade of matches alone."""

    game: str
    graded: str = Field(description="what is graded")
    grade: int = Field(description="0 is the lowest")
    label: str


class Profile(Told):
    player: str
    name: str
    created: str
    me: bool
    friend: Literal["none", "following", "follower", "friend"]
    playing: bool | None = Field(description="whether it is at a table now; null if one is not to know")
    games: list[GameTally]
    opponents: list[OpponentTally]
    levels: list[LevelTally]
    grades: list[Grade]


class RatingInfo(Told):
    """How strong a player is thought to be in one game."""

    kind: Literal["people", "programs"] = Field(description="which list it stands on")
    game: str
    title: str
    pool: Literal["2", "3+"] = Field(description="tables for two, or for more")
    rating: float
    uncertainty: float = Field(description="the true strength is within twice as much, mostly")
    matches: int
    like: str | None = Field(description="the strongest house bot that is not stronger, in words")


class RatingStep(Told):
    """A match at a rated table, and what was thought of the player after it."""

    match: str
    kind: Literal["people", "programs"]
    game: str
    pool: Literal["2", "3+"]
    at: str
    rating: float | None = Field(description="null if it did not count")
    uncertainty: float | None
    why: str | None = Field(description="why it did not count, in words")


class PlayerRatings(Told):
    ratings: list[RatingInfo]
    steps: list[RatingStep] = Field(description="the newest, oldest first")


class RatingChange(Told):
    seat: int
    name: str
    player: str
    before: float
    after: float
    uncertainty: float


class SeatStrength(Told):
    """How strong whoever sits there is thought to be, at this kind of table."""

    seat: int
    rating: float
    uncertainty: float
    matches: int


class MatchRating(Told):
    """What a match at a rated table did to ratings, when it is over."""

    counted: bool
    why: str | None = Field(description="why it did not count, in words")
    changes: list[RatingChange] = Field(description="of those whose profile one may see")


class LadderLine(Told):
    rank: int | None = Field(description="among players; null for house bots, which stand beside it")
    name: str
    player: str | None
    bot: str | None
    rating: float
    uncertainty: float
    matches: int
    me: bool = False


class LadderAnswer(Told):
    """Players by rating, those first of whom it is surest that they are strong, and house bots among them."""

    game: str
    title: str
    pool: Literal["2", "3+"]
    lines: list[LadderLine]


class DailyLine(Told):
    rank: int
    name: str
    player: str | None = Field(description="the handle, if one may see the profile")
    score: int
    me: bool
    match: str | None = Field(description="to be looked at, once the day is over")


class DailyNext(Told):
    day: str
    seal: str


class DailyAnswer(Told):
    """The match of a day, and its board."""

    day: str
    game: str
    title: str
    over: bool
    seal: str = Field(description="was known before the day began")
    part: str | None = Field(description="what is sealed, once the day is over")
    seed: str | None
    next: DailyNext | None = Field(description="what is known of the next day; with today only")
    tried: str | None = Field(description="the match of my one try")
    score: int | None
    place: int | None = Field(description="my place on the board")
    of: int = Field(description="how many have finished")
    board: list[DailyLine]


class PlaceInfo(Told):
    """One seat of a match in a list."""

    name: str
    player: str | None = Field(description="the handle, if a player sits there")
    bot: str | None
    own: bool = Field(description="whether it is that of the player whose matches these are")
    score: int | None
    rank: int | None


class MatchLine(Told):
    match: str
    game: str
    title: str
    status: str
    created: str
    ended: str | None
    seats: list[PlaceInfo]


class MatchList(Told):
    matches: list[MatchLine]
    next: str | None = Field(description="for `after`, if there are more")


class Friend(Told):
    player: str
    name: str
    friend: bool = Field(default=False, description="whether both follow each other")
    playing: bool | None = Field(default=None, description="whether it is at a table now; null if one is not to know")


class Friends(Told):
    following: list[Friend]
    followers: list[Friend]
    blocked: list[Friend]


class Invited(Told):
    id: str


class InvitationGot(Told):
    """A seat that one was asked to take."""

    id: str
    match: str
    game: str
    title: str
    seat: int
    player: str = Field(description="the handle of whoever asked")
    name: str
    link: str
    at: str


class Export(Told):
    """All that is kept of a player."""

    player: str
    id: str
    name: str
    created: str
    privacy: dict[str, str]
    passkeys: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    codes_left: int
    notes: list[dict[str, Any]]
    following: list[dict[str, Any]]
    blocked: list[dict[str, Any]]
    invitations: list[dict[str, Any]]
    names: list[dict[str, Any]]
    results: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    ladder: list[dict[str, Any]] = Field(
        description="all that ratings follow from, and what they were after each match"
    )
    tries: list[dict[str, Any]] = Field(description="at matches of a day")
    devices: list[dict[str, Any]] = Field(description="rated tables at which it is still noted from where one came")
    matches: list[dict[str, Any]]
    events: list[dict[str, Any]] = Field(description="all that one did at tables; of the day's match once it is over")


class HintedMove(Told):
    move: str
    worth: float = Field(description="points ahead of the best rival (alone: points) that are expected")
    share: float = Field(description="how much of the search went into it")


class Hints(Told):
    step: int
    moves: list[HintedMove]


class Done(Told):
    ok: Literal[True] = True
    step: int


class SeatStatus(Told):
    seat: int
    kind: SeatKind
    name: str
    mine: bool
    online: bool
    bot: str | None
    pending: bool
    failed: bool = Field(description="a bot that was to move and could not, several times")
    link: str | None = None


class MatchStatus(Told):
    match: str
    game: str
    title: str
    options: dict[str, str]
    status: TableStatus
    reason: str | None = None
    seats: list[SeatStatus]
    mine: list[int]
    host: bool = Field(description="whether I opened the table")
    step: int
    scores: list[int]
    ranks: list[int]
    created: str
    host_seal: str | None
    rematch: str | None
    hints: bool
    rated: bool = False
    daily: str | None = Field(default=None, description="the day whose match it is, if it is one")
    secret: bool = Field(default=False, description="whether there is no replay and no record yet")


class Invitation(Told):
    match: str
    seat: int
    taken: bool
    host: str
    game: str


class OptionValue(Told):
    value: str
    label: str


class GameOption(Told):
    name: str
    label: str
    hint: str
    values: list[OptionValue]
    default: str


class BotInfo(Told):
    name: str
    label: str
    hint: str = Field(description="how it plays, in a line")
    level: bool = Field(description="whether it is one of the levels; the others are tools to compare with")


class GameInfo(Told):
    name: str
    title: str
    credit: str
    tagline: str
    seats: list[int]
    minutes: int = Field(description="about how long a match takes at a table; 0 if nobody knows")
    weight: Weight = Field(description="how much there is to learn")
    options: list[GameOption]
    bots: list[BotInfo]
    cover: str


class Guide(Told):
    html: str


class Readiness(Told):
    """How many rules of how many are compiled; nobody knows yet while the total is 0."""

    ready: bool
    stage: str
    done: int
    total: int


class Health(Told):
    status: Literal["ok", "read-only"]
    reason: str | None = None


class ErrorAnswer(Told):
    error: str
    text: str


# ---------------------------------------------------------------- what is seen


class ViewAnswer(Told):
    """What a seat may know, as plain numbers: for programs."""

    game: str
    viewer: int = Field(description="a seat; -1 for a spectator")
    step: int
    options: dict[str, str]
    pending: list[int]
    legal: list[str]
    over: bool
    scores: list[int]
    ranks: list[int]
    state: dict[str, Any] = Field(description="the fields of the game's state, as far as the viewer may know them")


class LogLine(Told):
    seat: int | None
    text: str


class Panels(Told):
    prompt: Prompt
    scores: list[Score]
    log: list[LogLine]
    reference: list[Reference]
    summary: Summary | None


class SceneHead(Told):
    game: str
    viewer: int
    lang: str


def model_of(thing: type[Group] | type[Sprite]) -> type[BaseModel]:
    """A model with the fields of a named tuple: it goes over the wire by their names."""
    fields: dict[str, Any] = {
        name: (kind, thing._field_defaults.get(name, ...))  # noqa: SLF001 - of a named tuple
        for name, kind in get_type_hints(thing).items()
    }
    return create_model(thing.__name__, __base__=Told, __doc__=thing.__doc__, **fields)


GroupAnswer, SpriteAnswer = model_of(Group), model_of(Sprite)


class SceneAnswer(SceneHead):
    """A scene, as docs/scenes.md tells it."""

    groups: list[GroupAnswer]  # type: ignore[valid-type]
    sprites: list[SpriteAnswer]  # type: ignore[valid-type]
    panels: Panels


class KeyedChange(Told):
    """What changed among things with keys."""

    gone: list[str] = []
    set: dict[str, dict[str, Any]] = Field(default={}, description="by key, the fields that are others now")
    new: list[tuple[int, SpriteAnswer | GroupAnswer]] = Field(  # type: ignore[valid-type]
        default=[], description="each with its place in the new list"
    )
    order: list[str] = []


Rows = dict[str, dict[str, Any]] | list[dict[str, Any]]


class Patch(Told):
    """What makes a scene of the one before; what is not in it stays."""

    sprites: KeyedChange | None = None
    groups: KeyedChange | None = None
    scores: Rows | None = None
    reference: Rows | None = None
    log: tuple[int, list[LogLine]] | None = None
    prompt: Prompt | None = None
    summary: Summary | None = None
    head: SceneHead | None = None


class Caption(Told):
    """What happened at a step."""

    step: int
    kind: Literal["start", "move", "beat", "undo"]
    beat: str | None
    seat: int | None
    text: str
    sound: str | None
    can_undo: bool


class Frame(Caption):
    """A step: what happened, and the table after it, whole or as what has changed."""

    scene: SceneAnswer | None = None
    patch: Patch | None = None
    digest: str | None = None


class FramesPart(Told):
    """Frames with their scenes, or, where patches were asked for, each but the first with what makes its scene."""

    frames: list[Frame] = []
    steps: int


class SealAnswer(Told):
    match: str
    host: str
    parts: list[str]


class RecordAnswer(Told):
    """A finished match, from which it can be made again."""

    format: str
    version: int
    game: str
    rules: int
    box: str
    options: dict[str, str]
    seats: int
    names: list[str]
    seed: str
    seal: SealAnswer | None
    moves: list[str]
    over: bool
    scores: list[int]
    digest: str
    checksum: str


def what_is_wrong(error: ValidationError | Any) -> str:
    """The first few problems of a message, in one line."""
    problems = []
    for problem in error.errors()[:3]:
        place = ".".join(str(part) for part in problem["loc"])
        problems.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(problems)
