"""Virtual connections by search: H-search (Anshelevich 2000), from the edges and chains of one side.

A *full* connection of two ends holds even if the other side moves next; a *semi* connection needs one more own stone.
The free cells that it needs are its *carrier*. Neighbours are fully connected with an empty carrier. Then

- the AND rule: two connections that meet in a chain of the side and share no cell are one full connection; if they meet
  in a free cell, a semi connection, whose key is that cell;
- the OR rule: semi connections of the same ends, without a cell that is in all of their carriers, are a full one.

One end of a connection is always an *anchor*: an edge or a chain. The other one may be a free cell, too. Between free
cells only neighbours and bridges count.

All that is found lies in one array, the *notes*: for each pair of an anchor and an end how many full and semi
connections are known, their carriers, and a queue of full connections whose consequences are not drawn yet. Where there
is no room left connections are missed, but none is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.bits import has_bit, lowest, ones, popcount, put, with_bit
from gametree.boards import LARGEST
from gametree.game import S
from gametree.games.hex.inferior import Inferior

if TYPE_CHECKING:
    from gametree.games.hex.cells import Stones

ANCHORS = 16
"""The first ones are the edges, the others chains; further chains are no ends."""
FULLS, SEMIS = 6, 12
"""Room for the carriers of a pair."""
QUEUE = 4096
"""Room in the queue."""
HEAD, TAIL, KEY, NUMBERS = range(4)
"""The first words of the notes: the ends of the queue, and the key of a semi connection of the edges."""
ANY, ALL = range(2)
"""What is looked for: any connection of the edges, or the cells that are in all of them."""


class Connections(Inferior[S]):
    """A search for connections."""

    def __init__(self, columns: int, rows: int):
        super().__init__(columns, rows)
        self.ends = ANCHORS + self.bits
        self.pairs = ANCHORS * self.ends
        # where the parts of the notes begin: numbers, and from ``carriers`` on boards, counted in boards; the last two
        # are what all semi connections of the edges have in common, and the carrier of the full one
        self.semi_counts = NUMBERS + self.pairs
        self.queue = self.semi_counts + self.pairs
        self.carriers = self.queue + QUEUE
        self.semis_at = self.pairs * FULLS
        self.queued_at = self.semis_at + self.pairs * SEMIS
        self.common_at = self.queued_at + QUEUE
        self.proof_at = self.common_at + 1
        self.words = max(1, -(-self.bits // 64)) if self.bits > 63 else 1
        self.size = self.carriers + (self.proof_at + 1) * self.words

    # --- boards in the notes -------------------------------------------------------------------------------------

    def noted(self, notes: Any, i: int) -> Stones:
        """The board at a place of the notes."""
        return int(notes[self.carriers + i])

    def note(self, notes: Any, i: int, cells: Stones) -> None:
        """Write a board into the notes."""
        notes[self.carriers + i] = cells

    # --- the search ----------------------------------------------------------------------------------------------

    def connected(self, own: Stones, other: Stones, edges: tuple[Stones, ...], goal: int) -> tuple[Stones, int]:
        """The cells that are in all semi connections found of a side's edges (none if the edges are fully connected),
        and the key of one of them, −1 if there is none."""
        notes = self.connections(own, other, edges, goal)
        return self.noted(notes, self.common_at), int(notes[KEY])

    def connections(self, own: Stones, other: Stones, edges: tuple[Stones, ...], goal: int) -> Any:
        """The notes on the connections of a side. The search ends once it is clear that the edges are fully connected;
        with the goal ``ANY``, once any connection of them is found."""
        notes = np.empty(self.size, np.int64)
        for i in range(self.queue):
            notes[i] = 0
        notes[KEY] = -1
        free = self.full & ~(own | other)
        self.note(notes, self.common_at, free)
        self.note(notes, self.proof_at, self.empty)
        anchors = self.anchored(notes, own, free, edges)
        while notes[HEAD] < notes[TAIL] and (goal == ALL or notes[KEY] < 0):
            at = int(notes[HEAD])
            notes[HEAD] = at + 1
            pair, carrier = int(notes[self.queue + at]), self.noted(notes, self.queued_at + at)
            anchor, end = pair // self.ends, pair % self.ends
            if self.edges == 3 and anchor < self.edges:
                self.meet(notes, anchor, end, carrier)
            if end >= ANCHORS:
                self.through_cell(notes, anchor, end - ANCHORS, carrier, free, anchors)
            elif end >= self.edges:
                self.through_chain(notes, anchor, end, carrier, free, anchors)
            if anchor >= self.edges:
                self.through_anchor(notes, anchor, end, carrier, anchors)
            if self.noted(notes, self.common_at) == self.empty:
                break
        return notes

    def anchored(self, notes: Any, own: Stones, free: Stones, edges: tuple[Stones, ...]) -> int:
        """Number the edges and chains, and connect each with its neighbours; return how many there are. In Hex the
        chains at an edge are one with it; in Y they may touch several edges, and are connected with each."""
        rest = own
        for edge in range(self.edges):
            cells = edges[edge]
            if self.edges == 2:
                joined = self.grown(own & cells, own, self.empty)
                cells |= self.around(joined)
                rest &= ~joined
            self.touching(notes, edge, cells & free)
        anchors = self.edges
        while rest != self.empty and anchors < ANCHORS:
            chain = self.grown(with_bit(self.empty, lowest(rest)), own, self.empty)
            for edge in range(self.edges):
                if self.edges == 3 and chain & edges[edge] != self.empty:
                    self.add_full(notes, edge, anchors, self.empty)
            self.touching(notes, anchors, self.around(chain) & free)
            rest &= ~chain
            anchors += 1
        return anchors

    def touching(self, notes: Any, anchor: int, cells: Stones) -> None:
        """Connect an anchor with its free neighbours."""
        for cell in ones(cells):
            self.add_full(notes, anchor, ANCHORS + cell, self.empty)

    # --- the AND rule --------------------------------------------------------------------------------------------

    def through_cell(self, notes: Any, anchor: int, cell: int, carrier: Stones, free: Stones, anchors: int) -> None:
        """At a free cell: from an anchor to it, and on to another anchor, a neighbour, or the other end of a bridge."""
        needed = with_bit(carrier, cell)
        for other in range(anchors):
            if other != anchor:
                pair = other * self.ends + ANCHORS + cell
                for i in range(notes[NUMBERS + pair]):
                    more = self.noted(notes, pair * FULLS + i)
                    if more & needed == self.empty:
                        if max(anchor, other) >= self.edges:
                            self.add_semi(notes, anchor, other, needed | more)
                        elif self.edges == 2:
                            self.nearly_joined(notes, needed | more, cell)
        rest = free & ~needed
        for d in range(6):
            near = cell + self.steps[d]
            if self.is_in(rest, near):
                self.add_semi(notes, anchor, ANCHORS + near, needed)
                beside, end = cell + self.steps[(d + 1) % 6], near + self.steps[(d + 1) % 6]
                if self.is_in(rest, beside) and self.is_in(rest, end):
                    self.add_semi(notes, anchor, ANCHORS + end, with_bit(with_bit(needed, near), beside))

    def through_chain(self, notes: Any, anchor: int, chain: int, carrier: Stones, free: Stones, anchors: int) -> None:
        """At a chain: from an anchor to it, and on to all with which it is connected."""
        for cell in ones(free & ~carrier):
            self.join(notes, anchor, ANCHORS + cell, carrier, chain * self.ends + ANCHORS + cell)
        for other in range(anchors):
            if other not in (anchor, chain):
                self.join(notes, anchor, other, carrier, chain * self.ends + other)

    def join(self, notes: Any, anchor: int, end: int, carrier: Stones, pair: int) -> None:
        """A connection and each of those of a pair are one."""
        for i in range(notes[NUMBERS + pair]):
            more = self.noted(notes, pair * FULLS + i)
            if more & carrier == self.empty:
                self.add_full(notes, anchor, end, carrier | more)

    def through_anchor(self, notes: Any, chain: int, end: int, carrier: Stones, anchors: int) -> None:
        """At a chain: what is connected with it is connected with this end."""
        for anchor in range(anchors):
            if anchor not in (chain, end):
                pair = anchor * self.ends + chain
                for i in range(notes[NUMBERS + pair]):
                    more = self.noted(notes, pair * FULLS + i)
                    if more & carrier == self.empty and (end < ANCHORS or not has_bit(more, end - ANCHORS)):
                        self.add_full(notes, anchor, end, carrier | more)

    # --- what was found ------------------------------------------------------------------------------------------

    def add_full(self, notes: Any, anchor: int, end: int, carrier: Stones) -> None:
        """A full connection was found."""
        if max(anchor, end) < self.edges:
            if self.edges == 2:
                self.joined_edges(notes, carrier)
            return
        pair = anchor * self.ends + end
        if not self.insert(notes, NUMBERS + pair, pair * FULLS, FULLS, carrier):
            return
        self.wait(notes, pair, carrier)
        if end < ANCHORS:
            pair = end * self.ends + anchor
            self.insert(notes, NUMBERS + pair, pair * FULLS, FULLS, carrier)
            self.wait(notes, pair, carrier)

    def wait(self, notes: Any, pair: int, carrier: Stones) -> None:
        """Put a connection into the queue."""
        tail = int(notes[TAIL])
        if tail < QUEUE:
            notes[self.queue + tail] = pair
            self.note(notes, self.queued_at + tail, carrier)
            notes[TAIL] = tail + 1

    def add_semi(self, notes: Any, anchor: int, end: int, carrier: Stones) -> None:
        """A semi connection was found; together with others it may be a full one (the OR rule)."""
        pair = min(anchor, end) * self.ends + max(anchor, end)
        for i in range(notes[NUMBERS + pair]):
            if self.noted(notes, pair * FULLS + i) & ~carrier == self.empty:
                return
        at = self.semis_at + pair * SEMIS
        if not self.insert(notes, self.semi_counts + pair, at, SEMIS, carrier):
            return
        common = union = carrier
        while common != self.empty:
            before = least = popcount(common)
            size, chosen = self.bits + 1, -1
            for i in range(notes[self.semi_counts + pair]):
                more = self.noted(notes, at + i)
                shared = popcount(common & more)
                if shared < before and shared <= least:
                    both = popcount(union | more)
                    if shared < least or both < size:
                        least, size, chosen = shared, both, i
            if chosen < 0:
                return
            common &= self.noted(notes, at + chosen)
            union |= self.noted(notes, at + chosen)
        self.add_full(notes, min(anchor, end), max(anchor, end), union)

    def joined_edges(self, notes: Any, carrier: Stones) -> None:
        """The edges are fully connected."""
        self.note(notes, self.common_at, self.empty)
        self.note(notes, self.proof_at, carrier)
        if notes[KEY] < 0:
            notes[KEY] = lowest(carrier)

    def nearly_joined(self, notes: Any, carrier: Stones, key: int) -> None:
        """A semi connection of the edges was found."""
        notes[KEY] = key
        common = self.noted(notes, self.common_at)
        if common & ~carrier != self.empty:
            self.note(notes, self.common_at, common & carrier)
            self.note(notes, self.proof_at, self.noted(notes, self.proof_at) | carrier)

    def meet(self, notes: Any, edge: int, end: int, carrier: Stones) -> None:
        """Do connections of all three edges of Y meet in this chain or cell, without a common cell?"""
        second, third = ((edge + 1) % 3) * self.ends + end, ((edge + 2) % 3) * self.ends + end
        for i in range(notes[NUMBERS + second]):
            more = self.noted(notes, second * FULLS + i)
            if more & carrier == self.empty:
                for j in range(notes[NUMBERS + third]):
                    last = self.noted(notes, third * FULLS + j)
                    if last & (carrier | more) == self.empty:
                        if end < ANCHORS:
                            self.joined_edges(notes, carrier | more | last)
                        else:
                            self.nearly_joined(notes, with_bit(carrier | more | last, end - ANCHORS), end - ANCHORS)

    def insert(self, notes: Any, counter: int, at: int, room: int, carrier: Stones) -> bool:
        """Add a carrier to a list, unless a part of it is there already. Those of which it is a part leave the list; if
        there is no room, the largest one does."""
        count, kept, most, largest = int(notes[counter]), 0, -1, 0
        for i in range(count):
            if self.noted(notes, at + i) & ~carrier == self.empty:
                return False
        for i in range(count):
            other = self.noted(notes, at + i)
            if carrier & ~other != self.empty:
                self.note(notes, at + kept, other)
                if popcount(other) > most:
                    most, largest = popcount(other), kept
                kept += 1
        if kept == room:
            if most <= popcount(carrier):
                return False
            self.note(notes, at + largest, carrier)
        else:
            self.note(notes, at + kept, carrier)
            kept += 1
        notes[counter] = kept
        return True


class WordByWord(Connections[S]):
    """For boards of several words."""

    def noted(self, notes: Any, i: int) -> Stones:
        cells, at = self.empty, self.carriers + i * self.words
        for word in range(self.words):
            cells = put(cells, word, int(notes[at + word]))
        return cells

    def note(self, notes: Any, i: int, cells: Stones) -> None:
        at = self.carriers + i * self.words
        for word in range(self.words):
            notes[at + word] = cells[word]


def is_small(columns: int, rows: int) -> bool:
    """Has an integer room for the board?"""
    return (columns + 1) * rows <= LARGEST
