"""``best_many``: the answers of ``best``, for many positions at a time."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from gametree import GameError, Line, best, best_many, load

GAME = load("tictactoe")
STARTS = [None, *(Line(GAME.initial(), (a,)) for a in range(9)), GAME.parse("XX. OO. ..."), GAME.parse("XXX OO. ...")]


def facts(found):
    return replace(found, seconds=0.0, compiled=True)


@pytest.mark.parametrize("threads", [None, 1, 5])
def test_the_same_answers_in_the_same_order(threads):
    """Also where the game is over. A table shared by two searches would change the nodes."""
    alone = [facts(best(GAME, start, depth=9, table=1)) for start in STARTS]
    assert [facts(found) for found in best_many(GAME, STARTS, threads=threads, depth=9, table=1)] == alone


def test_several_at_a_time():
    """Three searches meet: each waits for the other two."""
    meeting = threading.Barrier(3, timeout=60)
    met = []

    class Meeting(type(GAME)):
        def initial(self):
            if threading.current_thread() is not threading.main_thread():
                met.append(meeting.wait())
            return super().initial()

    best_many(Meeting(), [None] * 3, threads=3, algorithm="greedy")
    assert len(met) % 3 == 0
    assert met


def test_mistakes():
    with pytest.raises(GameError, match="the number of threads must be 1 to 256, not 0"):
        best_many(GAME, STARTS, threads=0)
    with pytest.raises(GameError, match="the depth must be 1 or more"):
        best_many(GAME, STARTS, depth=0)
    assert best_many(GAME, []) == []


def test_a_stop_from_outside():
    stop = threading.Event()
    stop.set()
    found = best_many(load("connect4:5,4"), [None, None], stop=stop, table=1, algorithm="textbook.alphabeta")
    assert [answer.proven for answer in found] == [False, False]
