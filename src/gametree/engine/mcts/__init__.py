"""Monte-Carlo tree search, compiled.

A round (``rounds.py``) selects a path down the tree (``selecting.py``), grows the tree there (``growing.py``), plays a
game out (``playouts.py``) and counts its payoff at every node of the path. The tree is a set of arrays (``memory.py``)
that all threads share; when it is full, what was visited least is dropped (``recycling.py``). Every node has proven
bounds of its value, so that a value can be certain (``proving.py``): MCTS-Solver (Winands, Björnsson & Saito 2008),
with score bounds (Cazenave & Saffidine 2010). Techniques that are off unless asked for: priors and implicit minimax
(``guessing.py``), moves that are good whenever they are played (``amaf.py``), shared children (``sharing.py``).
``search.py`` runs the rounds under limits, ``engine.py`` keeps the tree from move to move.
"""
