"""Configs of training: one TOML file says all of a run. `docs/training.md` lists the keys."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator, model_validator

from moonshine_env.registry import find_game

MIN_PLAYERS = 2
MOST_SEED = 2**64 - 1  # as a match takes it


class ConfigError(ValueError):
    """A config that cannot be used; the message names the file, the key and what would be right."""


class Section(BaseModel):
    """A table of the config: no key that is not listed, no change once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class GameSection(Section):
    """What is played."""

    id: Literal["kingdom"] = Field(default="kingdom", description="game")
    table_sizes: list[int] = Field(
        default=[4], min_length=1, description="numbers of players, each with its share of the games"
    )
    options: dict[str, Any] = Field(default={}, description="options of the environment, such as `max_days`")

    @field_validator("table_sizes")
    @classmethod
    def _no_size_twice(cls, sizes: list[int]) -> list[int]:
        if len(set(sizes)) < len(sizes):
            raise ValueError("a table size is given twice")
        most = find_game("kingdom").max_players
        for size in sizes:
            if not MIN_PLAYERS <= size <= most:
                raise ValueError(f"a table has {MIN_PLAYERS} to {most} players, not {size}")
        return sizes

    @field_validator("options")
    @classmethod
    def _no_option_of_training(cls, options: dict[str, Any]) -> dict[str, Any]:
        own = {"num_players": "game.table_sizes", "reward": "reward.kind"}
        for name in own.keys() & options.keys():
            raise ValueError(f"{name} is not set here, but by {own[name]}")
        return options


class ScheduleSection(Section):
    """How long, and how often what."""

    decisions: int = Field(default=1_000_000, ge=1, description="decisions to learn from")
    minutes: float = Field(default=0.0, ge=0, description="stop after that time, if it comes earlier; 0 = no limit")
    checkpoint_every: int = Field(default=250_000, ge=1, description="decisions between checkpoints")
    keep_checkpoints: int = Field(default=3, ge=1, description="how many of the newest are kept")


class RolloutSection(Section):
    """What is played between two updates."""

    games: int = Field(default=128, ge=1, description="games side by side")
    decisions: int = Field(default=16_384, ge=1, description="decisions between two updates")
    threads: int = Field(default=1, ge=1, description="threads that play the games")

    @model_validator(mode="after")
    def _has_room(self) -> RolloutSection:
        if self.decisions < 16 * self.games:
            raise ValueError(f"decisions are at least 16 for each of the {self.games} games")
        return self


class NetworkSection(Section):
    """The network."""

    hidden: list[int] = Field(default=[256, 256], min_length=1, description="widths of the hidden layers")

    @field_validator("hidden")
    @classmethod
    def _has_width(cls, hidden: list[int]) -> list[int]:
        if min(hidden) < 1:
            raise ValueError(f"a layer is at least 1 wide, not {min(hidden)}")
        return hidden


class LearnerSection(Section):
    """Settings of MaskablePPO."""

    learning_rate: float = Field(default=1e-3, gt=0, description="of Adam, at the start")
    final_learning_rate: float = Field(
        default=1e-4, gt=0, description="at the end; in between it falls in a straight line"
    )
    batch_size: int = Field(default=512, ge=2, description="decisions of a minibatch")
    epochs: int = Field(default=1, ge=1, description="passes over a rollout")
    gamma: float = Field(default=1.0, gt=0, le=1, description="discount from one decision of a seat to its next")
    gae_lambda: float = Field(default=0.95, ge=0, le=1, description="weight of later estimates of the advantage")
    clip_range: float = Field(default=0.2, gt=0, description="PPO's clip")
    entropy: float = Field(default=0.01, ge=0, description="weight of the entropy")
    value: float = Field(default=0.5, ge=0, description="weight of the value loss")
    max_grad_norm: float = Field(default=0.5, gt=0, description="gradients are scaled down to it")
    target_kl: float = Field(default=0.0, ge=0, description="an update stops beyond 1.5 times this; 0 = never")
    device: str = Field(default="auto", description="cpu, cuda (or cuda:1, ...), or auto")
    torch_threads: int = Field(default=0, ge=0, description="threads of torch; 0 = its own choice")

    @field_validator("device")
    @classmethod
    def _is_device(cls, device: str) -> str:
        if not re.fullmatch(r"auto|cpu|cuda(:\d+)?", device):
            raise ValueError("expected cpu, cuda, cuda with a number such as cuda:1, or auto")
        return device


class RewardSection(Section):
    """What is learned from; evaluation goes by places alone."""

    kind: Literal["placement", "win", "margin"] = Field(default="margin", description="reward at the end of a game")
    shaping: dict[str, float] = Field(
        default={},
        description="worth to a seat of one more than its rivals: rows of the observation by seat, or `cash`",
    )


class OpponentSection(Section):
    """Someone else than the learner itself, in a share of the games."""

    policy: str = Field(description="policy, such as `greedy`; `past` = one of the run's own checkpoints")
    share: float = Field(gt=0, le=1, description="share of the games in which it has all seats but one")


class EvaluationSection(Section):
    """Matches on the way, for the progress bar, TensorBoard and the pack."""

    every: int = Field(default=200_000, ge=0, description="decisions between matches; 0 = none but the last")
    games: int = Field(default=100, ge=1, description="games of a match")
    final_games: int = Field(default=400, ge=0, description="games of the match at the end; 0 = none")
    opponents: list[str] = Field(
        default=[], description="who has the other seats of the table; none named = `random`, at the largest table"
    )


class Config(Section):
    """A training run."""

    name: str = Field(pattern=r"^[A-Za-z0-9_.-]+$", description="names the run's folder and its pack")
    seed: int = Field(default=0, ge=0, le=MOST_SEED, description="of everything that is drawn")
    game: GameSection = GameSection()
    schedule: ScheduleSection = ScheduleSection()
    rollout: RolloutSection = RolloutSection()
    network: NetworkSection = NetworkSection()
    learner: LearnerSection = LearnerSection()
    reward: RewardSection = RewardSection()
    opponents: list[OpponentSection] = Field(
        default=[], description="tables `[[opponents]]`; the shares add up to at most 1"
    )
    evaluation: EvaluationSection = EvaluationSection()

    @field_validator("opponents")
    @classmethod
    def _shares_fit(cls, opponents: list[OpponentSection]) -> list[OpponentSection]:
        if sum(opponent.share for opponent in opponents) > 1 + 1e-9:
            raise ValueError("the shares add up to more than 1")
        return opponents

    @field_validator("evaluation")
    @classmethod
    def _matches_fit(cls, evaluation: EvaluationSection, info: ValidationInfo) -> EvaluationSection:
        game = info.data.get("game")
        players = len(evaluation.opponents) + 1
        if evaluation.opponents and game is not None and players not in game.table_sizes:
            size = max(game.table_sizes)
            example = ", ".join(f'"{(evaluation.opponents * size)[k]}"' for k in range(size - 1))
            raise ValueError(
                f"with the learner itself, the {players - 1} named in opponents make a table of {players}, which is "
                f"none of game.table_sizes = {game.table_sizes}; write opponents = [{example}]"
            )
        return evaluation

    def rivals(self) -> list[str]:
        """Name the policies of the evaluation's other seats."""
        return self.evaluation.opponents or ["random"] * (max(self.game.table_sizes) - 1)


def read_config(path: Path, settings: Sequence[str] = ()) -> Config:
    """Read a config file.

    Args:
        path: TOML.
        settings: `key=value` each, laid over the file: `learner.gamma=0.99`. Values are TOML; what is none is a text.

    Raises:
        ConfigError: No TOML, an unknown key or a value that does not fit.
        OSError: The file cannot be read.
    """
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is no TOML, the format of a config: {error}") from error
    for setting in settings:
        _lay_over(given, setting)
    return check_config(given, str(path))


def check_config(given: dict[str, Any], source: str) -> Config:
    """Check a config that was read; `source` is for the message."""
    try:
        return Config.model_validate(given)
    except ValidationError as error:
        # A misspelt key often makes the right one missing: the misspelling is what to say.
        problems = sorted(error.errors(), key=lambda problem: problem["type"] != "extra_forbidden")
        if problems[0]["type"] == "extra_forbidden":
            problems = [problem for problem in problems if problem["type"] != "missing"]
        raise ConfigError("\n".join(_explain(source, problem) for problem in problems)) from None


def write_config(config: Config) -> str:
    """Write a config as TOML that `read_config` reads back to an equal one."""
    top, tables = [], []
    for name, value in config.model_dump().items():
        if isinstance(value, dict):
            tables.append(_table(f"[{name}]", value))
        elif value and isinstance(value, list):
            tables += [_table(f"[[{name}]]", row) for row in value]
        else:
            top.append(f"{name} = {_toml(value)}")
    return "\n\n".join(["\n".join(top), *tables]) + "\n"


def _table(head: str, rows: dict[str, Any]) -> str:
    return "\n".join([head, *(f"{name} = {_toml(value)}" for name, value in rows.items())])


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)  # numbers, true and false, and texts are alike in JSON and TOML


def _lay_over(given: dict[str, Any], setting: str) -> None:
    key, equals, text = setting.partition("=")
    if not equals or not key:
        raise ConfigError(f"--set {setting}: expected key=value, such as learner.gamma=0.99")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    table = given
    *path, name = key.strip().split(".")
    for step in path:
        table = table.setdefault(step, {})
        if not isinstance(table, dict):
            raise ConfigError(f"--set {setting}: {step} is no table")
    table[name] = value


def _explain(source: str, problem: Any) -> str:
    """Make a sentence of one of pydantic's findings."""
    path = [str(step) for step in problem["loc"]]
    key = ".".join(path)
    if problem["type"] == "extra_forbidden":
        known = _keys_at(problem["loc"][:-1])
        near = difflib.get_close_matches(path[-1], known, n=1, cutoff=0.5)
        hint = f"did you mean {'.'.join([*path[:-1], near[0]])!r}?" if near else f"there are: {', '.join(known)}"
        return f"{source}: there is no key {key!r}; {hint}"
    if problem["type"] == "missing":
        return f"{source}: the key {key!r} is missing ({_field_at(problem['loc']).description})"
    given = problem["input"]
    shown = "" if isinstance(given, dict | list) else f" = {given!r}"
    return f"{source}: {key}{shown}: {_reason(problem)}"


_KINDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "string": "a text in quotes"}
_KINDS |= {"list": "a list in brackets: [...]", "dict": "a table", "model": "a table"}
_BOUNDS = {"greater_than_equal": "ge", "greater_than": "gt", "less_than_equal": "le", "less_than": "lt"}


def _reason(problem: Any) -> str:
    """Say what would be right, in our words rather than the library's."""
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind in _BOUNDS:
        return f"expected a number {_range_at(problem['loc']) or 'within its bounds'}"
    if kind == "too_short":
        return f"expected at least {context['min_length']} in the list"
    if kind == "literal_error":
        return f"expected {context['expected']}"
    if kind == "string_pattern_mismatch":
        return "expected letters, digits, dots, dashes and underscores alone"
    if kind == "finite_number":
        return "expected a finite number"
    wanted = _KINDS.get(kind.partition("_")[0])
    return f"expected {wanted}" if wanted else str(problem["msg"])


def _range_at(path: Sequence[str | int]) -> str:
    """Write the bounds of a key: `above 0 and at most 1`."""
    words = {"ge": "of at least", "gt": "above", "le": "at most", "lt": "below"}
    found = {sign: getattr(bound, sign) for bound in _field_at(path).metadata for sign in words if hasattr(bound, sign)}
    return " and ".join(f"{words[sign]} {value}" for sign, value in found.items())


def _section_at(path: Sequence[str | int]) -> type[BaseModel]:
    """Find the section that a path of keys leads to; numbers are places in a list."""
    section: type[BaseModel] = Config
    for step in path:
        if isinstance(step, str):
            section = _section_of(section.model_fields[step].annotation)
    return section


def _section_of(annotation: Any) -> type[BaseModel]:
    for inner in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    raise TypeError(f"{annotation} is no section of a config")


def _keys_at(path: Sequence[str | int]) -> list[str]:
    return list(_section_at(path).model_fields)


def _field_at(path: Sequence[str | int]) -> Any:
    return _section_at(path[:-1]).model_fields[str(path[-1])]


def config_rows() -> list[tuple[str, str, str]]:
    """List every key, its default as TOML and its meaning, for `docs/training.md`."""
    rows = []

    def walk(prefix: str, section: type[BaseModel]) -> None:
        for name, field in section.model_fields.items():
            default = field.get_default()
            if isinstance(default, BaseModel):
                walk(f"{prefix}{name}.", type(default))
            else:
                rows.append((f"{prefix}{name}", "" if field.is_required() else _toml(default), field.description or ""))

    walk("", Config)
    walk("opponents[].", OpponentSection)
    return rows


PAGE = Path(__file__).resolve().parents[1] / "docs" / "training.md"
_TABLE = re.compile(r"(<!-- table: config -->\n).*?(<!-- end -->)", re.DOTALL)


def write_docs() -> None:
    """Write the table of keys in `docs/training.md` anew."""
    lines = ["| key | default | meaning |", "|---|---|---|"]
    lines += [
        f"| `{key}` | {f'`{default}`' if default else 'must be given'} | {text} |"
        for key, default, text in config_rows()
    ]
    table = "\n".join(lines) + "\n"
    PAGE.write_text(_TABLE.sub(lambda found: found[1] + table + found[2], PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write_docs()
