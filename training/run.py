"""A training run: from a config to a pack, with checkpoints on the way that it can be resumed from.

A run's folder holds `config.toml`, `NAME.pack`, `tensorboard/`, and in `checkpoints/` for each checkpoint a pack (to
play with) and a zip of stable-baselines3 (weights and optimiser, to go on from; for one's own runs only).
"""

from __future__ import annotations

import io
import time
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import LinearSchedule

from evaluation.match import play_match
from evaluation.summary import MatchResult
from moonshine_env import __version__
from moonshine_env.batch import Batch
from moonshine_env.engine.game import Game
from moonshine_env.files import check_folder, check_output, write_whole
from moonshine_env.registry import find_game
from moonshine_env.settings import read_settings
from policies import Policy, load
from policies.packs import Manifest, Pack, PackError, PackPolicy, check_fit, read_pack, write_pack
from training.config import Config, ConfigError, check_config, read_config, write_config
from training.network import describe_network, export_tensors
from training.ppo import SelfPlayPPO
from training.selfplay import Opponent, Tables
from training.shaping import Potential

PAST = "past"
SELF = "the learner"
RECORDED = ("numpy", "torch", "stable-baselines3", "sb3-contrib")


@dataclass
class Progress:
    """How far a run has come.

    Attributes:
        decisions: Learned from, or about to be.
        seconds: Of training, matches on the way included; earlier parts of a resumed run too.
        fraction: 0 .. 1, of the decisions or of the time, whichever is further.
        per_second: Decisions, in this part of the run.
        strength: The matches so far, the latest last.
        note: What has just happened, for people; empty if nothing has.
    """

    decisions: int = 0
    seconds: float = 0.0
    fraction: float = 0.0
    per_second: float = 0.0
    strength: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""


class PastSelf:
    """Plays as one of the run's own checkpoints, drawn anew after each rollout; at random while there is none.

    Args:
        folder: Where the checkpoints are.
        seed: Of the draw.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._rng = np.random.default_rng(seed)
        self._policy = load("random")
        self._path: Path | None = None

    def draw(self) -> None:
        """Choose whom to be."""
        packs = sorted(self._folder.glob("*.pack"))
        if packs:
            path = packs[self._rng.integers(len(packs))]
            if path != self._path:
                with suppress(OSError, PackError):  # a damaged one is passed over
                    self._path, self._policy = path, PackPolicy(read_pack(path))

    def act(self, seats: Any, rng: np.random.Generator) -> np.ndarray:
        """Choose a legal action for each row, `(B,)`."""
        return self._policy.act(seats, rng)


class TrainingRun:
    """One run in its folder.

    Args:
        config: What to do.
        folder: The run's own; made if need be.
        resume: Go on from the newest checkpoint there.

    All that the run will need is looked at here: options, names, files, the device. No work is done before that.

    Raises:
        ConfigError: The folder holds a run already, or (to resume) none, or one that cannot go on with this config; or
            the config names what is not there.
        ValueError: An option, a feature to shape by or a policy that does not exist.
        OSError: A file that the config names cannot be read.
    """

    def __init__(self, config: Config, folder: Path, *, resume: bool = False) -> None:
        self.config = config
        self.folder = folder
        self.checkpoints = folder / "checkpoints"
        self.pack_path = folder / f"{config.name}.pack"
        self.progress = Progress()
        self._game = find_game(config.game.id)
        self._options = dict(config.game.options)
        self._check_place()
        check_device(config.learner.device)
        for size in config.game.table_sizes:
            _check_options(self._game, {**self._options, "num_players": size}, "game.options")
        self._content = self._game.load_content(self._options.get("content"))
        self._rivals = {spec: self._load(spec, "evaluation.opponents") for spec in config.rivals()}
        damaged: list[Path] = []
        start = self._find_start(resume, damaged)
        if config.learner.torch_threads:
            torch.set_num_threads(config.learner.torch_threads)
        self._past = PastSelf(self.checkpoints, config.seed)
        self._seed = derive_seed(config.seed, self.progress.decisions)
        self._tables = self._make_tables()
        self._model = self._make_model()
        if start is not None:
            self._restore(start)
        self._seconds_before = self.progress.seconds
        self._decisions_before = self.progress.decisions
        self._began = time.perf_counter()
        self._checkpoint_at = self.progress.decisions + config.schedule.checkpoint_every
        self._measure_at = self.progress.decisions + config.evaluation.every
        folder.mkdir(parents=True, exist_ok=True)
        self.progress.note = _lay_aside(damaged, start)
        write_whole(folder / "config.toml", write_config(config).encode())
        self._model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))

    def train(self, report: Callable[[Progress], None] = lambda _: None) -> Path:
        """Train to the end of the schedule, and write the pack.

        Args:
            report: Called after each update.

        Returns:
            The pack.
        """
        try:
            while self.progress.fraction < 1:
                self.progress.note = ""
                self._past.draw()
                self._model.collect(self._tables)
                self._advance()
                self._model.train()
                self._advance()
                self._log()
                self._do_what_is_due()
                report(self.progress)
        except KeyboardInterrupt:
            self._write_checkpoint()
            raise
        finally:
            self.close()
        self._finish()
        report(self.progress)
        return self.pack_path

    def export(self) -> dict[str, np.ndarray]:
        """Copy the network's weights as a pack has them."""
        return export_tensors(self._model.policy)

    def close(self) -> None:
        """Leave the tables; a run that was trained has."""
        self._tables.close()

    # ---- beginning

    def _check_place(self) -> None:
        """Check that the run's files can be written."""
        if self.folder.exists() and not self.folder.is_dir():
            raise ConfigError(f"{self.folder} is a file; the run needs a folder: name another by --out")
        check_output(self.pack_path, "the run's pack")
        for folder in (self.checkpoints, self.folder / "tensorboard"):
            check_folder(folder, f"the run's folder {folder}")

    def _find_start(self, resume: bool, damaged: list[Path]) -> Path | None:
        """Find the checkpoint to go on from, and take over its record; None for a new run.

        Args:
            resume: Whether to look for one.
            damaged: Takes the checkpoints that are newer, but not whole.
        """
        config_file = self.folder / "config.toml"
        if not resume:
            if config_file.exists():
                raise ConfigError(
                    f"{self.folder} holds a run already; go on with it by --resume, or choose another folder by --out"
                )
            return None
        if not config_file.exists():
            raise ConfigError(f"{self.folder} holds no run to resume: it has no config.toml")
        _check_same(read_config(config_file), self.config, self.folder)
        for path in sorted(self.checkpoints.glob("*.zip"), reverse=True):
            try:
                record = read_pack(path.with_suffix(".pack")).manifest
            except (OSError, PackError):
                damaged.append(path)
                continue
            if not _is_whole(path):
                damaged.append(path)
                continue
            check_fit(path.with_suffix(".pack"), record, self._game, self._content, any_rules=True)
            self.progress.decisions = int(record.training["decisions"])
            self.progress.seconds = float(record.training["seconds"])
            self.progress.strength = list(record.strength)
            self._update_fraction()
            return path
        if damaged:
            raise ConfigError(
                f"no checkpoint of {self.folder} is whole, so there is none to go on from: "
                f"{', '.join(map(str, damaged))}; begin anew in another folder, by --out"
            )
        return None

    def _make_tables(self) -> Tables:
        config = self.config
        sizes = config.game.table_sizes
        batches = [
            Batch(
                self._game,
                max(1, config.rollout.games // len(sizes)),
                seed=self._seed + number,
                threads=config.rollout.threads,
                **self._options,
                num_players=size,
                reward=config.reward.kind,
            )
            for number, size in enumerate(sizes)
        ]
        opponents = [
            Opponent(self._past if row.policy == PAST else self._load(row.policy, "opponents"), row.share)
            for row in config.opponents
        ]
        potential = Potential(self._game, config.reward.shaping)
        return Tables(batches, opponents=opponents, potential=potential, seed=self._seed)

    def _load(self, spec: str, key: str) -> Policy:
        """Make a policy that the config names."""
        if spec == PAST:
            raise ConfigError(f"{key}: {PAST!r} is met in training alone, in the tables [[opponents]]; name another")
        try:
            return load(spec, content=self._content)
        except ValueError as error:
            raise ConfigError(f"{key}: {error}") from error

    def _make_model(self) -> SelfPlayPPO:
        learner = self.config.learner
        return SelfPlayPPO.make(
            self._game.num_features,
            self._game.num_actions,
            num_chains=self._tables.num_chains,
            rollout=self.config.rollout.decisions,
            network={"scale": self._game.scale, "hidden": self.config.network.hidden},
            seed=self._seed,
            device=learner.device,
            learning_rate=LinearSchedule(learner.learning_rate, learner.final_learning_rate, 1.0),
            batch_size=learner.batch_size,
            n_epochs=learner.epochs,
            gamma=learner.gamma,
            gae_lambda=learner.gae_lambda,
            clip_range=learner.clip_range,
            ent_coef=learner.entropy,
            vf_coef=learner.value,
            max_grad_norm=learner.max_grad_norm,
            target_kl=learner.target_kl or None,
        )

    def _restore(self, checkpoint: Path) -> None:
        self._model.set_parameters(str(checkpoint), device=self._model.device)
        self._model.num_timesteps = self.progress.decisions

    # ---- on the way

    def _advance(self) -> None:
        progress = self.progress
        here = time.perf_counter() - self._began
        progress.decisions = self._model.num_timesteps
        progress.seconds = self._seconds_before + here
        progress.per_second = (progress.decisions - self._decisions_before) / here
        self._update_fraction()
        self._model.set_progress(progress.fraction)

    def _update_fraction(self) -> None:
        schedule, progress = self.config.schedule, self.progress
        done = progress.decisions / schedule.decisions
        if schedule.minutes:
            done = max(done, progress.seconds / (60 * schedule.minutes))
        progress.fraction = min(1.0, done)

    def _log(self) -> None:
        logger = self._model.logger
        results = self._tables.take_results()
        if results:
            ended = np.concatenate(results)
            seats = ended["num_players"].sum()
            logger.record("games/ended", len(ended))
            logger.record("games/decisions", ended["decisions"].mean())
            logger.record("games/days", ended["day"].mean())
            logger.record("games/respect", ended["respect"].sum() / seats)
            logger.record("games/respect_of_first", ended["respect"].max(axis=1).mean())
            logger.record("games/victories", (ended["ending"] == 1).mean())
        logger.record("time/decisions_per_second", self.progress.per_second)
        logger.dump(self.progress.decisions)

    def _do_what_is_due(self) -> None:
        if self.config.evaluation.every and self.progress.decisions >= self._measure_at:
            self._measure_at = self.progress.decisions + self.config.evaluation.every
            self._measure(self.config.evaluation.games)
        if self.progress.decisions >= self._checkpoint_at:
            self._checkpoint_at = self.progress.decisions + self.config.schedule.checkpoint_every
            self._write_checkpoint()

    def _measure(self, games: int) -> None:
        """Play a match and note its outcome."""
        opponents = self.config.rivals()
        own = PackPolicy(Pack(self._manifest(), self.export()))
        result = play_match(
            [own, *(self._rivals[spec] for spec in opponents)],
            games,
            self.config.seed,
            names=[SELF, *opponents],
            game=self._game,
            batch_size=games,
            **self._options,
        )
        entry = describe_match(result, SELF) | {"decisions": self.progress.decisions}
        self.progress.strength.append(entry)
        self._model.logger.record("match/win_share", entry["win_share"])
        self._model.logger.dump(self.progress.decisions)
        low, high = entry["interval"]
        self.progress.note = (
            f"{self.progress.decisions:,} decisions: wins {entry['win_share']:.0%} ({low:.0%} to {high:.0%}) "
            f"of {entry['games']} games against {', '.join(opponents)}"
        )

    def _write_checkpoint(self) -> None:
        """Write a pack and the zip, in this order: a zip always has its pack beside it."""
        stem = self.checkpoints / f"{self.progress.decisions:012d}"
        write_pack(stem.with_suffix(".pack"), self._manifest(), self.export())
        data = io.BytesIO()
        self._model.save(data)
        write_whole(stem.with_suffix(".zip"), data.getvalue())
        for old in sorted(self.checkpoints.glob("*.zip"))[: -self.config.schedule.keep_checkpoints]:
            old.unlink()
            old.with_suffix(".pack").unlink(missing_ok=True)

    def _finish(self) -> None:
        self.progress.note = ""
        self._write_checkpoint()  # before the match, which may be stopped
        if self.config.evaluation.final_games:
            self._measure(self.config.evaluation.final_games)
        write_pack(self.pack_path, self._manifest(), self.export())

    def _manifest(self) -> Manifest:
        versions = {"moonshine-env": __version__} | {name: version(name) for name in RECORDED}
        return Manifest(
            game=self._game.id,
            edition=self._options.get("edition", "rulebook"),
            num_players=sorted(self.config.game.table_sizes),
            num_features=self._game.num_features,
            num_actions=self._game.num_actions,
            hashes=self._game.hashes(self._content),
            network=describe_network(self._model.policy),
            training={
                "config": self.config.model_dump(),
                "decisions": self.progress.decisions,
                "seconds": round(self.progress.seconds, 1),
                "versions": versions,
            },
            strength=self.progress.strength,
        )


def derive_seed(seed: int, decisions: int) -> int:
    """Return the seed of a part of a run, below 2**32: a resumed run plays other games than those it has played."""
    return int(np.random.SeedSequence([seed, decisions]).generate_state(1)[0])


def make_untrained(manifest: Manifest) -> tuple[Manifest, dict[str, np.ndarray]]:
    """Make the pack that a trained one would be without its training: a new network of the same shape."""
    config = check_config(manifest.training["config"], "the pack's config")
    game = find_game(manifest.game)
    policy = SelfPlayPPO.make(
        game.num_features,
        game.num_actions,
        num_chains=1,
        rollout=1,
        network={"scale": game.scale, "hidden": config.network.hidden},
        seed=derive_seed(config.seed, 0),
    ).policy
    training = {**manifest.training, "decisions": 0, "seconds": 0.0}
    return replace(manifest, training=training, strength=[]), export_tensors(policy)


def check_device(name: str) -> None:
    """Check that torch has the device that a config asks for.

    Raises:
        ConfigError: It has not; training on another would be slow without a word.
    """
    kind, _, number = name.partition(":")
    if kind != "cuda":
        return
    there = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if int(number or 0) >= there:
        raise ConfigError(
            f"learner.device = {name!r}: torch finds {there or 'no'} GPU{'s' if there > 1 else ''} here; write auto, "
            "which takes one where there is one, or cpu: --set learner.device=cpu"
        )


def _check_options(game: Game, options: dict[str, Any], key: str) -> None:
    try:
        read_settings(game, options)
    except ValueError as error:
        raise ConfigError(f"{key}, at a table of {options['num_players']}: {error}") from error


_PARTS = {"data", "policy.pth", "policy.optimizer.pth"}  # of a zip of stable-baselines3


def _is_whole(checkpoint: Path) -> bool:
    """Tell whether a zip has all its parts, each as its checksum has it.

    A zip that was cut short may end in a whole one, as its parts are zips themselves: so their names are looked at.
    """
    try:
        with zipfile.ZipFile(checkpoint) as file:
            return set(file.namelist()) >= _PARTS and file.testzip() is None
    except (OSError, zipfile.BadZipFile, EOFError, zlib.error):
        return False


def _lay_aside(damaged: list[Path], start: Path | None) -> str:
    """Rename damaged checkpoints, which would count as the newest ones to keep; returns what to tell of it."""
    for path in damaged:
        for file in (path, path.with_suffix(".pack")):
            if file.exists():
                file.rename(file.with_name(f"{file.name}.damaged"))
    if not damaged:
        return ""
    names = ", ".join(map(str, damaged))
    return f"Damaged, and renamed to .damaged: {names}. The run goes on from the next older checkpoint, {start}"


# What may change when a run goes on, tables and single keys; all else makes it another run.
_MAY_CHANGE = ("schedule", "evaluation", "learner.device", "learner.torch_threads", "rollout.threads")


def _check_same(before: Config, now: Config, folder: Path) -> None:
    old, new = _by_key(before.model_dump()), _by_key(now.model_dump())
    keys = [key for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key)]
    changed = [key for key in keys if not key.startswith(tuple(f"{name}." for name in _MAY_CHANGE))]
    changed = [key for key in changed if key not in _MAY_CHANGE]
    if changed:
        was = ", ".join(f"{key} = {_say(old, key)}" for key in changed)
        says = ", ".join(f"{key} = {_say(new, key)}" for key in changed)
        raise ConfigError(
            f"{folder} was trained with {was}; the config now says {says}. Set it back, or train in another folder by "
            f"--out; when a run is resumed, only these may change: {', '.join(_MAY_CHANGE)}"
        )


def _by_key(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten a config: each value by its dotted key."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= _by_key(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return flat


def _say(flat: dict[str, Any], key: str) -> str:
    return repr(flat[key]) if key in flat else "nothing"


def describe_match(result: MatchResult, name: str) -> dict[str, Any]:
    """Put down how one policy did in a match, as a pack's manifest has it."""
    standing = result.standing(name)
    return {
        "opponents": [other for other in result.names if other != name],
        "games": len(result),
        "seed": result.seed,
        "wins": standing.wins,
        "win_share": round(standing.share, 4),
        "interval": [round(bound, 4) for bound in standing.interval],
        "respect": round(standing.respect, 2),
    }
