"""The files that other programs read and write: games (PGN, SGF), test positions (EPD), opening books (Polyglot)."""
