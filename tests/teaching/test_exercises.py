"""Exercises: what is asked for is there, and every key is right, by searches written here on the bare lists."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import count
from math import inf

import pytest

from gametree import GameError, load
from gametree.cli import main
from gametree.notation.names import line_at
from gametree.teaching.examples import EXAMPLES
from gametree.teaching.exercises import MOST, SMALLEST, exercise, exercises, outline
from gametree.teaching.questions import KINDS, ask
from gametree.teaching.quiz import quiz
from gametree.teaching.sheet import answer_in_words, sheet

SEEDS = range(6)
DEEP = [(kind, {"depth": 5}) for kind in KINDS]
WANTED = {"value": {"chance": True}, "cuts": {"cuts": 3, "above": 1}, "window": {"depth": 4, "branching": 2}}


class Node:
    """A node of a tree by hand, with the names that the game gives: letters level by level, leaves by their parent."""

    def __init__(self, written):
        self.kind, below, self.odds, self.value = "leaf", [], None, written
        if isinstance(written, dict):
            (self.kind, below), self.value = *written.items(), None
            if self.kind == "chance":
                self.odds, below = zip(*below, strict=True)
        self.children = [Node(child) for child in below]


def named(tree):
    """The root, and all nodes by name."""
    root, letters = Node(tree), (chr(65 + i) for i in count())
    root.name, level, found = "A", [root], {}
    next(letters)
    for node in level:
        found[node.name] = node
        for n, child in enumerate(node.children, 1):
            child.name = next(letters) if child.children else f"{node.name.lower()}{n}"
            level.append(child)
    return root, found


def value(node):
    """Expectiminimax, as short as it can be."""
    below = [value(child) for child in node.children]
    if node.kind == "chance":
        return sum(p * v for p, v in zip(node.odds, below, strict=True))
    return {"max": max, "min": min, "leaf": lambda _: node.value}[node.kind](below)


def leaves(node):
    return [node.name] if not node.children else [name for child in node.children for name in leaves(child)]


def alphabeta(node, alpha=-inf, beta=inf, log=None):
    """Fail-soft. The log has the window at each node, and the children that each cut leaves out."""
    windows, cuts = log
    windows[node.name] = alpha, beta
    if not node.children:
        return node.value
    best = -inf if node.kind == "max" else inf
    for n, child in enumerate(node.children, 1):
        v = alphabeta(child, alpha, beta, log)
        if node.kind == "max":
            best = max(best, v)
            alpha = max(alpha, v)
        else:
            best = min(best, v)
            beta = min(beta, v)
        if alpha >= beta:
            if n < len(node.children):
                cuts.append(node.children[n:])
            break
    return best


def numbers(node):
    """Proof and disproof number."""
    if not node.children:
        return {True: (0, inf), False: (inf, 0), None: (1, 1)}[node.value]
    proofs, disproofs = zip(*map(numbers, node.children), strict=True)
    return (min(proofs), sum(disproofs)) if node.kind == "or" else (sum(proofs), min(disproofs))


def most_proving(node):
    """All the nodes that could be called so."""
    if not node.children:
        return [node.name]
    side = 0 if node.kind == "or" else 1
    least = min(numbers(child)[side] for child in node.children)
    return [name for child in node.children if numbers(child)[side] == least for name in most_proving(child)]


def read(word):
    return float(word.replace("−", "-").replace("∞", "inf"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "wanted"), [*((kind, {}) for kind in KINDS), *DEEP, *WANTED.items()])
def test_the_key_is_right(kind, wanted, seed):
    made = exercise(kind, seed, **wanted)
    root, found = named(made.tree)
    answer = made.question.answer
    assert SMALLEST <= len(found) <= MOST
    windows, cuts = {}, []
    if kind not in ("numbers", "proving") and not wanted.get("chance"):
        alphabeta(root, log=(windows, cuts))
    if kind == "value":
        assert read(answer[0]) == pytest.approx(value(root), abs=1e-5)
    elif kind == "move":
        assert [child.name for child in root.children if value(child) == value(root)] == [
            *answer,
            *made.question.also,
        ]
    elif kind == "cuts":
        assert set(answer) == set(leaves(root)) - set(windows) != set()
        assert made.question.choices == tuple(leaves(root))
    elif kind == "window":
        assert tuple(map(read, answer)) == windows[made.question.about] != (-inf, inf)
    elif kind == "numbers":
        assert tuple(map(read, answer)) == numbers(root)
    else:
        assert most_proving(root) == list(answer)
    if "above" in wanted:
        assert len(cuts) == wanted["cuts"]
        assert sum(any(child.children for child in skipped) for skipped in cuts) == wanted["above"]
    if wanted.get("chance"):
        assert {child.kind for child in root.children} & {"chance"}
    assert made.question.mark(answer).score == 1
    assert made.question.mark([text.upper() for text in answer]).score == 1  # letters in any case


@pytest.mark.parametrize("seed", SEEDS)
def test_an_order_that_cuts_nothing(seed):
    made = exercise("cuts", seed, cuts=0)
    root, _ = named(made.tree)
    windows, cuts = {}, []
    alphabeta(root, log=(windows, cuts))
    assert cuts == []
    assert set(leaves(root)) <= set(windows)
    assert made.question.answer == ()
    assert [made.question.mark(words).score for words in ([], ["none"], [leaves(root)[0]])] == [1, 1, 0]
    assert answer_in_words(made.question) == "None: every leaf is looked at"


def test_the_same_seed_makes_the_same_exercise_and_another_another():
    trees = [json.dumps(exercise("value", seed).tree) for seed in (1, 1, 2, 3)]
    assert trees[0] == trees[1]
    assert len(set(trees)) == 3


def test_marks():
    question = ask(load("tree:example=pruning"), "cuts").question
    assert question.answer == ("e2", "g1", "g2")
    cases = {"e2 g1 g2": 1, "e2, g1": 2 / 3, "none": 0, "e2 g1 g2 d1": 2 / 3, "d1 d2 f1 e2": 0}
    assert {text: question.mark([text]).score for text in cases} == pytest.approx(cases)
    remarks = question.mark(["e2 g1 d1"]).remarks
    assert remarks[0].startswith("g2 is not looked at: At C: cut: 2 ≤ α 5; Max already has 5 at A")
    assert remarks[1] == "d1 is looked at"
    window = ask(load("tree:example=textbook"), "window").question
    assert window.about in "CD"
    assert window.answer == ("3", "∞")
    assert window.mark(["3", "inf"]).score == window.mark(["3.0 oo"]).score == 1
    assert window.mark(["3 14"]).score == 0.5
    chance = ask(load("tree:example=twelfths"), "value").question
    assert [chance.mark([text]).score for text in ("7/12", "0.58", "0.583", "0.5", "1")] == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("words", "kind", "given", "told"),
    [
        ("tree:example=textbook", "cuts", ["x9"], "there is no node 'x9' to choose; there are b1 b2 b3"),
        ("tree:example=textbook", "window", ["3"], r"2 words are asked for \(α β\), not 1"),
        ("tree:example=textbook", "value", ["three"], "'three' is not a number; write 3, -2, 0.5, 1/2, inf or -inf"),
        ("tree:example=textbook", "value", ["1/0"], "'1/0' is not a number"),
        ("tree:example=textbook", "value", ["nan"], "'nan' is not a number"),
        ("tree:example=textbook", "value", [], "one word is asked for"),
    ],
)
def test_what_cannot_be_read_is_no_wrong_answer(words, kind, given, told):
    with pytest.raises(GameError, match=f"^{told}"):
        ask(load(words), kind).question.mark(given)


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        ("tictactoe", "cuts", "too large to ask about: more than 120 nodes; choose a smaller depth"),
        ("tree:example=maxn", "value", "questions are about games of two players"),
        ("tree:example=andor", "proving", "the tree is proved or disproved: there is no most-proving node"),
        ("tree:tree=[[[1, 2], [3, 4]]]", "wndow", "there is no question 'wndow'; there are value, move,"),
        ("tree:tree={\"chance\": [[0.5, 1], [0.5, 2]]}", "move", "nobody chooses at the root: there is no best move"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(words, kind, told):
    with pytest.raises(GameError, match=f"^{told}"):
        ask(load(words), kind)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"depth": 1}, "depth must be from 2 to 5, not 1"),
        ({"branching": 9}, "branching must be from 2 to 4, not 9"),
        ({"cuts": 1, "above": 2}, "of 1 cuts 2 cannot lie above the leaves"),
        ({"cuts": -1}, "cuts and above are 0 or more"),
        ({"cuts": 3, "depth": 2}, "with depth 2 and branching 3 there are at most 2 cuts"),
        ({"chance": True}, "chance nodes are for the kinds value and move, not for cuts"),
    ],
)
def test_wishes_that_contradict_each_other(wanted, told):
    with pytest.raises(GameError, match=f"^{told}"):
        exercise("cuts", **wanted)


def test_a_tree_that_is_not_found(monkeypatch):
    monkeypatch.setattr("gametree.teaching.exercises.TRIES", 3)
    with pytest.raises(GameError, match=r"^no such tree in 3 tries: ask for fewer cuts, or for more depth"):
        exercise("cuts", cuts=9)


class Read(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for key, where in attrs:
            assert key not in ("src", "href"), where  # nothing is loaded

    def handle_data(self, data):
        self.words.append(data)


def test_the_sheet_has_every_question_and_its_key_every_answer():
    made = exercises(list(KINDS), len(KINDS), seed=1)
    page = sheet(made, "Sheet <3>")
    parsed = Read(page)
    questions, key = page.split('class="key"')
    assert parsed.tags.count("svg") == parsed.tags.count("section") == 2 * len(made)
    assert "script" not in parsed.tags
    assert "Sheet &lt;3&gt;" in questions
    for one in made:
        assert questions.count(one.svg().partition("<style>")[0]) == 1
        assert f'<p class="is">{answer_in_words(one.question)}</p>' in key
        assert answer_in_words(one.question) in page
        for line in one.question.why:
            assert f"<li>{line.replace('<', '&lt;')}.</li>" in key
            assert f"<li>{line}" not in questions
    cut = next(one for one in made if one.kind == "cuts")
    assert "s-loss" not in cut.svg().partition("</style>")[2]  # the question does not strike anything out
    assert "s-loss" in cut.svg(key=True).partition("</style>")[2]


@pytest.mark.thorough
@pytest.mark.skipif(not (shutil.which("chromium") and shutil.which("pdftotext")), reason="needs Chromium and poppler")
def test_the_sheet_prints(tmp_path):
    """On paper no exercise is cut in two, and the key begins on a page of its own."""
    made = exercises(["cuts", "window"], 4, seed=2)
    (tmp_path / "sheet.html").write_text(sheet(made), encoding="utf-8")
    print_it = ["chromium", "--headless", "--no-sandbox", f"--print-to-pdf={tmp_path / 'sheet.pdf'}",
                "--no-pdf-header-footer", (tmp_path / "sheet.html").as_uri()]  # fmt: skip
    subprocess.run(print_it, check=True, capture_output=True, timeout=120)
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "sheet.pdf", "-"], check=True, capture_output=True, text=True
    ).stdout
    pages = text.rstrip("\f\n").split("\f")
    key = next(n for n, page in enumerate(pages) if "Exercises: key" in page)
    assert key > 0
    for n, one in enumerate(made, 1):
        (page,) = [page for page in pages[:key] if re.search(rf"^ *{n}\. ", page, re.MULTILINE)]
        after = page[re.search(rf"^ *{n}\. ", page, re.MULTILINE).start() :]
        own = after.split("Answer:")[0]  # between the question and its line for the answer lies its whole tree
        assert "Answer:" in after
        root, _ = named(one.tree)
        assert set(leaves(root)) <= set(own.split())


def test_the_bank_can_be_read_without_us(capsys):
    assert main(["exercise", "cuts,proving", "--count", "2", "--seed", "5", "--json"]) == 0
    bank = json.loads(capsys.readouterr().out)["exercises"]
    assert [one["kind"] for one in bank] == ["cuts", "proving"]
    for one in bank:
        assert set(one["answer"]) <= set(one["choices"])
        assert one["svg"].startswith("<svg ")
        root, _ = named(one["tree"])
        assert set(one["choices"]) <= set(leaves(root))
        again = exercise(one["kind"], one["seed"], **one["wanted"])
        assert again.to_json() == one
        assert main(["trace", one["game"], "--algorithm", one["algorithm"]]) == 0
    capsys.readouterr()


def test_in_the_terminal_the_answers_come_last_and_can_be_left_out(capsys):
    assert main(["exercise", "value", "--seed", "2", "--depth", "2"]) == 0
    shown = capsys.readouterr().out
    made = exercise("value", 2, depth=2)
    assert outline(made.asked) in shown
    assert f"Answer: {made.question.answer[0]}" in shown
    assert main(["exercise", "value", "--seed", "2", "--depth", "2", "--no-key"]) == 0
    assert "Answer" not in capsys.readouterr().out
    assert main(["exercise", "vale"]) == 2
    assert capsys.readouterr().err.startswith("gametree: there is no kind 'vale'; there are value, move, cuts")


def test_a_sheet_is_written_whole_or_not_at_all(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["exercise", "value", "--html", "no/such/folder/a.html"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["exercise", "value", "--html", "a.html", "--title", "One"]) == 0
    assert capsys.readouterr().out.startswith("a.html: value-")
    assert "<title>One</title>" in (tmp_path / "a.html").read_text(encoding="utf-8")


def held(made, *lines):
    """A quiz with these answers: the points, and what was said."""
    said, answers = [], iter(lines)
    return quiz(made, lambda _: next(answers, None), said.append), "\n".join(said)


def test_a_quiz_is_marked():
    made = exercises(["value", "cuts", "window"], 3, seed=4)
    right = [" ".join(one.question.answer) for one in made]
    points, said = held(made, *right)
    assert points == 3
    assert said.count("Right.") == 3
    assert said.endswith("3 of 3 points")
    points, said = held(made, "help", "x", "skip", "skip", "1 2 3", "-inf inf")
    assert points < 1
    assert "An answer is a number" in said
    assert "2 words are asked for (α β), not 3" in said
    for one in made:
        assert f"The answer: {answer_in_words(one.question)}" in said
    assert held(made)[1].endswith("no question was answered")
    assert held(made, right[0], "quit") == (1, held(made, right[0])[1])


def test_the_quiz_reads_lines(capsys, monkeypatch):
    import io

    first = exercise("value", 0, depth=2, branching=2)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{first.question.answer[0]}\n"))
    assert main(["quiz", "value", "--count", "2", "--depth", "2"]) == 0
    shown = capsys.readouterr().out
    assert "a number> Right." in shown
    assert shown.rstrip().endswith("1 of 1 points")


@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if example.searches])
def test_the_searches_of_the_lectures_can_be_predicted_or_it_is_said_why_not(name):
    """Whatever can be asked has an answer that gets all points, and no other leaf added to it does."""
    chosen = EXAMPLES[name]
    game = load(chosen.game)
    where = line_at(game, chosen.position or None, chosen.moves)
    search = chosen.searches[0]
    for kind in KINDS:
        try:
            asked = ask(game, kind, where, algorithm=search.algorithm, depth=search.depth, **search.options)
        except GameError:
            continue
        question = asked.question
        assert question.mark(question.answer).score == 1
        assert question.why
        others = [word for word in question.choices if word not in (*question.answer, *question.also)]
        for word in others[:3]:
            given = [*question.answer, word] if not question.fields else [word]
            assert question.mark(given).score < 1
        assert outline(asked).count("\n") + 1 == len(asked.frames.nodes)


def test_the_worth_of_a_tree_is_no_matter_of_the_search():
    """A beam misses 9 and finds 1; a printed form says 5.5 where 4 is right."""
    beam = ask(load("tree:example=sacrifice"), "value", algorithm="beam", width=1).question
    assert beam.answer == ("9",)
    wrong = EXAMPLES["window"]
    assert wrong.searches[0].options == {"printed": True}
    for kind, answer in (("value", "4"), ("move", "C")):
        asked = ask(load(wrong.game), kind, algorithm=wrong.searches[0].algorithm, printed=True).question
        assert asked.answer == (answer,)
    assert ask(load("tree:example=proof"), "proving", algorithm="alphabeta", ordering="best").question.answer == ("R",)


def test_a_window_is_explained_by_what_it_comes_from():
    chance = ask(load("tree:example=chance"), "window", algorithm="alphabeta_chance").question
    assert {line.partition(": ")[2] for line in chance.why} == {
        "that is what the chance node above leaves of the window"
    }
    bounded = ask(load("tree:example=textbook"), "window", algorithm="bounded").question
    assert bounded.why[1].endswith("the window of the search ends there")
