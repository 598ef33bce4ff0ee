"""What is certain in Hex and Y: virtual connections, dead, captured and inferior cells, against brute force."""

from __future__ import annotations

import random
from pathlib import Path

import brute_hex as brute
import pytest

from gametree import solve
from gametree.bits import ones, popcount
from gametree.draw.board import board
from gametree.game import MAX, MIN
from gametree.games.hex import Hex
from gametree.games.hex.connections import ALL, ANCHORS, ANY, FULLS, NUMBERS, SEMIS
from gametree.games.hex.notation import with_chains
from gametree.games.hex.rules import State
from gametree.games.y import State as YState
from gametree.games.y import Y
from gametree.titles import title

SIZES = [(3, 3), (3, 4), (4, 4), (5, 3)]
BOARDS = [*(Hex(*size) for size in SIZES), Y(4), Y(5)]


def boards(game, dice, count, free):
    """Random stones on a board, at most so many cells free, nobody joined."""
    cells = list(ones(game.full))
    while count:
        dice.shuffle(cells)
        stones = dice.randint(max(0, len(cells) - free), len(cells) - 2)
        red, blue = sum(1 << c for c in cells[: stones // 2]), sum(1 << c for c in cells[stones // 2 : stones])
        if not brute.won(game, red, blue):
            count -= 1
            yield red, blue


def sides(game, red, blue):
    """Both sides: the stones, those of the other side, the edges, and the player."""
    return (red, blue, game.top, game.bottom, MAX), (blue, red, game.left, game.right, MIN)


def edges_of(game, player):
    """The edges that a player joins."""
    if isinstance(game, Y):
        return game.left, game.right, game.bottom
    return (game.top, game.bottom) if player == MAX else (game.left, game.right)


@pytest.mark.parametrize("game", BOARDS, ids=title)
def test_filling_in_changes_no_value(game):
    dice, filled = random.Random(1), 0
    for red, blue in boards(game, dice, 60, 10):
        more_red, more_blue = game.filled_in(red, blue)
        assert red | more_red == more_red
        assert blue | more_blue == more_blue
        assert more_red & more_blue == 0
        filled += popcount(more_red | more_blue) - popcount(red | blue)
        for mover in (MAX, MIN):
            assert brute.value(game, red, blue, mover) == brute.value(game, more_red, more_blue, mover)
    assert filled > 0
    brute.value.cache_clear()


@pytest.mark.parametrize("game", BOARDS, ids=title)
def test_a_best_move_is_left_without_inferior_cells(game):
    """Also where the region leaves out moves that lose."""
    dice, pruned = random.Random(2), 0
    for red, blue in boards(game, dice, 60, 10):
        free = game.full & ~(red | blue)
        for mover in (MAX, MIN):
            best = brute.value(game, red, blue, mover)
            values = {c: brute.value(game, *brute.moved(red, blue, mover, c), 1 - mover) for c in ones(free)}
            some = sum(1 << c for c in values if values[c] == best or dice.random() < 0.5)
            for region in (free, some):
                left = game.without_inferior(red, blue, mover, region)
                assert left | region == region
                assert best in {values[c] for c in ones(left)}
                pruned += popcount(region) - popcount(left)
    assert pruned > 0
    brute.value.cache_clear()


def state_of(game, red, blue, mover):
    """A state with these stones, to be written down."""
    return YState(red, blue, mover, False) if isinstance(game, Y) else State(red, blue, 0, 0, mover)


def noted(game, notes):
    """All connections in the notes: anchor, end, whether full, and carrier."""
    for anchor in range(ANCHORS):
        for end in range(game.ends):
            pair = anchor * game.ends + end
            for i in range(notes[NUMBERS + pair]):
                yield anchor, end, True, game.noted(notes, pair * FULLS + i)
            for i in range(notes[game.semi_counts + pair]):
                yield anchor, end, False, game.noted(notes, game.semis_at + pair * SEMIS + i)


@pytest.mark.parametrize("size", [(3, 3), (4, 4), pytest.param((6, 6), marks=pytest.mark.thorough)])
def test_every_connection_holds(size):
    """Inside its carrier, against every reply: a full one if the other side begins, a semi one with one stone more."""
    game, dice, tried = Hex(*size), random.Random(3), {True: 0, False: 0}
    for red, blue in boards(game, dice, 25, 36):
        for own, other, near, far, _ in sides(game, red, blue):
            first, last = game.grown(own & near, own, 0), game.grown(own & far, own, 0)
            places = [(near, 0), (far, 0)]  # an anchor: cells that touch it, and its stones
            rest = own & ~(first | last)
            while rest:
                chain = game.grown(rest & -rest, own, 0)
                places.append((chain, chain))
                rest &= ~chain
            for anchor, end, full, carrier in noted(game, game.connections(own, other, (near, far), ALL)):
                if popcount(carrier) > 9:
                    continue
                cell = 0 if end < ANCHORS else 1 << (end - ANCHORS)
                goal = cell or places[end][0]
                assert cell & carrier == 0
                assert carrier & (own | other) == 0
                assert brute.holds(game, own | cell, places[anchor][0], goal, carrier, not full)
                tried[full] += 1
        brute.holds.cache_clear()
    assert min(tried.values()) > 300


@pytest.mark.parametrize("game", BOARDS, ids=title)
def test_what_connections_of_the_edges_promise(game):
    """Fully connected: won, whoever moves. With a key: its move wins. What is not common to all carriers: it loses."""
    dice, certain = random.Random(4), [0, 0, 0]
    for red, blue in boards(game, dice, 60, 10):
        free = game.full & ~(red | blue)
        for own, other, player in ((red, blue, MAX), (blue, red, MIN)):
            win = 1 if player == MAX else -1
            common, _ = game.connected(own, other, edges_of(game, player), ALL)
            _, key = game.connected(own, other, edges_of(game, player), ANY)
            if common == 0:
                assert brute.value(game, red, blue, 1 - player) == win
                certain[0] += 1
            if key >= 0:
                assert brute.value(game, *brute.moved(red, blue, player, key), 1 - player) == win
                certain[1] += 1
            for cell in ones(free & ~common):
                assert brute.value(game, *brute.moved(red, blue, 1 - player, cell), player) == win
                certain[2] += 1
    assert min(certain) > 5
    brute.value.cache_clear()


@pytest.mark.parametrize("game", BOARDS, ids=title)
def test_one_of_the_best_moves_is_tried(game):
    """And none only where all lose."""
    dice, left_out = random.Random(6), 0
    for red, blue in boards(game, dice, 60, 10):
        mover = int(popcount(red) > popcount(blue))
        if popcount(red) - popcount(blue) == mover:
            s = game.parse(game.text(state_of(game, red, blue, mover)))
            value, tried = brute.value(game, red, blue, mover), list(game.must_play(s))
            after = {brute.value(game, *brute.moved(red, blue, mover, a), 1 - mover) for a in tried}
            assert value in (after or {-1 if mover == MAX else 1})
            left_out += popcount(game.full & ~(red | blue)) - len(tried)
    assert left_out > 0
    brute.value.cache_clear()


@pytest.mark.parametrize("size", [(3, 3), (4, 4)])
def test_the_cells_of_a_proof_are_enough(size):
    """The winner needs no other cells, and the other side may begin."""
    game, dice, proven = Hex(*size), random.Random(5), 0
    for red, blue in boards(game, dice, 60, 10):
        winner, cells = game.proof(State(red, blue, 0, 0, MAX))
        if winner:
            own, _, near, far, _ = sides(game, red, blue)[winner < 0]
            assert brute.holds(game, own, near, far, cells, False)
            proven += 1
    assert proven > 10
    brute.holds.cache_clear()


def test_the_cells_of_a_proof_are_tinted():
    game = Hex(3)
    s = game.parse("b2 a2")
    assert board(game, s).svg().count("opacity") == popcount(game.proof(s)[1]) > 0
    assert "opacity" not in board(game, game.initial()).svg()


def test_a_template_of_the_edge_is_found():
    """The ziggurat: a stone in the third row reaches the edge through eight cells, and needs each of them."""
    game = Hex(7)
    red = 1 << 4 * game.width + 3
    notes = game.connections(red, 0, (game.top, game.bottom), ALL)
    carriers = [c for anchor, end, full, c in noted(game, notes) if full and (anchor, end) == (2, 1)]
    smallest = min(carriers, key=popcount)
    assert popcount(smallest) == 8
    assert brute.holds(game, red, red, game.bottom, smallest, False)
    for cell in ones(smallest):
        assert not brute.holds(game, red, red, game.bottom, smallest & ~(1 << cell), False)


# --- solved boards ---------------------------------------------------------------------------------------------------

OPENINGS = {
    4: "a4 b3 c2 d1",
    6: "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5 d2 d3 d4 d5 e2 e3 e4 e5 f1 f2 f3 f4",
    7: "a4 a6 a7 b3 b4 b5 b6 c2 c3 c4 c5 c6 d3 d4 d5 e2 e3 e4 e5 e6 f2 f3 f4 f5 g1 g2 g4",
}
"""The openings that win. 4×4: our own strong solution; 6×6 and 7×7: the regression tests of Benzene
(dfpn-solve-6x6.tst, dfs-solve-7x7.tst)."""


Y_OPENINGS = {
    6: "d4 e4 d5",
    7: "f3 e4 f4 d5 e5 f5 c6 d6 e6 f6",
    8: "f4 g4 f5 d6 e6 f6 g6 d7 f7",
}
"""HexWiki, Where to swap (y)."""


def winning_openings(game):
    """The openings that win for Red. Turned by half the board is the same, so half of them are solved."""
    start, cells = game.initial(), list(ones(game.full))
    wins = set[str]()
    for a, turned in zip(cells, reversed(cells), strict=True):
        if a <= turned:
            found = solve(game, game.result(start, a), goal="win", method="dfpn", initial="evaluation")
            if found.value == 1:
                wins |= {game.name(start, a), game.name(start, turned)}
    return wins


@pytest.mark.parametrize(
    "size", [4, pytest.param(6, marks=pytest.mark.thorough), pytest.param(7, marks=pytest.mark.slow)]
)
def test_the_openings_of_published_boards(size):
    assert winning_openings(Hex(size)) == set(OPENINGS[size].split())


@pytest.mark.slow
@pytest.mark.parametrize("size", Y_OPENINGS)
def test_the_openings_of_published_triangles(size):
    game, start = Y(size), Y(size).initial()
    values = {game.name(start, a): solve(game, game.result(start, a), method="dfpn").value for a in game.actions(start)}
    assert {name for name in values if values[name] == 1} == set(Y_OPENINGS[size].split())


PUZZLES = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parent / "hex_puzzles.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(
    "size",
    [pytest.param(6, marks=pytest.mark.thorough), *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 5, 7, 11))],
)
def test_puzzles(size):
    """The winner is the one that is known, or the moves win that are known to."""
    game = Hex(size)
    puzzles = [puzzle for puzzle in PUZZLES if int(puzzle[0]) == size]
    assert puzzles
    for _, *stones, mover, answer, name in puzzles:
        red, blue = (game.these((ord(c[0]) - ord("a"), int(c[1:]) - 1) for c in side.split()) for side in stones)
        s = with_chains(game, red, blue, "RB".index(mover))
        named = {game.name(s, a): a for a in game.actions(s)}
        moves = [] if answer in ("R", "B") else [named[word] for word in answer.split()]
        winner = answer or "BR"["RB".index(mover)] if not moves else mover
        for then in [game.result(s, a) for a in moves] or [s]:
            found = solve(game, then, goal="win", method="dfpn", initial="evaluation")
            assert (found.value == 1) == (winner == "R"), (name, game.text(then))
