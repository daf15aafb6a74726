"""Pieces of `moonshine_env.kingdom.invariants`, which is the face to use: what must be true of every state."""
