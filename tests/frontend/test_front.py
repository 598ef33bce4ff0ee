"""Games as people write them: what searches see of them, and what people see."""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from typing import NamedTuple

import pytest
from natural_games import LINES, Board, Boxes, Domineering, Growing, Hexapawn, Pawns, Sets, Side, Words

from gametree import Database, Game, GameError, best, check, load, perft, solve
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.frontend.tries import twin
from gametree.compile.interpreted import WHY_NOT_REWRITTEN
from gametree.game import Line
from gametree.verbs.explain import explain
from gametree.verbs.perft import count_plain

ALL = [Words, Hexapawn, Sets, Boxes]


@pytest.mark.parametrize("cls", ALL)
def test_the_twin_says_what_python_says(cls):
    """Red if a rule rewrites something into something else."""
    made = twin(cls())
    assert made.difference(most=20_000) == ""
    assert not made.left


@pytest.mark.parametrize(("cls", "bits"), [(Words, 19), (Hexapawn, 19), (Sets, 18), (Boxes, 20)])
def test_states_are_small(cls, bits):
    layout = twin(cls()).rewriting.state
    assert layout.words == 1
    assert sum(slot.bits for slot in layout.slots) <= bits


@pytest.mark.parametrize("cls", ALL)
def test_a_state_comes_back_as_it_was(cls):
    made = twin(cls())
    for s in made.seen.states[:200]:
        assert made.unpacked(made.packed(s)) == s
        assert cls is Sets or repr(made.packed(s)) == repr(s)  # of a set nobody chooses the order


def test_it_compiles_and_counts_what_python_counts():
    game = Words()
    assert perft(game, depth=6).nodes == count_plain(game, game.initial(), 6, False)
    answer = best(game, depth=9)
    assert (answer.compiled, answer.value, answer.proven) == (True, 0, True)


def test_people_see_their_own_values():
    game = Hexapawn()
    seen = load(game)
    assert seen.text(seen.initial()) == str(game.initial())
    first = best(game, depth=7, algorithm="textbook.alphabeta")
    assert first.action in game.actions(game.initial())
    assert first.move == game.name(game.initial(), first.action)
    after = game.result(game.initial(), ((2, 1), (1, 1)))
    assert perft(game, after, depth=2).nodes == count_plain(game, after, 2, False)
    assert perft(game, Line(game.initial(), (((2, 1), (1, 1)),)), depth=1).nodes == len(game.actions(after))
    assert perft(game, moves="b1b2", depth=1).nodes == len(game.actions(after))


def test_a_text_is_read_by_the_users_parse():
    answer = best(Words(), "XX./OO./...", depth=9, algorithm="textbook.minimax")
    assert (answer.value, answer.move) == (1, "2")


def test_what_is_no_state_is_told_in_one_line():
    with pytest.raises(GameError, match="not a position of Hexapawn"):
        best(Hexapawn(), Pawns(((Side.WHITE,),), Side.WHITE))


@pytest.mark.thorough
def test_a_state_that_cannot_be_hashed_is_solved():
    assert solve(Boxes()).value == 0


def test_a_number_without_room_is_given_room(monkeypatch, tmp_path):
    """Red if compiled code goes on with a number that its bits cannot hold."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    game = Growing()
    before = front_of(load(game))
    assert before is not None
    assert perft(game, depth=5).nodes == 12**5
    line = Line(game.initial(), (5,) * 4)
    assert perft(game, line, depth=1).nodes == 12
    assert before.outgrown
    assert front_of(load(game)) is not before


def test_boards_of_100_cells_on_one_integer():
    game = Domineering()
    assert perft(game, depth=2).nodes == count_plain(game, game.initial(), 2, False) == 7776
    seen = front_of(load(game))
    assert seen is not None
    assert not seen.reason


class Placed(NamedTuple):
    """Marks in the order in which they were made."""

    marks: dict[int, int]
    turn: int


class Latest(Game):
    """Whoever made the first mark in ``marks`` that is not 0 wins."""

    def initial(self):
        return Placed({}, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [i for i in range(3) if i not in s.marks]

    def result(self, s, a):
        marks = dict(s.marks)
        marks[a] = s.turn
        return Placed(marks, 1 - s.turn)

    def terminal(self, s):
        return len(s.marks) == 3

    def utility(self, s):
        return 1 - 2 * next(iter(s.marks.values()))


def test_rules_that_depend_on_the_order_of_keys_are_found():
    """Red if compiled code goes by the keys where Python goes by the order in which they came."""
    with pytest.raises(UnsupportedError, match="utility depends on the order in which the keys of a dict were put in"):
        twin(Latest())

    class Sorted(Latest):
        def utility(self, s):
            return 1 - 2 * s.marks[min(s.marks)]

    assert twin(Sorted()).difference(most=20_000) == ""


def test_a_counter_in_a_state_knows_what_it_has_not_counted():
    """Red if a key that is not there stops the rules, or comes back as a dict that raises."""

    class Counted(Latest):
        def initial(self):
            return Placed(Counter({3: 1}), 0)

        def result(self, s, a):
            marks = s.marks.copy()
            marks[a] = 1
            return Placed(marks, 1 - s.turn)

        def terminal(self, s):
            return len(s.marks) == 4

        def utility(self, s):
            return 1 if s.marks[2] == s.marks[3] else -1

        def evaluate(self, s):
            return s.marks[0] - s.marks[1]

        def text(self, s):
            return str([s.marks[i] for i in range(4)])

    made = twin(Counted())
    assert made.difference(most=20_000) == ""
    assert "evaluate" in made.texts
    assert made.game.text(made.game.initial()) == "[0, 0, 0, 1]"


def test_explained():
    told = explain(Words())
    assert told.packed.startswith("19 bits in 1 word: cells: 9 cells of 2 bits ('.', 'O' or 'X')")
    assert {m.how for m in told.methods} == {"rewritten"}
    assert "def result(self, s, a):" in str(told)
    assert told.compiled is not None
    assert told.compiled > told.interpreted


def test_what_is_not_rewritten_says_so_in_one_line(capsys):
    class Grouped(Boxes):
        def three(self, s, who):
            return str(who) * 3 in "".join(str(c) for c in s[:9]).title()

    assert perft(Grouped(), depth=2).nodes == 9 * 8
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Grouped runs interpreted: line ")


@pytest.mark.thorough
def test_a_solution_and_its_database_know_the_users_states(tmp_path):
    game = Words()
    solution = solve(game, out=str(tmp_path / "words"))
    start = game.initial()
    then = game.result(start, next(iter(game.actions(start))))
    database = Database(tmp_path / "words", Words())
    assert solution[start] == database.label(start)
    assert then in solution
    assert "nonsense" not in solution
    assert solution.moves(start)[0].value == solution[start].value
    assert next(iter(solution)) == start
    assert type(next(database.states())[0]) is type(start)


def test_an_estimate_that_is_not_rewritten_says_so(capsys):
    """Red if a kernel that does not compile gives no reason; counting moves asks for no estimate, and compiles."""

    class Estimated(Words):
        def evaluate(self, s):
            return len("".join(s.cells).title()) / 100

    assert perft(Estimated(), depth=2).nodes == 72
    assert "interpreted" not in capsys.readouterr().err
    assert not best(Estimated(), depth=2).compiled
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "interpreted" in line]
    assert re.fullmatch(r"Estimated runs interpreted: line \d+: evaluate: .*title.*", line)


def test_rows_joined_to_a_text_are_its_letters():
    """Red if ``"".join`` of texts of two letters is gone through row by row."""

    class Rows(Words):
        def initial(self):
            return Board(("...", "...", "..."), "X")

        def winner(self, s):
            text = "".join(s.cells)
            return next((text[a] for a, b, c in LINES if text[a] == text[b] == text[c] != "."), None)

        def actions(self, s):
            return [i for i, c in enumerate("".join(s.cells)) if c == "."]

        def result(self, s, a):
            rows = [list(row) for row in s.cells]
            rows[a // 3][a % 3] = s.turn
            return Board(tuple("".join(row) for row in rows), "O" if s.turn == "X" else "X")

        def terminal(self, s):
            return self.winner(s) is not None or all(c != "." for c in "".join(s.cells))

    game = Rows()
    assert perft(game, depth=3).nodes == count_plain(game, game.initial(), 3, False)
    assert "rewritten, but" not in WHY_NOT_REWRITTEN.get(game, "")


def test_a_form_that_was_compared_is_not_compared_again(monkeypatch, tmp_path):
    """Red if a twin's name is another one in every process: then each start would try and compare it anew."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    first = twin(Hexapawn())
    assert repr(first) == repr(twin(Hexapawn())) != repr(twin(Hexapawn(4)))
    monkeypatch.setattr(type(first), "difference", None)
    twin(Hexapawn())
    with pytest.raises(UnsupportedError):
        twin(Hexapawn(5))


class Evaluated(Words):
    """The front end stumbles over one line; Numba, which would see the rules as they are, over an earlier one."""

    def initial(self):
        return (0, 0, 0)

    def player(self, s):
        return sum(1 for c in s if c) % 2

    def actions(self, s):
        return [i for i in range(3) if s[i] == 0]

    def result(self, s, a):
        return tuple(json.loads("7") if i == a else c for i, c in enumerate(s))

    def terminal(self, s):
        return all(c for c in s)

    def utility(self, s):
        return 0


def test_the_reason_is_that_of_the_front_end():
    """Red if a generator expression is blamed, which compiles, and not the line that does not."""
    line = inspect.getsourcelines(Evaluated.result)[1] + 1
    (told,) = [str(problem) for problem in check(Evaluated()).problems if problem.method == "compile"]
    assert re.search(rf"test_front.py, line {line}: result: .", told)
