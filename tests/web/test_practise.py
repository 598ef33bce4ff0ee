"""Practise, without a browser: what is asked, what is not told beforehand, and the marks."""

from __future__ import annotations

import json
import threading

import httpx
import pytest

from gametree import load
from gametree.errors import GameError
from gametree.teaching.exercises import exercise
from gametree.teaching.questions import KINDS
from gametree.web import practise_jobs as jobs


class Call:
    """What a worker gives a job."""

    def __init__(self):
        self.halt = threading.Event()


def ask(job, words="tree", **asked):
    return job(load(words), asked, Call())


@pytest.mark.parametrize("kind", KINDS)
def test_the_question_is_that_of_the_command_and_the_key_comes_after_the_answer(kind):
    made = exercise(kind, 3)
    shown = ask(jobs.question, kind=kind, seed=3)
    assert (shown["prompt"], shown["fields"]) == (made.question.prompt, list(made.question.fields))
    assert [shown["names"][i] for i in shown["choices"]] == list(made.question.choices)
    assert not {"answer", "why", "right", "reasons"} & set(shown)
    leaves = {shown["names"][node["id"]]: node["worth"] for node in shown["view"]["nodes"] if not node["children"]}
    assert all(leaves.values())
    json.dumps(shown, allow_nan=False)
    marked = ask(jobs.mark, kind=kind, seed=3, given=list(made.question.answer))
    assert (marked["score"], marked["remarks"], marked["why"]) == (1, [], list(made.question.why))
    if made.question.choices:
        assert [shown["names"][i] for i in marked["right"]] == [*made.question.answer, *made.question.also]
    json.dumps(marked, allow_nan=False)


def test_a_search_of_ones_own_is_predicted():
    asked = {"kind": "cuts", "algorithm": "alphabeta", "moves": "1 5 9 3 7 4"}
    shown = ask(jobs.question, "tictactoe", **asked)
    assert shown["view"]["boards"]
    assert shown["search"]["game"] == "tictactoe"
    worths = {node["worth"] for node in shown["view"]["nodes"] if node["end"]}
    assert worths == {"1", "0", "−1"}
    marked = ask(jobs.mark, "tictactoe", **asked, given=[])
    assert marked["score"] == (1 if marked["answer"].startswith("None") else 0)
    given = ask(jobs.question, "tree:example=proof", kind="proving", algorithm="pn", options={"given": True})
    assert given["prompt"] == "Which leaf is the most-proving node?"
    assert ask(jobs.mark, "tree:example=proof", kind="proving", algorithm="pn", given=["R"])["score"] == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"kind": "wrong"}, "there is no kind 'wrong'"),
        ({"kind": "cuts", "depth": 9}, "depth must be from 2 to 5, not 9"),
        ({"kind": "cuts", "algorithm": "alphabeta", "game": "chess"}, "too large to ask about"),
        ({"kind": "cuts", "algorithm": "alphabeta", "game": "tree:example=shared"}, "a node is reached on two paths"),
        ({"kind": "cuts", "given": "b1"}, "given must be a list of words"),
        ({"kind": "value", "given": ["many"]}, "'many' is not a number"),
    ],
)
def test_mistakes_are_told(asked, told):
    job = jobs.mark if "given" in asked else jobs.question
    with pytest.raises(GameError, match=f"^{told}"):
        ask(job, asked.pop("game", "tree"), **asked)


def test_over_http(served):
    question = httpx.post(f"{served.address}api/practise", json={"kind": "window", "seed": 5}, timeout=60)
    assert question.json()["fields"] == ["α", "β"]
    answer = exercise("window", 5).question.answer
    asked = {"kind": "window", "seed": 5, "given": list(answer)}
    assert httpx.post(f"{served.address}api/practise/mark", json=asked, timeout=60).json()["score"] == 1
    refused = httpx.post(f"{served.address}api/practise", json={"kind": "cuts", "cuts": -4}, timeout=60)
    assert (refused.status_code, list(refused.json())) == (400, ["error"])
