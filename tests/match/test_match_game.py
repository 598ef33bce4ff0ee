"""One game: who may move, how long, and when it ends."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from rolling import Rolling, rolls

from gametree import Game, GameError, Line, load
from gametree.engine.clock import GameClock
from gametree.engine.driver import Limits
from gametree.engine.engine import Engine
from gametree.engine.mcts.memory import VISITS
from gametree.tournament import playing
from gametree.tournament.adjudicate import Adjudicator, Draw, Resign
from gametree.tournament.clock import Clock, Control, allotment
from gametree.tournament.openings import FileOpenings, RandomOpenings
from gametree.tournament.players import BestPlayer, Reply
from gametree.tournament.playing import Conditions, play_game
from gametree.tournament.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Scripted:
    """Plays given actions, or the first legal one, and says what it is told to say."""

    actions: list[int] = field(default_factory=list)
    value: float | None = None
    think: Callable[[], None] = lambda: None
    name: str = "scripted"
    clocks: list[Clock | None] = field(default_factory=list)
    control: Control | None = None

    def move(self, game, line, clock):
        self.clocks.append(clock)
        self.think()
        s = line.states(game)[-1]
        return Reply(self.actions.pop(0) if self.actions else next(iter(game.actions(s))), self.value)

    def close(self):
        pass


TICTACTOE = load("tictactoe")


def test_a_game_by_the_rules():
    played = play_game(TICTACTOE, [Scripted([0, 1, 2]), Scripted([3, 4])])
    assert played is not None
    assert (played.actions, played.points, played.reason) == ((0, 3, 1, 4, 2), 1.0, "rules")
    lost = play_game(TICTACTOE, [Scripted([0, 1, 8]), Scripted([3, 4, 5])])
    assert lost is not None
    assert (lost.points, lost.reason) == (0.0, "rules")


class Swing(Game[tuple[int]]):
    """To and fro without end, unless a rule about repetition ends it."""

    def initial(self):
        return (0,)

    def player(self, s):
        return s[0] % 2

    def actions(self, s):
        yield 0

    def result(self, s, a):
        return ((s[0] + 1) % 4,)

    def terminal(self, s):
        return False

    def utility(self, s):
        return 0


@pytest.mark.parametrize(
    ("repetition", "points", "reason"),
    # the start comes back when Min, the fourth to move, brings it back
    [
        ("draw", 0.5, "repetition"),
        ("loss", 1.0, "repetition"),
        ("illegal", 0.5, "no legal move"),
        ("ignore", 0.5, "max plies"),
    ],
)
def test_games_without_end(repetition, points, reason):
    game = Swing()
    game.repetition = repetition
    played = play_game(game, [Scripted(), Scripted()], conditions=Conditions(max_plies=9))
    assert played is not None
    assert (played.points, played.reason) == (points, reason)


def test_a_draw_by_rule():
    class Tired(Swing):
        def drawn(self, s):
            return s[0] == 2

    played = play_game(Tired(), [Scripted(), Scripted()])
    assert played is not None
    assert (played.points, played.reason, len(played.actions)) == (0.5, "draw by rule", 2)


def test_an_illegal_move_loses():
    played = play_game(TICTACTOE, [Scripted([0]), Scripted([0])])
    assert played is not None
    assert (played.actions, played.points, played.reason) == ((0,), 1.0, "illegal move")


def test_a_game_that_is_too_long_is_drawn():
    played = play_game(TICTACTOE, [Scripted(), Scripted()], (4,), conditions=Conditions(max_plies=3))
    assert played is not None
    assert (len(played.actions), played.points, played.reason) == (3, 0.5, "max plies")


@pytest.fixture
def hands(monkeypatch) -> list[float]:
    """A clock whose hands only move when they are moved."""
    hands = [0.0]
    monkeypatch.setattr(playing.time, "perf_counter", lambda: hands[0])
    return hands


def test_the_flag_falls(hands):
    def wait():
        hands[0] += 0.3

    slow, quick = Scripted(think=wait), Scripted()
    played = play_game(TICTACTOE, [quick, slow], conditions=Conditions(Control.read("0.5+0.05")))
    assert played is not None
    assert (played.points, played.reason) == (1.0, "time forfeit")
    first, second = (clock.left for clock in slow.clocks if clock)  # 0.5, and 0.5 - 0.3 + 0.05, which is too little
    assert (first, second) == (0.5, pytest.approx(0.25))
    assert played.seconds == (0.0, pytest.approx(0.6))
    patient = Scripted(think=wait)
    each = play_game(TICTACTOE, [quick, patient], conditions=Conditions(Control.read("0.5/move")))
    assert each is not None
    assert each.reason == "rules"
    assert len(patient.clocks) > 1  # more than half a second in all, and yet in time
    assert set(patient.clocks) == {Clock(0.5, each=True)}


def test_clocks():
    control = Control.read("10+0.1")
    assert str(control) == "10+0.1"
    assert control.press(Clock(0.5, 0.1), 0.5) == Clock(0.1, 0.1)
    assert control.press(Clock(0.5, 0.1), 0.51) is None
    for text in ("", "0", "x", "10+", "-1", "1/moves", "1+1/move"):
        with pytest.raises(GameError, match="clock"):
            Control.read(text)


def test_whoever_keeps_to_the_allotment_never_loses_on_time():
    for control in (Control(10), Control(1, 0.1), Control(0.1, 0.5), Control(0.5, each=True)):
        clock: Clock | None = control.start()
        for _ in range(200):
            assert clock is not None
            clock = control.press(clock, allotment(clock) * 1.05)


@pytest.mark.parametrize(
    ("words", "clock", "limits"),
    [
        ("pvs", Clock(5, 0.1), Limits(clock=GameClock(5, 0.1))),  # the engine deals with a clock itself
        ("pvs:time=0.05", Clock(50), Limits(time=0.05, clock=GameClock(50))),
        ("pvs", Clock(1, each=True), Limits(time=0.9)),
        ("pvs:time=0.05,depth=9", Clock(0.5, each=True), Limits(depth=9, time=0.05)),
        ("pvs:nodes=100", None, Limits(nodes=100)),
        ("pvs", None, Limits(time=1.0)),
    ],
)
def test_what_a_player_asks_of_its_engine(monkeypatch, words, clock, limits):
    asked = []
    usual = Engine.best

    def best(self, position, limits, *more, **options):
        asked.append(limits)
        return usual(self, position, Limits(depth=1), *more, **options)

    monkeypatch.setattr(Engine, "best", best)
    player = BestPlayer(Spec.read(words), seed="")
    player.move(TICTACTOE, Line(TICTACTOE.initial()), clock)
    player.close()
    assert asked == [limits]


def test_a_player_in_a_hurry_does_not_search(monkeypatch):
    monkeypatch.setattr(Engine, "best", None)
    line = Line(TICTACTOE.initial(), (0, 3, 1, 4))
    assert BestPlayer(Spec.read("pvs"), seed="").move(TICTACTOE, line, Clock(0.001)).action == 2  # it wins at once


def test_who_thinks_longer_than_usual_is_not_late(monkeypatch):
    """A search goes on beyond its allotment where its value falls; that is no reason to move without any later on."""
    asked, now = [], [0.0]
    usual = Engine.best

    def best(self, position, limits, *more, **options):
        asked.append(limits.clock)
        now[0] += late * limits.clock.latest()
        return usual(self, position, Limits(depth=1), *more, **options)

    monkeypatch.setattr(Engine, "best", best)
    monkeypatch.setattr("gametree.tournament.players.time", SimpleNamespace(perf_counter=lambda: now[0]))
    player, start, clock = BestPlayer(Spec.read("pvs"), seed=""), Line(TICTACTOE.initial()), Clock(10, 0.1)
    late = 0.7
    player.move(TICTACTOE, start, clock)
    assert player.lag == 0.0
    late = 1.5
    player.move(TICTACTOE, start, clock)
    assert player.lag > 0.0
    late = 0.0
    player.move(TICTACTOE, start, clock)
    assert asked[-1].left < clock.left
    player.lag = 5.0
    assert player.move(TICTACTOE, start, clock).value is None  # not searched
    assert len(asked) == 3
    player.close()


def test_an_engine_is_made_before_the_clock_runs(monkeypatch):
    made = []
    usual = BestPlayer.move

    def move(self, game, line, clock):
        made.append(self.engine is not None)
        return usual(self, game, line, clock)

    monkeypatch.setattr(BestPlayer, "move", move)
    players = [BestPlayer(Spec.read("pvs:depth=1"), seed="") for _ in range(2)]
    play_game(TICTACTOE, players, conditions=Conditions(Control(60)))
    for player in players:
        player.close()
    assert made
    assert all(made)


def test_the_engine_is_kept_for_the_game():
    game = load("connect4:width=5,height=4")
    line = Line(game.initial())
    player = BestPlayer(Spec.read("pvs:depth=8,table=1"), seed="")
    first = player.move(game, line, None)
    engine = player.engine
    player.move(game, line.then(first.action).then(first.action), None)
    assert player.engine is engine is not None
    player.close()
    assert player.engine is None


def test_monte_carlo_tree_search_ponders_on_all_replies():
    game = load("mnk:4,4,4")
    player = BestPlayer(Spec.read("mcts:nodes=300,ponder=on"), seed="")
    first = player.move(game, Line(game.initial()), None).action
    thinking = player.engine.pondering
    while thinking.main.nodes < 300:
        time.sleep(0.001)
    reply = [a for a in range(16) if a != first][-1]  # whatever was expected
    again: list[Line] = []
    player.engine.ponder = again.append  # the tree stays as it is after the move
    player.move(game, Line(game.initial(), (first, reply)), None)
    assert player.engine.table.arrays[VISITS][0] > 300  # what was found on the opponent's time is there
    assert [len(line.actions) for line in again] == [3]
    player.close()


def test_pondering():
    game = load("connect4:width=5,height=4")
    player = BestPlayer(Spec.read("pvs:depth=6,table=1,ponder=on"), seed="")
    line = Line(game.initial())
    reply = player.move(game, line, None)
    assert player.engine is not None
    assert player.expected is not None
    assert player.expected.actions[0] == reply.action
    thinking = player.engine.pondering
    assert thinking is not None
    player.move(game, player.expected, None)  # as expected: the same search goes on
    assert thinking.done.is_set()
    assert player.engine.pondering is not thinking
    other = next(a for a in game.actions(game.initial()) if a != player.expected.actions[-1])
    surprise = Line(line.start, (*player.expected.actions[:-1], other))
    assert player.move(game, surprise, None).action in list(game.actions(surprise.states(game)[-1]))
    player.close()


def test_a_clock_of_ones_own():
    mine, other = Scripted(), Scripted()
    mine.control = Control(3, 1)
    play_game(TICTACTOE, [mine, other], conditions=Conditions(Control(9)))
    assert [clock.increment for clock in mine.clocks if clock] == [1.0] * len(mine.clocks)
    assert all(clock and clock.left <= 9 and not clock.increment for clock in other.clocks)
    assert Spec.read("pvs:tc=2+0.1").control == Control(2, 0.1)
    with pytest.raises(GameError, match="tc is not a clock"):
        Spec.read("pvs:tc=soon")


def test_adjudication_waits_until_both_agree():
    judge = Adjudicator(Draw(ply=4, count=2, value=0.5), Resign(value=3, count=2))
    heard = [judge.hear(ply, ply % 2, value) for ply, value in enumerate([0, 0, 0.4, -0.5, 0.1], 1)]
    assert heard == [None, None, None, 0.5, 0.5]
    judge = Adjudicator(None, Resign(value=3, count=2))
    assert [judge.hear(n, n % 2, v) for n, v in enumerate([4, 2, 9, 5, math.inf, 3])] == [None] * 5 + [1.0]
    judge = Adjudicator(None, Resign(value=3, count=1))
    assert [judge.hear(n, n % 2, v) for n, v in enumerate([-4, None, -4, -3])] == [None, None, None, 0.0]
    judge = Adjudicator(None, Resign(value=3, count=1))
    assert [judge.hear(n, 0, 9.0) for n in range(5)] == [None] * 5  # the other has not been heard
    assert [Adjudicator(None, None).hear(n, n % 2, math.inf) for n in range(4)] == [None] * 4


def test_adjudicated_games():
    def play(value: float, conditions: Conditions):
        return play_game(TICTACTOE, [Scripted(value=value), Scripted(value=value)], conditions=conditions)

    drawn = play(0, Conditions(draw=Draw(2, 2, 0)))
    assert drawn is not None
    assert (drawn.points, drawn.reason, len(drawn.actions)) == (0.5, "agreed draw", 4)
    lost = play(-5, Conditions(resign=Resign(5, 1)))
    assert lost is not None
    assert (lost.points, lost.reason, len(lost.actions)) == (0.0, "resignation", 2)


@pytest.mark.parametrize(
    ("kind", "text"),
    [(Draw, "3"), (Draw, "1,2,x"), (Draw, "1,0,1"), (Draw, "1.5,2,1"), (Resign, "-1,2"), (Resign, "1")],
)
def test_what_cannot_be_adjudicated(kind, text):
    with pytest.raises(GameError, match=r"^(draw|resign)[^\n]*$"):
        kind.read(text)


def test_the_opinion_of_a_player():
    game = load("connect4:width=5,height=4")
    player = BestPlayer(Spec.read("alphabeta:depth=3"), seed="")
    winning = player.move(game, Line(game.initial(), (2, 0, 2, 0, 2, 0)), None)
    assert (winning.action, winning.value) == (2, math.inf)
    early = player.move(game, Line(game.initial()), None)
    assert early.value is not None
    assert math.isfinite(early.value)


def test_players_in_words():
    spec = Spec.read(" alphabeta:time=.5,table=16,name=deep ")
    assert (spec.name, spec.algorithm, spec.options) == ("deep", "alphabeta", {"time": 0.5, "table": 16})
    assert Spec.read("random:seed=7").options == {"seed": 7}
    for text in ("", ":", "alphabeta:", "alphabeta:depth", "alphabeta:depth=", "alphabeta:depth=on", "a b",
                 "alphabeta:position=3", "alphabeta:no=1"):  # fmt: skip
        with pytest.raises(GameError, match=r"^[^\n]*$"):
            Spec.read(text)


def test_random_players_follow_their_seed():
    game = load("connect4")
    line = Line(game.initial())

    def moves(words: str, seed: str) -> list[int]:
        player = BestPlayer(Spec.read(words), seed)
        return [player.move(game, Line(line.start, (3,) * n), None).action for n in range(6)]

    assert moves("random", "a") == moves("random", "a")
    assert moves("random", "a") != moves("random", "b")
    assert moves("random:seed=1", "a") != moves("random:seed=2", "a")
    assert len(set(moves("random:seed=1", "a"))) > 1


# --- openings -------------------------------------------------------------------------------------------------------


def test_random_openings_are_different_and_undecided():
    game = load("connect4:width=4,height=4")
    openings = RandomOpenings(game, plies=8, seed=1)
    states = [Line(game.initial(), openings.get(k)).states(game)[-1] for k in range(300)]
    assert len(set(states)) == 300
    assert not any(game.terminal(s) for s in states)
    assert all(len(openings.get(k)) == 8 for k in range(300))
    again = RandomOpenings(game, plies=8, seed=1)
    assert [again.get(k) for k in (5, 2)] == [openings.get(k) for k in (5, 2)]
    other = RandomOpenings(game, plies=8, seed=2)
    assert [other.get(k) for k in range(9)] != [openings.get(k) for k in range(9)]


def test_openings_start_again_where_they_are_used_up():
    openings = RandomOpenings(TICTACTOE, plies=1, seed=0)
    assert [openings.get(k) for k in range(9, 18)] == [openings.get(k) for k in range(9)]
    assert openings.different(100) == 9
    assert RandomOpenings(TICTACTOE, plies=0, seed=0).get(7) == ()
    with pytest.raises(GameError, match="over within 9 random plies"):
        RandomOpenings(TICTACTOE, plies=9, seed=0).get(0)


def test_dice_are_part_of_an_opening():
    game = Rolling()
    openings = RandomOpenings(game, plies=1, seed=0)
    for k in range(20):
        line = Line(game.initial(), openings.get(k))
        assert len(line.actions) == 3  # a roll, a move, and the roll for the next
        assert game.player(line.states(game)[-1]) == 1


def test_openings_from_a_file(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("# the centre\n5 1\n\n5 2   # and an edge\n5 1\n")
    openings = FileOpenings(TICTACTOE, path)
    assert [openings.get(k) for k in range(3)] == [(4, 0), (4, 1), (4, 0)]
    assert openings.different(5) == 2
    wrong = {"": "no openings", "5 5": "line 1: move 2: '5' is not a legal move", "\n1 4 2 5 3": "line 2: .* is over"}
    for text, message in wrong.items():
        path.write_text(text)
        with pytest.raises(GameError, match=message):
            FileOpenings(TICTACTOE, path)
    with pytest.raises(GameError, match="cannot be read"):
        FileOpenings(TICTACTOE, tmp_path / "none")


def test_the_same_dice_for_both_games():
    game = Rolling()
    takes = [Scripted(), Scripted()]
    one = play_game(game, takes, dice="1")
    two = play_game(game, [Scripted([0, 0, 0]), Scripted()], dice="1")
    other = play_game(game, takes, dice="2")
    assert one is not None
    assert two is not None
    assert other is not None
    assert rolls(one.actions) == rolls(two.actions)
    assert rolls(one.actions) != rolls(other.actions)
