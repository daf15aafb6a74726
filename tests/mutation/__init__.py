"""Mutation runs: every number and threshold of the rules moved by one, and whether a test sees it.

`python -m tests.mutation --module phases/police.py`, or `make mutants` for all; see `runner.py`.
"""
