"""The files that other programs read and write: games (PGN), test positions (EPD), opening books (Polyglot)."""
