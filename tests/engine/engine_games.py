"""Trees and graphs for compiled searches. All of one shape of arrays, so that one compilation serves thousands."""

from hypothesis import strategies as st

from array_games import ArrayGame, Node

NODES, WIDTH = 128, 4


class Explicit(ArrayGame):
    """Estimates are on the scale of the payoffs."""

    shape = (NODES, WIDTH)
    repetition = "ignore"
    evaluation = "utility"
    bounds = (-9, 9)

    def evaluate(self, s):
        return int(self.values[s.node])


class Relative(Explicit):
    """Ends are wins, losses and draws; estimates are on a scale of their own."""

    evaluation = "relative"
    bounds = (-1, 1)

    def utility(self, s):
        value = int(self.values[s.node])
        return (value > 3) - (value < -3)

    def evaluate(self, s):
        return 100 * int(self.values[s.node])


class Seeing(Relative):
    """It sees what is forced within two actions, and leaves moves out that lose at once."""

    def seen(self, s, mine):
        """1 if the player ``mine`` (1 or −1) has won here or wins with the next action, −1 if he loses so, 0 else."""
        if self.terminal(s):
            return mine * self.utility(s)
        mover = mine if self.player(s) == (mine < 0) else -mine
        worst = 1
        for a in self.actions(s):
            child = self.result(s, a)
            value = mover * self.utility(child) if self.terminal(child) else 0
            if value == 1:
                return mover * mine
            worst = min(worst, -value)
        return -mover * mine if worst == 1 else 0

    def foresee(self, s):
        mine = -1 if self.player(s) else 1
        lost, longest = True, 1
        for a in self.actions(s):
            child = self.result(s, a)
            if self.terminal(child) and self.utility(child) == mine:
                return mine, 1
            lost = lost and self.seen(child, mine) == -1
            longest = longest if self.terminal(child) else 2
        if lost:
            return -mine, longest
        for a in self.actions(s):
            if self.seen(self.result(s, a), mine) == 1:
                return mine, 2
        return 0, 0

    def candidates(self, s):
        mine = -1 if self.player(s) else 1
        wins, safe = 0, 0
        for a in self.actions(s):
            child = self.result(s, a)
            wins += self.terminal(child) and self.utility(child) == mine
            safe += self.seen(child, mine) != -1
        for a in self.actions(s):
            child = self.result(s, a)
            if wins:
                if self.terminal(child) and self.utility(child) == mine:
                    yield a
            elif safe == 0 or self.seen(child, mine) != -1:
                yield a


class Mirrored(Relative):
    """Every node twice, the second time with its actions the other way round; some actions lead across."""

    def player(self, s):
        return int(self.movers[s.node % NODES])

    def actions(self, s):
        for a in range(WIDTH):
            action = a if s.node < NODES else WIDTH - 1 - a
            if self.edges[s.node % NODES, action] >= 0:
                yield a

    def result(self, s, a):
        action = a if s.node < NODES else WIDTH - 1 - a
        child = int(self.edges[s.node % NODES, action])
        side = s.node // NODES
        return Node(child + NODES * (side if (child + action) % 3 else 1 - side))

    def terminal(self, s):
        return bool(self.edges[s.node % NODES, 0] < 0)

    def utility(self, s):
        value = int(self.values[s.node % NODES])
        return (value > 3) - (value < -3)

    def evaluate(self, s):
        return 100 * int(self.values[s.node % NODES])

    def symmetries(self, s):
        yield Node((s.node + NODES) % (2 * NODES))


class Loopy(Relative):
    repetition = "draw"


class LoopyLoss(Relative):
    repetition = "loss"


class LoopyIllegal(Relative):
    repetition = "illegal"


class Threefold(Relative):
    repetition = "draw"
    recurrence = 3


class Shared(Loopy):
    """A cycle pays what is written at its node."""

    bounds = (-9, 9)

    def repeated(self, s):
        return int(self.values[s.node])


def grown(draw, first, movers_after):
    """Edges and movers of a random tree: who moves first is drawn, and who after whom."""
    edges, movers = [[]], [draw(first)]
    open_nodes = [0]
    while open_nodes and len(edges) < NODES - WIDTH:
        n = open_nodes.pop(0)
        count = draw(st.sampled_from([0, 1, 2, 2, 3, 4]) if n else st.integers(1, WIDTH))
        for _ in range(count):
            edges[n].append(len(edges))
            open_nodes.append(len(edges))
            edges.append([])
            movers.append(draw(movers_after(movers[n])))
    return edges, movers


@st.composite
def trees(draw):
    """Edges, movers and values of a random tree; players take turns or do not."""
    edges, movers = grown(draw, st.integers(0, 1), lambda mover: st.sampled_from([1 - mover, 1 - mover, mover]))
    values = [draw(st.integers(-9, 9)) for _ in edges]
    return edges, movers, values


@st.composite
def graphs(draw):
    """Edges, movers and values of a small random graph, with shared nodes and loops."""
    size = draw(st.integers(2, 10))
    movers = [draw(st.integers(0, 1)) for _ in range(size)]
    values = [draw(st.integers(-9, 9)) for _ in range(size)]
    edges = [sorted(draw(st.sets(st.integers(0, size - 1), max_size=3))) for _ in range(size)]
    edges[0] = edges[0] or [1]
    return edges, movers, values
