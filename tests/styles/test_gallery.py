"""The gallery: little games in as many styles. Each is worth what theory or other rules say, and runs as listed.

What goes red here: a game of the gallery that no longer runs, plays by other rules, or lost its compiled form.
"""

from __future__ import annotations

import re

import pytest
from probing import look

from gallery import COMPILED, FOLDER, GALLERY, INTERPRETED, REFUSED, brute_force, game_of
from gametree import load, solve
from gametree.catalogue import untried

QUICK = ("chomp_set", "hexapawn_easyai", "tictactoe_list")
OTHERS = {name: shown.why for name, shown in GALLERY.items() if re.match(r"openspiel:|connect4:|ponghauki$", shown.why)}
"""Games whose rules somebody else has written too."""


def test_every_game_is_in_the_table():
    assert sorted(path.stem for path in FOLDER.glob("*.py")) == sorted(GALLERY)
    assert sum(shown.state != REFUSED for shown in GALLERY.values()) >= 20
    assert {shown.state for shown in GALLERY.values()} <= {COMPILED, INTERPRETED, REFUSED}


@pytest.mark.parametrize("name", GALLERY)
def test_a_game_is_worth_what_is_known(name: str):
    assert brute_force(game_of(name)) == pytest.approx(GALLERY[name].value)


@pytest.mark.parametrize("name", OTHERS)
def test_other_rules_agree(name: str):
    if OTHERS[name].startswith("openspiel:"):
        pytest.importorskip("pyspiel")
    assert brute_force(untried(OTHERS[name])) == GALLERY[name].value


@pytest.mark.parametrize(
    ("name", "parameter", "lost"),
    [
        ("fibonacci_nim", "stones", {2, 3, 5, 8, 13, 21}),
        ("subtract_square", "stones", {2, 5, 7, 10, 12, 15, 17, 20, 22}),
        ("bones_easyai", "pile", {1, 5, 9, 13, 17, 21}),
    ],
)
def test_which_piles_are_lost(name: str, parameter: str, lost: set[int]):
    piles = range(2 if name == "fibonacci_nim" else 1, 23)
    assert {n for n in piles if brute_force(game_of(name, **{parameter: n})) == -1} == lost


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in GALLERY]
)
def test_a_game_runs_as_the_table_says(name: str):
    verdict = look(game_of(name))
    assert verdict.state == GALLERY[name].state, verdict.why


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name, shown in GALLERY.items() if shown.state != REFUSED])
def test_the_solver_says_the_same(name: str):
    assert solve(load(str(FOLDER / f"{name}.py"))).value == pytest.approx(GALLERY[name].value, abs=1e-6)


PAGE = (FOLDER.parent / "gallery.md").read_text(encoding="utf-8")


def test_the_page_names_every_game():
    assert sorted(re.findall(r"\]\(gallery/(\w+)\.py\)", PAGE)) == sorted(GALLERY)


@pytest.mark.parametrize("name", GALLERY)
def test_the_page_says_in_which_form_a_game_runs(name: str):
    """Red if the column "form" is out of date; that the table here is right is a test above."""
    told = re.search(rf"\]\(gallery/{name}\.py\) \| [-.\d]+ \| (\w+) \|", PAGE)
    assert told
    assert told[1] == GALLERY[name].state
