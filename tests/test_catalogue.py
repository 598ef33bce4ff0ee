"""From words, files and classes to games, and what is said when there is none."""

from __future__ import annotations

import textwrap

import pytest

from gametree import Game, GameError, load
from gametree.catalogue import CATALOGUE, game_class
from gametree.games.connect4 import ConnectFour
from gametree.games.nim import Nim
from gametree.titles import signature, title

TAKE = """
from typing import NamedTuple
from gametree import Game, GameError

class Pile(NamedTuple):
    stones: int
    turn: int

class Take(Game):
    def __init__(self, stones=10, most=3, word="stone", share=0.5, misere=False):
        if stones < 1:
            raise GameError(f"stones must be 1 or more, not {stones}")
        self.stones, self.most, self.word, self.share, self.misere = stones, most, word, 1 / share, misere
    def initial(self): return Pile(self.stones, 0)
    def player(self, s): return s.turn
    def actions(self, s): return range(1, min(self.most, s.stones) + 1)
    def result(self, s, a): return Pile(s.stones - a, 1 - s.turn)
    def terminal(self, s): return s.stones == 0
    def utility(self, s): return 1 if s.turn == 1 else -1
"""
OTHER = """
class Other(Take):
    def utility(self, s): return 0
"""
UNRELATED = TAKE.replace("class Take(Game)", "class Unrelated(Game)")


@pytest.fixture
def write(tmp_path):
    """Write a user's file; the path comes back."""

    def written(text, name="take.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    return written


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_of_the_catalogue_loads(name):
    game = load(name)
    assert isinstance(game, game_class(name))
    assert title(game) == name


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("nim:3,4,5", {"heaps": (3, 4, 5)}),
        ("nim:7", {"heaps": (7,)}),
        ("nim:heaps=3,4,5", {"heaps": (3, 4, 5)}),
        ("nim:heaps=(3,4,5)", {"heaps": (3, 4, 5)}),
        ("nim:3,4,limit=2", {"heaps": (3, 4), "limit": 2}),
        ("nim:3,4,limit=2,misere=true", {"heaps": (3, 4), "limit": 2, "misere": True}),
        ("nim:misere=yes", {"misere": True}),
        ("nim:misere=off", {"misere": False}),
        ("mnk:4,4,3", {"m": 4, "n": 4, "k": 3}),
        ("mnk:4,5", {"m": 4, "n": 5, "k": 3}),
        ("mnk:4", {"m": 4, "n": 3}),
        ("mnk:4,5,gravity=True", {"m": 4, "n": 5, "gravity": True}),
        ("mnk:k=2, m=5", {"m": 5, "k": 2}),
        ("connect4:5,4", {"width": 5, "height": 4}),
        ("connect4:width=5", {"width": 5, "height": 6}),
        ("connect4:", {"width": 7, "height": 6}),
        ("kalah:3,2,empty_capture=false", {"m": 3, "n": 2, "empty_capture": False}),
    ],
)
def test_words(spec, expected):
    game = load(spec)
    assert {key: getattr(game, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("spec", "called"),
    [
        ("nim:3,4,5", "nim:heaps=3,4,5"),
        ("nim:3,4,limit=2,misere=true", "nim:heaps=3,4,limit=2,misere=true"),
        ("mnk:4,4,3", "mnk:m=4,n=4,k=3"),
        ("tree:example=chance", "tree:example=chance"),
        ("kalah:empty_capture=no", "kalah:empty_capture=false"),
    ],
)
def test_the_title_loads_the_same_game(spec, called):
    game = load(spec)
    assert title(game) == called
    again = load(called)
    assert title(again) == called
    assert again.initial() == game.initial()


def test_keywords_win_over_words():
    game = load("connect4:width=5,height=4", width=6)
    assert (game.width, game.height) == (6, 4)
    assert load("nim", heaps=(1, 2)).heaps == (1, 2)


def test_classes_and_games():
    assert title(load(ConnectFour)) == "ConnectFour"
    assert title(load(Nim, limit=2)) == "Nim:limit=2"
    game = ConnectFour(5, 4)
    assert load(game) is game
    assert title(game) == "ConnectFour"


def test_a_game_that_is_made_takes_no_parameters():
    with pytest.raises(GameError, match=r"^connect4 exists already: parameters \(width\) cannot be added$"):
        load(load("connect4"), width=5)


def test_signature():
    assert list(signature(ConnectFour)) == ["width", "height", "connect"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("conect4", r"unknown game 'conect4'; did you mean connect4\? \(gametree games lists them all\)"),
        ("xyzzy", r"unknown game 'xyzzy' \(gametree games lists them all\)"),
        ("", r"unknown game '' \(gametree games lists them all\)"),
        (":3", r"unknown game '' \(gametree games lists them all\)"),
        ("connect4:colour=red", "connect4 has no parameter 'colour'; it has width, height, connect"),
        ("connect4:5,4,3,2", "connect4 has only 3 parameters: width, height, connect"),
        ("tictactoe:3", "tictactoe has no parameters"),
        ("tictactoe:size=3", "tictactoe has no parameter 'size'; it has none"),
        ("connect4:width=five", "connect4: width must be a whole number, not 'five'"),
        ("connect4:width=2.5", "connect4: width must be a whole number, not 2.5"),
        ("connect4:width=true", "connect4: width must be a whole number, not True"),
        ("connect4:width=", "connect4: width must be a whole number, not ''"),
        ("mnk:gravity=2", "mnk: gravity must be true or false, not 2"),
        ("mnk:gravity=maybe", "mnk: gravity must be true or false, not 'maybe'"),
        ("connect4:width=50", "connect4: a board of 50×6 is not possible.*"),
        ("connect4:width=-1", "connect4: a board of -1×6 is not possible.*"),
        ("nim:-3", "nim: heaps are .*"),
        ("nim:three", "nim: heaps are .*"),
    ],
)
def test_words_that_name_no_game(spec, said):
    with pytest.raises(GameError, match=f"^{said}$"):
        load(spec)


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file(write):
    path = write(TAKE)
    assert load(path).stones == 10
    assert title(load(path)) == path
    assert load(f"{path}:5").stones == 5
    assert load(f"{path}:stones=5,most=2").most == 2
    assert load(f"{path}:Take").stones == 10
    assert load(f"{path}:Take:5").stones == 5
    game = load(f"{path}:Take:stones=5,misere=true,word=pebble")
    assert (game.stones, game.misere, game.word) == (5, True, "pebble")
    assert title(game) == f"{path}:Take:stones=5,misere=true,word=pebble"
    assert load(title(game)).initial() == game.initial()


def test_a_variant_is_taken_before_its_base(write):
    path = write(TAKE + OTHER)
    assert type(load(path)).__name__ == "Other"
    assert type(load(f"{path}:Take")).__name__ == "Take"


def test_several_games_in_a_file(write):
    path = write(TAKE + UNRELATED)
    with pytest.raises(
        GameError, match=f"should hold one subclass of Game, but holds Take, Unrelated; .* {path}:CLASS$"
    ):
        load(path)
    assert type(load(f"{path}:Unrelated")).__name__ == "Unrelated"
    with pytest.raises(GameError, match=r"has no game 'Nim'; it has Take, Unrelated$"):
        load(f"{path}:Nim")


def test_a_game_that_is_only_imported_is_not_the_files_own(write):
    path = write("from gametree.games.nim import Nim\n" + TAKE)
    assert type(load(path)).__name__ == "Take"
    path = write("from gametree.games.nim import Nim\n")
    with pytest.raises(GameError, match="should hold one subclass of Game, but holds none"):
        load(path)


def test_a_file_imports_its_neighbours(write):
    write("MOST = 2\n", "neighbour.py")
    path = write("from neighbour import MOST\n" + TAKE.replace("most=3", "most=MOST"))
    assert load(path).most == 2


def test_an_edit_is_seen_at_once(write):
    assert load(write(TAKE)).stones == 10
    assert load(write(TAKE.replace("stones=10", "stones=11"))).stones == 11


def test_a_parameter_without_a_default(write):
    path = write(TAKE.replace("stones=10", "stones"))
    with pytest.raises(GameError, match=f"take.py needs stones: write {path}:stones=…, or give each a default"):
        load(path)
    assert load(f"{path}:stones=4").stones == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ny = 1 / 0\n", "line 2: ZeroDivisionError: division by zero"),
        ("def f():\n    return {}['a']\n\nf()\n", "line 2: KeyError: 'a'"),
        ("x = 1\nx = (\n", "line 2: SyntaxError: .*"),
        ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1\n", "should hold one subclass of Game, but holds none; .*"),
        ("\0", ".*"),
    ],
)
def test_files_that_fail(write, text, said):
    path = write(text)
    with pytest.raises(GameError, match=f"^{path}:? {said}$"):
        load(path)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(GameError, match=r"^no such file: .*nothing\.py$"):
        load(str(tmp_path / "nothing.py"))
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(GameError, match=r"^no such file: .*folder\.py$"):
        load(str(tmp_path / "folder.py"))


@pytest.mark.parametrize("method", ["initial", "player", "actions", "result", "terminal", "utility"])
def test_a_required_method_is_missing(write, method):
    lines = [line for line in TAKE.splitlines() if f"def {method}(" not in line]
    with pytest.raises(GameError, match=f"^Take does not define {method}; a game needs initial, player, "):
        load(write("\n".join(lines)))


def test_a_required_method_that_is_misspelt_is_asked_about(write):
    with pytest.raises(GameError, match=r"^Take does not define utility; .*; did you mean utilty\?$"):
        load(write(TAKE.replace("def utility(", "def utilty(")))


def test_a_class_that_is_no_game_is_named(write):
    with pytest.raises(GameError, match=r"holds none; write class Mine\(Game\)$"):
        load(write("class Mine:\n    pass\n"))


@pytest.mark.parametrize("attribute", ["actions", "state", "name", "parse"])
def test_an_attribute_hides_a_method(write, attribute):
    text = TAKE.replace("self.stones, self.most", f"self.{attribute} = 3\n        self.stones, self.most")
    with pytest.raises(GameError, match=f"^Take: the attribute {attribute} hides the method of that name; rename the"):
        load(write(text))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("stones=0", "take.py: stones must be 1 or more, not 0"),
        ("stones=few", "take.py: stones must be a whole number, not 'few'"),
        ("misere=1", "take.py: misere must be true or false, not 1"),
        ("word=3", "take.py: word must be a word, not 3"),
        ("share=half", "take.py: share must be a number, not 'half'"),
        ("share=0", r"take.py cannot be made with \{'share': 0\}: ZeroDivisionError: .*"),
        ("sticks=3", "take.py has no parameter 'sticks'; it has stones, most, word, share, misere"),
    ],
)
def test_parameters_of_a_file(write, words, said):
    with pytest.raises(GameError, match=f"{said}$"):
        load(f"{write(TAKE)}:{words}")


def test_a_whole_number_is_a_number(write):
    assert load(f"{write(TAKE)}:share=1").share == 1


class Bare(Game[tuple[int]]):
    """No rules at all."""


def test_a_class_without_rules():
    with pytest.raises(GameError, match=r"^Bare does not define initial"):
        load(Bare)
    with pytest.raises(GameError, match=r"^Bare does not define initial"):
        load(Bare())


@pytest.mark.parametrize("thing", [int, 4, None, ["nim"]])
def test_what_is_no_game_at_all(thing):
    with pytest.raises(GameError, match="is not a game, a class of games or the name of a game"):
        load(thing)
