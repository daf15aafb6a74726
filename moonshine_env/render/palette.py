"""Colours of the picture: cream paper, ink, and muted mobs."""

from __future__ import annotations

from moonshine_env.kingdom.vocab import LIQUOR_IDS, MOB_IDS

Colour = tuple[int, int, int]

PAPER: Colour = (245, 237, 217)
PANEL: Colour = (250, 244, 229)
INK: Colour = (43, 38, 34)
FADED: Colour = (98, 87, 72)
RULE: Colour = (199, 184, 154)
WATER: Colour = (176, 199, 200)
SHALLOWS: tuple[Colour, ...] = ((184, 206, 206), (194, 213, 211), (206, 221, 216))
COAST: Colour = (122, 111, 90)
# By Borough, tints of the same land.
LAND: tuple[Colour, ...] = ((234, 217, 178), (226, 217, 184), (236, 222, 190), (229, 211, 176), (224, 214, 180))
ROAD: Colour = (140, 118, 84)
BRIDGE: Colour = (96, 82, 66)
CARD: Colour = (252, 248, 237)
VACANT: Colour = (222, 213, 192)
POLICE: Colour = (52, 58, 70)
GOLD: Colour = (203, 157, 52)
BRONZE: Colour = (130, 90, 14)  # gold that reads as text
WHITE: Colour = (255, 253, 246)
RED_DIE: Colour = (158, 52, 44)
FIRED: Colour = (186, 32, 24)

MOBS: dict[str, Colour] = dict(zip(MOB_IDS, ((145, 47, 43), (54, 107, 70), (112, 74, 128), (45, 82, 122)), strict=True))
LIQUORS: dict[str, Colour] = dict(
    zip(LIQUOR_IDS, ((236, 228, 206), (122, 168, 150), (201, 138, 50), (104, 58, 36)), strict=True)
)


def ink_on(ground: Colour) -> Colour:
    """Return the colour of text that reads better on a ground."""
    return max((INK, WHITE), key=lambda ink: contrast(ink, ground))


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio); text wants 4.5 at least."""
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
