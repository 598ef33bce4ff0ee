"""Games that were written for other programs, as they are: each adapter makes one of ours of them.

A class for easyAI or for aima-python is known by its methods (``foreign``), wherever its base class comes from: the
other package where that is installed, else a small stand-in (``standins/``). ``openspiel`` makes a game of
OpenSpiel one of ours. All of them run interpreted: their positions are objects (``positions``), not integers.
"""
