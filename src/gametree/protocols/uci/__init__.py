"""UCI and its sister UGI: ``server`` and ``ugi`` answer a client, ``client`` plays against a program.

``universal`` is what the two protocols share, ``go`` the command that starts a search.
"""
