"""More optional hooks: each class here is a ``Game`` with a few more of them.

A game inherits the class for its documentation and its types. The hooks are found by their names: a game that defines
one of them without the class is understood as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from gametree.game import AnyGame, Game, Payoff, missing, offers, provides

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

S = TypeVar("S")


@offers
class Expert(Game[S]):
    """Hooks for experts: knowledge that a search would otherwise have to find out.

    Its attributes:

    ``total = None``
        OPTIONAL, with more than two players. The constant sum of all players' payoffs: for pruning in max^n.
    """

    total: float | None = None

    def key(self, s: S) -> Any:
        """OPTIONAL, for the transposition table. The part of the state that decides its value: states with the same key
        share an entry. Counters that hardly ever matter may be left out (chess leaves out the number of the move)."""
        return s

    def threatened(self, s: S) -> bool:
        """OPTIONAL, for search. Is the mover under a threat that must be answered (chess: in check)? Then the position
        is not evaluated but searched one ply deeper."""
        return False

    def foresee(self, s: S) -> tuple[Payoff, int]:
        """OPTIONAL. An end that can be recognised without search: Max's payoff, and its distance in actions with best
        play; distance 0 if no end is recognised. It must recognise at least every end that is forced within two
        actions."""
        return 0, 0

    def exact_end(self, s: S, low: int, high: int) -> tuple[Payoff, int]:
        """OPTIONAL. The exact end computed by the game's own code, where that is quicker than a search: Max's payoff
        with best play, and the most actions until the game is over. If the payoff is unknown the second number is not
        positive: −n says that the end is about n actions away, and 0 says nothing. A payoff that is ``low`` or less may
        be too high, but not above ``low``; one that is ``high`` or more may be too low, but not below ``high``."""
        return 0, 0

    def candidates(self, s: S) -> Iterable[int]:
        """OPTIONAL. The legal actions worth a search, at least one: either one that wins at once, or all except some
        that lose to the next action. A win is the best payoff of the ``bounds``."""
        return self.actions(s)

    def mobility(self, s: S) -> int:
        """OPTIONAL, for ``perft`` in bulk. The number of legal actions of a state that is not over, where counting is
        quicker than listing. It must be the number that ``actions`` yields: who changes one must change the other."""
        return sum(1 for _ in self.actions(s))

    def macros(self, s: S, level: int) -> Iterable[int]:
        """OPTIONAL. Compound moves, for the search for forced wins: actions of the mover that leave the other side
        only a few ``replies``, so that an action and all its replies are one step. Level 1 are the most forcing ones
        (fours in Gomoku); level 2 are the same, and after them others (threes)."""
        return ()

    def replies(self, s: S) -> Iterable[int]:
        """OPTIONAL, required with ``macros``. The replies to a macro, at least one. Every action that is left out must
        lose: the other side wins by macros after it, or one of the replies given is no better than it."""
        return self.actions(s)

    def playout_weight(self, s: S, a: int) -> int:
        """OPTIONAL, for Monte-Carlo tree search: the policy of random games. How likely an action is there, as a whole
        number from 0 to 4096: one of weight 6 is played three times as often as one of weight 2. An action of weight 0
        is not played, unless all of them have it."""
        return 1

    def playout_action(self, s: S, number: int) -> int:
        """OPTIONAL, for Monte-Carlo tree search: one action for a random game, without a list of all. ``number`` is a
        random number of 32 bits, so that ``number * n >> 32`` is any number from 0 to n − 1. Every legal action must be
        as likely as its ``playout_weight`` says; without one, as any other. −1 where the number falls on none: then
        another one is drawn, and after a few of them all actions are listed."""
        return -1

    def playout_reply(self, s: S, a: int, number: int) -> int:
        """OPTIONAL, for Monte-Carlo tree search: an answer, in a random game, to the action that has just led to this
        state; ``number`` is a random number of 32 bits. A legal action, or −1: then any other is drawn."""
        return -1

    def playout_over(self, s: S) -> bool:
        """OPTIONAL, for Monte-Carlo tree search. Should a random game be broken off here, because one side is clearly
        ahead or because the rest says nothing? Then the estimate of ``evaluate`` counts; without one it is a draw."""
        return False

    def null(self, s: S) -> S:
        """OPTIONAL, required for null-move pruning. The state after a pass."""
        raise missing(self, "null", "the state after a pass")

    def reach(self, s: S) -> tuple[float, float]:
        """OPTIONAL, for weak solving, and for searches where only the payoff counts (``haste``). The least and the
        greatest payoff that best play can still lead to from here, endless play included. A search skips what cannot
        come into its window."""
        return self.bounds

    def must_play(self, s: S) -> Iterable[int]:
        """OPTIONAL, for weak solving. Some of the legal actions, one of the best among them: what is left out is no
        better than what remains. None at all: every action leads to the worst payoff of the ``bounds`` for its player.
        """
        return self.actions(s)

    def span(self, s: S) -> tuple[float, float]:
        """OPTIONAL, for B*. A pessimistic and an optimistic estimate of the value of the state, both for Max, in the
        units of ``evaluate``. Without it B* uses the estimate minus and plus a margin."""
        estimate = cast("float", self.evaluate(s))
        return estimate, estimate


@offers
class Tuned(Game[S]):
    """How the engine should search this game.

    Its attributes:

    ``margin = 0``
        OPTIONAL, with a relative ``evaluate``. By how much one move usually changes the estimate: pruning uses it as
        its margin. 0: it is measured in a few random games.

    ``haste = True``
        OPTIONAL. Does it matter how soon the game ends? Of two ways to the same payoff, a search then takes the quicker
        one when it is ahead, and the slower one when behind. False where only the payoff counts (the discs of Othello):
        then the value is known sooner, and the distance of the end stays unknown.

    ``hints_tactics = False``
        OPTIONAL. Is ``order`` above 0 for all ``tactics``, and otherwise only for moves that are as important? Then a
        search orders by ``order`` alone and does not ask for the tactics.

    ``techniques_off = ()``
        OPTIONAL. Techniques of the search (``engine/options.py``) that do not help in this game: they are off by
        default.

    ``algorithm = ""``
        OPTIONAL. What ``auto`` means in this game, where the usual rule chooses badly: ``"mcts"`` where the game has an
        ``evaluate`` that says little.

    ``mcts_options = {}``
        OPTIONAL. Options of Monte-Carlo tree search that suit this game better than the usual ones:
        ``{"rave": 500}``. Who searches may choose others.
    """

    margin: float = 0
    haste: bool = True
    hints_tactics: bool = False
    techniques_off: tuple[str, ...] = ()
    algorithm: str = ""
    mcts_options: Mapping[str, object] = {}


@offers
class Numbered(Game[S]):
    """Positions with numbers, for solving in dense tables.

    Its attributes:

    ``index_size = 0``
        OPTIONAL, required for dense tables. How many numbers ``index`` uses; 0 if this game has no numbers.

    ``relative_index = False``
        OPTIONAL, for dense tables. Does ``index`` number positions as the mover sees them? Then ``state`` always has
        Max to move, and a state with Min to move has the number of the one with the sides exchanged, whose payoffs are
        the opposite.

    ``slices = ()``
        OPTIONAL, required for solving by slices, win, draw or loss alone. The numbers in ranges: of each the first
        number, the one after the last, and a *group*. Ranges of the same group are solved together. A move leads to the
        same group or to a lower one.
    """

    index_size: int = 0
    relative_index: bool = False
    slices: Any = ()

    def index(self, s: S) -> int:
        """OPTIONAL, required for dense tables. A number from 0 to ``index_size - 1``, a different one for every state,
        except for equivalent ones: they may share one. −1 for a state without a number: an end that is won by
        the side that moved there, or a state in the middle of a turn, whose player moves on at once to one that has a
        number."""
        raise missing(self, "index", "the number of a state")

    def state(self, i: int) -> S:
        """OPTIONAL, required for dense tables. The inverse of ``index``: a state with this number. For an unused number
        it returns any state of another number: that shows that the number is unused."""
        raise missing(self, "state", "the state of a number")

    def inner_parents(self, s: S) -> Iterable[S]:
        """OPTIONAL, required for solving by slices. Those of the ``parents`` that are in the same group of ``slices``
        as the state."""
        raise missing(self, "inner_parents", "the states of a group that lead to a state")

    def banked(self, s: S) -> float:
        """OPTIONAL, for dense tables of games of scores. What Max has already won (stones taken, Max's minus Min's).
        The value of a state is this plus the value of the rest, which must not depend on it. Then ``index`` may leave
        out what is banked."""
        return 0


@offers
class Notated(Game[S]):
    """Other ways in which people and programs write moves and positions.

    Its attributes:

    ``styles = ()``
        OPTIONAL. The styles that ``name`` knows beside the plain one, e.g. ``("uci",)``.

    ``gtp = ""``
        OPTIONAL. How clients of GTP, which has no column I, name the points: usually columns from ``i`` on are one
        letter later there. ``"plain"``: as the game does, which has no column I either. ``"hex"``: as the game does,
        with the clients of Hex.
    """

    styles: ClassVar[tuple[str, ...]] = ()
    gtp: ClassVar[str] = ""

    def transcript(self, s: S, text: str) -> Iterable[int]:
        """OPTIONAL. The actions in a text of moves from here, for games whose moves are not written as names with
        blanks between (``f5d6c3``)."""
        raise missing(self, "transcript", "how moves are written one after the other")

    def fen(self, s: S) -> str:
        """OPTIONAL. The position on one line, as other programs write it; ``parse`` reads it back."""
        raise missing(self, "fen", "the position on one line")

    def sgf(self) -> Mapping[str, str]:
        """OPTIONAL, required for SGF, with ``sgf_move``. The properties that say in a file which game it is:
        ``{"GM": "4", "SZ": "15"}``. Max is Black there, and Min White."""
        raise missing(self, "sgf", "the properties that name it in a file")

    def sgf_move(self, s: S, a: int) -> str:
        """OPTIONAL, required for SGF, with ``sgf``. An action as the value of a move: a point (``aa`` is at the top
        left), or nothing for a pass."""
        raise missing(self, "sgf_move", "how an action is written in SGF")

    def sgf_stones(self, s: S) -> tuple[Iterable[str], Iterable[str]]:
        """OPTIONAL, for SGF. The points of Black's and of White's stones: how a position is set up in a file."""
        raise missing(self, "sgf_stones", "the points of the stones")

    def sgf_state(self, black: Iterable[str], white: Iterable[str], mover: int | None) -> S:
        """OPTIONAL, for SGF. The position with these stones; None: the file does not say who moves. A GameError if
        there is none."""
        raise missing(self, "sgf_state", "the position with given stones")

    def uncounted(self, s: S) -> S:
        """OPTIONAL, for clients of games in which a draw has to be claimed. The state with its count of moves without
        progress back at 0: a client may play on where nobody has claimed the draw, and wants a move then."""
        return s


@offers
class Shown(Game[S]):
    """How drawings and the page show the game.

    Its attributes:

    ``drawer = ""``
        OPTIONAL. The function that draws a position, as ``"module:function"``. It is called with the game, the state
        and an empty ``gametree.draw.board.Board``, and returns a function from an action to the spots that it concerns.
        Where the game has a ``picture`` or an ``svg``, that is drawn instead.

    ``numbers_pairs = False``
        OPTIONAL. Are moves numbered in pairs, one of each side (1. e4 e5 2. Nf3), and not one by one?

    ``sits_below = None``
        OPTIONAL. The player who sits at the lower edge of the board. None where the board cannot be turned.

    ``called = ""``
        OPTIONAL. What people call the game: ``"Connect Four"``. Otherwise the name under which it was loaded.

    ``how_to_play = ""``
        OPTIONAL. The rules in a few plain sentences, shown beside the board. Otherwise the docstring of the class,
        without its examples.

    ``player_names = ()``
        OPTIONAL. What the players are called: ``("White", "Black")``. Otherwise the first and the second player.

    ``player_colours = ()``
        OPTIONAL. The colours of their men, for the bar beside the board: names of ``gametree.draw.svg``, such as
        ``("white", "black")``. Otherwise ``p0``, ``p1``, …

    ``won_by = ""``
        OPTIONAL. What a win is called that is counted in the winner's own moves: ``"mate"``, for "White mates in 3".
        Otherwise "Red wins in 5", in moves of both sides.

    ``named_nodes = False``
        OPTIONAL. Are the positions nodes with names instead of boards? Then ``text`` is the name, a colon and, at an
        end, the payoff. Drawings show that text instead of a board.

    ``page_limits = {}``
        OPTIONAL. What the page accepts for a parameter, by its name. A number is the largest one, for a parameter that
        only chooses an arrangement and makes nothing larger. ``"text"``: the parameter is written out in full.
        ``"file"``: it names a file, and the page never reads one.
    """

    drawer: ClassVar[str] = ""
    numbers_pairs: ClassVar[bool] = False
    sits_below: ClassVar[int | None] = None
    called: ClassVar[str] = ""
    how_to_play: ClassVar[str] = ""
    player_names: ClassVar[tuple[str, ...]] = ()
    player_colours: ClassVar[tuple[str, ...]] = ()
    won_by: ClassVar[str] = ""
    named_nodes: ClassVar[bool] = False
    page_limits: ClassVar[Mapping[str, int | str]] = {}

    def ended(self, s: S) -> str:
        """OPTIONAL. Why the game is over in this state, in a few words, where the board alone does not say it:
        ``"checkmate"``, ``"stalemate"``. The empty text: there is nothing to add. It is asked where the game is over by
        ``terminal`` or ``drawn``; of repetitions gametree tells by itself."""
        return ""


@offers
class Theory(Game[S]):
    """What theory needs: theorems that give the value of the game without a strategy, and zugzwangs.

    Its attributes:

    ``theorems = ()``
        OPTIONAL, required for ultra-weak solving. The theorems that give the value of the game without a strategy, by
        name: ``("strategy stealing",)``. ``gametree.solving.theorems`` has them with their conditions.
    """

    theorems: tuple[str, ...] = ()

    def winning_sets(self) -> Iterable[Iterable[int]]:
        """OPTIONAL, required for pairing and for the theorem of Erdős and Selfridge. The winning sets: a player who has
        made all actions of one of them wins."""
        raise missing(self, "winning_sets", "the sets of actions that win")

    def mirrored(self, s: S, a: int) -> int:
        """OPTIONAL, required for the theorem of symmetry. The mirror image of action ``a`` in ``s``: the second
        player's answer."""
        raise missing(self, "mirrored", "the answer to action a, for symmetry")

    def unknown(self, s: S) -> bool:
        """OPTIONAL, for AND/OR trees. Is nothing known of this leaf, neither that it is true nor that it is false?
        Proof-number searches leave it so; all others use its ``utility``."""
        return False

    def exchanged(self, a: int) -> int:
        """OPTIONAL, for strategy stealing. The action that corresponds to ``a`` for the other side, if it is not ``a``
        itself."""
        return a

    def twin(self, s: S) -> S | None:
        """OPTIONAL, for lists of mutual zugzwangs. The same position with the other player to move; None where there is
        none. By default: the state after a pass, if the game has ``null``; otherwise the state with its field ``turn``
        changed, if it has one that says whose turn it is."""
        if provides(self, "null"):
            return cast("Expert[S]", self).null(s)
        fields = cast("Any", s)
        if "turn" in getattr(s, "_fields", ()) and fields.turn in (0, 1) and fields.turn == self.player(s):
            return fields._replace(turn=1 - fields.turn)
        return None


def numbered(game: AnyGame) -> Numbered[Any]:
    """The same game, typed as ``Numbered``: the type that dense tables work with."""
    return cast("Numbered[Any]", game)


def group_of(game: AnyGame, s: Any) -> int | None:
    """The group of ``slices`` in which the number of a state lies; None if it has none there.

    >>> from gametree import load
    >>> game = load("checkers:endgame=3")
    >>> group_of(game, game.parse("B:W30:B1")), group_of(game, game.parse("W:W30:B1")), group_of(game, game.initial())
    (6, 6, 16)
    """
    if not (provides(game, "index") and provides(game, "slices")):
        return None
    number = int(numbered(game).index(s))
    return next((int(group) for first, last, group in numbered(game).slices if first <= number < last), None)
