"""Rules that are wrong on purpose, past the trial that would have told so first (``compile/trial``)."""

from unittest.mock import patch


def without_trial(test):
    """The test as it is, with rules that nobody has tried: what searches and solvers say of them is looked at."""
    quiet = patch("gametree.compile.trial.trying._judged", new=lambda game: "")
    nothing = patch("gametree.compile.comparison.states_met", new=lambda game: [])
    return quiet(nothing(test))
