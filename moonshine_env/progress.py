"""Progress bars of commands, legible on narrow terminals too: what has no room beside the bar gets its own line."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TimeRemainingColumn,
)
from rich.text import Text

LEAST_BAR = 20  # columns of a bar beside which there is room for words
GAP = 1  # between columns


class WordyProgress(Progress):
    """A `Progress` whose tasks have a description before the bar and perhaps a `note` behind it.

    Where a terminal has no room for them and a bar, each stands on lines of its own, and no word is cut off.
    """

    def get_renderables(self) -> Iterable[RenderableType]:
        """Give what is drawn: for each task a line, or as many as it needs."""
        for task in self.tasks:
            if task.visible and self.console.is_terminal:
                yield from self._lines_of(task)
            elif task.visible:  # a file: one plain line, at the end
                yield Text(" ".join(filter(None, [task.description, f"{task.percentage:.0f} %", _note_of(task)])))

    def _lines_of(self, task: Task) -> Iterable[RenderableType]:
        words, note = Text(task.description), Text(_note_of(task))
        drawn = [c(task) for c in self.columns if isinstance(c, ProgressColumn) and not isinstance(c, BarColumn)]
        width = sum(Measurement.get(self.console, self.console.options, number).maximum for number in drawn)
        room = self.console.width - width - GAP * len(self.columns) - LEAST_BAR
        beside = words.cell_len + note.cell_len + 2 * GAP <= room
        table = self.make_tasks_table([task])
        if beside:
            grid = table.grid(padding=(0, GAP), expand=True)
            grid.add_column(no_wrap=True)
            grid.add_column(ratio=1)
            grid.add_column(no_wrap=True)
            grid.add_row(words, table, note)
            yield grid
            return
        yield words
        yield table
        if note:
            yield note


def _note_of(task: Task) -> str:
    return str(task.fields.get("note", ""))


def make_progress(console: Console, *, count: bool = True, left: bool = True, transient: bool = True) -> Progress:
    """Make a progress bar.

    Args:
        console: Where to.
        count: Show how many of how many are done; else the percentage.
        left: Show the time left.
        transient: Wipe the bar at the end.

    Returns:
        A bar not yet started. The description of a task stands before it, the field `note` of a task, if it has one,
        behind it: `bar.add_task("kingdom", total=100, note="")`, `bar.update(task, advance=1, note="wins 52 %")`.
    """
    columns = [BarColumn(bar_width=None), MofNCompleteColumn() if count else TaskProgressColumn()]
    return WordyProgress(
        *columns, *([TimeRemainingColumn()] if left else []), console=console, transient=transient, expand=True
    )
