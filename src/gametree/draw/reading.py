"""The events of a trace as steps on the drawn tree, each with its reason and as a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gametree.draw.nodes import Step
from gametree.game import CHANCE, MAX, MIN
from gametree.textbook.support.tracing import player_name

if TYPE_CHECKING:
    from gametree.analysis import Value
    from gametree.draw.growing import Drawn
    from gametree.textbook.support.tracing import Event, Trace

NOBODY = -1
"""The value of ``best`` if a value comes from none of the children."""
NUMBERS = re.compile(r"\bproof (\S+), disproof (\S+)$")
"""The numbers of a node in a proof-number search, as the reason of a step tells them."""
SPAN = re.compile(r"\bfrom (.+) to (.+)$")
"""The bounds of a node in B*."""
UNEVEN = ("iterative", "quiescence", "singular", "reuse")
"""Searches to several depths: there the number of nodes saved by a cut is unclear."""


class Reading:
    """One search on the drawn tree: its events become steps."""

    def __init__(self, drawn: Drawn, trace: Trace, ids: list[int]):
        self.drawn, self.trace, self.ids = drawn, trace, ids
        self.parents: list[int | None] = []
        self.entered: list[set[int]] = []  # by the trace's node: the actions that were looked at on this visit
        self.has: dict[int, Value] = {}  # by the trace's node: what its mover has found
        self.done: set[int] = set()  # nodes of the trace whose other children are accounted for
        self.chosen: int | None = None  # the leaf that the search goes on with
        self.steps = [self._step(event) for event in trace.events]

    def _step(self, e: Event) -> Step:
        show, step = self.trace.scale.show, Step(e.kind, self.ids[e.node], why=e.why, lines=e.lines)
        if e.alpha is not None and e.beta is not None:
            step.window = show(e.alpha), show(e.beta)
        if e.value is not None:
            step.value = show(e.value)
            step.label = step.value
        if numbers := NUMBERS.search(e.why):
            step.numbers, step.label = (numbers[1], numbers[2]), f"{numbers[1]} | {numbers[2]}"
            if e.node == 0 and "0" in step.numbers:  # proved or disproved: nothing is left to choose
                self.chosen = None
        elif span := SPAN.search(e.why):
            step.label = f"{span[1]} … {span[2]}"
        if e.kind == "select":
            self.chosen = step.node
        step.chosen = self.chosen
        match e.kind:
            case "enter":
                self.parents.append(e.parent)
                self.entered.append(set())
                if e.parent is not None and e.action is not None:
                    self.entered[e.parent].add(e.action)
            case "update":
                self._update(e, step)
            case "cut":
                self._leave_out(e, step)
                step.why = self._who_has_it(e)
                step.label = self._bounded(e, step.value)
            case "leave":
                mark = {"at most this": "≤ ", "at least this": "≥ "}.get(e.why.partition(":")[0], "")
                step.label = mark + (step.value or "")
                if e.node in self.has and self.has[e.node] != e.value:
                    step.best = NOBODY  # a bound of the window is returned: it comes from none of the children
                if self.entered[e.node]:
                    self._leave_out(e, step)
            case _:
                pass
        step.say = self._sentence(e, step)
        return step

    def _update(self, e: Event, step: Step) -> None:
        if step.numbers:
            return
        if e.best is not None and e.value is None:
            step.best = self.ids[e.best]
            return
        if e.value is not None:
            self.has[e.node] = e.value
            step.label = self._bounded(e, step.value)
        best = NOBODY if e.best is None else self.ids[e.best]
        step.best = best if best != NOBODY and self.drawn.nodes[best].parent == step.node else NOBODY

    def _bounded(self, e: Event, value: str | None) -> str | None:
        """The label while more moves follow: the mover has at least this; outside the window it is a bound from the
        other side."""
        if self.trace.rules.players > 2 or self.trace.algorithm in ("dynamic", "label") or e.player not in (MAX, MIN):
            return value
        if e.why.startswith(f"{self._name(e.player)} has at "):
            return f"{'≤' if e.player == MAX else '≥'} {value}"
        return f"{'≥' if e.player == MAX else '≤'} {value}"

    def _leave_out(self, e: Event, step: Step) -> None:
        """Note the children that will not be searched."""
        if e.node in self.done:
            return
        self.done.add(e.node)
        others = [a for a in self.drawn.legal(step.node) if a not in self.entered[e.node]]
        depth = self.trace.depth
        left = None if depth is None else depth - e.ply - 1
        counted = depth is None or self.trace.algorithm not in UNEVEN
        step.cut, spared = self.drawn.leave_out(step.node, others, left, counted=counted)
        step.saved = spared if step.cut else None

    def _who_has_it(self, e: Event) -> str:
        """The reason of a cut, with the place where the other player already has a better value."""
        limit, holder = (e.beta, MIN) if e.player == MAX else (e.alpha, MAX)
        if not e.why.endswith(f"; {player_name(holder)} already has {self.trace.scale.show(limit)}"):
            return e.why  # there is another reason
        above = self.parents[e.node]
        while above is not None:
            node = self.drawn.nodes[self.ids[above]]
            if node.player == holder and self.has.get(above) == limit:
                return f"{e.why} {_at(node.place)}"
            above = self.parents[above]
        return e.why

    def _name(self, player: int) -> str:
        return player_name(player, self.trace.rules.players)

    def _sentence(self, e: Event, step: Step) -> str:
        node = self.drawn.nodes[step.node]
        place, why = node.place, f" ({step.why})" if step.why else ""
        match e.kind:
            case "enter":
                turn = "chance decides" if e.player == CHANCE else f"{self._name(e.player)} to move"
                window = f", window {step.window[0]} to {step.window[1]}" if step.window else ""
                words = f"Come to {_position(place)}: {'the game is over' if node.end else turn}{window}{why}"
            case "leaf" | "hit":
                words = f"{_at(place)}: {step.why}" if step.value is None else f"{_at(place)}: worth {step.value}{why}"
            case "select":
                words = f"Go on {_at(place)}: {step.why}"
            case "leave":
                bound, _, returned = e.why.partition(": ")
                mark = {"at most this": "at most ", "at least this": "at least "}.get(bound, "")
                words = f"Go back up from {_position(place)} with {mark}{step.value}"
                words += f": {returned}" if returned else ""
            case "cut":
                spared = "" if step.saved is None else f" ({step.saved:,} node{'s' * (step.saved != 1)} not looked at)"
                words = f"{_at(place)}: {step.why}{spared}"
            case _:
                words = f"{_at(place)}: {step.why or f'worth {step.value}'}"
        return words[:1].upper() + words[1:]


def _at(place: str) -> str:
    return place if place.startswith("after ") else f"at {place}"


def _position(place: str) -> str:
    return f"the position {place}" if place.startswith("after ") else place
