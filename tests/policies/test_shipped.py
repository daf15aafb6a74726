"""Packs that come with the package: found by name, fit for the game as it is, half the size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from moonshine_env.registry import find_game
from policies import load
from policies.packs import PackPolicy, check_fit, read_pack, write_pack
from policies.shipped import find_pack, shipped_packs
from policies.shipped.__main__ import main

PACKS = shipped_packs()


def test_there_is_the_pack_of_the_demo():
    assert "kingdom_demo" in PACKS


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_fits_the_game_as_it_is(name):
    """If not, the rules have changed: retrain it (docs/strength.md)."""
    game = find_game("kingdom")
    check_fit(name, read_pack(PACKS[name]).manifest, game, game.load_content(None), any_rules=False)
    assert isinstance(load(f"pack:{name}"), PackPolicy)
    assert isinstance(load(f"pack:{name}?mode=argmax"), PackPolicy)


@pytest.mark.parametrize("name", PACKS)
def test_a_shipped_pack_is_small(name):
    assert PACKS[name].stat().st_size < 3_000_000


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_pack("kingdom_demo") == PACKS["kingdom_demo"]
    for path in ("no/kingdom_demo", "kingdom_demo.pack", "unknown"):
        assert str(find_pack(path)) == path, "a path stays one"
    (tmp_path / "kingdom_demo").write_bytes(b"")
    assert str(find_pack("kingdom_demo")) == "kingdom_demo"


def test_shipping_rounds_weights_and_forgets_what_was_measured_before(tmp_path, capsys):
    pack = read_pack(PACKS["kingdom_demo"])
    wide = {name: tensor + np.float32(1e-7) for name, tensor in pack.tensors.items()}
    source = tmp_path / "mine.pack"
    write_pack(source, replace(pack.manifest, strength=[{"wins": 1}]), wide)
    main([str(source), "--folder", str(tmp_path / "out")])
    shipped = read_pack(tmp_path / "out" / "mine.pack")
    assert shipped.manifest.strength == []
    assert shipped.manifest.weights_sha256[:16] in capsys.readouterr().out
    for name, tensor in shipped.tensors.items():
        assert tensor.dtype == np.float32
        assert tensor.tobytes() == wide[name].astype(np.float16).astype(np.float32).tobytes()
    assert (tmp_path / "out" / "mine.pack").stat().st_size < 0.51 * source.stat().st_size


def test_weights_too_great_for_half_are_refused(tmp_path):
    pack = read_pack(PACKS["kingdom_demo"])
    huge = {name: tensor + np.float32(1e6) for name, tensor in pack.tensors.items()}
    with np.errstate(over="ignore"), pytest.raises(ValueError, match="too great for 16 bits"):
        write_pack(tmp_path / "x.pack", pack.manifest, huge, half=True)
    assert not list(tmp_path.iterdir())
