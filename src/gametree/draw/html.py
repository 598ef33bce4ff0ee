"""Results for notebooks: tables in HTML with the words of the printed form."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gametree.draw.svg import document, rect, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gametree.analysis import Analysis
    from gametree.solving.solution import Move, Solution
    from gametree.tournament.result import MatchResult


def table(caption: str, rows: Iterable[Sequence[object]], head: Sequence[str] = ()) -> str:
    """A table; without a head, the first cell of each row is its heading.

    >>> table("A", [("x", 1)])
    '<table><caption>A</caption><tbody><tr><th scope="row">x</th><td>1</td></tr></tbody></table>'
    """
    top = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in head)
    body = list[str]()
    for row in rows:
        first = "" if head else f'<th scope="row">{escape(str(row[0]))}</th>'
        cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in (row if head else row[1:]))
        body.append(f"<tr>{first}{cells}</tr>")
    header = f"<thead><tr>{top}</tr></thead>" if head else ""
    return f"<table><caption>{escape(caption)}</caption>{header}<tbody>{''.join(body)}</tbody></table>"


def printed(result: object) -> str:
    """The printed form as it is.

    >>> printed("1 < 2")
    '<pre>1 &lt; 2</pre>'
    """
    return f"<pre>{escape(str(result), quote=False)}</pre>"


def analysis_html(a: Analysis) -> str:
    """The best move, its value and its line; and the other lines, if there are more."""

    def told(value: str) -> str:  # an estimate keeps its word
        return value.removeprefix("value ")

    if a.move is None:
        return printed(a)
    facts = [
        ("move", a.move),
        ("value", told(a.describe_value())),
        ("line", " ".join(a.line)),
        ("search", a.describe_effort()),
    ]
    shown = table(a.game, facts)
    if len(a.lines) > 1:
        rows = [(v.line[0] if v.line else "", told(v.describe_value()), " ".join(v.line)) for v in a.lines]
        shown += table("the best lines", rows, ("move", "value", "line"))
    return shown


def solution_html(solution: Solution) -> str:
    """The facts about the game; and, if the start is labelled, its board and the value of every move."""
    fields = {key: value for key, value in solution.to_json().items() if key not in ("game", "tiers", "notes")}
    rows = [(key, _shown(value)) for key, value in fields.items()]
    shown = table(solution.game, [*rows, *(("note", note) for note in solution.notes)])
    if solution.rules is None or solution.labels is None:
        return shown
    from gametree.draw.board import board

    start = solution.rules.initial()
    if solution.labels.label(start) is None:
        return shown
    moves = [(move.name, _worth(solution, move), _end(move)) for move in solution.moves(start)]
    return shown + board(solution.rules, start).svg() + table("the first moves", moves, ("move", "for Max", "end in"))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}" if isinstance(value, float) else str(value)


def _worth(solution: Solution, move: Move) -> str:
    from gametree.analysis import show_value
    from gametree.solving.solution import outcome

    word = "" if solution.chance or solution.rules is None else outcome(solution.rules, move.value)
    return f"{word}, {show_value(move.value)}" if word else show_value(move.value)


def _end(move: Move) -> str:
    return "never" if move.remoteness is None else str(move.remoteness)


def match_html(result: MatchResult) -> str:
    """The standings as a table, and as bars of wins, draws and losses."""
    rows = list[tuple[str, ...]]()
    for standing in result.standings():
        t, r = standing.tally, standing.tally.rating
        elo = f"{r.elo:.1f} ± {r.elo_error:.1f}"
        rows.append((standing.name, elo, f"{t.wins}", f"{t.draws}", f"{t.losses}", f"{r.score * 100:.1f} %"))
    head = ("player", "Elo", "wins", "draws", "losses", "score")
    return table(f"{result.game}, {result.conditions}", rows, head) + match_svg(result)


def match_svg(result: MatchResult) -> str:
    """Wins, draws and losses of each player as bars."""
    out, wide = list[str](), 300.0
    standings = result.standings()
    for k, standing in enumerate(standings):
        t, x, y = standing.tally, 150.0, 10.0 + 28 * k
        out.append(words(x - 8, y + 9, standing.name[:20], "end", 12))
        for count, cls in ((t.wins, "win"), (t.draws, "faint"), (t.losses, "loss")):
            part = wide * count / max(t.games, 1)
            out.append(rect(x, y, part, 18, cls))
            if part > 24:
                out.append(words(x + part / 2, y + 9, str(count), "ink" if cls == "faint" else "white", 11))
            x += part
    text = "\n".join(
        f"{s.name}: {s.tally.wins} wins, {s.tally.draws} draws, {s.tally.losses} losses" for s in standings
    )
    return document(460, 12 + 28 * len(standings), "".join(out), f"Results of a match of {result.game}", text)
