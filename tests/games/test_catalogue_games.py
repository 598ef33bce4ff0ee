"""What every game promises: its text is read back, its names tell moves apart, mistakes get one line."""

from __future__ import annotations

import pytest
from brute_force import game_of_chance
from catalogue_specs import IN_TURN, OTHERS

from gametree import GameError, check, load
from gametree.game import legal, over, provides

GAMES = [
    "tictactoe",
    "connect4",
    "connect4:width=5,height=4",
    "connect4:width=2,height=20",
    "connect4:width=5,height=4,connect=3",
    "mnk",
    "mnk:m=4,n=5,k=4",
    "mnk:m=9,n=7,k=5",
    "mnk:m=1,n=26,k=3",
    "mnk:m=5,n=4,k=3,gravity=true",
    "mnk:m=3,n=3,k=3,misere=true",
    "mnk:m=2,n=2,k=1",
    "nim",
    "nim:7",
    "nim:heaps=3,4,5,limit=2,misere=true",
    "nim:1,10,1",
    "kalah",
    "kalah:m=3,n=12",
    "kalah:m=1,n=4",
    "kalah:m=5,n=2,empty_capture=false",
    "dots",
    "dots:rows=1,columns=5",
    "dots:rows=5,columns=5",
    *(f"tree:example={name}" for name in ("textbook", "pruning", "chance", "andor", "maxn", "again", "shared")),
]


@pytest.mark.parametrize("spec", [*IN_TURN, *OTHERS])
def test_every_game_of_the_catalogue_is_well_defined(spec: str):
    found = check(spec, compile=False, time=1)
    assert found.ok, found


@pytest.mark.parametrize("spec", GAMES)
def test_random_games(spec: str):
    """Over whole random games: text and parse are inverse, moves have different names, play ends, values are in bounds,
    and what may be asked of a state agrees with its neighbours."""
    game = load(spec)
    for seed in range(12):
        steps = list(game_of_chance(game, seed))
        assert len({s for s, _ in steps}) == len(steps), "a position came back in a game that says it ignores this"
        for s, a in steps:
            assert game.parse(game.text(s)) == s
            names = [game.name(s, action) for action in legal(game, s)]
            assert len(set(names)) == len(names)
            if a < 0:
                assert over(game, s)
                continue
            after = game.result(s, a)
            if provides(game, "tier"):
                assert game.tier(after) < game.tier(s) or spec.startswith("kalah")
                assert game.tier(after) <= game.tier(s)
            if provides(game, "parents"):
                assert s in list(game.parents(after))
            if provides(game, "index"):
                assert 0 <= game.index(s) < game.index_size
                assert game.state(game.index(s)) == s
        end = game.utility(steps[-1][0])
        low, high = game.bounds
        assert all(low <= x <= high for x in (end if isinstance(end, tuple) else (end,)))


@pytest.mark.parametrize("spec", [g for g in GAMES if g.startswith(("tictactoe", "connect4", "mnk"))])
def test_evaluation_is_worth_nothing_where_all_is_even(spec: str):
    game = load(spec)
    assert game.evaluate(game.initial()) == 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mnk:m=40,n=8", "mnk: a board of 40 rows and 8 columns is not possible"),
        ("mnk:m=0", "mnk: a board of 0 rows"),
        ("mnk:k=0", "mnk: 0 in a line"),
        ("mnk:k=five", "mnk: k must be a whole number"),
        ("nim:3,-1", "nim: heaps are"),
        ("nim:3,x", "nim: heaps are"),
        ("nim:3,2.5", "nim: heaps are"),
        ("nim:heaps=3,limit=-1", "nim: limit is"),
        ("kalah:m=0", "kalah: Kalah\\(0,4\\) is not possible"),
        ("kalah:n=0", "kalah: Kalah\\(6,0\\) is not possible"),
        ("connect4:width=9,height=7", "connect4: a board of 9×7"),
        ("connect4:connect=0", "connect4: 0 in a line"),
        ("tictactoe:width=3", "tictactoe has no parameter 'width'"),
    ],
)
def test_parameters_out_of_range(spec: str, message: str):
    with pytest.raises(GameError, match=f"^{message}[^\n]*$"):
        load(spec)


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("tictactoe", "1 1", "mark 2: cell 1 is taken"),
        ("tictactoe", "0", "mark 1: cell 0"),
        ("tictactoe", "1 4 2 5 3 6", "mark 6: the game is over"),
        ("tictactoe", "X X . . . . . . .", "X moves first"),
        ("tictactoe", "X . . . . . . O to move", "3 rows of 3"),
        ("tictactoe", "X X X O O O . . .", "X has won already"),
        ("tictactoe", "hello", "3 rows of 3"),
        ("mnk", "a1 a1", "stone 2: 'a1' is taken"),
        ("mnk", "d1", "stone 1: 'd1'"),
        ("mnk", "X . .", "3 rows of 3"),
        ("mnk:gravity=true", ". . . X . . . . .", "hangs in the air"),
        ("mnk", "X X X O O O . . .", "X has a line already"),
        ("nim", "3 4", "write the 3 heaps"),
        ("nim", "3 4 6", "heap c has 6"),
        ("nim", "three", "write the 3 heaps"),
        ("kalah", "1 2 3", "expected 14 numbers"),
        ("kalah:m=1,n=1", "1 1 1 1", "4 stones"),
        ("kalah:m=1,n=1", "1 1 0 0", "one side is empty"),
        ("kalah:m=1,n=1", "1 0 0 -1", "expected 4 numbers"),
        ("tree", "Z", "called 'Z'"),
        ("tree", "a1 a1", "called 'a1'"),
    ],
)
def test_texts_that_are_no_positions(spec: str, text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load(spec).parse(text)
