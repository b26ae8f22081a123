"""`mistvale admin` and `mistvale config`: for whoever runs a server, also while it serves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import mistvale as mv

from ..core.grammar import Decimal
from ..terminal.helping import Worded, WordedCommand
from ..terminal.words import language, say, told

if TYPE_CHECKING:
    from ..server.agreement import Tally
from .common import clean, errors, out, progress_bar, refuse

admin_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
config_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
keys_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
admin_app.add_typer(keys_app, name="keys")
players_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
admin_app.add_typer(players_app, name="players")
reports_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
admin_app.add_typer(reports_app, name="reports")
tokens_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
admin_app.add_typer(tokens_app, name="tokens")
ratings_app = typer.Typer(no_args_is_help=True, invoke_without_command=True, cls=Worded)
admin_app.add_typer(ratings_app, name="ratings")


@config_app.command("check", cls=WordedCommand)
@clean
def config_check(file: Annotated[Path | None, typer.Argument()] = None) -> None:
    """Say which settings a server would have here, and what would go wrong."""
    from ..server.config import findings, given_settings, is_secret, strays
    from ..server.settings import of_written, written

    given = given_settings(file)
    grid = Grid()
    for column in ("name", "value", "source"):
        grid.add_column(say(f"config.{column}"), overflow="fold")
    for name, each in sorted(given.items()):
        grid.add_row(name, Text(say("config.secret") if is_secret(name) else written(each.value)), Text(each.source))
    out().print(grid if given else say("config.nothing"), markup=False)
    found = [*strays(), *findings(of_written({name: each.value for name, each in given.items()}))]
    for finding in found:
        style = "bold red" if finding.wrong else "yellow"
        errors().print(told(finding.text), style=style, markup=False, soft_wrap=True)
    if any(finding.wrong for finding in found):
        raise typer.Exit(1)
    out().print(say("config.good"), style="green", markup=False)


@config_app.command("example", cls=WordedCommand)
@clean
def config_example() -> None:
    """Write a file of settings with everything that can be set, each as it is without it."""
    from ..server.config import example

    typer.echo(example(), nl=False)


@keys_app.command("rotate", cls=WordedCommand)
@clean
def keys_rotate(
    data: Annotated[Path | None, typer.Option()] = None,
    keep_days: Annotated[int, typer.Option(min=0, max=3650)] = 90,
) -> None:
    """Sign guests' cookies with a new key from now on; also while a server runs."""
    from ..server.admin import rotate_keys, settings_of

    rotate_keys(settings_of(data), keep_days)
    done = say("admin.rotated", days=keep_days) if keep_days else say("admin.replaced")
    out().print(done, style="green", markup=False, soft_wrap=True)


@players_app.command("list", cls=WordedCommand)
@clean
def players_list(
    find: Annotated[str, typer.Option()] = "",
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """List players: the handle by which a command names one, the name, and when they came."""
    from ..server.admin import find_players, settings_of

    found = find_players(settings_of(data), find)
    if not found:
        raise refuse(say("admin.no-players"))
    grid = Grid()
    for column in ("handle", "name", "created", "seen"):
        grid.add_column(say(f"admin.players.{column}"), overflow="fold", no_wrap=column == "handle")
    for each in found:
        grid.add_row(each.handle, Text(each.name), each.created, each.seen)
    out().print(grid)


@players_app.command("recover", cls=WordedCommand)
@clean
def players_recover(
    handle: Annotated[str, typer.Argument()],
    hours: Annotated[int, typer.Option(min=1, max=720)] = 24,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Make a link by which a player who has lost everything else signs in, once."""
    from ..server.admin import recovery_link, settings_of

    link = recovery_link(settings_of(data), handle, hours)
    errors().print(say("admin.recover", hours=hours), style="green", markup=False, soft_wrap=True)
    typer.echo(link)


@players_app.command("ban", cls=WordedCommand)
@clean
def players_ban(
    handle: Annotated[str, typer.Argument()],
    reason: Annotated[str, typer.Option()],
    days: Annotated[int, typer.Option(min=0, max=3650)] = 0,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Let a player only look; bots take over the seats."""
    from ..server import admin

    with admin.opened(admin.settings_of(data)) as store:
        admin.ban_player(store, handle, reason, days, admin.this_user())
    out().print(say("admin.banned", handle=handle), style="green", markup=False, soft_wrap=True)


@players_app.command("unban", cls=WordedCommand)
@clean
def players_unban(
    handle: Annotated[str, typer.Argument()], data: Annotated[Path | None, typer.Option()] = None
) -> None:
    """Let a player in again who was banned."""
    from ..server import admin

    with admin.opened(admin.settings_of(data)) as store:
        admin.unban_player(store, handle, admin.this_user())
    out().print(say("admin.unbanned", handle=handle), style="green", markup=False, soft_wrap=True)


@players_app.command("bans", cls=WordedCommand)
@clean
def players_bans(data: Annotated[Path | None, typer.Option()] = None) -> None:
    """List who is banned, why, and until when."""
    from ..server import admin

    with admin.opened(admin.settings_of(data)) as store:
        found = admin.banned(store)
    if not found:
        raise refuse(say("admin.no-bans"))
    grid = Grid()
    for column in ("handle", "name", "reason", "until", "at"):
        grid.add_column(say(f"admin.bans.{column}"), overflow="fold", no_wrap=column == "handle")
    for each in found:
        until = time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.until)) if each.until else say("admin.bans.ever")
        grid.add_row(each.handle, Text(each.name), Text(each.reason), until, each.at)
    out().print(grid)


@players_app.command("promote", cls=WordedCommand)
@clean
def players_promote(
    handle: Annotated[str, typer.Argument()],
    off: Annotated[bool, typer.Option("--off")] = False,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Let a player look after the server on its page /admin."""
    from ..server import admin

    with admin.opened(admin.settings_of(data)) as store:
        admin.give_role(store, handle, "" if off else "admin", admin.this_user())
    done = say("admin.demoted", handle=handle) if off else say("admin.promoted", handle=handle)
    out().print(done, style="green", markup=False, soft_wrap=True)


@admin_app.command("announce", cls=WordedCommand)
@clean
def admin_announce(
    text: Annotated[str, typer.Argument()] = "",
    hours: Annotated[int, typer.Option(min=0, max=8760)] = 24,
    off: Annotated[bool, typer.Option("--off")] = False,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Tell everybody something, on every page and at every table."""
    from ..server import admin, doorman

    if not off and not text.strip():
        raise refuse(say("admin.announce.what"))
    with admin.opened(admin.settings_of(data)) as store:
        if off:
            doorman.take_down(store, admin.this_user(), "announcement")
        else:
            doorman.hang(store, "announcement", text.strip(), hours * 3600, admin.this_user())
    out().print(say("admin.taken-down" if off else "admin.announced"), style="green", markup=False, soft_wrap=True)


@admin_app.command("maintenance", cls=WordedCommand)
@clean
def admin_maintenance(
    text: Annotated[str, typer.Argument()] = "",
    off: Annotated[bool, typer.Option("--off")] = False,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Let matches finish, and open no new tables."""
    from ..server import admin, doorman

    with admin.opened(admin.settings_of(data)) as store:
        if off:
            doorman.take_down(store, admin.this_user(), "maintenance")
        else:
            doorman.hang(store, "maintenance", text.strip(), 0, admin.this_user())
        playing = admin.count_tables(store, "playing")
    done = say("admin.opened") if off else say("admin.closing", n=playing)
    out().print(done, style="green", markup=False, soft_wrap=True)


@admin_app.command("tables", cls=WordedCommand)
@clean
def admin_tables(
    status: Annotated[str, typer.Option()] = "",
    player: Annotated[str, typer.Option()] = "",
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """List tables, those that somebody came to last first."""
    from ..server import admin

    with admin.opened(admin.settings_of(data)) as store:
        found = admin.find_tables(store, status, player)
    if not found:
        raise refuse(say("admin.no-tables"))
    grid = Grid()
    for column in ("match", "game", "status", "touched", "names"):
        grid.add_column(say(f"admin.tables.{column}"), overflow="fold", no_wrap=column == "match")
    for each in found:
        grid.add_row(each.match, each.game, each.status, each.touched, Text(", ".join(each.names)))
    out().print(grid)


@reports_app.command("list", cls=WordedCommand)
@clean
def reports_list(
    closed: Annotated[bool, typer.Option("--closed")] = False,
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """List lines of chat that were reported and that nobody has closed, the oldest first."""
    from ..server.admin import reported, settings_of

    found = reported(settings_of(data), closed)
    if not found:
        raise refuse(say("admin.no-reports"))
    grid = Grid()
    for column in ("id", "at", "why", "author", "reporter", "match", "closed"):
        grid.add_column(say(f"admin.reports.{column}"), overflow="fold", no_wrap=column == "id")
    for each in found:
        grid.add_row(each.id, each.at, each.why, each.author, each.reporter, each.match, each.closed)
    out().print(grid)


@reports_app.command("show", cls=WordedCommand)
@clean
def reports_show(report: Annotated[str, typer.Argument()], data: Annotated[Path | None, typer.Option()] = None) -> None:
    """Show a report: the line, and those around it."""
    from ..server.admin import read_report, settings_of

    found = read_report(settings_of(data), report)
    grid = Grid()
    grid.add_column("")  # which line it is about
    for column in ("at", "author", "line"):
        grid.add_column(say(f"admin.reports.{column}"), overflow="fold")
    for each in found.lines:
        mark = ">" if each["number"] == found.number else ""
        grid.add_row(mark, each["at"], each["player"], Text(each["text"] or each["phrase"]))
    out().print(grid)


@reports_app.command("close", cls=WordedCommand)
@clean
def reports_close(
    report: Annotated[str, typer.Argument()],
    note: Annotated[str, typer.Option()] = "",
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Close a report that was looked at."""
    from ..server.admin import close_report, settings_of

    close_report(settings_of(data), report, note)
    out().print(say("admin.report-closed"), style="green", markup=False)


@reports_app.command("remove", cls=WordedCommand)
@clean
def reports_remove(
    report: Annotated[str, typer.Argument()], data: Annotated[Path | None, typer.Option()] = None
) -> None:
    """Take away the comment that a report is about, and close it."""
    from ..server.admin import remove_reported, settings_of

    remove_reported(settings_of(data), report)
    out().print(say("admin.report-removed"), style="green", markup=False)


@tokens_app.command("list", cls=WordedCommand)
@clean
def tokens_list(
    player: Annotated[str, typer.Option()] = "",
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """List the tokens of players' programs: the id by which a command names one, whose it is, and when it ends."""
    from ..server.admin import find_tokens, settings_of

    found = find_tokens(settings_of(data), player)
    if not found:
        raise refuse(say("admin.no-tokens"))
    grid = Grid()
    for column in ("id", "name", "player", "scopes", "ends", "used"):
        grid.add_column(say(f"admin.tokens.{column}"), overflow="fold", no_wrap=column in ("id", "player"))
    for each in found:
        grid.add_row(each.id, Text(each.name), each.player, each.scopes, each.ends, each.used)
    out().print(grid)


@tokens_app.command("revoke", cls=WordedCommand)
@clean
def tokens_revoke(
    token: Annotated[str, typer.Argument()],
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Revoke a token: its program is cut off; also while a server runs."""
    from ..server.admin import revoke_token, settings_of

    name = revoke_token(settings_of(data), token)
    out().print(say("admin.revoked", name=name), style="green", markup=False, soft_wrap=True)


@players_app.command("agreement", cls=WordedCommand)
@clean
def players_agreement(
    handle: Annotated[str, typer.Argument()] = "",
    everybody: Annotated[bool, typer.Option("--all")] = False,
    matches: Annotated[int, typer.Option(min=1, max=1000)] = 3,
    level: Annotated[str, typer.Option()] = mv.bots()[-1],
    data: Annotated[Path | None, typer.Option()] = None,
) -> None:
    """Show how often players choose at rated tables what the best bot would choose."""
    from ..bots.levels import level as find_level
    from ..server.admin import settings_of
    from ..server.agreement import agreement

    if bool(handle) == everybody:
        raise refuse(say("admin.agreement.who"))
    find_level(level)
    with progress_bar(say("admin.agreement.running")) as tell:
        found, all_of_them = agreement(settings_of(data), handle, matches, level, tell)
    grid = Grid()
    for column in ("handle", "name", "matches", "decisions", "share"):
        grid.add_column(say(f"admin.agreement.{column}"), overflow="fold", no_wrap=column == "handle")
    for each in found:
        grid.add_row(each.handle, Text(each.name), *agreement_figures(each))
    grid.add_row("", say("admin.agreement.all"), *agreement_figures(all_of_them))
    out().print(grid)


def agreement_figures(tally: Tally) -> tuple[str, str, str]:
    share = f"{Decimal(100 * tally.share, language()):.1f} %" if tally.decisions else "-"
    return str(len(tally.matches)), str(tally.decisions), share


@ratings_app.command("rebuild", cls=WordedCommand)
@clean
def ratings_rebuild(data: Annotated[Path | None, typer.Option()] = None) -> None:
    """Make all ratings again from the ladder; also while a server runs."""
    from ..server.admin import rebuild_ratings, settings_of

    with progress_bar(say("admin.ratings.running")) as tell:
        rebuilt = rebuild_ratings(settings_of(data), tell)
    same = "admin.ratings.same" if rebuilt.before == rebuilt.after else "admin.ratings.other"
    out().print(say(same, n=rebuilt.matches), style="green", markup=False, soft_wrap=True)
    typer.echo(rebuilt.after)


@admin_app.command("audit", cls=WordedCommand)
@clean
def admin_audit(data: Annotated[Path | None, typer.Option()] = None) -> None:
    """Show what was done to the server by its administrators, the newest first."""
    from ..server.admin import audited, settings_of

    grid = Grid()
    for column in ("at", "who", "what", "player", "more"):
        grid.add_column(say(f"admin.audit.{column}"), overflow="fold")
    for each in audited(settings_of(data)):
        more = ", ".join(f"{name} {value}" for name, value in each.data.items())
        grid.add_row(each.at, Text(each.who), each.what, each.player, more)
    out().print(grid)
