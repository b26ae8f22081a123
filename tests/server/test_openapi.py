"""The description of all calls is complete, and a client that is generated from it works."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter
from starlette.testclient import TestClient

from mistvale.server.app import create_app
from mistvale.server.description import BY_MODEL, FIELDS
from mistvale.server.tokens import DOORS

from .helpers import House
from .programs import new_token, player

TEXTS = (
    "/metrics",
    "/api/tournaments/{tournament}/crosstable",
    "/api/boxes/{game}/{digest}/file",
    "/api/matches/{match}/box",
)
Call = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return create_app().openapi()


def calls(description: dict[str, Any]) -> Iterator[Call]:
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            yield method.upper(), path, call


def properties(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, model in description["components"]["schemas"].items():
        for field, schema in model.get("properties", {}).items():
            yield name, field, schema


# ---------------------------------------------------------------- complete


def test_every_call_says_what_it_is_for(description: dict[str, Any]) -> None:
    for method, path, call in calls(description):
        assert call.get("summary") and call.get("tags"), f"{method} {path}"
    assert len(list(calls(description))) > 60


def test_every_call_has_a_plain_name_of_its_own(description: dict[str, Any]) -> None:
    names = [call["operationId"] for _, _, call in calls(description)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names), names


def test_every_parameter_is_described(description: dict[str, Any]) -> None:
    for method, path, call in calls(description):
        named = {each["name"] for each in call.get("parameters", []) if each["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path)), path
        for each in call.get("parameters", []):
            assert each.get("description"), f"{method} {path}: {each['name']}"


def test_every_answer_has_its_model(description: dict[str, Any]) -> None:
    known = description["components"]["schemas"]
    for method, path, call in calls(description):
        good = [status for status in call["responses"] if status.startswith("2")]
        assert len(good) == 1 and "4XX" in call["responses"], f"{method} {path}"
        for status, answer in call["responses"].items():
            assert answer["description"], f"{method} {path}"
            if status == "204":
                assert "content" not in answer
                continue
            [content] = answer["content"].values()
            refs = re.findall(r"'\$ref': '#/components/schemas/(\w+)'", str(content["schema"]))
            text = path in TEXTS
            plain = text or content["schema"].get("items") == {"type": "string"}
            assert set(refs) <= set(known) and (refs or plain), f"{method} {path} {status}"
            if not status.startswith("2"):
                assert refs == ["ErrorAnswer"], f"{method} {path}: errors have one model"


def test_every_field_is_described(description: dict[str, Any]) -> None:
    missing = [f"{name}.{field}" for name, field, schema in properties(description) if not schema.get("description")]
    assert missing == [], "a line in server/description.py, or in the model"


def test_no_field_is_described_that_there_is_not(description: dict[str, Any]) -> None:
    fields = {field for _, field, _ in properties(description)}
    own = {f"{name}.{field}" for name, field, _ in properties(description)}
    assert set(FIELDS) <= fields and set(BY_MODEL) <= own


def test_calls_tell_which_tokens_open_them(description: dict[str, Any]) -> None:
    assert set(description["components"]["securitySchemes"]) == {"token", "cookie"}
    for method, path, call in calls(description):
        if path.startswith("/api/"):
            opened = {"token": []} in call["security"]
            assert opened == ((method, path) in DOORS), f"{method} {path}"
            assert all(f"`{scope}`" in call["description"] for scope in DOORS.get((method, path), ()))


def test_the_description_is_the_same_each_time(house: House) -> None:
    client = house.stranger()
    assert client.get("/openapi.json").json() == client.get("/openapi.json").json()


# ---------------------------------------------------------------- a client made of it


@pytest.fixture(scope="module")
def models(description: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """All models, as a generator that knows nothing of us writes them."""
    from datamodel_code_generator import DataModelType, InputFileType, generate

    file: Path = tmp_path_factory.mktemp("generated") / "mistvale_models.py"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        generate(
            json.dumps(description),
            input_file_type=InputFileType.OpenAPI,
            output=file,
            output_model_type=DataModelType.PydanticV2BaseModel,
            formatters=[],
        )
    spec = importlib.util.spec_from_file_location("mistvale_models", file)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    # Models look each other up in their module.
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


class Client:
    """A client with a method for each call, made of the description alone."""

    def __init__(self, description: dict[str, Any], models: ModuleType, client: TestClient) -> None:
        self._calls = {call["operationId"]: (method, path, call) for method, path, call in calls(description)}
        self._models = models
        self._client = client

    def __getattr__(self, name: str) -> Any:
        method, path, call = self._calls[name]

        def ask(body: BaseModel | None = None, **given: Any) -> Any:
            places = {each["name"]: each["in"] for each in call.get("parameters", [])}
            query = {key: value for key, value in given.items() if places[key] == "query"}
            said = body.model_dump(mode="json", exclude_unset=True) if body else None
            answer = self._client.request(method, path.format(**given), params=query, json=said)
            status = str(answer.status_code)
            told = call["responses"].get(status) or call["responses"][f"{status[0]}XX"]
            return self._read(answer.json(), told["content"]["application/json"]["schema"]) if answer.content else None

        return ask

    def _read(self, answer: Any, schema: dict[str, Any]) -> Any:
        if "items" in schema:
            return [self._read(each, schema["items"]) for each in answer]
        if "$ref" not in schema:
            return answer
        model = getattr(self._models, schema["$ref"].rpartition("/")[2])
        found = TypeAdapter(model).validate_python(answer)
        dumped = found.model_dump(mode="json", exclude_unset=True, by_alias=True)
        assert dumped == answer, "nothing is lost on the way"
        return found


def plain(value: Any) -> Any:
    """What an enumeration, or a wrapped value, of a generator stands for."""
    return getattr(value, "value", getattr(value, "root", value))


def test_a_generated_client_plays_a_match(house: House, description: dict[str, Any], models: ModuleType) -> None:
    ann = player(house)
    tested = house.stranger()
    tested.headers["authorization"] = f"Bearer {new_token(ann)}"
    client = Client(description, models, tested)
    assert client.me().name == "Deep Mist"
    assert "misty" in [each.name for each in client.shelf()]
    assert client.guide(game="misty").html
    seats = [models.SeatWish(kind="me"), models.SeatWish(kind="bot", bot="random")]
    wish = models.TableWish(game="misty", seats=seats, programs=True, options={"window": "small"}, seed=7)
    status = client.open_table(wish)
    match, [seat] = status.match, status.mine
    assert plain(status.status) == "playing" and status.seats[0].program == "Ann"
    rng = random.Random(3)
    turn = client.turn(match=match, seat=seat)
    while turn.pending:
        assert client.legal(match=match, seat=seat) == [plain(each) for each in turn.legal]
        client.move(models.MoveWish(seat=seat, move=plain(rng.choice(turn.legal))), match=match)
        turn = client.turn(match=match, seat=seat)
    assert plain(turn.status) == "over"
    assert client.match_status(match=match).ranks and client.record(match=match).over
    assert client.view(match=match, seat=seat).over and client.scene(match=match, seat=seat).sprites
    assert client.frames(match=match, to=5, patches=True).frames
    assert [each.match for each in client.my_tables()] == [match]
    handle = ann.get("/api/account")["player"]
    assert client.profile(handle=handle).me and client.matches(handle=handle, most=5).matches == []
    refused = client.move(models.MoveWish(seat=seat, move="pass"), match=match)
    assert refused.error == "not-pending" and refused.text


def test_a_generated_client_is_a_player(house: House, description: dict[str, Any], models: ModuleType) -> None:
    """What tokens do not open, with a cookie."""
    client = Client(description, models, house.stranger())
    assert client.account().player is None
    made = client.become_player(models.Named(name="Ann"))
    assert made.account.player and len(made.codes) == 10
    assert plain(client.privacy().profile) == "all"
    token = client.make_token(models.TokenWish(name="Deep Mist", scopes=["play"]))
    [known] = client.tokens()
    assert known == token.tokens[0]
    assert client.revoke_token(token=known.id) is None and client.tokens() == []
    assert client.friends().following == [] and client.invitations() == []
    assert client.export().name == "Ann" and plain(client.health().status) == "ok"
    assert client.profile(handle="a" * 12).error == "not-found"
