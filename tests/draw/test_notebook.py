"""The stepping widget: in an executed notebook, and in a browser with a model that stands for the kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gametree import load, trace
from gametree.draw.bundle import bundle
from gametree.draw.frames import frames
from gametree.draw.tree import Picture
from gametree.notebook import stepper
from gametree.web.alone import STATIC, scoped

CHROMIUM = Path("/usr/bin/chromium")

pytest.importorskip("anywidget", reason="the widget is anywidget's")

MODEL = """
class Model {
  constructor(data) { this.data = data; this.listeners = {}; this.sent = []; }
  get(name) { return this.data[name]; }
  set(name, value) { this.data[name] = value; this.tell(`change:${name}`); }
  save_changes() { this.saved = true; }
  on(event, f) { (this.listeners[event] ??= new Set()).add(f); }
  off(event, f) { this.listeners[event]?.delete(f); }
  tell(event, ...words) { for (const f of this.listeners[event] ?? []) f(...words); }
  send(message) {
    this.sent.push(message);
    this.tell("msg:custom", {board: message.board, text: "the position", place: "here", svg: ""});
  }
}
"""


def test_the_modules_become_one():
    text = bundle(STATIC / "notebook.js")
    lines = text.splitlines()
    assert not [line for line in lines if line.startswith("import ")]
    assert [line for line in lines if line.startswith("export ")] == ["export default {"]
    assert text.count("function TreeView(") == 1


def test_a_module_that_is_written_in_another_way_is_told(tmp_path):
    (tmp_path / "entry.js").write_text('import * as all from "./a.js";\nexport default all;\n')
    with pytest.raises(ValueError, match="this import is not understood: import \\* as all"):
        bundle(tmp_path / "entry.js")


def test_the_styles_are_for_the_widget_only():
    depth, selector, found = 0, "", []
    for sign in scoped(".gametree-widget"):
        depth += (sign == "{") - (sign == "}")
        selector = "" if sign == "}" else selector + sign
        if sign == "{" and depth == 1:
            found.append(selector)
    assert depth == 0
    assert all(".gametree-widget" in selector or "prefers-color-scheme" in selector for selector in found)
    assert len(found) == 5


def test_nodes_are_opened_and_closed():
    widget = stepper(trace("tree:example=textbook"))
    assert len(widget.view["nodes"]) == 13
    widget.opened = [0]
    assert [node["move"] for node in widget.view["nodes"]] == ["", "a1", "a2", "a3"]


def test_a_board_is_drawn_when_it_is_asked_for():
    widget, answers = stepper(trace("tictactoe", load("tictactoe").parse("1 5 2"), depth=1)), []
    widget.send = answers.append
    widget._asked(widget, {"board": 1}, [])
    assert answers[0]["board"] == 1
    assert answers[0]["text"].startswith("X X")
    assert answers[0]["svg"].startswith("<svg")


@pytest.mark.filterwarnings("ignore")
def test_the_widget_in_an_executed_notebook(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [
        "from gametree import load, trace\nfrom gametree.notebook import stepper",
        "found = trace('tree:example=textbook')",
        "stepper(found)",
        "found",
        "load('tictactoe').svg(load('tictactoe').initial())[:4]",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    done = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={}).execute(
        cwd=str(tmp_path)
    )
    shown = done.cells[2].outputs[0]["data"]
    assert "application/vnd.jupyter.widget-view+json" in shown
    state = done.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    model = next(m["state"] for m in state.values() if "steps" in m["state"])
    assert model["_esm"].rstrip().endswith("};")
    assert [step["kind"] for step in model["steps"][0]] == [
        event.kind for event in trace("tree:example=textbook").events
    ]
    assert done.cells[3].outputs[0]["data"]["image/svg+xml"].startswith("<svg")


@pytest.fixture(scope="module")
def page():
    pytest.importorskip("playwright", reason="no playwright: the widget is not tried in a browser")
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: the widget is not tried in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def show(page, tmp_path, *traces):
    """The widget in a page, with a model of its own; what goes wrong there."""
    widget = stepper(*traces)
    facts = {name: getattr(widget, name) for name in ("head", "steps", "counted", "view", "opened", "step")}
    data = json.dumps(facts).replace("</", "<\\/")
    (tmp_path / "page.html").write_text(
        f"<!doctype html><meta charset=utf-8><style>{widget._css}</style><div id=place></div>"
        f"<script type=module>{MODEL}\n{widget._esm.replace('export default', 'const widget =')}\n"
        f"window.model = new Model({data});\n"
        "window.Model = Model; window.show = widget.render;\n"
        "window.leave = widget.render({model: window.model, el: document.getElementById('place')});</script>",
        encoding="utf-8",
    )
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector(".search-tree")
    return troubles


@pytest.mark.parametrize("words", ["tree:example=textbook", "tree:example=pruning"])
def test_stepping_to_the_end_and_back_shows_what_the_trace_says(page, tmp_path, words):
    found = trace(words)
    drawn = frames(found)
    troubles = show(page, tmp_path, found)
    steps = drawn.runs[0]
    page.locator(".player .last").click()
    end = Picture.at(drawn, 0, len(steps))
    assert set(page.locator(".node.gone").evaluate_all("all => all.map(n => Number(n.dataset.id))")) >= end.cut
    assert page.locator(".say .words").inner_text() == f"{steps[-1].say}."
    for number in reversed(range(1, len(steps))):
        page.locator(".player .back").click()
        assert page.locator(".say .words").inner_text() == f"{steps[number - 1].say}."
        assert page.locator(".player .where").inner_text() == f"step {number} of {len(steps)}"
        assert page.evaluate("model.get('step')") == number
    page.locator(".player .forward").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("[model.get('step'), model.saved]") == [2, True]
    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("ArrowRight")  # the keys are the notebook's where the widget has not the focus
    assert page.evaluate("model.get('step')") == 2
    assert troubles == []


def test_two_widgets_in_one_document_share_nothing(page, tmp_path):
    troubles = show(page, tmp_path, trace("tree:example=textbook"))
    page.evaluate(
        "data => { window.other = new Model(data); const place = document.createElement('div'); place.id = 'beside';"
        " document.body.append(place); show({model: window.other, el: place}); }",
        page.evaluate("structuredClone(model.data)"),
    )
    page.wait_for_selector("#beside .search-tree")
    page.locator("#beside .forward").click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("[model.get('step'), other.get('step')]") == [1, 3]
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    assert ids == ["place", "beside"]  # the page's own
    assert troubles == []


@pytest.mark.thorough
def test_two_searches_side_by_side_and_a_board(page, tmp_path):
    game = load("tree:example=textbook")
    troubles = show(page, tmp_path, trace(game), trace(game, algorithm="minimax"))
    assert page.locator(".run").count() == 2
    page.locator(".run").first.locator(".node").nth(1).hover()
    page.wait_for_function("model.sent.length > 0")
    assert page.locator(".peek pre").inner_text() == "the position"
    page.locator(".run").first.locator(".node").nth(1).click()
    assert page.evaluate("model.get('opened').includes(1)") is False
    other = page.locator(".run").first.locator(".node:has([aria-expanded])").last
    number = int(other.get_attribute("data-id"))
    other.click()  # before there is a view of the first
    assert page.evaluate("n => [1, n].some(id => model.get('opened').includes(id))", number) is False
    page.evaluate("leave()")
    assert page.locator(".search-tree").count() == 0
    assert troubles == []
