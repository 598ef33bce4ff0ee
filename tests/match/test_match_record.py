"""Games on the disk: in words, to be read back and checked, and in SQLite, to go on from."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest
from rolling import Rolling

from gametree import GameError, load
from gametree.tournament.playing import Played
from gametree.tournament.record import Record, read_games
from gametree.tournament.store import Store
from gametree.verbs.match import match

TICTACTOE = load("tictactoe")
WON = Record(
    "tictactoe", "alphabeta:depth=9", 'the "other"', "1.1", 1, Played((0, 4, 1, 3, 2), 1.0, "rules", (0.5, 0.25))
)


def test_written_and_read_back(tmp_path):
    path = tmp_path / "games.txt"
    resigned = replace(WON, round="1.2", played=Played((8, 0), 0.0, "resignation", (0.0, 0.125)))
    path.write_text("\n".join(record.to_text(TICTACTOE) for record in (WON, resigned)))
    assert read_games(path) == [WON, resigned]
    assert str(WON) == '1.1 (alphabeta:depth=9 vs the "other"): 1-0 {rules, 5 plies}'


def test_names_with_blanks_and_without_meaning(tmp_path):
    class Mute(Rolling):
        def name(self, s, a, style=""):
            return "it"

    for game in (Rolling(), Mute()):
        path = tmp_path / f"{type(game).__name__}.txt"
        played = Played((6, 1, 5, 0, 4, 1, 3, 0, 2, 1, 1, 1), 1.0, "rules", (0.0, 0.0))
        record = Record(type(game).__name__, "a", "b", "1.1", 0, played)
        path.write_text(record.to_text(game))
        assert read_games(path, game) == [record]
    assert "die_6 take_it die_5 leave_it" in (tmp_path / "Rolling.txt").read_text()
    assert "#6 #1 #5 #0" in (tmp_path / "Mute.txt").read_text()


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("1 5 2 4 3 1-0", "1 5 2 4 4 1-0", "move 5: '4' is not a legal move"),
        ("1 5 2 4 3 1-0", "1 5 2 4 3 6 1-0", "move 6: '6' comes after the end"),
        ("1 5 2 4 3 1-0", "1 5 2 4 3 0-1", "the result is"),
        ("1 5 2 4 3 1-0", "1 5 2 4 1-0", "not over by the rules"),
        ('"rules"', '"time forfeit"', "over by the rules; the reason is"),
        ("1-0", "1/2-1/2", "by the rules this is 1-0"),
        ('[Game "tictactoe"]', "", "is missing"),
        ("tictactoe", "tictac", "unknown game"),
    ],
)
def test_a_record_that_the_rules_contradict(tmp_path, before, after, message):
    path = tmp_path / "games.txt"
    path.write_text(WON.to_text(TICTACTOE).replace(before, after))
    with pytest.raises(GameError, match=rf"^[^\n]*games.txt, game 1: [^\n]*{message}"):
        read_games(path)


def test_files_without_games(tmp_path):
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(GameError, match="no games"):
        read_games(tmp_path / "empty")
    with pytest.raises(GameError, match="cannot be read"):
        read_games(tmp_path / "none")


def test_a_store_keeps_what_it_is_given(tmp_path):
    path = tmp_path / "results.db"
    store = Store(path, {"game": "tictactoe"})
    store.add((0, 0, 0), WON, TICTACTOE)
    with pytest.raises(GameError, match="another match at the same time"):
        store.add((0, 0, 0), WON, TICTACTOE)
    store.close()
    again = Store(path, {"game": "tictactoe"})
    assert again.games() == {(0, 0, 0): WON}
    again.close()
    with sqlite3.connect(path) as db:
        row = db.execute("SELECT first, moves, result, reason, seconds_first FROM game").fetchone()
    assert row == ("alphabeta:depth=9", "1 5 2 4 3", "1-0", "rules", 0.5)
    with pytest.raises(GameError, match="belongs to another match: game was tictactoe, but is now nim"):
        Store(path, {"game": "nim"})


def test_files_that_are_no_results(tmp_path):
    (tmp_path / "text").write_text("hello, this is not a database at all")
    with pytest.raises(GameError, match="cannot be used for results"):
        Store(tmp_path / "text", {})
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(GameError, match="does not hold a match"):
        Store(other, {})


@pytest.mark.thorough
def test_a_match_goes_on_where_it_stopped(tmp_path):
    class Enough(Exception):  # noqa: N818
        pass

    def stop_after(n):
        seen = []

        def progress(record, _):
            seen.append(record)
            if len(seen) == n:
                raise Enough

        return progress

    options = {"games": 20, "plies": 3, "seed": 5, "save": tmp_path / "r.db", "games_file": tmp_path / "g.txt"}
    with pytest.raises(Enough):
        match("tictactoe", "greedy", "random", progress=stop_after(7), **options)
    assert len(read_games(tmp_path / "g.txt")) == 7
    played = []
    resumed = match("tictactoe", "greedy", "random", progress=lambda record, _: played.append(record), **options)
    assert len(played) == 13
    whole = match("tictactoe", "greedy", "random", games=20, plies=3, seed=5)
    assert resumed.pairings == whole.pairings
    assert len({(r.round) for r in read_games(tmp_path / "g.txt")}) == 20
    again = match("tictactoe", "greedy", "random", progress=stop_after(1), **options)  # nothing is left to play
    assert again.pairings == whole.pairings
    more = match("tictactoe", "greedy", "random", **{**options, "games": 24})
    assert more.tally.games == 24


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 1}, "openings was|seed was"),
        ({"plies": 2}, "openings was"),
        ({"sprt": (0, 5)}, "sprt was None"),
        ({"clock": "9"}, "clock was None, but is now 9"),
        ({"a": "random:name=x"}, "players was"),
    ],
)
def test_another_match_is_refused(tmp_path, change, message):
    options = {"a": "random", "b": "greedy", "game": "tictactoe", "games": 2, "save": tmp_path / "r.db"}
    match(**options)
    with pytest.raises(GameError, match=rf"r.db belongs to another match: ({message})"):
        match(**{**options, **change})


def test_a_mistake_leaves_no_file(tmp_path):
    with pytest.raises(GameError, match="unknown algorithm"):
        match("tictactoe", "nobody", "random", save=tmp_path / "r.db")
    assert not (tmp_path / "r.db").exists()
