"""What Titles are worth to a seat as they would fall tonight; early ones change hands again."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.vocab import NONE, NUM_BOROUGHS
from policies.greedy.mind import NUM_TITLES
from policies.greedy.survey import lowest_of, respect_of_title

MOST_MARGIN = 3  # a lead beyond it is as good


@rule
def titles_worth(m, s, seat):
    """Weigh all Titles, and note what each adds; `m.w` in place."""
    total = 0.0
    for title in range(NUM_TITLES):
        m.w["title"][title] = title_worth(m, s, seat, title)
        total += m.w["title"][title]
        m.w["held"][title] = held_respect(m, s, seat, title)
    m.w["titles"] = total
    return total


@rule
def title_worth(m, s, seat, title):
    """Weigh one Title for a seat: its own share less what rivals' shares count."""
    counts = m.w["counts"][title]
    players = int(s["num_players"])
    first = 0
    second = 0
    for holder in range(players):
        if counts[holder] > first:
            second = first
            first = int(counts[holder])
        elif counts[holder] > second:
            second = int(counts[holder])
    total = 0.0
    for holder in range(players):
        own = int(counts[holder])
        if own > 0:
            share = share_of_title(m, own, second if own == first else first)
            total += share if holder == seat else -m.w["against"][holder] * share
    age = (int(s["day"]) - 1) / max(1, int(s["max_days"]) - 1)
    return respect_of_title(m.t, title) * total * (m.g["title_early"] + (1.0 - m.g["title_early"]) * age)


@rule
def share_of_title(m, own, best):
    """Return the share of a Title's Respect that a seat with `own` places may count on against a best rival's."""
    g = m.g
    least = int(m.t["title_minimum"])
    if own >= least and own > best:
        return g["title_held"] + g["title_margin"] * (min(own - best, MOST_MARGIN) - 1)
    short = max(least, best + 1) - own
    if own == 0 or short > 2:
        return 0.0
    return g["title_near"] if short == 1 else g["title_far"]


@rule
def held_respect(m, s, seat, title):
    """Count the Respect of a Title if the seat would hold it tonight, else 0."""
    if title < NUM_BOROUGHS:
        return respect_of_title(m.t, title) if m.w["deed"][title] == seat else 0
    return respect_of_title(m.t, title) if leads(m, s, seat, m.w["counts"][title]) else 0


@rule
def leads(m, s, seat, counts):
    """Say whether a seat has more than every other, and enough for a Title."""
    if counts[seat] < m.t["title_minimum"]:
        return False
    for other in range(int(s["num_players"])):
        if other != seat and counts[other] >= counts[seat]:
            return False
    return True


@rule
def titles_of(m, districts):
    """Return the Titles that some Districts, given as bits, count for, as bits."""
    titles = 0
    bits = districts
    while bits != 0:
        d = lowest_of(m, bits)
        bits &= bits - 1
        titles |= 1 << int(m.t["borough"][d])
        if m.known["title_kind"][d] != NONE:
            titles |= 1 << int(m.known["title_kind"][d])
    return titles
