"""A match over workers: the same games, and what was played is not played again."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from gametree import GameError, load, match
from gametree.tournament.away import Tour
from gametree.tournament.openings import RandomOpenings
from gametree.tournament.plan import Plan
from gametree.tournament.players import BestPlayer
from gametree.tournament.spec import Spec


def actions(path):
    with sqlite3.connect(path) as db:
        return {row[:3]: row[3:] for row in db.execute("SELECT pairing, pair, leg, actions, points FROM game")}


@pytest.mark.thorough
def test_a_match_is_the_same_as_on_one_machine(cluster, tmp_path):
    given = ("kalah:3,2", "alphabeta:depth=2", "random")
    alone = match(*given, games=40, save=tmp_path / "alone")
    away = match(*given, games=40, save=tmp_path / "away", cluster=cluster)
    assert actions(tmp_path / "alone") == actions(tmp_path / "away")
    assert away.tally == alone.tally
    before = cluster.jobs
    assert match(*given, games=44, save=tmp_path / "away", cluster=cluster).tally.games == 44
    assert cluster.jobs == before + 4


@pytest.mark.thorough
def test_dice_and_rotations_are_the_same(cluster):
    dice = [match("pig:10", "greedy", "random", games=10, cluster=c).tally for c in (None, cluster)]
    assert dice[0] == dice[1]
    three = [
        match("crowdnim", "random", "random:name=b", others=["random:name=c"], games=6, cluster=c)
        for c in (None, cluster)
    ]
    assert three[0].standings() == three[1].standings()


@pytest.mark.thorough
def test_the_sprt_ends_a_match(cluster):
    found = match("tictactoe", "greedy", "random", sprt=(0, 200), cluster=cluster)
    assert found.ended == "H1"
    assert found.tally.games < 1000


@pytest.mark.thorough
def test_a_match_whose_client_is_killed_gives_the_same_standing(cluster, tmp_path):
    words = ["match", "tictactoe", "greedy", "random", "--games", "600", "--save", str(tmp_path / "away")]
    client = subprocess.Popen(
        [sys.executable, "-m", "gametree", *words, "--cluster", "local:2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        while not (tmp_path / "away").exists() or not _played(tmp_path / "away"):
            assert client.poll() is None
            time.sleep(0.05)
    finally:
        client.send_signal(signal.SIGKILL)
        client.wait()
    kept = actions(tmp_path / "away")
    assert 0 < len(kept) < 600
    before = cluster.jobs
    again = match("tictactoe", "greedy", "random", games=600, save=tmp_path / "away", cluster=cluster)
    assert cluster.jobs == before + 600 - len(kept)
    assert kept.items() <= actions(tmp_path / "away").items()
    assert again.tally == match("tictactoe", "greedy", "random", games=600).tally


def _played(path):
    try:
        return len(actions(path)) > 20
    except sqlite3.Error:
        return False


def test_players_that_are_objects_cannot_travel():
    game = load("tictactoe")
    mine = BestPlayer(Spec.read("random"), seed="")
    plan = Plan(game, (mine, mine), pairs=1, openings=RandomOpenings(game, 2, seed=0))
    with pytest.raises(GameError, match="is an object, which workers do not have"):
        Tour(plan)


def test_concurrency_is_the_clusters():
    with pytest.raises(GameError, match="leave out concurrency"):
        match("tictactoe", "greedy", "random", games=2, cluster="local:2", concurrency=2)
