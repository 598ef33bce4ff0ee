"""Monte-Carlo tree search, compiled.

A round selects a path down the tree, grows the tree there, plays a game out and counts its payoff at every node of the
path (``rounds.py``, ``playouts.py``). The tree is a set of arrays (``memory.py``) that all threads share; when it is
full, what was visited least is dropped (``recycling.py``). Every node has proven bounds of its value, so that a value
can be certain: MCTS-Solver (Winands, Björnsson & Saito 2008), with score bounds (Cazenave & Saffidine 2010).
``search.py`` runs the rounds under limits, ``engine.py`` keeps the tree from move to move.
"""
