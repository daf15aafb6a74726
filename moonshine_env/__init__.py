"""Reinforcement-learning environments for the board game Moonshine Kingdom (Moonshine Empire is not built yet).

Start from `moonshine_env.kingdom_v0`. Importing this package compiles nothing and loads no rules; it registers
`moonshine/Kingdom-v0` with Gymnasium, which has no other way to learn of it.
"""

from __future__ import annotations

import gymnasium

__version__ = "0.1.0"

if "moonshine/Kingdom-v0" not in gymnasium.registry:
    gymnasium.register("moonshine/Kingdom-v0", entry_point="moonshine_env.single:make_kingdom")
