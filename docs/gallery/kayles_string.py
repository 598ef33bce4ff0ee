"""Kayles on a string of pins: a ball knocks down one pin or two neighbours, and the last ball wins."""

from gametree import Game


class Kayles(Game):
    repetition = "ignore"

    def __init__(self, pins=7):
        self.pins = pins

    def initial(self):
        return "1:" + "I" * self.pins

    def player(self, s):
        return int(s[0]) - 1

    def actions(self, s):
        row = s[2:]
        single = [i for i, pin in enumerate(row) if pin == "I"]
        double = [100 + i for i in range(len(row) - 1) if row[i : i + 2] == "II"]
        return single + double

    def result(self, s, a):
        start, count = a % 100, 2 if a >= 100 else 1
        row = s[2:]
        return ("2:" if s[0] == "1" else "1:") + row[:start] + "." * count + row[start + count :]

    def terminal(self, s):
        return "I" not in s

    def utility(self, s):
        return 1 if s.startswith("2") else -1
