"""Tables of actions, observations, decisions, options, rulings, made from the code: for `moonshine rules` and the docs.

`python -m moonshine_env.describe` writes them anew into the docs, between marks such as `<!-- table: actions -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from moonshine_env.engine.game import Game
from moonshine_env.files import check_output, write_whole
from moonshine_env.printing import READING, make_console, print_rows
from moonshine_env.registry import find_game
from moonshine_env.rewards import final_rewards
from moonshine_env.rulings import read_rulings
from moonshine_env.settings import ADAPTER_OPTIONS

Rows = list[dict[str, Any]]

# Options of the adapters, in the words of the docs; the game says its own.
ADAPTER_ROWS = (
    ("reward", '`"placement"`, `"win"`, `"margin"`', "see *Rewards*"),
    ("skip_forced", "`True`, `False`", "decisions with one option are played inside `step`"),
    ("observation_dtype", '`"float32"`, `"uint8"`', "features times their scale, or raw"),
    ("content", "`None`, a path", "a data file of one's own, laid over the printed components"),
    ("render_mode", '`None`, `"human"`, `"ansi"`, `"rgb_array"`', "see *Drawings*"),
)


def action_rows(game: Game, content: Any) -> Rows:
    """List the families of actions, with their ids and an example."""
    names = game.action_table(content).names
    rows, first = [], 0
    for family, count, meaning in game.families:
        ids = f"{first}" if count == 1 else f"{first}-{first + count - 1}"
        example = names[first + count // 2]
        rows.append({"family": family, "ids": ids, "count": count, "example": example, "meaning": meaning})
        first += count
    return rows


def family_rows(game: Game, content: Any, family: str) -> Rows:
    """List the actions of one family.

    Raises:
        ValueError: There is no such family.
    """
    table = game.action_table(content)
    if family not in table.families:
        known = ", ".join(dict.fromkeys(table.families))
        raise ValueError(f"there is no family of actions {family!r}; there are: {known}")
    return [{"id": i, "name": table.names[i]} for i, found in enumerate(table.families) if found == family]


def observation_rows(game: Game, content: Any) -> Rows:
    """List the blocks of an observation."""
    rows = []
    for row in game.layout:
        features = f"{row.offset}" if row.size == 1 else f"{row.offset}-{row.offset + row.size - 1}"
        shape = " x ".join(map(str, row.shape)) or "1"
        scale = "1" if row.scale == 1 else f"1/{round(1 / row.scale)}"
        rows.append({"name": row.name, "features": features, "shape": shape, "scale": scale, "meaning": row.meaning})
    return rows


def decision_rows(game: Game, content: Any) -> Rows:
    """List the kinds of decisions."""
    return [
        {
            "decision": row.name,
            "who decides": row.actor,
            "what": row.asks,
            "families of actions": ", ".join(row.families),
            "rules": row.rules,
        }
        for row in game.decisions
    ]


def option_rows(game: Game, content: Any) -> Rows:
    """List the options of an environment, the game's and the adapters'."""
    own = [(row.name, row.values, row.meaning) for row in game.option_rows]
    if [name for name, _, _ in ADAPTER_ROWS] != list(ADAPTER_OPTIONS):
        raise RuntimeError("the options of `settings` and their words here have drifted apart")
    return [
        {"option": f"`{name}`", "values, default first": values, "meaning": meaning}
        for name, values, meaning in (*own, *ADAPTER_ROWS)
    ]


def start_rows(game: Game, content: Any) -> Rows:
    """List the options of `reset`."""
    return [{"option": f"`{row.name}`", "value": row.values, "meaning": row.meaning} for row in game.start_rows]


def fact_rows(game: Game, content: Any) -> Rows:
    """List what PettingZoo's own pages have at their head."""
    low, most = 2, game.max_players
    facts = {
        "Import": f"`from moonshine_env import {game.id}_v0`",
        "Actions": "Discrete, masked",
        "Parallel API": "no: seats decide one after the other",
        "Manual control": "`moonshine play`",
        "Agents": f"`{[f'player_{seat}' for seat in range(most)]}`",
        "Number of agents": f"{low} to {most}",
        "Action shape": "()",
        "Action values": f"Discrete({game.num_actions})",
        "Observation": f'dict: `"observation"` ({game.num_features},) and `"action_mask"` ({game.num_actions},) int8',
        "Observation values": f'float32 in [0, {255 * game.scale.max():g}], or uint8 with `observation_dtype="uint8"`',
    }
    return [{"": f"**{name}**", " ": value} for name, value in facts.items()]


def reward_rows(game: Game, content: Any) -> Rows:
    """List the rewards by place; at a full table also with two alliances, the winners' first."""
    rows = []
    tables = [(players, False) for players in range(2, game.max_players + 1)] + [(game.max_players, True)]
    for players, allied in tables:
        places = np.arange(1, players + 1)[None]
        partner = np.arange(players)[None] ^ 1 if allied else np.full_like(places, -1)
        for kind in ("placement", "win"):
            worth = final_rewards(places, np.zeros_like(places), np.array([players]), kind, partner)[0]
            signed = ", ".join(f"{x:+.2g}" if x else "0" for x in worth.tolist())
            seats = f"{players}, allied" if allied else players
            rows.append({"seats": seats, "reward": f'`"{kind}"`', "first to last": signed})
    return rows


def ruling_rows(game: Game, content: Any) -> Rows:
    """List what was decided beyond the rulebook, why, and where that is enforced."""
    return [
        {
            "rule": ", ".join(ruling.rules),
            "ruling": ruling.what[0].upper() + ruling.what[1:],
            "reason": ruling.why,
            "enforced in": f"{ruling.path} {ruling.function}".strip(),
        }
        for ruling in read_rulings(game.id)
    ]


TABLES: dict[str, Callable[[Game, Any], Rows]] = {
    "actions": action_rows,
    "observation": observation_rows,
    "decisions": decision_rows,
    "options": option_rows,
    "start": start_rows,
    "facts": fact_rows,
    "rewards": reward_rows,
    "rulings": ruling_rows,
}

# ---- docs

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("kingdom.md", "rulings.md")  # of Moonshine Kingdom
_BLOCK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
CODED = ("family", "example", "name", "decision", "families of actions")  # columns written as code
LINKED = ("enforced in",)  # columns of a module, and perhaps its function


def markdown(rows: Rows) -> str:
    """Write rows as a Markdown table."""

    def cell(column: str, value: Any) -> str:
        text = str(value).replace("|", "\\|")
        if column in LINKED:
            path, _, function = text.partition(" ")
            link = f"[{path.partition('/')[2]}](../moonshine_env/{path})"
            return f"{link} `{function}`" if function else link
        return ", ".join(f"`{word}`" for word in text.split(", ")) if column in CODED else text

    columns = list(rows[0])
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(cell(column, row[column]) for column in columns) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def renew_tables(text: str, game: Game) -> str:
    """Write every marked table of a document anew."""
    content = game.load_content(None)
    return _BLOCK.sub(lambda found: found[1] + markdown(TABLES[found[2]](game, content)) + found[3], text)


def write_docs(pages: Sequence[str] = PAGES) -> None:
    """Write the tables of the pages anew."""
    for name in pages:
        page = DOCS / name
        page.write_text(renew_tables(page.read_text("utf-8"), find_game("kingdom")), "utf-8")


# ---- the command

# Columns of sentences and lists, that may go over several lines.
FOLDABLE = ("meaning", "what", "families of actions", "values, default first", "ruling", "reason")


class Topic(StrEnum):
    """What `moonshine rules` prints."""

    ACTIONS = "actions"
    OBSERVATION = "observation"
    DECISIONS = "decisions"
    OPTIONS = "options"
    RULINGS = "rulings"


def plain(rows: Rows) -> Rows:
    """Return rows without the marks that the docs need."""
    return [
        {name: value.replace("`", "") if isinstance(value, str) else value for name, value in row.items()}
        for row in rows
    ]


def rules_command(
    topic: Annotated[Topic, typer.Argument(help="Which table.", show_default=False)],
    family: Annotated[str, typer.Option(help="List every action of one family, by id and name.")] = "",
    game: Annotated[str, typer.Option(help="Which game.")] = "kingdom",
    content: Annotated[str, typer.Option(help="A data file of your own, laid over the printed components.")] = "",
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the rows to this file too.", metavar="FILE")
    ] = None,
) -> None:
    """Print the tables of actions, observation, decisions, options or rulings.

    actions: families of action ids, an example of each; with --family every id and its name.
    observation: blocks of features, where they start, their shape and scale.
    decisions: kinds of decisions, who makes them, and which families of actions answer them.
    options: of an environment.
    rulings: what was decided beyond the rulebook, why, and where that is enforced.
    """
    played = find_game(game)
    components = played.load_content(content or None)
    if family and topic is not Topic.ACTIONS:
        raise ValueError(f"--family is for `moonshine rules actions`, not for {topic.value!r}")
    check_output(json_file, "--json")
    rows = plain(family_rows(played, components, family) if family else TABLES[topic.value](played, components))
    if json_file is not None:
        write_whole(json_file, (json.dumps(rows, indent=1) + "\n").encode())
    print_rows(make_console(piped=READING), rows, foldable=FOLDABLE, left=list(rows[0]))


if __name__ == "__main__":
    write_docs()
