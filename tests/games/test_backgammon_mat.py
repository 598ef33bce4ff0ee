"""Games as ``.mat``, and GNU Backgammon reading them."""

from __future__ import annotations

import random
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from gametree import GameError, Line, load
from gametree.cli import main
from gametree.game import CHANCE
from gametree.games.backgammon.mat import to_mat, won
from gametree.games.backgammon.rules import ANSWER, DROPPED
from gametree.notation.names import read_action
from gametree.protocols.backgammon.gnubg import find_gnubg
from gametree.verbs.match import match

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.games.backgammon import Backgammon

PROGRAM = find_gnubg()


def random_game(game: Backgammon, seed: int, drops: float = 0.2) -> Line:
    """A game at random; a double is dropped now and then."""
    dice, line, s = random.Random(seed), Line(game.initial()), game.initial()
    while not game.terminal(s):
        if game.player(s) == CHANCE:
            a = dice.choice([roll for roll, _ in game.chances(s)])
        elif s.stage:
            a = int(dice.random() < (drops if s.stage == ANSWER else 0.1))
        else:
            a = dice.choice(list(game.actions(s)))
        line, s = line.then(a), game.result(s, a)
    return line


def cells(text: str) -> list[list[str]]:
    """The cells of each game of a text, row by row."""
    games = re.split(r"\n Game \d+\n", text)[1:]
    found = []
    for game in games:
        rows = [row for row in game.splitlines()[1:] if re.match(r"\s*\d+\)", row)]
        found.append(re.findall(r"\d\d:(?: +\d+/\S+)*|Doubles => \d+|Takes|Drops", "\n".join(rows)))
    return found


def test_a_game_in_words():
    game = load("backgammon:cube=4")
    line, s = Line(game.initial()), game.initial()
    plays = "64 for O, 24/18 13/9, roll, 11, 8/7(2) 6/5(2), double, take, 61, bar/24 13/7, double"
    for word in plays.split(", "):
        a = read_action(game, s, word)
        line, s = line.then(a), game.result(s, a)
    line = line.then(1)
    assert to_mat(game, [line], [("Anna", "Otto: the second")]) == (
        " 0 point match\n\n"
        " Game 1\n"
        " Anna : 0                        Otto_the_second : 0\n"
        "  1)                             64: 24/18 13/9\n"
        "  2) 11: 8/7* 8/7 6/5 6/5         Doubles => 2\n"
        "  3)  Takes                      61: 25/24 13/7\n"
        "  4)  Doubles => 4                Drops\n"
        "      Wins 2 points\n"
    )


def test_sides_that_change_keep_their_columns():
    game = load("backgammon")
    lines = [random_game(game, seed) for seed in range(2)]
    text = to_mat(game, lines, [("a", "b"), ("b", "a")])
    heads = re.findall(r"^ a : (\d+) +b : (\d+)$", text, re.MULTILINE)
    points = [won(game, line.states(game)[-1]) for line in lines]
    assert heads[0] == ("0", "0")
    assert heads[1] == (str(max(points[0], 0)), str(max(-points[0], 0)))
    mirrored = to_mat(game, lines[1:], [("b", "a")])
    assert cells(text)[1] == cells(mirrored)[0]
    first = [games for games in (text, mirrored) if re.search(r" 1\)  +\d\d:", games.split(" Game ")[-1])]
    assert len(first) == 1  # who begins is on the right in one of the two


def test_a_game_of_a_match():
    game = load("backgammon:away=3,5")
    text = to_mat(game, [random_game(game, 1)], [("a", "b")])
    assert text.startswith(" 5 point match\n\n Game 1\n a : 2                           b : 0\n")


def test_a_game_that_is_not_over():
    game = load("backgammon")
    line = random_game(game, 1)
    assert "Wins" in to_mat(game, [line], [("a", "b")])
    assert "Wins" not in to_mat(game, [Line(line.start, line.actions[:9])], [("a", "b")])


@pytest.mark.parametrize(
    ("spec", "position", "names", "said"),
    [
        ("hypergammon", None, [("a", "b")], "own start, not hypergammon"),
        ("backgammon", "4HPwATDgc/ABMA X to roll", [("a", "b")], "does not begin at the start"),
        ("backgammon", None, [("a", "b"), ("a", "c")], "here are more"),
    ],
)
def test_what_cannot_be_written(spec, position, names, said):
    game = load(spec)
    start = game.parse(position) if position else game.initial()
    with pytest.raises(GameError, match=said):
        to_mat(game, [Line(start)] * len(names), names)


@pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed (Debian: gnubg)")
@pytest.mark.parametrize("spec", ["backgammon", "backgammon:cube=64"])
def test_gnu_backgammon_reads_it(spec: str, tmp_path: Path):
    """It writes again what it has read: the same rolls, plays, doubles and scores."""
    game = load(spec)
    lines = [random_game(game, seed) for seed in range(12)]
    ends = [line.states(game)[-1] for line in lines]
    assert {s.stage == DROPPED for s in ends} == ({False} if spec == "backgammon" else {False, True})
    text = to_mat(game, lines, [("a", "b") if n % 2 else ("b", "a") for n in range(len(lines))])
    ours, theirs = tmp_path / "ours.mat", tmp_path / "theirs.mat"
    ours.write_text(text)
    words = f"set confirm new off\nimport mat {ours}\nexport match mat {theirs}\nquit\ny\n"
    subprocess.run([PROGRAM, "-t", "-q", "-r"], input=words, text=True, capture_output=True, timeout=60, check=False)
    again = theirs.read_text()

    def wins(text: str) -> list[str]:
        return re.findall(r"Wins \d+ points?", text)

    def heads(text: str) -> list[tuple[str, str]]:
        return re.findall(r"^ b : (\d+) +a : (\d+)", text, re.MULTILINE)

    def sorted_words(text: str) -> list[list[list[str]]]:
        return [[sorted(cell.split()) for cell in game] for game in cells(text)]

    assert wins(again) == wins(text)
    assert heads(again) == heads(text)
    assert len(wins(text)) == len(lines)
    assert sorted_words(again) == sorted_words(text)


def test_a_match_is_written_by_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    games, file = tmp_path / "games.txt", tmp_path / "games.mat"
    match("backgammon", "random", "random:name=other", games=4, plies=0, seed=1, games_file=games)
    assert main(["replay", str(games), "--mat", str(file)]) == 0
    assert len(cells(file.read_text())) == 4
    assert main(["replay", str(games), "--game", "2", "--mat", str(file)]) == 0
    assert len(cells(file.read_text())) == 1
    assert main(["replay", str(games), "--game", "9", "--mat", str(file)]) == 2
    assert "no game 9" in capsys.readouterr().err


def test_other_games_are_no_mat(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    games, file = tmp_path / "games.txt", tmp_path / "games.mat"
    match("tictactoe", "random", "random", games=2, games_file=games)
    assert main(["replay", str(games), "--mat", str(file)]) == 2
    assert "only backgammon" in capsys.readouterr().err
    assert not file.exists()
