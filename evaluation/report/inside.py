"""What a report says about what happened inside games, and about behaviour in telling positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from evaluation.positions import VERDICTS
from evaluation.report import play_plots, respect_plots
from evaluation.report.page import Part, Plot, Section, Table, Text
from evaluation.report.play_plots import FEW
from evaluation.report.replayed import SOURCES
from evaluation.report.respect_plots import SOURCE_LABELS
from evaluation.report.wording import say_mean, say_percent, say_share

NOT_ALONE = "It says what follows, not what causes it: strong players choose other moments than weak ones."

Facts = Mapping[str, Any]


def inside_sections(facts: Facts) -> list[Section]:
    """Make the sections about what happened inside the games."""
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
                partial(respect_plots.respect, facts),
                "Mean Respect of each entrant at the end of each Day",
                "Mean Respect of a seat at the end of each Day, after Reckoning. A game that has ended keeps its "
                f"last Respect. The band is the 95 % interval of the mean, from blocks; {n}.",
            ),
            Plot(
                "sources",
                partial(respect_plots.sources, facts),
                "What the Respect of each entrant at the end was made of",
                "Where that Respect came from at the end of the game, as a mean over seats: Titles in blue (Deeds "
                "of Boroughs, Syndicates, Ward Boss), Completed Contracts in amber; unpaid Marks and the Rat Card "
                f"take away. {n}. A Commission is worth no Respect by itself, but nobody wins without.",
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
            "Uses by a seat in a game: in the morning, as Plays, in fights, with the Police, and in table talk. The "
            f"tint compares the entrants within a row; – is never. {n}.",
        )
    ]
    if any(entrant.get("n", 0) >= FEW for row in facts["replayed"]["plays"] for entrant in row["entrants"]):
        parts += [
            Plot(
                "cash-after-plays",
                partial(play_plots.follows_cash, facts),
                "Mean change of own cash from before a Play until it is over, in hundreds of $",
                "Mean change of the player's cash in hundreds of $, from before the Play was chosen until it was "
                f"over, with its fights and Raids; the pay of Contracts is not counted. A dot: fewer than {FEW} such "
                f"Plays. {n}.",
            ),
            Plot(
                "respect-after-plays",
                partial(play_plots.follows_respect, facts),
                "Mean change of own Respect from before a Play until the end of the Day",
                "Mean change of the player's Respect, from before the Play was chosen until the end of that Day, "
                "after Reckoning, where Titles and Contracts are counted: all Plays of a Day share what its night "
                f"brings. {NOT_ALONE} A dot: fewer than {FEW} such Plays. {n}.",
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
                        say_percent(cell["share_of_games"]),
                        say_mean(cell.get("cash"), cell.get("cash_error"), 0),
                        say_mean(cell.get("respect"), cell.get("respect_error")),
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
            say_share(row["completed"], row["staked"]),
            say_share(row["staked_won"], row["staked"]),
            say_share(row["completed_won"], row["completed"]),
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
                "Left: in 100 games, how often a Contract was staked, by anybody, and what became of it. Right: how "
                f"many of those who Completed it won the game, with the 95 % interval (Wilson), from {FEW} on; the "
                "dashed line is the share of all seats. Who is ahead Completes more: that is no proof of a good "
                f"card. {n}.",
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


def behaviour_section(facts: Facts) -> Section | None:
    """Make the section about telling positions; None if nobody was asked."""
    found = facts["behaviour"]
    if not found:
        return None
    names = list(found["scores"])
    letters = {entrant["name"]: entrant["letter"] for entrant in facts["entrants"]}
    scores = [
        [letters.get(name, ""), name, say_percent(found["scores"][name]), say_percent(found["good"][name])]
        for name in names
    ]
    scores.append(["", "equal odds", say_percent(found["uniform"]["score"]), say_percent(found["uniform"]["good"])])
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
                f"{len(found['positions'])} positions in which the rules and a little arithmetic say what is sane. A "
                f"bar is all answers of a policy: good, neutral, bad. n = {found['samples']} answers a bar, seed "
                f"{found['seed']}. The last column is a choice among all legal plays with equal odds.",
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
