"""Draughts against the published counts of moves, and against the examples in the official rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from gametree import load, perft

if TYPE_CHECKING:
    from gametree.games.draughts import Draughts

RANDOM_178 = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46"
WOLDOUBY = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38"
ALL_KINGS = f"W:W{','.join(f'K{n}' for n in range(31, 51))}:B{','.join(f'K{n}' for n in range(1, 21))}"


class Series(NamedTuple):
    """Leaves of the tree of moves, from depth 1 on."""

    game: str
    position: str
    twice: bool
    """Do two ways to take the same pieces count as two moves?"""
    leaves: tuple[int, ...]


# R. Halbersma's draughts template library (github.com/rhalbersma/dctl, test/src/algo/traversal), every series there but
# those of English checkers, up to 10^8 leaves.
SERIES = (
    Series("draughts:width=6,height=6", "", False, (
        5, 25, 106, 369, 1301, 4214, 12912, 39526, 113614, 329982, 933564, 2678979, 7509079,
        21546796, 59298144,
    )),
    Series("draughts:variant=brazilian", "", True, (
        7, 49, 302, 1469, 7473, 37628, 187302, 907836, 4431847, 21566606,
    )),
    Series("draughts:variant=brazilian", "", False, (
        7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022,
    )),
    Series("draughts:variant=pool", "", True, (
        7, 49, 302, 1469, 7482, 37986, 190146, 929902, 4570615, 22442551,
    )),
    Series("draughts:variant=pool", "", False, (
        7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955,
    )),
    Series("draughts:variant=russian", "", True, (
        7, 49, 302, 1469, 7482, 37986, 190146, 929905, 4570667, 22450628,
    )),
    Series("draughts:variant=russian", "", False, (
        7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032,
    )),
    Series("draughts:variant=czech", "", True, (
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210,
    )),
    Series("draughts:variant=czech", "", False, (
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210,
    )),
    Series("draughts:variant=spanish", "", True, (
        7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200,
    )),
    Series("draughts:variant=spanish", "", False, (
        7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200,
    )),
    Series("draughts:variant=italian", "", True, (
        7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058,
    )),
    Series("draughts:variant=italian", "", False, (
        7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058,
    )),
    Series("draughts:variant=thai,filled=3", "", True, (
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793,
    )),
    Series("draughts:variant=thai,filled=3", "", False, (
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793,
    )),
    Series("draughts", "", True, (
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483971, 41022614,
    )),
    Series("draughts", "", False, (
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423,
    )),
    Series("draughts:variant=killer", "", True, (
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483971, 41022614,
    )),
    Series("draughts:variant=killer", "", False, (
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423,
    )),
    Series("draughts:variant=frisian", "", True, (
        9, 81, 658, 3880, 21345, 103584, 550314, 2907905, 16204497, 90161025,
    )),
    Series("draughts:variant=frisian", "", False, (
        9, 81, 658, 3874, 21265, 102431, 540126, 2825779, 15605069, 85817725,
    )),
    Series("draughts:variant=canadian", "", False, (
        11, 121, 1222, 10053, 79049, 584100, 4369366, 31839056,
    )),
    Series("draughts:width=14,height=14", "", False, (
        13, 169, 2042, 20513, 195333, 1710812, 15007858,
    )),
    Series("draughts:width=10,height=8", "", False, (
        9, 81, 658, 4265, 27117, 167140, 1029319, 6127190, 36751086,
    )),
    Series("draughts:width=8,height=10", "", False, (
        7, 49, 302, 1469, 7473, 37628, 193605, 995303, 5222464, 27405228,
    )),
    Series("draughts:width=10,height=11", "", False, (
        9, 81, 810, 7583, 74602, 688835, 6555302, 59796721,
    )),
    Series("draughts:width=10,height=12", "", False, (
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41291394,
    )),
    Series("draughts:width=12,height=10", "", False, (
        11, 121, 1222, 10053, 79049, 584100, 4369366, 31839056,
    )),
    Series("draughts", RANDOM_178, False, (
        14, 55, 1168, 5432, 87195, 629010, 9041010, 86724219,
    )),
    Series("draughts", WOLDOUBY, False, (
        6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989, 9872645, 58360286,
    )),
    Series("draughts", ALL_KINGS, False, (
        17, 79, 352, 1399, 7062, 37589, 217575, 1333217, 8558321, 58381162,
    )),
    Series("draughts", "W:W6,7,8,9,10:B41,42,43,44,45", False, (
        9, 81, 795, 7578, 86351, 936311, 11448262,
    )),
    Series("draughts", "W:B16,17,18,19,20:W31,32,33,34,35", True, (
        9, 81, 534, 2538, 9052, 29999, 98971, 310315, 1008317, 3174159, 10369533, 34907917,
    )),
    Series("draughts:variant=italian", "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3", True, (
        5, 13, 42, 107, 360, 1099, 3736, 12495, 43686, 164177, 628686, 2643623, 10833722, 49327264,
    )),
    Series("draughts:variant=italian", "B:W30,21,22,17,20,K6:B25,28,9,5,1,3", True, (
        6, 47, 271, 1916, 10810, 73137, 389809, 2469050, 12803372, 77920042,
    )),
    Series("draughts:variant=italian", "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4", True, (
        13, 112, 828, 6756, 46241, 368908, 2468110, 19914763,
    )),
    Series("draughts:variant=killer", RANDOM_178, False, (
        14, 55, 1168, 5165, 84326, 573965, 8476150, 78944517,
    )),
    Series("draughts:variant=killer", WOLDOUBY, False, (
        6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339, 1908829, 9850540, 58116971,
    )),
)  # fmt: skip

# The examples in the official rules of the FMJD (articles 3 and 4) and of the FID (Italian, articles 5 and 6), with all
# legal moves, as dctl has them (test/src/core/model).
OFFICIAL = """
international W:W28 28-22 28-23
international B:B13 13-18 13-19
international W:W8 8-2 8-3
international W:WK28 28-22 28-17 28-11 28-6 28-23 28-19 28-14 28-10 28-5 28-32 28-37 28-41 28-46 28-33 28-39 28-44 28-50
international B:BK1 1-6 1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45
international W:W28,32:B23 28x19
international W:WK46:B23 46x19 46x14 46x10 46x5
international W:W15:B8,19,20 15x2
international W:WK47:B9,12,33 47x17 47x21 47x26
international W:WK41,49:B9,10,12,19,38 41x43
international W:W48:B24,K31,34,K42,43 48x19
international W:WK23 23-18 23-12 23-7 23-1 23-19 23-14 23-10 23-5 23-28 23-32 23-37 23-41 23-46 23-29 23-34 23-40 23-45
international W:W35:B30,K40 35x24 35x44
international W:WK41:B23 41x19 41x14 41x10 41x5
international W:W47:B13,14,22,24,31,34,K41,44 47x49
international W:WK1:B7,9,17,19,20,30,31,33,43,44 1x15
international B:W27,28,38,39,42:BK25 25x33
international W:WK48:B7,8,31,34,K42,44 48x50
international W:W26:B12,K21,31,32 26x8 26x28
international W:W15:B9,10 15x13
italian W:W30:B27 30x23
italian W:W31:B12,20,28 31x8
italian W:WK22:B18,19,27 22x13 22x15 22x31
italian W:WK27:B5,6,13,15,21,23 27x25
italian W:WK21,31:B10,18,27 31x6
italian W:WK23,31:B19,26,27 23x21
italian W:WK23:B19,K28 23x32
italian W:WK30:B10,12,18,K20,K26,27 30x5
italian W:WK31:B18,20,K27,K28 31x13 31x15
italian W:WK30:B10,K12,K18,20,K26,K27 30x5
italian W:W24:B20,28 24x15
italian W:W30:BK26 30-27
italian W:W30:B27 30x23
italian W:WK24:B20,28 24x15 24x31
italian W:WK30:BK26 30x21
italian W:WK30:B27 30x23
""".strip().splitlines()

QUICK, THOROUGH, SLOW = 1_000, 10**6, 10**8


def start(series: Series) -> tuple[Draughts, Any]:
    game: Any = load(series.game)
    if series.twice:
        game.loop = 1 << 20  # the fewest jumps after which two ways are compared
    return game, game.parse(series.position) if series.position else game.initial()


def leaves(game: Draughts, s: Any, depth: int) -> int:
    """Counted by the rules alone, in plain Python."""
    if game.terminal(s):
        return 0
    actions = list(game.actions(s))
    assert len(actions) == game.mobility(s)
    return len(actions) if depth == 1 else sum(leaves(game, game.result(s, a), depth - 1) for a in actions)


def name(series: Series) -> str:
    return f"{series.game}{' twice' if series.twice else ''} {series.position[:12]}"


@pytest.mark.parametrize("series", SERIES, ids=name)
def test_the_rules(series: Series):
    game, s = start(series)
    counts = [n for n in series.leaves if n <= QUICK]
    assert [leaves(game, s, depth) for depth in range(1, len(counts) + 1)] == counts


def compiled(series: Series, most: int) -> None:
    game, s = start(series)
    counts = [n for n in series.leaves if n <= most]
    assert [perft(game, s, depth=depth, bulk=True).nodes for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.thorough
@pytest.mark.parametrize("series", [s for s in SERIES if s.game in ("draughts", "draughts:variant=russian")], ids=name)
def test_compiled(series: Series):
    if not series.twice:
        compiled(series, THOROUGH)


@pytest.mark.slow
@pytest.mark.parametrize("series", SERIES, ids=name)
def test_all(series: Series):
    compiled(series, SLOW)


@pytest.mark.parametrize("example", OFFICIAL)
def test_the_examples_of_the_official_rules(example: str):
    variant, fen, *moves = example.split()
    game: Any = load(f"draughts:variant={variant}")
    s = game.parse(fen)
    assert sorted(game.name(s, a) for a in game.actions(s)) == sorted(moves)
