"""Help and complaints of the command line in the language that is spoken.

Typer knows what is wrong with a command, and how to lay out its help; all words for it come from our catalogue, call by
call.
"""

from __future__ import annotations

import inspect
import itertools
import typing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

import typer
from typer import Context, rich_utils
from typer.core import TyperCommand, TyperGroup

from mistvale.core.text import words

from .words import is_spoken, language, say, speak

ROOT = "mistvale"
KINDS: Mapping[type, str] = {int: "number", Path: "path", str: "text"}

Misuse: Any = typer.BadParameter.__base__
"""What Typer raises when a command is not used as it should be; it has no public name."""


class WordedCommand(TyperCommand):
    """A command whose usage, and what is wrong with a use, is told from the catalogue."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        with complaints(ctx, args):
            more = super().parse_args(ctx, args)
        if more and not ctx.resilient_parsing:
            ctx.fail(say("usage.extra", given=" ".join(more)))
        return more

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        write_usage(self, ctx, formatter)


class Worded(TyperGroup):
    """The commands, with their help from the catalogue: `help.<command>`, `help.<command>.<option>`, and an epilog."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            # Each call of the command begins in the language of the environment; `--lang` comes later.
            speak()
            put_words(self)
        return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with complaints(ctx, args):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        result = super().invoke(ctx)
        # Groups are told to do without a command, so that it is missed here, in our words.
        if ctx.invoked_subcommand is None:
            ctx.fail(say("usage.missing", name=self.subcommand_metavar))
        return result

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if name[:1].isalnum() and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            ctx.fail(_guessed(say("usage.no-command", name=name), _similar(name, self.list_commands(ctx))))
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        write_usage(self, ctx, formatter)


def write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    """The line that shows how a command is put together."""
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=f"{say('usage.title')} ")


# ---------------------------------------------------------------- help


def put_words(command: Any, path: str = ROOT) -> None:
    """Give a command, and those below it, their help in the language that is spoken now."""
    command.help = say(f"help.{path}")
    command.options_metavar = say("usage.options")
    if hasattr(command, "commands"):
        command.subcommand_metavar = say("usage.command")
    else:
        command.epilog = say(f"help.{path}.epilog")
    kinds = _declared(command)
    for param in command.params:
        param.help = say(f"help.{path}.{param.name.replace('_', '-')}")
        _name_value(param, kinds.get(param.name))
    help_option = command.get_help_option(Context(command))
    if help_option is not None:
        help_option.help = say("help.help")
        help_option.metavar = ""
    for name, below in getattr(command, "commands", {}).items():
        put_words(below, name if path == ROOT else f"{path}.{name}")
    if path == ROOT:
        command.epilog = say(f"help.{ROOT}.epilog")
        _name_panels()


def _declared(command: Any) -> dict[str, Any]:
    """How the function behind a command declares what it is given."""
    return typing.get_type_hints(inspect.unwrap(command.callback), include_extras=True) if command.callback else {}


def _name_value(param: Any, declared: Any) -> None:
    """What stands for a value: an argument has a name, an option says what kind of thing it takes, a flag nothing."""
    if param.param_type_name == "argument":
        param.metavar = say(f"usage.{param.name}")
        param.display_type_rich = lambda ctx: None  # what it is can be seen from its name
        return
    kind = _kind(declared)
    if isinstance(kind, type) and issubclass(kind, Enum):
        param.metavar = f"<{'|'.join(str(each.value) for each in kind)}>"
    else:
        param.metavar = f"<{say(f'usage.{KINDS[kind]}')}>" if kind in KINDS else ""


def _kind(declared: Any) -> Any:
    """The type of a single value: `int` of `Annotated[int | None, …]`, `str` of `Annotated[list[str] | None, …]`."""
    while inner := [each for each in typing.get_args(declared) if each is not type(None)]:
        declared = inner[0]
    return declared


def _name_panels() -> None:
    rich_utils.ARGUMENTS_PANEL_TITLE = say("help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("help.options")
    rich_utils.COMMANDS_PANEL_TITLE = say("help.commands")
    rich_utils.DEFAULT_STRING = say("help.default")
    rich_utils.REQUIRED_LONG_STRING = say("help.required")
    rich_utils.ERRORS_PANEL_TITLE = say("usage.error")
    rich_utils.ABORTED_TEXT = say("usage.aborted")
    # Typer fills this in itself.
    rich_utils.RICH_HELP = say("usage.try", command="[blue]{command_path} {help_option}[/]")


# ---------------------------------------------------------------- what is wrong with a use


@contextmanager
def complaints(ctx: Any, args: list[str]) -> Iterator[None]:
    """Have whatever Typer complains of told in our words; it is shown, and ends the command, as ever."""
    given = [*args]
    try:
        yield
    except Misuse as error:
        error.ctx = error.ctx or ctx
        _speak_as_asked(ctx, given)
        text = _complaint(error)
        error.format_message = lambda: text
        raise


def _speak_as_asked(ctx: Any, args: list[str]) -> None:
    """The language that the arguments ask for, also where something is wrong with others of them."""
    if any(param.name == "lang" for param in ctx.command.params):
        asked = [arg.removeprefix("--lang=") for arg in args if arg.startswith("--lang=")]
        asked += [after for arg, after in itertools.pairwise(args) if arg == "--lang"]
        if asked and is_spoken(asked[-1]):
            speak(asked[-1])
            put_words(ctx.find_root().command)


def _complaint(error: Any) -> str:
    """What is wrong, by the class of the error and what it knows; Typer's words where it is none that we know."""
    match type(error).__name__:
        case "NoSuchOption":
            return _guessed(say("usage.no-option", name=error.option_name), error.possibilities or ())
        case "MissingParameter" if error.param is not None:
            return say("usage.missing", name=_name(error.param))
        case "BadOptionUsage":
            return say("usage.no-value" if _is_flag(error) else "usage.needs-value", name=error.option_name)
        case "BadParameter" if error.param is not None:
            return _expected(error.param, _declared(error.ctx.command).get(error.param.name))
    return str(error.message)


def _name(param: Any) -> str:
    return str(param.metavar if param.param_type_name == "argument" else max(param.opts, key=len))


def _is_flag(error: Any) -> bool:
    options = (param for param in error.ctx.command.get_params(error.ctx) if param.param_type_name == "option")
    return any(each.is_flag for each in options if error.option_name in (*each.opts, *each.secondary_opts))


def _expected(param: Any, declared: Any) -> str:
    """What a value has to be that is something else."""
    name, kind = _name(param), _kind(declared)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return say("usage.choice", name=name, allowed=_either([str(each.value) for each in kind]))
    least, most = (getattr(param, bound, None) for bound in ("min", "max"))
    if least is None:
        return say("usage.whole", name=name)
    return say("usage.least" if most is None else "usage.range", name=name, least=least, most=most)


def _guessed(text: str, names: typing.Sequence[str]) -> str:
    """What is wrong, and what might have been meant."""
    return f"{text} {say('usage.similar', names=_either(sorted(names)))}" if names else text


def _similar(name: str, names: list[str]) -> list[str]:
    import difflib

    return difflib.get_close_matches(name, names)


def _either(names: list[str]) -> str:
    return words(language(), "mistvale").listed(names, "or")
