"""The front end: rules as people write them become rules that compile.

``source.py`` reads the methods, ``observing.py`` says of what shape (``shapes.py``) the values of random games are,
``layout.py`` packs these into words, ``rules/`` rewrites one kind of expression or statement a file, and ``twin.py``
puts the packed twin of the game together, which ``tries.py`` tries with more and more room. ``choosing.py`` chooses:
the game as it is written where that compiles (``as_written.py``), else its twin, else neither. ``front.py`` remembers
it.
"""
