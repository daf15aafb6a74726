"""Replays: what is written comes out the same, what was changed is found, and a seat's export hides what it must."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pytest

from moonshine_env import kingdom_v0, replay
from moonshine_env.cli import ExitStatus, main
from moonshine_env.kingdom.game import GAME
from moonshine_env.kingdom.vocab import DECK_IDS, IN_HAND
from moonshine_env.replay import ReplayError
from moonshine_env.replay_file import HASHED

pytest.importorskip("typer")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "replay.md"
CONTENT = GAME.load_content(None)
SEAT = 1
AGENT = f"player_{SEAT}"


@pytest.fixture
def game(play):
    """A game of two Days between three, all decisions random."""
    env = kingdom_v0.env(num_players=3, max_days=2)
    env.reset(seed=11)
    play(env, np.random.default_rng(3))
    return replay.record(env, ["a", "b", "c"])


@pytest.fixture
def on_file(game, tmp_path):
    path = tmp_path / "game.json"
    replay.write(str(path), game)  # either way to name a file
    return path


# ---- writing and verifying


def test_a_game_comes_out_the_same(game, on_file):
    assert replay.verify(game) is None
    again = replay.read(on_file)
    assert again == game
    assert (game.seed, game.options, game.names) == (11, {"num_players": 3, "max_days": 2}, ["a", "b", "c"])
    assert game.result is not None
    assert game.result["ending"] == "day_cap"
    assert sorted(game.result["places"]) == [1, 2, 3]
    assert [check["after"] for check in game.checks] == [*range(0, len(game.plays), 25), len(game.plays)]
    assert [file.name for file in on_file.parent.iterdir()] == ["game.json"], "nothing half-written is left"


@pytest.mark.parametrize("steps", [0, 1, 25, 60])
@pytest.mark.parametrize("skip_forced", [True, False])
def test_a_game_that_goes_on(play, steps, skip_forced):
    env = kingdom_v0.raw_env(num_players=4, skip_forced=skip_forced)
    env.reset(seed=2)
    play(env, np.random.default_rng(2), steps)
    before = env.position()
    game = replay.record(env)
    assert env.position() == before
    assert game.result is None
    assert len(game.plays) == len(env.log)
    assert replay.verify(game) is None
    assert replay.replay_to(game, len(game.plays)).position() == before


def test_every_way_to_begin(play, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text("[constants]\nstart_cash = 2500\n", "utf-8")
    start = {"mobs": ["vipers", None], "tokens": (np.int64(2), 1), "stills": {"bowery": "whisky 8"}, "dice": [6, 1]}
    games = [
        ({"num_players": 2, "still_once_per_day": True, "reward": "win"}, 2**63 + 5, start),
        ({"num_players": 2, "content": own}, 3, {}),
        ({}, 4, {"position": {"turn": "knights", "districts": {"coney_island": "knights 1B 3R S"}}}),
        ({}, None, {"position": {"phase": "reckoning", "day": 15}}),
    ]
    for options, seed, begin in games:
        env = kingdom_v0.raw_env(**options)
        env.reset(seed=1)
        env.reset(seed=seed, options=begin)
        play(env, np.random.default_rng(1), 40)
        path = tmp_path / "game.json"
        replay.write(path, replay.record(env))
        again = replay.read(path)
        assert replay.verify(again, options.get("content")) is None
        assert again.seed == seed or seed is None
        if options.get("content"):
            wrong = replay.verify(again)
            assert wrong is not None
            assert wrong.field.startswith("components")


def test_the_caller_may_change_what_he_gave(play):
    env = kingdom_v0.raw_env()
    position = {"turn": "knights", "districts": {"coney_island": "knights 1B 3R S"}}
    env.reset(seed=1, options={"position": position})
    position["turn"] = "irish"
    env.origin["options"].clear()
    play(env, np.random.default_rng(1), 5)
    assert replay.verify(replay.record(env)) is None


def test_what_has_no_beginning_cannot_be_written(play):
    env = kingdom_v0.raw_env()
    with pytest.raises(ValueError, match="there is no game yet"):
        replay.record(env)
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 30)
    with pytest.raises(ValueError, match="a redealt game has no beginning"):
        replay.record(env.redeal("player_0", 5))
    assert replay.record(env.clone()) == replay.record(env)
    env._states["cash"][0, 0] += 1
    with pytest.raises(ReplayError, match="does not come out the same"):
        replay.record(env)


# ---- differences


def changed(game: replay.Replay, number: int, play: str) -> replay.Replay:
    return dataclasses.replace(game, plays=[*game.plays[: number - 1], play, *game.plays[number:]])


def test_a_play_that_is_not_legal(game):
    mob, _, name = game.plays[9].partition(": ")
    wrong = replay.verify(changed(game, 10, f"{mob}: assault"))
    assert wrong is not None
    assert (wrong.play, wrong.field, wrong.expected) == (10, "play", f"'{mob}: assault'")
    assert "is not legal at" in wrong.found
    assert "legal are: " in str(wrong)
    wrong = replay.verify(changed(game, 10, f"{mob}: fly {name}"))
    assert wrong is not None
    assert (wrong.play, wrong.field) == (10, "play")


def test_another_player(game):
    mob, _, name = game.plays[4].partition(": ")
    other = next(m for m in game.mobs if m != mob)
    wrong = replay.verify(changed(game, 5, f"{other}: {name}"))
    assert wrong is not None
    assert (wrong.play, wrong.field, wrong.expected) == (5, "player", other)
    assert wrong.found.startswith(f"{mob}, who decides")


def test_another_legal_play_is_found_at_the_next_check_at_the_latest(game):
    env = replay.begin(game)
    for number, (play, count) in enumerate(zip(game.plays, game.legal, strict=True), 1):
        if count > 1 and number % 3 == 0:
            mob, _, name = play.partition(": ")
            other = next(legal for legal in env.legal_names() if legal != name)
            wrong = replay.verify(changed(game, number, f"{mob}: {other}"))
            assert wrong is not None, play
            assert number <= wrong.play <= min(-(-number // 25) * 25, len(game.plays)), play
        env.step(env.action_id(play.partition(": ")[2]))


def test_another_seed_or_start(game):
    wrong = replay.verify(dataclasses.replace(game, seed=12))
    assert wrong is not None
    assert (wrong.play, wrong.field) == (0, "mobs")
    wrong = replay.verify(dataclasses.replace(game, seed=12, start={"mobs": game.mobs}))
    assert wrong is not None
    assert wrong.play == 0
    assert wrong.field.startswith("position.seed, ")
    assert replay.verify(dataclasses.replace(game, start={"mobs": game.mobs})) is None
    with pytest.raises(ReplayError, match=r"cannot begin: .*did you mean vipers"):
        replay.verify(dataclasses.replace(game, start={"mobs": ["viper", None, None]}))


def test_another_count_check_or_result(game):
    counts = [*game.legal]
    counts[6] += 1
    wrong = replay.verify(dataclasses.replace(game, legal=counts))
    assert wrong == replay.Difference(7, "legal plays", counts[6], game.legal[6])
    checks = copy.deepcopy(game.checks)
    checks[1]["digest"] = "0" * 32
    checks[1]["parts"]["market"] = "0000"
    wrong = replay.verify(dataclasses.replace(game, checks=checks))
    assert wrong == replay.Difference(25, "position.market", "0" * 32, game.checks[1]["digest"])
    places = game.result["places"]
    wrong = replay.verify(dataclasses.replace(game, result={**game.result, "places": [4, *places[1:]]}))
    assert wrong == replay.Difference(len(game.plays), "result.places", [4, *places[1:]], places)
    wrong = replay.verify(dataclasses.replace(game, result=None))
    assert wrong is not None
    assert (wrong.field, wrong.expected) == ("result", "that the game goes on")


def test_plays_that_lack_or_are_too_many(game):
    count = len(game.plays)
    short = dataclasses.replace(game, plays=game.plays[:-1], legal=game.legal[:-1])
    wrong = replay.verify(short)
    assert wrong is not None
    assert (wrong.play, wrong.field, wrong.found) == (count - 1, "result", "that the game goes on")
    longer = dataclasses.replace(game, plays=[*game.plays, game.plays[-1]], legal=[*game.legal, 1])
    wrong = replay.verify(longer)
    assert wrong is not None
    assert (wrong.play, wrong.field, wrong.found) == (count + 1, "play", "the end of the game")


@pytest.mark.parametrize("name", ["rules", "actions", "data"])
def test_other_rules(game, name):
    other = dataclasses.replace(game, hashes={**game.hashes, name: "0" * 16})
    wrong = replay.verify(other)
    assert wrong == replay.Difference(0, HASHED[name], "0" * 16, game.hashes[name])
    assert replay.verify(other, any_rules=True) is None


# ---- files


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda text: "", "is no replay, or was cut short"),
        (lambda text: text[: len(text) // 2], "is no replay, or was cut short"),
        (lambda text: "[" * 100_000, "is no replay, or was cut short"),
        (lambda text: "[1, 2]", "is no replay of moonshine-env"),
        (lambda text: '{"format": 1}', "is no replay of moonshine-env"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "is a replay in format 2; this version"),
        (
            lambda text: text.replace('"game": "kingdom"', '"game": "chess"'),
            "`game` is 'chess'; this version has: kingdom",
        ),
        (lambda text: text.replace('"seed": 11', '"seed": -11'), "`seed` is -11, expected a whole number"),
        (lambda text: text.replace('"seed": 11', '"seed": 99999999999999999999'), "`seed` is 99999999999999999999"),
        (lambda text: text.replace('"start": {}', '"start": []'), "`start` is [], expected an object"),
        (lambda text: text.replace('"max_days"', '"content"'), "'content' is no option of the rules"),
        (lambda text: text.replace('"names"', '"nam"'), "there is no key `nam`; did you mean `names`?"),
        (lambda text: text.replace('"names"', '"x": 1, "names"'), "there is no key `x`; one of: game, version"),
        (lambda text: re.sub(r'"names": .*\n', "", text), "it has no `names`"),
        (lambda text: text.replace('"places"', '"place"'), "`result` must have ending, day, places, respect"),
        (lambda text: text.replace('"places": [', '"places": [1, '), "each of the 3 mobs in `places`"),
        (lambda text: re.sub(r'"result": .*\n', '"result": 3\n', text), "`result` is 3, expected an object or null"),
        (lambda text: text.replace('"start": {}', '"start": {"position": 3}'), "position: expected an object, found 3"),
        (lambda text: text.replace('"start": {}', '"start": {"mob": []}'), "no reset option 'mob'; did you mean mobs?"),
        (lambda text: text.replace('"start": {}', '"start": {"dice": [7]}'), "dice[0]"),
        (lambda text: text.replace('"max_days": 2', '"max_days": "two"'), "max_days='two' does not fit"),
        (lambda text: text.replace('"rules"', '"rulez"'), "`hashes` must have rules, actions, data"),
        (lambda text: text.replace('"legal": [', '"legal": [1, '), "`legal` must have a number for each play"),
        (lambda text: text.replace('"after": 0', '"after": 1'), "`checks` must go from 0"),
        (lambda text: text.replace('"digest"', '"digset"'), "a check is"),
        (lambda text: text.replace('"mobs": [', '"mobs": [3, '), "`mobs` must be a list of texts"),
    ],
)
def test_a_file_that_cannot_be_read(on_file, capsys, edit, sentence):
    text = on_file.read_text("utf-8")
    assert edit(text) != text
    on_file.write_text(edit(text), "utf-8")
    assert main(["replay", str(on_file)]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert str(on_file) in shown.err
    assert len(shown.err.splitlines()) == 1
    assert shown.out == ""


def test_a_file_is_small_and_has_a_line_for_each_play(game, on_file):
    lines = on_file.read_text("utf-8").splitlines()
    assert all(
        f'"{play}"' in line for play, line in zip(game.plays, lines[lines.index('"plays": [') + 1 :], strict=False)
    )
    assert on_file.stat().st_size < 2_000 + 40 * len(game.plays) + 500 * len(game.checks)


def test_the_page_names_every_key(on_file, named_policies):
    text = PAGE.read_text("utf-8")
    for field in dataclasses.fields(replay.Replay):
        assert f"`{field.name}`" in text, field.name
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(block, PAGE.name, "exec"), {})


# ---- the command


def test_the_command_says_what_it_was(game, on_file, capsys):
    assert main(["replay", str(on_file)]) == ExitStatus.YES
    out = capsys.readouterr().out
    verdict, game_line, *_ = out.splitlines()
    assert verdict.startswith(f"verified: all {len(game.plays)} plays, {len(game.checks)} positions")
    assert game_line == "Moonshine Kingdom, 3 players, seed 11, max_days=2"
    winner = game.mobs[game.result["places"].index(1)]
    assert f"{winner} won; ended on Day 2 (day cap), {len(game.plays)} decisions\n" in out
    assert f"({game.names[0]}): place {game.result['places'][0]}, Respect {game.result['respect'][0]}\n" in out


def test_the_command_says_where_it_differs(game, on_file, tmp_path, capsys):
    number = next(k for k, play in enumerate(game.plays, 1) if k > 9 and play.endswith(": lay_low"))
    mob = game.plays[number - 1].partition(": ")[0]
    replay.write(on_file, changed(game, number, f"{mob}: assault"))
    report = tmp_path / "out.json"
    assert main(["replay", str(on_file), "--json", str(report), "--upto", str(number - 1)]) == ExitStatus.NO
    shown = capsys.readouterr()
    assert (
        f"does not verify: at play {number}, play: expected '{mob}: assault', found that it is not legal" in shown.err
    )
    assert "verified" not in shown.out
    assert shown.out.startswith("What the file says of itself:\n")
    assert "MOONSHINE KINGDOM" in shown.out, "the board before it"
    verdict = json.loads(report.read_text("utf-8"))
    assert (verdict["verified"], verdict["difference"]["play"]) == (False, number)
    seen = tmp_path / "seen.json"
    assert main(["replay", str(on_file), "--json", str(seen), "--seat", "0"]) == ExitStatus.NO
    assert not seen.exists()


def test_the_command_on_other_rules(game, on_file, capsys):
    replay.write(on_file, dataclasses.replace(game, hashes={**game.hashes, "rules": "0" * 16}))
    assert main(["replay", str(on_file)]) == ExitStatus.NO
    assert "it was played with other rules, by version " in capsys.readouterr().err
    assert main(["replay", str(on_file), "--any-rules"]) == ExitStatus.YES


def test_boards(game, on_file, capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["replay", str(on_file), "--upto", "20"]) == ExitStatus.YES
    whole = capsys.readouterr().out
    assert "see it" not in whole
    assert main(["replay", str(on_file), "--upto", "20", "--seat", str(SEAT)]) == ExitStatus.YES
    assert f"as the {game.mobs[SEAT].title()} see it" in capsys.readouterr().out
    with pytest.raises(ValueError, match="plays; 999 cannot be played"):
        replay.replay_to(game, 999)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--upto", "999"], "--upto 999: this game has"),
        (["--seat", "3", "--upto", "1"], "--seat 3: this game has the seats 0 to 2"),
        (["--seat", "1"], "Add --json FILE for all that it saw, or --upto N for a board"),
        (["--upto", "-1"], "--upto"),
        (["--content", "no.toml"], "no.toml: No such file"),
    ],
)
def test_wrong_use(on_file, capsys, words, sentence):
    assert main(["replay", str(on_file), *words]) == ExitStatus.WRONG_USE
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert "Traceback" not in shown.err


def test_no_file(capsys, tmp_path):
    assert main(["replay", str(tmp_path / "no.json")]) == ExitStatus.WRONG_USE
    assert "No such file" in capsys.readouterr().err


# ---- what a seat saw


def export_of(env) -> dict:
    return replay.seat_export(replay.record(env), SEAT)


def test_an_export_has_what_the_seat_was_shown(game, on_file, tmp_path, capsys):
    path = tmp_path / "seen.json"
    assert main(["replay", str(on_file), "--seat", str(SEAT), "--json", str(path)]) == ExitStatus.YES
    export = json.loads(path.read_text("utf-8"))
    assert export == replay.seat_export(game, SEAT)
    env = replay.begin(game)
    assert len(export["plays"]) == len(game.plays)
    for number, (row, play) in enumerate(zip(export["plays"], game.plays, strict=True), 1):
        assert (row["play"], f"{row['player']}: {row['name']}") == (number, play)
        assert row["decision"] == env.decision
        own = env.agent_selection == AGENT
        assert set(row) == {"play", "player", "decision", "name"} | ({"view", "legal"} if own else set())
        if own:
            assert row["view"] == env.position(AGENT)
            assert row["legal"] == env.legal_names()
        env.step(env.action_id(row["name"]))
    assert export["view"] == env.position(AGENT)
    with pytest.raises(ValueError, match="the seats 0 to 2"):
        replay.seat_export(game, 3)


def test_an_export_and_the_summary_have_the_options_of_the_position(play, tmp_path, capsys):
    env = kingdom_v0.raw_env(num_players=2, max_days=9, plays_per_day=7)
    env.reset(seed=1, options={"position": {"turn": "irish", "options": {"max_days": 3, "cooperation": None}}})
    play(env, np.random.default_rng(1))
    options = {"num_players": 2, "max_days": 3, "plays_per_day": 7}
    assert export_of(env)["options"] == options
    assert env.infos[AGENT]["day"] <= 3
    path = tmp_path / "game.json"
    replay.write(path, replay.record(env))
    assert main(["replay", str(path)]) == ExitStatus.YES
    assert ", max_days=3, plays_per_day=7\n" in capsys.readouterr().out


def plays_that_tell_nothing(one, two) -> list[str]:
    """List the plays that are legal in both worlds, and after which the seat cannot tell one from the other."""
    both = [name for name in one.legal_names() if name in two.legal_names()]
    agent = one.agent_selection
    if agent == AGENT:  # the card that the seat draws may be another one
        return [name for name in both if not name.startswith("hustle")]
    # From a hand that is too full a rival lays a card open, which the other world may not have there.
    held = (one._states["card_at"][0] == IN_HAND + one.possible_agents.index(agent)).sum()
    return [name for name in both if held == 0 or one.decision == "hustle" or not name.startswith("hustle")]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_games_that_differ_in_what_is_hidden_have_one_export(play, seed):
    # A game some way in, with cards in hands; then its twin, dealt anew for the seat, with the same dice to come.
    rng = np.random.default_rng(seed)
    env = kingdom_v0.raw_env(num_players=4, max_days=6, skip_forced=False)
    env.reset(seed=seed)
    hustles = 0
    while hustles < 12 or env.decision != "turn":
        names = env.legal_names()
        chosen = [name for name in names if name.startswith("hustle")] or names
        env.step(env.action_id(str(rng.choice(chosen))))
        hustles += chosen is not names
    whole = env.position()
    worlds = []
    for position in (whole, {**env.redeal(AGENT, seed + 100).position(), "seed": whole["seed"]}):
        world = kingdom_v0.raw_env(num_players=4, max_days=6, skip_forced=False)
        world.reset(seed=9, options={"position": position})
        worlds.append(world)
    one, two = worlds
    differ = 0
    while not one.terminations[AGENT]:
        names = plays_that_tell_nothing(one, two)
        if not names:
            break
        name = str(rng.choice(names))
        for world in worlds:
            world.step(world.action_id(name))
        differ += (one._states["card_at"] != two._states["card_at"]).any()
    assert len(one.log) > 60
    assert differ > 0.9 * len(one.log), "the worlds did differ"
    first, second = map(replay.record, worlds)
    assert first != second
    assert replay.lines_of(replay.seat_export(first, SEAT)) == replay.lines_of(replay.seat_export(second, SEAT))
    # Another seat, whose hand is not the same in both, saw something else.
    others = [replay.seat_export(first, seat) != replay.seat_export(second, seat) for seat in range(4)]
    assert others.count(True) >= 2
    assert not others[SEAT]


def cards_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text)) & set(CONTENT.card_ids)


@pytest.mark.parametrize("seed", [4, 5])
def test_no_card_is_named_before_the_seat_may_know_it(play, seed):
    rng = np.random.default_rng(seed)
    env = kingdom_v0.raw_env(num_players=4, max_days=5)
    env.reset(seed=seed)
    while not env.terminations[AGENT]:  # many Hustles
        names = env.legal_names()
        env.step(env.action_id(str(rng.choice([name for name in names if name.startswith("hustle")] or names))))
    game = replay.record(env)
    export = replay.seat_export(game, SEAT)
    again = replay.begin(game)
    mob = game.mobs[SEAT]
    known: set[str] = set()
    rivals: set[str] = set()
    for row in export["plays"]:
        whole = again.position()
        for name, player in whole["players"].items():
            known |= {*player.get("staked", {}), *player.get("completed", [])}
            if name == mob:
                known |= set(player.get("hand", []))
            else:
                rivals |= set(player.get("hand", []))
        for deck in DECK_IDS:
            known |= set(whole["decks"][deck].get("discards", []))
        known |= cards_of(row["name"])  # laid open with this very play
        assert cards_of(json.dumps(row)) <= known, row["play"]
        again.step(again.action_id(row["name"]))
    assert len(rivals - known) > 3, "there was something to hide"
    text = json.dumps(export)
    assert not cards_of(text) & (rivals - known)
    for secret in ("seed", "given_dice", "digest", "start"):
        assert f'"{secret}"' not in text
    assert not any(key in row for row in export["plays"] if row["player"] != mob for key in ("legal", "view"))
