"""Searches watched in a real browser: what is shown at every step is what the textbook search did."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from browsing import needs_chromium
from playwright.sync_api import expect
from watching import watch

from gametree import load, solve
from gametree.draw.frames import frames
from gametree.draw.tree import Picture
from gametree.teaching.examples import EXAMPLES
from gametree.textbook import trace

pytestmark = needs_chromium

SHOWN = """run => {
    const box = document.querySelector(`[data-run="${run}"]`), text = s => box.querySelector(s)?.textContent ?? null;
    const nodes = [...box.querySelectorAll(".node")], step = box.querySelector(".step");
    const ids = wanted => nodes.filter(wanted).map(n => Number(n.dataset.id)).sort((a, b) => a - b);
    const has = name => n => n.classList.contains(name);
    return {
        kind: step.dataset.kind, words: text(".words"), way: text(".way"), alpha: text(".alpha"), beta: text(".beta"),
        value: text(".facts .value"), path: ids(has("on")), current: ids(has("current")), gone: ids(has("gone")),
        labels: Object.fromEntries(nodes.map(n => [n.dataset.id, n.querySelector("text.value").textContent])),
        chosen: [...box.querySelectorAll(".edge.chosen")].map(e => Number(e.dataset.to)).sort((a, b) => a - b),
        unseen: ids(has("unseen")), where: document.querySelector(".player .where").textContent,
    };
}"""
"""What the page shows of a run."""

WALK = f"""async ([button, times]) => {{
    const shown = {SHOWN}, found = [shown(0)];
    for (let i = 0; i < times; i++) {{
        document.querySelector(button).click();
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        found.push(shown(0));
    }}
    return found;
}}"""
"""What it shows after each of the clicks."""

SLIDE = """to => {
    const slider = document.querySelector(".player .slider");
    slider.value = to;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def check_step(shown, found, drawn, number, run=0):
    """Does the page show this step of the trace?"""
    event, step, picture = found.events[number], drawn.runs[run][number], Picture.at(drawn, run, number + 1)
    assert shown["kind"] == event.kind
    assert shown["words"] == f"{step.say}."
    assert (step.why in shown["words"]) or event.kind == "leave"
    moves = [drawn.nodes[i].move for i in picture.path]
    assert shown["way"] == " → ".join([drawn.nodes[0].place, *moves[1:]])
    assert shown["path"] == sorted(picture.path)
    assert shown["current"] == [step.node]
    assert shown["chosen"] == sorted(picture.best.values())
    if event.alpha is not None:
        assert (shown["alpha"], shown["beta"]) == (found.scale.show(event.alpha), found.scale.show(event.beta))
    else:
        assert shown["alpha"] is None
    assert shown["value"] == (found.scale.show(event.value) or None)
    under_cut = set(picture.cut)
    for i, node in enumerate(drawn.nodes):
        if node.parent in under_cut:
            under_cut.add(i)
    assert shown["gone"] == sorted(under_cut)
    assert shown["unseen"] == sorted(set(range(len(drawn.nodes))) - picture.seen - under_cut)
    for i, label in picture.labels.items():
        if not drawn.nodes[i].end:
            assert shown["labels"][str(i)] == label


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("tree:example=textbook", {"algorithm": "alphabeta"}),
        ("tree:example=pruning", {"algorithm": "alphabeta", "options": "equality:false;fail:hard;ordering:worst"}),
        ("tree:example=textbook", {"algorithm": "alphabeta", "options": "fail:hard"}),
        ("tree:example=andor", {"algorithm": "pn"}),
        ("tree:example=chance", {"algorithm": "alphabeta_chance"}),
        ("tree:example=maxn", {"algorithm": "maxn"}),
        ("tree:example=shared", {"algorithm": "memo"}),
    ],
)
def test_every_step_to_the_end_and_back(served, page, words, asked):
    pairs = [option.split(":") for option in asked.get("options", "").split(";") if option]
    options = {key: {"true": True, "false": False}.get(value, value) for key, value in pairs}
    found = trace(words, algorithm=asked["algorithm"], **options)
    drawn, last = frames(found), len(found.events) - 1
    watch(page, served.address, game=words, **asked)
    for number, shown in enumerate(page.evaluate(WALK, [".player .forward", last])):
        assert shown["where"] == f"step {number + 1} of {last + 1}"
        check_step(shown, found, drawn, number)
    assert page.locator(".player .forward").is_disabled()
    assert f"value {found.scale.show(found.value)}" in page.locator(".answer").inner_text()
    for number, shown in enumerate(page.evaluate(WALK, [".player .back", last])):
        check_step(shown, found, drawn, last - number)
    assert page.locator(".player .back").is_disabled()


def test_nothing_starts_by_itself(served, page):
    page.clock.install()
    watch(page, served.address, game="tree:example=textbook")
    page.clock.run_for(60_000)
    assert page.locator(".player .where").inner_text() == "step 1 of 29"
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.address}#watch?game=tictactoe")
    page.wait_for_selector("#search")
    page.clock.run_for(60_000)
    assert page.locator(".search-tree").count() == 0
    assert not [url for url in asked if url.endswith("/api/watch")]


def test_two_searches_side_by_side(served, page):
    words = "tree:example=pruning"
    watch(page, served.address, game=words, algorithm="alphabeta", options="ordering:best", against="alphabeta",
          againstoptions="ordering:worst")  # fmt: skip
    pair = [trace(words, ordering=order) for order in ("best", "worst")]
    drawn = frames(*pair)
    for name in ("generated", "visited", "expanded", "evaluated", "cut", "hits"):
        cells = page.locator(f"[data-count={name}] td b").all_inner_texts()
        assert cells == [str(getattr(found, name)) for found in pair]
    places = page.evaluate("""() => [0, 1].map(run => [...document.querySelectorAll(`[data-run="${run}"] .node`)]
        .map(n => [n.dataset.id, n.getAttribute("transform")]))""")
    assert places[0] == places[1]  # one tree, drawn twice
    for number in (5, 20, 43):
        page.evaluate(SLIDE, number)
        for run, found in enumerate(pair):
            check_step(page.evaluate(SHOWN, run), found, drawn, min(number, len(found.events) - 1), run)
    assert "at its end" in page.locator("[data-run='0'] h2").inner_text()


def test_a_second_search_is_added_by_hand(served, page):
    watch(page, served.address, game="tree:example=textbook")
    page.locator("#compare").check()
    page.locator("#second-algorithm").select_option("alphabeta")
    page.locator("#second-equality").uncheck()
    page.locator("#second-fail").uncheck()
    page.locator("#second-ordering").select_option("worst")
    page.locator("#search").click()
    page.wait_for_selector("[data-run='1'] .step")
    second = trace("tree:example=textbook", equality=False, fail="hard", ordering="worst")
    assert page.locator("[data-count=visited] td b").all_inner_texts() == ["11", str(second.visited)]
    asked = parse_qs(urlsplit(page.url).fragment.partition("?")[2])
    assert asked["againstoptions"] == ["equality:false;fail:hard;ordering:worst"]
    page.reload()  # the address holds it all
    page.wait_for_selector("[data-run='1'] .step")
    assert page.locator("[data-count=visited] td b").all_inner_texts() == ["11", str(second.visited)]


def test_an_example_of_the_same_game(served, page):
    watch(page, served.address, game="tree:example=textbook")
    page.locator("#example").select_option(label="The tree worth 3")
    page.wait_for_selector("[data-run='1'] .step")
    assert page.locator("[data-count=visited] td b").all_inner_texts() == ["11", "13"]
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('.run').length === 1")
    page.locator("#example").select_option(label="Dice between Max and Min")
    page.wait_for_function("() => document.querySelector('.run h2')?.textContent.includes('alphabeta_chance')")


def test_two_branches_are_closed_before_the_first_is_drawn(served, page):
    watch(page, served.address, game="tree:example=textbook")
    assert page.locator(".node").count() == 13
    page.evaluate("""() => [...document.querySelectorAll(".node.inner:has([aria-level='2'])")].slice(0, 2)
        .forEach(node => node.dispatchEvent(new MouseEvent("click", {bubbles: true})))""")
    page.wait_for_function("() => document.querySelectorAll('.node').length === 7")


def test_a_tree_is_pasted(served, page):
    watch(page, served.address, game="tree:example=textbook")
    page.locator("#written").fill("[[5, 6], [7, 4], [2, 1]]")
    page.locator("#use-tree").click()
    found = trace(load("tree", tree=[[5, 6], [7, 4], [2, 1]]))
    page.wait_for_function(
        "n => document.querySelector('.player .where').textContent === `step 1 of ${n}`", arg=len(found.events)
    )
    page.keyboard.press("Escape")
    page.locator(".player .last").click()
    check_step(page.evaluate(SHOWN, 0), found, frames(found), len(found.events) - 1)
    page.locator("#written").fill("[[3, 12], [2")
    page.locator("#use-tree").click()
    assert "This is not a tree" in page.locator(".editor .error").inner_text()
    page.locator("#written").fill("[[(1, 2, 6), (4, 2, 3)], (6, 1, 2)]")  # as Python writes it, for three
    page.locator("#use-tree").click()
    page.wait_for_selector("#trouble")  # alpha-beta does not know three players
    page.locator("#algorithm").select_option("maxn")
    page.locator("#search").click()
    page.wait_for_selector("[data-run='0'] .step")
    page.locator(".player .last").click()
    assert "(6, 1, 2)" in page.locator(".node[data-id='0']").text_content()


def test_a_tree_is_edited(served, page):
    watch(page, served.address, game="tree:tree=[[3,12],[2,4]]")

    def written():
        return json.loads(page.locator("#written").input_value())

    page.locator("#at-1-0").fill("9")
    page.locator("#at-1-0").press("Enter")
    page.wait_for_function("() => document.querySelector('#written').value === '[[3,12],[9,4]]'")
    page.get_by_label("Add a child to root").click()
    page.wait_for_function("() => document.querySelector('#written').value === '[[3,12],[9,4],0]'")
    page.locator("#at-2").fill("5")
    page.locator("#at-2").press("Enter")
    page.locator("li:has(> .row #at-2) .add").last.click()  # the leaf becomes a node with two leaves
    page.wait_for_function("() => document.querySelector('#written').value === '[[3,12],[9,4],[5,0]]'")
    page.locator("li:has(> .row #at-0-1) button[title=Remove]").last.click()
    page.wait_for_function("() => document.querySelector('#written').value === '[[3],[9,4],[5,0]]'")
    page.locator("#at-1").select_option("chance")
    page.wait_for_function("() => document.querySelector('#written').value.includes('chance')")
    assert written() == [[3], {"chance": [[0.5, 9], [0.5, 4]]}, [5, 0]]
    page.locator("#odds-1-0").fill("0.8")
    page.locator("#odds-1-0").press("Enter")
    page.wait_for_function("() => document.querySelector('#written').value.includes('0.8')")
    assert written() == [[3], {"chance": [[0.8, 9], [0.2, 4]]}, [5, 0]]
    assert page.locator("#parameters").input_value() == f"tree={page.locator('#written').input_value()}"
    page.locator("#algorithm").select_option("expectiminimax")
    page.locator("#search").click()
    page.wait_for_function("() => document.querySelector('.run h2')?.textContent.includes('expectiminimax')")
    page.locator(".player .last").click()
    found = trace(load("tree", tree=written()), algorithm="expectiminimax")
    assert found.value == pytest.approx(8)
    check_step(page.evaluate(SHOWN, 0), found, frames(found), len(found.events) - 1)
    assert "0.8" in page.locator(".search-tree").text_content()


def test_the_keyboard_alone(served, page):
    watch(page, served.address, game="tree:example=textbook")

    def where():
        return page.locator(".player .where").inner_text()

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert where() == "step 2 of 29"
    page.keyboard.press("End")
    assert where() == "step 29 of 29"
    page.keyboard.press("Home")
    assert where() == "step 1 of 29"
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('.player .where').textContent !== 'step 1 of 29'")
    page.keyboard.press("Space")
    assert page.locator(".player .go").get_attribute("aria-label") == "Play"
    for _ in range(80):  # by Tab into the tree
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "treeitem":
            break
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused).startswith("A, Max to move")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused).startswith("a2, to C, Min to move")
    assert page.locator(".peek pre").inner_text() == "C: min(2 4 6)"
    count = page.locator(".node").count()
    page.keyboard.press("Enter")  # closes the branch
    page.wait_for_function("n => document.querySelectorAll('.node').length === n - 3", arg=count)
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused).startswith("A, Max to move")


@pytest.mark.parametrize(
    ("asked", "nodes"),
    [
        ({"game": "nim:4,5"}, 5_322),
        pytest.param({"game": "tictactoe", "moves": "5"}, 55_505, marks=pytest.mark.slow),
    ],
)
def test_a_large_search_stays_usable(served, page, asked, nodes):
    """Only what is open is in the page; the search is followed into closed branches, and what it leaves is closed."""
    watch(page, served.address, algorithm="minimax", **asked)
    assert page.locator("[data-count=visited] td b").inner_text() == f"{nodes:,}"
    assert page.locator(".node").count() < 100
    total = int(page.locator(".player .where").inner_text().rpartition(" ")[2].replace(",", ""))
    page.evaluate(SLIDE, total // 2)
    for more in range(1, 6):
        page.keyboard.press("ArrowRight")
        now = f"step {total // 2 + 1 + more:,} of".replace(",", "")
        page.wait_for_function("now => document.querySelector('.player .where').textContent.startsWith(now)", arg=now)
        page.wait_for_selector(".node.current")
    assert page.locator(".node").count() < 200
    page.locator("#follow").uncheck()
    page.locator("#reset-view").click()
    page.wait_for_selector(".node.inside")  # the search is inside this closed branch
    page.locator(".node.inside").click()
    page.wait_for_function(
        "() => document.querySelector('.search-tree [aria-current=step]').getAttribute('aria-level') > 2"
    )


@pytest.mark.thorough
def test_a_search_too_large_is_refused_and_one_can_be_stopped(served, page):
    page.goto(f"{served.address}#watch?game=nim:9,9,9,9")
    page.locator("#depth").fill("30")
    page.locator("#search").click()
    page.wait_for_selector("#trouble")
    assert page.locator("#trouble").inner_text().startswith("too large to watch: no answer ")
    page.locator("#depth").fill("2")
    page.locator("#ordering").select_option("best")  # what is being typed is not lost
    assert page.locator("#depth").input_value() == "2"
    page.route("**/api/watch", lambda asked: None)  # a search that lasts until it is stopped
    page.locator("#search").click()
    page.locator("#stop").click()
    page.wait_for_selector("#stop", state="detached")
    assert page.locator("#trouble").count() == 0
    page.unroute("**/api/watch")
    page.locator("#search").click()
    page.wait_for_selector(".search-tree .node")
    assert page.locator(".player .where").inner_text().startswith("step 1 of ")


def test_boards_and_text_beside_the_drawing(served, page):
    watch(page, served.address, game="tictactoe", algorithm="alphabeta", depth="2")
    page.locator(".player .last").click()
    page.wait_for_function("() => document.querySelector('.answer').textContent.includes('The answer')")
    page.locator(".node[data-k='1']").hover()
    page.wait_for_selector(".peek img")
    assert "X" in page.locator(".peek img").get_attribute("alt")
    page.mouse.move(0, 0)
    page.locator(".as-text summary").click()
    words = page.locator(".tree-text").inner_text()
    assert "the root, Max to move, value 1" in words
    assert page.locator(".search-tree").get_attribute("aria-label").startswith("alphabeta on tictactoe, step ")


def test_on_a_phone(served, phone):
    watch(phone, served.address, game="tree:example=pruning", algorithm="alphabeta", against="minimax")
    phone.locator(".player .forward").click()
    phone.locator(".player .last").click()
    wide = phone.evaluate("""() => [...document.querySelectorAll("main *")]
        .filter(e => !e.closest(".tree-box, .branches") && e.getBoundingClientRect().right > innerWidth + 1)
        .map(e => e.outerHTML.slice(0, 80))""")
    assert wide == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tops = [box.bounding_box() for box in phone.locator(".run").all()]
    assert tops[0]["y"] + tops[0]["height"] <= tops[1]["y"]  # one below the other


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["nim:heaps=7,limit=3", "sharks:width=2,height=2", "sharks:width=2,height=3"])
def test_graphs_have_the_colours_of_the_solved_game(served, page, words):
    page.goto(f"{served.address}#graph?game={words}&fold=nothing")
    page.wait_for_selector(".game-graph .state")
    shown = page.evaluate(
        "() => [...document.querySelectorAll('.state')].map(s => [Number(s.dataset.id), s.dataset.winner])"
    )
    asked = served.ask("graph", game=words, fold="nothing")
    game = load(words)
    solution = solve(game)
    assert len(shown) == len(asked["nodes"]) == len({node["text"] for node in asked["nodes"]})  # each once
    for id, winner in shown:
        value = solution[game.parse(asked["nodes"][id]["text"])].value
        assert winner == ("Max" if value > 0 else "Min" if value < 0 else "draw")


@pytest.mark.thorough
def test_an_impartial_game_is_shown_once_and_a_large_graph_has_offers(served, page):
    page.goto(f"{served.address}#graph?game=nim:heaps=7,limit=3")
    expect(page.locator(".game-graph .state")).to_have_count(8)
    assert page.locator(".chosen-state .verdict").inner_text() == "the mover wins, end in 3"
    page.get_by_text("Show it for both").click()
    expect(page.locator(".game-graph .state")).to_have_count(14)
    page.goto(f"{served.address}#graph?game=nim:1,2,3")
    expect(page.locator(".game-graph .state")).to_have_count(24)
    hidden = "box => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]"
    assert page.locator(".graph .tree-box").evaluate(hidden) == [0, 0]  # it is shown in one piece
    page.goto(f"{served.address}#graph?game=tictactoe")
    page.locator(".offers button").filter(has_text="765").click()
    expect(page.locator(".game-graph .state")).to_have_count(765)
    box = page.locator(".game-graph").evaluate("""svg => {
        const frame = svg.viewBox.baseVal;
        return [...svg.querySelectorAll(".way path")].filter(way => {
            const {x, y, width, height} = way.getBBox();
            const right = frame.x + frame.width, foot = frame.y + frame.height;
            return x < frame.x || y < frame.y || x + width > right || y + height > foot;
        }).length;
    }""")
    assert box == 0
    page.goto(f"{served.address}#graph?game=connect4")
    page.locator(".offers button").first.click()
    page.wait_for_selector(".game-graph .state")


@pytest.mark.thorough
def test_a_graph_is_walked(served, page):
    page.goto(f"{served.address}#graph?game=nim:heaps=7,limit=3&fold=nothing")
    page.wait_for_selector(".game-graph .state")
    assert page.locator(".chosen-state .verdict").inner_text() == "Max wins, end in 3"
    solution = solve(load("nim:heaps=7,limit=3"))
    for move in solution.moves(solution.rules.initial()):  # what *Explore a solution* tells of the moves
        told = page.locator(f".ways li:has(button:text-is('{move.name}'))").inner_text()
        assert f"{'Max' if move.value > 0 else 'Min'} wins, end in {move.remoteness}" in told
    page.locator(".ways li:has(b) button").click()
    assert "a4" in page.locator(".chosen-state pre").inner_text()
    assert page.locator(".chosen-state .verdict").inner_text() == "Max wins, end in 2"
    page.locator(".state.chosen [role=button]").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".chosen-state .verdict").inner_text().endswith("end in 1")
    page.locator("#graph-example").select_option(label="A loop")
    page.wait_for_function("() => document.querySelector('.graph h2')?.textContent.includes('loop')")
    assert page.locator(".state.draw").count() == 2
    page.locator(".as-text summary").click()
    assert "leads to" in page.locator(".tree-text").inner_text()
    page.get_by_text("Watch a search from here").click()
    page.wait_for_selector(".search-tree .node")
    assert page.locator("#position").input_value().startswith("A: max(")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "asked",
    [
        {"game": "tictactoe", "algorithm": "alphabeta", "moves": "1 5 9 3 7 4"},
        {"game": "tree:example=helen", "algorithm": "alphabeta", "against": "minimax"},
    ],
)
def test_a_tree_that_can_be_read_whole_is_shown_whole(served, page, asked):
    """With positions in its nodes, and two side by side, on a projector."""
    page.set_viewport_size({"width": 1024, "height": 768})
    watch(page, served.address, **asked)
    hidden = "all => all.map(box => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])"
    for rest in page.locator(".tree-box").evaluate_all(hidden):
        assert rest == [0, 0]


@pytest.mark.thorough
def test_before_a_search_the_examples_are_listed(served, page):
    page.goto(f"{served.address}#watch?game=connect4")
    expect(page.locator("[data-example]")).to_have_count(len([e for e in EXAMPLES.values() if e.tab]))
    page.get_by_role("button", name=EXAMPLES["helen"].title).click()
    page.wait_for_selector(".search-tree .node")
    expect(page.locator("[data-example]")).to_have_count(0)
    expect(page.locator(".example")).to_contain_text(EXAMPLES["helen"].title)


@pytest.mark.thorough
def test_the_names_of_arrows_lie_beside_each_other(served, page):
    """Twelve moves from the start of Nim, in a drawing of 120 states."""
    page.goto(f"{served.address}#graph?game=nim")
    expect(page.locator(".way-name")).to_have_count(12)
    overlapping = page.locator(".way-name").evaluate_all("""all => {
        const boxes = all.map(name => name.getBoundingClientRect());
        const both = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
        return boxes.flatMap((a, i) => boxes.slice(0, i).filter(b => both(a, b))).length;
    }""")
    assert overlapping == 0
    expect(page.locator(".graph-legend")).not_to_contain_text("Min to move")
