"""A network learns from nothing; a course that was stopped goes on to the same numbers; mistakes get one line."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gametree import GameError, learn, load
from gametree.cli import main
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.network import blank
from gametree.learning.network_course import AT_ONCE, NetworkCourse
from gametree.networks import read_network

if TYPE_CHECKING:
    from gametree.learning.course import News


def course(folder, rounds: int = 3, games: int = AT_ONCE + 20, news=None) -> NetworkCourse:
    return NetworkCourse(Backgammon(), folder, rounds=rounds, games=games, seed=2, news=news)


@pytest.mark.thorough
def test_a_course_that_was_stopped_goes_on_to_the_same_network(tmp_path):
    whole, lessons = course(tmp_path / "whole").run(threading.Event())
    stop = threading.Event()

    def halted(news: News) -> None:
        if news.round == 2 and news.done == 0:
            stop.set()

    _, done = course(tmp_path / "parts", news=halted).run(stop)
    assert len(done) == 1
    again, _ = course(tmp_path / "parts").run(threading.Event())
    assert all((again.arrays[name] == whole.arrays[name]).all() for name in whole.arrays)
    assert any((whole.arrays[name] != blank(2)[name]).any() for name in whole.arrays)
    assert [lesson.games for lesson in lessons] == [AT_ONCE + 20] * 3
    path = tmp_path / "parts" / "round-2.network"
    path.write_text(path.read_text()[:-40])
    with pytest.raises(GameError, match="damaged"):
        course(tmp_path / "parts").run(threading.Event())
    with pytest.raises(GameError, match="another course"):
        course(tmp_path / "parts", games=7)


@pytest.mark.thorough
def test_it_learns_and_the_file_is_used(tmp_path):
    """After 1,500 games it knows which side is ahead, and the chances of the start are about even."""
    path = tmp_path / "mine.network"
    found = learn("backgammon", out=path, method="network", rounds=3, games=500, sprt=None, made="by hand")
    assert (found.ended, found.path) == ("finished", str(path))
    assert read_network(path).made == "by hand"
    game = load("backgammon", weights=str(path))
    even = game.parse("4HPwATDgc/ABMA X to roll")
    ahead = even._replace(near=even.near >> 16, far=0)
    assert abs(game.evaluate(even)) < 0.5
    assert game.evaluate(ahead) > 0.8
    assert np.isfinite([game.evaluate(ahead._replace(turn=t)) for t in range(3)]).all()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tictactoe"], "tictactoe has no network"),
        (["backgammon:cube=4"], "single games without a cube"),
        (["backgammon", "--games", "0"], "number of games must be 1 or more"),
        (["backgammon", "--zero"], "from nothing"),
        (["backgammon", "--plot", "a.svg"], "no plot"),
    ],
)
def test_a_mistake_gets_one_line(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["learn", *words, "--method", "network"]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
