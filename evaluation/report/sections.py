"""What a report says: its sections, with a few plain sentences to each plot, out of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from evaluation.positions import VERDICTS
from evaluation.report import play_plots, plots
from evaluation.report.page import Code, Part, Plot, Section, Table, Text
from evaluation.report.play_plots import FEW, SOURCE_LABELS
from evaluation.report.plots import words
from evaluation.report.replayed import SOURCES

BAR = "Bars are 95 % intervals"
NOT_ALONE = "It says what follows, not what causes it: strong players choose other moments than weak ones."

Facts = Mapping[str, Any]


def make_sections(facts: Facts) -> list[Section]:
    """Make the sections of a report, in order; those that have nothing to say are left out."""
    made = [
        _standings(facts),
        _ratings(facts),
        _payoffs(facts),
        _splits(facts),
        _endings(facts),
        *_replayed(facts),
        _behaviour(facts),
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
                _percent(row["share"]),
                f"{100 * low:.1f} to {100 * high:.1f}",
                _plus_minus(row["place"], row["place_error"]),
                _plus_minus(row["respect"], row["respect_error"]),
                _plus_minus(row["margin"], row["margin_error"]),
                _number(row["pairing_ratio"]),
            ]
        )
    head = ["", "policy", "games", "seats", "won", "share", "95 %", "place", "Respect", "margin", "pairing"]
    even = ", ".join(f"{100 / players:.0f} % at a table of {players}" for players in facts["players"])
    return Section(
        "standings",
        "Standings",
        [
            Table(head, rows, left=2, letters=True),
            Text(
                f"Share: games that one of the policy's seats won; a policy with one seat that is as good as the others wins {even}. "
                "The interval comes from resampled blocks, by Wilson's formula where there are fewer than ten. "
                "Place (1 = first), Respect and margin (own Respect less the mean of the others) are means over its seats, ± the standard error. "
                "Pairing: the variance of the share, as a part of what as many games of unrelated seeds would have; "
                "below 1, blocks save games. Policies stand in order of their share, against an even one.",
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
                f"OpenSkill ratings on the scale of Elo: 100 points more mean the better place in 64 games of 100. {BAR} "
                f"from resampled blocks; n = {found['games']:,} games. Where two bars overlap much, the games do not tell who is stronger.",
            ),
            Table(head, rows, left=2, summary="The ratings as numbers", letters=True),
            Text(
                "mu and sigma are OpenSkill's own. Elo, likelihood: the strengths under which the places seen are most likely "
                "(Plackett and Luce). alpha-rank: how long evolution would stay with a policy, given who beats whom.",
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
        [entrant["letter"], entrant["name"], *map(_share_and_error, found["shares"][k], found["errors"][k])]
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
                "In how many of 100 games at a common table the row was placed before the column, whoever won; with several seats, the mean "
                f"over all pairs of them. Blue: more than half; orange: less; a dot: they never met. n = {n} games a cell. {cycle}",
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
                        _percent(cell["share"]),
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
                f"How many of its seats won, by {where}. The dashed line is the entrant's mean. {BAR} (Wilson, seats taken as independent); "
                f"n is {least:,} seats or more a row. One bar in twenty misses its line by chance alone.",
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
                f"Of 100 games, how many ended on that Day; n = {facts['games']:,} games. A victory is a Commission with the Respect it takes; "
                "at the Day cap those still playing are ranked by Respect. A game took "
                f"{_plus_minus(*found['mean_days'])} Days and {_plus_minus(*found['decisions'])} decisions, forced ones not counted (± standard error).",
            )
        ],
    )


# ---- inside games


def _replayed(facts: Facts) -> list[Section]:
    found = facts["replayed"]
    if not found["games"]:
        return [Section("inside", "Inside the games", [Text(found["why"])])]
    n = f"n = {found['games']:,} games, played again move by move"
    if found["games"] < found["of"]:
        n += f" (whole blocks drawn at random from {found['of']:,}; --games takes more)"
    return [_respect(facts, n), _plays(facts, n), _contracts(facts, n)]


def _respect(facts: Facts, n: str) -> Section:
    found = facts["replayed"]["respect"]
    rows = [
        [
            entrant["letter"],
            entrant["name"],
            *(f"{row['sources'][-1][source]:.2f}" for source in SOURCES),
            f"{sum(row['sources'][-1].values()):.2f}",
        ]
        for entrant, row in zip(facts["entrants"], found["entrants"], strict=True)
        if row["sources"]
    ]
    return Section(
        "respect",
        "Respect",
        [
            Plot(
                "respect",
                partial(play_plots.respect, facts),
                "Mean Respect of each entrant at the end of each Day",
                f"Mean Respect of a seat at the end of each Day, after Reckoning. A game that has ended keeps its last Respect. "
                f"The band is the 95 % interval of the mean, from blocks; {n}.",
            ),
            Plot(
                "sources",
                partial(play_plots.sources, facts),
                "What the Respect of each entrant at the end was made of",
                f"Where that Respect came from at the end of the game, as a mean over seats: Titles in blue (Deeds of Boroughs, "
                f"Syndicates, Ward Boss), Completed Contracts in amber; unpaid Marks and the Rat Card take away. {n}. "
                "A Commission is worth no Respect by itself, but nobody wins without.",
            ),
            Table(
                ["", "policy", *(SOURCE_LABELS[source] for source in SOURCES), "net"],
                rows,
                left=2,
                summary="Where it came from, as numbers",
                letters=True,
            ),
        ],
    )


def _plays(facts: Facts, n: str) -> Section:
    parts: list[Part] = [
        Plot(
            "plays",
            partial(play_plots.uses, facts),
            "How often each kind of play is used in a game",
            f"Uses by a seat in a game, at the decisions where it was asked for. The tint compares the entrants within a row; – is never. {n}.",
        )
    ]
    if any(entrant.get("n", 0) >= FEW for row in facts["replayed"]["plays"] for entrant in row["entrants"]):
        parts += [
            Plot(
                "cash-after-plays",
                partial(play_plots.follows_cash, facts),
                "Mean change of own cash from before a Play until it is over, in $",
                "Mean change of the player's cash in $, from before the Play was chosen until it was over, with its fights and Raids; the pay of "
                f"Contracts is not counted. A dot: fewer than {FEW} such Plays. {n}.",
            ),
            Plot(
                "respect-after-plays",
                partial(play_plots.follows_respect, facts),
                "Mean change of own Respect from before a Play until the end of the Day",
                "Mean change of the player's Respect, from before the Play was chosen until the end of that Day, after Reckoning, where Titles and "
                f"Contracts are counted: all Plays of a Day share what its night brings. {NOT_ALONE} A dot: fewer than {FEW} such Plays. {n}.",
            ),
        ]
    rows = []
    for row in facts["replayed"]["plays"]:
        for entrant, cell in zip(facts["entrants"], row["entrants"], strict=True):
            if cell["uses"]:
                rows.append(
                    [
                        row["label"],
                        entrant["letter"],
                        f"{cell['per_game']:.2f}",
                        _percent(cell["share_of_games"]),
                        _plus_minus(cell.get("cash"), cell.get("cash_error"), 0),
                        _plus_minus(cell.get("respect"), cell.get("respect_error")),
                    ]
                )
    head = ["play", "policy", "in a game", "games with it", "cash after, $", "Respect after"]
    parts.append(Table(head, rows, left=2, summary="The plays as numbers, ± standard error"))
    return Section("plays", "Plays, and what follows", parts)


def _contracts(facts: Facts, n: str) -> Section:
    found = facts["replayed"]
    games = found["games"]
    rows = [
        [
            row["name"],
            row["deck"].capitalize(),
            *(f"{100 * row[fate] / games:.1f}" for fate in ("staked", "completed", "botched", "open", "discarded")),
            _share(row["completed"], row["staked"]),
            _share(row["staked_won"], row["staked"]),
            _share(row["completed_won"], row["completed"]),
        ]
        for row in sorted(found["contracts"], key=lambda row: -row["staked"])
    ]
    head = [
        "Contract",
        "deck",
        "staked",
        "Completed",
        "Botched",
        "open",
        "discarded",
        "of staked",
        "staked, won",
        "Completed, won",
    ]
    hands = [
        [
            entrant["letter"],
            entrant["name"],
            *(
                f"{hand[deck]['staked']:.2f} / {hand[deck]['completed']:.2f} / {hand[deck]['discarded']:.2f}"
                for deck in ("gig", "racket", "score")
            ),
        ]
        for entrant, hand in zip(facts["entrants"], found["hand"], strict=True)
    ]
    return Section(
        "contracts",
        "Contracts",
        [
            Plot(
                "contracts",
                partial(play_plots.contracts, facts),
                "How often each Contract was staked and Completed, and the win share of those who Completed it",
                "Left: in 100 games, how often a Contract was staked, by anybody, and what became of it. Right: how many of those who Completed it won "
                f"the game, with the 95 % interval (Wilson), from {FEW} on; the dashed line is the share of all seats. "
                f"Who is ahead Completes more: that is no proof of a good card. {n}.",
            ),
            Table(
                ["", "policy", "Gigs", "Rackets", "Scores"],
                hands,
                left=2,
                summary="By policy: staked / Completed / discarded, by a seat in a game",
                letters=True,
            ),
            Table(head, rows, left=2, summary="All Contracts: in 100 games, and shares in %"),
        ],
    )


# ---- behaviour


def _behaviour(facts: Facts) -> Section | None:
    found = facts["behaviour"]
    if not found:
        return None
    names = list(found["scores"])
    letters = {entrant["name"]: entrant["letter"] for entrant in facts["entrants"]}
    scores = [
        [letters.get(name, ""), name, _percent(found["scores"][name]), _percent(found["good"][name])] for name in names
    ]
    scores.append(["", "equal odds", _percent(found["uniform"]["score"]), _percent(found["uniform"]["good"])])
    rows = [
        [
            row["id"],
            row["title"],
            *(_answer(row["answers"][name]) for name in names),
        ]
        for row in found["positions"]
    ]
    return Section(
        "behaviour",
        "Behaviour",
        [
            Plot(
                "behaviour",
                partial(play_plots.behaviour, facts),
                "Shares of good, neutral and bad answers in each telling position",
                f"{len(found['positions'])} positions in which the rules and a little arithmetic say what is sane. A bar is all answers of a policy: "
                f"good, neutral, bad. n = {found['samples']} answers a bar, seed {found['seed']}. The last column is a choice among all legal plays with equal odds.",
            ),
            Table(["", "policy", "not bad", "good"], scores, left=2),
            Table(
                ["position", "asks", *(letters.get(name, name) for name in names)],
                rows,
                left=2 + len(names),
                summary="All positions: good/neutral/bad in %, and the most frequent play",
            ),
        ],
    )


def _answer(answer: Mapping[str, Any]) -> str:
    shares = "/".join(f"{100 * answer[verdict]:.0f}" for verdict in VERDICTS)
    return f"{shares} {answer['plays'][0]['play']}"


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


# ---- words for numbers


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _plus_minus(mean: float | None, error: float | None, digits: int = 2) -> str:
    if mean is None:
        return ""
    return f"{mean:.{digits}f}" if error is None else f"{mean:.{digits}f} ± {error:.{digits}f}"


def _share_and_error(share: float | None, error: float | None) -> str:
    if share is None:
        return ""
    return f"{100 * share:.1f}" if error is None else f"{100 * share:.1f} ± {100 * error:.1f}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else ""
