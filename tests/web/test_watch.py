"""Searches to watch, without a browser: what the server answers, and where it draws the line."""

from __future__ import annotations

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import httpx
import pytest
import uvicorn
from web_server import RACE, serving

from gametree import load
from gametree.draw.frames import frames
from gametree.draw.tikz import tree_tikz
from gametree.draw.tree import tree_svg
from gametree.errors import GameError
from gametree.textbook import ALGORITHMS, trace
from gametree.web import watch_jobs as jobs
from gametree.web.app import make_app
from gametree.web.desk import Process
from gametree.web.watching import CHUNK, FIRST, KEPT, VISIBLE, RecentSearches, Watched

TEXTBOOK = "tree:example=textbook"


class Call:
    """What a worker gives a job."""

    def __init__(self):
        self.halt = threading.Event()


@pytest.fixture(scope="module")
def large():
    """Minimax in Connect Four, five moves deep: 19,608 nodes."""
    return Watched(frames(trace("connect4", algorithm="cutoff", depth=5, events=1_000_000)))


def ask(words, job=jobs.head, **asked):
    return job(load(words), {"algorithm": "alphabeta", **asked}, Call())


def test_the_head_has_the_answer_and_the_counts():
    shown, found = ask(TEXTBOOK), trace(TEXTBOOK)
    assert shown["runs"][0]["counts"] == found.counts()
    assert (shown["runs"][0]["value"], shown["runs"][0]["length"]) == ("3", len(found.events))
    assert [step["kind"] for step in shown["steps"][0]["steps"]] == [event.kind for event in found.events]
    json.dumps(shown, allow_nan=False)


def test_a_very_wide_tree_is_closed_at_first():
    view = ask(f"tree:tree={list(range(3000))}")["view"]
    assert [node["below"] for node in view["nodes"]] == [3000]


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (TEXTBOOK, {"options": {"ordering": "best", "fail": "hard", "equality": False}}),
        ("tree:example=chance", {"algorithm": "alphabeta_chance"}),
        ("tree:example=maxn", {"algorithm": "maxn"}),
        ("tree:example=andor", {"algorithm": "pn", "options": {"given": True}}),
        ("tree:example=loop", {"algorithm": "label"}),
        ("tree:example=shared", {"algorithm": "memo", "against": {"algorithm": "dynamic"}}),
        ("tictactoe", {"algorithm": "iterative", "depth": 3}),
        ("pig:target=8", {"algorithm": "expectiminimax", "depth": 3}),
        ("kalah", {"depth": 3, "moves": "1", "against": {"algorithm": "beam", "depth": 3}}),
    ],
)
def test_nothing_overlaps(words, asked):
    view = ask(words, **asked)["view"]
    levels: dict[int, list[tuple[float, float]]] = {}
    for node in view["nodes"]:
        assert node["w"] / 2 - 0.1 <= node["x"] <= view["width"] - node["w"] / 2 + 0.1
        levels.setdefault(node["y"], []).append((node["x"], node["w"]))
    for level in levels.values():
        for (x, w), (u, v) in pairwise(sorted(level)):
            assert u - x >= (w + v) / 2


def test_a_parent_comes_before_its_children():
    nodes = ask("tictactoe", depth=3)["view"]["nodes"]
    assert nodes[0]["at"] == -1
    assert all(0 <= node["at"] < k and node["y"] == nodes[node["at"]]["y"] + 1 for k, node in enumerate(nodes) if k)


@pytest.mark.parametrize("algorithm", ["alphabeta", "cutoff", "memo", "iterative", "pn", "beam"])
def test_what_was_counted_so_far_ends_with_what_was_counted(algorithm):
    found = trace("tictactoe", algorithm=algorithm, depth=3)
    watched = Watched(frames(found))
    counted = watched.steps(0, len(found.events) - 1)["counted"][-1]
    assert (counted["enter"], counted["hit"]) == (found.visited, found.hits)


def test_what_changes_is_told():
    steps = ask(TEXTBOOK)["steps"][0]["steps"]
    assert [step["changed"] for step in steps if step["kind"] == "update"] == [
        "β: ∞ → 3", "α: −∞ → 3", "β: ∞ → 2", "β: ∞ → 14", "β: 14 → 5", "β: 5 → 2",
    ]  # fmt: skip
    proof = ask("tree:example=andor", algorithm="pn")["steps"][0]["steps"]
    assert "nothing → 1 | 2" in [step["changed"] for step in proof]


def test_a_large_tree_comes_in_parts(large):
    shown = large.view()
    assert large.head()["nodes"] == 19_608
    assert len(shown["nodes"]) <= FIRST
    deepest = max(range(len(large.frames.nodes)), key=lambda i: len(large.path(i)))
    opened = large.view([*shown["open"], *large.path(deepest)])
    assert deepest in [node["id"] for node in opened["nodes"]]
    closed = [node for node in shown["nodes"] if node["children"] and node["id"] not in shown["open"]]
    assert sum(node["below"] for node in closed) + len(shown["nodes"]) == 19_608
    chunk = large.steps(0, 30_001)
    assert chunk["first"] == 30_000 - 30_000 % CHUNK
    assert len(chunk["steps"]) == CHUNK


def test_not_everything_can_be_open_at_once(large):
    with pytest.raises(GameError, match=f"more than {VISIBLE:,} nodes"):
        large.view(range(len(large.frames.nodes)))


def test_the_first_view_opens_whole_levels(large):
    levels = {node["y"] for node in large.view()["nodes"]}
    assert levels == {0, 1, 2}


def test_a_search_that_is_too_large_says_so(monkeypatch):
    monkeypatch.setattr(jobs, "NODES", 500)
    with pytest.raises(GameError, match="too large to watch: no answer after 500 nodes; choose a smaller depth"):
        ask("tictactoe")


def test_a_search_is_stopped():
    call = Call()
    call.halt.set()
    with pytest.raises(GameError, match="the search was stopped"):
        jobs.head(load("connect4"), {"algorithm": "alphabeta", "depth": 9}, call)


@pytest.mark.parametrize(
    "asked",
    [
        {"algorithm": "alphabeta", "depth": 12, "options": {"ordering": "best"}},
        {"algorithm": "reuse", "depth": 12, "moves": "1 2"},
    ],
)
def test_what_is_searched_beforehand_is_stopped_too(asked):
    call = Call()
    threading.Timer(0.3, call.halt.set).start()
    with pytest.raises(GameError, match="the search was stopped"):
        jobs.head(load("connect4"), asked, call)


def test_searches_are_kept_and_forgotten():
    kept, small = RecentSearches(), Watched(frames(trace(TEXTBOOK)))
    assert kept.get("a", lambda: small) is small
    assert kept.get("a", lambda: pytest.fail("it is kept")) is small
    full = Watched(frames(trace(TEXTBOOK)))
    full.size = KEPT
    kept.get("b", lambda: full)
    again = Watched(frames(trace(TEXTBOOK)))
    assert kept.get("a", lambda: again) is again


def test_a_position_is_drawn():
    shown = ask("tictactoe", jobs.board, depth=2, node=1)
    assert shown["svg"].startswith("<svg")
    assert "X" in shown["text"]
    assert ask(TEXTBOOK, jobs.board, node=1) == {"text": "B: min(3 12 8)", "place": "B", "svg": None}
    with pytest.raises(GameError, match="there is no node 99"):
        ask(TEXTBOOK, jobs.board, node=99)


def test_the_algorithms_and_their_options():
    shown = jobs.algorithms(None, {}, Call())
    assert [a["name"] for a in shown["algorithms"]] == list(ALGORITHMS)
    json.dumps(shown, allow_nan=False)
    for name, written in shown["trees"].items():
        game, same = load("tree", example=name), load("tree", tree=written)
        assert game.text(game.initial()) == same.text(same.initial())


# --- over HTTP --------------------------------------------------------------------------------------------------------


def test_a_search_over_http(served):
    asked = {"game": TEXTBOOK, "algorithm": "alphabeta"}
    found = served.ask("watch", **asked, against={"algorithm": "minimax"})
    assert [run["counts"]["visited"] for run in found["runs"]] == [11, 13]
    view = served.ask("watch/view", **asked, open=[0])
    assert [node["move"] for node in view["nodes"]] == ["", "a1", "a2", "a3"]
    chunk = served.ask("watch/steps", **asked, first=9)
    assert chunk["steps"][15]["why"] == "cut: 2 ≤ α 3; Max already has 3 at A"
    known = httpx.get(f"{served.address}api/algorithms", timeout=60).json()
    assert len(known["algorithms"]) == len(ALGORITHMS)


@pytest.mark.parametrize(
    ("path", "asked", "line"),
    [
        ("", {}, "which game"),
        ("", {"game": "tree:file=/etc/passwd"}, "files cannot be read from the page"),
        ("", {"game": "tree:tree=[[3,"}, "is not a tree in JSON"),
        ("", {"game": TEXTBOOK, "algorithm": "alphabet"}, "did you mean alphabeta"),
        ("", {"game": TEXTBOOK, "algorithm": ["alphabeta"]}, "algorithm must be a text"),
        ("", {"game": TEXTBOOK, "depth": "3"}, "depth must be a whole number from 0 to 1000"),
        ("", {"game": TEXTBOOK, "depth": 1e9}, "depth must be a whole number"),
        ("", {"game": TEXTBOOK, "options": [1]}, "options must be an object"),
        ("", {"game": TEXTBOOK, "options": {"ordering": "luck"}}, "ordering must be one of"),
        ("", {"game": TEXTBOOK, "options": {"ordering": 3}}, "ordering must be a word"),
        ("", {"game": TEXTBOOK, "options": {"width": 3}}, "alphabeta has no option 'width'"),
        ("", {"game": TEXTBOOK, "algorithm": "aspiration", "options": {"guess": "x"}}, "guess must be a number"),
        ("", {"game": TEXTBOOK, "moves": "z9"}, "z9"),
        ("", {"game": "tree:example=maxn"}, "use maxn"),
        ("/view", {"game": TEXTBOOK, "open": "all"}, "open must be a list"),
        ("/steps", {"game": TEXTBOOK, "run": 1}, "there is no search 1"),
        ("/board", {"game": TEXTBOOK, "node": -1}, "node must be a whole number"),
    ],
)
def test_mistakes_are_answered_in_one_line(served, path, asked, line):
    answer = served.post(f"watch{path}", **asked)
    assert answer.status_code == 400
    assert line in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_what_is_offered_works(served):
    for words, wanted in (("tictactoe", "graph"), ("connect4", "graph"), ("pig", "graph"), ("hex", "solution")):
        found = served.ask("offers", **{"game": words, "for": wanted})["offers"]
        assert found
        for offer in found:
            if offer["tab"] == "graph":
                assert served.ask("graph", **{k: v for k, v in offer.items() if k not in ("title", "tab")})["nodes"]
    assert [offer["fold"] for offer in served.ask("offers", **{"game": "tictactoe", "for": "graph"})["offers"][:1]] == [
        "all"
    ]


def test_a_graph_over_http(served):
    shown = served.ask("graph", game="nim:heaps=7,limit=3", fold="nothing")
    assert (len(shown["nodes"]), shown["wins"], shown["losses"]) == (14, 7, 7)
    assert len(shown["boards"]) == 14
    large = served.post("graph", game="connect4")
    assert large.status_code == 400
    assert "more than 1,000 states" in large.json()["error"]


def test_ten_at_once(served):
    trees = [[[n, 12, 8], [2, 4, n], [14, n, 2]] for n in range(10)]
    with ThreadPoolExecutor(10) as crowd:
        answers = list(crowd.map(lambda t: served.ask("watch", game=f"tree:tree={t}", algorithm="alphabeta"), trees))
    for tree, answer in zip(trees, answers, strict=True):
        assert answer["runs"][0]["counts"] == trace(load("tree", tree=tree)).counts()


def test_a_game_of_the_users_own(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    with serving(str(tmp_path / "race.py")) as server:
        for _ in range(600):
            if server.games()["version"] == 1:  # the file was read
                break
            time.sleep(0.1)
        shown = server.ask("watch", game="race.py:goal=4", algorithm="minimax")
        assert (shown["runs"][0]["value"], shown["runs"][0]["counts"]["visited"]) == ("−1", 15)
        node = server.ask("watch/board", game="race.py:goal=4", algorithm="minimax", node=1)
        assert node["svg"].startswith("<svg")


def test_when_the_client_goes_away_its_search_is_stopped(monkeypatch):
    """Left alone the search runs for twenty seconds and is never told to halt: that comes because nobody waits."""
    begun, halted, write = threading.Event(), threading.Event(), Process.write

    def heard(process, message):
        write(process, message)
        if message.get("halt"):
            halted.set()
        elif message.get("job", "").endswith(":head"):
            begun.set()

    monkeypatch.setattr(Process, "write", heard)
    listening = socket.create_server(("127.0.0.1", 0))
    runner = uvicorn.Server(uvicorn.Config(make_app(), log_level="error", timeout_graceful_shutdown=0))
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        asked = {"game": "connect4", "algorithm": "alphabeta", "depth": 14, "options": {"ordering": "best"}}
        body = json.dumps(asked).encode()
        head = ["POST /api/watch HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
        head += [f"Content-Length: {len(body)}", "", ""]
        with socket.create_connection(listening.getsockname()) as client:
            client.sendall("\r\n".join(head).encode() + body)
            assert begun.wait(60)
        assert halted.wait(15)
    finally:
        runner.should_exit = True
        thread.join()


def test_what_is_shown_as_a_file():
    """Of two searches each has its own drawing; the page of all steps has both."""
    asked = {"against": {"algorithm": "minimax"}, "open": [0]}
    shown = frames(trace(TEXTBOOK), trace(TEXTBOOK, algorithm="minimax"))
    for run, name in enumerate(("alphabeta", "minimax")):
        for kind, ending, draw in (("svg", "svg", tree_svg), ("tikz", "tex", tree_tikz)):
            made = ask(TEXTBOOK, jobs.export, **asked, run=run, step=4, **{"as": kind})
            assert made == {"name": f"{name}-step-4.{ending}", "text": draw(shown, 4, run, opened={0})}
    page = ask(TEXTBOOK, jobs.export, **asked, **{"as": "html"})
    assert page["name"] == "alphabeta.html"
    assert page["text"].count('"algorithm": "minimax"') == 1
    with pytest.raises(GameError, match=r"^as must be svg, tikz or html, not 'pdf'"):
        ask(TEXTBOOK, jobs.export, **{"as": "pdf"})
    with pytest.raises(GameError, match="run"):
        ask(TEXTBOOK, jobs.export, run=1)
