"""Text from outside is read in linear time: no text makes a parser think for ever.

Each parser is given long texts on which an expression with two ways to match the same letters goes back and forth. The
processor time allowed is some hundred times what a linear parser needs; a quadratic one would need ten times as much
again, a cubic one days.
"""

from __future__ import annotations

import contextlib
import io
import json
import signal
from functools import cache
from typing import TYPE_CHECKING

import pytest

from gametree.catalogue import CATALOGUE, load
from gametree.errors import GameError
from gametree.formats import epd, obf, pdn, pgn
from gametree.games.tree import Tree
from gametree.notation.moves import read_move
from gametree.notation.names import LONGEST_POSITION, read_moves, read_position
from gametree.playing.dice import called
from gametree.protocols.uci.client import opinion, option_name
from gametree.protocols.uci.ugi import Ugi
from gametree.protocols.xboard.client import FEATURE, OPTION_KIND, THINKING
from gametree.tournament.spec import _parts
from gametree.verbs.solve import bytes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ALLOWED = 10.0
"""Seconds of the processor for one text."""
LENGTH = LONGEST_POSITION - 10
UNITS = (
    " ", "!", "+", "a", "1", "/", "(", "{", '"', '"\\', "[a ", "1 ", "a ", "1-", "e.p.", "X to move ", "O-", "\n", ".",
    "nim-sum 1 ", "K1,", "bar/",
)  # fmt: skip
TEXTS = [*(unit * (LENGTH // len(unit)) + "\n!" for unit in UNITS), "a" + " " * LENGTH + "!", "!" * LENGTH]


class TooLongError(Exception):
    """A parser had its time."""


@contextlib.contextmanager
def bounded(what: str) -> Iterator[None]:
    """The block may take this many seconds of processor time, however busy the machine is."""

    def late(*_: object) -> None:
        raise TooLongError(what)

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, ALLOWED)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def try_all(read: Callable[[str], object]) -> None:
    """Have everything read; whether it is accepted does not matter, but a refusal is one short line."""
    for text in TEXTS:
        with bounded(f"{text[:12]!r} … {text[-2:]!r}"):
            told = ""
            try:
                read(text)
            except GameError as error:
                told = str(error)
        assert len(told) < 3000


@pytest.mark.parametrize("name", CATALOGUE)
def test_positions(name):
    game = load(name)
    try_all(lambda text: read_position(game, text))


@pytest.mark.parametrize("name", ["chess:variant=3check", "chess:variant=crazyhouse", "othello", "nim", "backgammon"])
def test_moves(name):
    game = load(name)
    s = game.initial()
    if name == "backgammon":
        s = game.parse("4HPwATDgc/ABMA X to play 31")
    try_all(lambda text: read_move(game, s, text))
    try_all(lambda text: read_moves(game, s, text))
    try_all(lambda text: read_position(game, text))


made = cache(load)

FORMATS: dict[str, Callable[[str], object]] = {
    "pgn": lambda text: list(pgn.read_text(text, made("chess"))),
    "pgn of another game": lambda text: list(pgn.read_text(text, made("connect4"))),
    "pdn": lambda text: list(pdn.read_text(text, made("checkers"))),
    "epd": epd.read_record,
    "epd, after a position": lambda text: epd.read_record("7k/8/8/8/8/8/8/K7 w - - " + text),
    "epd, lines of a file": epd._lines,
    "obf": obf.read_record,
    "dice": lambda text: called(["21"], "1" + text),
    "memory": lambda text: bytes_of("1" + text),
    "the players of a match": lambda text: _parts(text.replace("1", ",")),
    "options of a program": lambda text: option_name("option name a" + text),
    "options of a program for xboard": lambda text: [OPTION_KIND.split(q) for _, q, _ in FEATURE.findall(text)],
    "an option for xboard": OPTION_KIND.split,
    "what a program thinks": lambda text: (opinion(["info " + text], 1), THINKING.match(text)),
    "parameters": lambda text: load("nim:" + text),
    "a tree": lambda text: load("tree:" + text),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", FORMATS)
def test_formats(name):
    try_all(FORMATS[name])


def test_a_protocol_reads_options_and_positions():
    said = io.BytesIO()
    session = Ugi(load("nim"), io.BytesIO(), said)
    for command in ("setoption name a", "position fen 1", "position startpos moves 1", "go 1", "query islegal 1"):
        try_all(lambda text, command=command: session.attempt(lambda: session.obey(command + text.strip())))
    assert all(len(line) < 3000 for line in said.getvalue().splitlines())


@pytest.mark.thorough
@pytest.mark.parametrize("many", ["{a}", "$1", "{a} $1", "(1. 3)", "1 ", "4 "])
def test_what_stands_many_times_at_one_move(many):
    text = "1. 4 " + many * 30_000
    with bounded(many), contextlib.suppress(GameError):
        list(pgn.read_text(text, load("connect4")))


def test_a_number_may_stand_once_before_a_move():
    """That is how some write: ``1 e4``. More of them are no moves: each would be looked for among the legal ones."""
    game = load("chess")
    (played,) = pgn.read_text("1 e4 (1 d4 {it is bad} d5) e5 2 Nf3", game)
    assert len(played.moves.actions) == 3
    with pytest.raises(GameError, match="line 1: move 2"):
        list(pgn.read_text("1 e4 e5 2 2 Nf3", game))


def test_a_game_of_more_moves_than_are_wanted():
    game = load("chess")
    text = "Nf3 Nf6 Ng1 (Nd4) Ng8 " * 3
    assert len(next(pgn.read_text(text, game, most=15)).moves.actions) == 12
    with pytest.raises(GameError, match="at most 14 moves"):
        list(pgn.read_text(text, game, most=14))


def test_probabilities():
    for written in ("1e-999999999", "1e999999999", "1/1e-999999999", 10**5000, "1_0" * 10**6, "nan", None, [1]):
        with bounded("a probability"), pytest.raises(GameError) as told:
            Tree({"chance": [[written, 1], ["1/3", 2]]})
        assert "not a probability" in str(told.value)
        assert len(str(told.value)) < 200


def test_payoffs_beyond_all_bounds():
    with pytest.raises(GameError, match="not a payoff"):
        Tree([10**5000, 1])


@pytest.mark.thorough
def test_a_tree_with_many_children(tmp_path):
    file = tmp_path / "wide.json"
    file.write_text(json.dumps([{"name": f"n{i}", "value": i} if i % 2 else i for i in range(100_000)]))
    with bounded("100,000 children"):
        game = Tree(file=str(file))
        assert game.name(game.initial(), 99_998) == "a99999"


def test_brackets_within_brackets():
    for text in ("(" * 90_000, "-" * 90_000 + "1", "[" * 90_000 + "]" * 90_000):
        with pytest.raises(GameError):
            load("nim:" + text)
