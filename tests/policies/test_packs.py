"""Packs: what is written is read back and plays; what is no pack, or none for this game, is refused with a reason."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save, save_file

from moonshine_env import cli as moonshine
from moonshine_env.kingdom.game import GAME
from moonshine_env.seats import SeatBatch
from policies.pack_network import NumpyNetwork, TorchNetwork, tensor_shapes
from policies.packs import ENTRY, Manifest, PackError, PackPolicy, hash_tensors, make, read_pack, write_pack

ROOT = Path(__file__).resolve().parents[2]
NETWORK = {"kind": "mlp", "hidden": [8, 4]}


def make_manifest(**changes: object) -> Manifest:
    manifest = Manifest(
        game="kingdom",
        edition="rulebook",
        num_players=[4],
        num_features=GAME.num_features,
        num_actions=GAME.num_actions,
        hashes=GAME.hashes(GAME.load_content(None)),
        network=NETWORK,
        training={"decisions": 10},
        strength=[],
    )
    return replace(manifest, **changes)


def make_tensors(seed: int = 0, size: float = 0.1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = tensor_shapes(NETWORK, GAME.num_features, GAME.num_actions)
    return {name: rng.normal(0, size, shape).astype(np.float32) for name, shape in shapes.items()}


def make_seats(count: int = 50, seed: int = 0) -> SeatBatch:
    rng = np.random.default_rng(seed)
    masks = (rng.random((count, GAME.num_actions)) < 0.01).astype(np.int8)
    masks[np.arange(count), rng.integers(GAME.num_actions, size=count)] = 1
    return SeatBatch(
        observations=rng.integers(0, 8, (count, GAME.num_features)).astype(np.uint8),
        masks=masks,
        games=np.arange(count),
        seats=np.zeros(count, np.int64),
        started=np.zeros(count, bool),
        make_view=lambda row: {},
    )


@pytest.fixture
def pack(tmp_path):
    path = tmp_path / "some.pack"
    write_pack(path, make_manifest(), make_tensors())
    return path


# ---- reading and playing


def test_a_pack_is_read_back_as_it_was_written(pack):
    found = read_pack(pack)
    assert found.manifest == make_manifest(weights_sha256=hash_tensors(make_tensors()))
    for name, tensor in make_tensors().items():
        np.testing.assert_array_equal(found.tensors[name], tensor)


def test_actions_are_legal_and_hang_on_the_given_chance_alone(pack):
    seats = make_seats()
    policy = make(str(pack))
    first = policy.act(seats, np.random.default_rng(5))
    assert seats.masks[np.arange(len(seats)), first].all()
    np.testing.assert_array_equal(first, make(str(pack)).act(seats, np.random.default_rng(5)))
    assert (first != policy.act(seats, np.random.default_rng(6))).any()


def test_a_decision_does_not_hang_on_its_company(pack):
    """Rows of a batch are played as they would be alone, with one number of chance each."""
    seats = make_seats(7)
    policy = make(str(pack))
    together = policy.act(seats, np.random.default_rng(5))
    rng = np.random.default_rng(5)
    alone = [int(policy.act(seats.take(np.array([row])), rng)[0]) for row in range(7)]
    assert together.tolist() == alone


def test_sampling_follows_the_network(pack):
    seats = make_seats(1)
    network = NumpyNetwork(read_pack(pack).tensors)
    actions, probabilities = network.weigh(seats.observations, seats.masks)
    many = seats.take(np.zeros(20_000, np.int64))
    drawn = make(str(pack)).act(many, np.random.default_rng(0))
    shares = np.array([(drawn == action).mean() for action in actions[0]])
    np.testing.assert_allclose(shares, probabilities[0], atol=0.015)  # over 4 standard errors
    assert make(f"{pack}?mode=argmax").act(seats, np.random.default_rng(0))[0] == actions[0, probabilities[0].argmax()]


def test_a_hopeless_legal_action_is_never_mixed_up_with_an_illegal_one(pack):
    tensors = {name: np.zeros_like(tensor) for name, tensor in make_tensors().items()}
    tensors["policy.bias"][:] = -1e4
    tensors["policy.bias"][3] = 1e4
    seats = make_seats(1)
    seats.masks[:] = 0
    seats.masks[0, [5, 9]] = 1
    policy = PackPolicy(replace(read_pack(pack), tensors=tensors))
    drawn = [int(policy.act(seats, np.random.default_rng(k))[0]) for k in range(20)]
    assert set(drawn) == {5, 9}


def test_a_game_that_is_over_is_no_decision(pack):
    seats = make_seats(3)
    seats.masks[1] = 0
    with pytest.raises(ValueError, match="row 1 has no legal action"):
        make(str(pack)).act(seats, np.random.default_rng(0))


def test_torch_and_numpy_agree(pack):
    tensors = make_tensors()
    seats = make_seats()
    numpy_network, torch_network = NumpyNetwork(tensors), TorchNetwork(tensors)
    ours, theirs = (network.weigh(seats.observations, seats.masks) for network in (numpy_network, torch_network))
    np.testing.assert_array_equal(ours.actions, theirs.actions)
    np.testing.assert_allclose(ours.probabilities, theirs.probabilities, atol=1e-4)
    np.testing.assert_allclose(
        numpy_network.values(seats.observations), torch_network.values(seats.observations), rtol=1e-4, atol=1e-5
    )
    np.testing.assert_array_equal(
        make(f"{pack}?backend=torch&mode=argmax").act(seats, np.random.default_rng(0)),
        make(f"{pack}?mode=argmax").act(seats, np.random.default_rng(0)),
    )


def test_playing_loads_no_learning_library(pack):
    code = (
        "import sys, numpy as np\n"
        "from policies.packs import make\n"
        f"policy = make({str(pack)!r})\n"
        "policy.network.weigh(np.zeros((1, policy.manifest.num_features), np.uint8),"
        " np.ones((1, policy.manifest.num_actions), np.int8))\n"
        "print([m for m in ('torch', 'stable_baselines3', 'sb3_contrib', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# ---- refusals


def refusal(path: Path | str) -> str:
    with pytest.raises(PackError) as caught:
        make(str(path))
    return str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.pack"):
        make(str(tmp_path / "nothing.pack"))


@pytest.mark.parametrize(("library", "extra"), [("safetensors", "packs"), ("torch", "train")])
def test_a_missing_library_is_named_with_the_extra_that_brings_it(pack, monkeypatch, library, extra):
    monkeypatch.setitem(sys.modules, library, None)  # as if not installed
    sentence = rf'needs? {library}, which the extra "{extra}" brings; run: pip install "moonshine-env\[{extra}\]"'
    with pytest.raises(ModuleNotFoundError, match=sentence) as caught:
        make(f"{pack}?backend=torch")
    assert caught.value.name == library


def test_a_foreign_file(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("no pack at all, but long enough to have a header of eight bytes")
    assert "is no pack" in refusal(path)
    path.write_bytes(b"")
    assert "is no pack" in refusal(path)


@pytest.mark.parametrize("left", [0.1, 0.5, 0.999])
def test_a_truncated_pack(pack, left):
    data = pack.read_bytes()
    pack.write_bytes(data[: int(len(data) * left)])
    assert "is no pack, or was cut short" in refusal(pack)


def test_other_peoples_tensors(tmp_path):
    path = tmp_path / "model.safetensors"
    save_file({"w": np.zeros(3, np.float32)}, path)
    assert "but no pack of moonshine-env" in refusal(path)


def test_altered_weights(pack):
    data = bytearray(pack.read_bytes())
    data[-1] ^= 1
    pack.write_bytes(bytes(data))
    assert "its weights are not those" in refusal(pack)


@pytest.mark.parametrize("name", ["layout", "actions", "data"])
def test_another_hash(tmp_path, name):
    manifest = make_manifest()
    path = tmp_path / "other.pack"
    write_pack(path, replace(manifest, hashes={**manifest.hashes, name: "0123456789abcdef"}), make_tensors())
    here = manifest.hashes[name]
    assert f"({name} 0123456789abcdef there, {here} here)" in refusal(path)
    assert name in refusal(f"{path}?rules=any")


def test_other_rules_can_be_let_pass(tmp_path):
    manifest = make_manifest()
    path = tmp_path / "old.pack"
    write_pack(path, replace(manifest, hashes={**manifest.hashes, "rules": "old"}), make_tensors())
    assert "other rules than this version" in refusal(path)
    assert "?rules=any" in refusal(path)
    assert make(f"{path}?rules=any").act(make_seats(1), np.random.default_rng(0)).shape == (1,)


def write_raw(path: Path, manifest: object, tensors: dict[str, np.ndarray]) -> None:
    text = manifest if isinstance(manifest, str) else json.dumps(manifest)
    path.write_bytes(save(tensors, {ENTRY: text}))


def test_manifests_that_make_no_sense(tmp_path):
    path = tmp_path / "odd.pack"
    tensors = make_tensors()
    whole = asdict(make_manifest(weights_sha256=hash_tensors(tensors)))
    write_raw(path, whole, tensors)
    make(str(path))  # the base of what follows is sound

    write_raw(path, "{", tensors)
    assert "its manifest is no JSON" in refusal(path)
    write_raw(path, [1], tensors)
    assert "its manifest is list, expected an object" in refusal(path)
    write_raw(path, {**whole, "format": 99}, tensors)
    assert "has format 99; this version of moonshine-env reads 1" in refusal(path)
    write_raw(path, {**whole, "game": "chess"}, tensors)
    assert "is for the game 'chess'; this version has kingdom" in refusal(path)
    write_raw(path, {**whole, "hashes": "none"}, tensors)
    assert "has hashes = 'none', expected dict[str, str]" in refusal(path)
    write_raw(path, {**whole, "network": {"kind": "transformer"}}, tensors)
    assert "the kind 'transformer'" in refusal(path)
    write_raw(path, {**whole, "network": {"kind": "mlp", "hidden": []}}, tensors)
    assert "hidden layers []" in refusal(path)


def test_tensors_that_do_not_fit(tmp_path):
    path = tmp_path / "odd.pack"
    tensors = make_tensors()
    manifest = asdict(make_manifest(weights_sha256=hash_tensors(tensors)))
    short = {**tensors, "policy.bias": tensors["policy.bias"][:-1]}
    write_raw(path, manifest, short)
    assert f"tensor policy.bias has shape ({GAME.num_actions - 1},)" in refusal(path)
    write_raw(path, manifest, {**tensors, "more": np.zeros(1, np.float32)})
    assert "tensor more has shape (1,), its network asks for no such tensor" in refusal(path)
    write_raw(path, manifest, {**tensors, "value.bias": np.zeros(1, np.float64)})
    assert "tensor value.bias holds float64, expected float32" in refusal(path)
    with pytest.raises(PackError, match=r"policy\.bias"):
        write_pack(path, make_manifest(), short)


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("", "which pack?"),
        ("x.pack?mode=best", "'mode=best' is no setting of a pack"),
        ("x.pack?colour=red", "mode=sample, mode=argmax"),
    ],
)
def test_arguments_that_do_not_fit(argument, words):
    with pytest.raises(ValueError, match=words.replace("?", r"\?")):
        make(argument)


def test_writing_is_whole_or_nothing(pack, monkeypatch):
    before = pack.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_pack(pack, make_manifest(), make_tensors(seed=1))
    assert pack.read_bytes() == before
    assert [path.name for path in pack.parent.iterdir()] == [pack.name]


# ---- the command


def test_inspect_prints_and_writes_the_manifest(pack, capsys, tmp_path):
    target = tmp_path / "manifest.json"
    assert moonshine.main(["pack", "inspect", str(pack), "--json", str(target)]) == 0
    shown = capsys.readouterr().out
    assert "hashes.layout" in shown
    assert json.loads(target.read_text("utf-8"))["hashes"] == make_manifest().hashes


def test_verify_answers_by_its_exit_status(pack, capsys):
    assert moonshine.main(["pack", "verify", str(pack)]) == 0
    write_pack(pack, make_manifest(hashes={**make_manifest().hashes, "layout": "old"}), make_tensors())
    assert moonshine.main(["pack", "inspect", str(pack)]) == 0
    capsys.readouterr()
    assert moonshine.main(["pack", "verify", str(pack)]) == 1
    assert "other observation layout" in capsys.readouterr().err
    assert moonshine.main(["pack", "verify", str(pack.with_name("nothing.pack"))]) == 2
