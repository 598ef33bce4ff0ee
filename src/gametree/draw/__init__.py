"""Drawings: boards, trees of searches and graphs of games, as SVG and as the JSON that a page draws from."""
