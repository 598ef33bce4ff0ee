/**
 * The tab in which a search is watched step by step.
 *
 * The server runs the search on request; then nothing moves until the user steps or plays. The tree
 * comes in views (the open nodes), the steps in chunks; how a node looks at a step is computed here.
 */

import {html, render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {lookAt, wordsOf} from "./tree-state.js";
import {TreeEditor, readTree} from "./tree-editor.js";
import {TreeText, TreeView, sizeOf, wholeZoom} from "./tree-view.js";
import {Code} from "./watch-code.js";
import {Lecture} from "./watch-lecture.js";
import {Overview} from "./watch-overview.js";
import {Peek} from "./watch-peek.js";
import {Player} from "./watch-player.js";
import {NO_DEPTH, Settings, readOptions, writeOptions} from "./watch-settings.js";
import {Save} from "./watch-save.js";
import {Counts, StepWords} from "./watch-step.js";

/** The settings that an address stands for. */
function readSettings(params, known, facts, game) {
  const tree = game.split(":")[0] === "tree";
  const usual = (facts?.players ?? 2) > 2 ? "maxn" : facts?.provides?.includes("chances") ? "alphabeta_chance" : "alphabeta";
  const same = known.examples.find(e => e.tab === "watch" && e.game === game && tree && !params.has("algorithm"));
  const get = key => params.get(key) ?? (key.startsWith("against") ? null : same?.[key] ?? null);  // two are shown only if asked for
  const one = (prefix, fallback) => {
    const name = get(prefix ? "against" : "algorithm") ?? fallback;
    const algorithm = known.algorithms.find(a => a.name === name) ?? known.algorithms.find(a => a.name === fallback);
    const depth = get(`${prefix}depth`);
    const deep = params.has("algorithm") || tree ? null : 3;
    return {algorithm: algorithm.name, depth: depth === null ? deep : Number(depth), options: readOptions(get(`${prefix}options`), algorithm)};
  };
  return {
    first: one("", usual), second: one("against", "minimax"), compare: get("against") !== null,
    position: params.get("position") ?? "", moves: params.get("moves") ?? "",
  };
}

/** The request to the server. */
function bodyOf(game, settings) {
  const search = s => ({algorithm: s.algorithm, depth: NO_DEPTH.includes(s.algorithm) ? null : s.depth, options: s.options});
  return {
    game, ...search(settings.first), moves: settings.moves,
    position: settings.position.trim() ? settings.position : null,
    against: settings.compare ? search(settings.second) : null,
  };
}

const nameOf = run => run.algorithm + (Object.keys(run.options).length ? ` (${Object.entries(run.options).map(([k, v]) => `${k}=${v}`).join(", ")})` : "");

/** A search in memory: its head, its chunks of steps, and the view. */
function Watch({context, known}) {
  const [game, setGame] = useState(context.game);
  const [settings, setSettings] = useState(() => readSettings(context.params, known, context.facts, context.game));
  const [search, setSearch] = useState(null);
  const [view, setView] = useState(null);
  const [step, setStep] = useState(Number(context.params.get("step") ?? 1) - 1);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [follow, setFollow] = useState(true);
  const [zoom, setZoom] = useState(1);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const [boards, setBoards] = useState(null);  // null: as the server thinks fit
  const [code, setCode] = useState(innerWidth >= 1200);
  const [projected, setProjected] = useState(false);  // is the code shown in a lecture
  const [lecture, setLecture] = useState(context.params.has("lecture"));
  const [target, setTarget] = useState(null);
  const [, setLoads] = useState(0);
  const running = useRef(null);
  const opened = useRef(new Set());  // by the first view and by hand; the path of the search is open as well
  const asking = useRef(false);
  const wanted = useRef(null);
  const latest = useRef(null);
  latest.current = search;
  const box = useRef(null);

  const [example, setExample] = useState(() => known.examples.find(e => e.name === context.params.get("example")) ?? null);
  const leave = () => { setExample(null); context.set("example", null); };  // other settings: no longer the example

  const lengths = search?.head.runs.map(run => run.length) ?? [1];
  const last = Math.max(...lengths) - 1;
  const at = run => Math.min(step, lengths[run] - 1);

  const run = async (words, wanted, from) => {
    running.current?.abort();
    const control = running.current = new AbortController();
    setBusy(true); setPlaying(false); setTrouble(""); setTarget(null);
    const body = {...bodyOf(words, wanted), ...(boards === null ? {} : {boards})};
    try {
      const head = await context.post("/api/watch", body, control.signal);
      const chunks = head.steps.map(first => new Map([[0, first]]));
      setSearch({head, body, chunks, boards: new Map()});
      setView(head.view);
      setBoards(head.view.board !== null);
      opened.current = new Set(head.view.open);
      setStep(Math.max(0, Math.min(from, Math.max(...head.runs.map(r => r.length)) - 1)));
      setZoom(wholeZoom(head.view, roomFor(head.runs.length), 1.4));
      for (const [key, value] of Object.entries(addressOf(words, wanted))) context.set(key, value);
    } catch (error) {
      if (!control.signal.aborted) { setTrouble(error.message); setSearch(null); setView(null); }
    }
    if (running.current === control) setBusy(false);
  };
  const roomFor = runs => ({
    width: (box.current?.clientWidth ?? 900) / (runs === 2 && innerWidth > 900 ? 2 : 1) - (code && runs === 1 && innerWidth > 900 ? 430 : 40),
    height: 0.6 * innerHeight,
  });
  const fitting = (shown, runs) => {
    const {width, height} = roomFor(runs), size = sizeOf(shown);
    return Math.max(0.15, Math.min(1.4, width / size.width, height / size.height));
  };

  // a tree by hand, or an address with an algorithm, is shown at once; nothing plays by itself
  useEffect(() => {
    if (context.params.has("algorithm") || game.split(":")[0] === "tree") run(game, settings, step);
    return () => running.current?.abort();
  }, []);

  const chunkSize = search?.head.chunk ?? 1;
  const fetchChunk = useCallback((i, number) => {
    const chunks = search.chunks[i];
    if (number < 0 || number * chunkSize >= search.head.runs[i].length || chunks.has(number)) return;
    chunks.set(number, null);
    context.post("/api/watch/steps", {...search.body, run: i, first: number * chunkSize}).then(
      found => { chunks.set(number, found); setLoads(n => n + 1); },
      error => { chunks.delete(number); setTrouble(error.message); });
  }, [search]);
  const stepOf = i => {
    const number = Math.floor(at(i) / chunkSize), chunk = search.chunks[i].get(number);
    return chunk ? {...chunk.steps[at(i) - chunk.first], counted: chunk.counted[at(i) - chunk.first]} : null;
  };
  const now = search ? search.head.runs.map((_, i) => stepOf(i)) : [];
  useEffect(() => {
    if (!search) return;
    search.head.runs.forEach((_, i) => {
      const number = Math.floor(at(i) / chunkSize);
      for (const near of [number, Math.floor((at(i) + 60) / chunkSize)]) fetchChunk(i, near);
    });
  }, [search, step]);

  // the nodes to open; if they change while a view is being fetched, another one is fetched
  const open = async (ids, pictured = boards) => {
    wanted.current = ids;
    if (asking.current) return;
    asking.current = true;
    let asked = null;
    while (asked !== wanted.current && latest.current === search) {
      asked = wanted.current;
      try {
        const found = await context.post("/api/watch/view", {...search.body, boards: Boolean(pictured), open: [...asked]});
        if (latest.current === search) setView(found);
      } catch (error) {
        context.say(error.message);
      }
    }
    wanted.current = null;
    asking.current = false;
    setLoads(n => n + 1);
  };
  const passing = () => now.filter(Boolean).flatMap(n => n.path.slice(0, -1));
  const toggle = id => {
    const ids = new Set(wanted.current ?? view.open);
    if (ids.has(id)) { ids.delete(id); opened.current.delete(id); } else { ids.add(id); opened.current.add(id); }
    if (!ids.has(id) && passing().includes(id)) setFollow(false);
    open(ids);
  };
  // a search that goes into a closed branch is followed there
  useEffect(() => {
    if (!follow || !search || !view || asking.current) return;
    const visible = new Set(view.nodes.map(node => node.id));
    if (now.some(n => n && !visible.has(n.node))) open(new Set([...opened.current, ...passing()]));
  });

  const go = useCallback(to => setStep(Math.max(0, Math.min(to, last))), [last]);
  const play = useCallback(on => setPlaying(was => {
    const next = on ?? !was;
    if (next && step >= last) setStep(0);
    return next;
  }), [step, last]);
  useEffect(() => {
    if (!search || playing) return undefined;
    const timer = setTimeout(() => context.set("step", step ? String(step + 1) : null), 300);
    return () => clearTimeout(timer);
  }, [step, playing, search]);

  const lecturing = on => { setLecture(on); context.set("lecture", on ? "1" : null); };
  useLayoutEffect(() => {  // before the next key, however soon it comes
    const pressed = event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !search) return;
      if (event.target.closest?.("input:not([type=range]), select, textarea, [contenteditable]")) return;
      const key = event.key.toLowerCase();
      if (key === "l") lecturing(!lecture);
      else if (key === "escape" && lecture) lecturing(false);
      else if (key === "c") (lecture ? setProjected : setCode)(on => !on);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [search, lecture]);
  const saved = (i, as) => context.post("/api/watch/export", {...search.body, boards: Boolean(boards), as, run: i, step: at(i) + 1, open: view.open});

  const board = node => {
    if (!search.boards.has(node)) search.boards.set(node, context.post("/api/watch/board", {...search.body, node}));
    return search.boards.get(node);
  };
  const peek = (i, node, element) => setTarget(node
    ? {node, element, words: wordsOf(node, lookAt(node.looks[i], at(i)), search.head.players)} : null);

  const useTree = written => {
    const words = `tree:tree=${JSON.stringify(written)}`;
    setGame(words);
    leave();
    context.set("game", words);
    run(words, settings, 0);
  };
  const choose = ({name, topic, title, shows, tab, ...address}) => context.go(tab, {...address, example: name});
  const isTree = game.split(":")[0] === "tree";
  const written = useMemo(() => (isTree ? treeOf(game, known.trees) : null), [game]);

  const drawing = (i, frame = null) => {
    const head = search.head.runs[i], title = `${nameOf(head)} on ${search.head.game}, step ${at(i) + 1} of ${head.length}: ${now[i]?.say ?? ""}`;
    return html`<${TreeView} view=${view} run=${i} step=${at(i)} now=${now[i]} players=${search.head.players} title=${title} frame=${frame}
      toggle=${toggle} peek=${(node, element) => peek(i, node, element)} zoom=${zoom} />`;
  };
  const player = {step, last, go, playing, play, speed, setSpeed};
  const tree = i => {
    const head = search.head.runs[i], shownStep = at(i);
    return html`<section class="run panel" key=${i} data-run=${i} aria-label=${nameOf(head)}>
      <h2>${nameOf(head)}${head.depth !== null ? ` to depth ${head.depth}` : ""}
        ${search.head.runs.length > 1 && step > lengths[i] - 1 ? html` <span class="muted">(at its end)</span>` : null}</h2>
      <${StepWords} now=${now[i]} root=${view.nodes[0].place} playing=${playing} />
      <div class=${code ? "tree-and-code" : ""}>${drawing(i)}${code ? html`<${Code} code=${head.code} lines=${now[i]?.lines} />` : null}</div>
      <${Save} fetch=${as => saved(i, as)} say=${context.say} />
      <${AsText} view=${view} run=${i} step=${shownStep} players=${search.head.players} />
      ${head.unkept ? html`<p class="muted">… and ${head.unkept.toLocaleString("en")} more steps, which were counted but not kept.</p>` : null}
      <p class="answer">${shownStep === head.length - 1 ? html`<b>The answer:</b> value ${head.value || "unknown"}${head.proven ? ", proven" : ""}${head.line.length ? `, line ${head.line.join(" ")}` : ""}${head.note ? ` (${head.note})` : ""}` : " "}</p>
    </section>`;
  };

  if (lecture && search && view) {
    const runs = search.head.runs.map((head, i) => ({name: nameOf(head), now: now[i], code: head.code, tree: frame => drawing(i, frame)}));
    return html`<${Lecture} runs=${runs} leave=${() => lecturing(false)} player=${player} code=${projected} setCode=${setProjected} />
      <${Peek} target=${target} board=${board} />`;
  }
  return html`<div class="watch" ref=${box}>
    <${Settings} known=${known} settings=${settings} change=${setSettings} busy=${busy}
      submit=${() => leave() || run(game, settings, 0).then(() => { if (innerWidth <= 640) box.current?.querySelector(".controls")?.scrollIntoView(); })} stop=${() => { running.current?.abort(); setBusy(false); }}
      example=${choose} />
    ${example ? html`<p class="panel example"><b>${example.title}.</b> ${example.shows} <${Help} page="textbooks" label="Help: the lectures" /></p>` : null}
    ${trouble && html`<p class="error" role="alert" id="trouble">${trouble}</p>`}
    ${!search && !trouble && !busy ? html`<p class="muted hint">Choose an algorithm and a depth, then “Show the search”; or take one of the examples.
      The tree appears here, and you step through the search at your own pace.</p>
      <${Overview} examples=${known.examples} choose=${choose} />` : null}
    ${search && view ? html`
      <div class="panel controls">
        <${Player} ...${player} />
        <div class="row">
          <label class="field"><input id="follow" type="checkbox" checked=${follow} onChange=${event => setFollow(event.target.checked)} /> Follow the search into closed branches</label>
          <button class="small" title="Smaller" aria-label="Smaller" onClick=${() => setZoom(now => Math.max(0.15, now / 1.25))}>−</button>
          <button class="small" title="Larger" aria-label="Larger" onClick=${() => setZoom(now => Math.min(2, now * 1.25))}>+</button>
          <button class="small" onClick=${() => setZoom(fitting(view, search.head.runs.length))}>Fit</button>
          <button class="small" id="reset-view" onClick=${() => { opened.current = new Set(search.head.view.open); open(opened.current); }}>First view</button>
          ${search.head.nodes <= 1500 && view.nodes.length < search.head.nodes ? html`<button class="small" id="open-all"
            onClick=${() => { opened.current = new Set(Array(search.head.nodes).keys()); open(opened.current); }}>Open all</button>` : null}
          <label class="field"><input id="code" type="checkbox" checked=${code} onChange=${event => setCode(event.target.checked)} /> Code</label>
          ${search.head.pictured ? html`<label class="field" title="the position in every node, while not too many are open"><input id="boards" type="checkbox" checked=${boards}
            onChange=${event => { setBoards(event.target.checked); open(new Set(view.open), event.target.checked); }} /> Boards</label>` : null}
          <button class="small" id="lecture" title="the tree, one line of reason and the slider, for a whole room (L)" onClick=${() => lecturing(true)}>Lecture</button>
          <button class="small" id="predict" title="questions about this search, before you step through it"
            onClick=${() => context.go("practise", Object.fromEntries(Object.entries(addressOf(game, settings)).filter(([key, value]) => value !== null && !key.startsWith("against"))))}>Predict</button>
          <span class="muted keys">Keys: ← → Home End space, L lecture, C code; click a node to open or close it.</span>
        </div>
      </div>
      <div class=${`runs ${search.head.runs.length === 2 ? "two" : ""}`}>${search.head.runs.map((_, i) => tree(i))}</div>
      <div class="panel"><h2>What it costs</h2><${Counts} runs=${search.head.runs} counted=${now.map(n => n?.counted)} names=${search.head.runs.map(nameOf)} /></div>
      <${Legend} players=${search.head.players} proof=${search.head.runs.some(r => r.algorithm === "pn")} />` : null}
    ${isTree && written !== null ? html`<${TreeEditor} written=${written} use=${useTree} />`
      : html`<p class="muted">Trees by hand: choose the game <a href="#watch?game=tree">tree</a>, and edit it or paste your own.</p>`}
    <${Peek} target=${target} board=${board} />
  </div>`;
}

/** The tree as text, made only when it is opened. */
function AsText(props) {
  const [shown, setShown] = useState(false);
  return html`<details class="as-text" onToggle=${event => setShown(event.target.open)}><summary>This tree as text</summary>
    ${shown ? html`<${TreeText} ...${props} />` : null}</details>`;
}

/** What the shapes and colours mean. */
const Legend = ({players, proof}) => html`<p class="legend muted panel">
  ${players > 2 ? html`<span>A rounded box is a node of a player; a value has one number for each.</span>`
    : html`<span><span class="sign max">⌂</span> Max moves (points up)</span> <span><span class="sign min">⌂</span> Min moves (points down)</span>`}
  <span><span class="sign chance">●</span> chance</span> <span><span class="sign end">■</span> an end, or the horizon</span>
  <span>thick outline: where the search is</span> <span>thick line: where a value comes from</span>
  <span>grey and dashed: cut off, never visited</span> <span>≥ ≤: at least, at most</span> <span>α: what Max has already; β: what Min can hold Max to</span>
  <span>▸ 12: closed, with 12 nodes below</span> ${proof ? html`<span>1 | 2: proof and disproof number</span>` : null}</p>`;

/** The settings for the address; null for what is left out. */
function addressOf(game, settings) {
  const {first, second, compare} = settings;
  return {
    game, algorithm: first.algorithm, depth: first.depth === null ? null : String(first.depth), options: writeOptions(first.options) || null,
    against: compare ? second.algorithm : null, againstdepth: compare && second.depth !== null ? String(second.depth) : null,
    againstoptions: (compare && writeOptions(second.options)) || null,
    position: settings.position || null, moves: settings.moves || null,
  };
}

/** The tree in the words for a game; null if the page cannot read it. */
function treeOf(words, examples) {
  const rest = words.slice(words.indexOf(":") + 1), example = /^example=(\w+)$/.exec(rest);
  if (!words.includes(":")) return examples.textbook;
  if (example) return examples[example[1]] ?? null;
  try { return readTree(rest.replace(/^tree=/, "")); } catch { return null; }
}

/** The tab (see app.js). */
export function mount(root, context) {
  if (!document.querySelector('link[href="/static/watch.css"]')) {
    document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: "/static/watch.css"}));
  }
  let left = false;
  context.get("/api/algorithms").then(
    known => { if (!left) render(html`<${Watch} context=${context} known=${known} />`, root); },
    error => { if (!left) render(html`<p class="error" role="alert">${error.message}</p>`, root); });
  return () => { left = true; render(null, root); };
}
