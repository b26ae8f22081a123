"""The table on a whole screen: a match against bots, and a record to look at step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

import mistvale as mv
from mistvale.core.errors import reason
from mistvale.core.history import BEAT
from mistvale.scene import Scene, Summary
from mistvale.scene.terminal import asked, filled

from .screens import cards_page, end_question, guide_page, log_page, round_question, sure_question, table_page
from .table import ME, Choice, Hint, Session, matching
from .widgets import Drawn, MoveInput, MoveSuggester, TableView, advised, calm, focused
from .words import COMMANDS, command, language, listed, message, say, told

SPEEDS = {"slow": 1.8, "normal": 0.9, "fast": 0.35, "off": 0.0}
"""Seconds that a beat stays on the table before the next one."""

NARROW, SHORT = 100, 32
"""Below so many columns or lines, things move closer together."""

STYLE = """
TableView { height: 1fr; }
#table { height: 1fr; }
#board { width: 1fr; height: 100%; padding: 0 1; }
#panels { width: 36%; max-width: 64; height: 100%; padding: 0 1; border-left: solid $surface-lighten-2; }
#panels { scrollbar-size-vertical: 1; }
.narrow #panels { width: 31; padding: 0 0 0 1; }
#scores, #others, #log { height: auto; width: 100%; }
#news { height: 1; padding: 0 1; }
#prompt { height: auto; max-height: 3; padding: 0 1; text-style: bold; background: $primary-background; }
#prompt.mine { background: $primary; }
#typed { height: 1; border: none; padding: 0 1; }
#moves { height: 7; border: none; padding: 0; scrollbar-size-vertical: 1; }
#moves > .option-list--option { padding: 0 1; }
.short #moves { height: 3; }
Page, Question { align: center middle; }
#page { width: 84; max-width: 96%; height: 90%; padding: 1 2; background: $panel; border: round $primary; }
#scroll { height: 1fr; }
#heading { margin-bottom: 1; }
#question { width: 74; max-width: 96%; height: auto; max-height: 100%;
            padding: 1 2; background: $panel; border: round $primary; }
.short #question { padding: 0 2; }
#figures { height: auto; max-height: 22; }
.short #figures { max-height: 13; }
#answers { width: 100%; height: auto; align-horizontal: center; margin-top: 1; }
.short #answers { margin-top: 0; }
#answers Button { margin: 0 1; }
"""


class TableApp(App[None]):
    """What a match being played and a record being looked at have in common."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "guide", say("key.guide")),
        Binding("f2", "cards", say("key.cards")),
        Binding("f3", "log", say("key.log")),
        Binding("f6", "table", say("key.table")),
    ]
    scene: Scene

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(event.size.height < SHORT, "short")

    @property
    def view(self) -> TableView:
        return self.screen_stack[0].query_one(TableView)

    def action_guide(self) -> None:
        self.push_screen(guide_page(self.scene))

    def action_cards(self) -> None:
        self.push_screen(cards_page(self.scene))

    def action_table(self) -> None:
        self.push_screen(table_page(self.scene, self.size.width))

    def action_log(self) -> None:
        self.push_screen(log_page(self.scene))


class PlayApp(TableApp):
    """A match against bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "hint", say("key.hint")),
        Binding("ctrl+u", "undo", say("key.undo"), priority=True),
        Binding("f5", "rematch", say("key.rematch")),
        Binding("ctrl+q", "leave", say("key.quit"), priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, session: Session, speed: str = "normal") -> None:
        super().__init__()
        self.title = session.setting.game.title
        self.session = session
        self.pause = SPEEDS[speed]
        self.trouble = ""
        self.asking = False
        self.choices: list[Choice] = []
        self.listed: list[Choice] = []
        self.hints: list[Hint] = []
        self._open()

    def _open(self) -> None:
        self.table = self.session.table
        self.shown = self.match.base
        self.showing = False
        self.thinking = False
        self.queued = ""
        self.told: Summary | None = None
        self.skip = asyncio.Event()
        self.scene = self.table.scene(self.shown)

    @property
    def match(self) -> mv.Match:
        return self.table.match

    @property
    def at_rest(self) -> bool:
        """Whether all is shown that happened, and nobody but the person is to decide."""
        return not self.showing and self.shown >= self.match.steps and self.table.waiting_bot() is None

    def compose(self) -> ComposeResult:
        yield TableView()
        yield Static(id="prompt")
        yield MoveInput(id="typed", suggester=MoveSuggester(self.known))
        moves = OptionList(id="moves")
        moves.can_focus = False
        yield moves
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(MoveInput).focus()
        self.call_after_refresh(self.go_on)

    def on_unmount(self) -> None:
        self.table.closed.set()

    # ---------------------------------------------------------------- showing what happens

    def go_on(self) -> None:
        """Show what is new, and let bots think: called after every change."""
        self.wake_bot()
        if not self.showing:
            self.showing = True
            self.show_steps()

    @work(group="show", exit_on_error=True)
    async def show_steps(self) -> None:
        """One step after another, with a pause after what others should see; the end of a round waits."""
        match, pause = self.match, 0.0
        while self.shown < match.steps:
            if pause:
                await self.wait(pause)
            self.shown += 1
            if match is not self.match or self.shown > match.steps:
                break
            step = match.step(self.shown)
            text = match.tell(ME, self.shown, language())
            self.show_scene(self.table.scene(self.shown), text)
            pause = self.pause * (1.0 if text else 0.4 if step.seat == BEAT else 0.0)
            if step.seat == ME:
                pause /= 2
            await self.show_summary()
        if match is self.match:
            self.showing = False
            self.shown = match.steps
            self.settle()

    async def wait(self, seconds: float) -> None:
        """A pause, which any key that asks for the next thing cuts short."""
        try:
            await asyncio.wait_for(self.skip.wait(), seconds)
        except TimeoutError:
            return

    async def show_summary(self) -> None:
        """The end of a round, until the player goes on. The end of the match comes when all is shown."""
        summary = self.scene.summary
        if summary is not None and not summary.final and summary != self.told:
            await self.wait(self.pause)
            self.skip.clear()
            await self.push_screen_wait(round_question(summary))
        self.told = summary

    def settle(self) -> None:
        """All is shown: the table as it stands, and what may be done."""
        self.skip.clear()
        self.show_scene(self.table.scene(), self.news())
        queued, self.queued = self.queued, ""
        if queued:
            self.submit(queued)
        if self.match.over and not self.showing:
            self.finish()

    def show_scene(self, scene: Scene, news: str) -> None:
        self.scene = scene
        self.hints = []
        self.view.show(scene, news)
        prompt = self.screen_stack[0].query_one("#prompt", Static)
        prompt.update(Text(asked(scene.prompt, "  ") or " "))
        prompt.set_class(scene.prompt.mine, "mine")
        current = self.shown >= self.match.steps
        self.choices = self.table.choices(scene) if current else []
        typed = self.screen_stack[0].query_one(MoveInput)
        typed.placeholder = self.asked_for()
        self.list_moves()

    def asked_for(self) -> str:
        """What the line to type on says while it is empty."""
        bot = self.table.waiting_bot()
        if self.match.over or self.choices:
            return say("input.over" if self.match.over else "input.turn")
        return (
            say("input.wait")
            if bot is None
            else say("input.thinking", name=self.match.look(None, language()).name(bot))
        )

    def hint(self, words: str, style: str = "") -> None:
        self.view.say(words, style)

    # ---------------------------------------------------------------- bots

    def wake_bot(self) -> None:
        seat = self.table.waiting_bot()
        if seat is not None and not self.thinking:
            self.thinking = True
            self.think(seat, self.match.copy())

    @work(thread=True, group="think", exit_on_error=False)
    def think(self, seat: int, copy: mv.Match) -> None:
        """A bot's decision, in a thread of its own, on a copy of its own."""
        worker, match = get_current_worker(), self.match
        try:
            move = self.table.think(seat, copy)
        except Exception as error:
            if not worker.is_cancelled:
                self.call_from_thread(self.give_up, seat, error)
            return
        if not worker.is_cancelled:
            self.call_from_thread(self.decided, match, seat, move, copy.steps)

    def decided(self, match: mv.Match, seat: int, move: mv.Move, steps: int) -> None:
        """A bot has chosen, at a table that has taken so many steps."""
        if match is not self.match:
            return
        self.thinking = False
        if not self.table.decide(seat, move) and match.steps == steps:
            self.give_up(seat, mv.IllegalMove(message("move.not-now", move=str(move))))
            return
        self.go_on()

    def give_up(self, seat: int, error: Exception) -> None:
        self.trouble = say("bot.trouble", name=self.match.look(None, language()).name(seat), why=error)
        self.session.record()
        self.exit()

    # ---------------------------------------------------------------- the list of moves

    def known(self) -> list[str]:
        """What can be completed: moves, then commands."""
        commands = [say(f"command.{name}") for name in COMMANDS]
        return [*(choice.move for choice in self.choices), *commands]

    def list_moves(self) -> None:
        """The moves that fit what is typed."""
        typed = self.screen_stack[0].query_one(MoveInput).value
        fits = matching(typed, [choice.move for choice in self.choices])
        numbers = {hint.move: hint.number for hint in self.hints}
        found = [choice for choice in self.choices if choice.move in fits] or self.choices
        self.listed = sorted(found, key=lambda choice: numbers.get(choice.move, len(numbers) + 1))
        moves = self.screen_stack[0].query_one("#moves", OptionList)
        moves.clear_options()
        width = max((len(choice.move) for choice in self.listed), default=0)
        side = max((cell_len(choice.label) for choice in self.listed), default=0)
        for choice in self.listed:
            line = Text(f"{choice.move:<{width}}  ", "bold").append(f"{filled(choice.label, side)}  ", "not bold")
            hint = self.hints[numbers[choice.move] - 1] if choice.move in numbers else None
            line.append(" ".join(hint.why) if hint and hint.why else choice.hint, "not bold dim")
            if hint:
                line = Text().append(say("hint.best", n=hint.number, worth=hint.worth), "cyan").append_text(line)
            line.truncate(max(20, self.size.width - 4), overflow="ellipsis")
            moves.add_option(Option(line))
        moves.highlighted = None

    def on_input_changed(self, event: Input.Changed) -> None:
        self.list_moves()
        self.unfocus_move()

    def on_move_input_stepped(self, event: MoveInput.Stepped) -> None:
        moves = self.query_one("#moves", OptionList)
        if not self.listed:
            self.skip.set()
            return
        now = moves.highlighted
        count = len(self.listed)
        moves.highlighted = (0 if event.by > 0 else count - 1) if now is None else (now + event.by) % count

    def on_move_input_dropped(self) -> None:
        self.skip.set()
        self.query_one("#moves", OptionList).highlighted = None
        self.unfocus_move()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if 0 <= event.option_index < len(self.listed) and self.at_choice():
            self.focus_move(self.listed[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if 0 <= event.option_index < len(self.listed):
            self.submit(self.listed[event.option_index].move)

    def at_choice(self) -> bool:
        return bool(self.choices) and self.shown >= self.match.steps

    def focus_move(self, choice: Choice) -> None:
        """Show what a move would lead to, or at least what it is about."""
        scene = self.match.preview(ME, choice.move, language())
        if scene is not None:
            self.view.preview(calm(scene), say("preview", move=str(choice.move)))
        else:
            self.view.preview(focused(self.scene, choice.move), "")
        self.hint(choice.hint)

    def unfocus_move(self) -> None:
        self.view.show(advised(self.scene, self.hints), self.news())

    def news(self) -> str:
        return next((t for n in range(self.shown, 0, -1) if (t := self.match.tell(ME, n, language()))), "")

    # ---------------------------------------------------------------- the mouse on the table

    def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        sprite = event.sprite
        self.hint(f"{sprite.label}. {sprite.hint}".strip() if sprite is not None else "")

    def on_drawn_chosen(self, event: Drawn.Chosen) -> None:
        """Play the move; of several, list those that the sprite stands for."""
        if len(event.sprite.moves) == 1:
            self.submit(event.sprite.moves[0])
            return
        typed = self.query_one(MoveInput)
        typed.value = f"{event.sprite.stem} "
        typed.cursor_position = len(typed.value)
        typed.focus()

    # ---------------------------------------------------------------- what is typed

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        if typed and self.showing:
            self.queued = typed
            self.skip.set()
            self.query_one(MoveInput).value = ""
            return
        moves = self.query_one("#moves", OptionList)
        if moves.highlighted is not None and moves.highlighted < len(self.listed):
            typed = self.listed[moves.highlighted].move
        if typed:
            self.submit(typed)
        elif self.showing:
            self.skip.set()
        elif self.match.over:
            self.finish()
        else:
            self.hint(say("move.none"), "yellow")

    def submit(self, typed: str) -> None:
        """A move, or one of the commands."""
        commands: dict[str, Callable[[], object]] = {
            "undo": self.action_undo,
            "hint": self.action_hint,
            "cards": self.action_cards,
            "guide": self.action_guide,
            "rematch": self.action_rematch,
            "quit": self.action_leave,
        }
        line = self.screen_stack[0].query_one(MoveInput)
        if asked := "guide" if typed == "?" else command(typed):
            line.value = ""
            commands[asked]()
            return
        try:
            self.table.play(typed)
        except mv.MistvaleError as error:
            self.hint(told(error), "bold red")
            self.bell()
            return
        with self.prevent(Input.Changed):
            line.value = ""
        self.go_on()

    def action_undo(self) -> None:
        if self.showing:
            self.skip.set()
        try:
            self.table.undo()
        except mv.NoUndo as error:
            self.hint(told(error), "yellow")
            return
        self.shown = min(self.shown, self.match.steps)
        with self.prevent(Input.Changed):
            self.query_one(MoveInput).value = ""
        if not self.showing:
            self.settle()
        self.hint(say("undo.done"), "cyan")
        self.go_on()

    def action_hint(self) -> None:
        if not self.at_choice():
            self.hint(say("hint.none"), "yellow")
            return
        self.hint(say("hint.thinking"), "cyan")
        self.think_for_me(self.match.copy())

    @work(thread=True, group="hint", exclusive=True, exit_on_error=False)
    def think_for_me(self, copy: mv.Match) -> None:
        """What a good bot would do here, in a thread of its own."""
        worker = get_current_worker()
        hints = self.table.hints(copy)
        if not worker.is_cancelled and copy.steps == self.match.steps:
            self.call_from_thread(self.advise, hints)

    def advise(self, hints: list[Hint]) -> None:
        """Mark the moves on the table and in the list, where they come first."""
        self.hints = hints
        self.list_moves()
        self.unfocus_move()
        lines = [*(hint.line for hint in hints), say("hint.worth")] if hints else [say("hint.none")]
        self.hint("   ".join(lines), "cyan")

    # ---------------------------------------------------------------- ends

    def save(self) -> str:
        """Write the record where one is wanted; what to say about it."""
        try:
            path = self.session.record()
        except OSError as error:
            self.trouble = say("save.failed", file=self.session.save, why=reason(error))
            return self.trouble
        return say("saved", file=path) if path else ""

    @work(group="end", exclusive=True)
    async def finish(self) -> None:
        """The match is over."""
        saved = self.save()
        winners = [seat for seat, rank in enumerate(self.match.ranks) if rank == 1]
        names = listed([self.match.look(None, language()).name(seat) for seat in winners])
        if ME in winners:
            title = say("end.won" if len(winners) == 1 else "end.shared")
        else:
            title = say("end.lost" if len(winners) == 1 else "end.lost.several", names=names)
        answer = await self.push_screen_wait(end_question(title, self.scene.summary))
        if answer == "rematch":
            self.begin_again()
        elif answer == "leave":
            self.exit()
        elif saved:
            self.hint(saved)

    def begin_again(self) -> None:
        self.session.rematch()
        self.skip.set()
        self._open()
        self.go_on()

    @work(group="end", exclusive=True)
    async def action_rematch(self) -> None:
        if not self.match.over:
            question = sure_question(say("rematch.sure"), say("rematch.yes"))
            if await self.push_screen_wait(question) != "yes":
                return
            self.save()
        self.begin_again()

    @work(group="end", exclusive=True)
    async def action_leave(self) -> None:
        """Leave the table, after a question while the match goes on."""
        if not self.match.over and not self.asking:
            self.asking = True
            save = self.session.save
            title = say("quit.saved", file=save) if save else say("quit.sure")
            answer = await self.push_screen_wait(sure_question(title, say("quit.yes")))
            self.asking = False
            if answer != "yes":
                return
        if not self.match.over:
            self.save()
        self.exit()


class ReplayApp(TableApp):
    """A record, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", say("key.back")),
        Binding("right", "step(1)", say("key.next")),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("home", "step(-1000000)", say("key.first"), key_display=say("key.home")),
        Binding("end", "step(1000000)", say("key.last"), key_display=say("key.end")),
        Binding("space", "run", say("key.run"), key_display=say("key.space")),
        Binding("q,escape,ctrl+c", "quit", say("key.quit"), priority=False),
    ]

    def __init__(self, match: mv.Match, viewer: int | None = None, speed: str = "normal") -> None:
        super().__init__()
        self.match = match
        self.viewer = viewer
        self.pause = max(0.1, SPEEDS[speed])
        self.shown = 0
        self.scene = match.scene(viewer, language(), 0)

    def compose(self) -> ComposeResult:
        yield TableView()
        yield Static(id="prompt")
        yield Footer()

    def on_mount(self) -> None:
        self.running = self.set_interval(self.pause, self.run_on, pause=True)
        self.is_running_on = False
        self.call_after_refresh(self.show_step)

    def show_step(self) -> None:
        self.scene = self.match.scene(self.viewer, language(), self.shown)
        told = self.match.tell(self.viewer, self.shown, language()) if self.shown else say("replay.start")
        self.view.show(self.scene, told or say("replay.nothing"))
        name = self.match.look(None, language()).name(self.viewer) if self.viewer is not None else ""
        eyes = say("replay.as", name=name) if self.viewer is not None else say("replay.spectator")
        where = say("replay.step", n=self.shown, last=self.match.steps)
        bar = self.bar(30)
        self.query_one("#prompt", Static).update(Text(f"{bar}  {where}, {eyes}", no_wrap=True, overflow="ellipsis"))

    def bar(self, width: int) -> str:
        at = round((width - 1) * self.shown / max(1, self.match.steps))
        return "━" * at + "●" + "─" * (width - 1 - at)

    def action_step(self, by: int) -> None:
        """Go on or back; one step at a time means the next one of which there is something to see."""
        before = self.scene
        self.shown = self.within(self.shown + by)
        while abs(by) == 1 and 0 < self.shown < self.match.steps and not self.tells(before):
            self.shown += by
        self.show_step()

    def within(self, step: int) -> int:
        return max(0, min(self.match.steps, step))

    def tells(self, before: Scene) -> bool:
        """Whether this step tells or shows anything that the former scene did not."""
        if self.match.tell(self.viewer, self.shown, language()):
            return True
        scene: Scene = self.match.scene(self.viewer, language(), self.shown)
        return scene.sprites != before.sprites

    def run_on(self) -> None:
        if self.shown >= self.match.steps:
            self.action_run()
        else:
            self.action_step(1)

    def action_run(self) -> None:
        self.is_running_on = not self.is_running_on
        if self.is_running_on:
            self.running.resume()
        else:
            self.running.pause()


__all__ = ["SPEEDS", "PlayApp", "ReplayApp"]
