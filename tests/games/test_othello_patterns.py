"""Othello's patterns: what they are, that board and sides are treated alike, and that compiled code adds them up."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import numpy as np
import pytest
from brute_force import game_of_chance

from gametree import GameError, load
from gametree.bits import bit, popcount
from gametree.cli import main
from gametree.compile import game_type, kernel, prepare
from gametree.features import shares
from gametree.games.othello import Othello, patterns
from gametree.games.othello.patterns import (
    BEGINS,
    COUNTS,
    ENTRIES,
    NUMBERS,
    SHAPES,
    STAGES,
    UNITS,
    groups,
    number,
    placed,
    stage_of,
)
from gametree.games.othello.rules import State
from gametree.networks import network_of, save_network, with_network
from gametree.weights import save_weights, weights_of

GAME = cast("Othello", load("othello"))
WAYS = [
    lambda x, y: (y, x), lambda x, y: (7 - x, y), lambda x, y: (x, 7 - y), lambda x, y: (7 - x, 7 - y),
    lambda x, y: (y, 7 - x), lambda x, y: (7 - y, x), lambda x, y: (7 - y, 7 - x),
]  # fmt: skip


def positions(seeds: int, every: int = 5) -> list[State]:
    return [s for seed in range(seeds) for s, _ in game_of_chance(GAME, seed)][::every]


def image(way: Any, discs: int) -> int:
    found = 0
    for i in range(64):
        if discs >> i & 1:
            x, y = way(i % 8, i // 8)
            found |= bit(8 * y + x)
    return found


def scrambled() -> Othello:
    """The game with tables in which each group of contents has a number of its own."""
    numbers = np.random.default_rng(1).integers(-40, 41, (int(groups().max()) + 1, STAGES))
    made = with_network(GAME, network_of(GAME))
    made.set_layers({"entries": (numbers / UNITS).astype(np.float32)})
    return cast("Othello", made)


def test_the_squares_of_each_shape_are_all_its_images():
    """Taken one square at a time from the names; a shape that a reflection keeps has four images, another one eight."""
    for shape in SHAPES:
        names = shape.squares.split()
        first = [("abcdefgh".index(name[0]), int(name[1]) - 1) for name in names]
        images = {frozenset(first)} | {frozenset(way(x, y) for x, y in first) for way in WAYS}
        told = [frozenset((i % 8, i // 8) for i in place) for place in placed(shape)]
        assert set(told) == images, shape.name
        assert len(told) == (4 if shape.mirror else 8)
    assert len({i for shape in SHAPES for place in placed(shape) for i in place}) == 64


def test_mirrored_contents_share_an_entry():
    """And others do not: a palindrome counts once, two that mirror each other count once together."""
    known = groups()
    for shape, begin in zip(SHAPES, BEGINS, strict=False):
        of_shape = known[begin : begin + shape.size]
        if not shape.mirror:
            assert len(set(of_shape)) == shape.size
            continue
        assert [shape.mirror[i] for i in shape.mirror] == list(range(len(shape.mirror)))
        fixed = 3 ** ((len(shape.mirror) + sum(i == m for i, m in enumerate(shape.mirror))) // 2)
        assert len(set(of_shape)) == (shape.size + fixed) // 2
        dice = random.Random(1)
        for _ in range(50):
            cells = [dice.randrange(3) for _ in shape.mirror]
            assert of_shape[number(cells, range(len(cells)))] == of_shape[number(cells, shape.mirror)]
    assert len(known) == ENTRIES
    assert len(set(known[-COUNTS * len(NUMBERS) :])) == COUNTS * len(NUMBERS)


def test_the_sum_is_that_of_the_entries_square_by_square():
    game = scrambled()
    for s in positions(6):
        cells = [s.mine >> i & 1 | (s.theirs >> i & 1) << 1 for i in range(64)]
        stage = stage_of(popcount(s.mine | s.theirs))
        empty = [i for i in range(64) if cells[i] == 0]
        found = [
            begin + number(cells, place)
            for shape, begin in zip(SHAPES, BEGINS, strict=False)
            for place in placed(shape)
        ]
        near = [{j for j in range(64) if max(abs(i % 8 - j % 8), abs(i // 8 - j // 8)) == 1} for i in range(64)]
        moves = [popcount(game.moves(s.mine, s.theirs)), popcount(game.moves(s.theirs, s.mine))]
        beside = [sum(any(cells[j] == side for j in near[i]) for i in empty) for side in (1, 2)]
        found += [begin + n for begin, n in zip(BEGINS[len(SHAPES) :], moves + beside, strict=True)]
        wanted = float(game.entries[groups()[found], stage].sum())
        wanted = max(-64.0, min(64.0, wanted)) * (1 - 2 * s.turn)
        assert game.evaluate(s) == pytest.approx(wanted, abs=1e-4)
        assert sum(part.times * part.weight for part in shares(game, s)) == pytest.approx(
            game.expected(s.mine, s.theirs) / UNITS * (1 - 2 * s.turn)
        )


def test_the_board_and_the_sides_are_treated_alike():
    """Turned and mirrored in all eight ways, and with the colours exchanged."""
    game = scrambled()
    for s in positions(6):
        told = game.evaluate(s)
        assert game.evaluate(s._replace(turn=1 - s.turn)) == -told
        for way in WAYS:
            assert game.evaluate(State(image(way, s.mine), image(way, s.theirs), s.turn)) == told


@kernel
def look(game, rows, found):
    for i in range(len(rows)):
        found[i] = game.evaluate(State(rows[i, 0], rows[i, 1], rows[i, 2]))
    return 0


def test_compiled_code_adds_up_the_same():
    """Also with other tables, which are data: nothing is compiled again."""
    some = positions(8)
    rows = np.array(some, np.int64)
    for game in (GAME, scrambled()):
        assert game_type(game) is game_type(GAME)
        found = np.zeros(len(rows))
        prepare(look, game, rows, found)(game, rows, found)
        assert found.tolist() == [game.evaluate(s) for s in some]
    assert len({game.evaluate(s) for s in some}) > len(some) // 2


def test_the_features_remain():
    """Without the patterns, with weights of the features, and on smaller boards."""
    plain = cast("Othello", load("othello:network=false"))
    s = plain.parse("f5d6c3d3c4")
    assert plain.evaluate(s) == sum(float(plain.weights[i]) * n for i, n in plain.features(s)) != GAME.evaluate(s)
    assert not cast("Othello", load("othello:6")).network
    assert GAME.reweighted(np.zeros(len(GAME.weights))).evaluate(s) == 0


def test_files_of_patterns_and_of_weights(tmp_path, capsys):
    path, s = tmp_path / "mine.network", GAME.parse("f5d6c3d3c4")
    other = scrambled()
    save_network(path, network_of(other, "by hand"))
    assert cast("Othello", load("othello", weights=str(path))).evaluate(s) == other.evaluate(s)
    save_weights(tmp_path / "features.weights", weights_of(GAME, [1] * len(GAME.weights)))
    assert not cast("Othello", load("othello", weights=str(tmp_path / "features.weights"))).network
    text = path.read_text()
    content = json.loads(text)
    content["arrays"]["entries"]["data"] = content["arrays"]["entries"]["data"][:-40] + "A" * 40
    for damaged in (text[: len(text) // 2], text.replace("by hand", "by foot"), json.dumps(content)):
        path.write_text(damaged)
        assert main(["best", f"othello:weights={path}", "--depth", "1"]) == 2
        told = capsys.readouterr().err
        assert "damaged" in told
        assert len(told.strip().splitlines()) == 1


def test_a_packed_array_of_another_size_is_refused(tmp_path, monkeypatch):
    """What is unpacked is exactly what the shape says, whatever the checksum."""
    held = network_of(GAME)
    content = held.content()
    content["arrays"]["entries"]["shape"][0] -= 1
    monkeypatch.setattr(type(held), "content", lambda self, kind: content)
    save_network(tmp_path / "bomb.network", held)
    with pytest.raises(GameError, match="is damaged"):
        with_network(GAME, tmp_path / "bomb.network")


def test_what_ships_is_named_and_in_proportion():
    held = patterns.read_network(patterns.SHIPPED)
    assert held.made.startswith("python -m benchmarks.othello_patterns")
    assert held.arrays["entries"].shape == (int(groups().max()) + 1, STAGES)
    corner = GAME.parse("X" + "-" * 26 + "OX------XO" + "-" * 27 + " X")
    assert GAME.evaluate(corner) > GAME.evaluate(GAME.parse("-" * 27 + "OX------XO" + "-" * 27 + " X")) + 5
