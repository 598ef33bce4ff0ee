"""The site is built without a warning, its commands and its Python run as they are printed, and so do its notebooks."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from cyclopts import CycloptsError
from made_pages import DOCS

from gametree.cli import _app
from gametree.errors import GameError
from gametree.hooks import HOOKS, OPTIONAL

if TYPE_CHECKING:
    from pathlib import Path

ROOT = DOCS.parent
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([\w.]+)"( append)?')
NOT_HERE = ("pip install",)
"""Commands that would change the machine."""


def test_the_site_is_built_without_a_warning(tmp_path):
    pytest.importorskip("material")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pictures" / "connect4.svg").read_text(encoding="utf-8").startswith("<svg")
    for name in ("first_game", "cookbook", "games", "cite", "hooks_by_goal"):
        assert (tmp_path / name / "index.html").is_file()


def test_every_page_is_in_the_navigation():
    listed = re.findall(r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(path.name for path in DOCS.glob("*.md"))


def test_hooks_by_goal_names_hooks_that_are_there_and_all_for_everybody():
    page = (DOCS / "hooks_by_goal.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\|.*?\|(.*?)\|", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert named - set(HOOKS) <= {"player", "utility", "CHANCE"}
    everybody = {hook.name for hook in OPTIONAL if hook.owner.__name__ == "Game"}
    assert everybody - named <= {"evaluation"}  # which is told with evaluate


def try_page(name: str, folder: Path) -> None:
    """Do all that a page says, block after block, in one folder: save files, run commands, compare examples."""
    (folder / "bin").mkdir()
    tool = folder / "bin" / "gametree"
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m gametree "$@"\n', encoding="utf-8")
    tool.chmod(0o755)
    (folder / "docs").symlink_to(DOCS)
    known: dict[str, object] = {}
    for kind, info, body in FENCE.findall((DOCS / name).read_text(encoding="utf-8")):
        if titled := TITLE.search(info):
            file = folder / titled[1]
            file.write_text((file.read_text(encoding="utf-8") + "\n" if titled[2] else "") + body, encoding="utf-8")
        elif kind == "sh":
            for line in body.splitlines():
                if not line.startswith(NOT_HERE):
                    run(line, folder)
        elif kind == "python" and ">>>" not in body:
            exec(body, known)
        elif ">>>" in body:
            example = doctest.DocTestParser().get_doctest(body, known, name, name, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
            assert runner.run(example, clear_globs=False).failed == 0
            known |= example.globs


def run(line: str, folder: Path) -> None:
    """One command of a page. A server is ended when it serves."""
    where = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "COLUMNS": "100"}
    if line.startswith("gametree serve"):
        words = [sys.executable, "-m", *line.split(), "--port", "0", "--no-open"]
        with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            assert "http://" in server.stdout.readline(), line
            server.send_signal(signal.SIGTERM)
        return
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=where, capture_output=True, text=True, input="quit\n", check=False
    )
    assert done.returncode == 0, f"{line}: {done.stderr}"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        "index.md", "first_game.md", "cookbook.md", "cite.md", "drawing.md", "exercises.md", "watching.md",
        "learning.md",
    ],
)  # fmt: skip
def test_a_page_does_what_it_says(name, tmp_path, monkeypatch):
    assert shutil.which("bash")
    monkeypatch.chdir(tmp_path)
    try_page(name, tmp_path)


def test_a_command_that_fails_is_noticed(tmp_path):
    with pytest.raises(AssertionError, match="unknown game 'conect4'"):
        run(f"{sys.executable} -m gametree best conect4", tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("notebook", sorted(path.stem for path in (DOCS / "notebooks").glob("*.ipynb")))
def test_a_notebook_runs(notebook):
    import nbformat
    from nbclient import NotebookClient

    read = nbformat.read(DOCS / "notebooks" / f"{notebook}.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in read.cells)  # kept without results: they are made by running it
    NotebookClient(read, timeout=300).execute()


@pytest.mark.parametrize("name", ["evaluation.md", "go.md"])
def test_python_that_answers_nothing_runs(name):
    """Blocks without a prompt; those of other pages are tried with the page, or in the tests of what they are about."""
    blocks = [body for kind, _, body in FENCE.findall((DOCS / name).read_text(encoding="utf-8")) if kind == "python"]
    assert blocks
    for body in blocks:
        exec(body, {})


def test_examples_are_code_on_the_site():
    """An example outside of a fence, and not indented, would be a quotation."""
    for page in DOCS.glob("*.md"):
        unfenced = FENCE.sub("", page.read_text(encoding="utf-8"))
        assert ">>>" not in [line[:3] for line in unfenced.splitlines()], page.name


COMMAND = re.compile(r"^    gametree (.+)$", re.MULTILINE)
PLACEHOLDERS = re.compile(r"…|\bNAME\b|\bGAME\b|\bFILE\b|\bFOLDER\b|\bALGORITHM\b|\[[A-Z-]|--help|[|&;<>]")


def commands():
    """Every command that the docs show as code, without what is said beside it."""
    for page in [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]:
        text = page.read_text(encoding="utf-8")
        fenced = [line for kind, _, body in FENCE.findall(text) if kind == "sh" for line in body.splitlines()]
        shown = [line[len("gametree ") :] for line in fenced if line.startswith("gametree ")]
        for line in [*COMMAND.findall(text), *shown]:
            words = re.split(r"\s{2,}#?|\s#\s", line)[0].replace("\\", "")
            if not PLACEHOLDERS.search(words):
                yield page.name, words


def test_every_command_of_the_docs_is_understood():
    """Its name, its options and the kinds of their values; whether it does what is said is tried elsewhere."""
    assert len(dict.fromkeys(commands())) > 100
    wrong: list[str] = []
    for page, line in dict.fromkeys(commands()):
        try:
            words = shlex.split(line)
            _app(words).parse_args(words, exit_on_error=False, print_error=False)
        except (CycloptsError, ValueError, GameError) as error:
            wrong.append(f"{page}: gametree {line}: {error}")
    assert not wrong, "\n".join(wrong)
