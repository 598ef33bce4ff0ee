"""Whole matches: the stronger player is found, the same seed gives the same match, and the answer is complete."""

from __future__ import annotations

import json
import re

import pytest
from rolling import Rolling, rolls

import gametree
from gametree import GameError, Line, load
from gametree.tournament.players import BestPlayer, Reply
from gametree.tournament.rating import Tally
from gametree.tournament.result import MatchResult, Pairing
from gametree.tournament.spec import Spec
from gametree.tournament.sprt import Sprt
from gametree.verbs.match import match

BOARD = "connect4:width=6,height=5"


@pytest.mark.thorough
def test_deeper_is_stronger():
    result = match(BOARD, "alphabeta:depth=4,table=1", "alphabeta:depth=1,table=1", games=60, sprt=Sprt(0, 100))
    assert result.ended == "H1"
    assert result.elo > 100  # where all is won the error is infinite
    assert result.tally.rating.los > 0.99


@pytest.mark.thorough
def test_ten_times_the_nodes_is_stronger():
    result = match(
        "connect4", "alphabeta:nodes=2000,table=1", "alphabeta:nodes=200,table=1", games=40, plies=5, concurrency=2
    )
    assert result.elo - result.elo_error > 0


@pytest.mark.slow
def test_double_time_is_stronger():
    # measured with two cores at work otherwise: H1 after 120 games, Elo 61 ± 37
    players = ("alphabeta:time=0.04,table=8,name=double", "alphabeta:time=0.02,table=8,name=single")
    assert match("connect4", *players, games=1000, plies=6, sprt=(0, 40)).ended == "H1"


def test_nobody_beats_perfect_play():
    result = match("tictactoe", "random", "alphabeta:depth=9", games=18, plies=1)
    assert result.tally.wins == 0
    assert result.tally.games == 18
    assert result.openings == 9


@pytest.mark.thorough
def test_equals_are_equal():
    # the same player twice: each opening is won by the same side from both sides, so every pair is 1 : 1
    result = match(BOARD, "alphabeta:depth=2", "alphabeta:depth=2,name=twin", games=20)
    assert result.tally.pentanomial == (0, 0, 10, 0, 0)
    assert result.elo == 0


def games_of(*players, game=BOARD, **options):
    records = []
    result = match(game, *players, progress=lambda record, _: records.append(record), **options)
    return result, sorted((r.round, r.first, r.played.actions, r.played.points) for r in records)


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_match():
    options = {"games": 12, "plies": 2}
    one, games = games_of("random", "alphabeta:depth=2", **options)
    two, again = games_of("random", "alphabeta:depth=2", concurrency=3, **options)
    assert games == again
    assert one.pairings == two.pairings
    _, others = games_of("random", "alphabeta:depth=2", seed=1, **options)
    assert games != others
    assert len({actions for _, _, actions, _ in games}) == len(games)


@pytest.mark.thorough
def test_the_sequential_test_does_not_depend_on_who_is_quick():
    options = {"sprt": (0, 60), "seed": 3}
    one = match(BOARD, "alphabeta:depth=3", "random", **options)
    many = match(BOARD, "alphabeta:depth=3", "random", concurrency=4, **options)
    assert one.ended == many.ended == "H1"
    assert one.tally == many.tally


def test_each_opening_is_played_from_both_sides():
    _, games = games_of("greedy", "random", game=BOARD, games=8, plies=4)
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert (one[0].split(".")[0], one[1]) == (two[0].split(".")[0], "greedy")
        assert two[1] == "random"
        assert one[2][:4] == two[2][:4]


def test_dice_fall_alike_in_both_games_of_a_pair():
    _, games = games_of("greedy", "random", game=Rolling(), games=12, plies=0)
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert rolls(one[2]) == rolls(two[2])
    assert len({tuple(rolls(actions)) for _, _, actions, _ in games}) > 3
    result = match(Rolling(), "greedy", "random", games=100, plies=0)
    assert result.elo > result.elo_error


@pytest.mark.thorough
def test_a_round_robin_and_a_gauntlet():
    players = {"a": "random", "b": "alphabeta:depth=3", "others": ("greedy", "random:seed=1")}
    result = match(game=BOARD, games=8, **players)
    assert [(p.a, p.b) for p in result.pairings] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert all(p.tally.games == 8 for p in result.pairings)
    table = result.standings()
    assert table[0].name == "alphabeta:depth=3"
    assert sum(standing.tally.points for standing in table) == 48
    lines = str(result).splitlines()
    assert re.match(r"Rank +Name +Elo +\+/- +nElo +\+/- +Games +Score +Draw +Ptnml\(0-2\)$", lines[2])
    assert lines[3].split()[:2] == ["1", "alphabeta:depth=3"]
    found = result.to_json()
    assert [s["name"] for s in found["standings"]] == [s.name for s in table]
    assert len(found["pairings"]) == 6
    gauntlet = match(game=BOARD, games=2, gauntlet=True, **players)
    assert [(p.a, p.b) for p in gauntlet.pairings] == [(0, 1), (0, 2), (0, 3)]


def test_a_player_of_ones_own():
    class First:
        name = "the first move"
        closed = 0

        def move(self, game, line, clock):
            assert clock is None
            return Reply(next(iter(game.actions(line.states(game)[-1]))))

        def close(self):
            self.closed += 1

    mine = First()
    result = match("tictactoe", mine, "random", games=4, plies=1)
    assert result.players == ("the first move", "random")
    assert mine.closed == 4


def test_an_error_in_a_game_is_told():
    class Broken:
        name = "broken"

        def move(self, game, line, clock):
            raise ZeroDivisionError("inside")

        def close(self):
            pass

    with pytest.raises(ZeroDivisionError, match="inside"):
        match("tictactoe", Broken(), "random", games=4)


@pytest.mark.thorough
def test_a_clock_runs():
    result = match(BOARD, "alphabeta", "greedy", games=2, clock="0.5+0.02")
    assert result.endings == {"rules": 2}
    assert result.forfeits == (0, 0)
    assert "0.5+0.02, 4 random plies" in str(result)


def block(tally: Tally, sprt: Sprt | None = None, ended: str = "finished") -> MatchResult:
    return MatchResult(
        game="chess", players=("new", "old"), pairings=(Pairing(0, 1, tally),), conditions="8+0.08, book.epd",
        ended=ended, endings={}, forfeits=(0, 0), openings=tally.pairs, seconds=1.0, sprt=sprt,
    )  # fmt: skip


def test_the_block_is_that_of_fastchess():
    # published by users of fastchess, with 379 and 20 pairs; the first line is ours
    tally = Tally(ll=13, ld=34, wl=176, dd=56, wd=71, ww=29)
    assert str(block(tally, Sprt(0, 10), "H1")).splitlines()[2:] == [
        "Elo: 31.71 +/- 14.63, nElo: 53.96 +/- 24.73",
        "LOS: 100.00 %, DrawRatio: 61.21 %, PairsRatio: 2.13",
        "Games: 758, Wins: 305, Losses: 236, Draws: 217, Points: 413.5 (54.55 %)",
        "Ptnml(0-2): [13, 34, 232, 71, 29], WL/DD Ratio: 3.14",
        "LLR: 2.95 (100.3%) (-2.94, 2.94) [0.00, 10.00]",
        "-" * 50,
        "SPRT ([0.00, 10.00]) completed - H1 was accepted",
    ]
    small = Tally(ld=2, wl=2, dd=6, wd=10)
    assert str(block(small)).splitlines() == [
        "-" * 50,
        "Results of new vs old (chess, 8+0.08, book.epd):",
        "Elo: 70.44 +/- 53.06, nElo: 148.15 +/- 107.67",
        "LOS: 99.65 %, DrawRatio: 40.00 %, PairsRatio: 5.00",
        "Games: 40, Wins: 12, Losses: 4, Draws: 24, Points: 24.0 (60.00 %)",
        "Ptnml(0-2): [0, 2, 8, 10, 0], WL/DD Ratio: 0.33",
        "-" * 50,
    ]


def test_remarks_below_the_block():
    result = match("tictactoe", "greedy", "random", games=30, plies=1)
    assert "only 9 different openings" in str(result)


@pytest.mark.thorough
def test_as_json():
    found = match(BOARD, "alphabeta:depth=2", "random", games=10, sprt=(0, 50)).to_json()
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["players"] == ["alphabeta:depth=2", "random"]
    assert found["games"] == found["wins"] + found["losses"] + found["draws"] == 2 * sum(found["pentanomial"])
    assert set(found) >= {"elo", "elo_error", "nelo", "nelo_error", "los", "points", "score", "ended", "endings"}
    assert set(found["sprt"]) == {"elo0", "elo1", "alpha", "beta", "model", "llr", "lower", "upper", "verdict"}


def test_it_is_a_verb():
    assert gametree.match is match


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 5}, "even"),
        ({"games": 0}, "must be 2 or more, not 0"),
        ({"games": -4}, "must be 2 or more"),
        ({"concurrency": 0}, "concurrency"),
        ({"plies": 2, "openings": "x"}, "not both"),
        ({"plies": -1}, "0 or more"),
        ({"max_plies": 0}, "1 ply or more"),
        ({"sprt": (0, 5), "others": ("greedy",)}, "SPRT is for two players"),
        ({"clock": "soon"}, "not a clock"),
        ({"draw": "1"}, "draw: write"),
        ({"a": "alphabeta:depth=0"}, "alphabeta:depth=0: the depth must be"),
    ],
)
def test_mistakes(options, message):
    with pytest.raises(GameError, match=rf"^[^\n]*{message}[^\n]*$"):
        match(**{"a": "random", "b": "random", "game": "tictactoe", **options})


def test_it_is_for_two():
    class Three(Rolling):
        players = 3

    with pytest.raises(GameError, match="Three has 3 players: name 3 or more, not 2"):
        match(Three(), "random", "random")


# --- levels of play, and openings by name ----------------------------------------------------------------------------


def test_levels_of_play_meet():
    result = match("tictactoe", "level:1", "level:5", games=20, plies=0)
    assert result.players == ("level:1", "level:5")
    assert result.tally.losses > result.tally.wins == 0


def test_a_level_moves_at_random_as_often_as_in_play():
    """Level 1 takes the win that level 5 takes, but for every second move or so."""
    game = load("tictactoe")
    line = Line(game.initial(), (0, 3, 1, 4))
    moves = {level: [] for level in (1, 5)}
    for level, found in moves.items():
        for seed in range(40):
            player = BestPlayer(Spec.read(f"level:{level}"), str(seed))
            found.append(player.move(game, line, None).action)
            player.close()
    assert set(moves[5]) == {2}
    assert 15 <= sum(action == 2 for action in moves[1]) <= 35
    assert len(set(moves[1])) == 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("level", "level: which level. Write level:5, a number from 1 to 10"),
        ("level:strong", "level:strong: which level. Write level:5"),
        ("level:11", "the level must be 1 to 10, not 11"),
        ("level:3,depth=4", "level:3,depth=4: a level has no option 'depth'; there are name, tc and book"),
    ],
)
def test_levels_that_are_none(words, told):
    with pytest.raises(GameError, match=told):
        match("tictactoe", words, "random", games=2)


def test_the_rules_of_the_lecture_lose_to_two_opposite_corners():
    """Corner, centre, opposite corner: the rules take a corner, and the fork decides. With sides swapped they hold."""
    records = []
    result = match(
        "tictactoe", "textbook.alphabeta", "rules", games=2, openings="1 5 9", progress=lambda r, _: records.append(r)
    )
    assert [(r.second, r.result) for r in records] == [("rules", "1-0"), ("textbook.alphabeta", "1/2-1/2")]
    assert result.conditions == "opening 1 5 9"
    assert result.openings == 1


def test_openings_by_name():
    def played(**options):
        records = []
        match("tictactoe", "rules", "rules:name=twin", progress=lambda r, _: records.append(r), **options)
        return {r.played.actions[: r.opening] for r in records}

    assert played(games=2, openings="none") == {()}
    assert played(games=6, openings="1 5 9; 2,5") == {(0, 4, 8), (1, 4)}


@pytest.mark.parametrize(
    ("openings", "told"),
    [
        ("1 1", "openings: there is no file 1 1, and as moves: move 2: '1' is not a legal move here"),
        ("missing.txt", "openings: there is no file missing.txt, and as moves: move 1: 'missing.txt' is not"),
        ("1 4 2 5 3", "and as moves: the game is over after these moves"),
        (" ; ", "and as moves: no opening is named; write --openings none"),
    ],
)
def test_openings_that_are_none(openings, told):
    with pytest.raises(GameError, match=told):
        match("tictactoe", "random", "greedy", games=2, openings=openings)
