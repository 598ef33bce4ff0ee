"""GNU Backgammon as an opponent and as an oracle, where it is installed."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import threading
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from gametree import GameError, Line, load
from gametree.game import CHANCE
from gametree.games.backgammon.plays import steps
from gametree.games.backgammon.rules import ANSWER, OFFER, State
from gametree.protocols.backgammon.external import Host, answer
from gametree.protocols.backgammon.fibs import write_board
from gametree.protocols.backgammon.gnubg import Gnubg, find_gnubg
from gametree.protocols.client import ProgramError
from gametree.tournament.programs import ProgramPlayer
from gametree.tournament.record import read_games
from gametree.tournament.spec import Spec
from gametree.verbs.match import match
from gametree.verbs.play import play

if TYPE_CHECKING:
    from pathlib import Path

installed = pytest.mark.skipif(find_gnubg() is None, reason="GNU Backgammon is not installed (Debian: gnubg)")


def finished(spec: str, seed: int, gnubg: Gnubg) -> Line:
    """A game of GNU Backgammon against one that plays at random."""
    game, dice = load(spec), random.Random(seed)
    line, s = Line(game.initial()), game.initial()
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            a = dice.choice([roll for roll, _ in game.chances(s)])
        elif game.player(s) == 0:
            a = gnubg.best(line).action
            assert a in game.actions(s)
        else:
            a = dice.choice(list(game.actions(s)))
        line, s = line.then(a), game.result(s, a)
    return line


@installed
def test_it_knows_the_best_opening_plays():
    """As all authors have them: the five point, the bar point and the four point are made."""
    game = load("backgammon")
    with Gnubg(game) as gnubg:
        for player in "XO":
            for dice, play in (("31", "8/5 6/5"), ("61", "13/7 8/7"), ("42", "8/4 6/4"), ("53", "8/3 6/3")):
                s = game.parse(f"4HPwATDgc/ABMA {player} to play {dice}")
                assert game.name(s, gnubg.best(Line(s)).action) == play


@installed
@pytest.mark.parametrize("spec", ["backgammon", "backgammon:start=nackgammon", "backgammon:cube=4"])
def test_it_plays_whole_games(spec: str):
    game = load(spec)
    with Gnubg(game) as gnubg:
        lines = [finished(spec, seed, gnubg) for seed in range(4)]
    assert sum(game.utility(line.states(game)[-1]) for line in lines) > 0


@installed
def test_it_doubles_takes_and_drops():
    game = load("backgammon:cube=4")
    even, won = "4HPwATDgc/ABMA", "2PsBA4ANAAAAAA"  # won by the player on roll: two rolls, and the other needs many
    with Gnubg(game) as gnubg:

        def says(position: str) -> str:
            s = game.parse(position)
            return game.name(s, gnubg.best(Line(s)).action)

        assert [says(f"{even} {side} to double") for side in "XO"] == ["roll", "roll"]
        assert [says(f"{even} {side} doubles") for side in "XO"] == ["take", "take"]
        assert [says(f"{won} {side} to double") for side in "XO"] == ["double", "double"]
        assert [says(f"{won} {side} doubles") for side in "XO"] == ["drop", "drop"]


@installed
def test_it_judges():
    """The player on roll at the start is a little ahead; two men against two that are sure to come off have won."""
    game = load("backgammon")
    with Gnubg(game) as gnubg:
        start = gnubg.evaluate(game.parse("4HPwATDgc/ABMA X to roll"))
        assert start.win == pytest.approx(0.525, abs=0.02)
        assert start.equity == pytest.approx(
            2 * start.win - 1 + start.win_gammon + start.win_backgammon - start.lose_gammon - start.lose_backgammon,
            abs=1e-3,
        )
        both = [gnubg.evaluate(game.parse(f"AwAAGAAAAAAAAA {side} to roll")) for side in "XO"]
        assert both[0] == both[1]
        assert both[0].win == 1
        with pytest.raises(GameError, match="before a roll"):
            gnubg.evaluate(game.parse("4HPwATDgc/ABMA X to play 31"))


@installed
def test_its_ends_are_ours():
    """Races of two men each, by backward induction over our rules; its tables hold them to four digits."""
    game, dice = load("backgammon"), random.Random(1)

    @cache
    def value(s: State) -> float:
        if game.terminal(s):
            return game.utility(s)
        if game.player(s) == CHANCE:
            return sum(p * value(game.result(s, roll)) for roll, p in game.chances(s))
        return (max, min)[s.turn](value(game.result(s, a)) for a in game.actions(s))

    with Gnubg(game) as gnubg:
        for n in range(20):
            mine, theirs = (sum(1 << 4 * dice.randrange(6) for _ in range(2)) for _ in range(2))
            s = State(mine, 0, theirs, 0, 0, n % 2)
            assert gnubg.evaluate(s).equity == pytest.approx((value(s), -value(s))[s.turn], abs=2e-4)


@installed
def test_a_seat_in_a_match():
    result = match("backgammon", "gnubg:plies=0,name=oracle", "random", games=4, plies=0, seed=1)
    assert (result.players, result.tally.wins, result.faults) == (("oracle", "random"), 4, ())


@installed
def test_it_plays_itself_at_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "game.txt"
    line = play("backgammon", human="none", opponent="gnubg", seed=4, luck=False, save=file)
    game = load("backgammon")
    assert game.terminal(line.states(game)[-1])
    (record,) = read_games(file)
    assert (record.line(game), record.first, record.second) == (line, "gnubg", "gnubg")
    assert "The game is over: " in capsys.readouterr().out


@installed
def test_it_dies():
    game = load("backgammon")
    gnubg = Gnubg(game)
    gnubg.program.kill()
    with pytest.raises(ProgramError) as told:
        gnubg.best(Line(game.parse("4HPwATDgc/ABMA X to play 31")))
    gnubg.close()
    assert told.value.reason == "crash"


def moved(play: str) -> dict[int, int]:
    """How many men more, or fewer, a play leaves on each point."""
    more: Counter[int] = Counter()
    for start, end in re.findall(r"(\d+)/(\d+)", play):
        more[int(start)] -= 1
        more[int(end)] += 1
    return {point: men for point, men in more.items() if men}


VISIT = """
set automatic roll on
set automatic game on
set display off
set confirm new off
set player {other} gnubg
set player {other} chequerplay evaluation plies 0
set player {other} cubedecision evaluation plies 0
set player {ours} external localhost:{port}
set seed 5
new match 9
export match mat {record}
quit
y
"""


@installed
@pytest.mark.parametrize("ours", [0, 1])
def test_we_are_its_external_player(ours: int, tmp_path: Path):
    """A match in which we decide at random, and take every double. Its own record has every play that we have made:
    what it does not understand it takes for no play at all."""
    game, dice = load("backgammon:cube=64"), random.Random(1)
    met: list[State] = []
    plays: list[dict[int, int]] = []

    def decide(line: Line) -> int:
        s = line.start
        met.append(s)
        if not s.dice:
            return 0
        a = dice.choice(list(game.actions(s)))
        plays.append(moved(" ".join(steps(s, a)).replace("bar", "25").replace("off", "0")))
        return a

    host = Host(game, decide, port=0)
    visited = threading.Thread(target=host.run, args=(1,), daemon=True)
    visited.start()
    record = tmp_path / "match.mat"
    words = VISIT.format(ours=ours, other=1 - ours, port=host.port, record=record)
    said = subprocess.run(
        [find_gnubg() or "", "-t", "-q", "-r"], input=words, capture_output=True, text=True, timeout=120, check=False
    ).stdout
    visited.join(60)
    assert not visited.is_alive()
    assert "has won the match" in said, said
    assert {s.stage for s in met} == {0, OFFER, ANSWER}
    assert {game.player(s) for s in met if not s.stage} == {1 - ours}  # its player 1 has the positive men
    for s in met:  # who may double again has taken the last double
        assert s.stage != OFFER or s.owner in (2, s.turn)
    recorded = re.findall(r"^ *\d+\) (.{27})(.*)$", record.read_text(), re.MULTILINE)
    cells = [row[ours] for row in recorded if re.match(r" *\d\d:", row[ours])]
    written = [moved(cell) for cell in cells]
    assert [play for play in written if play] == [play for play in plays if play]


def test_answers_of_ours():
    game = load("backgammon:cube=4")

    def said(position: str, choice: int, **changes: str) -> str:
        words = write_board(game, game.parse(position)).split(":")
        words[40] = changes.get("doubled", words[40])
        return answer(game, ":".join(words), lambda line: list(game.actions(line.start))[choice])

    start = "4HPwATDgc/ABMA"
    assert said(f"{start} X to play 66", 0) == "24/18 24/18 13/7 13/7"
    assert [said(f"{start} X to double", choice) for choice in (0, 1)] == ["roll", "double"]
    assert [said(f"{start} X doubles", choice) for choice in (0, 1)] == ["take", "drop"]
    assert said(f"{start} X to double cube 2 O", 1) == "roll"  # the cube is the other's
    assert said(f"{start} X to roll", 0, doubled="-1") == "reject"


def test_what_is_no_board_is_answered():
    host = Host(load("backgammon"), lambda line: 0, port=0)
    visited = threading.Thread(target=host.run, args=(1,), daemon=True)
    visited.start()
    with socket.create_connection(("localhost", host.port)) as visit:
        visit.sendall(b"board:me\n\0")
        assert visit.recv(1000).startswith(b"Error: not a FIBS board: 'board:me'")
    visited.join(60)
    assert not visited.is_alive()


def test_a_port_that_is_taken():
    with socket.create_server(("localhost", 0)) as taken, pytest.raises(GameError, match="cannot listen"):
        Host(load("backgammon"), lambda line: 0, port=taken.getsockname()[1])


@pytest.mark.parametrize(
    ("spec", "words", "said"),
    [
        ("backgammon", "gnubg:plies=9", "0 to 4, not 9"),
        ("backgammon", "gnubg:depth=3,noise=1", "no option 'noise'"),
        ("backgammon", "gnubg:cmd=no-such-program", "no-such-program is not installed"),
        ("hypergammon", "gnubg", "not hypergammon"),
        ("connect4", "gnubg", "not connect4"),
    ],
)
def test_mistakes(spec: str, words: str, said: str):
    with pytest.raises(GameError, match=said):
        ProgramPlayer(Spec.read(words)).begin(load(spec))
