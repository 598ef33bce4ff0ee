"""Opening books: built by search and from games, read back, used by best, by players and as openings."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from hashlib import sha256

import pytest

from gametree import Game, GameError, Line, best, load
from gametree.books.book import Book, Entry, Move, is_book, key_of, open_book
from gametree.cli import main
from gametree.games.tictactoe import TicTacToe
from gametree.tournament.openings import BookOpenings
from gametree.tournament.playing import Played
from gametree.tournament.record import Record
from gametree.tournament.spec import Spec
from gametree.verbs.build_book import from_games, from_search
from gametree.verbs.match import match


class Unsymmetric(TicTacToe):
    """Tic-tac-toe in which no position is equivalent to another."""

    def symmetries(self, s):
        return ()


TICTACTOE, PLAIN = load("tictactoe"), Unsymmetric()


class Mirror(Game[tuple[int, int, int]]):
    """Two heaps; a move takes 1 from the left (0) or from the right (1), the last stone wins; the heaps may be
    exchanged."""

    def __init__(self, left: int = 3, right: int = 3):
        self.left, self.right = left, right

    def initial(self):
        return (self.left, self.right, 0)

    def player(self, s):
        return s[2]

    def actions(self, s):
        for a in (0, 1):
            if s[a]:
                yield a

    def result(self, s, a):
        return (s[0] - (a == 0), s[1] - (a == 1), 1 - s[2])

    def terminal(self, s):
        return s[0] + s[1] == 0

    def utility(self, s):
        return 1 if s[2] == 1 else -1

    def symmetries(self, s):
        yield (s[1], s[0], s[2])


def record(game, actions, points) -> Record:
    return Record(game, "a", "b", "1.1", 0, Played(tuple(actions), points, "rules", (0, 0)))


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "t.book"
    from_search(PLAIN, Spec.read("alphabeta:depth=9"), plies=2, lines=9).save(path)
    return path


@pytest.mark.thorough
def test_by_search(book):
    found = open_book(book, PLAIN)
    assert {move.value for move in found.moves()} == {0}  # every first move draws
    assert {move.weight for move in found.moves()} == {100}
    corner = found.moves(Line(PLAIN.initial(), (0,)))  # only the centre holds
    assert corner[0].action == 4
    assert [move.weight for move in corner] == [100] + [0] * (len(corner) - 1)
    assert found.moves(Line(PLAIN.initial(), (0, 4))) == []


@pytest.mark.thorough
def test_a_search_that_is_stopped_leaves_what_it_has():
    stop = threading.Event()

    def progress(ply, positions):
        if positions == 3:
            stop.set()

    found = from_search(TICTACTOE, Spec.read("alphabeta:depth=2"), 4, 3, progress, stop)
    assert len(found) == 3


def test_from_games():
    games = [record("Unsymmetric", (0, 4, 1, 3, 2), 1.0), record("Unsymmetric", (0, 1, 4, 2, 8), 1.0)]
    games += [record("Unsymmetric", (4, 0), 0.5), record("Unsymmetric", (0, 4, 8), 0.0)]
    found = from_games(PLAIN, games, plies=2)
    first = {move.action: move for move in found.moves()}
    corner = first[0]
    assert (corner.wins, corner.draws, corner.losses, corner.weight) == (2, 0, 1, 4)
    assert corner.score == pytest.approx(2 / 3)
    assert first[4].weight == 1
    reply = {move.action: move for move in found.moves(Line(PLAIN.initial(), (0,)))}
    assert (reply[4].wins, reply[4].losses) == (1, 1)  # the second player's
    assert [move.action for move in from_games(PLAIN, games, at_least=2).moves()] == [0]
    answer = found.best()
    assert answer is not None
    assert answer.value == pytest.approx(1 / 3)  # two thirds of the way from -1 to 1
    with pytest.raises(GameError, match="in 9 games or more"):
        from_games(PLAIN, games, at_least=9)
    with pytest.raises(GameError, match="cannot go into a book"):
        from_games(load("connect4"), games)


@pytest.mark.thorough
def test_equivalent_positions_are_one():
    game = Mirror()
    games = [record("Mirror", (0, 1), 1.0), record("Mirror", (1, 0), 1.0), record("Mirror", (1, 1), 0.0)]
    found = from_games(game, games)
    (first,) = found.moves()  # left and right are the same move at first
    assert (first.games, first.wins) == (3, 2)
    for taken in (0, 1):
        replies = {move.action: move for move in found.moves(Line(game.initial(), (taken,)))}
        assert (replies[1 - taken].losses, replies[taken].wins) == (2, 1)
    assert key_of(game, (1, 2, 0)) == key_of(game, (2, 1, 0)) != key_of(game, (2, 1, 1))
    searched = from_search(game, Spec.read("alphabeta:depth=6"), plies=3, lines=2)
    assert len(searched) == 4  # 33, 23, 13 and 22; not 32, 31


def test_written_and_read(book):
    found = open_book(book, PLAIN)
    assert is_book(book)
    head = json.loads(book.read_text().splitlines()[0])
    assert (head["format"], head["game"], head["positions"]) == ("gametree book", "Unsymmetric", len(found))
    again = book.with_name("again.book")
    found.save(again)
    assert again.read_text() == book.read_text()
    assert sorted(path.name for path in book.parent.iterdir()) == ["again.book", "t.book"]


def test_best_and_players_use_it(book):
    answer = best(PLAIN, book=book)
    assert (answer.algorithm, answer.nodes, answer.value) == ("book", 0, 0)
    later = best(PLAIN, Line(PLAIN.initial(), (0, 4)), depth=9, book=book)
    assert later.algorithm == "pvs"
    found = open_book(book, PLAIN)
    chosen = {found.choose(None, random.Random(n)) for n in range(200)}
    assert chosen == set(range(9))
    assert {found.choose(Line(PLAIN.initial(), (0,)), random.Random(n)) for n in range(50)} == {4}
    records = []
    match(
        PLAIN, f"random:book={book},name=reader", "random", games=20, plies=1,
        progress=lambda record, _: records.append(record),
    )  # fmt: skip
    replies = [r.played.actions[:2] for r in records if r.second == "reader"]
    assert all(reply == 4 for opening, reply in replies if opening in (0, 2, 6, 8))


def test_as_openings(book):
    openings = BookOpenings(PLAIN, book, seed=1)
    assert all(len(openings.get(k)) == 2 for k in range(openings.different(1000)))
    assert (0, 4) in openings.found
    assert not {(0, a) for a in range(9) if a != 4} & set(openings.found)  # what loses is not played
    result = match(PLAIN, "random", "greedy", games=10, openings=book)
    assert "(Unsymmetric, t.book)" in str(result)
    assert BookOpenings(PLAIN, book, seed=2).found != openings.found


@pytest.mark.thorough
def test_the_command(tmp_path, capsys):
    out = str(tmp_path / "c.book")
    build = ["book", "build", "tictactoe", "--out", out]
    assert main([*build, "--depth", "1", "--search", "alphabeta:depth=9", "--lines", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["positions"] == 1
    assert main(["book", "show", out]) == 0
    assert "move  weight  wins  draws  losses  value" in capsys.readouterr().out
    assert main(["book", "show", out, "--moves", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == []
    games = str(tmp_path / "games.txt")
    main(["match", "tictactoe", "rules", "rules", "--games", "4", "--plies", "0", "--games-file", games])
    capsys.readouterr()
    assert main([*build, "--from-games", games]) == 0
    capsys.readouterr()
    assert main(["best", "tictactoe", "--book", out, "--json"]) == 0
    assert '"algorithm": "book"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: ["hello"], "is not an opening book"),
        (lambda lines: [], "is not an opening book"),
        (lambda lines: [lines[0].replace('"version": 2', '"version": 7'), *lines[1:]], "version 7"),
        (lambda lines: [lines[0].replace('"rules": "', '"rules": "0'), *lines[1:]], "by other rules"),
        (lambda lines: lines[:-1], "is damaged: it announces"),
        (lambda lines: [*lines[:-1], lines[-1][:40]], "line 11: not a position"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"weight": ', '"weight": -')], "line 11: wrong numbers"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"line": [', '"line": [77, ')], "77 is not a legal action"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"action": 0', '"action": 9')], "9 is not a legal action"),
        (lambda lines: [lines[0], lines[1].replace('"value": 0', '"value": NaN'), *lines[2:]], "value is not a number"),
    ],
)
def test_what_is_wrong_with_a_book_is_told(tmp_path, change, message):
    path = tmp_path / "wrong.book"
    entries = [Entry((), (Move(4, 100, value=0),)), *(Entry((a,), (Move(4, 1),)) for a in range(9) if a != 4)]
    entries.append(Entry((4,), (Move(0, 1),)))
    Book(PLAIN, entries).save(path)
    lines = path.read_text().splitlines()
    assert len(lines) == 11
    path.write_text("".join(f"{line}\n" for line in change(lines)))
    if path.read_text().splitlines()[1:] != lines[1:] and len(change(lines)) > 1:
        with pytest.raises(GameError, match="is damaged: its checksum is wrong"):
            open_book(path, PLAIN)
        seal(path)
    with pytest.raises(GameError, match=rf"^[^\n]*{message}[^\n]*$"):
        open_book(path, PLAIN)


def seal(path):
    """Give a book that was changed the checksum that it then must have."""
    first, _, body = path.read_text().partition("\n")
    path.write_text(json.dumps(json.loads(first) | {"sha256": sha256(body.encode()).hexdigest()}) + "\n" + body)


def test_books_edited_at_random(tmp_path):
    """Lines with fields of other kinds, with a right checksum: one line says what is wrong, or it is a book."""
    path, dice = tmp_path / "wrong.book", random.Random(12)
    odd = [None, True, -1, 7, 2**70, 1e308, "", "x", [], [[]], ["x"], {}, {"action": 0}, [{}], [None] * 3, "4" * 50]
    Book(PLAIN, [Entry((), (Move(4, 100, value=0),)), Entry((4,), (Move(0, 1),))]).save(path)
    lines = path.read_text().splitlines()
    for _ in range(300):
        facts = [json.loads(line) for line in lines]
        parts = [*facts, *(move for fact in facts[1:] for move in fact["moves"])]
        for part in dice.sample(parts, dice.choice([1, 1, 2])):
            part[dice.choice(list(part))] = dice.choice(odd)
        path.write_text("\n".join(json.dumps(fact) for fact in facts))
        if dice.random() < 0.8:
            seal(path)
        with contextlib.suppress(GameError):
            open_book(path, PLAIN).best()


def test_a_long_line_and_deep_json_are_no_tracebacks(tmp_path):
    path = tmp_path / "wrong.book"
    for text in ("[" * 100_000, json.dumps({"line": [4] * 5000, "moves": []})):
        Book(PLAIN, [Entry((), (Move(4, 100),))]).save(path)
        path.write_text(path.read_text() + text)
        seal(path)
        with pytest.raises(GameError):
            open_book(path, PLAIN)


def test_mistakes(book, tmp_path):
    with pytest.raises(GameError, match="cannot be read"):
        best(PLAIN, book=tmp_path / "none")
    with pytest.raises(GameError, match="by other rules"):
        best("connect4", book=book)
    with pytest.raises(GameError, match=r"random:book=.*none.*cannot be read"):
        match(PLAIN, f"random:book={tmp_path / 'none'}", "random", games=2)
    assert main(["book", "build", "tictactoe", "--out", str(book / "below"), "--depth", "1"]) == 2
    with pytest.raises(GameError, match="1 ply and 1 line"):
        from_search(PLAIN, Spec.read("random"), plies=0)
    with pytest.raises(GameError, match="own search"):
        from_search(PLAIN, Spec.read("ugi:cmd=x"))
