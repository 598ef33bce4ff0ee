"""Matches: players, games between them, and estimates of their strength.

(Not called ``match``: a folder of that name would hide the verb ``gametree.match``.)
"""
