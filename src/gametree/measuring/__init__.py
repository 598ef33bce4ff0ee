"""The parts of ``measure``: branching factor, length of games and number of states."""
