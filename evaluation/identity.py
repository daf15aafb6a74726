"""Who a policy is: a hash of what it plays by, so that a result says whom it is about."""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path

from policies.blunders import BlunderingPolicy
from policies.policy import Policy

DIGITS = 16


def identify(policy: Policy) -> str:
    """Hash what a policy plays by: the weights of a pack, else the sources of the package or module it comes from.

    Returns:
        16 hex digits; empty if there is no source, as for a class typed into a prompt. A policy that knows better has
        an attribute `digest`.
    """
    own = getattr(policy, "digest", None)
    if isinstance(own, str):
        return own[:DIGITS]
    if isinstance(policy, BlunderingPolicy):
        parts = f"{policy.rate} {identify(policy.policy)} {_hash_sources(policy)}"
        return hashlib.sha256(parts.encode()).hexdigest()[:DIGITS]
    manifest = getattr(policy, "manifest", None)
    if manifest is not None:
        return str(manifest.weights_sha256)[:DIGITS]
    return _hash_sources(policy)


def _hash_sources(policy: Policy) -> str:
    """Hash the package or module that a policy comes from; empty if there is none."""
    try:
        file = Path(inspect.getfile(type(policy)))
    except (TypeError, OSError):
        return ""
    sources = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.relative_to(file.parent).as_posix().encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:DIGITS]
