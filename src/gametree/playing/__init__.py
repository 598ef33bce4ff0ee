"""A game at the table, between people and the computer: what ``play`` is made of."""
