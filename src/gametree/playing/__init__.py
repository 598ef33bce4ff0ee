"""The parts of ``play``: a game between people and the computer."""
