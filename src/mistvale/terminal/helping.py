"""Help of the command line in the language that is spoken: Typer gets its words from the catalogue, call by call."""

from __future__ import annotations

from typing import Any

from typer import Context, rich_utils
from typer.core import TyperGroup

from .words import say, speak

ROOT = "mistvale"


class Worded(TyperGroup):
    """The commands, with their help from the catalogue: `help.<command>`, `help.<command>.<option>`, and an epilog."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            # Each call of the command begins in the language of the environment; `--lang` comes later.
            speak()
            put_words(self)
        return super().make_context(info_name, args, parent, **extra)


def put_words(command: Any, path: str = ROOT) -> None:
    """Give a command, and those below it, their help in the language that is spoken now."""
    command.help = say(f"help.{path}")
    if not hasattr(command, "commands"):
        command.epilog = say(f"help.{path}.epilog")
    for param in command.params:
        param.help = say(f"help.{path}.{param.name.replace('_', '-')}")
    help_option = command.get_help_option(Context(command))
    if help_option is not None:
        help_option.help = say("help.help")
    for name, below in getattr(command, "commands", {}).items():
        put_words(below, name if path == ROOT else f"{path}.{name}")
    if path == ROOT:
        command.epilog = say(f"help.{ROOT}.epilog")
        _name_panels()


def _name_panels() -> None:
    rich_utils.ARGUMENTS_PANEL_TITLE = say("help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("help.options")
    rich_utils.COMMANDS_PANEL_TITLE = say("help.commands")
    rich_utils.DEFAULT_STRING = say("help.default")
    rich_utils.REQUIRED_LONG_STRING = say("help.required")
