"""DXP over sockets of this machine: pydraughts connects to us, we connect to ourselves, and what is said wrong."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from draughts import BLACK, Board
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication import dxp_classes
from talking import PATIENCE

from gametree import GameError, Line, load, match
from gametree.game import MAX, legal
from gametree.protocols.client import ProgramError
from gametree.protocols.dxp.client import DxpProgram
from gametree.protocols.dxp.link import Link, read_address
from gametree.protocols.dxp.messages import (
    Accept,
    Back,
    BackAnswer,
    Chat,
    End,
    Move,
    Request,
    move_of,
    read_message,
    read_start,
    start_of,
)
from gametree.protocols.dxp.server import Host
from gametree.protocols.thinker import Order
from gametree.tournament.players import BestPlayer
from gametree.tournament.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def host() -> Iterator[Callable[..., int]]:
    """Wait for a number of connections, about a game; the port. In the end all of them must have been left."""
    threads: list[threading.Thread] = []

    def begin(words: str = "draughts", player: str = "random", visits: int = 1) -> int:
        game = load(words)
        seat = BestPlayer(Spec.read(player), "1")
        waiting = Host(game, lambda line, left: seat.move(game, line, None).action, 0)
        threads.append(threading.Thread(target=waiting.run, args=(visits,), daemon=True))
        threads[-1].start()
        return waiting.port

    yield begin
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def heard(link: Link) -> Any:
    message = link.hear(PATIENCE)
    assert message is not None
    return message


# --- messages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [  # the examples of the specification, mesander.nl/damexchange
        ("R01Tornado voor Windows 4.0        W060065A", Request("Tornado voor Windows 4.0", "W", 60, 65)),
        ("ATornado voor Windows 4.0        0", Accept("Tornado voor Windows 4.0", "0")),
        ("M0012061100", Move(6, 11, (), 12)),
        ("M001205250423221220", Move(5, 25, (23, 22, 12, 20), 12)),
        ("E00", End("0", "0")),
        ("B005Z", Back(5, "Z")),
        ("K1", BackAnswer("1")),
        ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
    ],
)
def test_messages(text: str, message: Any):
    assert read_message(text) == message
    assert str(message) == text


@pytest.mark.parametrize(
    "text",
    ["", "X", "R", "M", "E", "E4", "E09", "K3", "B5W", "M001206110", "M0012061102" + "01", "M00120611x0", "A0", "e00",
     "R01" + 32 * " " + "B060065A", "R01" + 32 * " " + "W060065B", "M００12061100"],
)  # fmt: skip
def test_what_is_no_message(text: str):
    with pytest.raises(GameError, match="not a message of DXP"):
        read_message(text)


def test_a_chat_has_room_for_126_characters():
    assert len(str(Chat("é\0" + 200 * "x"))) == 127
    assert str(Chat("é\0x")) == "C?x"


@pytest.mark.parametrize("variant", ["international", "russian", "frisian", "canadian", "spanish"])
def test_positions_and_moves_are_read_back(variant: str):
    game: Any = load(f"draughts:variant={variant}")
    rng, s = random.Random(3), game.initial()
    captures = 0
    while not game.terminal(s):
        again = read_start(game, start_of(game, s))
        assert again == s._replace(idle=0, ending=0, runs=0)
        a = rng.choice(legal(game, s))
        words = game.name(s, a, "hub")
        captures += "x" in words
        assert read_message(str(move_of(words, 3))).word() == words  # pyright: ignore
        s = game.result(s, a)
    assert captures > 5


def test_a_board_that_is_too_large():
    game: Any = load("draughts:width=14,height=14")
    s = game.result(game.initial(), legal(game, game.initial())[0])
    with pytest.raises(GameError, match="no room for 98 squares"):
        start_of(game, s)


@pytest.mark.parametrize("words", ["localhost:x", "1:2:3", "localhost:0", "localhost:99999", "[::1]:"])
def test_what_is_no_address(words: str):
    if words in ("1:2:3", "[::1]:"):  # numbers between colons are an address of IPv6
        assert read_address(words)[1] in (3, 27531)
    else:
        with pytest.raises(GameError, match="not an address"):
            read_address(words)


# --- pydraughts connects to us ---------------------------------------------------------------------------------------


class Visitor:
    """pydraughts as the side that connects. It waits without end for a move, so it is asked in a thread."""

    def __init__(self, port: int, variant: str = "standard"):
        self.board = Board(variant=variant)
        self.engine = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": str(port)})

    def ask(self) -> None:
        """Let us move on its board."""
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(self.engine.play(self.board)), daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert found
        assert found[0].move is not None
        self.board.push(found[0].move)  # it raises if the move is not legal

    def play(self, seed: int, plies: int = 300) -> Board:
        """A game: it moves at random as one side and asks us for the moves of the other."""
        rng = random.Random(seed)
        for ply in range(plies):
            if self.board.is_over():
                break
            if (ply + seed) % 2:
                self.board.push(rng.choice(self.board.legal_moves()))
            else:
                self.ask()
        return self.board

    def leave(self) -> None:
        self.engine.quit()


class ByteByByte:
    """A socket from which pydraughts reads no more than one message at a time."""

    def __init__(self, connection: socket.socket):
        self.connection = connection

    def recv(self, _: int) -> bytes:
        return self.connection.recv(1)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


@pytest.fixture
def pydraughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """pydraughts sleeps seven seconds before it closes a socket, and takes what arrives together for one message."""
    monkeypatch.setattr(dxp_classes, "time", SimpleNamespace(sleep=id))
    connect = dxp_classes.MySocket.connect

    def connected(self: Any, host: str, port: int) -> Any:
        connect(self, host, port)
        self.sock = ByteByByte(self.sock)
        return self

    monkeypatch.setattr(dxp_classes.MySocket, "connect", connected)


THEIRS = {
    "international": "standard", "frisian": "frisian", "frysk": "frysk!", "giveaway": "antidraughts",
    "breakthrough": "breakthrough",
}  # fmt: skip


@pytest.mark.usefixtures("pydraughts")
@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("international", 1), ("international", 2), ("frysk", 1),
        *(pytest.param(name, n, marks=pytest.mark.thorough) for name in list(THEIRS)[1:] for n in (1, 2)),
    ],
)  # fmt: skip
def test_pydraughts_plays_whole_games_with_us(host: Callable[..., int], variant: str, seed: int):
    """Not in variants of 8×8 squares, which it numbers from another corner."""
    visitor = Visitor(host(f"draughts:variant={variant}"), THEIRS[variant])
    try:
        board = visitor.play(seed)
    finally:
        visitor.leave()
    assert board.is_over()
    assert visitor.engine.id["name"].startswith("gametree")
    assert len(board.move_stack) > 10


@pytest.mark.usefixtures("pydraughts")
def test_pydraughts_takes_moves_back(host: Callable[..., int]):
    visitor = Visitor(host())
    try:
        visitor.play(2, plies=6)  # we are White
        answered, board, _ = visitor.engine.takeback(2, BLACK)
        assert answered
        assert len(board.move_stack) == 3
        visitor.board = board
        visitor.board.push(visitor.board.legal_moves()[0])
        visitor.ask()
        assert len(visitor.board.move_stack) == 5
        assert visitor.board.turn == BLACK
    finally:
        visitor.leave()


@pytest.mark.thorough
@pytest.mark.usefixtures("pydraughts")
def test_pydraughts_plays_with_the_command():
    command = [sys.executable, "-m", "gametree", "dxp", "--port", "0", "--player", "pvs:depth=4"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            said = next(line for line in process.stderr if "waits at" in line)
            visitor = Visitor(int(said.rsplit(":", 1)[1]))
            board = visitor.play(3)
            visitor.leave()
            assert board.is_over()
            assert board.winner() == BLACK  # against random moves
        finally:
            process.kill()


# --- we connect to ourselves -----------------------------------------------------------------------------------------


def test_our_client_and_our_server(host: Callable[..., int]):
    for openings in ("none", None):
        result = match("draughts", "random", f"dxp:localhost:{host()},name=dxp", games=4, openings=openings)
        assert result.faults == ()


def test_a_game_of_few_moves_is_ended(host: Callable[..., int]):
    """The server ends it when it is asked for the move after the last."""
    game = load("draughts")
    program = DxpProgram(f"localhost:{host()}", game, {"moves": 1})
    line = Line(game.initial())
    line = line.then(program.best(line, Order(), PATIENCE).action)
    line = line.then(legal(game, line.states(game)[-1])[0])
    with pytest.raises(ProgramError, match="ends the game"):
        program.best(line, Order(), PATIENCE)
    program.close()


def test_the_clock_of_the_request():
    game, left = load("draughts"), list[float | None]()

    def decide(line: Line[Any], seconds: float | None) -> int:
        left.append(seconds)
        return legal(game, line.states(game)[-1])[0]

    waiting = Host(game, decide, 0)
    thread = threading.Thread(target=waiting.run, args=(2,), daemon=True)
    thread.start()
    for minutes in (0, 2):
        link = Link.to("localhost", waiting.port, PATIENCE)
        link.send(Request("test", "W", minutes))
        assert isinstance(heard(link), Accept)
        heard(link)
        link.send(move_of("19-23"))
        heard(link)
        link.kill()
    thread.join(PATIENCE)
    assert left[:2] == [None, None]
    assert left[2] == 120
    assert left[3] is not None
    assert left[3] < 120


# --- what is said wrong ----------------------------------------------------------------------------------------------


def test_the_server_answers_what_is_wrong(host: Callable[..., int]):
    link = Link.to("localhost", host(), PATIENCE)
    link.send(Request("test", "W", version=2))
    assert heard(link).code == "1"
    for start in ("Wwz", "W" + 50 * "e", "Z" + 49 * "e" + "w"):
        link.send(Request("test", "W", start=start))
        assert heard(link).code == "2"
        assert isinstance(heard(link), Chat)
    link.send(move_of("32-28"))
    assert "cannot be played now" in heard(link).words
    link.send(Back(1, "W"))
    assert "no game to go back in" in heard(link).words
    link.send(Request("test", "Z"))
    assert heard(link).code == "0"
    link.send(Back(9, "W"))
    assert heard(link) == BackAnswer("2")
    link.send(move_of("32-29"))
    assert heard(link) == End()
    assert "not a legal move" in heard(link).words
    link.send(Request("test", "W", start="W" + 5 * "e" + "Z" + 39 * "e" + "W" + 4 * "e"))  # 46 and 6: a draw or a win
    assert heard(link).code == "0"
    assert isinstance(heard(link), Move)
    link.send(End("0", "0"))
    assert heard(link) == End()
    link.send(Chat("good bye"))
    link.kill()


def test_the_server_gives_up_where_it_cannot_move(host: Callable[..., int]):
    game: Any = load("draughts")
    link = Link.to("localhost", host(), PATIENCE)
    link.send(Request("test", "Z", start=start_of(game, game.parse("W:W38:B32"))))
    assert heard(link).code == "0"
    link.send(move_of("38x27x32"))
    assert heard(link) == End("1", "0")
    link.kill()


NOISE = [
    b"", b"\0", b"X\0", b"M\0", b"M0000322800\0", b"M0000", b"R01", b"E00\0", b"B001W\0", b"B999Z\0", b"K0\0",
    b"Chello\0", str(Request("test", "W")).encode() + b"\0", str(Request("test", "Z")).encode() + b"\0", 300 * b"R",
    b"\xff\xfe\0", str(Request("test", "W", start="Z" + 50 * "z")).encode() + b"\0",
    str(Accept("x")).encode() + b"\0", b"\r\n\0",
]  # fmt: skip


def test_a_fuzzed_conversation(host: Callable[..., int]):
    """Noise, half messages and closed sockets; then a game is played as if nothing had been."""
    dice = random.Random(5)
    visits = 20
    port = host(visits=visits + 1)
    for _ in range(visits):
        with socket.create_connection(("localhost", port), timeout=PATIENCE) as raw:
            for _ in range(dice.randrange(30)):
                noise = bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
                raw.sendall(noise if dice.random() < 0.2 else dice.choice(NOISE))
    result = match("draughts", "random", f"dxp:localhost:{port},name=dxp", games=2)
    assert result.faults == ()


@pytest.fixture
def liar() -> Iterator[Callable[..., str]]:
    """A program that waits for a connection, sends these bytes and hears nothing; its address."""
    sockets: list[socket.socket] = []
    ended = threading.Event()

    def begin(*said: bytes, leave: bool = False) -> str:
        listening = socket.create_server(("localhost", 0))
        sockets.append(listening)

        def speak() -> None:
            connection, _ = listening.accept()
            with connection:
                for some in said:
                    connection.sendall(some)
                if not leave:
                    ended.wait(PATIENCE)

        threading.Thread(target=speak, daemon=True).start()
        return f"localhost:{listening.getsockname()[1]}"

    yield begin
    ended.set()
    for listening in sockets:
        listening.close()


YES = str(Accept("liar")).encode() + b"\0"


@pytest.mark.parametrize(
    ("said", "reason", "words"),
    [
        ([YES, b"M0000015000\0"], "illegal move", "1-50 is not a legal move"),
        ([YES, b"M00", b"00320x00\0"], "illegal move", "not a message of DXP"),
        ([YES, 300 * b"M"], "illegal move", "more than 127 characters"),
        (
            [b"Cnot today\0", str(Accept("liar", "2")).encode() + b"\0"],
            "refusal",
            "accept the game: not today",
        ),
        ([YES, b"E10\0"], "resignation", "gives up"),
        ([YES, b"Cmust go\0", b"E21\0"], "no answer", "ends the game .reason 2.: must go"),
        ([YES, b"B001W\0", b"M0000"], "no answer", "no answer within 0.3 s"),
    ],
)
def test_programs_that_lie(liar: Callable[..., str], said: list[bytes], reason: str, words: str):
    game = load("draughts")
    program = DxpProgram(liar(*said), game)
    with pytest.raises(ProgramError, match=words) as caught:
        program.best(Line(game.initial()), Order(), 0.3 if "0.3" in words else PATIENCE)
    assert caught.value.reason == reason
    program.close()


def test_a_program_that_leaves(liar: Callable[..., str]):
    game = load("draughts")
    assert game.player(game.initial()) == MAX
    program = DxpProgram(liar(YES, b"M000", leave=True), game)
    with pytest.raises(ProgramError, match="the connection is closed"):
        program.best(Line(game.initial()), Order(), PATIENCE)
    assert not program.program.alive
    program.close()


def test_limits_that_dxp_has_not():
    with pytest.raises(GameError, match="minutes must be a number of 0 to 999"):
        DxpProgram("localhost:1", load("draughts"), {"minutes": "ten"})
    with pytest.raises(GameError, match="the DXP protocol is for draughts"):
        DxpProgram("localhost:1", load("tictactoe"))
