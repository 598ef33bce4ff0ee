"""Certificates: what is written is accepted, and what is tampered with is rejected, for the right reason."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proof_games import Graph, Race, value_of
from test_proof import graphs

from gametree import load
from gametree.cli import main
from gametree.errors import GameError
from gametree.solving.proof import certificate, prover
from gametree.solving.proof.certificate import write
from gametree.solving.proof.follow import NOTHING
from gametree.solving.proof.prover import Prover
from gametree.solving.proof.reading import MAGIC, read, unpacked
from gametree.solving.proof.solve import bisect, solve_weak, tight
from gametree.solving.proof.verify import RefutedError, verify
from gametree.solving.task import Task
from marking import thorough

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame
    from gametree.solving.proof.strategy import Strategy


class Proven:
    """A game with its value and strategies, to be written as they are or otherwise."""

    def __init__(self, game: AnyGame, path: Path):
        self.game, self.path, self.start = game, path, game.initial()
        with pytest.MonkeyPatch.context() as patch:  # these games are small: compiling takes longer
            patch.setattr(prover, "prepare", _not_compiled)
            found = Prover(game, self.start, Task())
        proof = bisect(found, self.start)
        self.value = proof.value
        self.strategies = [tight(found, half, self.start) for half in proof.halves]

    def refuted(self, strategies: list[Strategy] | None = None, **changed: Any) -> str:
        """Write the certificate with these changes; why it is rejected."""
        write(self.path, self.game, self.start, self.value, self.strategies if strategies is None else strategies)
        if changed:
            line, body = self.path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)
            self.path.write_bytes(MAGIC + json.dumps(json.loads(line) | changed).encode() + b"\n" + body)
        with pytest.raises(RefutedError) as caught:
            verify(self.path, self.game)
        return str(caught.value)


def _not_compiled(*_args):
    from gametree.compile import NotCompiledError

    raise NotCompiledError("not here")


@pytest.fixture
def tictactoe(tmp_path):
    return Proven(load("tictactoe"), tmp_path / "tictactoe.cert")


@pytest.fixture
def race(tmp_path):
    return Proven(Race(), tmp_path / "race.cert")


def mine(strategy: Strategy) -> list[int]:
    """The numbers of the positions in which the side is to move."""
    return [n for n, choice in enumerate(strategy.choices) if choice != NOTHING]


def without(strategy: Strategy, gone: int) -> Strategy:
    left = [n for n in range(len(strategy.choices)) if n != gone]
    ranks = None if strategy.ranks is None else strategy.ranks[left]
    return replace(strategy, states=[strategy.states[n] for n in left], choices=strategy.choices[left], ranks=ranks)


def choosing(strategy: Strategy, n: int, action: int) -> Strategy:
    choices = strategy.choices.copy()
    choices[n] = action
    return replace(strategy, choices=choices)


# --- accepted --------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@given(game=graphs())
@settings(max_examples=60, deadline=None)
def test_every_proof_of_a_loopy_graph_is_accepted(game, tmp_path_factory):
    path = tmp_path_factory.mktemp("graphs") / "graph.cert"
    solution = solve_weak(game, game.initial(), Task(out=path))
    if game.terminal(game.initial()):
        return
    verdict = verify(path, game)
    assert verdict.value == solution.value == value_of(game)


@pytest.mark.parametrize(
    ("spec", "value", "most"),
    [("tictactoe", 0, 2_000), *thorough(("nim:3,4,5", 1, 1_000), ("connect4:5,4", 0, 60_000))],
)
def test_certificates_and_their_sizes(spec, value, most, tmp_path, capsys):
    path = tmp_path / "proof.cert"
    assert main(["solve", spec, "--level", "weak", "--out", str(path), "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert (solved["value"], solved["level"], solved["path"]) == (value, "weak", str(path))
    assert path.stat().st_size < most
    assert main(["verify", str(path), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["verified"], verdict["value"]) == (True, value)
    assert main(["verify", str(path), spec]) == 0
    assert "is proven" in capsys.readouterr().out


def test_a_win_in_a_loopy_game_has_ranks_that_fall_to_the_end(race):
    write(race.path, race.game, race.start, race.value, race.strategies)
    assert verify(race.path, race.game).value == 1
    (strategy,) = race.strategies  # the best of all payoffs: nothing is to be proven for Min
    assert strategy.ranks is not None
    assert min(strategy.ranks) == 1


@pytest.mark.parametrize(("spec", "positions"), [("ponghauki", 56), ("sharks", 3808)])
def test_loopy_games_of_the_catalogue(spec, positions, tmp_path):
    proven = Proven(load(spec), tmp_path / "loopy.cert")
    write(proven.path, proven.game, proven.start, proven.value, proven.strategies)
    verdict = verify(proven.path)
    assert verdict.value == 0
    assert verdict.positions < positions  # all that can be reached


def test_a_draw_by_going_round_needs_no_ranks(tmp_path):
    # Max goes 0, 1, 0, …; the player who leaves the cycle loses
    game = Graph([[1, 2], [0, 3], *[[]] * 10], [0, 1] + [0] * 10, [0, 0, -2, 2] + [0] * 8)
    proven = Proven(game, tmp_path / "circle.cert")
    assert proven.value == 0
    assert all(strategy.ranks is None for strategy in proven.strategies)
    write(proven.path, game, proven.start, proven.value, proven.strategies)
    assert verify(proven.path, game).value == 0


@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.integers(-5, 5)), min_size=1))
def test_columns_survive(rows):
    table = np.array(rows, np.int64)
    dtypes = [certificate._dtype(table[:, i]) for i in range(2)]
    packed = b"".join(certificate._packed(table[:, i], dtypes[i]) for i in range(2))
    assert np.array_equal(unpacked(packed, len(rows), dtypes), table)


# --- rejected: ten kinds of tampering, and some more -----------------------------------------------------------------


def test_1_a_flipped_bit(tictactoe, capsys):
    write(tictactoe.path, tictactoe.game, tictactoe.start, 0.0, tictactoe.strategies)
    content = bytearray(tictactoe.path.read_bytes())
    content[-100] ^= 4
    tictactoe.path.write_bytes(content)
    assert main(["verify", str(tictactoe.path)]) == 2
    assert capsys.readouterr().err.endswith("is damaged: its checksum is wrong\n")


def test_2_a_file_cut_short(tictactoe):
    write(tictactoe.path, tictactoe.game, tictactoe.start, 0.0, tictactoe.strategies)
    tictactoe.path.write_bytes(tictactoe.path.read_bytes()[:-10])
    with pytest.raises(GameError, match="checksum is wrong"):
        verify(tictactoe.path)
    tictactoe.path.write_bytes(b"something else")
    with pytest.raises(GameError, match="is not a certificate"):
        verify(tictactoe.path)
    with pytest.raises(GameError, match="no such file"):
        verify(tictactoe.path.with_name("nothing.cert"))


def test_3_other_rules(tictactoe):
    write(tictactoe.path, tictactoe.game, tictactoe.start, 0.0, tictactoe.strategies)
    with pytest.raises(RefutedError, match="made for other rules than those of mnk"):
        verify(tictactoe.path, "mnk:3,3,3")


@pytest.mark.parametrize("which", [0, 1])
def test_4_a_position_left_out(tictactoe, which):
    strategy = tictactoe.strategies[which]
    for n in mine(strategy)[1::20]:
        both = list(tictactoe.strategies)
        both[which] = without(strategy, n)
        assert f"there is no answer in {strategy.states[n]}" in tictactoe.refuted(both)


def test_5_a_move_that_loses(tictactoe):
    game, strategy = tictactoe.game, tictactoe.strategies[0]
    found = 0
    for n in mine(strategy):
        s = strategy.states[n]
        for a in game.actions(s):
            then = game.result(s, a)
            if not game.terminal(then) and any(game.utility(game.result(then, b)) < 0 for b in game.actions(then)):
                why = tictactoe.refuted([choosing(strategy, n, a), tictactoe.strategies[1]])
                assert why.startswith(f"Max's strategy fails in {s}: ")
                assert "it can end with -1" in why or "there is no answer" in why
                found += "it can end with -1" in why
                break
    assert found > 3


def test_6_an_illegal_move(tictactoe):
    strategy = tictactoe.strategies[0]
    n = mine(strategy)[3]
    why = tictactoe.refuted([choosing(strategy, n, 99), tictactoe.strategies[1]])
    assert why == f"Max's strategy fails in {strategy.states[n]}: action 99 is not legal"


def test_7_a_rank_that_does_not_fall(race):
    (strategy,) = race.strategies
    n = max(mine(strategy), key=lambda n: strategy.ranks[n])
    lowered = strategy.ranks.copy()
    lowered[n] = 1
    why = race.refuted([replace(strategy, ranks=lowered)])
    assert why.startswith(f"Max's strategy fails in {strategy.states[n]}: rank 1 does not fall: ")


def test_8_no_ranks_where_play_must_end(race):
    (strategy,) = race.strategies
    assert "the strategy has no ranks" in race.refuted([replace(strategy, ranks=None)])


def test_9_a_better_value_than_the_true_one(tictactoe):
    assert "endless play has the value 0, not 1" in tictactoe.refuted(value=1)
    ranked = [replace(s, ranks=np.arange(len(s.choices))[::-1].copy()) for s in tictactoe.strategies]
    assert "fails in" in tictactoe.refuted(ranked, value=1)
    assert "fails in" in tictactoe.refuted(ranked, value=-1)


def test_9_a_value_that_is_none(tictactoe):
    for value in (float("nan"), 2):
        assert f"value {float(value)} and start [0, 0] are not possible in tictactoe" in tictactoe.refuted(
            [], value=value
        )


def test_10_half_of_the_proof_is_missing(tictactoe):
    assert "no strategy by which Min gets at most 0" in tictactoe.refuted(tictactoe.strategies[:1])
    assert "no strategy by which Max gets at least 0" in tictactoe.refuted(tictactoe.strategies[1:])
    assert "no strategy by which Max gets at least 0" in tictactoe.refuted([])


def test_11_a_start_that_the_strategy_does_not_know(tictactoe):
    corner = tictactoe.game.parse("1 2")
    why = tictactoe.refuted(start=list(corner))
    assert f"there is no answer in {corner}" in why


def test_12_a_position_of_the_other_side(tictactoe):
    strategy = tictactoe.strategies[0]
    n = next(n for n, choice in enumerate(strategy.choices) if choice == NOTHING)
    s = strategy.states[n]
    why = tictactoe.refuted([choosing(strategy, n, next(iter(tictactoe.game.actions(s)))), tictactoe.strategies[1]])
    assert why == f"Max's strategy fails in {list(s)}: it is in the file, but play never reaches it"


def test_13_a_position_twice(tictactoe):
    strategy = tictactoe.strategies[0]
    n = mine(strategy)[0]
    doubled = replace(
        strategy,
        states=[*strategy.states, strategy.states[n]],
        choices=np.append(strategy.choices, strategy.choices[n]),
    )
    assert "a position occurs twice" in tictactoe.refuted([doubled, tictactoe.strategies[1]])


def test_14_the_sides_exchanged(tictactoe):
    exchanged = [replace(s, side=1 - s.side) for s in tictactoe.strategies]
    assert "turn here" in tictactoe.refuted(exchanged) or "no answer" in tictactoe.refuted(exchanged)


def test_damaged_json_is_refused(tictactoe):
    write(tictactoe.path, tictactoe.game, tictactoe.start, 0.0, tictactoe.strategies)
    head, _ = read(tictactoe.path)
    body = tictactoe.path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)[1]
    for broken in (
        b"{",
        *(json.dumps({k: v for k, v in head.items() if k != gone}).encode() for gone in set(head) - {"bound"}),
    ):  # without it, it is exact
        tictactoe.path.write_bytes(MAGIC + broken + b"\n" + body)
        with pytest.raises(GameError, match="is damaged"):
            verify(tictactoe.path)
