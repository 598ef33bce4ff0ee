"""The Hub protocol: pydraughts plays whole games with us, wrong words, and our client against our server."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from draughts import BLACK, WHITE, Board
from draughts.engine import HubEngine, Limit
from talking import PATIENCE, Talk

from gametree import GameError, load, match
from gametree.engine import engine as engines
from gametree.game import Line, legal
from gametree.protocols.client import ProgramError
from gametree.protocols.hub.client import HubProgram
from gametree.protocols.hub.server import Hub
from gametree.protocols.hub.words import read_line, read_position, write_position
from gametree.protocols.thinker import Order

if TYPE_CHECKING:
    from pathlib import Path

GAMETREE = [sys.executable, "-m", "gametree"]


class Held:
    """A kernel that never comes: plain Python searches."""

    def __init__(self):
        import threading

        self.ready = threading.Event()

    def begin(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def line(self) -> str:
        return "compiling the game in another process"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engines, "coming", lambda *_: Held())


@pytest.fixture
def engine(talk: Any, cold: None) -> Talk:
    return talk("draughts", Hub)


def done(client: Talk, *lines: str) -> dict[str, str]:
    client.send(*lines)
    return read_line(client.hear("done")[-1])[1]


def refused(client: Talk, *lines: str) -> str:
    client.send(*lines)
    return read_line(client.hear("error")[-1])[1]["message"]


def test_greeting(engine: Talk):
    engine.send("hub")
    said = engine.hear("wait")
    assert read_line(said[0])[1]["name"] == "gametree"
    params = {given["name"]: given for _, given in map(read_line, said[1:-1])}
    assert params["variant"]["value"] == "normal"
    assert {"normal", "killer", "bt", "frisian", "losing", "russian"} <= set(params["variant"]["values"].split())
    assert params["Hash"] == {"name": "Hash", "value": "64", "type": "int", "min": "0", "max": "1048576"}
    engine.send("init")
    engine.hear("ready")
    engine.send("ping")
    engine.hear("pong")


def test_a_search(engine: Talk):
    game = load("draughts")
    s = game.parse("32-28 19-23 28x19")
    engine.send(
        'pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23 28x19x23"', "level depth=2"
    )
    engine.send("go think")
    *_, info, answer = engine.hear("done")
    told = read_line(info)[1]
    assert told["depth"] == "2"
    assert told["pv"].split()[0] == read_line(answer)[1]["move"]
    assert read_line(answer)[1]["move"] in {game.name(s, a, "hub") for a in legal(game, s)}


def test_scores_of_wins_and_losses(engine: Talk):
    game: Any = load("draughts:variant=breakthrough")
    for fen, score in (("W:W7:B40", "99.99"), ("B:W7:B40", "-99.98")):
        engine.send("set-param name=variant value=bt", "level depth=4")
        engine.send(f"pos pos={write_position(game, game.parse(fen))}", "go think")
        assert read_line(engine.hear("done")[-2])[1]["score"] == score


def test_captured_pieces_in_any_order(engine: Talk):
    game: Any = load("draughts")
    pos = write_position(game, game.parse("W:WK41,49:B9,10,12,19,38"))
    for order in ("41x43x9x12x19x38", "41x43x38x9x19x12"):
        engine.send(f'pos pos={pos} moves="{order}"', "level depth=1")
        assert done(engine, "go think")["move"].startswith("10-")  # nothing else is left


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pos pos=Wwww", "for each of 50 squares"),
        ('pos start moves="32-29"', "is not a legal move here"),
        ('pos moves="32-28', "cannot be read"),
        ("pos fen=x", "unknown fen"),
        ("level depth=deep", "level: depth must be a number"),
        ("level hours=3", "level: unknown hours"),
        ("go home", "write go think"),
        ("set-param value=3", "write set-param name=NAME value=VALUE"),
        ("set-param name=Colour value=red", "there is no option 'Colour'"),
        ("set-param name=variant value=chess", "variant must be one of normal, canadian"),
        ("frobnicate", "unknown command frobnicate"),
        ("pos pos=W" + 51 * "e", "for each of 50 squares"),
    ],
)
def test_mistakes(engine: Talk, line: str, message: str):
    assert message in refused(engine, line)
    assert done(engine, "pos start", "level depth=1", "go think")["move"]  # and the conversation goes on


def test_pondering_and_stopping(engine: Talk):
    engine.send('pos start moves="32-28"', "level move-time=0.1", "go ponder")
    engine.send("ping")
    engine.hear("pong")
    assert done(engine, "ponder-hit")["move"]
    engine.send("level infinite", "go analyze")
    engine.hear("info")
    assert done(engine, "stop")["move"]


def test_other_games_are_refused():
    with pytest.raises(GameError, match="the Hub protocol is for draughts"):
        Hub(load("tictactoe"), None, None)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("variant", ["international", "russian", "frisian", "canadian", "spanish"])
def test_positions_are_read_back(variant: str):
    game: Any = load(f"draughts:variant={variant}")
    rng, s = random.Random(3), game.initial()
    while not game.terminal(s) and s.turn >= 0:
        t = game.parse(read_position(game, write_position(game, s)))
        assert t == s._replace(idle=0, ending=0, runs=0)
        s = game.result(s, rng.choice(legal(game, s)))


WORDS = [
    "hub", "init", "ping", "stop", "ponder-hit", "new-game", "go think", "go ponder", "go analyze", "go go=go",
    "level infinite", "level depth=1", "level move-time=0.01", "level time=1 inc=-5 moves=0", "level time=0",
    "level nodes=999999999999999", "level nodes=99999999999999999999", "level depth=", "pos start", "pos moves=",
    'pos moves="32-28"', 'pos moves="x x"', 'pos moves="32-28 19-23 28x19x23"', "pos pos=W", 'pos pos=" "', "= =",
    "set-param name=Hash value=1", "set-param name=variant value=killer", "set-param name=variant value=normal",
    "set-param name=", "set-param name=Threads value=0", '" "',
]  # fmt: skip


def test_a_fuzzed_conversation(engine: Talk):
    """Anything may be said; every answer is legal where it was asked for, and at the end all is well."""
    dice = random.Random(7)
    for _ in range(150):
        word = dice.choice(WORDS)
        noise = bytes(dice.randrange(32, 256) for _ in range(dice.randrange(20)))
        engine.send(noise if dice.random() < 0.1 else word)
    engine.send("stop", "set-param name=variant value=normal", "new-game", "pos start", "level depth=1", "stop", "ping")
    engine.hear("pong")
    engine.send("go think")
    game = load("draughts")
    first = {game.name(game.initial(), a, "hub") for a in legal(game, game.initial())}
    while (move := read_line(engine.hear("done")[-1])[1]["move"]) not in first:
        assert move  # the answer to an earlier question


# --- pydraughts as the client ----------------------------------------------------------------------------------------


def play(path: Path, variant: str, theirs: str, seed: int) -> Board:
    """pydraughts moves at random as one side and asks us for the moves of the other one."""
    rng, board = random.Random(seed), Board(variant=theirs)
    script = path / "hub"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -m gametree hub draughts:variant={variant}\n")
    script.chmod(0o755)
    engine = HubEngine(str(script))
    try:
        engine.init()
        for ply in range(300):
            if board.is_over():
                break
            if (ply + seed) % 2:
                board.push(rng.choice(board.legal_moves()))
            else:
                board.push(engine.play(board, Limit(depth=2), False).move)  # it raises if the move is not legal
    finally:
        engine.quit()
        engine.kill_process()
    return board


@pytest.mark.thorough
def test_pydraughts_plays_a_whole_game_with_us(tmp_path: Path):
    board = play(tmp_path, "international", "standard", 1)
    assert board.is_over()
    assert board.winner() in (WHITE, BLACK, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "theirs"),
    [
        ("international", "standard"), ("frisian", "frisian"), ("frysk", "frysk!"), ("italian", "italian"),
        ("giveaway", "antidraughts"), ("breakthrough", "breakthrough"),
    ],
)  # fmt: skip
def test_pydraughts_plays_games_of_its_variants(tmp_path: Path, variant: str, theirs: str):
    """Not of Brazilian and Russian draughts: there it numbers the squares of moves from another corner than those of
    positions."""
    assert all(play(tmp_path, variant, theirs, seed).is_over() for seed in (2, 3))


# --- our client ------------------------------------------------------------------------------------------------------

OURS = f"{sys.executable} -m gametree hub"


@pytest.mark.thorough
def test_our_client_and_our_server():
    result = match("draughts", "random", f"hub:cmd={OURS},depth=2,name=hub", games=2)
    assert result.faults == ()


def test_a_program_that_is_none_or_lies(tmp_path: Any):
    game = load("draughts")
    script = tmp_path / "liar.py"
    script.write_text(
        "for line in iter(input, 'quit'):\n"
        "    if line == 'hub': print('param name=book value=true type=bool\\nwait', flush=True)\n"
        "    if line == 'init': print('ready', flush=True)\n"
        "    if line.startswith('go'): print('done move=1-50', flush=True)\n"
    )
    program = HubProgram(f"{sys.executable} {script}", game)
    with pytest.raises(ProgramError, match="done move=1-50, which is not a legal move"):
        program.best(Line(game.initial()), Order(depth=1), PATIENCE)
    program.close()
    with pytest.raises(GameError, match="has no parameter 'colour'; there are book"):
        HubProgram(f"{sys.executable} {script}", game, {"colour": "red"})
    with pytest.raises(GameError, match="does not play frisian; it plays normal"):
        HubProgram(f"{sys.executable} {script}", load("draughts:variant=frisian"))


def test_the_command():
    said = subprocess.run(
        [*GAMETREE, "hub"], input=b"hub\nping\nquit\n", capture_output=True, timeout=PATIENCE, check=True
    )
    assert said.stdout.decode().splitlines()[-2:] == ["wait", "pong"]
