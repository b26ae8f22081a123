"""Calls to addresses that others have given reach nothing that only this server reaches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from mistvale.server.outside import Outside, Unreachable, is_public, target_of

from .world import PUBLIC, World


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("world")


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def call(outside: Outside, url: str = "https://hooks.example/x?y=1") -> int:
    return asyncio.run(outside.post(url, b"hello", {"X-One": "1"}))


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "ftp://hooks.example/",
        "https://",
        "https:///x",
        "https://ann:secret@hooks.example/",
        "https://hooks.example:0/",
        "https://hooks.example:99999/",
        "https://hooks.example/\r\nHost: other",
        "https://hooks.example/ x",
        "https://hööks.example/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://10.1.2.3/",
        "https://hooks_example/",
        "https://hooks.example/" + "x" * 1000,
        "",
    ],
)
def test_what_is_no_address_to_call(url: str, world: World) -> None:
    assert target_of(url) is None
    with pytest.raises(Unreachable):
        call(world.outside(), url)
    assert world.connected == [] and world.resolved == []


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:8.8.8.8",
        "::8.8.8.8",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:a00:1::",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "ff02::1",
        "2001:db8::1",
        "",
        "hooks.example",
    ],
)
def test_addresses_that_are_not_public(address: str, world: World) -> None:
    assert not is_public(address)
    world.addresses = [[address]]
    with pytest.raises(Unreachable):
        call(world.outside())
    assert world.connected == []


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700:4700::1111"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


def test_a_call_comes_through_under_its_own_name(world: World) -> None:
    assert call(world.outside()) == 201
    [seen] = world.calls
    assert (seen.path, seen.body, seen.headers["host"], seen.headers["x-one"]) == (
        "/x?y=1",
        b"hello",
        "hooks.example",
        "1",
    )
    assert world.connected == [PUBLIC]


def test_one_private_address_among_several_is_enough(world: World) -> None:
    world.addresses = [[PUBLIC, "192.168.1.1"]]
    with pytest.raises(Unreachable):
        call(world.outside())
    world.addresses = [[]]
    with pytest.raises(Unreachable):
        call(world.outside())
    assert world.connected == []


def test_a_name_that_leads_elsewhere_the_second_time_is_asked_once(world: World) -> None:
    world.addresses = [[PUBLIC], ["127.0.0.1"]]
    assert call(world.outside()) == 201
    assert world.resolved == ["hooks.example"] and world.connected == [PUBLIC]


def test_redirects_are_not_followed(world: World) -> None:
    world.status, world.more = "302 Found", "location: https://127.0.0.1/\r\n"
    assert call(world.outside()) == 302
    assert len(world.calls) == len(world.connected) == 1


def test_a_certificate_of_another_name_is_not_believed(world: World) -> None:
    with pytest.raises(Unreachable):
        call(world.outside(), "https://other.example/")
    assert world.calls == []


def test_who_does_not_answer_is_left(world: World) -> None:
    world.silent = True
    with pytest.raises(Unreachable, match="TimeoutError"):
        call(world.outside(0.1))


def test_what_went_wrong_names_no_address(world: World) -> None:
    world.addresses = [["10.0.0.1"]]
    with pytest.raises(Unreachable) as error:
        call(world.outside())
    assert "hooks" not in str(error.value) and "10.0" not in str(error.value)


def test_a_header_cannot_bring_another_along(world: World) -> None:
    with pytest.raises(Unreachable):
        asyncio.run(world.outside().post("https://hooks.example/", b"", {"Click": "x\r\nHost: other"}))
    assert world.calls == []
