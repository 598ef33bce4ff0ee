"""Moves and positions as words.

- ``names``: what people call an action, and what they type for it.
- ``words``: the same as one word of a protocol.
- ``moves``: what the files of other programs write.
- ``unclaimed``: games that go on where a draw could be claimed.
"""
