"""Pieces of `moonshine_env.kingdom.position`, which is the face to use: how positions are read, checked and written."""
