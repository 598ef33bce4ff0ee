"""Renju's forbidden points as the rules of the game define them, in the words of the rules: put the stone, look."""

from __future__ import annotations

from plain_gomoku import WAYS, along, run, wins

Point = tuple[int, int]
Board = dict[Point, str]


def row(board: Board, point: Point, way: Point) -> frozenset[Point]:
    """The unbroken row of stones of one colour through this point."""
    stones = {point}
    for sign in (1, -1):
        n = sign
        while board.get(along(point, way, n)) == board[point]:
            stones.add(along(point, way, n))
            n += sign
    return frozenset(stones)


def empty_near(board: Board, point: Point, way: Point) -> list[Point]:
    return [p for n in range(-4, 5) if board.get(p := along(point, way, n)) == "."]


def fours(board: Board, point: Point, way: Point) -> set[frozenset[Point]]:
    """The fours with the stone at this point: a fifth stone makes exactly five of them."""
    rows = [(p, row({**board, p: "X"}, p, way)) for p in empty_near(board, point, way)]
    return {stones - {p} for p, stones in rows if len(stones) == 5 and point in stones}


def straight_four(board: Board, point: Point, way: Point) -> frozenset[Point]:
    """The straight four with the stone at this point, if there is one: it becomes five in two ways."""
    four = row(board, point, way)
    if len(four) != 4:
        return frozenset()
    ways = [p for p in empty_near(board, point, way) if row({**board, p: "X"}, p, way) > four]
    return four if sum(len(row({**board, p: "X"}, p, way)) == 5 for p in ways) == 2 else frozenset()


def three(board: Board, point: Point, way: Point) -> bool:
    """Is the stone at this point part of a three: does one more stone, which is allowed and makes no five, make a
    straight four of it?"""
    for p in empty_near(board, point, way):
        if point in straight_four({**board, p: "X"}, p, way) and kind(board, p) == "allowed":
            return True
    return False


def kind(board: Board, point: Point) -> str:
    """What a stone of Black's would be on this point: ``five``, ``overline``, ``four four``, ``three three`` or
    ``allowed``."""
    board = {**board, point: "X"}
    runs = [run(board, point, way) for way in WAYS]
    if 5 in runs:
        return "five"
    if max(runs) > 5:
        return "overline"
    if sum(len(fours(board, point, way)) for way in WAYS) > 1:
        return "four four"
    if sum(three(board, point, way) for way in WAYS) > 1:
        return "three three"
    return "allowed"


def forbidden(board: Board) -> set[Point]:
    """All points that are forbidden for Black."""
    return {p for p, mark in board.items() if mark == "." and kind(board, p) not in ("five", "allowed")}


def perft(board: Board, depth: int, turn: int) -> int:
    """How many games of this length there are."""
    if depth == 0:
        return 1
    if wins(board, "X", exact=True) or wins(board, "O", exact=False):
        return 0
    barred = forbidden(board) if turn == 0 else set[Point]()
    free = [p for p, mark in board.items() if mark == "." and p not in barred]
    return sum(perft({**board, p: "XO"[turn]}, depth - 1, 1 - turn) for p in free)
