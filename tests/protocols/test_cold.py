"""Protocols while the game is compiled elsewhere: greetings and moves come at once, from plain Python."""

from __future__ import annotations

import threading

import pytest
from talking import Talk

from gametree import load
from gametree.engine import engine as engines
from gametree.protocols.gtp.server import Gtp
from gametree.protocols.uci.server import Uci
from gametree.protocols.uci.ugi import Ugi
from gametree.protocols.xboard.server import XBoard


class Held:
    """A kernel that never comes; it knows whether it was begun."""

    def __init__(self):
        self.ready, self.begun = threading.Event(), 0

    def begin(self) -> None:
        self.begun += 1

    def wait(self, seconds: float) -> None: ...

    def line(self) -> str:
        return "compiling the game in another process"


@pytest.fixture
def held(monkeypatch):
    kernel = Held()
    monkeypatch.setattr(engines, "coming", lambda *_: kernel)
    return kernel


@pytest.fixture
def talk(held):
    talks: list[Talk] = []

    def begin(game: str, kind: type) -> Talk:
        talks.append(Talk(load(game), kind))
        return talks[-1]

    yield begin
    for one in talks:
        one.send("quit")
        one.thread.join(60)
        assert not one.thread.is_alive()


@pytest.mark.parametrize(("kind", "hello", "word"), [(Uci, "uci", "uciok"), (Ugi, "ugi", "ugiok")])
def test_uci_and_ugi(talk, held, kind, hello, word):
    client = talk("connect4:5,4", kind)
    client.send(hello)
    client.hear(word)
    client.send("isready")
    said = client.hear("readyok")
    assert said == ["info string compiling the game in another process", "readyok"]
    assert held.begun == 1
    client.send("position startpos", "go depth 2")
    assert any(line.startswith("info depth 2 ") for line in client.hear("bestmove"))
    client.send("isready")
    assert client.hear("readyok") == ["readyok"]  # said once
    client.send("position startpos", "go movetime 50")
    client.hear("bestmove")
    client.send("go wtime 400 btime 400" if kind is Uci else "go p1time 400 p2time 400")
    client.hear("bestmove")


def test_xboard(talk, held):
    client = talk("chess", XBoard)
    client.send("xboard", "protover 2")
    client.hear_line("feature done=1")
    client.send("new", "sd 1", "st 1", "ping 1")
    client.hear_line("pong 1")
    assert held.begun == 1
    client.send("go")
    client.hear("move")


def test_gtp(talk, held):
    client = talk("connect4:5,4", Gtp)
    client.send("name")
    client.hear_line("= gametree")
    client.send("time_settings 1 1 1")
    client.hear("=")
    assert held.begun == 1
    client.send("gametree-limit depth 2", "genmove b")
    client.hear("=")
    client.hear_line(r"= \S+")
