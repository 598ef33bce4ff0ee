# pyright: basic
"""The kernel: rounds of Monte-Carlo tree search. A round selects a path (``selecting.py``), grows the tree at its end
(``growing.py``), plays a game out from there (``playouts.py``) and counts what it pays at every node of the path. What
the new nodes prove is passed up the path (``proving.py``).

With several threads, a thread does some rounds together that begin with the same moves, as far as the nodes there have
many visits, and counts them at these nodes once. Else the threads would spend their time waiting for the counts of the
nodes that all of them visit.
"""

from __future__ import annotations

import math

from gametree.compile import kernel
from gametree.engine.block import DEEPEST, NO_PLAYER, NODES, PAST, PATH, STOP, STOPPED
from gametree.engine.dual import (
    at,
    bump,
    claim_item,
    context_of,
    inner,
    pack,
    reals,
    row,
    unliteral,
    unpack,
)
from gametree.engine.mcts.amaf import count_amaf
from gametree.engine.mcts.growing import grow
from gametree.engine.mcts.guessing import pass_guesses_up
from gametree.engine.mcts.memory import (
    ACTION,
    AMAF,
    BEST,
    CHILDREN,
    CROWD,
    DEEP,
    FULL,
    GROW,
    GROWING,
    GUESSING,
    HIGH,
    LENGTH,
    LOW,
    MOVERS,
    NOTED,
    PAID,
    PLAYOUTS,
    SHARED,
    SHARING,
    SUMS,
    SWITCHES,
    TOP,
    TOTAL,
    TRAIL,
    UNKNOWN,
    VISITS,
    WORST,
)  # fmt: skip
from gametree.engine.mcts.playouts import playout
from gametree.engine.mcts.proving import improve, is_exact, settle
from gametree.engine.mcts.recycling import recycle
from gametree.engine.mcts.selecting import select
from gametree.engine.mcts.sharing import adopt, enrol
from gametree.engine.table import key_of
from gametree.game import CHANCE, MAX

RUN_OUT, PROVEN, NO_MEMORY = range(3)
"""Why the kernel returns: its rounds are over or it was stopped, the root is exact, or the tree must be tidied up."""
TOGETHER = 16
"""How many rounds a thread does together, if there are other threads."""
HEAVY = 64
"""The moves that they have in common lead to nodes with at least this many visits for each of them."""


@kernel
def simulate(game, words, rounds, extras, block):
    """Do this many rounds. With 0 rounds: tidy the tree up. If ``extras`` is None, what only some options need is not
    even compiled."""
    context = context_of(block)
    shared, low, high = row(context, SHARED), reals(context, LOW), reals(context, HIGH)
    root = unliteral(0)
    if rounds == 0:
        moved = shared[at(TOP)] > 0
        recycle(game, extras, block)
        if moved:  # what is proven about the new root must be shown by its children: they are its moves
            for i in range(game._seats):
                low[at(i)], high[at(i)] = game._low, game._high
            row(context, LENGTH)[0] = UNKNOWN
            improve(game, root, game.player(unpack(game, words)), block)
        return RUN_OUT
    left = rounds
    while left > 0:
        if shared[at(FULL)]:
            return NO_MEMORY
        if row(context, CHILDREN)[0] > 0 and is_exact(game, root, block):
            return PROVEN
        if context[STOP]:
            return RUN_OUT
        if context[CROWD]:
            left -= rounds_together(game, words, min(left, TOGETHER), extras, block)
        else:
            row(context, TRAIL)[0] = root
            one_round(game, words, words, root, extras, block)
            left -= 1
    return RUN_OUT


@inner
def rounds_together(game, words, most, extras, block):
    """Some rounds that begin with the same moves; returns how many they were."""
    context, seats = context_of(block), game._seats
    trail, sums, paid = row(context, TRAIL), row(context, SUMS), row(context, PAID)
    fork, start = descend(game, words, most, extras, block)
    for k in range(seats):
        sums[at(k)] = 0
    done = 0
    while done < most:
        one_round(game, words, start, fork, extras, block)
        if context[STOP] > STOPPED:
            return most
        for k in range(seats):
            sums[at(k)] += paid[at(k)]
        done += 1
        if context[STOP] or is_exact(game, trail[at(fork)], block):
            break
    for i in range(fork + 1):
        pay(game, i, most if i > 0 else 0, done, sums, block)
    return done


@inner
def descend(game, words, most, extras, block):
    """Choose the moves that rounds have in common; returns how many they are, and the state after them."""
    context, trail = context_of(block), row(context_of(block), TRAIL)
    visits, children = row(context, VISITS), row(context, CHILDREN)
    start, ply, node = words, unliteral(0), unliteral(0)
    trail[0] = node
    while visits[at(node)] >= HEAVY * most and children[at(node)] > 0 and ply < context[DEEP]:
        s = unpack(game, start)
        player = game.player(s)
        child = select(game, player, node, extras, block)
        if player == CHANCE or child < 0 or visits[at(child)] < HEAVY * most or is_exact(game, child, block):
            break
        row(context, MOVERS)[at(ply)] = player
        if game._repeats:
            row(context, PATH)[at(context[PAST] + ply)] = key_of(pack(game.position(s)))
        go_on(game, player, child, most, block)
        start = pack(game.result(s, row(context, ACTION)[at(child)]))
        ply, node = ply + 1, child
        trail[at(ply)] = node
    return ply, start


@inner
def one_round(game, words, start, fork, extras, block):
    """Select, expand, play out, back up, from the node at the ply ``fork`` of the path on; its state is ``start``."""
    context = context_of(block)
    trail, movers, paid = row(context, TRAIL), row(context, MOVERS), row(context, PAID)
    visits, children = row(context, VISITS), row(context, CHILDREN)
    s = unpack(game, start)
    node, ply = trail[at(fork)], fork
    context[NODES] += 1
    context[NOTED] = 0
    while True:
        trail[at(ply)] = node
        if ply > 0 and is_exact(game, node, block):
            pay_known(game, node, block)
            if extras is not None:
                settle(game, ply - 1, block)  # it may have been proven on another way to it
            break
        player = game.player(s)
        movers[at(ply)] = player
        if player != CHANCE and (player < 0 or player >= game.players):
            context[STOP] = NO_PLAYER
            return
        if game._repeats:
            row(context, PATH)[at(context[PAST] + ply)] = key_of(pack(game.position(s)))
        if children[at(node)] <= 0:
            earlier = visits[at(node)] - context[CROWD]  # this visit is counted already if there are other threads
            ripe = ply == 0 or (earlier >= row(context, SHARED)[at(GROW)] and ply < context[DEEP])
            if ripe and claim_item(children, at(node), 0, GROWING):
                extend(game, words, s, player, node, ply, extras, block)
                if context[STOP] > STOPPED:
                    return
                settle(game, ply, block)
            if children[at(node)] <= 0:  # not yet, or no memory, or another thread is at it
                for i in range(game._seats):
                    paid[at(i)] = 0
                last = unliteral(-1)
                if ply > 0 and movers[at(ply - 1)] != CHANCE:
                    last = row(context, ACTION)[at(node)]
                for _ in range(context[PLAYOUTS]):
                    playout(game, s, last, extras, block)
                if context[STOP] > STOPPED:
                    return
                for i in range(game._seats):
                    paid[at(i)] = paid[at(i)] // context[PLAYOUTS]
                    spread(paid[at(i)], block)
                break
            if is_exact(game, node, block):
                pay_known(game, node, block)
                break
        child = select(game, player, node, extras, block)
        if child < 0:  # it was proven by another thread, or on another way
            settle(game, ply, block)
            pay_known(game, node, block)
            break
        ply += 1
        if context[CROWD]:
            go_on(game, player, child, 1, block)
        s = unpack(game, pack(game.result(s, row(context, ACTION)[at(child)])))
        node = child
        if ply > context[DEEPEST]:
            context[DEEPEST] = ply
    back_up(game, fork, ply, block)
    if extras is not None:
        if context[SWITCHES] & AMAF:
            count_amaf(game, ply, block)


@inner
def extend(game, words, s, player, node, ply, extras, block):
    """Give a leaf children: those of another node with the same state, if it may share, or else new ones."""
    if extras is None:
        grow(game, s, player, node, ply, extras, block)
        return
    context = context_of(block)
    shares = False
    if not game._repeats:
        shares = context[SWITCHES] & SHARING != 0 and ply > 0
    if not (shares and adopt(game, words, s, node, ply, block)):
        grow(game, s, player, node, ply, extras, block)
        if shares and row(context, CHILDREN)[at(node)] > 0:
            enrol(game, s, node, block)
    if context[SWITCHES] & GUESSING:
        pass_guesses_up(game, ply, block)


@inner
def pay_known(game, node, block):
    """The payoff of a round that ends at a node of which nothing is left to find out: its value, or else its average
    within the bounds."""
    context, seats = context_of(block), game._seats
    low, high, total = reals(context, LOW), reals(context, HIGH), row(context, TOTAL)
    n = row(context, VISITS)[at(node)]
    for i in range(seats):
        item = node * seats + i
        average = total[at(item)] / n if n > 0 else 0.0
        row(context, PAID)[at(i)] = math.floor(min(max(average, low[at(item)]), high[at(item)]) + 0.5)


@inner
def spread(value, block):
    """Note the least and the greatest payoff. (What has not changed is not written: that would take the cache line away
    from other threads.)"""
    shared = row(context_of(block), SHARED)
    if value < shared[at(WORST)]:
        shared[at(WORST)] = value
    if value > shared[at(BEST)]:
        shared[at(BEST)] = value


@inner
def virtual(game, player, seat):
    """What a player pays for the time being who has chosen a move; chance pays what Min does."""
    if game._several:
        return game._low if player == seat else 0
    return game._low if player == MAX else game._high


@inner
def go_on(game, player, child, rounds, block):
    """A virtual loss of these rounds, until the payoff is known: other threads try other moves meanwhile."""
    context, seats = context_of(block), game._seats
    bump(row(context, VISITS), at(child), rounds)
    for k in range(seats):
        bump(row(context, TOTAL), at(child * seats + k), rounds * virtual(game, player, k))


@inner
def pay(game, ply, virtual_ones, rounds, sums, block):
    """Count rounds at a node of the path, in place of its virtual losses."""
    context, seats = context_of(block), game._seats
    node = row(context, TRAIL)[at(ply)]
    if rounds != virtual_ones:
        bump(row(context, VISITS), at(node), rounds - virtual_ones)
    for k in range(seats):
        lost = 0
        if ply > 0:
            lost = virtual_ones * virtual(game, row(context, MOVERS)[at(ply - 1)], k)
        bump(row(context, TOTAL), at(node * seats + k), sums[at(k)] - lost)


@inner
def back_up(game, fork, ply, block):
    """Count what was paid at every node of the path; if there are other threads, at those behind the fork."""
    context, seats = context_of(block), game._seats
    trail, visits, total, paid = row(context, TRAIL), row(context, VISITS), row(context, TOTAL), row(context, PAID)
    if context[CROWD]:
        for i in range(fork + 1, ply + 1):
            pay(game, i, 1, 1, paid, block)
        return
    for i in range(ply + 1):
        visits[at(trail[at(i)])] += 1
        for k in range(seats):
            total[at(trail[at(i)] * seats + k)] += paid[at(k)]
