"""The checker of certificates against certificates that were made to deceive it, or to break it."""

from __future__ import annotations

import copy
import hashlib
import json
import lzma
import random
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from broken_rules import without_trial
from gametree import CHANCE, Game, GameError, load
from gametree.cli import main
from gametree.solving.fingerprint import fingerprint
from gametree.solving.proof.certificate import _packed
from gametree.solving.proof.reading import MAGIC, words_in
from gametree.solving.proof.verify import RefutedError, verify

SOLVERS = """
import sys
import gametree.solving.proof.verify
loaded = [name for name in sys.modules if name.split(".")[0] in ("gametree", "numba", "llvmlite")]
print(*sorted(loaded))
"""


def forged(path, game, value, strategies, start=None, **changed):
    """A certificate made by hand: for each strategy its side and a row of words, action and rank for each position."""
    described, parts = [], []
    for side, rows in strategies:
        table = np.array(rows, np.int64)
        body = lzma.compress(b"".join(_packed(column, "<i8") for column in table.T))
        parts.append(body)
        described.append(
            {"side": side, "positions": len(table), "ranked": True, "columns": ["<i8"] * table.shape[1],
             "bytes": len(body)}
        )  # fmt: skip
    body = b"".join(parts)
    head = {
        "game": "by hand", "rules": fingerprint(game), "start": words_in(start or game.initial()), "value": value,
        "sha256": hashlib.sha256(body).hexdigest(), "strategies": described,
    }  # fmt: skip
    path.write_bytes(MAGIC + json.dumps(head | changed).encode() + b"\n" + body)
    return path


def test_the_checker_shares_nothing_with_a_solver():
    """In a process of its own, whatever it imports, and what that imports, is the rules and the reading of files."""
    loaded = subprocess.run([sys.executable, "-c", SOLVERS], capture_output=True, text=True, check=True).stdout.split()
    assert loaded == [
        "gametree", "gametree.adapters", "gametree.adapters.standins", "gametree.catalogue", "gametree.data",
        "gametree.docstrings", "gametree.errors", "gametree.features", "gametree.files", "gametree.game",
        "gametree.hooks", "gametree.mixins", "gametree.networks", "gametree.options", "gametree.patterns",
        "gametree.solving", "gametree.solving.fingerprint", "gametree.solving.proof",
        "gametree.solving.proof.reading", "gametree.solving.proof.verify", "gametree.titles", "gametree.weights",
    ]  # fmt: skip


def every_position(game, side, most=5000):
    """A strategy for every position that can be reached: some action, and ranks that rise with the distance."""
    found, waiting = {}, [game.initial()]
    while waiting and len(found) < most:
        s = waiting.pop(0)
        if s in found or game.terminal(s):
            continue
        chance = game.player(s) == CHANCE
        actions = [a for a, _ in game.chances(s)] if chance else list(game.actions(s))
        found[s] = actions[0] if actions else 0
        waiting += [game.result(s, a) for a in actions]
    return [(*words_in(s), a, most - n) for n, (s, a) in enumerate(found.items()) if game.player(s) == side]


class Toss(NamedTuple):
    side: int


class Coin(Game):
    """Chance alone decides, though the rules do not say so by ``chances``: actions there are none."""

    def initial(self):
        return Toss(0)

    def player(self, s):
        return CHANCE

    def actions(self, s):
        return iter(())

    def result(self, s, a):
        return Toss(a)

    def terminal(self, s):
        return s.side != 0

    def utility(self, s):
        return 1 if s.side == 1 else -1


def test_a_forged_proof_of_a_game_with_dice(tmp_path, capsys):
    """Pig to 1 is worth 5/7. The checker walked ``actions`` at chance nodes, found none, and was content."""
    game = load("pig:target=1")
    path = forged(tmp_path / "pig.cert", game, 0, [(side, every_position(game, side)) for side in (0, 1)])
    with pytest.raises(RefutedError, match="is a game of chance"):
        verify(path, game)
    assert main(["verify", str(path), "pig:target=1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_chance_that_the_rules_do_not_tell_of(tmp_path):
    game = Coin()
    with pytest.raises(GameError):  # its fingerprint cannot be had: the rules have no chances
        verify(forged(tmp_path / "coin.cert", game, 0, []), game)


class Stones(NamedTuple):
    left: int
    turn: int


class Take(Game):
    """One or two stones are taken; the player who takes the last wins. ``stuck``: with this many left nobody can
    move."""

    def __init__(self, stones=4, stuck=0, bounds=(-1, 1)):
        self.stones, self.stuck, self.bounds = stones, stuck, bounds

    def initial(self):
        return Stones(self.stones, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in (1, 2):
            if n <= s.left and s.left != self.stuck:
                yield n

    def result(self, s, a):
        return Stones(s.left - a, 1 - s.turn)

    def terminal(self, s):
        return s.left == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1


TRUE = {
    (f"Stones(left={left}, turn={turn})", (1 - 2 * turn) * (1 if left % 3 else -1))
    for left in range(8)
    for turn in (0, 1)
}
"""The truth about these games: the mover loses if the number of stones is a multiple of three."""
MAX_WINS = [(4, 0, 1, 5), (2, 0, 2, 3), (1, 0, 1, 3)]
"""Four stones: Max takes one, and then what is left."""


def test_a_strategy_by_hand(tmp_path):
    assert verify(forged(tmp_path / "take.cert", Take(), 1, [(0, MAX_WINS)]), Take()).positions == 3


def test_more_than_two_players(tmp_path):
    game = load("crowdnim")
    with pytest.raises(RefutedError, match="is a game of 3 players"):
        verify(forged(tmp_path / "crowd.cert", game, 0, []), game)


@without_trial
def test_a_position_without_a_move_is_no_end(tmp_path):
    """Where the other side is not over and has no action, nothing follows: it is not good enough for anybody."""
    game = Take(stuck=3)
    with pytest.raises(RefutedError, match="0 legal actions"):
        verify(forged(tmp_path / "stuck.cert", game, 1, [(0, MAX_WINS[:1])]), game)


def test_a_payoff_beyond_the_bounds(tmp_path):
    """Bounds of 0 to 0.5 would spare half of the proof; but the payoffs are none of these."""
    game = Take(bounds=(0, 0.5))
    with pytest.raises(RefutedError, match="it can end with 1"):
        verify(forged(tmp_path / "bounds.cert", game, 0.5, [(0, MAX_WINS)]), game)


def test_positions_that_play_never_comes_to(tmp_path):
    rows = [*MAX_WINS, (3, 0, 1, 9)]
    with pytest.raises(RefutedError, match=r"\[3, 0\]: it is in the file, but play never reaches it"):
        verify(forged(tmp_path / "more.cert", Take(), 1, [(0, rows)]), Take())


def test_the_rules_are_asked_of_no_other_position(tmp_path):
    """A row that is no position (the rules would loop for ever there) is never handed to them."""

    class Careful(Take):
        def actions(self, s):
            if s.left < 0:
                raise ValueError
            for n in (1, 2):
                if n <= s.left:
                    yield n

    rows = [*MAX_WINS, (-7, 0, 1, 9)]
    with pytest.raises(RefutedError, match="never reaches it"):
        verify(forged(tmp_path / "row.cert", Careful(), 1, [(0, rows)]), Careful())


def test_a_long_turn_of_the_other_side(tmp_path):
    """Min moves 3,000 times in a row, by two ways each time: no recursion, and no path twice."""

    class Long(Take):
        def player(self, s):
            return 0 if s.left == self.stones else 1

        def result(self, s, a):
            return Stones(s.left - a, 1)

    game = Long(3001)
    verdict = verify(forged(tmp_path / "long.cert", game, 1, [(0, [(3001, 0, 1, 1)])]), game)
    assert verdict.value == 1


# --- malformed -------------------------------------------------------------------------------------------------------

VALUES = [
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**63), 2**64, 10**400, 0.5, -0.0, 1e308, float("nan"),
    float("inf"), "", "x", "1", "tictactoe", "\x00", [], [[]], [None], ["<i8"], [0] * 3, {}, {"a": 1}, [[[[]]]], "<i8",
    "<i9", "O", "<f8", "<V8",
]  # fmt: skip


def places(found, path=()):
    """Every place within JSON, as the keys that lead there."""
    yield path
    if isinstance(found, dict | list):
        for key in found if isinstance(found, dict) else range(len(found)):
            yield from places(found[key], (*path, key))


def changed(found, path, value):
    if not path:
        return value
    new = copy.deepcopy(found)
    inner = new
    for key in path[:-1]:
        inner = inner[key]
    if value is places:  # the mark for: leave it out
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return new


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = forged(tmp_path_factory.mktemp("good") / "take.cert", Take(), 1, [(0, MAX_WINS)])
    line, body = path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)
    return json.loads(line), body


def survives(path, content):
    """Write a certificate; it is refused in one line, or accepted: then what it says is true."""
    path.write_bytes(content)
    try:
        verdict = verify(path, Take())
    except GameError as error:
        words = str(error)
        assert "\n" not in words
        assert len(words) < 1000 + len(str(path))
    else:
        assert (verdict.start, verdict.value) in TRUE


def test_every_field_of_every_wrong_kind(good, tmp_path):
    head, body = good
    for path in places(head):
        for value in [*VALUES, places]:
            if path or value is not places:
                line = json.dumps(changed(head, path, value)).encode()
                survives(tmp_path / "bad.cert", MAGIC + line + b"\n" + body)


def test_certificates_edited_at_random(good, tmp_path):
    """Several fields at once, lengths and counts that disagree, bodies of other columns; with a right checksum."""
    head, _ = good
    dice = random.Random(12)
    everywhere = [path for path in places(head) if path]
    for _ in range(500):
        width = dice.choice([0, 1, 4, 4, 4, 5])
        rows = [[dice.choice([*range(-2, 6), 2**40]) for _ in range(width)] for _ in range(3)]
        table = np.array(rows, np.int64)
        body = lzma.compress(b"".join(_packed(column, "<i8") for column in table.T))
        body = dice.choice([body, body, body[:-1], body + b"x", b"", body * 2])
        new = copy.deepcopy(head) | {"sha256": hashlib.sha256(body).hexdigest(), "value": dice.choice([1, 0, -1])}
        new["strategies"][0] |= {"bytes": dice.choice([len(body), len(body) - 1, 0]), "side": dice.choice([0, 1])}
        for _ in range(dice.choice([0, 0, 1, 2])):
            try:
                new = changed(new, dice.choice(everywhere), dice.choice(VALUES))
            except (KeyError, IndexError, TypeError):
                continue
        survives(tmp_path / "bad.cert", MAGIC + json.dumps(new).encode() + b"\n" + body)


@pytest.mark.parametrize("line", [b"[" * 200_000, b'{"a":' * 200_000, b"", b"null", b"1" * 5000, b"\xff\xfe", b"[]"])
def test_lines_that_are_no_object(line, good, tmp_path, capsys):
    (tmp_path / "bad.cert").write_bytes(MAGIC + line + b"\n" + good[1])
    assert main(["verify", str(tmp_path / "bad.cert")]) == 2
    assert "is damaged" in (error := capsys.readouterr().err)
    assert error.count("\n") == 1


def test_a_bomb_is_not_unpacked(good, tmp_path):
    """A few hundred kilobytes that would be gigabytes: the stated positions bound what is unpacked."""
    head, _ = good
    body = lzma.compress(bytes(1 << 24), preset=0)
    new = copy.deepcopy(head) | {"sha256": hashlib.sha256(body).hexdigest()}
    new["strategies"][0]["bytes"] = len(body)
    (tmp_path / "bomb.cert").write_bytes(MAGIC + json.dumps(new).encode() + b"\n" + body)
    with pytest.raises(GameError, match="what is packed is not 96 bytes long"):
        verify(tmp_path / "bomb.cert", Take())
