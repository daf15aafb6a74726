"""Packs: trained policies in one file that others can load, and the policy `pack:PATH`.

A pack is a safetensors file. Its one entry of metadata is a manifest in JSON: which game the policy knows, what it was
trained with, how strong it was found to be. Reading one runs no code from it and needs NumPy and safetensors.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from moonshine_env.engine.game import Game
from moonshine_env.files import write_whole
from moonshine_env.registry import GAMES, find_game
from moonshine_env.seats import SeatBatch
from policies.pack_network import NumpyNetwork, TorchNetwork, tensor_shapes
from policies.shipped import find_pack

FORMAT = 1
ENTRY = "moonshine_pack"
# What each hash of a game stands for, in the words of the refusal.
HASHED = {
    "layout": "observation layout",
    "actions": "action table",
    "data": "components (the numbers of the board and the cards)",
    "rules": "rules",
}


class PackError(ValueError):
    """A file that is no pack, or none for this game; the message says what differs."""


@dataclass(frozen=True)
class Manifest:
    """What a pack says of itself.

    Attributes:
        game: Id of the game.
        edition: Its edition.
        num_players: Table sizes it was trained at.
        num_features: F, length of an observation.
        num_actions: A.
        hashes: Of the observation layout, the action table, the data and the rules, as they were in training.
        network: What `pack_network.tensor_shapes` takes.
        training: Its record: config, decisions, seconds, versions.
        strength: Matches it was measured in: opponents, games, wins, win share and interval.
        weights_sha256: Of the tensors, see `hash_tensors`.
        format: Version of this description.
    """

    game: str
    edition: str
    num_players: list[int]
    num_features: int
    num_actions: int
    hashes: dict[str, str]
    network: dict[str, Any]
    training: dict[str, Any]
    strength: list[dict[str, Any]]
    weights_sha256: str = ""
    format: int = FORMAT


@dataclass(frozen=True)
class Pack:
    """A pack that was read: its manifest, and its tensors by name (float32)."""

    manifest: Manifest
    tensors: dict[str, np.ndarray]


def hash_tensors(tensors: Mapping[str, np.ndarray]) -> str:
    """Hash names, shapes and values of tensors; 64 hex digits, whatever their order."""
    digest = hashlib.sha256()
    for name in sorted(tensors):
        tensor = np.ascontiguousarray(tensors[name], "<f4")
        digest.update(f"{name} {tensor.shape}\n".encode())
        digest.update(tensor.tobytes())
    return digest.hexdigest()


def _name_extra(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """Make an error that says what to install out of one that names a module; others stay as they are."""
    if missing.name != "safetensors":
        return missing
    return ModuleNotFoundError(
        'packs need safetensors, which the extra "packs" brings; run: pip install "moonshine-env[packs]"',
        name=missing.name,
    )


def write_pack(
    path: str | os.PathLike[str], manifest: Manifest, tensors: Mapping[str, np.ndarray], *, half: bool = False
) -> Manifest:
    """Write a pack, whole or not at all.

    Args:
        path: Where to; a file there is replaced.
        manifest: Its `weights_sha256` is filled in.
        tensors: By name, as the network's description asks for.
        half: Round the weights to 16 bits, for a file of half the size. They are read as float32 all the same.

    Returns:
        The manifest as written.

    Raises:
        ValueError: The tensors do not fit the network.
        ModuleNotFoundError: safetensors is not installed.
    """
    try:
        from safetensors.numpy import save
    except ModuleNotFoundError as missing:
        raise _name_extra(missing) from missing

    stored = {name: np.ascontiguousarray(t, np.float16 if half else np.float32) for name, t in tensors.items()}
    kept = {name: tensor.astype(np.float32) for name, tensor in stored.items()}
    _check_shapes(manifest, kept, "the pack to be written")
    if not all(np.isfinite(tensor).all() for tensor in kept.values()):
        raise ValueError("the pack to be written has weights that are no numbers, or too great for 16 bits")
    full = Manifest(**{**asdict(manifest), "weights_sha256": hash_tensors(kept)})
    data = save(stored, {ENTRY: json.dumps(asdict(full), ensure_ascii=False)})
    write_whole(Path(path), data)
    return full


def read_pack(path: str | os.PathLike[str]) -> Pack:
    """Read a pack and check that it is whole; whether it fits a game is `check_fit`'s question.

    Raises:
        PackError: It is no pack, or a damaged one.
        OSError: The file cannot be read.
        ModuleNotFoundError: safetensors is not installed.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ModuleNotFoundError as missing:
        raise _name_extra(missing) from missing

    with Path(path).open("rb"):  # safetensors' own errors do not name the file
        pass
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            tensors = {name: _widen(file.get_tensor(name)) for name in file.keys()}  # noqa: SIM118  # no mapping
    except (SafetensorError, TypeError) as error:  # TypeError: a number type that NumPy has not
        raise PackError(f"{path} is no pack, or was cut short: {error}") from error
    if ENTRY not in metadata:
        raise PackError(f"{path} is a safetensors file, but no pack of moonshine-env: it has no entry {ENTRY!r}")
    manifest = _read_manifest(path, metadata[ENTRY])
    _check_shapes(manifest, tensors, str(path))
    if hash_tensors(tensors) != manifest.weights_sha256:
        raise PackError(f"{path} is damaged, or was altered: its weights are not those its manifest was written for")
    return Pack(manifest, tensors)


def _widen(tensor: np.ndarray) -> np.ndarray:
    """Return weights that were rounded to 16 bits as float32; others as they are."""
    return tensor.astype(np.float32) if tensor.dtype == np.float16 else tensor


def check_fit(path: str | os.PathLike[str], manifest: Manifest, game: Game, content: Any, *, any_rules: bool) -> None:
    """Check that a pack was trained for this game as it is here.

    Args:
        path: For the message.
        manifest: The pack's.
        game: What is to be played.
        content: With which components.
        any_rules: Let a policy play that was trained under other rules, as long as it can read the game.

    Raises:
        PackError: It was not; the sentence says what differs.
    """
    if manifest.game != game.id:
        raise PackError(f"{path} plays {manifest.game}, not {game.id}")
    here = game.hashes(content)
    for name, words in HASHED.items():
        if any_rules and name == "rules":
            continue
        there = manifest.hashes.get(name)
        if there != here[name]:
            way_out = "; add ?rules=any to let it play all the same" if name == "rules" else ""
            raise PackError(
                f"{path} was trained with other {words} than this version of moonshine-env has "
                f"({name} {there} there, {here[name]} here){way_out}"
            )
    if (manifest.num_features, manifest.num_actions) != (game.num_features, game.num_actions):
        raise PackError(
            f"{path} reads {manifest.num_features} features and weighs {manifest.num_actions} actions; "
            f"{game.id} has {game.num_features} and {game.num_actions}"
        )


def _read_manifest(path: str | os.PathLike[str], text: str) -> Manifest:
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        raise PackError(f"{path}: its manifest is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise PackError(f"{path}: its manifest is {type(given).__name__}, expected an object")
    if given.get("format") != FORMAT:
        raise PackError(f"{path} has format {given.get('format')!r}; this version of moonshine-env reads {FORMAT}")
    kinds = {"str": str, "int": int, "list": list, "dict": dict}
    for field in fields(Manifest):
        kind = kinds[str(field.type).partition("[")[0]]
        if not isinstance(given.get(field.name), kind):
            raise PackError(f"{path}: its manifest has {field.name} = {given.get(field.name)!r}, expected {field.type}")
    if given["game"] not in GAMES:
        raise PackError(f"{path} is for the game {given['game']!r}; this version has {', '.join(GAMES)}")
    return Manifest(**{field.name: given[field.name] for field in fields(Manifest)})


def _check_shapes(manifest: Manifest, tensors: Mapping[str, np.ndarray], whose: str) -> None:
    try:
        wanted = tensor_shapes(manifest.network, manifest.num_features, manifest.num_actions)
    except ValueError as error:
        raise PackError(f"{whose} holds {error}") from error
    found = {name: tensor.shape for name, tensor in tensors.items()}
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            raise PackError(
                f"{whose}: tensor {name} has shape {found.get(name, 'none')}, its network asks for "
                f"{wanted.get(name, 'no such tensor')}"
            )
        if tensors[name].dtype != np.float32:
            raise PackError(f"{whose}: tensor {name} holds {tensors[name].dtype}, expected float32")


class PackPolicy:
    """Plays as a pack says: by the probabilities of its network, or always the likeliest action.

    Args:
        pack: What was read.
        sample: False takes the likeliest action.
        use_torch: Work with torch; for big batches.
    """

    def __init__(self, pack: Pack, *, sample: bool = True, use_torch: bool = False) -> None:
        self.manifest = pack.manifest
        self.network = TorchNetwork(pack.tensors) if use_torch else NumpyNetwork(pack.tensors)
        self._sample = sample

    def act(self, seats: SeatBatch, rng: np.random.Generator) -> np.ndarray:
        """Choose a legal action for each of B decisions, `(B,)` int64; one random number is drawn for each."""
        actions, probabilities = self.network.weigh(seats.observations, seats.masks)
        if self._sample:
            heaped = probabilities.cumsum(axis=1)
            # Scaled, so that rounding can never lead behind the last action that has a probability.
            drawn = rng.random(len(actions))[:, None] * heaped[:, -1:]
            places = (heaped <= drawn).sum(axis=1)
        else:
            places = probabilities.argmax(axis=1)
        chosen: np.ndarray = actions[np.arange(len(actions)), places]
        return chosen


# Words after `?` in `pack:PATH?mode=argmax&rules=any`; the default first.
SETTINGS = {"mode": ("sample", "argmax"), "backend": ("numpy", "torch"), "rules": ("same", "any")}


def make(argument: str = "", *, content: Any = None, **_context: Any) -> PackPolicy:
    """Play with a trained network: `pack:PATH`, or `pack:NAME` for one that is shipped.

    Args:
        argument: What follows `pack:`: a path, and settings after a `?`, joined by `&`: `mode=sample` draws by the
            network's probabilities (default), `mode=argmax` takes the likeliest; `backend=torch` works with torch
            rather than NumPy; `rules=any` also takes a pack that was trained under other rules.
        content: Components of the game to be played; None for the printed ones.

    Raises:
        PackError: No pack, a damaged one, or one for another game, layout, action table, components or rules.
        ValueError: A setting that does not exist.
        OSError: The file cannot be read.
        ModuleNotFoundError: safetensors is not installed, or torch for `backend=torch`.
    """
    path, settings = read_argument(argument)
    pack = read_pack(find_pack(path))
    game = find_game(pack.manifest.game)
    here = game.load_content(None) if content is None else content
    check_fit(path, pack.manifest, game, here, any_rules=settings["rules"] == "any")
    return PackPolicy(pack, sample=settings["mode"] == "sample", use_torch=settings["backend"] == "torch")


def read_argument(argument: str) -> tuple[str, dict[str, str]]:
    """Split `PATH?name=value&...` into the path and all settings.

    Raises:
        ValueError: No path, or a setting that does not exist.
    """
    path, _, words = argument.partition("?")
    if not path:
        raise ValueError("which pack? Write pack:PATH, such as pack:runs/kingdom_demo/kingdom_demo.pack")
    settings = {name: values[0] for name, values in SETTINGS.items()}
    for word in filter(None, words.split("&")):
        name, _, value = word.partition("=")
        if value not in SETTINGS.get(name, ()):
            known = ", ".join(f"{n}={v}" for n, values in SETTINGS.items() for v in values)
            raise ValueError(f"pack:{argument}: {word!r} is no setting of a pack; there are: {known}")
        settings[name] = value
    return path, settings
