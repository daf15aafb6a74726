"""A player in a terminal: a headline, then what lies before him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from moonshine_env.kingdom.vocab import DECK_IDS, MOB_IDS
from moonshine_env.render import facts as f
from moonshine_env.render.brush import Brush, join, wrap
from moonshine_env.render.facts import BROKER_WORDS, DECK_WORDS, MOB_WORDS, Facts


def draw_player(facts: Facts, brush: Brush, seat: int, mob: str) -> list[str]:
    """Draw a player: a headline, then a line or more for each thing that lies before him."""
    player = facts.part("players")[mob]
    name = facts.content.mob_names[MOB_IDS.index(mob)]
    parts = [f"player {seat}", f"Token {player['token']}"]
    if player.get("next_token"):
        parts.append(f"lies low (tomorrow {player['next_token']})")
    if facts.position.get("turn") == mob:
        parts.append("HIS TURN")
    parts += [f"partner of the {brush.mob(partner)}" for partner in facts.partners_of(mob)]
    if player.get("place"):
        parts.append(f"PLACE {player['place']}")
    parts[-1] += f". {f.say_money(player['cash'])}"
    parts.append(f"Respect {facts.respect[mob]}")
    if player.get("commission"):
        parts.append("Commission")
    lines = join(f"{brush.paint(f'{name} ({MOB_WORDS[mob]})', mob)}: {parts[0]}", parts[1:], 4)
    for label, text in _player_rows(facts, mob, player):
        lines += wrap(f"{label}: {text}")
    return lines


def _player_rows(facts: Facts, mob: str, player: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """List what lies before a player as (label, text), only what there is."""
    yield "slots", _slots(player, mob)
    content = facts.content
    hidden = f.say_hidden_hand(player)
    if hidden:
        yield "hand", f"{hidden} (hidden)"
    elif not player.get("hand"):
        yield "hand", "none"
    for card in player.get("hand", []):
        yield f"in hand, {_title_of(facts, card)}", f.card_says(content, card)
    for card, markers in player.get("staked", {}).items():
        yield (
            f"STAKED with {markers} marker{'s' * (markers > 1)}, {_title_of(facts, card)}",
            f.card_says(content, card),
        )
    titles = [what for what, _ in f.list_titles(content, facts.position, mob)]
    if titles:
        yield "Titles", ", ".join(titles)
    gives = [f"{what} {points:+d}" for what, points in f.list_respect(content, facts.position, mob)]
    if gives:
        yield "Respect from", ", ".join(gives)
    if player.get("favors"):
        yield "Favors", ", ".join(BROKER_WORDS[broker] for broker in player["favors"])
    if player.get("favors_lost"):
        yield "Favors lost for good", ", ".join(BROKER_WORDS[broker] for broker in player["favors_lost"])
    for promise in f.list_promises(facts.position, mob):
        yield "promises", promise
    bosses, runners, houses = facts.pieces_left[mob]
    lost = f"; {player['runners_lost']} Runners lost for good" if player.get("runners_lost") else ""
    yield "pieces left", f"{bosses}B {runners}R {houses}S{lost}"


def _title_of(facts: Facts, card: str) -> str:
    return f"{f.card_name(facts.content, card)} ({DECK_WORDS[DECK_IDS[f.card_deck(facts.content, card)]]})"


def _slots(player: Mapping[str, Any], mob: str) -> str:
    own = player["ops"].get(mob, 0)
    lent = [f"{count} of the {MOB_WORDS[owner]}" for owner, count in player["ops"].items() if owner != mob]
    slotted = sum(player["ops"].values())
    parts = [f"{own} own marker{'s' * (own != 1)}", *lent] if slotted else ["empty"]
    text = f"{', '.join(parts)}; Stash {player['stash']}"
    if player.get("marks"):
        text += f"; Shylock's Marks {player['marks']}"
    if player.get("plays_today"):
        text += f"; Plays today {player['plays_today']}"
    return text + ("; has Hustled" if player.get("hustled") else "")
