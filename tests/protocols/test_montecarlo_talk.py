"""Monte-Carlo tree search as clients of each protocol meet it."""

from __future__ import annotations

import re

import pytest

from gametree import Line, load
from gametree.engine.mcts.memory import VISITS
from gametree.engine.mcts.options import MctsOptions
from gametree.errors import GameError
from gametree.protocols.gtp.server import Gtp
from gametree.protocols.options import OPTIONS, Settings
from gametree.protocols.report import ReportedLine, centipawns, pawns_of_share, winning_share
from gametree.protocols.thinker import Order, Thinker, Thought
from gametree.protocols.uci.server import Uci
from gametree.protocols.uci.ugi import Ugi
from gametree.protocols.xboard.server import XBoard

GAME = "mnk:4,4,3"


@pytest.mark.parametrize("kind", [Uci, Ugi])
def test_the_algorithm_and_its_options_are_options_of_the_protocol(talk, kind):
    one = talk(GAME, kind)
    one.send("setoption name Algorithm value MCTS", "setoption name exploration value 0.5")
    one.send("setoption name plies value -1", "setoption name seed value 3", "go nodes 300")
    said = one.hear("bestmove")
    assert not [line for line in said if line.startswith("info string") and " compiling " not in line], said
    assert " nodes 300 " in said[-2]
    engine = one.session.thinker.engine
    assert engine.driver == "mcts"
    assert engine.options == MctsOptions(exploration=0.5, seed=3, selection="puct")


def test_every_option_of_the_search_is_an_option_of_the_protocols():
    named = {option.name: option for option in OPTIONS}
    for name, default in vars(MctsOptions()).items():
        assert named[name].read(str(default).lower()) == default


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("exploration", "much", "exploration must be a number, not 'much'"),
        ("exploration", "inf", "exploration must be a number"),
        ("playouts", "0", "playouts must be a number of 1 to"),
        ("plies", "-2", "plies must be a number of -1 to"),
        ("Algorithm", "best", "Algorithm must be one of auto, pvs"),
    ],
)
def test_wrong_values_are_refused(option, value, told):
    with pytest.raises(GameError, match=told):
        Settings().set(option, value)


def test_an_algorithm_that_does_not_suit_the_game_is_told_and_a_move_is_made(talk):
    one = talk("pig")
    one.send("setoption name Algorithm value pvs", "position startpos moves 4", "go nodes 100")
    said = one.hear("bestmove")
    assert said[0].startswith("info string pvs is for two players without chance")
    assert said[-1].split()[1] != "(none)"


def test_only_what_the_client_sets_is_changed():
    game, settings = load("chess"), Settings()
    thinker = Thinker(game, settings)
    assert not thinker._engine(sound=False).options.singular  # the game's own choice
    settings.set("singular", "true")
    settings.set("Algorithm", "alphabeta")
    options = thinker._engine(sound=False).options
    assert options.singular
    assert not options.nullmove  # alphabeta has no unsafe techniques of its own
    thinker.close()


def test_a_search_for_a_mate_is_never_left_to_random_games():
    settings = Settings()
    settings.set("Algorithm", "mcts")
    thinker = Thinker(load(GAME), settings)
    assert thinker._engine(sound=True).driver == "pvs"
    assert thinker._engine(sound=False).driver == "mcts"
    thinker.close()


def test_average_payoffs_become_centipawns():
    game = load("chess")
    even, good, bad = (ReportedLine((0,), value, averaged=True) for value in (0.0, 0.28, -0.28))
    assert [centipawns(game, 0, told) for told in (even, good, bad)] == [0, 100, -100]
    assert [centipawns(game, 1, told) for told in (even, good, bad)] == [0, -100, 100]
    assert centipawns(game, 0, ReportedLine((0,), 250)) == 250  # an estimate of the evaluation
    assert centipawns(game, 0, ReportedLine((0,), 0.0, proven=True, averaged=True)) == 0
    assert [pawns_of_share(share) for share in (0.0, 1.0)] == [-1600, 1600]


def test_an_average_and_an_estimate_of_the_same_lead_are_the_same_share():
    game = load("chess")
    estimate = winning_share(game, 0, ReportedLine((0,), 100))
    average = winning_share(game, 0, ReportedLine((0,), 0.28, averaged=True))
    assert estimate == pytest.approx(average, abs=0.001)
    assert winning_share(game, 1, ReportedLine((0,), 100)) == pytest.approx(1 - estimate)


def test_points_stay_points():
    game = load("dots:2,2")  # the payoff is the lead in boxes
    assert game.evaluation == "utility"
    assert centipawns(game, 0, ReportedLine((0,), 1.5, averaged=True)) == 150


def test_xboard_offers_and_takes_it(talk):
    one = talk(GAME, XBoard)
    one.send("protover 2")
    said = one.hear_line("feature done=1")
    assert 'feature option="exploration -string 0.7"' in said
    assert any(line.startswith('feature option="Algorithm -combo *auto /// pvs') for line in said)
    one.send("option Algorithm=mcts", "option exploration=0.3", "post", "sd 2", "go")
    assert one.hear("move")[-1].split()[1]
    assert one.session.thinker.engine.driver == "mcts"
    assert one.session.thinker.engine.options.exploration == 0.3


def test_gtp_plays_and_analyses_by_it(talk):
    one = talk(GAME, Gtp)
    assert {"lz-analyze", "kata-analyze"} <= set(one.answer("list_commands").split()[1:])
    one.answer("gametree-option Algorithm mcts")
    one.answer("gametree-limit nodes 200")
    assert re.fullmatch(r"= [A-D][1-4]", one.answer("genmove b"))
    for style, number in (("lz", r"\d+"), ("kata", r"[01]\.\d+")):
        one.send(f"7 {style}-analyze w 1 maxmoves 2")
        assert one.hear_line("=7") == ["=7"]
        form = rf"info move ([A-D][1-4]) visits (\d+) winrate ({number}) order (\d) pv \1( [A-D][1-4])*"
        said = one.hear_line(rf"{form} {form.replace(chr(92) + '1', chr(92) + '6')}")[-1]
        shares = [float(word) for word in re.findall(r"winrate (\S+)", said)]
        assert all(0 <= share <= (1 if style == "kata" else 10_000) for share in shares)
        one.send("")  # any line ends it
        assert one.hear_line("")
    assert one.answer("name") == "= gametree"


def test_an_analysis_ends_with_the_input(talk):
    one = talk(GAME, Gtp)
    one.send("gametree-option Algorithm mcts", "lz-analyze b 100")
    said = one.rest()
    assert [line for line in said if line.startswith("info move ")]


def test_gtp_refuses_what_is_no_analysis(talk):
    one = talk(GAME, Gtp)
    assert one.answer("lz-analyze w 10") == "? it is black's turn"
    assert one.answer("lz-analyze b 10 maxmoves") == "? syntax error"
    assert one.answer("kata-analyze b maxmoves x") == "? syntax error"


def test_moves_that_are_named_are_the_only_ones(talk):
    one = talk(GAME)
    one.send("setoption name Algorithm value mcts", "go nodes 200 searchmoves a1 a2")
    assert one.hear("bestmove")[-1].split()[1] in ("a1", "a2")


def test_the_best_lines_are_reported_with_their_visits():
    settings = Settings()
    settings.set("Algorithm", "mcts")
    game = load(GAME)
    thinker = Thinker(game, settings)
    found = thinker.think(Thought(game, Line(game.initial()), Order(nodes=150, lines=16)))
    thinker.close()
    assert sum(line.visits or 0 for line in found.lines) == 150
    assert all(line.averaged for line in found.lines)


def test_a_conversation_with_pondering(talk):
    one = talk("mnk:4,4,4")
    one.send("setoption name Algorithm value mcts", "isready")
    one.hear("readyok")
    one.send("position startpos", "go nodes 400")
    _, move, _, reply = one.hear("bestmove")[-1].split()
    one.send(f"position startpos moves {move} {reply}", "go ponder nodes 50")
    pondered = int(re.search(r" nodes (\d+) ", one.hear_line(r"info .* nodes \d+ .*")[-1])[1])
    one.send("ponderhit")
    said = one.hear("bestmove")
    nodes = int(re.search(r" nodes (\d+) ", said[-2])[1])
    assert nodes >= pondered > 0
    assert one.session.thinker.engine.table.arrays[VISITS][0] > nodes  # the tree of the search before was kept too
