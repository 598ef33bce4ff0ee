"""``gametree example``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Json, table
from gametree.cli.output import say_json
from gametree.teaching.examples import EXAMPLES, TOPICS, line
from gametree.teaching.examples import example as named


def example(
    name: Annotated[str, Parameter(help="The name of an example; without one, all are listed.")] = "",
    /,
    *,
    dry: Annotated[bool, Parameter(help="Show the commands, but do not run them.", negative="")] = False,
    json: Json = False,
) -> int | None:
    """The examples of lectures and textbooks, one command each.

    Runs the commands of an example, and shows them, so that you can change them. docs/textbooks.md says where in the
    texts each comes from; on the page they are in the list of examples.
    """
    if not name:
        if json:
            say_json({"examples": [{**found.page(), "commands": found.commands} for found in EXAMPLES.values()]})
            return None
        for topic in TOPICS:
            rows = [(f"  {found.name}", found.title) for found in EXAMPLES.values() if found.topic == topic]
            print(f"{topic}\n{table(rows)}")
        return None
    chosen = named(name)
    if json:
        say_json({**chosen.page(), "commands": chosen.commands})
        return None
    print(f"{chosen.title}. {chosen.shows}")
    from gametree.cli import main

    for words in chosen.commands:
        print(f"\n$ {line(words)}", flush=True)
        if not dry and (status := main(words)):
            return status
    return None
