"""``gametree replay``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gametree.catalogue import load
from gametree.cli.common import Json, table, whole
from gametree.cli.output import say_json
from gametree.data import game_named
from gametree.errors import GameError
from gametree.titles import title

SGF = ".sgf"

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.tournament.record import Record


def replay(
    file: Annotated[
        str, Parameter(help="A file that `gametree match --games-file` has written, or a .pgn, .pdn or .sgf.")
    ],
    /,
    *,
    game: Annotated[int | None, Parameter(converter=whole, help="Show this game; without it, list them.")] = None,
    mat: Annotated[
        str | None, Parameter(help="Write the games here as a .mat file, which programs for backgammon read.")
    ] = None,
    pgn: Annotated[str | None, Parameter(help="Write the games here in PGN.")] = None,
    sgf: Annotated[str | None, Parameter(help="Write the games here in SGF, with their variations.")] = None,
    rules: Annotated[
        str | None, Parameter(help="The game, if it is not in the catalogue: the file of its rules, file.py.")
    ] = None,
    json: Json = False,
) -> None:
    """Show the games of a match: a list, or one game with all its positions.

    Every move and the result are checked by the rules of the game.
    """
    from gametree.tournament.record import read_games

    given = None if rules is None else load(rules)
    if file.endswith((".pgn", ".pdn")):
        _replay_pgn(file, game, given, json)
        return
    if file.endswith(SGF):
        _replay_sgf(file, game, given, sgf, json)
        return
    games = read_games(file, given)
    if game is not None and not 1 <= game <= len(games):
        raise GameError(f"{file} holds games 1 to {len(games)}, and no game {game}")
    if mat is not None:
        _write_mat(games if game is None else [games[game - 1]], mat, given)
        return
    if pgn is not None:
        _write_pgn(games if game is None else [games[game - 1]], pgn, given)
        return
    if sgf is not None:
        _write_sgf(games if game is None else [games[game - 1]], sgf, given)
        return
    if game is None and len(games) > 1:
        rows = [_facts(number, record) for number, record in enumerate(games, 1)]
        if json:
            say_json({"games": rows})
        else:
            print(table(_row(facts) for facts in rows))
        return
    number = 1 if game is None else game
    record = games[number - 1]
    played = _rules_of(record, given)
    states = record.line(played).states(played)
    names = [played.name(s, a) for s, a in zip(states, record.played.actions, strict=False)]
    if json:
        positions = [played.text(s) for s in states]
        say_json({**_facts(number, record), "moves": names, "positions": positions})
        return
    print(f"{record.first} vs {record.second}\n\n{played.text(states[0])}\n")
    for ply, (name, s) in enumerate(zip(names, states[1:], strict=True), 1):
        print(f"{ply}. {name}{' (opening)' if ply <= record.opening else ''}\n\n{played.text(s)}\n")
    print(f"{record.result} ({record.played.reason})")


def _rules_of(record: Record, given: AnyGame | None) -> AnyGame:
    return game_named(record.game, "the file", "--rules GAME", given)


def _replay_pgn(file: str, game: int | None, given: AnyGame | None, json: bool) -> None:
    """Games in PGN or PDN."""
    from gametree.formats.pdn import PDN, read_pdn, rules_of_pdn
    from gametree.formats.pgn import read_pgn
    from gametree.formats.records import rules_of

    draughts = file.endswith(PDN)
    rules = (rules_of_pdn if draughts else rules_of)(file, given)
    games = (read_pdn if draughts else read_pgn)(file, rules)
    if game is not None and not 1 <= game <= len(games):
        raise GameError(f"{file} holds games 1 to {len(games)}, and no game {game}")
    if game is None and len(games) > 1:
        rows = [
            {
                "number": number, "game": title(rules), "first": played.tags.get("White", "?"),
                "second": played.tags.get("Black", "?"), "round": played.tags.get("Round", "?"),
                "result": played.result, "reason": played.tags.get("Termination", ""),
                "plies": len(played.moves.actions),
            }
            for number, played in enumerate(games, 1)
        ]  # fmt: skip
        _list(rows, json)
        return
    played = games[(game or 1) - 1]
    states = played.line.states(rules)
    names = [rules.name(s, a) for s, a in zip(states, played.moves.actions, strict=False)]
    if json:
        positions = [rules.text(s) for s in states]
        facts = {"tags": played.tags, "result": played.result, "moves": names, "positions": positions}
        say_json(facts)
        return
    print(f"{played.tags.get('White', '?')} vs {played.tags.get('Black', '?')}\n\n{rules.text(states[0])}\n")
    for ply, (name, s) in enumerate(zip(names, states[1:], strict=True), 1):
        comment = f"  {{{played.moves.comments[ply]}}}" if ply in played.moves.comments else ""
        print(f"{ply}. {name}{comment}\n\n{rules.text(s)}\n")
    print(played.result)


def _list(rows: list[dict[str, Any]], json: bool) -> None:
    """The games of a file, a line each."""
    if json:
        say_json({"games": rows})
    else:
        print(table(_row(facts) for facts in rows))


def _replay_sgf(file: str, game: int | None, given: AnyGame | None, out: str | None, json: bool) -> None:
    from gametree.formats.sgf import read_sgf, rules_of_sgf, write_sgf

    rules = rules_of_sgf(file, given)
    trees = read_sgf(file, rules)
    if game is not None and not 1 <= game <= len(trees):
        raise GameError(f"{file} holds games 1 to {len(trees)}, and no game {game}")
    if out is not None:
        write_sgf(out, [tree.root for tree in (trees if game is None else [trees[game - 1]])])
        return
    if game is None and len(trees) > 1:
        rows = [
            {
                "number": number, "game": title(rules), "first": tree.names[0], "second": tree.names[1],
                "round": tree.root.simple("RO") or "?", "result": tree.result, "reason": tree.root.simple("GC"),
                "plies": len(tree.main),
            }
            for number, tree in enumerate(trees, 1)
        ]  # fmt: skip
        _list(rows, json)
        return
    tree = trees[(game or 1) - 1]
    states = tree.line.states(rules)
    names = [rules.name(move.state, move.action) for move in tree.main]
    if json:
        tags = {name: tree.root.simple(name) for name in tree.root.properties}
        say_json({"tags": tags, "result": tree.result, "moves": names, "positions": [rules.text(s) for s in states]})
        return
    print(f"{' vs '.join(tree.names)}\n\n{rules.text(states[0])}\n")
    for ply, (name, move, s) in enumerate(zip(names, tree.main, states[1:], strict=True), 1):
        comment = f"  {{{' '.join(move.node.text('C').split())}}}" if move.node.text("C") else ""
        print(f"{ply}. {name}{comment}\n\n{rules.text(s)}\n")
    print(tree.result)


def _write_sgf(games: list[Record], path: str, given: AnyGame | None) -> None:
    from gametree.formats.sgf import sgf_of, write_sgf

    rules = _rules_of(games[0], given)
    if any(record.game != games[0].game for record in games):
        raise GameError("the file holds several kinds of games: choose one with --game")
    write_sgf(path, [sgf_of(record, rules) for record in games])


def _write_pgn(games: list[Record], path: str, given: AnyGame | None) -> None:
    from gametree.formats.pgn import write_pgn
    from gametree.formats.records import game_of

    rules = _rules_of(games[0], given)
    if any(record.game != games[0].game for record in games):
        raise GameError("the file holds several kinds of games: choose one with --game")
    write_pgn(path, rules, [game_of(record, rules) for record in games])


def _write_mat(games: list[Record], path: str, given: AnyGame | None) -> None:
    from gametree.files import aside
    from gametree.games.backgammon import Backgammon
    from gametree.games.backgammon.mat import to_mat

    rules = _rules_of(games[0], given)
    if not isinstance(rules, Backgammon) or any(record.game != games[0].game for record in games):
        raise GameError("a .mat file holds only backgammon, all games of one kind")
    text = to_mat(rules, [record.line(rules) for record in games], [(record.first, record.second) for record in games])
    with aside(Path(path)) as place:
        place.write_text(text, encoding="utf-8")


def _facts(number: int, record: Record) -> dict[str, Any]:
    return {
        "number": number, "game": record.game, "first": record.first, "second": record.second, "round": record.round,
        "result": record.result, "reason": record.played.reason, "plies": len(record.played.actions),
    }  # fmt: skip


def _row(facts: dict[str, Any]) -> tuple[str, ...]:
    players = f"{facts['first']} vs {facts['second']}"
    return (
        str(facts["number"]), facts["round"], players, facts["result"], facts["reason"], f"{facts['plies']} plies",
    )  # fmt: skip
