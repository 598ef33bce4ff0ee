"""GTP for Go and Hex: rules, handicap, scores, files, and conversations as GoGui, Sabaki and HexGui hold them."""

from __future__ import annotations

import random
import re

import pytest
from test_fuzz import CheckedGtp, faults, spoilt

from gametree import GameError, Line, load
from gametree.notation.sgf import parse
from gametree.notation.sgf_games import read_tree
from gametree.protocols.gtp.client import GtpProgram
from gametree.protocols.gtp.clock import GtpClock
from gametree.protocols.gtp.gogui import rows_of
from gametree.protocols.gtp.server import Gtp
from gametree.protocols.thinker import Order
from gametree.referee import Referee
from gametree.verbs.match import match

PATIENCE = 300


@pytest.fixture
def ask(talk):
    def begin(game="go:5"):
        return talk(game, Gtp).answer

    return begin


def rows(answer: str) -> list[str]:
    return answer.removeprefix("= ").splitlines()


# --- the board -------------------------------------------------------------------------------------------------------


def test_go_has_no_column_i_twice(ask):
    """Go's own names leave I out already."""
    told = ask("go:9")
    assert told("play b I5") == "? illegal move"
    assert told("play b J5") == "="
    assert told("move_history") == "= black J5"
    assert rows(told("gogui-rules_board"))[4] == ". . . . . . . . X"
    assert {*"HJ"} <= {word[0] for word in told("all_legal w").removeprefix("= ").split() if word != "pass"}


def test_a_side_may_move_twice_and_play_goes_on_after_two_passes(ask):
    told = ask()
    for move in ("b c3", "b c2", "w d4", "b pass", "w pass", "w e5", "b pass"):
        assert told(f"play {move}") == "="
    assert rows(told("gogui-rules_board")) == [". . . . O", ". . . O .", ". . X . .", ". . X . .", ". . . . ."]
    for _ in range(7):
        assert told("undo") == "="
    assert told("undo") == "? cannot undo"
    assert set("".join(rows(told("gogui-rules_board")))) == {".", " "}


def test_captures_ko_and_suicide(ask):
    told = ask()
    for move in ("b b1", "w c1", "b a2", "w d2", "b c2", "w b3", "b b2"):
        assert told(f"play {move}") == "="
    assert told("play w a1") == "? illegal move"  # suicide
    assert told("is_legal w a1") == "= 0"
    assert told("is_legal w a3") == "= 1"
    assert told("is_legal w") == "? syntax error"
    assert told("play b d1") == "="  # takes C1
    assert rows(told("gogui-rules_board"))[-1] == ". X . X ."
    assert told("play w c1") == "? illegal move"  # it would bring the board back: superko, and no liberty


def test_superko_counts_what_was_played(ask):
    told = ask("go:3")
    for move in ("b a2", "w b2", "b b1", "w c1", "b c2", "w b3", "b a1"):
        assert told(f"play {move}") == "="
    legal = told("all_legal w").split()
    assert all(told(f"is_legal w {v}") == ("= 1" if v in legal else "= 0") for v in ("A3", "C3", "B2", "pass"))


def test_komi_and_rules_leave_the_stones(ask):
    told = ask()
    told("play b c3")
    assert told("komi 0.5") == "="
    assert told("get_komi") == "= 0.5"
    assert told("final_score") == "= B+24.5"
    assert told("komi -3") == "="
    assert told("final_score") == "= B+28"
    assert told("komi 3.75").startswith("? go: komi is a number of points or half points")
    assert told("komi x") == "? syntax error"
    assert told("kgs-rules japanese") == "="
    assert told("final_score") == "= B+27"  # territory without the stone
    assert told("kgs-rules martian").startswith("? unknown rules")
    assert told("undo") == "="
    assert told("boardsize 7") == "="
    assert (told("get_komi"), told("query_boardsize")) == ("= -3.0", "= 7")
    assert told("boardsize 20") == "? unacceptable size"
    assert told("boardsize 5 7") == "? unacceptable size"


def test_handicap(ask):
    told = ask("go:9")
    assert told("fixed_handicap 10") == "? invalid number of stones"
    assert told("fixed_handicap 5") == "= C3 G7 C7 G3 E5"
    assert told("gogui-rules_side_to_move") == "= white"
    assert told("fixed_handicap 2") == "? board not empty"
    told("clear_board")
    assert told("place_free_handicap 30") == "= C3 G7 C7 G3 C5 G5 E3 E7 E5"
    told("clear_board")
    assert told("set_free_handicap A1 J9") == "="
    assert rows(told("gogui-rules_board"))[0] == ". . . . . . . . X"
    assert "AB[ai][ia]PL[W]" in told("printsgf")
    told("clear_board")
    for wrong in ("A1", "A1 A1", "A1 pass", "A1 K1", ""):
        assert told(f"set_free_handicap {wrong}") == "? bad vertex list"
    assert ask("othello:6")("fixed_handicap 2") == "? this is a command of Go"


# --- the end ---------------------------------------------------------------------------------------------------------

DEAD = "(;SZ[5]AB[ba][ab][bb][cb][bc][dc][ad][bd][cd][dd][ed][be][de]AW[eb]PL[B])"


def test_dead_stones_are_named_and_do_not_count(ask, tmp_path):
    path = tmp_path / "dead.sgf"
    path.write_text(DEAD)
    told = ask("go:5,komi=0.5")
    assert told(f"loadsgf {path}") == "="
    assert told("final_status_list dead") == "= E4"
    assert "E4" not in told("final_status_list alive")
    assert told("final_status_list seki") == "="
    assert "E4" in told("final_status_list black_territory")
    assert told("final_status_list white_territory") == "="
    assert told("final_score") == "= B+24.5"
    assert told("final_status_list lost").startswith("? write one of alive, dead, seki")
    told("kgs-rules japanese")
    assert told("final_score") == "= B+12.5"  # 12 points and a dead stone


def test_a_board_where_all_lives(ask):
    told = ask("go:5,komi=0.5")
    for k in range(1, 6):
        told(f"play b b{k}")
        told(f"play w d{k}")
    assert told("final_score") == "= W+0.5"
    assert told("final_status_list dead") == "="
    assert len(rows(told("final_status_list alive"))) == 2
    assert told("final_status_list dame") == "= C1 C2 C3 C4 C5"


# --- files -----------------------------------------------------------------------------------------------------------


def test_files_with_variations(ask, tmp_path):
    path = tmp_path / "a game.sgf"
    path.write_text("(;GM[1]SZ[7]KM[5.5]HA[2]AB[cc][ee];W[dd](;B[dc];W[cd])(;B[cd]))")
    told = ask("go:5")
    assert told(f"loadsgf {path}") == "="
    assert (told("query_boardsize"), told("get_komi")) == ("= 7", "= 5.5")
    assert told("move_history") == "= white C4\nblack D5\nwhite D4"
    assert told("undo") == "="
    assert told(f"loadsgf {path} 2") == "="  # before the second move
    assert told("move_history") == "= white D4"
    root = parse(told("printsgf").removeprefix("= "))[0]
    assert read_tree(root, load("go:7")).line.actions == (27,)
    assert told("loadsgf nowhere.sgf").startswith("? cannot load file: the games cannot be read")
    path.write_text("(;SZ[7];B[cc];W[cc])")
    assert told(f"loadsgf {path}").startswith("? cannot load file: line 1: W[cc]")
    assert told("query_boardsize") == "= 7"


@pytest.mark.parametrize(
    "spec", ["go:5", "go:7,rows=4", "go:9,handicap=4,komi=0.5", "go:4,ko=situational,suicide=true"]
)
def test_random_games_come_back_from_sgf(spec):
    from gametree.notation.sgf import written
    from gametree.notation.sgf_games import tree_of

    game, dice = load(spec), random.Random(spec)
    s, actions = game.initial(), list[int]()
    while not game.terminal(s) and len(actions) < 60:
        actions.append(dice.choice(list(game.actions(s))))
        s = game.result(s, actions[-1])
    line = Line(game.initial(), tuple(actions))
    text = written([tree_of(game, line)])
    assert read_tree(parse(text)[0], game).line == line
    assert ("HA[4]" in text) == (game.handicap == 4) == ("AB[" in text)
    position = Line(game.result(game.initial(), 2))
    assert read_tree(parse(written([tree_of(game, position)]))[0], game).start == position.start


# --- clients ---------------------------------------------------------------------------------------------------------

GOGUI = """
protocol_version
list_commands
name
version
gogui-interrupt
gogui-analyze_commands
gogui-rules_game_id
gogui-rules_board_size
boardsize 5
clear_board
gogui-rules_board
gogui-rules_legal_moves
gogui-rules_side_to_move
komi 6.5
time_settings 600 30 5
1 play b C3
2 gogui-rules_board
3 gogui-rules_legal_moves
4 gogui-rules_side_to_move
5 undo
6 gogui-rules_board
7 play b D4
8 play w pass
9 play b pass
10 gogui-rules_legal_moves
11 gogui-rules_final_result
12 final_status_list dead
13 final_score
"""


@pytest.mark.parametrize("game", ["go:5", "hex:5", "gomoku:size=9", "othello:6", "pente:7"])
def test_gogui_shows_our_games(talk, game):
    """GoGui asks for the rules of a game that it does not know. What it is told fits together after every move."""
    one, rules = talk(game, Gtp), load(game)
    name = one.answer("gogui-rules_game_id").removeprefix("= ")
    assert name.lower() == game.partition(":")[0]
    size = int(one.answer("gogui-rules_board_size").removeprefix("= "))
    dice, s = random.Random(game), rules.initial()
    while not rules.terminal(s):
        board = rows(one.answer("gogui-rules_board"))
        assert [len(row.split()) for row in board] == [size] * size
        assert one.answer("gogui-rules_side_to_move") == f"= {('black', 'white')[rules.player(s)]}"
        legal = one.answer("gogui-rules_legal_moves").removeprefix("= ").split()
        assert len(legal) == len(list(rules.actions(s)))
        assert one.answer("gogui-rules_final_result") == "="
        word = dice.choice([v for v in legal if v != "pass"] or ["pass"]) if len(legal) > 3 else legal[-1]
        if word != "pass":  # where GoGui shows the stone is where we have an empty point
            column, row = "ABCDEFGHJKLMNOPQRST".index(word[0]), int(word[1:])
            assert board[size - row].split()[column] == "."
        assert one.answer(f"play {('b', 'w')[rules.player(s)]} {word}") == "="
        s = one.session.referee.state
    assert one.answer("gogui-rules_legal_moves") == "="
    assert re.fullmatch("= (Black wins|White wins|a draw).*", one.answer("gogui-rules_final_result"))
    lines = "\n".join(rows(one.answer("gogui-rules_board")))
    assert set(lines) <= set("XO. \n")


def test_games_that_gogui_cannot_show(ask):
    for game in ("connect4", "tictactoe", "mnk:4,5,3", "morris"):
        told = ask(game)
        assert "no square board of stones" in told("gogui-rules_board")
    with pytest.raises(GameError):
        rows_of("1 . . ?", 3)


def test_a_conversation_of_gogui(ask):
    told = ask()
    answers = [told(line) for line in GOGUI.strip().splitlines()]
    assert [answer for answer in answers if answer.startswith("?")] == []
    assert answers[-4:] == ["=10", "=11 Black wins", "=12", "=13 B+18.5"]


def test_hex_as_its_clients_send_it(ask):
    told = ask("hex:11")
    assert told("boardsize 11 11") == "="
    assert told("play b i5") == "="
    assert told("move_history") == "= black i5"
    assert told("boardsize 11") == "="  # a client of Go
    assert told("play b i5") == "? illegal move"
    assert told("play b j5") == "="
    assert told("move_history") == "= black J5"
    assert told("query_boardsize") == "= 11"
    assert told("final_score") == "? cannot score"


def test_files_of_hex(ask, tmp_path):
    path = tmp_path / "puzzle.sgf"
    path.write_text("(;AP[HexGui]GM[11]SZ[8];AB[b2][c6]AW[b7]PL[W](;W[e6];B[d5])(;W[e5]))")
    told = ask("hex:11")
    assert told(f"loadsgf {path}") == "="
    assert (told("query_boardsize"), told("move_history")) == ("= 8", "= black D5\nwhite E6")
    root = parse(told("printsgf").removeprefix("= "))[0]
    assert [node.properties for node in root.children] == [{"W": ["e6"]}]
    assert (root.values("AB"), root.values("AW"), root.simple("PL")) == (["b2", "c6"], ["b7"], "W")


def test_clocks_of_kgs():
    clock = GtpClock()
    for words, left, moves in (
        ("absolute 90", 90, None), ("canadian 0 60 10", 60, 10), ("byoyomi 0 30 5", 30, 1), ("byoyomi 9 30 5", 9, None),
    ):  # fmt: skip
        clock.settings_of_kgs(words)
        found = clock.order(0).clock
        assert (found.left, found.moves) == (left, moves)
    clock.settings_of_kgs("none")
    assert clock.order(0) == Order(seconds=1.0)
    for wrong in ("", "absolute", "byoyomi 1 2", "hourglass 60", "canadian 1 2 x"):
        with pytest.raises(GameError, match="syntax error"):
            clock.settings_of_kgs(wrong)


SABAKI = """
name
version
protocol_version
list_commands
boardsize 5
komi 6.5
clear_board
time_settings 0 1 1
play B C3
"""


@pytest.mark.thorough
def test_a_conversation_of_sabaki(talk):
    """Set up, play, an analysis that the next command ends, and a move with its analysis."""
    one = talk("go:5", Gtp)
    for line in SABAKI.strip().splitlines():
        assert one.answer(line).startswith("=")
    one.send("7 lz-analyze W interval 5")
    while len(one.hear("info")) < 1:
        pass
    one.send("8 name")
    while not (said := one.hear_line("(info .*|=8 .*)"))[-1].startswith("=8"):
        pass
    assert said[-1] == "=8 gametree"
    one.hear_line("")
    assert one.answer("gametree-limit nodes 300") == "="
    said = one.answer("lz-genmove_analyze W 5").splitlines()
    assert said[0] == "="
    assert all(re.match(r"info move \S+ visits \d+ winrate \d+ order 0 pv \S+", line) for line in said[1:-1])
    move = re.fullmatch(r"play ([A-E][1-5]|pass)", said[-1])
    assert move
    assert said[-2].split()[2] == move[1]
    assert one.answer("move_history").splitlines()[0] == f"= white {move[1]}"
    assert one.answer("kata-genmove_analyze W") != ""  # Black passes for it
    for _ in range(3):
        one.answer("genmove b")


@pytest.mark.thorough
def test_a_lost_game_is_resigned(talk):
    one = talk("go:5,komi=0.5", Gtp)
    one.answer("gametree-limit nodes 200")
    for point in ("B1", "B2", "B3", "B4", "B5", "C3", "D3", "D2", "D4"):
        one.answer(f"play b {point}")
    assert one.answer("genmove w") != "= resign"
    one.answer("undo")
    one.answer("gametree-option Resign 20")
    assert one.answer("genmove w") == "= resign"
    assert one.answer("gametree-option Resign 90").startswith("? Resign must be a number of 0 to 49")


FUZZ = """
boardsize 5
boardsize 3
boardsize 5 5
clear_board
komi 5.5
komi -1000
kgs-rules japanese
kgs-rules aga
play b c3
play w c3
play b b2
play w d4
play w pass
play b pass
fixed_handicap 2
set_free_handicap A1 B2
genmove b
genmove w
reg_genmove w
lz-genmove_analyze b 1
lz-analyze w 1
kata-analyze maxmoves 2
undo
final_score
final_status_list dead
final_status_list dame
loadsgf /dev/null
printsgf
gogui-rules_board
gogui-rules_legal_moves
kgs-time_settings byoyomi 1 1 1
time_left b 0 0
set_game hex
set_game go
is_legal b c3
all_legal w
gogui-analyze_commands
"""


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_illegal_and_everything_ends(talk, seed):
    dice, one = random.Random(seed), talk("go:5", CheckedGtp)
    one.session.settings.set("Hash", "1")
    faults.clear()
    one.send("gametree-limit nodes 30")
    for _ in range(80):
        line = dice.choice(FUZZ.strip().splitlines())
        if "boardsize" in line or "set_game" in line:
            one.send(spoilt(random.Random(dice.random()), line).replace(b"9", b"5").replace(b"1", b"5"), "boardsize 5")
        else:
            one.send(spoilt(dice, line))
        if dice.random() < 0.3:
            one.send("# interrupt")
    one.send("# interrupt", "77 name")
    assert "Traceback" not in "".join(one.hear("=77"))
    one.rest()
    assert faults == []


# --- GNU Go ----------------------------------------------------------------------------------------------------------


def test_gnu_go_agrees_on_every_move(program):
    """Random games: after every move GNU Go lists the same legal moves and takes the same stones."""
    game, dice = load("go:5,komi=0.5"), random.Random(5)
    command = f"{program('gnugo')} --mode gtp --positional-superko --forbid-suicide"
    opponent = GtpProgram(command, game)
    for _ in range(8):
        opponent.new_game()
        line = Line(game.initial())
        for _ in range(60):
            s = opponent.follow(line)
            if game.terminal(s):
                break
            legal = Referee(game, line).legal()
            side = ("black", "white")[game.player(s)]
            told = opponent._ask(f"all_legal {side}", PATIENCE).split()
            assert {*told} == {game.name(s, a) for a in legal} - {"pass"}
            points = [a for a in legal if a != game.passing]
            line = line.then(dice.choice(points) if points and dice.random() < 0.97 else game.passing)
    opponent.close()


def test_gnu_go_plays(program):
    words = f"gtp:{program('gnugo')} --mode gtp --level 1 --chinese-rules --positional-superko,name=gnugo"
    for spec in ("go:5", "go:9,handicap=3,komi=0.5"):
        result = match(spec, words, "random", games=2, plies=0)
        assert result.faults == ()
        assert result.endings == {"rules": 2}
        assert result.tally.wins == 2
    with pytest.raises(GameError, match="GTP has only square boards"):
        match("go:7,rows=5", words, "random", games=2, plies=0)
