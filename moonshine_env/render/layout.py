"""Where things stand on the sheet: the map's cards, the labels of Boroughs, the panels around."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from moonshine_env.kingdom.tables import Content
from moonshine_env.kingdom.vocab import NUM_BOROUGHS, NUM_DISTRICTS
from moonshine_env.render.canvas import HEIGHT, WIDTH, Box

HEADER: Box = (0, 0, WIDTH, 92)
MAP: Box = (0, 92, 800, HEIGHT)
PLAYERS: Box = (800, 92, WIDTH, HEIGHT)
MARKET: Box = (14, 106, 244, 386)
LEGEND: Box = (464, 822, 640, 988)
COMPASS = (56.0, 480.0)  # its middle
COMPASS_RADIUS = 34.0

CARD_WIDTH, CARD_HEIGHT = 124, 62
GAP = 10  # between cards, at least
COUPLED = 16  # what is seen of a link between cards that all but touch, at most
MARGIN = 22
BADGE_WIDTH, BADGE_HEIGHT = 124, 20  # of a party
LABEL_WIDTH, LABEL_HEIGHT = 116, 36  # of a Borough

_SPREAD_STEPS = 400


def card_box(centre: np.ndarray) -> Box:
    """Return the rectangle of the card with that centre."""
    x, y = float(centre[0]), float(centre[1])
    return (x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2)


def overlap(a: Box, b: Box, gap: float = 0) -> bool:
    """Say whether two rectangles come nearer than a gap."""
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def around(x: float, y: float, width: float, height: float) -> Box:
    """Return the rectangle around a point."""
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@lru_cache(maxsize=8)
def place_cards(content: Content) -> np.ndarray:
    """Find the centres of the Districts' cards, `(25, 2)`: as in the data, moved apart where cards would overlap."""
    low, high = content.positions.min(0), content.positions.max(0)
    room = np.array([CARD_WIDTH / 2 + MARGIN, CARD_HEIGHT / 2 + MARGIN])
    first, last = np.array(MAP[:2]) + room, np.array(MAP[2:]) - room
    centres: np.ndarray = first + (content.positions - low) / np.maximum(high - low, 1e-9) * (last - first)
    for _ in range(_SPREAD_STEPS):
        before = centres.copy()
        _push_apart(centres)
        for d in range(NUM_DISTRICTS):
            for taken in (MARKET, LEGEND):
                _push_out(centres, d, taken)
        centres = np.clip(centres, first, last)
        if np.allclose(before, centres):
            break
    centres.flags.writeable = False  # the cache hands it out again
    return centres


def _push_apart(centres: np.ndarray) -> None:
    """Move overlapping cards apart along the shorter way, in place."""
    need = np.array([CARD_WIDTH + GAP, CARD_HEIGHT + GAP])
    for a in range(NUM_DISTRICTS):
        for b in range(a + 1, NUM_DISTRICTS):
            apart = centres[b] - centres[a]
            short = need - np.abs(apart)
            if (short > 0).all():
                axis = int(short[1] <= short[0])
                step = (short[axis] / 2 + 0.01) * (1 if apart[axis] >= 0 else -1)
                centres[a, axis] -= step
                centres[b, axis] += step


def _push_out(centres: np.ndarray, d: int, taken: Box) -> None:
    """Move a card out of a panel along the shortest way, in place."""
    box = card_box(centres[d])
    if not overlap(box, taken, GAP):
        return
    ways = (
        (0, taken[2] + GAP - box[0]),
        (0, taken[0] - GAP - box[2]),
        (1, taken[3] + GAP - box[1]),
        (1, taken[1] - GAP - box[3]),
    )
    axis, step = min(ways, key=lambda way: abs(way[1]))
    centres[d, axis] += step


# ---- links

Link = tuple[int, int]
_BENDS = tuple(side * bulge for bulge in range(0, 200, 8) for side in (1, -1))
_SAMPLES = 61


@lru_cache(maxsize=8)
def place_links(content: Content) -> dict[Link, np.ndarray]:
    """Find the way of each link by land or bridge, `(N, 2)` points: straight, or bent around cards in between."""
    centres = place_cards(content)
    ways = {}
    for a, b in (*content.land, *content.bridges):
        others = [card_box(centre) for d, centre in enumerate(centres) if d not in (a, b)]
        bent = [_bend(centres[a], centres[b], bulge) for bulge in _BENDS]
        clear = (way for way in bent if not any(_runs_into(way, box, 5) for box in (*others, MARKET, LEGEND)))
        ways[a, b] = next(clear, bent[0])
    return ways


def _bend(start: np.ndarray, end: np.ndarray, bulge: float) -> np.ndarray:
    """Return points of a curve from one point to another that swings aside by `bulge` units."""
    along = end - start
    aside = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9)
    middle = (start + end) / 2 + 2 * bulge * aside
    t = np.linspace(0, 1, _SAMPLES)[:, None]
    return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end)


def _runs_into(way: np.ndarray, box: Box, gap: float) -> bool:
    x, y = way.T
    inside = (x > box[0] - gap) & (x < box[2] + gap) & (y > box[1] - gap) & (y < box[3] + gap)
    return bool(inside.any())


@lru_cache(maxsize=8)
def place_couplers(content: Content) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """Find both ends of each link that is seen for a few units only: on the edges of the cards it joins."""
    centres = place_cards(content)
    found = []
    for a, b in (*content.land, *content.bridges):
        one, other = card_box(centres[a]), card_box(centres[b])
        for axis in (0, 1):
            low, high = sorted((one, other), key=lambda box: box[axis])
            gap = high[axis] - low[axis + 2]
            first, last = max(one[1 - axis], other[1 - axis]), min(one[3 - axis], other[3 - axis])
            if 0 <= gap <= COUPLED and last - first > 8:
                across = (first + last) / 2
                ends = [(low[axis + 2], across), (high[axis], across)]
                (x0, y0), (x1, y1) = ends if axis == 0 else [end[::-1] for end in ends]
                found.append(((x0, y0), (x1, y1)))
    return tuple(found)


@lru_cache(maxsize=8)
def place_labels(content: Content) -> tuple[tuple[float, float], ...]:
    """Find a free place for the name of each Borough, by its Districts and clear of all cards and panels."""
    centres = place_cards(content)
    boroughs = content.tables[0]["borough"]
    taken = [card_box(centre) for centre in centres]
    taken += [MARKET, LEGEND, around(*COMPASS, COMPASS_RADIUS * 2, COMPASS_RADIUS * 2)]
    across = np.arange(MAP[0] + LABEL_WIDTH / 2 + 10, MAP[2] - LABEL_WIDTH / 2 - 10, 6)
    down = np.arange(MAP[1] + LABEL_HEIGHT / 2 + 10, MAP[3] - LABEL_HEIGHT / 2 - 10, 6)
    spots = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    found: list[tuple[float, float]] = []
    for borough in range(NUM_BOROUGHS):
        own, others = centres[boroughs == borough], centres[boroughs != borough]
        free = np.all([_is_clear(spots, box) for box in taken], axis=0)
        near = np.sort(_distances(spots, own), axis=1)
        # Near two of its own Districts, rather in its middle, and not nearer to those of another Borough.
        cost = near[:, :2].sum(1) + 0.3 * np.hypot(*(own.mean(0) - spots).T)
        cost += 3 * np.maximum(0, near[:, 0] + 25 - _distances(spots, others).min(1))
        # A name that covers a way hides which Districts are Connected.
        cost += sum(400 * _lies_on(spots, way) for way in place_links(content).values())
        x, y = spots[np.argmin(np.where(free, cost, np.inf))].tolist()
        found.append((x, y))
        taken.append(around(x, y, LABEL_WIDTH, LABEL_HEIGHT))
    return tuple(found)


def _is_clear(spots: np.ndarray, box: Box) -> np.ndarray:
    """Say of each spot whether a label there keeps clear of a rectangle."""
    x, y = spots.T
    wide, high = LABEL_WIDTH / 2 + 5, LABEL_HEIGHT / 2 + 5
    return np.asarray((x + wide < box[0]) | (x - wide > box[2]) | (y + high < box[1]) | (y - high > box[3]))


def _lies_on(spots: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Say of each spot whether a label there would lie on a way."""
    apart = np.abs(spots[:, None] - way[None])
    return np.asarray(((apart[..., 0] < LABEL_WIDTH / 2 + 3) & (apart[..., 1] < LABEL_HEIGHT / 2 + 3)).any(1))


def _distances(spots: np.ndarray, centres: np.ndarray) -> np.ndarray:
    return np.asarray(np.hypot(*np.moveaxis(spots[:, None] - centres[None], -1, 0)))


def place_badge(content: Content, district: int, keep_clear: Box) -> tuple[float, float]:
    """Find a place beside a District's card for a party that stands there: the centre of its badge.

    Args:
        content: Components the game is played with.
        district: Where the party is.
        keep_clear: What the badge should not cover either.
    """
    centres = place_cards(content)
    x, y = map(float, centres[district])
    taken = [card_box(centre) for centre in centres] + [MARKET, LEGEND, keep_clear]
    taken += [around(*where, LABEL_WIDTH, LABEL_HEIGHT) for where in place_labels(content)]
    across = (CARD_WIDTH + BADGE_WIDTH) / 2 + 3
    down = (CARD_HEIGHT + BADGE_HEIGHT) / 2 + 2
    shifts = sorted(
        ((dx, dy) for dx in np.linspace(-across, across, 21) for dy in np.linspace(-down, down, 9)), key=_length
    )
    for dx, dy in shifts:
        badge = around(x + dx, y + dy, BADGE_WIDTH, BADGE_HEIGHT)
        inside = all(badge[k] >= MAP[k] + 8 and badge[k + 2] <= MAP[k + 2] - 8 for k in (0, 1))
        if inside and not any(overlap(badge, box, 1) for box in taken):
            return x + float(dx), y + float(dy)
    return x, y + down


def _length(shift: tuple[float, float]) -> float:
    return float(np.hypot(*shift))
