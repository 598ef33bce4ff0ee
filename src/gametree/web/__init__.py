"""The page: a server for play, analysis, searches to watch and solved games, and its static files."""
