"""A position as a board to read in a terminal of 100 columns, with the open decision and the legal plays."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from moonshine_env.kingdom.tables import Content
from moonshine_env.render.brush import Brush, join, wrap
from moonshine_env.render.decisions import describe_decision
from moonshine_env.render.facts import MOB_WORDS, Facts, gather_facts
from moonshine_env.render.plays import Family, group_plays
from moonshine_env.render.text_board import draw_board, draw_market
from moonshine_env.render.text_players import draw_player

MAX_PLAY_LINES = 6  # of one family


def render_text(
    content: Content,
    position: Mapping[str, Any],
    legal_names: Sequence[str] = (),
    colour: bool | None = None,
    respect: Sequence[int] | None = None,
) -> str:
    """Draw a position with ANSI colours, for a terminal of 100 columns.

    Args:
        content: Components the game is played with.
        position: Whole, or a seat's view (then hidden hands are counts); it may be partial.
        legal_names: Names of the legal plays, in the order of the action table.
        colour: Whether to write ANSI colour codes; None = unless the environment variable NO_COLOR is set.
        respect: Respect of each seat if the caller has counted it; else it is counted here.

    Returns:
        Lines joined by newlines, without one at the end.

    Raises:
        PositionError: A partial position that does not fit.
    """
    facts = gather_facts(content, position, respect)
    brush = Brush(not os.environ.get("NO_COLOR") if colour is None else colour)
    lines = _title(facts, brush)
    lines += ["", *draw_board(facts, brush), "", *draw_market(facts, brush), ""]
    for seat, mob in enumerate(facts.mobs):
        lines += [*draw_player(facts, brush, seat, mob), ""]
    lines += _decision(facts, brush)
    if legal_names:
        lines.append(f"Legal plays ({len(legal_names)}; of words joined by | say one):")
    for family in group_plays(legal_names):
        lines += _plays(family)
    return "\n".join(line.rstrip() for line in lines)


def _title(facts: Facts, brush: Brush) -> list[str]:
    position = facts.position
    parts = [f"Day {position['day']} of {facts.max_days}", f"{position['moon'].title()} Moon"]
    if position.get("turn"):
        parts.append(f"turn of the {brush.mob(position['turn'])}")
    if position.get("crackdown"):
        parts.append(f"Crackdown {position['crackdown']} of {int(facts.content.tables[0]['crackdown_spaces'])}")
    if position.get("view"):
        parts.append(f"as the {brush.mob(position['view'])} see it")
    head = brush.paint("MOONSHINE KINGDOM", "title") + "   " + parts[0]
    return [*join(head, parts[1:], 4), *_decision(facts, brush)]


def _decision(facts: Facts, brush: Brush) -> list[str]:
    mob, sentence = describe_decision(facts)
    if not mob:
        return wrap(sentence, 0, 4)
    opening = f"The {MOB_WORDS[mob]} decide."
    lines = wrap(f"{opening} {sentence}", 0, 4)
    lines[0] = lines[0].replace(opening, f"{brush.paint(opening, mob)}", 1)
    return lines


# ---- legal plays


def _plays(family: Family) -> list[str]:
    """Write how many legal plays a family has, and the first few patterns of them if they are many."""
    lines: list[str] = []
    shown = 0
    text = f"{family.count:4} play{'s: ' if family.count > 1 else ':  '}"
    for pattern, count in family.patterns:
        longer = f"{text}, {pattern}" if shown else text + pattern
        fitting = _wrap_pattern(longer)
        if shown and len(fitting) > MAX_PLAY_LINES:
            break
        text, lines, shown = longer, fitting, shown + count
    if shown < family.count:
        lines = [*lines, f"          ... and {family.count - shown} more"]
    return lines


def _wrap_pattern(text: str) -> list[str]:
    """Break a pattern at the width; a line may end after `|`."""
    lines = wrap(text.replace("|", "| "), 0, 10)
    return [line.replace("| ", "|") for line in lines]
