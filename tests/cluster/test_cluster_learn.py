"""Learning over workers: the games, and so the weights, of one machine."""

from __future__ import annotations

import pytest

from gametree import GameError, learn
from gametree.cluster.crowd import Cluster


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["regression", "tdleaf"])
def test_the_weights_are_those_of_one_machine(cluster, method, tmp_path):
    given = {"method": method, "rounds": 2, "games": 600, "sprt": None}
    alone = learn("ponghauki", out=tmp_path / "alone.weights", **given)
    away = learn("ponghauki", out=tmp_path / "away.weights", cluster=cluster, **given)
    assert away.new == alone.new
    assert away.lessons == alone.lessons
    before = cluster.jobs
    missing = tmp_path / "away.learning" / "round-1" / "games-0001.npz"
    missing.unlink()
    again = learn("ponghauki", out=tmp_path / "away.weights", cluster=cluster, **given)
    assert (again.new, cluster.jobs) == (alone.new, before + 1)


def test_what_a_cluster_cannot_play_is_told(tmp_path):
    with pytest.raises(GameError, match="not the matches of spsa"):
        learn("ponghauki", out=tmp_path / "a.weights", method="spsa", cluster=Cluster(None, "here"))
