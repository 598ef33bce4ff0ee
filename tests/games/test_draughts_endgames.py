"""Endgames of draughts: the numbers, what led to a position, and the longest wins that are published."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gametree import load, solve
from gametree.bits import popcount
from gametree.errors import GameError
from gametree.game import legal
from gametree.solving.database import Database

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.games.draughts.endgames import Endgame
    from gametree.games.draughts.rules import State

# Positions with the longest win of their material, and how many plies it takes: R. Halbersma's draughts template
# library (github.com/rhalbersma/dctl, test/src/algo/search/egdb). The first one, David and Goliath, is just famous.
LONGEST = {
    "international": """
        W:W23:B5,6 29  W:W33:B2 17  W:WK42:B22 7  W:W10:BK46 3  W:WK10:BK5 3  W:W40,44:B3 23  W:WK2,11:B45 11
        W:WK7,K30:B45 9  W:W6,7:BK45 7  W:WK2,6:BK50 9  W:WK1,K7:BK50 7  W:W21:B3,4 33  W:WK38:B4,18 27
        W:W18:B5,K23 17  W:WK26:B23,K42 9  W:W14:BK10,K46 3  W:WK10:BK5,K23 3  W:W33,46:B4,5 39  W:W8,K50:B3,32 27
        W:WK1,K23:B4,38 25  W:W17,35:B3,K21 23  W:WK1,12:B16,K50 19  W:WK1,K16:BK17,26 19  W:W6,12:BK7,K45 7
        W:W6,K22:BK17,K50 9  W:WK6,K22:BK17,K50 9  W:W12,13,16:B30 23  W:WK4,16,18:B34 21  W:WK8,11,K13:B44 19
        W:WK8,K20,K37:B43 17  W:W6,10,49:BK40 13  W:W6,K49,50:BK16 29  W:WK40,K45,50:BK11 31  W:WK6,K22,K27:BK49 15
        W:W6:B2,3,4 43  W:WK1:B2,3,4 43  W:W6:B3,4,K11 33  W:WK14:B1,K10,12 29  W:W8:B5,K13,K23 17
        W:WK1:BK18,24,K44 9  W:W23:BK10,K19,K46 3  W:WK49:BK23,K43,K46 3
    """,
    "killer": """
        W:W23:B5,6 29  W:W31:B5 17  W:WK49:B29 7  W:W10:BK46 3  W:WK10:BK46 3  W:W41,46:B24 63  W:WK37,46:B41 47
        W:WK7,K30:B45 9  W:W21,46:BK47 57  W:WK1,46:BK47 49  W:WK5,K14:BK33 15  W:W21:B3,4 33  W:WK38:B3,18 27
        W:W18:B5,K23 17  W:WK16:B24,K43 9  W:W14:BK10,K46 3  W:WK10:BK5,K41 3  W:W31,49:B9,14 77  W:WK4,36:B7,38 67
        W:WK29,K47:B39,44 27  W:W37,42:B20,K41 65  W:W31,K38:B7,K36 67  W:WK17,K39:BK21,26 31  W:W6,46:BK11,K31 57
        W:WK37,46:BK41,K43 53  W:WK5,K23:BK19,K50 17  W:W37,43,46:B44 69  W:WK37,41,46:B36 47  W:WK14,K20,33:B44 15
        W:WK7,K9,K40:B41 9  W:W46,49,50:BK36 73  W:WK19,24,46:BK15 51  W:WK11,K19,43:BK2 43  W:WK12,K37,K43:BK48 13
        W:W6:B3,4,5 43  W:WK1:B2,4,5 43  W:W7:B3,4,K11 33  W:WK16:B4,13,K32 29  W:W6:B5,K11,K22 17
        W:WK1:B24,K29,K44 9  W:W23:BK10,K19,K46 3  W:WK48:BK10,K42,K46 3
    """,
}
SMALL = "width=4,height=4,endgame=3"


def turned(game: Endgame, s: State) -> State:
    """The board turned round, the sides exchanged."""
    opposite = dict(zip(game.board.bits, reversed(game.board.bits), strict=True))

    def pieces(bits: int) -> int:
        return sum(1 << there for here, there in opposite.items() if bits >> here & 1)

    return s._replace(white=pieces(s.black), black=pieces(s.white), kings=pieces(s.kings), turn=1 - s.turn)


@pytest.mark.parametrize("variant", ["international", "giveaway", "italian"])
def test_every_number_and_what_came_before(variant: str):
    """On every position and every move of the smallest board."""
    game: Any = load(f"draughts:variant={variant},{SMALL}")
    states = [game.state(i) for i in range(game.index_size)]
    assert len(set(states)) == game.index_size
    assert [game.index(s) for s in states] == list(range(game.index_size))
    states += [turned(game, s) for s in states]
    assert [game.index(s) for s in states[game.index_size :]] == list(range(game.index_size))
    before: dict[State, set[State]] = {s: set() for s in states}
    for s in states:
        for a in legal(game, s):
            before.setdefault(game.result(s, a), set()).add(s)
    assert all(set(game.parents(s)) == parents for s, parents in before.items() if s.white and s.black)
    assert all(set(game.inner_parents(s)) == {t for t in before[s] if game.tier(t) == game.tier(s)} for s in states)
    ends = [s for s in before if game.index(s) < 0]
    assert all(game.terminal(s) and game.utility(s) == (-1 if s.turn == 0 else 1) for s in ends)
    assert (not ends) == (variant == "giveaway")


def came_back(variant: str, positions: int, seed: int) -> None:
    """In both directions on the usual board, at random: kings fly there, and captures turn round corners."""
    game: Any = load(f"draughts:variant={variant},endgame=4")
    first, rng = game.slices[game.slices[:, 0].searchsorted(game.index_size // 40), 0], random.Random(seed)
    for n in range(positions):
        s = game.state(rng.randrange(first) if n % 2 else rng.randrange(first, game.index_size))
        for a in legal(game, s):
            after = game.result(s, a)
            if after.white and after.black:
                assert s in list(game.parents(after)), game.fen(s)
        if popcount(s.white | s.black) > 2:
            parents = list(game.parents(s))
            for parent in rng.sample(parents, min(len(parents), 5)):
                assert s in [game.result(parent, a) for a in legal(game, parent)], game.fen(s)


def test_parents_are_where_actions_come_from():
    came_back("italian", 60, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", ["international", "killer", "russian", "pool", "thai", "spanish", "czech", "italian", "spantsiretti"]
)
def test_parents_of_all_variants(variant: str):
    came_back(variant, 60, 2)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("draughts:endgame=5", "2 to 4"),
        ("draughts:endgame=-1", "2 to 4"),
        ("draughts:variant=frisian,endgame=3", "has no endgames"),
        ("draughts:variant=breakthrough,endgame=3", "has no endgames"),
        ("draughts:variant=nonesuch,endgame=3", "there is no variant"),
        ("draughts:width=12,height=12,endgame=3", "up to 62 squares"),
        ("draughts:width=10,height=11,endgame=3", "an even height"),
    ],
)
def test_impossible_endgames(words: str, reason: str):
    with pytest.raises(GameError, match=reason):
        load(words)


def material(game: Endgame, s: State) -> tuple[int, int, int, int]:
    """Men and kings of the mover and of the other side."""
    mine, theirs = game.sides(s)
    kings = s.kings
    return popcount(mine & ~kings), popcount(mine & kings), popcount(theirs & ~kings), popcount(theirs & kings)


def longest_wins(database: Database, variant: str) -> int:
    """Compare with the published ones; how many they were."""
    game: Any = database.game
    codes = np.concatenate([part.codes for part in database.parts.values()]).astype(int)
    distance = np.where((codes > 0) & (codes % 2 == 0), (codes - 1) // 2, -1)
    longest = {material(game, game.state(int(a))): int(distance[a:b].max()) for a, b, _ in game.slices}
    words, found = LONGEST[variant].split(), 0
    for fen, plies in zip(words[::2], words[1::2], strict=True):
        s = game.parse(fen)
        if game.index(s) >= 0:
            found += 1
            assert distance[game.index(s)] == int(plies), fen
            if fen != words[0]:
                assert longest[material(game, s)] == int(plies), fen
    return found


@pytest.mark.thorough
def test_three_pieces(tmp_path: Path):
    solve("draughts:endgame=3", threads=2, out=tmp_path / "three")
    assert longest_wins(Database(tmp_path / "three"), "international") == 17


@pytest.mark.slow
@pytest.mark.parametrize("variant", LONGEST)
def test_four_pieces(variant: str, tmp_path: Path):
    """Every published longest win; and the outcomes by slices, which another solver finds, are the same."""
    words = f"draughts:variant={variant},endgame=4"
    solve(words, threads=2, out=tmp_path / "four")
    assert longest_wins(Database(tmp_path / "four"), variant) in (42, 43)
    solve(words, outcomes=True, threads=2, out=tmp_path / "slices")
    with_distances, alone = Database(tmp_path / "four"), Database(tmp_path / "slices")
    codes = np.concatenate([part.codes for part in with_distances.parts.values()]).astype(int)
    by_distance = np.where(codes == 0, 0, 2 * ((codes - 1) % 2) - 1)
    by_slice = np.concatenate([alone.codes_in(part).astype(int) - 2 for part in alone.parts.values()])
    assert (by_slice == by_distance).all()
