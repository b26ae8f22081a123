"""Settings from one file and the environment, and what is said about them before a server starts."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mistvale.server import openid
from mistvale.server.config import chosen_settings, example, findings, given_settings, strays
from mistvale.server.engine import migrate, open_engine
from mistvale.server.errors import CannotServe
from mistvale.server.providers import Provider
from mistvale.server.run import settled
from mistvale.server.settings import Settings, written_names
from tests.cli.helpers import run

FILE = """
data = "/srv/mistvale"
port = 8080
allow_hosts = ["games.example", "other.example"]
requests_per_second = 50
bot_retries = [1, 2.5]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mistvale.toml"
    path.write_text(FILE)
    return path


def test_a_file_says_what_the_settings_are(file: Path) -> None:
    chosen = chosen_settings(environment={"MISTVALE_CONFIG": str(file)})
    assert chosen == chosen_settings(file, {})
    assert (chosen.data_dir, chosen.port) == (Path("/srv/mistvale"), 8080)
    assert chosen.allow_hosts == ("games.example", "other.example")
    assert (chosen.requests_per_second, chosen.bot_retries) == (50.0, (1.0, 2.5))


def test_the_environment_counts_more_than_the_file(file: Path) -> None:
    given = given_settings(file, {"MISTVALE_PORT": "9000", "MISTVALE_DATA": "/other"})
    assert (given["port"], given["data"]) == ((9000, "MISTVALE_PORT"), (Path("/other"), "MISTVALE_DATA"))
    assert given["allow_hosts"].source == str(file)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("prot = 1", "no setting prot. Is it port?"),
        ("xyzzy = 1", "no setting xyzzy"),
        ('port = "8000"', "port is 8000"),
        ("port = true", "port is True"),
        ("port = -1", "port is -1"),
        ("requests_per_second = nan", "requests_per_second is nan"),
        ("tables_per_guest = 1.5", "tables_per_guest is 1.5"),
        ('allow_hosts = "games.example"', "a list"),
        ("allow_hosts = [1]", "quotation marks"),
        ("origin = 3", "quotation marks"),
        ("port = ", "no TOML"),
        ("[section]\nport = 1", "no setting section"),
    ],
)
def test_what_cannot_be_is_refused_with_its_name(file: Path, written: str, said: str) -> None:
    file.write_text(written)
    with pytest.raises(CannotServe) as refused:
        chosen_settings(file, {})
    assert said in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"nowhere\.toml"):
        chosen_settings(tmp_path / "nowhere.toml", {})


def test_the_example_has_every_setting_as_it_is_without_it(tmp_path: Path) -> None:
    whole = example().splitlines()
    lines = whole[: whole.index("# [openid.club]")]
    assert [line.split()[1] for line in lines] == list(written_names())
    path = tmp_path / "all.toml"
    path.write_text("\n".join(line.removeprefix("# ") for line in lines))
    empty = {name for name, value in tomllib.loads(path.read_text()).items() if value == ""}
    chosen = chosen_settings(path, {})
    plain = Settings()
    assert all(getattr(chosen, name, None) in (getattr(plain, name, None), "") for name in written_names())
    assert empty == {name for name, default in written_names().items() if default in (None, "")}


# ---------------------------------------------------------------- providers

CLUB = """
[openid.club]
name = "The club"
issuer = "https://id.example"
client_id = "mistvale"
"""
CITY = {
    "MISTVALE_OPENID_CITY_ISSUER": "https://city.example/",
    "MISTVALE_OPENID_CITY_CLIENT_ID": "games",
    "MISTVALE_OPENID_CITY_SECRET": "sesame",
}


def test_providers_stand_in_the_file_and_in_the_environment(file: Path) -> None:
    secret = file.with_name("club.secret")
    secret.write_text("open up\n")
    file.write_text(CLUB + f'secret_file = "{secret}"')
    city, club = chosen_settings(file, CITY).openid
    assert (club.key, club.name, club.issuer, club.client_id) == ("club", "The club", "https://id.example", "mistvale")
    assert (city.name, city.issuer) == ("city.example", "https://city.example/")
    assert (club.secret, city.secret) == ("open up", "sesame")
    assert "open up" not in repr(chosen_settings(file, CITY)) and "sesame" not in repr(city)
    [changed] = chosen_settings(file, {"MISTVALE_OPENID_CLUB_ISSUER": "https://new.example"}).openid
    assert (changed.issuer, changed.client_id) == ("https://new.example", "mistvale"), "the environment counts more"
    assert chosen_settings(None, {}).openid == ()


def test_the_example_of_a_provider_is_one(tmp_path: Path) -> None:
    lines = example().splitlines()
    path = tmp_path / "club.toml"
    text = "\n".join(line.removeprefix("# ") for line in lines[lines.index("# [openid.club]") :])
    path.write_text(text.replace("/etc/mistvale/club.secret", str(tmp_path / "secret")))
    (tmp_path / "secret").write_text("x")
    assert [each.key for each in chosen_settings(path, {}).openid] == ["club"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('openid = "club"', "a table of its own"),
        ("[openid]\nclub = 1", "a table of its own"),
        ("[openid.My-Club]\nissuer = 'https://a.example'", "small letters"),
        (CLUB + 'secret = "sesame"', "MISTVALE_OPENID_CLUB_SECRET"),
        (CLUB + 'isuer = "x"', "Is it issuer?"),
        (CLUB + 'xyzzy = "x"', "no setting openid.club.xyzzy"),
        (CLUB.replace('"mistvale"', "7"), "quotation marks"),
        (CLUB.replace("client_id", "name_id"), "no setting"),
        ("[openid.club]\nissuer = 'https://a.example'", "no client_id"),
        ("[openid.club]\nclient_id = 'a'", "no issuer"),
        (CLUB + 'secret_file = "/nowhere/at/all"', "/nowhere/at/all"),
        *(
            (CLUB.replace("https://id.example", odd), "cannot be")
            for odd in (
                *("http://id.example", "id.example", "https://", "ftp://10.0.0.1", "https://a@id.example"),
                *("https://id.example?x=1", "https://id.example#x", "http://0.0.0.0", "https://[", "https://é.example"),
            )
        ),
        (CLUB + CLUB.replace("openid.club", "openid.other"), "same issuer"),
    ],
)
def test_a_provider_that_cannot_be_is_refused(file: Path, written: str, said: str) -> None:
    file.write_text(written)
    with pytest.raises(CannotServe) as refused:
        chosen_settings(file, {})
    assert said in str(refused.value) and "sesame" not in str(refused.value)


@pytest.mark.parametrize("near", ["http://localhost:8080", "http://192.168.1.7/realms/club", "http://[fd00::7]"])
def test_a_provider_may_be_near(file: Path, near: str) -> None:
    file.write_text(CLUB.replace("https://id.example", near))
    assert chosen_settings(file, {}).openid[0].issuer == near


def test_providers_need_an_address_to_lead_back_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Provider("club", "https://id.example", "mistvale", "The club")
    assert "origin" in found(tmp_path, openid=(club,))[True]
    with pytest.raises(CannotServe, match="origin"):
        settled(Settings(openid=(club,)), None, None, ())
    origin = "https://games.example"
    assert not found(tmp_path, openid=(club,), origin=origin)[True]
    monkeypatch.setattr(openid, "is_installed", lambda: False)
    assert "mistvale[openid]" in found(tmp_path, openid=(club,), origin=origin)[True]


# ---------------------------------------------------------------- what is found


def found(tmp_path: Path, **more: Any) -> dict[bool, str]:
    """What is wrong, and what is odd, about settings."""
    settings = Settings(**{"data_dir": tmp_path, "database": None, **more})
    told = [(each.wrong, each.text.told("en")) for each in findings(settings)]
    return {wrong: " ".join(text for which, text in told if which == wrong) for wrong in (True, False)}


def test_nothing_is_wrong_with_a_new_server(tmp_path: Path) -> None:
    assert found(tmp_path) == {True: "", False: "There are no tables yet. The first start makes the database."}
    assert not list(tmp_path.iterdir()), "looking makes nothing"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"trusted_proxies": ("games",)}, "games"),
        ({"base_path": "/api"}, "/api"),
        ({"origin": "games.example"}, "games.example"),
        ({"origin": "https://games.example/path"}, "without a path"),
        ({"origin": "https://a.example", "allow_hosts": ("b.example",)}, "a.example"),
        ({"secret_keys": ("short",)}, "32"),
        ({"port": 70000}, "70000"),
        ({"database": "postgresql://nobody@127.0.0.1:1/none"}, "database"),
        ({"database": "nonsense://"}, "database"),
        ({"data_dir": Path("/dev/null/x")}, "/dev/null/x"),
        ({"smtp_security": "ssl3"}, "ssl3"),
        ({"mail_from": "nobody"}, "nobody"),
    ],
)
def test_what_would_go_wrong_is_found(tmp_path: Path, given: dict[str, Any], said: str) -> None:
    assert said in found(tmp_path, **given)[True]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"trusted_proxies": ("127.0.0.1",)}, "allow_hosts"),
        ({"origin": "http://games.example"}, "passkeys"),
        ({"smtp_host": "mail.example"}, "mail_from, origin"),
        ({"smtp_host": "mail.example", "mail_from": "a@games.example"}, "origin"),
        ({"webhooks": 1}, "origin"),
    ],
)
def test_what_is_odd_is_told(tmp_path: Path, given: dict[str, Any], said: str) -> None:
    told = found(tmp_path, **given)
    assert said in told[False] and not told[True]


def test_ways_that_are_set_up_whole_are_not_odd(tmp_path: Path) -> None:
    mail = {"smtp_host": "mail.example", "mail_from": "a@games.example"}
    told = found(tmp_path, **mail, webhooks=1, origin="https://games.example")
    assert told == found(tmp_path)


def test_a_variable_that_is_nearly_one_is_told() -> None:
    given = {
        "MISTVALE_SMPT_HOST": "mail.example",  # it is SMTP
        "MISTVALE_ALLOW_HOST": "games.example",
        "MISTVALE_SMTP_PORT": "25",
        "MISTVALE_OPENID_CLUB_ISSUER": "https://id.example",
        "MISTVALE_CACHE": "/cache",
        "MISTVALE_LANG": "de",
        "MISTVALE_SITE": "games.example",
        "HOME": "/root",
    }
    told = [each.text.told("en") for each in strays(given)]
    assert [any(name in text for text in told) for name in ("SMPT_HOST", "ALLOW_HOST")] == [True, True]
    assert len(told) == 2 and "MISTVALE_SMTP_HOST" in told[1] and "MISTVALE_ALLOW_HOSTS" in told[0]


def test_the_age_of_a_database_is_told(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'mistvale.db'}")
    migrate(engine)
    assert found(tmp_path) == {True: "", False: ""}
    for stands, wrong, said in (("0003", False, "0003"), ("9999", True, "newer")):
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{stands}'")
        assert said in found(tmp_path)[wrong]
    engine.dispose()


def test_the_command_shows_settings_and_keeps_secrets(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(FILE.replace("/srv/mistvale", str(file.parent)))
    monkeypatch.setenv("MISTVALE_METRICS_TOKEN", "sesame")
    monkeypatch.setenv("MISTVALE_SMTP_PASSWORD", "sesame")
    monkeypatch.setenv("MISTVALE_ORIGIN", "http://localhost")
    for name, value in CITY.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("MISTVALE_DATABASE", raising=False)
    done = run("config", "check", str(file))
    assert done.exit_code == 0 and "8080" in done.output and "MISTVALE_METRICS_TOKEN" in done.output
    assert "openid.city.issuer" in done.output and "city.example" in done.output
    assert "sesame" not in done.output
    file.write_text("prot = 1")
    refused = run("config", "check", str(file))
    assert refused.exit_code == 1 and "Is it port?" in refused.output
