"""Endgames of checkers: how many positions there are, their numbers, and what each is worth."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gametree import best, load, solve
from gametree.compile import kernel, prepare
from gametree.errors import GameError
from gametree.game import legal
from gametree.games.checkers import Checkers
from gametree.games.checkers.rules import State
from gametree.games.material import Numbering
from gametree.solving.strong import plain
from gametree.solving.task import Task

if TYPE_CHECKING:
    from gametree.solving.solution import Solution

# Positions by the number of pieces, one side to move, men never on their king row: those of Chinook's databases, whose
# total of 443,748,401,247 for up to 8 pieces is in van den Herik, Uiterwijk and van Rijswijck, Games solved (2002).
POSITIONS = {
    1: 120, 2: 6972, 3: 261224, 4: 7092774, 5: 148688232, 6: 2503611964, 7: 34779531480, 8: 406309208481,
    9: 4048627642976, 10: 34778882769216,
}  # fmt: skip
# Positions of kings alone, as T. VandeWettering counts them (brainwagon.org).
KINGS = {(1, 1): 992, (2, 1): 14880, (2, 2): 215760, (3, 1): 143840, (3, 2): 2013760, (3, 3): 18123840}


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_as_many_positions_as_published():
    sizes = [Numbering(32, 4, n).size for n in range(11)]
    assert {n: sizes[n] - sizes[n - 1] for n in range(1, 11)} == POSITIONS
    assert sizes[8] == 443748401247


def test_as_many_positions_of_kings_as_published():
    numbers = Numbering(32, 4, 6)
    ends = [*numbers.blocks[1:, 5], numbers.size]
    found = {
        (k, q): end - start for (m, k, o, q, _, start), end in zip(numbers.blocks, ends, strict=True) if m + o == 0
    }
    assert {pair: found[pair] for pair in KINGS} == KINGS
    assert all(count == comb(32, k) * comb(32 - k, q) for (k, q), count in found.items())


@pytest.mark.parametrize("words", ["checkers:endgame=2", "checkers:size=6,endgame=2", "checkers:size=4,endgame=4"])
def test_every_number_has_its_position(words: str):
    game = load(words)
    states = [game.state(i) for i in range(game.index_size)]
    assert len(set(states)) == game.index_size
    assert [game.index(s) for s in states] == list(range(game.index_size))
    tiers = [game.tier(s) for s in states]
    assert tiers == sorted(tiers)


def turned(game: Checkers, s: State) -> State:
    """The board turned round, the sides exchanged."""

    def pieces(bits: int) -> int:
        return sum(1 << game.board.length - 1 - i for i in range(game.board.length) if bits >> i & 1)

    return State(pieces(s.white), pieces(s.black), pieces(s.kings), 1 - s.turn, s.idle)


def test_numbers_and_moves_of_many_pieces():
    """A random number is that of its position, and of the position turned round; tiers never rise."""
    game = load("checkers:endgame=8")
    rng = random.Random(3)
    for _ in range(500):
        i = rng.randrange(game.index_size)
        s = game.state(i)
        assert game.index(s) == i
        assert game.index(turned(game, s)) == i
        for a in legal(game, s):
            assert game.tier(game.result(s, a)) <= game.tier(s)
    many = game.parse("B:W21-32:B1-12")
    assert game.index(many) == -1
    assert Checkers().index(many) == -1


def test_parents_are_where_actions_come_from():
    """In both directions: on every move of the small board, and on random positions of the large one."""
    game = Checkers(size=4, endgame=4)
    states = [game.state(i) for i in range(game.index_size)]
    states += [turned(game, s) for s in states]
    before: dict[State, set[State]] = {s: set() for s in states}
    for s in states:
        for a in legal(game, s):
            before[game.result(s, a)].add(s)
    assert all(set(game.parents(s)) == before[s] for s in states)
    game, rng = Checkers(endgame=7), random.Random(5)
    for _ in range(200):
        s = game.state(rng.randrange(Numbering(32, 4, rng.randrange(1, 7)).size))
        for a in legal(game, s):
            assert s in list(game.parents(game.result(s, a)))
        parents = list(game.parents(s))
        for parent in rng.sample(parents, min(len(parents), 20)):
            assert s in [game.result(parent, a) for a in legal(game, parent)]


@pytest.mark.parametrize(
    "words", ["checkers:endgame=11", "checkers:endgame=-1", "checkers:size=5", "checkers:moves=-1"]
)
def test_impossible_games(words: str):
    with pytest.raises(GameError, match=r"(is|are) not possible"):
        load(words)


# --- solutions -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_small_board_agrees_with_the_general_solver():
    """All that two men against two lead to on 4×4, with its kings."""
    game = Checkers(size=4, endgame=4)
    solution = solve(game, threads=1)
    graph = plain.explore(game, game.initial(), Task())
    labels = dict(zip(graph.states, plain.label(game, graph), strict=True))
    assert len(labels) > 100
    assert all(solution[s] == label for s, label in labels.items())


@kernel
def count_mistakes(game: Any, codes: Any, first: int, last: int) -> int:
    """How many positions have a label that does not follow from those of their moves. A code is 0 for a draw, and else
    1 + 2 × remoteness + (1 where the mover wins)."""
    mistakes = 0
    for i in range(first, last):
        s = game.state(i)
        quickest, longest, draws, moves = 1 << 30, -1, 0, 0
        if not game.terminal(s):
            for a in game.actions(s):
                moves += 1
                code = np.int64(codes[game.index(game.result(s, a))])
                if code == 0:
                    draws += 1
                elif code & 1:  # lost for the other side
                    quickest = min(quickest, (code - 1) >> 1)
                else:
                    longest = max(longest, (code - 2) >> 1)
        if moves == 0:
            right = 1
        elif quickest < 1 << 30:
            right = 2 + 2 * (quickest + 1)
        elif draws:
            right = 0
        else:
            right = 1 + 2 * (longest + 1)
        mistakes += codes[i] != right
    return mistakes


def verified(solution: Solution, first: int, last: int) -> bool:
    """Does every label follow from those of the moves? Then every win comes nearer to its end with each move of the
    winner's, whatever the other side does: they are all played out. Only the moves of the rules are used, none of what
    the solver goes back by."""
    table: Any = solution.labels
    assert list(table.coding.payoffs) == [-1.0, 1.0]
    check = prepare(count_mistakes, solution.rules, table.codes, 0, 0)
    return check(solution.rules, table.codes, first, last) == 0


# Positions, wins, losses and draws of the mover, by his pieces and the other side's. Our own figures; that they are
# right, ``verified`` proves.
THREE = {
    (0, 1): [60, 0, 60, 0], (1, 0): [60, 60, 0, 0],
    (0, 2): [1742, 0, 1742, 0], (1, 1): [3488, 716, 402, 2370], (2, 0): [1742, 1742, 0, 0],
    (0, 3): [32596, 0, 32596, 0], (1, 2): [98016, 2510, 87290, 8216], (2, 1): [98016, 97740, 15, 261],
    (3, 0): [32596, 32596, 0, 0],
}  # fmt: skip
FOUR = {
    (1, 3): [1773192, 7279, 1742913, 23000], (2, 2): [2662932, 793856, 174168, 1694908],
    (3, 1): [1773192, 1773169, 9, 14],
}  # fmt: skip


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return solve("checkers:endgame=3", threads=2, out=tmp_path_factory.mktemp("checkers") / "three")


def material(solution: Solution) -> dict[tuple[int, int], list[int]]:
    """Positions, wins, losses and draws by the pieces of the mover and of the other side."""
    found: dict[tuple[int, int], list[int]] = {}
    for tier in solution.tiers:
        pieces, black = tier.tier >> 15, tier.tier >> 5 & 31
        row = found.setdefault((black, pieces - black), [0, 0, 0, 0])
        for k, n in enumerate((tier.positions, tier.wins, tier.losses, tier.draws)):
            row[k] += n
    return found


@pytest.mark.thorough
def test_three_pieces(three: Solution):
    assert three.positions == sum(POSITIONS[n] for n in (1, 2, 3))
    by_pieces = Counter[int]()
    for tier in three.tiers:
        by_pieces[tier.tier >> 15] += tier.positions
    assert by_pieces == {n: POSITIONS[n] for n in (1, 2, 3)}
    assert verified(three, 0, three.rules.index_size)
    assert material(three) == THREE


def play_out(solution: Solution, s: State, rng: random.Random | None) -> int:
    """How many moves it takes the winner, who plays by the table, against the longest defence or moves at random."""
    game, winner, count = solution.rules, solution[s].value, 0
    while not game.terminal(s):
        moves = solution.moves(s)
        ahead = game.player(s) == (0 if winner > 0 else 1)
        s = game.result(s, moves[0].action if ahead or rng is None else rng.choice(moves).action)
        count += 1
        assert count < 200
    assert game.utility(s) == winner
    return count


@pytest.mark.thorough
def test_wins_are_played_out(three: Solution):
    game, rng = three.rules, random.Random(9)
    won = 0
    while won < 60:
        s = game.state(rng.randrange(game.index_size))
        known = three[turned(game, s) if won % 2 else s]
        if known.value:
            s = turned(game, s) if won % 2 else s
            won += 1
            assert play_out(three, s, None) == known.remoteness
            assert play_out(three, s, rng) <= known.remoteness


@pytest.mark.thorough
def test_a_search_ends_in_the_database(three: Solution):
    """Five pieces: after an exchange and a man given up, the table says that the kings win. A search that looks four
    moves ahead could not see it to the end."""
    game, folder = three.rules, three.path
    s = game.parse("B:W22,31:B24,K26,K29")
    assert game.index(s) == -1
    found = best(game, s, depth=4, database=folder)
    assert (found.value, found.proven, found.within) == (1, True, 41)  # perhaps sooner, by a way that was not looked at
    s = game.result(s, found.action)
    while game.index(s) < 0:  # played on to where the table knows it, it is no longer
        answer = best(game, s, depth=4, database=folder)
        s = game.result(s, answer.action)
        assert answer.value == 1
    assert three[s].value == 1
    drawn = game.parse("B:WK1,K2:BK31,K32")
    assert best(game, drawn, depth=3, database=folder).value != 1


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return solve("checkers:endgame=4", threads=2, out=tmp_path_factory.mktemp("checkers") / "four")


@pytest.mark.slow
def test_four_pieces(four: Solution):
    assert four.positions == sum(POSITIONS[n] for n in (1, 2, 3, 4))
    assert sum(tier.positions for tier in four.tiers if tier.tier >> 15 == 4) == POSITIONS[4]
    assert verified(four, 0, four.rules.index_size)
    found = material(four)
    assert {pair: found[pair] for pair in THREE} == THREE
    assert {pair: found[pair] for pair in FOUR} == FOUR
    table: Any = four.labels
    assert table.deepest() == 109
    longest = four.rules.parse("B:W30,32:B6,18")
    assert four[longest] == (1.0, 109)
    assert play_out(four, longest, None) == 109


@pytest.mark.slow
def test_six_pieces_are_searched_down_to_four(four: Solution):
    """White's king takes a man and is taken in return; the rest is in the database. A quicker win may lie beyond the
    depth, with more than four pieces: so 49 is a bound."""
    game = four.rules
    s = game.parse("B:W6,K23,26:B8,K15,19")
    found, alone = best(game, s, depth=8, database=four.path), best(game, s, depth=8)
    assert (game.name(s, found.action), found.value, found.proven) == ("8-12", 1, True)
    assert (found.distance, found.within) == (None, 49)
    assert not alone.proven
