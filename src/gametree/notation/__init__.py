"""Moves and positions as words.

- ``names``: the names of actions for people, and reading them.
- ``words``: the same as one word of a protocol.
- ``moves``: moves in the files of other programs.
- ``unclaimed``: games that go on although a draw could be claimed.
"""
