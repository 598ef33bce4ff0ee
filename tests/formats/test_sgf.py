"""SGF: trees of any game are read and written back, games are checked by the rules, and wrong text gets one line."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametree import GameError, best, load
from gametree.cli import main
from gametree.formats.sgf import read_sgf, rules_of_sgf, write_sgf
from gametree.game import Game, Line
from gametree.notation.names import line_at
from gametree.notation.sgf import Node, decoded, escaped, parse, points_of, simple_of, size_of, text_of, written
from gametree.notation.sgf_games import read_tree, tree_of

if TYPE_CHECKING:
    from pathlib import Path

GOMOKU = load("gomoku:size=9")


def shape(node: Node) -> object:
    """A small tree as values that can be compared."""
    return node.properties, [shape(child) for child in node.children]


def told(text: str) -> str:
    """What is said of a text; nothing if it is right."""
    try:
        for tree in parse(text):
            read_tree(tree, GOMOKU)
    except GameError as error:
        return str(error)
    return ""


def random_tree(dice: random.Random, size: int) -> Node:
    nodes = [Node({"FF": ["4"]})]
    for _ in range(size):
        node = Node({})
        for name in dice.sample(["B", "W", "C", "AB", "LB", "X2"], dice.randrange(4)):
            texts = [
                "".join(dice.choice("ab]\\:[;() \n(ü") for _ in range(dice.randrange(6)))
                for _ in range(dice.randrange(1, 4))
            ]
            node.put(name, *texts)
        (nodes[-1] if dice.random() < 0.6 else dice.choice(nodes)).children.append(node)
        nodes.append(node)
    return nodes[0]


def test_random_trees_come_back():
    dice = random.Random(1)
    for _ in range(150):
        trees = [random_tree(dice, dice.randrange(30)) for _ in range(dice.randrange(1, 4))]
        text = written(trees)
        again = parse(text)
        assert list(map(shape, again)) == list(map(shape, trees))
        assert written(again) == text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_text_survives_as_a_value(text: str):
    root = Node()
    root.put("C", text)
    (again,) = parse(written([root]))
    lines = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    assert again.text("C") == "".join(" " if c.isspace() and c != "\n" else c for c in lines)


@pytest.mark.parametrize(
    ("value", "text", "simple"),
    [
        (r"1\] 2\\ 3\: 4", r"1] 2\ 3: 4", r"1] 2\ 3: 4"),
        ("a soft\\\nbreak", "a softbreak", "a softbreak"),
        ("a hard\nbreak\tand a tab", "a hard\nbreak and a tab", "a hard break and a tab"),
        ("soft, then an escape\\\n\\]", "soft, then an escape]", "soft, then an escape]"),
        (r"nothing else: \a\b", "nothing else: ab", "nothing else: ab"),
        ("", "", ""),
    ],
)
def test_escapes(value: str, text: str, simple: str):
    assert (text_of(value), simple_of(value)) == (text, simple)
    assert text_of(escaped(text)) == text


@pytest.mark.parametrize(
    ("text", "main", "leaves"),
    [
        ("(;FF[4]C[root];C[a];C[b](;C[c])(;C[d];C[e]))", ["root", "a", "b", "c"], 2),
        ("(;C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))", ["root", "a", "b", "c"], 4),
        ("a letter before it\n(\n;\nC\n[root]\n;C[a] )  (;C[second])", ["root", "a"], 1),
        ("(;GaMe[1]Comment[old names]C[root])", ["old names\nroot"], 1),
    ],
)
def test_trees(text: str, main: list[str], leaves: int):
    tree = parse(text)[0]
    assert [node.text("C") for node in tree.main_line()] == main
    waiting, found = [tree], 0
    while waiting:
        node = waiting.pop()
        waiting += node.children
        found += not node.children
    assert found == leaves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not SGF: no tree begins in it"),
        ("hello", "not SGF"),
        ("(;B[aa", r"line 1, column 4: a value without its end, \]"),
        ("(;B[aa]\n;W", "line 1, column 1: a tree without its end"),
        ("(;B[aa]\n;W)", "line 2, column 3: the property W has no value"),
        ("(;[aa])", "line 1, column 3: a value without the name of a property"),
        ("(;B[aa]))", "line 1, column 9: a tree ends that did not begin"),
        ("(;B[aa](;W[bb]);W[cc])", "line 1, column 16: a node after a variation"),
        ("(;B[aa]())", "line 1, column 9: a tree without a node"),
        ("(;B[aa]((;W[bb])))", "line 1, column 9: a tree without a node"),
        ("(;B[aa]\n&)", "line 2, column 1: '&' is not allowed here"),
        ("(;b[aa])", "line 1, column 3: 'b' is not allowed here"),
        ("(;B[aa]);W[bb]", "line 1, column 9: a node outside a tree"),
    ],
)
def test_text_that_is_no_tree(text: str, message: str):
    with pytest.raises(GameError, match=f"^{message}[^\n]*$"):
        parse(text)


def test_depth_and_length_are_no_limits():
    """Nothing calls itself, and no part of the text is looked at again and again: that would take hours."""
    n = 100_000
    deep = "(;B[aa]" * n + ")" * n
    assert written(parse(deep)).count(";") == n
    for hostile in (
        "(;C[" + "\\" * n,
        "(" * n,
        "(;" + "A[x]" * n,
        "(;B[aa" * n,
        "(;AB" + "[aa]" * n,
        ";" * n,
        "(;C" * n,
    ):
        assert len(told(hostile)) < 200


def test_random_damage_gets_one_line():
    dice = random.Random(3)
    good = written([random_tree(dice, 12)]) + "(;GM[4]SZ[9]AB[aa:bb]AW[cc]PL[W];W[dd](;B[ee])(;B[ff];W[]))"
    for _ in range(600):
        text = list(good)
        for _ in range(dice.randrange(1, 5)):
            text[dice.randrange(len(text))] = dice.choice("()[];\\BWaAzP:9\n\0é")
        assert "\n" not in told("".join(text))


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (["aa"], ["aa"]),
        (["aa:ac"], ["aa", "ab", "ac"]),
        (["bb:aa"], ["aa", "ba", "ab", "bb"]),
        (["yy:AA", "aa"], ["yy", "zy", "Ay", "yz", "zz", "Az", "yA", "zA", "AA", "aa"]),
        ([], []),
    ],
)
def test_lists_of_points(values: list[str], points: list[str]):
    assert points_of(values) == points


def test_a_list_of_points_does_not_fill_the_memory():
    with pytest.raises(GameError, match="more than 100,000 points"):
        points_of(["aa:ZZ"] * 1_000_000)


@pytest.mark.parametrize(("text", "size"), [("SZ[19]", (19, 19)), ("SZ[9:6]", (9, 6)), ("C[x]", None)])
def test_sizes(text: str, size: tuple[int, int] | None):
    assert size_of(parse(f"(;{text})")[0]) == size
    with pytest.raises(GameError, match=r"line 1: SZ.* is no size"):
        size_of(parse("(;SZ[a])")[0])


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "windows-1252", "Big5", "Shift_JIS", "GB18030"])
def test_encodings(encoding: str):
    name = "Jörg" if encoding in ("UTF-8", "ISO-8859-1", "windows-1252") else "五目"
    text = f"(;CA[{encoding}]PB[{name}])"
    assert decoded(text.encode(encoding)) == text


def test_encodings_that_are_not_named_or_not_known():
    assert decoded("(;PB[五目])".encode()) == "(;PB[五目])"
    assert decoded("\ufeff(;PB[五目])".encode()) == "(;PB[五目])"
    assert decoded("(;PB[Jörg])".encode("latin-1")) == "(;PB[Jörg])"
    for wrong in ("martian", "rot13", "punycode", "UTF-8"):
        with pytest.raises(GameError, match=rf"not in the encoding that it names: CA\[{wrong}\]"):
            decoded(b"(;CA[" + wrong.encode() + b"]PB[J\xf6rg])")


def test_set_up_stones_and_who_moves():
    tree = read_tree(parse("(;GM[4]SZ[9]AB[aa:ca]AW[ai][bi][ci]AW[di]AE[di];AB[ei]PL[W];W[hh])")[0], GOMOKU)
    assert GOMOKU.text(tree.start).splitlines()[0] == "9  X X X . . . . . ."
    assert GOMOKU.text(tree.start).splitlines()[8] == "1  O O O . X . . . ."
    assert [GOMOKU.name(move.state, move.action) for move in tree.main] == ["h2"]
    again = read_tree(parse(written([tree_of(GOMOKU, tree.line)]))[0], GOMOKU)
    assert (again.start, again.line.actions) == (tree.start, tree.line.actions)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]SZ[9])", r"line 1: a game of kind GM\[1\], but gomoku:size=9 is GM\[4\]"),
        ("(;SZ[9:7])", "line 1: a board of 9×7 points, but gomoku:size=9 has 9×9"),
        ("(;B[aa];B[bb])", r"line 1: B\[bb\]: it is White's turn"),
        ("(;B[aa]\n;W[aa])", r"line 2: W\[aa\]: 'aa' is not a legal move"),
        ("(;B[jj])", r"line 1: B\[jj\]: 'jj' is not a legal move"),
        ("(;B[])", r"line 1: B\[\]: '' is not a legal move"),
        ("(;B[aa]W[bb])", "line 1: one node has moves of both sides"),
        ("(;B[aa];AW[bb])", "line 1: stones are set up after the first move"),
        ("(;AB[aa][bb])", "line 1: not a position: X moves first"),
        ("(;AB[zz])", "line 1: 'zz' is no point of this board"),
        ("(;AB[aa]PL[B])", "line 1: Black cannot be to move"),
        ("(;PL[W])", "line 1: White does not begin"),
        ("(;PL[x])", "line 1: PL says who moves"),
        ("(;B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae];W[be])", r"line 1: W\[be\]: the game is over"),
    ],
)
def test_trees_that_break_the_rules(text: str, message: str):
    with pytest.raises(GameError, match=f"^{message}[^\n]*$"):
        read_tree(parse(text)[0], GOMOKU)


def test_variations_are_checked_too():
    with pytest.raises(GameError, match=r"line 3: W\[aa\]"):
        read_tree(parse("(;B[aa]\n(;W[bb])\n(;W[aa]))")[0], GOMOKU)


class Passing(Game[tuple[int, int]]):
    """Two points and a pass: what Go will need."""

    def initial(self):
        return (0, 0)

    def player(self, s):
        return s[1] % 2

    def actions(self, s):
        return [a for a in (1, 2) if not s[0] & a] + [0]

    def result(self, s, a):
        return (s[0] | a, s[1] + 1)

    def terminal(self, s):
        return s[1] == 6

    def utility(self, s):
        return 0

    def sgf(self):
        return {"GM": "1", "SZ": "2:1"}

    def sgf_move(self, s, a):
        return ("", "aa", "ba")[a]


def test_passes_and_boards_that_are_not_square():
    tree = read_tree(parse("(;GM[1]SZ[2:1];B[];W[tt];B[ba])")[0], Passing())
    assert tree.line.actions == (0, 0, 2)
    assert "SZ[2:1]" in written([tree_of(Passing(), tree.line)])
    assert ";B[]\n;W[]\n;B[ba]" in written([tree_of(Passing(), tree.line)])


@pytest.mark.parametrize(
    ("told", "result"),
    [("B+3.5", "1-0"), ("W+R", "0-1"), ("Draw", "1/2-1/2"), ("0", "1/2-1/2"), ("Void", "*"), ("?", "*"), ("", "*")],
)
def test_results(told: str, result: str):
    assert read_tree(parse(f"(;RE[{told}])")[0], GOMOKU).result == result


@pytest.mark.parametrize(
    "spec", ["gomoku:size=7", "gomoku:size=22", "pente:size=7", "pente:size=19", "hex:5", "hex:4,6", "hex:3,swap=true"]
)
def test_random_games_come_back(spec: str):
    game, dice = load(spec), random.Random(spec)
    for _ in range(3):
        s, actions = game.initial(), list[int]()
        while not game.terminal(s) and len(actions) < 60:
            actions.append(dice.choice(list(game.actions(s))))
            s = game.result(s, actions[-1])
        line = Line(game.initial(), tuple(actions))
        tree = read_tree(parse(written([tree_of(game, line, ("A]", "B\\"), "0-1")]))[0], game)
        assert (tree.line, tree.names, tree.result) == (line, ("A]", "B\\"), "0-1")


def test_hex_as_its_programs_write_it():
    """Cells by name, stones in any number (puzzles), variations, and the swap that moves the stone over."""
    game = load("hex:6")
    tree = read_tree(parse("(;AP[HexGui:1.0]FF[4]GM[11]SZ[6]AB[e1][e2]AW[d1][f1]PL[W](;W[d3];B[c3])(;W[A6]))")[0], game)
    assert game.text(tree.start).splitlines()[1] == "1  . . . B R B"
    assert [(move.parent, game.name(move.state, move.action)) for move in tree.moves] == [
        (0, "d3"),
        (1, "c3"),
        (0, "a6"),
    ]
    again = read_tree(parse(written([tree_of(game, tree.line)]))[0], game)
    assert again.line == tree.line
    swapping = load("hex:5,swap=true")
    text = written([tree_of(swapping, read_tree(parse("(;B[b3];W[swap];B[c3])")[0], swapping).line)])
    assert ";B[b3]\n;W[swap-pieces]\n;B[c3]" in text
    assert swapping.text(read_tree(parse(text)[0], swapping).line.states(swapping)[-1]).count("B") == 2  # one to move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]SZ[3])", r"a game of kind GM\[1\], but hex:columns=3 is GM\[11\]"),
        ("(;SZ[5])", "a board of 5×5 points, but hex:columns=3 has 3×3"),
        ("(;AB[d1])", "'d1' is no cell of this board"),
        ("(;AB[a1][a2][a3]AW[b1][b2]PL[B])", "not a position: R has won already and is to move"),
        ("(;B[a1];W[swap-pieces])", r"W\[swap-pieces\]: 'swap-pieces' is not a legal move"),
    ],
)
def test_what_is_no_game_of_hex(text: str, message: str):
    with pytest.raises(GameError, match=message):
        read_tree(parse(text)[0], load("hex:3"))


def test_stones_that_were_taken_cannot_be_set_up():
    game = load("pente:size=7")
    with pytest.raises(GameError, match="SGF cannot say how many stones were taken"):
        tree_of(game, Line(game.parse("d4 e5 d2 f6 g7")))


def test_the_names_of_points_are_read_too():
    assert read_tree(parse("(;B[e5];W[E6])")[0], GOMOKU).line.actions == (44, 54)


def test_a_position_may_be_given_as_a_game():
    text = "(;GM[4]SZ[9];B[ee];W[aa](;B[ef])(;B[ed]))"
    line = line_at(GOMOKU, text, moves="b9")
    assert [GOMOKU.name(GOMOKU.initial(), a) for a in line.actions] == ["e5", "a9", "e4", "b9"]
    assert best(GOMOKU, text, algorithm="random", seed=1).move != "e4"
    with pytest.raises(GameError, match="line 1, column 8"):
        line_at(GOMOKU, "(;B[a];[")
    with pytest.raises(GameError, match="not a position"):
        line_at(load("tictactoe"), "(;B[aa])")


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Written by a match, listed, shown, written again by replay, and used as openings."""
    path, again = str(tmp_path / "games.sgf"), str(tmp_path / "again.sgf")
    assert main(["match", "gomoku:size=7", "random", "greedy", "--games", "4", "--games-file", path]) == 0
    capsys.readouterr()
    assert rules_of_sgf(path).size == 7
    trees = read_sgf(path, load("gomoku:size=7"))
    assert [tree.root.simple("RO") for tree in trees] == ["1.1", "1.2", "2.1", "2.2"]
    assert main(["replay", path]) == 0
    assert "random vs greedy" in capsys.readouterr().out
    assert main(["replay", path, "--game", "2", "--sgf", again]) == 0
    assert [tree.line for tree in read_sgf(again, load("gomoku:size=7"))] == [trees[1].line]
    assert main(["replay", again]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("greedy vs random")
    assert shown.rstrip().endswith(trees[1].result)
    played = ["match", "gomoku:size=7", "random", "random:name=b", "--games", "2", "--openings", path, "--plies", "5"]
    assert main([*played, "--games-file", again]) == 0
    assert read_sgf(again, load("gomoku:size=7"))[-1].line.actions[:5] == trees[0].line.actions[:5]
    capsys.readouterr()
    words = str(tmp_path / "games.txt")
    assert main(["match", "gomoku:size=7", "random", "greedy", "--games", "2", "--games-file", words]) == 0
    assert main(["replay", words, "--sgf", path]) == 0
    assert len(read_sgf(path, load("gomoku:size=7"))) == 2


def test_files_that_cannot_be_read_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "x.sgf"
    for text, message in (
        ("(;GM[4]SZ[9];B[zz])", "x.sgf, line 1: B[zz]"),
        ("(;GM[99])", "x.sgf: a game of kind GM[99]"),
        ("(;GM[4]SZ[9:8])", "x.sgf: a board of 9×8 points"),
        ("(;GM[4]SZ[40])", "a board of 40×40 is not possible"),
        ("(;RU[gomoku:rule=other])", "rule is one of"),
        ("nothing", "x.sgf, not SGF"),
    ):
        path.write_text(text, encoding="utf-8")
        assert main(["replay", str(path)]) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    assert main(["match", "tictactoe", "random", "random:name=b", "--games-file", str(path)]) == 2
    assert "does not say how it is written in SGF" in capsys.readouterr().err
    assert main(["match", "gomoku:opening=swap", "random", "random:name=b", "--games-file", str(path)]) == 2
    assert "SGF has no words for opening rules" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "none.sgf")]) == 2


def test_a_game_of_play_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("d4\nquit\n"))
    path = tmp_path / "mine.sgf"
    main(["play", "gomoku:size=7", "--human", "both", "--save", str(path)])
    (tree,) = read_sgf(path, load("gomoku:size=7"))
    assert (len(tree.main), tree.result) == (1, "*")
    assert main(["play", "tictactoe", "--save", str(path)]) == 2


def test_variations_and_comments_are_kept_when_a_file_is_written(tmp_path: Path):
    text = "(;GM[4]SZ[9]C[all]\n;B[ee]C[the middle]\n(;W[aa]\n;B[ff])\n(;W[bb]N[another]))\n"
    (tmp_path / "a.sgf").write_text(text, encoding="utf-8")
    assert main(["replay", str(tmp_path / "a.sgf"), "--sgf", str(tmp_path / "b.sgf")]) == 0
    assert (tmp_path / "b.sgf").read_text(encoding="utf-8") == text
    write_sgf(tmp_path / "c.sgf", parse(text))
    assert (tmp_path / "c.sgf").read_text(encoding="utf-8") == text


def test_the_page_reads_trees():
    from gametree.web.records import read

    found = read(GOMOKU, {"text": "(;GM[4]SZ[9]PB[Anna];B[ee](;W[aa];B[ff])(;W[bb]))"}, None)  # pyright: ignore
    assert [(node["parent"], node["name"]) for node in found["nodes"]] == [(0, "e5"), (1, "a9"), (2, "f4"), (1, "b8")]
    assert (found["position"], found["tags"]["White"]) == (None, "Anna")
