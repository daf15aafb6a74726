"""Draw the picture of the README anew, or a position from a file: `python -m moonshine_env.render --out FILE.png`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from moonshine_env.kingdom import position as positions
from moonshine_env.kingdom.tables import load_content
from moonshine_env.render import render_picture

# A Standoff in the middle of a game, as the Irish see it: what docs/images/kingdom.png shows.
EXAMPLE: dict[str, Any] = {
    "day": 7,
    "moon": "new",
    "turn": "knights",
    "players": {
        "sicilian": {
            "token": 2,
            "cash": 3400,
            "ops": {"sicilian": 3},
            "hand": ["best_addresses"],
            "staked": {"voice_of_the_tenements": 1},
            "completed": ["block_party", "gin_baron"],
            "favors": ["texas_guinan"],
        },
        "irish": {
            "token": 1,
            "cash": 900,
            "ops": {"irish": 2, "vipers": 1},
            "hand": ["thickest_wallet", "slow_sip"],
            "staked": {"ruler_of_the_piers": 2},
            "completed": ["clean_ledger"],
            "marks": 1,
        },
        "vipers": {
            "token": 4,
            "next_token": 1,
            "cash": 1300,
            "ops": {},
            "hand": ["paper_king"],
            "staked": {"corner_the_best": 3},
        },
        "knights": {
            "token": 3,
            "cash": 2500,
            "ops": {"knights": 2},
            "hand": ["own_the_ferry", "biggest_army"],
            "completed": ["most_doors_in_town"],
            "favors": ["jimmy_walker"],
            "hustled": True,
        },
    },
    "districts": {
        "fordham": "vipers 2R",
        "hunts_point": "vipers 1B 3R S 2m 1g",
        "throggs_neck": "knights 2R",
        "west_side": "vipers 2R 1r",
        "east_harlem": "vipers 1R S 2w",
        "tenderloin": "sicilian 3R 2g",
        "five_points": "sicilian 1B 4R S 3m",
        "bowery": "2w",
        "red_hook": "sicilian 1R",
        "astoria": "knights 4R 3r",
        "corona": "knights 3R 2g",
        "flushing": "1m",
        "coney_island": "knights S 1g",
        "sheepshead_bay": "irish 1B 2R S 3g",
        "brownsville": "irish 3R S 2w",
        "westerleigh": "irish 1R",
        "jamaica": "irish 2R 1r",
    },
    "stills": {
        "belmont": "gin 4",
        "fordham": "moonshine 5",
        "morris_park": "gin 9",
        "hunts_point": "gin 7 fired",
        "throggs_neck": "gin 3",
        "sugar_hill": "gin 11",
        "west_side": "whisky 8",
        "east_harlem": "moonshine 10",
        "tenderloin": "moonshine 12",
        "five_points": "moonshine 4",
        "bowery": "whisky 7 fired",
        "astoria": "moonshine 6 fired",
        "whitestone": "moonshine 8",
        "flushing": "whisky 2",
        "corona": "gin 10",
        "williamsburg": "moonshine 2",
        "richmond_hill": "whisky 11",
        "red_hook": "moonshine 7 fired",
        "brownsville": "gin 6",
        "sheepshead_bay": "moonshine 9",
        "coney_island": "whisky 3",
        "jamaica": "moonshine 11",
        "westerleigh": "whisky 5",
        "stapleton": "gin 2",
        "tottenville": "whisky 12",
    },
    "precincts": ["sugar_hill", "morris_park", "williamsburg", "richmond_hill", "stapleton"],
    "market": {"moonshine": 300, "gin": 300, "whisky": 400, "rum": 500},
    "heat": ["vipers", "knights", "vipers"],
    "deeds": {
        "brooklyn": "irish",
        "manhattan": "sicilian",
        "queens": "knights",
        "bronx": "vipers",
    },
    "syndicates": {"rum": "knights"},
    "ward_boss": "sicilian",
    "rat": "vipers",
    "promises": [{"by": "knights", "to": "sicilian", "clause": "pay 500", "due": 8, "favor": "jimmy_walker"}],
    "party": "knights 1B 3R 2g at sheepshead_bay from coney_island",
    "play": {"spent": {"knights": 1}},
    "stack": [
        {"work": "operations"},
        {"work": "play_end", "player": "knights"},
        {"decision": "standoff", "player": "irish", "district": "sheepshead_bay"},
    ],
}
EXAMPLE_SEAT = 1


def main(arguments: list[str] | None = None) -> int:
    """Draw and write a picture; returns an exit status."""
    parser = argparse.ArgumentParser(prog="python -m moonshine_env.render", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="PNG file to write")
    parser.add_argument("--position", type=Path, help="JSON file of a position; the README's example if left out")
    parser.add_argument("--size", type=int, nargs=2, default=(1100, 1000), metavar=("WIDTH", "HEIGHT"), help="pixels")
    given = parser.parse_args(arguments)
    content = load_content()
    try:
        if given.position:
            position = json.loads(given.position.read_text())
        else:
            position = positions.dump(content, positions.new_state(content, EXAMPLE), 0, EXAMPLE_SEAT)
        picture = render_picture(content, position, tuple(given.size))
    except (OSError, ValueError, ImportError) as error:
        print(f"python -m moonshine_env.render: {error}", file=sys.stderr)
        return 2
    from PIL import Image

    Image.fromarray(picture).save(given.out, optimize=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
