"""The shapes of what is said over REST, and what those over a WebSocket (`messages.py`) are made of: a model for each.

A model checks what comes in, and is what goes out: nothing is put together beside it. `/openapi.json` is made of them,
and docs/protocol.md names them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError, create_model
from typing_extensions import TypeAliasType

from mistvale.core.game import Weight
from mistvale.scene.model import Group, Prompt, Reference, Score, Sprite, Summary
from mistvale.scene.picture import encode

from .kinds import Kind, Phrase, Side, Why
from .terms import Door, PaceKind

Name = Annotated[StrictStr, Field(max_length=200, description="what one is called at the table")]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=63, examples=[0])]
# Printable ASCII: an id is kept, and not every database keeps everything.
ID_PATTERN = r"^[ -~]{1,64}$"
MessageId = Annotated[StrictStr, Field(pattern=ID_PATTERN, examples=["a1"])]
Notation = Annotated[StrictStr, Field(min_length=1, max_length=200, examples=["pick rocket"])]
Hash = Annotated[StrictStr, Field(max_length=64, description="hexadecimal")]
SeatKind = Literal["guest", "open", "bot"]
LinkStage = Literal["waiting", "opened", "confirmed"]
TableStatus = Literal["waiting", "confirming", "sealing", "playing", "over", "frozen", "closed"]
Wanted = Literal["link", "friends", "anyone"]


# In milliseconds.
LONGEST_BANK = 3 * 3600 * 1000
LONGEST_DECISION = 30 * 24 * 3600 * 1000


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
    bot: Annotated[StrictStr | None, Field(description="without it, the bot that the table agreed on")] = None


class CancelWanted(BaseModel):
    wish: Annotated[StrictBool, Field(description="whether I want to cancel the match, or not any more")] = True


class PartsGiven(BaseModel):
    parts: dict[int, Hash]


class Named(BaseModel):
    name: Name


class SeatWish(BaseModel):
    kind: Annotated[
        Literal["me", "here", "friend", "friends", "anyone", "bot"],
        Field(description="friend: whoever has its link; friends: any friend of mine; anyone: whoever finds the table"),
    ]
    name: Name = ""
    bot: StrictStr | None = None


class PaceWish(BaseModel):
    """How much time a seat has, in milliseconds."""

    model_config = ConfigDict(extra="forbid")

    kind: PaceKind = "none"
    bank: Annotated[StrictInt, Field(ge=0, le=LONGEST_BANK)] = 0
    decision: Annotated[StrictInt, Field(ge=0, le=LONGEST_DECISION)] = 0


class HolidayWish(BaseModel):
    on: StrictBool


class TableWish(BaseModel):
    game: StrictStr
    options: dict[str, StrictStr | StrictBool | StrictInt] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    seed: StrictInt | StrictStr | None = None
    seals: dict[int, Hash] = {}
    hints: Annotated[StrictBool, Field(description="whether seats may ask for hints")] = True
    pace: PaceWish = PaceWish()
    rated: Annotated[StrictBool, Field(description="whether the match counts for ratings")] = False
    level: Annotated[
        StrictStr | None, Field(description="the bot that plays on for somebody who is out of time or gone")
    ] = None
    door: Annotated[Door, Field(description="who may find the table: those with a link, friends too, or all")] = "link"
    programs: Annotated[StrictBool, Field(description="whether programs of players may sit at the table")] = False


class ChangeWish(BaseModel):
    """What the host wants to be otherwise; what is not said stays."""

    model_config = ConfigDict(extra="forbid")

    options: dict[str, StrictStr | StrictBool | StrictInt] | None = None
    hints: StrictBool | None = None
    door: Door | None = None


class MoveWish(MoveWanted):
    id: MessageId | None = None


class UndoWish(SeatWanted):
    id: MessageId | None = None


class LeaveWish(BotWanted):
    id: MessageId | None = None


class BackWish(SeatWanted):
    id: MessageId | None = None


class CancelWish(CancelWanted):
    id: MessageId | None = None


class JoinWish(BaseModel):
    name: Name = ""
    seal: Hash | None = None
    programs: Annotated[StrictBool, Field(description="that one agrees to meet programs, where they may sit")] = False


class SitWish(JoinWish):
    seat: Annotated[SeatNumber | None, Field(description="without it, the first that one may take")] = None


class SealsWish(BaseModel):
    seals: dict[int, Hash] = {}


class PartsWish(PartsGiven):
    id: MessageId | None = None


class RematchWish(BaseModel):
    seals: dict[int, Hash] = {}


# Named, so that those who generate a client get one kind of it, by this name.
Allowed = TypeAliasType("Allowed", Literal["all", "friends", "nobody"])


class Privacy(BaseModel):
    """Who may see what of a player. Friends are players who follow each other."""

    model_config = ConfigDict(extra="forbid")

    profile: Annotated[Allowed, Field(description="see my profile and my finished matches")] = "all"
    playing: Annotated[Allowed, Field(description="see when I am at a table")] = "nobody"
    invitations: Annotated[Allowed, Field(description="invite me to a table")] = "all"


class InviteWish(SeatWanted):
    player: Annotated[StrictStr, Field(pattern=r"^[a-z0-9]{12}$", description="the handle of the player")]


TokenScope = Literal["read", "play", "host"]
Days = Annotated[StrictInt, Field(ge=1, le=365, description="for how many days it counts")]


class TokenWish(BaseModel):
    """A token for a program."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=200, description="what the program is called at tables")]
    scopes: Annotated[
        list[TokenScope],
        Field(
            min_length=1,
            max_length=10,
            description="read: my profile and matches; play: take a seat and move; host: open tables",
        ),
    ]
    days: Days = 90


class TokenRenewal(BaseModel):
    days: Days = 90


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


class KindsWish(BaseModel):
    kinds: Annotated[list[Kind], Field(max_length=10, description="what is to be told")]


class PushKeys(BaseModel):
    p256dh: Annotated[StrictStr, Field(max_length=200)]
    auth: Annotated[StrictStr, Field(max_length=100)]


class PushWish(BaseModel):
    """What `PushSubscription.toJSON()` of a browser says."""

    endpoint: Annotated[StrictStr, Field(max_length=1000)]
    keys: PushKeys


class MailWish(BaseModel):
    address: Annotated[StrictStr, Field(max_length=300)]


class HookWish(BaseModel):
    url: Annotated[StrictStr, Field(max_length=1000, description="https alone, and nothing of a private network")]
    form: Annotated[Literal["json", "ntfy"], Field(description="a JSON object, or for ntfy a line of text")] = "json"


class TokenGiven(BaseModel):
    token: Annotated[StrictStr, Field(max_length=100, description="what stands behind the # of the link")]


class SayWanted(BaseModel):
    text: Annotated[StrictStr, Field(max_length=500, description="plain text")] = ""
    phrase: Annotated[Phrase | None, Field(description="a quick phrase, in place of a text")] = None


class SayWish(SayWanted):
    id: MessageId | None = None


class ChatSwitch(BaseModel):
    on: StrictBool
    id: MessageId | None = None


class ReportWish(BaseModel):
    side: Side
    number: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
    why: Why = "other"


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
    kind: Literal["code", "link", "device", "hook"] = Field(
        description="a recovery code was used, a link of whoever runs the server, a device was added; or a web address "
        "that notices went to failed too often"
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


class ChannelInfo(Told):
    """A place that notices go to."""

    id: str
    way: Literal["push", "mail", "hook"]
    label: str = Field(description="the browser and its system, the mail address, or the host of a web address")
    state: Literal["on", "asked", "off"] = Field(
        description="asked: a mail address that is not confirmed; off: a web address that failed too often"
    )
    here: bool = Field(description="whether it is a browser of this session")


class Notices(Told):
    """Where one's notices go, and what is told there."""

    ways: list[str] = Field(description="the ways that this server has: push, mail, hook; for a guest only push")
    kinds: dict[str, list[str]] = Field(description="for each way, what is told: turn, invitation, result, account")
    channels: list[ChannelInfo]
    push_key: str | None = Field(description="what `PushManager.subscribe` wants as `applicationServerKey`")


class HookMade(Told):
    secret: str = Field(description="what calls are signed with; it is never shown again")
    notices: Notices


class TokenInfo(Told):
    """A token, as its owner sees it later: not the token itself."""

    id: str
    name: str = Field(description="what its program is called at tables")
    scopes: list[TokenScope] = Field(description="what it is good for")
    created: str
    expires: str = Field(description="when it ends")
    expired: bool = Field(description="whether it has ended; it can be renewed")
    used: str | None = Field(description="the day on which it was last used; null for never")


class NewToken(Told):
    token: str = Field(description="for the header `Authorization: Bearer`; it is never shown again")
    tokens: list[TokenInfo] = Field(description="all of one's tokens")


class Turn(Told):
    """Whether a seat is to decide, and what it may do."""

    status: TableStatus
    step: int
    pending: bool = Field(description="whether the seat is to decide now")
    legal: list[str] = Field(description="its legal moves, while it is")


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
    cancelled: int = Field(description="rated matches that all people at the table cancelled")


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
    program: bool = Field(description="whether it is a program of a player")
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
    tokens: list[dict[str, Any]]
    codes_left: int
    role: str
    bans: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    following: list[dict[str, Any]]
    blocked: list[dict[str, Any]]
    invitations: list[dict[str, Any]]
    queue: list[dict[str, Any]] = Field(description="what one waits for in the queue")
    chat: list[dict[str, Any]] = Field(description="what one said at tables")
    reports: list[dict[str, Any]] = Field(description="what one reported")
    notices: list[dict[str, Any]] = Field(description="where one's notices go")
    names: list[dict[str, Any]]
    results: list[dict[str, Any]]
    cancellations: list[dict[str, Any]]
    holidays: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    ladder: list[dict[str, Any]] = Field(
        description="all that ratings follow from, and what they were after each match"
    )
    tries: list[dict[str, Any]] = Field(description="at matches of a day")
    devices: list[dict[str, Any]] = Field(description="rated tables at which it is still noted from where one came")
    matches: list[dict[str, Any]]
    events: list[dict[str, Any]] = Field(description="all that one did at tables; of the day's match once it is over")


class ChatLine(Told):
    """Something that somebody said at a table."""

    side: Side
    number: int = Field(description="each side counts its own")
    seat: int | None = Field(description="of whoever said it, then; null for somebody who looked on")
    name: str
    who: str = Field(description="by what the same person is known again at this table")
    player: str | None = Field(description="the handle, if it is a player")
    mine: bool
    at: str
    text: str
    phrase: str | None = Field(description="a quick phrase, to be read in one's own language; then there is no text")


class ChatPage(Told):
    """A part of what one side said."""

    lines: list[ChatLine]
    before: int | None = Field(description="to ask for the part before this one; null if there is none")
    side: Side
    sides: list[Side] = Field(description="those that I may read now")
    on: bool = Field(description="whether people may chat here")
    phrases_only: bool = Field(description="whether I have the quick phrases alone, as who is new at a public table")


class HintedMove(Told):
    move: str
    worth: float = Field(description="points ahead of the best rival (alone: points) that are expected")
    share: float = Field(description="how much of the search went into it")


class Hints(Told):
    step: int
    moves: list[HintedMove]


class Holiday(Told):
    """Holidays stop one's clocks at tables by mail."""

    on: bool
    until: str | None = Field(description="when it is over at the latest")
    days_left: float = Field(description="of this year's, the present one not counted")


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
    wanted: Wanted | None = Field(default=None, description="of an open seat: who may take it")
    confirmed: bool = Field(default=True, description="whether nobody has to say here that he is there, and agrees")
    due: bool = Field(default=False, description="whether the start waits for a new seal of it")
    program: str | None = Field(default=None, description="of a program: the name of the player whose it is")
    link: str | None = None
    gone: Literal["timeout", "left"] | None = Field(
        default=None, description="whoever sat there ran out of time, or left, while the match went on"
    )
    was: str | None = Field(default=None, description="who sat there before the bot that plays on")
    back: bool = Field(default=False, description="whether I may take the seat back")
    cancelling: bool = Field(default=False, description="whether whoever sits there wants to cancel the match")


class PaceStatus(Told):
    """How much time a seat has, in milliseconds."""

    kind: PaceKind
    bank: int = Field(description="what a seat may use up beside the time of each decision")
    decision: int = Field(description="what each decision has of its own")


class ClockStatus(Told):
    """What a seat has left at the moment of telling, in milliseconds. The decision's time is used up first."""

    seat: int
    decision: int
    bank: int
    running: bool
    holiday: int = Field(default=0, description="how much longer the clock stands still, for a holiday")


class EndingStatus(Told):
    """How a match ended, where the rules do not say it all."""

    end: Literal["rules", "timeout", "left", "cancelled"]
    seats: list[Literal["played", "timeout", "left", "cancelled"]]
    ranks: list[int] = Field(description="for ratings: who is gone comes last, and last of all who went first")


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
    pace: PaceStatus | None = Field(default=None, description="only of tables with clocks")
    clocks: list[ClockStatus] = Field(default=[], description="only of tables with clocks, once they run")
    rated: bool = False
    ending: EndingStatus | None = None
    cancellable: bool = Field(default=False, description="whether those at the table may agree to cancel the match")
    door: Door = Field(description="who may find the table")
    start_left: int | None = Field(
        default=None, description="in how many seconds the seats are free again that the start waits for"
    )
    chat: bool = Field(description="whether people may chat here")
    programs: bool = Field(description="whether programs of players may sit at the table")
    daily: str | None = Field(default=None, description="the day whose match it is, if it is one")
    secret: bool = Field(default=False, description="whether there is no replay and no record yet")


class LobbySeat(Told):
    kind: SeatKind
    name: str
    player: str | None = Field(description="the handle, if a player sits there and lets one see when it plays")
    bot: str | None
    wanted: Wanted | None = Field(description="of an open seat: who may take it")


class LobbyTable(Told):
    """A table in the lobby."""

    match: str
    game: str
    title: str
    options: dict[str, str]
    status: TableStatus
    door: Door
    pace: PaceKind
    rated: bool
    seats: list[LobbySeat]
    free: int = Field(description="how many seats I could take")
    mine: bool = Field(description="whether I sit there, or am the host")
    friends: bool = Field(description="whether a friend of mine sits there")
    watching: int = Field(description="how many look on")
    created: str


class LobbyLists(Told):
    """The tables that one could sit down at, the newest first; and those that one could watch, the finest first."""

    open: list[LobbyTable]
    running: list[LobbyTable]


class Invitation(Told):
    match: str
    seat: int
    taken: bool
    host: str
    game: str
    programs: bool = Field(
        description="whether programs of players may sit at the table: one agrees to that by joining"
    )


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


class Announcement(Told):
    id: str
    text: str
    at: str


class DoorState(Told):
    """What whoever runs the server says to everybody."""

    announcements: list[Announcement]
    maintenance: str | None = Field(description="why no new tables are opened now; null: they are")


class Ready(Told):
    ready: bool
    reason: str | None = None


class KnownPlayer(Told):
    """A player as those who look after the server see it."""

    player: str
    name: str
    created: str = ""
    seen: str = ""
    banned: str | None = Field(default=None, description="why it may only look; null: it may play")
    until: int = Field(default=0, description="seconds since 1970; 0 is for ever")


class AdminTable(Told):
    match: str
    game: str
    status: str
    created: str
    touched: str
    names: list[str]


class AuditLine(Told):
    at: str
    who: str
    what: str
    player: str
    data: dict[str, Any]


class AdminView(Told):
    """How the server is, for those who look after it."""

    tables: dict[str, int] = Field(description="how many there are of each status")
    in_memory: int
    connections: int
    door: DoorState
    bans: list[KnownPlayer]
    audit: list[AuditLine]


class BanWish(BaseModel):
    reason: Annotated[StrictStr, Field(min_length=1, max_length=300)]
    days: Annotated[StrictInt, Field(ge=0, le=3650, description="0 is for ever")] = 0


class Announced(BaseModel):
    text: Annotated[StrictStr, Field(min_length=1, max_length=300)]
    hours: Annotated[StrictInt, Field(ge=0, le=8760, description="0 is until it is taken down")] = 24


class Maintained(BaseModel):
    on: StrictBool
    text: Annotated[StrictStr, Field(max_length=300)] = ""


class RecoveryGiven(Told):
    link: str
    hours: int


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
    ending: EndingStatus | None = Field(default=None, description="how it ended, where the rules do not say it all")
    checksum: str


def what_is_wrong(error: ValidationError | Any) -> str:
    """The first few problems of a message, in one line."""
    problems = []
    for problem in error.errors()[:3]:
        place = ".".join(str(part) for part in problem["loc"])
        problems.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(problems)
