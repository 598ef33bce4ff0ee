"""The benchmarks run, and what they compare agrees. No timing decides here."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gametree import load
from gametree.catalogue import untried
from gametree.features import weighted
from gametree.game import over
from gametree.verbs.perft import count_plain

ROOT = Path(__file__).parents[1]
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here to compile the twin")

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


@needs_compiler
def test_engine_and_twin_visit_the_same_nodes() -> None:
    twin = import_module("benchmarks.twin")
    part = twin.part(twin.TINY, rounds=1)
    assert [duel.task for duel in part.duels] == [str(task) for task in twin.TINY]
    for duel in part.duels:
        ours, theirs = duel.nodes
        assert ours == theirs > 1000


@needs_compiler
def test_twin_that_differs_is_noticed(tmp_path: Path) -> None:
    """Another position is another number of nodes: the comparison would see it."""
    twin, contest = import_module("benchmarks.twin"), import_module("benchmarks.contest")
    game, task = twin.ConnectFour(4, 4), twin.Task(4, 4, "", 6)
    contestants = {
        "engine": twin.engine_run(game, task),
        "twin": twin.twin_run(game, twin.build(4, 4, tmp_path), task._replace(moves="1")),
    }
    with pytest.raises(contest.DisagreementError):
        contest.contest("a task", contestants, 1, same_nodes=True)


def test_peers_agree_who_wins() -> None:
    peers = import_module("benchmarks.peers")
    part = peers.part((peers.connect_four("112233", 3),), rounds=1)  # a four at the bottom, next
    others = {"open_spiel": "pyspiel", "easyAI": "easyAI"}
    present = sum(find_spec(module) is not None for module in others.values())
    assert len(part.notes) == len(others) - present
    assert {duel.ours for duel in part.duels} == {"gametree"}
    assert {"plain Python", "gametree.textbook"} <= {duel.theirs for duel in part.duels}


def test_absent_peers_are_skipped_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    peers = import_module("benchmarks.peers")
    monkeypatch.setattr(peers, "find_spec", lambda _: None)
    part = peers.part(peers.TINY, rounds=1)
    assert [note.split(":")[:2] for note in part.notes] == [["skipped", " open_spiel"], ["skipped", " easyAI"]]
    assert all("gametree[bench]" in note for note in part.notes)


def test_compiled_and_interpreted_agree() -> None:
    compiled = import_module("benchmarks.compiled")
    part = compiled.part(compiled.TINY, rounds=1)
    assert part.duels[-1].nodes == (343, 343)  # 7**3 leaves


def test_signature_is_the_recorded_one_in_every_run() -> None:
    """Another number means another behaviour: see benchmarks/signature.py."""
    module = import_module("benchmarks.signature")
    assert module.signature() == module.RECORDED
    done = subprocess.run(
        [sys.executable, "-m", "gametree", "bench", "--signature"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{module.RECORDED}\n"


def test_signature_sees_an_option_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("benchmarks.signature")
    usual = module.nodes("kalah", "", 6, "pvs")
    monkeypatch.setattr(module, "Engine", partial(module.Engine, history=False))
    assert module.nodes("kalah", "", 6, "pvs") != usual


def test_two_threads_against_one() -> None:
    threads = import_module("benchmarks.threads")
    part = threads.part(threads.TINY, rounds=1)
    (duel,) = part.duels
    assert [target.measured for target in part.targets] == pytest.approx([duel.time.middle])
    assert (duel.ours, duel.theirs) == ("2 threads", "1 thread")
    assert min(duel.seconds) > 0
    assert min(duel.nodes) > 500


def test_ablation_tells_what_has_no_effect() -> None:
    """Connect Four has no tactics, so quiescence changes nothing; without its own order it is another search."""
    ablation = import_module("benchmarks.ablation")
    part = ablation.part(ablation.TINY, ("quiescence", "order"))
    quiescence, order = part.rows
    assert quiescence == {"without": "quiescence", "connect4, depth 5": "="}
    assert float(order["connect4, depth 5"]) > 0


def test_elo_of_a_technique_and_of_a_ply() -> None:
    elo = import_module("benchmarks.elo")
    part = elo.part(elo.TINY, ("table", "order"))
    assert [row["players"] for row in part.rows] == [
        "with / without table",
        "with / without order",
        "depth 2 / depth 1",
    ]
    assert all(sum(map(int, row["won, drawn, lost"].split())) == row["games"] == 2 for row in part.rows)


def test_solving_agrees_with_a_dict() -> None:
    solving = import_module("benchmarks.solving")
    part = solving.part(solving.TINY, rounds=1)
    assert part.duels[0].nodes == (12_031, 12_031)
    assert [row["positions"] for row in part.rows] == ["161,029", "161,029", "128"] * 2
    assert [row["threads"] for row in part.rows] == [1, 1, 1, 2, 2, 2]
    assert part.rows[0]["bytes"] > part.rows[1]["bytes"]  # kept moves take room


def test_speed_of_the_search_of_chess() -> None:
    search = import_module("benchmarks.search_chess")
    part = search.part(search.TINY, rounds=1)
    assert [row["position"] for row in part.rows] == ["start"]
    assert part.targets[0].measured == part.rows[0]["M/s"] > 0


def test_promptness_of_a_game() -> None:
    promptness = import_module("benchmarks.promptness")
    part = promptness.part(promptness.TINY)
    assert [row["game"] for row in part.rows] == ["tictactoe"]
    assert part.rows[0]["Ctrl-C in ms"] == "known before"  # the answer does not take that long
    assert [target.what.split()[0] for target in part.targets] == ["seconds", "games"]


def test_a_second_client_is_answered() -> None:
    hostile = import_module("benchmarks.hostile")
    part = hostile.part(hostile.TINY)
    assert [(row["asked by the others"], row["unanswered"]) for row in part.rows] == [(*hostile.TINY.names, 0)]
    assert part.rows[0]["questions"] > 0


def test_natural_and_hand_packed_forms_are_the_same_games() -> None:
    """Red if one of them plays by other rules: then their speeds could not be compared."""
    natural = import_module("benchmarks.natural")
    assert len(natural.FULL) == 10
    for pair in natural.FULL:
        forms = [untried(str(natural.ROOT / "docs" / "gallery" / pair.natural)), untried(pair.packed)]
        for depth in (1, 2, 3):
            one, other = (count_plain(game, game.initial(), depth, True) for game in forms)
            assert one == other > 2, pair


def test_wide_forms_are_the_same_games() -> None:
    """Red if the form on words of a large board is another game than the one on an integer."""
    natural = import_module("benchmarks.natural")
    for name, size, _ in natural.WIDE:
        file = natural.ROOT / "benchmarks" / "wide_boards.py"
        forms = [untried(f"{file}:{cls}:size={size}") for cls in (name, f"{name}Words")]
        one, words = (count_plain(game, game.initial(), 2, True) for game in forms)
        assert one == words


def test_a_game_of_the_gallery_is_timed() -> None:
    gallery = import_module("benchmarks.gallery")
    row = gallery.row("bones_easyai", 0.05)
    assert (row["form"], row["nodes/s"] > 0) == ("compiled", True)
    assert set(gallery.LARGER) <= {path.stem for path in gallery.FOLDER.glob("*.py")}


def test_searches_with_dice_agree() -> None:
    chance = import_module("benchmarks.chance")
    part = chance.part(chance.TINY, rounds=1)
    (row,) = part.rows
    assert int(row["star2, table"].replace(",", "")) <= int(row["expectiminimax"].replace(",", ""))
    assert all(ours == theirs for ours, theirs in (duel.nodes for duel in part.duels))
    assert len(part.duels) == 2 + (find_spec("pyspiel") is not None)


def test_contest_is_interleaved_and_takes_medians() -> None:
    contest = import_module("benchmarks.contest")
    calls: list[str] = []

    def contestant(name: str, *seconds: float) -> Any:
        times = iter(seconds)

        def run() -> Any:
            calls.append(name)
            return contest.Run(next(times), 100, "the same")

        return run

    (duel,) = contest.contest("a task", {"a": contestant("a", 1, 1, 4), "b": contestant("b", 2, 3, 4)}, 3)
    assert calls == ["a", "b"] * 3
    assert duel.seconds == (1, 3)
    assert duel.time == duel.speed == contest.Spread(2, 1, 3)


def test_report_as_text_and_as_json() -> None:
    main, compiled = import_module("benchmarks.__main__"), import_module("benchmarks.compiled")
    part = compiled.part(compiled.TINY, rounds=1)
    report = json.loads(json.dumps(main.as_json([part])))
    assert [duel["nodes"] for duel in report["c"]["duels"]] == [list(duel.nodes) for duel in part.duels]
    rows = main.as_text(part).splitlines()
    assert rows[0] == "(c) compiled / interpreted"
    assert "| 343 =" in next(row for row in rows if "perft" in row)


def test_unknown_part_is_a_mistake_of_the_user() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--only", "a,x"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(
        "there is no part 'x'; there are a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q"
    )


def test_weights_are_fitted_to_the_views_of_a_judge(tmp_path: Path) -> None:
    """The judge is the evaluation itself, with other weights for some features: the fit finds its way to them."""
    fitting = import_module("benchmarks.fitting")
    game, file = load("chess"), tmp_path / "views.txt"
    judge = weighted(game, game.weights * np.where(np.arange(len(game.weights)) < 128, 1.3, 1.0))  # pawns count more
    dice = random.Random(2)
    lines: list[str] = []
    for _ in range(40):
        s = game.initial()
        for _ in range(40):
            if over(game, s):
                break
            s = game.result(s, dice.choice(list(game.actions(s))))
            lines.append(f"{game.fen(s)};{judge.evaluate(s)}\n")
    dice.shuffle(lines)
    file.write_text("".join(lines[:900]))
    counts = fitting.counted(game, file)
    found = fitting.fit(counts, game.weights, 60)
    before, after = ((counts.expected(w) - counts.wanted)[counts.held_back] ** 2 for w in (game.weights, found))
    assert after.mean() < before.mean() / 4
    assert np.array_equal(found, found[fitting.alike(len(found))])  # a square is worth what its mirror image is
