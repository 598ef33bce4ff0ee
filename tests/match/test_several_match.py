"""Matches of more than two players: seats rotate, the point is shared, and the errors come from whole rotations."""

from __future__ import annotations

import json
import math
from statistics import mean, stdev
from typing import NamedTuple

import pytest

from gametree import Game, GameError, match
from gametree.cli import main
from gametree.tournament.players import Reply


class Said(NamedTuple):
    said: tuple[int, ...]


class Bids(Game):
    """Each of three says a number from 0 to 2; the highest wins, and the same numbers share."""

    players = 3
    bounds = (0, 1)
    repetition = "ignore"

    def initial(self):
        return Said(())

    def player(self, s):
        return len(s.said) % 3

    def actions(self, s):
        return [0, 1, 2]

    def result(self, s, a):
        return Said((*s.said, a))

    def terminal(self, s):
        return len(s.said) == 3

    def utility(self, s):
        return tuple(int(bid == max(s.said)) for bid in s.said)


class Always:
    """Always says the same; 9 is no legal move."""

    def __init__(self, bid, name):
        self.bid, self.name = bid, name

    def move(self, game, line, clock):
        return Reply(self.bid)

    def close(self):
        pass


def games_of(*players, **options):
    records = []
    result = match(
        Bids(), *players[:2], others=players[2:], openings="none", progress=lambda r, _: records.append(r), **options
    )
    return result, records


def test_seats_are_rotated():
    _, records = games_of(Always(2, "a"), Always(1, "b"), Always(0, "c"), games=3)
    assert [(r.first, r.second, *r.others) for r in records] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert [r.played.shares for r in records] == [(1, 0, 0), (0, 0, 1), (0, 1, 0)]
    assert str(records[1]) == "1.2 (b vs c vs a): 0 0 1 {rules, 3 plies}"


def test_the_best_wins_wherever_it_sits():
    result, _ = games_of(Always(1, "b"), Always(2, "a"), Always(0, "c"), games=6)
    assert [(s.name, s.points, s.score, s.error, s.seats) for s in result.standings()] == [
        ("a", 6, 1, 0, (1, 1, 1)), ("b", 0, 0, 0, (0, 0, 0)), ("c", 0, 0, 0, (0, 0, 0)),
    ]  # fmt: skip
    assert result.seats == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (result.games, result.endings, result.ended) == (6, {"rules": 6}, "finished")


def test_those_who_win_together_share():
    result, _ = games_of(Always(2, "a"), Always(2, "b"), Always(0, "c"), games=3)
    assert [s.score for s in result.scores] == [0.5, 0.5, 0]


def test_who_forfeits_gets_nothing_and_the_others_share():
    result, records = games_of(Always(9, "bad"), Always(2, "b"), Always(0, "c"), games=3)
    assert [s.score for s in result.scores] == [0, 0.5, 0.5]
    assert {r.played.reason for r in records} == {"illegal move"}


def test_the_first_seat_wins():
    """An advantage of a seat shows in the scores of the seats, not of the players."""

    class First(Bids):
        def utility(self, s):
            return (1, 0, 0)

    result = match(First(), "random", "random:name=b", others=["random:name=c"], games=9, openings="none")
    assert result.seats == (1, 0, 0)
    for score in result.scores:
        assert score.score == pytest.approx(1 / 3)
        assert score.error == pytest.approx(0)
        assert score.seats == (1, 0, 0)


def test_the_errors_come_from_rotations():
    result, records = games_of("random:name=a", "random:name=b", "random:name=c", games=30)
    by_opening = {}
    for r in records:
        seat = (r.first, r.second, *r.others).index("a")
        by_opening.setdefault(r.round.split(".")[0], []).append(r.played.shares[seat])
    observed = [mean(shares) for shares in by_opening.values()]
    assert len(observed) == 10
    assert result.scores[0].score == pytest.approx(mean(observed))
    assert result.scores[0].error == pytest.approx(1.95996 * stdev(observed) / math.sqrt(10), rel=1e-4)


def test_more_players_than_seats_meet_in_all_ways():
    result, records = games_of(*(Always(n % 3, name) for n, name in enumerate("abcd")), games=3)
    assert {frozenset((r.first, r.second, *r.others)) for r in records} == {
        frozenset(those) for those in ("abc", "abd", "acd", "bcd")
    }
    assert [s.games for s in result.scores] == [9, 9, 9, 9]


def test_a_game_that_is_too_long_is_shared():
    result, _ = games_of(Always(2, "a"), Always(1, "b"), Always(0, "c"), games=3, max_plies=2)
    assert [s.score for s in result.scores] == pytest.approx([1 / 3] * 3)
    assert result.endings == {"max plies": 3}


@pytest.mark.thorough
def test_the_command(capsys):
    words = ["match", "crowdnim:piles=3,most=2", "textbook.maxn", "random", "level:1", "--games", "9", "--plies", "0"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 9
    assert {s["name"] for s in told["standings"]} == {"textbook.maxn", "random", "level:1"}
    assert sum(s["points"] for s in told["standings"]) == pytest.approx(9)
    assert len(told["seats"]) == 3
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("Results of 3 players (crowdnim:piles=3,most=2, no opening):\nRank  Name")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"others": []}, "Bids has 3 players: name 3 or more, not 2"),
        ({"games": 10}, "the number of games must be a multiple of 3"),
        ({"games": 0}, "the number of games must be 3 or more"),
        ({"sprt": (0, 5)}, "sprt is for two players; Bids has 3"),
        ({"draw": "40,8,0.1"}, "draw is for two players"),
        ({"resign": "5,3"}, "resign is for two players"),
        ({"save": "x.db"}, "save is for two players"),
        ({"games_file": "x.txt"}, "games_file is for two players"),
    ],
)
def test_what_is_refused(options, told):
    with pytest.raises(GameError, match=told):
        match(Bids(), "random", "random", **{"others": ["random"], **options})
