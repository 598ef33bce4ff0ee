"""The best move of a position, by the engine, a textbook form, a proof, a book or a simple player.

- ``best``: the verb; it reads the arguments and chooses the module.
- ``many``: the same for many positions, over all cores.
- ``building``: games compiled beforehand.
- ``algorithms``: the algorithms by name, which of them ``auto`` means, and which limits make sense.
- ``simple``: players that do not search, and answers that need no search.
- ``by_textbook``: ``best`` by a textbook form.
- ``proving``: ``best`` by proof numbers.
"""
