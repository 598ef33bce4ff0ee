"""The grader: right and wrong programs, tests with mistakes in them, and what Gradescope reads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gametree import load
from gametree.cli import main
from gametree.errors import GameError
from gametree.teaching.grading import grade, grade_source
from gametree.teaching.grading.assignment import WORDS, Assignment, Test, read_assignment

COURSE = Path(__file__).parents[2] / "docs" / "course"
TREE = "tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def graded(source, **told):
    """The verdict on a program for one test."""
    told = {"game": load("tree:example=textbook"), "function": told.get("algorithm", "minimax"), **told}
    report = grade_source(source, Assignment("one", (Test("one", **told),)))
    return report.verdicts[0]


@pytest.mark.parametrize("name", sorted(place.name for place in COURSE.iterdir()))
def test_the_solutions_of_the_course_get_all_points(name):
    report = grade(COURSE / name / "solution.py", COURSE / name)
    assert report.passed, str(report)
    assert report.score == report.max_score > 5
    assert (COURSE / name / "task.md").is_file()


def test_minimax_in_the_place_of_alpha_beta_is_seen_by_its_nodes():
    source = (COURSE / "1_minimax" / "solution.py").read_text(encoding="utf-8")
    compare = {"value": 1, "move": 1, "visited": 2}
    verdict = graded(source, algorithm="alphabeta", function="minimax", compare=compare)
    assert verdict.right == {"visited": False, "value": True, "move": True}
    assert verdict.score == 0.5
    assert verdict.step == 16
    assert "your program looked at a2 c2, which need not be looked at" in verdict.text()
    assert "→ step 16  cut a2, window (3, 2): 2, cut: 2 ≤ α 3; Max already has 3" in verdict.text()


@pytest.mark.parametrize(
    ("source", "there"),
    [
        ("def minmax(game, s): pass\nclass Node: pass\nfrom math import sqrt\nlimit = 3", "; it has minmax, Node"),
        ("limit = 3", ""),
        ("def f(): pass\nfor i in range(100): exec(f'f_{i} = f')", "; it has f, f_0, f_1, f_2, f_3, f_4, f_5, f_6"),
    ],
)
def test_a_function_with_another_name(source, there):
    assert f"there is no function minimax in the file{there}\n" in f"{graded(source).text()}\n"


WRONG = {
    # what is wrong: the program's line, what is told
    "it cuts too much": ("if v >= b - 2: break", "your program never looked at a3 d3, which cannot be left out"),
    "it never narrows": ("if False: break", "your program looked at a2 c2, which need not be looked at"),
}
ALPHABETA = """
from math import inf
def alphabeta(game, s, a=-inf, b=inf):
    if game.terminal(s):
        return game.utility(s)
    v, sign = -inf, 1 if game.player(s) == 0 else -1
    a, b = (a, b) if sign == 1 else (-b, -a)
    for m in game.actions(s):
        lower, upper = (a, b) if sign == 1 else (-b, -a)
        v = max(v, sign * alphabeta(game, game.result(s, m), lower, upper))
        a = max(a, v)
        CUT
    return sign * v
"""


def test_a_right_program_in_another_style():
    verdict = graded(ALPHABETA.replace("CUT", "if v >= b: break"), algorithm="alphabeta", compare={"visited": 1.0})
    assert verdict.passed, verdict.text()


@pytest.mark.parametrize("name", WRONG)
def test_the_first_wrong_node_is_told(name):
    line, told = WRONG[name]
    verdict = graded(ALPHABETA.replace("CUT", line), algorithm="alphabeta", compare={"visited": 1.0})
    assert told in verdict.text()
    assert verdict.score == 0


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return -3, 0", "yours is Min's"),
        ("return 3, 1", "yours is a2, a1 is best"),
        ("return 3, 'a1'", ""),
        ("return 3", "your program returned none"),
        ("return None", "your program returned None"),
        ("return True, True", "your program returned True"),
        ("return float('nan'), 0", "yours is nan, it is 3"),
        ("return game.result(s, 7)", "no answer: line 2, in minimax: GameError: '7' is no action at A"),
        ("return game.utility(s)", "GameError: utility: the game is not over"),
        ("return game.player((99,))", "this is not a state that the game has given you"),
        ("x = 1 / 0", "no answer: line 2, in minimax: ZeroDivisionError: division by zero"),
    ],
)
def test_a_wrong_answer_is_told_in_words(body, told):
    verdict = graded(f"def minimax(game, s):\n    {body}")
    assert told in verdict.text()
    assert verdict.passed is (told == "")


def test_a_program_from_an_editor_that_marks_utf8(tmp_path):
    student = tmp_path / "student.py"
    student.write_text((COURSE / "1_minimax" / "solution.py").read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert grade(student, COURSE / "1_minimax").passed


def test_a_state_is_a_tuple_that_can_be_made_and_kept():
    source = """
def minimax(game, s):
    assert s == (0,) and s.node == 0 and {s: 1}[game.initial()] == 1
    return game.utility(type(s)(3)) if False else 3, game.actions(s)[0]
"""
    assert graded(source).passed


def test_every_best_move_is_right():
    tree = load("tree", tree=[[3], [3], [1]])
    assert [graded(f"def minimax(game, s): return 3, {a}", game=tree).right["move"] for a in range(3)] == [
        True, True, False,
    ]  # fmt: skip


def test_a_free_order_is_followed():
    """Backwards through the tree other nodes are cut: right for that order, and wrong for the given one."""
    source = ALPHABETA.replace("game.actions(s)", "reversed(game.actions(s))").replace("CUT", "if v >= b: break")
    told = {"game": load("tree:example=helen"), "algorithm": "alphabeta", "compare": {"visited": 1.0}}
    assert graded(source, free_order=True, **told).passed
    assert not graded(source, **told).passed
    lazy = source.replace("if v >= b: break", "")
    assert not graded(lazy, free_order=True, **told).passed


def test_a_bound_on_the_nodes():
    source = (COURSE / "5_ordering" / "solution.py").read_text(encoding="utf-8")
    assert graded(source, algorithm="alphabeta", compare={"value": 1.0}, most=11).passed
    assert graded(source, algorithm="alphabeta", compare={"value": 1.0}, most=10).score == 0.5


def test_a_win_outranks_estimates_at_a_depth():
    source = """
def minimax(game, s, depth):
    if game.terminal(s): return game.utility(s), None
    if depth == 0: return game.evaluate(s), None
    better = max if game.player(s) == 0 else min
    return better(((minimax(game, game.result(s, a), depth - 1)[0], a) for a in game.actions(s)), key=lambda p: p[0])
"""
    game = load("tictactoe")
    for moves, move in (("1 5 2", "3"), ("1 5", None)):
        verdict = graded(source, game=game, starts=(game.parse(moves),), depth=2)
        assert verdict.passed, verdict.text()
        assert move is None or move in verdict.text()


BAD_TESTS = {
    "": "no tests; write each below a line [[test]]",
    "test = 3": "no tests",
    "[[test]]": "a test has a game (its words) or a tree",
    "[[test]]\ngame = 'conect4'": "test 1: unknown game 'conect4'",
    "[[test]]\ntree = [3, 'x']": "not a payoff",
    "[[test]]\ngmae = 'nim'": "unknown key 'gmae'",
    "[[test]\n": "Expected",
    f"[[test]]\n{TREE}\nalgorithm = 'alphabet'": "algorithm must be one of minimax, alphabeta",
    f"[[test]]\n{TREE}\ncompare = ['values']": "compare must be one of value, move, visited",
    f"[[test]]\n{TREE}\ncompare = {{value = 0}}": "the weight of value must be more than 0",
    f"[[test]]\n{TREE}\npoints = -1": "points must be more than 0",
    f"[[test]]\n{TREE}\ntime = 'long'": "time must be a number",
    f"[[test]]\n{TREE}\ndepth = 1.5": "a depth is a whole number",
    f"[[test]]\n{TREE}\nequality = 1": "equality must be true, false",
    f"[[test]]\n{TREE}\norder = 'any'": "order must be one of given, free",
    f"[[test]]\n{TREE}\nvisibility = 'never'": "visibility must be one of",
    f"[[test]]\n{TREE}\nmoves = 'a9'": "a9",
    f"[[test]]\n{TREE}\npositions = ['A', 'B']": "positions are for an evaluation",
    "[[test]]\ngame = 'sharks:2,2'": "positions can come back: give a depth",
    "[[test]]\ngame = 'pig:10'": "grade expectiminimax",
    "[[test]]\ngame = 'tree:example=maxn'": "only games for two can be graded",
}


@pytest.mark.parametrize("text", BAD_TESTS)
def test_a_mistake_in_the_tests_is_told_in_one_line(text, tmp_path):
    (tmp_path / "tests.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as error:
        read_assignment(tmp_path)
    assert BAD_TESTS[text] in str(error.value)
    assert "tests.toml" in str(error.value)


def test_files_that_are_not_there(tmp_path):
    for tests, told in ((tmp_path / "none", "there is no such folder"), (tmp_path, "there is no test in it")):
        with pytest.raises(GameError, match=told):
            read_assignment(tests)
    with pytest.raises(GameError, match="no such file"):
        grade(tmp_path / "student.py", COURSE / "1_minimax")


def test_the_command_writes_what_gradescope_reads(tmp_path, capsys):
    (tmp_path / "tests.toml").write_text(f"title = 'T'\nvisibility = 'hidden'\n[[test]]\n{TREE}", encoding="utf-8")
    student = tmp_path / "student.py"
    student.write_text("def minimax(game, s):\n    print('hello')\n    return 3, 2", encoding="utf-8")
    out = tmp_path / "results.json"
    words = ["grade", str(student), "--tests", str(tmp_path), "--out", str(out), "--draw", str(tmp_path / "pictures")]
    assert main([*words, "--json"]) == 1
    found = json.loads(out.read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out)["tests"][0]["name"] == found["tests"][0]["name"]
    assert (found["score"], found["max_score"], found["stdout_visibility"]) == (0.5, 1, "hidden")
    test = found["tests"][0]
    assert (test["score"], test["max_score"], test["status"], test["visibility"]) == (0.5, 1, "failed", "hidden")
    assert "yours is a3, a1 is best" in test["output"]
    assert "Your program printed:\n  | hello" in test["output"]


def test_the_command_draws_the_first_difference(tmp_path):
    student = str(COURSE / "1_minimax" / "solution.py")
    (tmp_path / "tests.toml").write_text(
        f"[[test]]\n{TREE}\nalgorithm = 'alphabeta'\nfunction = 'minimax'\ncompare = ['visited']", encoding="utf-8"
    )
    assert main(["grade", student, "--tests", str(tmp_path), "--draw", str(tmp_path / "pictures")]) == 1
    assert "cut: 2 ≤ α 3" in (tmp_path / "pictures" / "test1.svg").read_text(encoding="utf-8")


def test_the_course_can_be_copied(tmp_path, capsys):
    folder = tmp_path / "course"
    assert main(["grade", "--course", str(folder)]) == 0
    assert sorted(place.name for place in folder.iterdir()) == sorted(place.name for place in COURSE.iterdir())
    assert main(["grade", "--course", str(folder)]) == 2
    assert "it is there already" in capsys.readouterr().err
    assert main(["grade", "student.py"]) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--out", "/nonexistent/results.json"], "/nonexistent does not exist: create it first"),
        (["--draw", __file__], "it is a file; name a folder"),
    ],
)
def test_where_results_go_is_checked_before_the_work(words, told, monkeypatch, capsys):
    monkeypatch.setattr("gametree.teaching.grading.grade", lambda *_: pytest.fail("it was graded first"))
    assert main(["grade", "student.py", "--tests", str(COURSE / "1_minimax"), *words]) == 2
    assert told in capsys.readouterr().err


def test_the_examples_of_the_page_are_right(tmp_path):
    """Its program is a right minimax; its tests are read, and a right program gets all of their points."""
    page = (COURSE.parent / "grading.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(python|toml)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    program, tests = tmp_path / "student.py", tmp_path / "tests.toml"
    program.write_text(blocks["python"], encoding="utf-8")
    assert grade(program, COURSE / "1_minimax").passed
    tests.write_text(blocks["toml"], encoding="utf-8")
    solution = (COURSE / "2_alphabeta" / "solution.py").read_text(encoding="utf-8")
    report = grade_source(solution + "\nalphabeta = alphabeta_strict", read_assignment(tests))
    assert (report.score, report.passed) == (5, True)
    keys = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))))
    assert set(WORDS) - {"title"} <= keys  # every key of a test is in the table


def test_a_program_runs_with_the_real_game_too():
    """The game of the grader has the methods of every game: a program can be tried without it."""
    known = {}
    exec((COURSE / "1_minimax" / "solution.py").read_text(encoding="utf-8"), known)
    game = load("tree:example=helen")
    assert known["minimax"](game, game.initial()) == (10, 2)
