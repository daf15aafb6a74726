"""What a report says: its sections, with a few plain sentences to each plot, out of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from evaluation.report import plots
from evaluation.report.inside import behaviour_section, inside_sections
from evaluation.report.page import Code, Part, Plot, Section, Table, Text
from evaluation.report.plots import words
from evaluation.report.wording import say_mean, say_number, say_percent, say_share_and_error

BAR = "Bars are 95 % intervals"

Facts = Mapping[str, Any]


def make_sections(facts: Facts) -> list[Section]:
    """Make the sections of a report, in order; those that have nothing to say are left out."""
    made = [
        _standings(facts),
        _ratings(facts),
        _payoffs(facts),
        _splits(facts),
        _endings(facts),
        *inside_sections(facts),
        behaviour_section(facts),
        _run(facts),
    ]
    return [section for section in made if section is not None]


def lead(facts: Facts) -> str:
    """Say what the report is about."""
    sizes = " or ".join(map(str, facts["players"]))
    return (
        f"{facts['games']:,} games of {facts['game']['title']} at tables of {sizes}, in {facts['blocks']:,} blocks. "
        "A block is one seed, in which every policy of a table has every seat: nobody owes his share to seats or luck."
    )


# ---- results


def _standings(facts: Facts) -> Section:
    rows = []
    for entrant, row in zip(facts["entrants"], facts["standings"], strict=True):
        low, high = row["interval"]
        rows.append(
            [
                entrant["letter"],
                entrant["name"],
                f"{row['games']:,}",
                f"{row['seats']:g}",
                f"{row['wins']:,}",
                f"{100 * row['share']:.1f}",
                f"{100 * low:.1f} to {100 * high:.1f}",
                say_mean(row["place"], row["place_error"]),
                say_mean(row["respect"], row["respect_error"]),
                say_mean(row["margin"], row["margin_error"]),
                say_number(row["pairing_ratio"]),
            ]
        )
    head = ["", "policy", "games", "seats", "won", "share, %", "95 %", "place", "Respect", "margin", "pairing"]
    return Section(
        "standings",
        "Standings",
        [
            Table(head, rows, left=2, letters=True),
            Text(
                "Share: games that one of the policy's seats won; an even share would be its seats as a part of those "
                "of the table. The interval comes from resampled blocks, by Wilson's formula where there are few. "
                "Place (1 = first), Respect and margin (own Respect less the mean of the others) are means over its "
                "seats, ± the standard error. Pairing: the variance of the share, as a part of what as many games of "
                "unrelated seeds would have; below 1, blocks save games. Policies stand in order of their share, "
                "against an even one.",
                "note",
            ),
        ],
    )


def _ratings(facts: Facts) -> Section | None:
    found = facts["ratings"]
    if found is None:
        return None
    by_name = {row["name"]: row for row in found["entrants"]}
    alpha = facts["payoffs"]["alpha_rank"] if facts["payoffs"] else None
    rows = []
    for k, entrant in enumerate(facts["entrants"]):
        row = by_name.get(entrant["name"])
        if row is not None:
            rows.append(
                [
                    entrant["letter"],
                    entrant["name"],
                    f"{row['elo']:.0f}",
                    "" if row["low"] is None else f"{row['low']:.0f} to {row['high']:.0f}",
                    f"{row['mu']:.2f}",
                    f"{row['sigma']:.2f}",
                    f"{row['likelihood_elo']:.0f}",
                    "" if alpha is None else f"{100 * alpha[k]:.1f} %",
                ]
            )
    head = ["", "policy", "Elo", "95 %", "mu", "sigma", "Elo, likelihood", "alpha-rank"]
    return Section(
        "ratings",
        "Ratings",
        [
            Plot(
                "ratings",
                partial(plots.ratings, facts),
                "Ratings of all entrants with 95 % intervals",
                "OpenSkill ratings on the scale of Elo: 100 points more mean the better place in 64 games of 100. "
                f"{BAR} from resampled blocks; n = {found['games']:,} games. Where two bars overlap much, the games "
                "do not tell who is stronger.",
            ),
            Table(head, rows, left=2, summary="The ratings as numbers", letters=True),
            Text(
                "mu and sigma are OpenSkill's own. Elo, likelihood: the strengths under which the places seen are "
                "most likely (Plackett and Luce). alpha-rank: how long evolution would stay with a policy, given "
                "who beats whom.",
                "note",
            ),
        ],
    )


def _payoffs(facts: Facts) -> Section | None:
    found = facts["payoffs"]
    if found is None:
        return None
    count = [games for row in found["games"] for games in row if games]
    if not count:
        return None
    n = f"{min(count):,}" if min(count) == max(count) else f"{min(count):,} to {max(count):,}"
    names = {entrant["name"]: entrant["letter"] for entrant in facts["entrants"]}
    if found["cycles"]:
        rings = "; ".join(", ".join(names[name] for name in ring) for ring in found["cycles"])
        cycle = f"Rings in which each beats the next, beyond doubt: {rings}. No ranking does them justice."
    else:
        cycle = "No ring (A beats B, B beats C, C beats A) is beyond doubt."
    letters = [entrant["letter"] for entrant in facts["entrants"]]
    rows = [
        [entrant["letter"], entrant["name"], *map(say_share_and_error, found["shares"][k], found["errors"][k])]
        for k, entrant in enumerate(facts["entrants"])
    ]
    return Section(
        "payoffs",
        "Who beats whom",
        [
            Plot(
                "payoffs",
                partial(plots.payoffs, facts),
                "How often the row's seats were placed before the column's, in percent",
                "In how many of 100 games at a common table the row was placed before the column, whoever won; with "
                "several seats, the mean over all pairs of them. Blue: more than half; orange: less; a dot: they "
                f"never met. n = {n} games a cell. {cycle}",
            ),
            Table(["", "policy", *letters], rows, left=2, summary="With standard errors", letters=True),
        ],
    )


def _splits(facts: Facts) -> Section:
    rows = []
    for kind, found in facts["splits"].items():
        for entrant, cells in zip(facts["entrants"], found["entrants"], strict=True):
            for cell in cells:
                low, high = cell["interval"]
                value = words(cell["value"])
                rows.append(
                    [
                        entrant["letter"],
                        kind,
                        value,
                        f"{cell['seats']:,}",
                        say_percent(cell["share"]),
                        f"{100 * low:.1f} to {100 * high:.1f}",
                        f"{cell['respect']:.2f}",
                    ]
                )
    kinds = list(facts["splits"])
    where = f"{', '.join(kinds[:-1])} and {kinds[-1]}"
    least = min(cell["seats"] for found in facts["splits"].values() for cells in found["entrants"] for cell in cells)
    return Section(
        "splits",
        f"Win share by {where}",
        [
            Plot(
                "splits",
                partial(plots.splits, facts),
                f"Win share of each entrant by {where}, with 95 % intervals",
                f"How many of its seats won, by {where}. The dashed line is the entrant's mean. {BAR}, from "
                f"resampled blocks; n is {least:,} seats or more a row. One bar in twenty misses its line by chance "
                "alone.",
            ),
            Table(
                ["", "by", "value", "seats", "share", "95 %", "Respect"], rows, left=3, summary="The splits as numbers"
            ),
        ],
    )


def _endings(facts: Facts) -> Section:
    found = facts["endings"]
    shares = ", ".join(f"{words(name)} {100 * share:.1f} %" for name, share in found["shares"].items())
    return Section(
        "endings",
        "How games ended",
        [
            Plot(
                "endings",
                partial(plots.endings, facts),
                f"On which Day games ended, and how: {shares}",
                f"Of 100 games, how many ended on that Day; n = {facts['games']:,} games. A victory is a Commission "
                "with the Respect it takes; at the Day cap those still playing are ranked by Respect. A game took "
                f"{say_mean(*found['mean_days'])} Days and {say_mean(*found['decisions'])} decisions, forced ones "
                "not counted (± standard error).",
            )
        ],
    )


# ---- what was run


def _run(facts: Facts) -> Section:
    parts: list[Part] = [
        Text(f"This page was made with moonshine-env {facts['version']} by:"),
        Code(facts["command"]),
    ]
    for file in facts["files"]:
        if file["command"] is not None:
            parts += [Text("These games are played again by:"), Code(file["command"])]
    rows = []
    for file in facts["files"]:
        tables = sorted({len(table) for table in file["tables"]})
        rows.append(
            [
                file["name"] or "in memory",
                f"{file['games']:,}",
                f"{file['blocks']:,}",
                f"{len(file['tables'])} of {' or '.join(map(str, tables))}",
                file["seed"],
                file["seating"],
                file["assign"],
                file["version"],
                (file["sha256"] or "")[:16],
            ]
        )
    head = ["results", "games", "blocks", "tables", "seed", "seating", "mobs and homes", "version", "sha256"]
    parts.append(Table(head, rows, left=1))
    entrants = [[e["letter"], e["name"], e["spec"], e["digest"] or "none"] for e in facts["entrants"]]
    parts.append(Table(["", "policy", "loaded as", "hash"], entrants, left=4, letters=True))
    options = [[name, str(value)] for name, value in facts["options"].items()] or [["all", "as usual"]]
    hashes = [[f"hash of {name}", value] for name, value in facts["game"]["hashes"].items()]
    parts.append(Table(["option", "value"], [*options, *hashes], left=2))
    return Section("run", "What was run", parts)
