"""Conversations with other programs, over lines of text: one file for each protocol, and what they share.

``session`` reads and answers lines, ``thinker`` searches in the background, ``options`` are what a client may set, and
``words`` are moves and positions as words; ``client`` is the other side: it drives a program that speaks a protocol.
"""
