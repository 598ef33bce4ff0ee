"""The examples of the lectures by name: what to run, and what one sees. ``gametree example NAME`` runs one, the page
has the same list, and docs/textbooks.md says where in the texts each of them comes from."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from gametree.errors import GameError


@dataclass(frozen=True)
class Search:
    """A textbook search: its algorithm, its depth and its options."""

    algorithm: str
    depth: int | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Example:
    """One example.

    >>> example("horizon").commands[0]
    ('trace', 'tree:example=horizon', '--algorithm', 'cutoff', '--depth', '2')
    >>> example("horizon").page()["tab"], example("horizon").page()["against"]
    ('watch', 'singular')
    """

    name: str
    topic: str
    title: str
    shows: str
    """What one sees, in a sentence or two."""
    game: str
    searches: tuple[Search, ...] = ()
    """The searches of this position; the page shows the first two side by side."""
    position: str = ""
    moves: str = ""
    more: tuple[tuple[str, ...], ...] = ()
    """Commands besides the searches, in the words of the command line."""
    events: int | None = None
    """How many steps the command shows; None: all."""
    tab: str = "watch"
    """Where the page shows it."""
    fold: str = ""
    """What of a graph the page draws once; without it, an impartial game's positions."""

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """The commands that show it, each as the words after ``gametree``."""
        return (*(self._trace(search) for search in self.searches), *self.more)

    def _trace(self, search: Search) -> tuple[str, ...]:
        words = ["trace", self.game, "--algorithm", search.algorithm]
        words += ["--position", self.position] if self.position else []
        words += ["--moves", self.moves] if self.moves else []
        words += ["--depth", str(search.depth)] if search.depth is not None else []
        words += ["--events", str(self.events)] if self.events is not None else []
        for key, value in search.options.items():
            words += ["--option", f"{key}={_word(value)}"]
        return tuple(words)

    def page(self) -> dict[str, Any]:
        """What the page needs: title, tab, and the parameters of the address, those that are not there left out."""
        found = {"name": self.name, "topic": self.topic, "title": self.title, "shows": self.shows, "tab": self.tab}
        found |= {"game": self.game, "position": self.position, "moves": self.moves, "fold": self.fold}
        for prefix, search in zip(("", "against"), self.searches, strict=False):
            found[prefix or "algorithm"] = search.algorithm
            found[f"{prefix}depth"] = "" if search.depth is None else str(search.depth)
            found[f"{prefix}options"] = ";".join(f"{key}:{_word(value)}" for key, value in search.options.items())
        return {key: value for key, value in found.items() if value}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def line(words: tuple[str, ...]) -> str:
    """A command as one types it.

    >>> line(("best", "tictactoe", "--moves", "1 5 9 3"))
    "gametree best tictactoe --moves '1 5 9 3'"
    """
    return shlex.join(("gametree", *words))


EXCHANGE = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1"
"""White's queen can take a pawn that a pawn guards."""

TOPICS = ("minimax", "pruning", "horizon", "chance and more players", "proof", "shared states and loops", "games")

EXAMPLES = {
    found.name: found
    for found in (
        Example(
            "textbook", "minimax", "The tree worth 3",
            "Nine leaves for minimax, seven for alpha-beta: the 4 and the 6 are never looked at.",
            "tree:example=textbook", (Search("alphabeta"), Search("minimax")),
        ),
        Example(
            "helen", "minimax", "Helen and Stavros",
            "Helen plays C and gets 10; alpha-beta leaves out 6 of the 26 nodes. If Stavros errs, she gets 15.",
            "tree:example=helen", (Search("alphabeta"), Search("minimax")),
        ),
        Example(
            "endgame", "minimax", "The end of a game of Tic-Tac-Toe",
            "Three moves are left to X; one wins at once. Two of the ends are the same board, reached in two ways.",
            "tictactoe", (Search("minimax"), Search("repeated")), moves="1 4 2 8 5 9",
        ),
        Example(
            "agent", "minimax", "A player who has lost still needs a move",
            "As printed, the loop over the moves keeps none, for no score is above the lowest; mended, it keeps "
            "the first.",
            "tree:tree=[[-1,-1],[-1,1]]", (Search("make_a_move", None, {"printed": True}), Search("make_a_move")),
        ),
        Example(
            "sure", "minimax", "A sure win ends the loop", "After the first winning move the others are not looked at.",
            "nim:1,2", (Search("sure"), Search("minimax")),
        ),
        Example(
            "evaluation", "minimax", "Open lines as an evaluation of Tic-Tac-Toe",
            "Two moves deep, each leaf gets its lines open for X less those open for O; the centre is best.",
            "tictactoe", (Search("alphabeta", 2), Search("cutoff", 2)),
        ),
        Example(
            "cut", "pruning", "0.7, 0.5 and ?",
            "Max has 0.7. Where Min can hold Max to 0.5, the node called Open is never looked at.",
            "tree:example=cut", (Search("alphabeta"),),
        ),
        Example(
            "branch", "pruning", "A whole branch is cut", "One cut at a leaf, one above the leaves.",
            "tree:example=pruning", (Search("alphabeta"),),
        ),
        Example(
            "order", "pruning", "The best move first, the worst move first",
            "The same tree and the same value; the order of the moves decides how much is looked at.",
            "tree:example=pruning",
            (Search("alphabeta", None, {"ordering": "best"}), Search("alphabeta", None, {"ordering": "worst"})),
        ),
        Example(
            "equality", "pruning", "Pruning on equality, or not",
            "Helen's option B is cut at once only if a value that reaches the bound is enough.",
            "tree:example=helen", (Search("alphabeta"), Search("alphabeta", None, {"equality": False})),
        ),
        Example(
            "bounds", "pruning", "Leaves known to lie between 2 and 14",
            "With the 2 seen first, known bounds make the rest of its branch needless: 7 leaves in place of 9.",
            "tree:tree=[[2,4,6],[3,12,8],[14,5,2]]",
            (Search("bounded", None, {"low": 2, "high": 14}), Search("alphabeta")),
        ),
        Example(
            "laws", "pruning", "Three laws: √b, b^(3h/4), no gain",
            "Leaves that alpha-beta looks at with the best, a random and the worst order, beside what the laws say.",
            "tree:example=textbook", more=(("laws",),), tab="",
        ),
        Example(
            "horizon", "horizon", "The horizon effect, and what mends it",
            "Two moves deep, giving a pawn seems to save the queen (−1); it loses both (−10). Singular extensions, and "
            "quiescence without standing pat, see it and wait (−9).",
            "tree:example=horizon",
            (Search("cutoff", 2), Search("singular", 2), Search("quiescence", 2, {"stand_pat": False})),
        ),
        Example(
            "exchange", "horizon", "Not quiet: a queen takes a guarded pawn",
            "One move deep the queen wins a pawn; quiescence search sees her taken back, and keeps her.",
            "chess", (Search("cutoff", 1), Search("quiescence", 1)), position=EXCHANGE,
        ),
        Example(
            "sacrifice", "horizon", "A sacrifice that a beam loses",
            "A beam of one move never looks at the move that seems bad; it is worth 9, the other one 1.",
            "tree:example=sacrifice", (Search("beam", None, {"width": 1}), Search("beam", None, {"width": 2})),
        ),
        Example(
            "deepening", "horizon", "Iterative deepening in Connect Four",
            "Depth 1, then 2, then 3, each with the best line first.",
            "connect4:width=4,height=4", (Search("iterative", 3),),
        ),
        Example(
            "twelfths", "chance and more players", "Three outcomes: 7/12",
            "Each value times its probability, added: 1/2 · 1 + 1/3 · 0 + 1/6 · 1/2.",
            "tree:example=twelfths", (Search("expectiminimax"),),
        ),
        Example(
            "chance", "chance and more players", "Dice between Max and Min",
            "Worth 2.1 by the first move; the second one is worth 1.3.",
            "tree:example=chance", (Search("alphabeta_chance"), Search("expectiminimax")),
        ),
        Example(
            "transformed", "chance and more players", "The same order of leaves, another best move",
            "The leaves 1 2 3 4 of the example chance are 1 20 30 400 here. Their order is the same, and the best "
            "move is the other.",
            "tree:example=transformed", (Search("expectiminimax"),),
        ),
        Example(
            "window", "chance and more players", "A window passed through chance",
            "As printed, a value that was cut off is averaged: 5.5 in place of 4.",
            'tree:tree={"max":[{"min":[3,9]},{"chance":[[0.5,{"min":[2,0]}],[0.5,{"min":[8,9]}]]}]}',
            (Search("alphabeta_chance", None, {"printed": True}), Search("alphabeta_chance")),
        ),
        Example(
            "maxn", "chance and more players", "Three players: max^n",
            "Each takes what is best for itself: worth (1, 2, 6).",
            "tree:example=maxn", (Search("maxn"), Search("paranoid")),
        ),
        Example(
            "again", "chance and more players", "Two moves in a row",
            "Max moves twice at the left; nothing else changes. Worth 5.",
            "tree:example=again", (Search("alphabeta"), Search("minimax")),
        ),
        Example(
            "andor", "proof", "An AND/OR tree", "True by C; B stays unknown, and does not matter.",
            "tree:example=andor", (Search("pn"),),
        ),
        Example(
            "proof", "proof", "The most-proving node of a given tree",
            "The root has proof number 2 and disproof number 3; the most-proving node is R.",
            "tree:example=proof", (Search("pn", None, {"given": True}),),
        ),
        Example(
            "memo", "shared states and loops", "What a table may keep, and what not",
            "As printed, a bound is kept as if it were the value: six stones look lost three moves deep, and are won.",
            "nim:heaps=6,limit=3", (Search("memo", 3, {"printed": True}), Search("memo", 3)),
        ),
        Example(
            "dynamic", "shared states and loops", "From the ends upwards",
            "As printed, the loop stops before all of the children have a score, and finds no move; mended, it "
            "takes two stones.",
            "nim:heaps=6,limit=3", (Search("dynamic", None, {"printed": True}), Search("dynamic")),
        ),
        Example(
            "shared", "shared states and loops", "A shared node: what the table knows",
            "The second time the value is looked up.",
            "tree:example=shared", (Search("memo"),),
        ),
        Example(
            "loop", "shared states and loops", "A loop", "Neither player can do better than go round: a draw.",
            "tree:example=loop", (Search("repeated"), Search("label")),
        ),
        Example(
            "oneheap", "games", "One-Heap Nim with six stones, either player first",
            "Twelve states from each start. Four stones lose for the one who moves.",
            "nim:heaps=6,limit=3",
            more=(
                ("draw", "nim:heaps=6,limit=3", "--graph"),
                ("draw", "nim:heaps=6,limit=3", "--graph", "--position", "6 Min to move"),
            ),
            tab="graph", fold="nothing",
        ),
        Example(
            "twonim", "games", "II-Nim, misère, and its states up to symmetry",
            "Two piles of two: 14 states can be reached, 9 if the order of the piles does not count. The first "
            "player loses.",
            "nim:2,2,misere=true", (Search("alphabeta"),),
            more=(("measure", "nim:2,2,misere=true"), ("solve", "nim:2,2,misere=true")), tab="graph",
            fold="nothing",
        ),
        Example(
            "sharks", "games", "Sharks: labels in a game with loops",
            "Labels spread from the ends until nothing changes; what has none is a draw, and so is the start on 4×4.",
            "sharks:width=3,height=2", (Search("label"),), events=10, more=(("measure", "sharks"),), tab="graph",
        ),
        Example(
            "rules", "games", "Rules of thumb, beaten from corner and opposite corner",
            "Corner, centre, opposite corner: the rules take a corner, and X wins by force. An edge would have drawn.",
            "tictactoe", (Search("rules"), Search("alphabeta")), moves="1 5 9", events=20,
            more=(("best", "tictactoe", "--moves", "1 5 9 3", "--depth", "9"),),
        ),
        Example(
            "koenig", "games", "König's lemma: every game ends, or one never does",
            "Tic-Tac-Toe ends after at most nine moves. In Pong Hau K'i a position comes back, so no bound holds "
            "without a rule.",
            "ponghauki", more=(("measure", "tictactoe"), ("measure", "ponghauki")), tab="graph",
        ),
        Example(
            "nim", "games", "Nim, to the end", "Small enough to search whole.", "nim:1,2", (Search("alphabeta"),),
        ),
    )
}  # fmt: skip
"""The examples by name, in the order of the page's list."""


def example(name: str) -> Example:
    """The example of this name.

    >>> example("hellen")
    Traceback (most recent call last):
    gametree.errors.GameError: no example 'hellen'; did you mean helen? gametree example lists them
    """
    if name not in EXAMPLES:
        close = get_close_matches(name, EXAMPLES, n=1)
        raise GameError(
            f"no example {name!r}; {f'did you mean {close[0]}? ' if close else ''}gametree example lists them"
        )
    return EXAMPLES[name]
