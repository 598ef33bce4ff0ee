"""``--option help``: the options of an algorithm, with the default of each and what it does."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gametree.cli.common import table
from gametree.docstrings import attribute_docs
from gametree.errors import GameError

HELP = "help"


def option_help(algorithm: str) -> str:
    """The options of an algorithm of ``best``, as a table; ``textbook.NAME`` has those of the textbook form.

    >>> print(option_help("textbook.quiescence").splitlines()[0])
    textbook.quiescence  alpha-beta that evaluates only where it is quiet
    """
    from gametree.answering.algorithms import ALGORITHMS
    from gametree.tournament.spec import ENGINES, EXPECTING

    name = algorithm.removeprefix("textbook.")
    if name != algorithm:
        from gametree.textbook import ALGORITHMS as PRINTED

        if name in PRINTED:
            options = PRINTED[name].options
            return _table(algorithm, PRINTED[name].summary, {key: (value, "") for key, value in options.items()})
    if algorithm not in ALGORITHMS:
        raise GameError(f"unknown algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)} and textbook.NAME")
    made: Any = None
    kind: type = object
    if algorithm in ENGINES:
        from gametree.engine.options import Options

        made, kind = Options.named(algorithm), Options
    elif algorithm in EXPECTING:
        from gametree.engine.expectation import ExpectationOptions

        made, kind = ExpectationOptions.named(algorithm), ExpectationOptions
    elif algorithm == "conspiracy":
        from gametree.answering.conspiring import ConspiracyOptions

        made, kind = ConspiracyOptions(), ConspiracyOptions
    elif algorithm == "dfpn":
        from gametree.answering.proving import ProofOptions

        made, kind = ProofOptions(), ProofOptions
    elif algorithm == "mcts":
        from gametree.engine.mcts.options import MctsOptions

        made, kind = MctsOptions.named(), MctsOptions
    told: dict[str, tuple[object, str]] = {}
    if made is not None:
        about = _docs(kind)
        told = {f.name: (getattr(made, f.name), about.get(f.name, "")) for f in fields(made)}
    return _table(algorithm, ALGORITHMS[algorithm], told)


def _table(name: str, summary: str, options: dict[str, tuple[object, str]]) -> str:
    rows = [(f"  {key}={_word(value)}", about) for key, (value, about) in options.items()]
    return table([(name, summary), *(rows or [("  (no options)", "")])])


def _word(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _docs(cls: type) -> dict[str, str]:
    """The first sentence of the documentation of each attribute of a class."""
    docs = {name: text for base in reversed(cls.__mro__[:-1]) for name, text in attribute_docs(base).items()}
    sentences = {name: " ".join(text.split()).partition(". ")[0] for name, text in docs.items()}
    return {name: f"{text.rstrip('.')}." for name, text in sentences.items()}
