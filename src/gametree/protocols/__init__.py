"""Protocols to talk to other programs in lines of text: a folder for each family of protocols, and what they share.

``session`` reads and answers lines, ``thinker`` searches in the background, and ``options`` are what a client may set.
``client`` is the other side: it drives a program that speaks a protocol.
"""
