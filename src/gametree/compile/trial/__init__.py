"""The trial of a user's rules: before anything else, a few random games are played with them.

The games are played in plain Python, on a copy of the rules that is watched (``watched.py``): each loop counts its
rounds, and each operator that means something else in 64 bits looks at its operands (``operators.py``). So three
mistakes are found (``trying.py``) that compiled code would not notice:

- a method that raises, or whose answer is of the wrong kind: one clear line, for every verb;
- a method that goes on for ever: compiled, it could not even be interrupted;
- integers beyond 64 bits: such a game runs interpreted, and one line says why.

A game that has passed is remembered in the cache by a digest of its rules, and not tried again.

When the rules have been compiled, each compiled method is compared with Python's on states of these games
(``compile/comparison.py``). If an answer differs, the game runs interpreted too. A kernel is kept in the cache only
after that.
"""
