/**
 * The tab that shows a game as a graph: every state once, in levels by remoteness, in the colour of its winner.
 *
 * If states are shared, or positions come back, a tree repeats itself; the graph does not. The server computes
 * the places of the nodes.
 */

import {html, render, useEffect, useMemo, useRef, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {Offers} from "./offers.js";

/** Games whose graphs are worth seeing first. */
const PRESETS = [
  {title: "One-Heap Nim: take 1, 2 or 3", game: "nim:heaps=7,limit=3"},
  {title: "One-Heap Nim, the last stone loses", game: "nim:heaps=6,limit=3,misere=true"},
  {title: "Nim with two heaps", game: "nim:heaps=2,3"},
  {title: "Sharks on 2 × 2", game: "sharks:width=2,height=2"},
  {title: "Sharks on 2 × 3", game: "sharks:width=2,height=3"},
  {title: "Pong Hau K'i", game: "ponghauki"},
  {title: "Tic-Tac-Toe, equivalent positions once", game: "tictactoe", fold: "all"},
  {title: "A shared node", game: "tree:example=shared"},
  {title: "A loop", game: "tree:example=loop"},
];

const CLASSES = {Max: "max", Min: "min", draw: "draw"};

/** Who wins here, in words. */
export function verdictOf(node) {
  return node.end && node.winner !== null ? `${winnerOf(node)}, the end` : withEnd(node, node.remoteness);
}

/** In an impartial game Max is the mover. */
const winnerOf = (node, mover = "mover") => (node.winner === "draw" ? "a draw" : node.mover !== "either" ? `${node.winner} wins`
  : `the ${mover} ${node.winner === "Max" ? "wins" : "loses"}`);

/** Who wins at a node, and after how many actions: from there, or with the move that leads there. */
const withEnd = (node, remoteness, mover) => node.winner === null ? "not labelled"
  : `${winnerOf(node, mover)}, ${remoteness === null ? "play never ends" : `end in ${remoteness}`}`;

/** How far an arrow down must bend so that it does not cross a state between its ends. */
function bowOf(nodes, a, b) {
  if (b.y <= a.y) return 0;
  for (const n of nodes) {
    if (n === a || n === b || n.y <= a.y || n.y >= b.y) continue;
    const off = a.x + (b.x - a.x) * ((n.y - a.y) / (b.y - a.y)) - n.x;
    if (Math.abs(off) < n.width / 2 + 4) return (off < 0 ? -1 : 1) * (n.width + 12 - Math.abs(off)) * 1.6;
  }
  return 0;
}

/** An arrow from one state to another: straight if it goes down, otherwise bent, so that both directions can be seen. */
function wayOf(a, b, bow) {
  const half = a.height / 2;
  if (b.y > a.y) return `M${a.x} ${a.y + half}Q${(a.x + b.x) / 2 + bow} ${(a.y + b.y) / 2} ${b.x} ${b.y - half - 3}`;
  if (b.y < a.y) {
    const side = half * (b.x >= a.x ? 0.8 : -0.8);
    return `M${a.x + side} ${a.y - half}Q${(a.x + b.x) / 2 + 2 * side} ${(a.y + b.y) / 2} ${b.x + side} ${b.y + half + 3}`;
  }
  return `M${a.x} ${a.y - half}Q${(a.x + b.x) / 2} ${a.y - 2 * half - 10 - Math.abs(b.x - a.x) * 0.08} ${b.x} ${b.y - half - 3}`;
}

/** The frame that holds all: bent arrows may leave the rows. They go half of the way to the point that bends them. */
function frameOf(graph) {
  const bows = graph.edges.map(e => bowOf(graph.nodes, graph.nodes[e.from], graph.nodes[e.to]));
  const across = [0, Math.max(graph.width, 300)], down = [0, graph.height - 20];
  graph.edges.forEach((e, i) => {
    const [, x, y, u, v, p, q] = wayOf(graph.nodes[e.from], graph.nodes[e.to], bows[i]).split(/[MQ ]/).map(Number);
    const [middle, centre] = [(x + 2 * u + p) / 4, (y + 2 * v + q) / 4];
    across.push(middle - 8, middle + 8, x - 8, x + 8, p - 8, p + 8);
    down.push(centre - 8, centre + 8, y - 8, y + 8, q - 8, q + 8);
  });
  const [left, top] = [across, down].map(all => all.reduce((a, b) => Math.min(a, b)));
  return {bows, left, top, width: across.reduce((a, b) => Math.max(a, b)) - left, height: down.reduce((a, b) => Math.max(a, b)) - top};
}

/** The place of an arrow's name: the middle of a bent arrow, a share of the way along a straight one. */
function nameAt(a, b, bow, share) {
  const half = a.height / 2, side = half * (b.x >= a.x ? 0.8 : -0.8);
  if (b.y > a.y && bow) return [(a.x + b.x) / 2 + bow / 2, (a.y + b.y) / 2 + 4];
  if (b.y > a.y) return [a.x + (b.x - a.x) * share, a.y + half + (b.y - a.y - 2 * half) * share + 4];
  if (b.y < a.y) return [(a.x + b.x) / 2 + 1.5 * side, (a.y + b.y) / 2 + 4];
  return [(a.x + b.x) / 2, a.y - 1.5 * half - 5 - Math.abs(b.x - a.x) * 0.04 + 4];
}

/** The names of arrows with their places: each as near to the usual one as the names before it leave room. */
export function namesOf(graph, edges) {
  const taken = [];
  return edges.map(([e, i]) => {
    const words = e.moves.join(", "), wide = 7 * words.length + 2;
    const free = ([x, y]) => taken.every(t => Math.abs(t.x - x) >= (t.wide + wide) / 2 || Math.abs(t.y - y) >= 12);
    const places = [0.6, 0.72, 0.48, 0.84, 0.36, 0.9, 0.28].map(share => nameAt(graph.nodes[e.from], graph.nodes[e.to], graph.frame.bows[i], share));
    const [x, y] = places.find(free) ?? places[0];
    taken.push({x, y, wide});
    return {to: e.to, words, x, y};
  });
}

const flat = text => text.split("\n").map(line => line.trimEnd()).join(" / ");

/** One state, drawn as its board if there is room, otherwise as a sign that shows whose turn it is. */
function StateNode({node, board, chosen, near, choose, press}) {
  const w = node.width, h = node.height, winner = CLASSES[node.winner] ?? "none";
  const sign = node.end ? html`<rect class="shape" x=${-w / 2} y=${-h / 2} width=${w} height=${h} rx="2" />`
    : html`<polygon class="shape" points=${(node.player === 0 ? [[0, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]]
      : [[0, h / 2], [w / 2, -h / 2], [-w / 2, -h / 2]]).map(p => p.join(",")).join(" ")} />`;
  const turn = node.end ? "the end" : `${node.mover} to move`;
  const card = w >= 60 ? html`
    <rect class="shape card" x=${-w / 2} y=${-h / 2} width=${w} height=${h} rx="6" />
    <rect class="band" x=${-w / 2} y=${-h / 2} width=${w} height="15" rx="5" />
    ${board ? html`<image href=${`data:image/svg+xml,${encodeURIComponent(board)}`} x=${-w / 2 + 5} y=${-h / 2 + 18} width=${w - 10} height=${h - 22} />` : null}` : sign;
  const letters = w >= 60 ? html`<g aria-hidden="true"><text class="turn" y=${-h / 2 + 11}>${turn}</text>
    ${board ? null : html`<text class="text" y="10">${node.text.split("\n")[0].split(":")[0].slice(0, 12)}</text>`}</g>` : null;
  return html`<g class=${`state ${winner} ${chosen ? "chosen" : ""} ${near ? "near" : ""} ${node.id === 0 ? "start" : ""}`} data-id=${node.id}
    data-winner=${node.winner ?? "none"} transform=${`translate(${node.x} ${node.y})`} onClick=${() => choose(node.id)}>
    <title>${`${node.text}\n${verdictOf(node)}`}</title>
    <g role="button" tabindex=${chosen ? 0 : -1} aria-pressed=${chosen} aria-label=${`${flat(node.text)}: ${turn}, ${verdictOf(node)}`}
      onFocus=${() => choose(node.id)} onKeyDown=${event => press(event, node)}>${card}</g>${letters}</g>`;
}

/** The drawing. */
function Drawing({graph, chosen, choose, zoom}) {
  const box = useRef(null);
  const near = useMemo(() => new Set(graph.edges.filter(e => e.from === chosen).map(e => e.to)), [graph, chosen]);
  const {bows, left, top, width, height} = graph.frame;
  const key = (event, node) => {
    const ways = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    // the nearest state in this direction; the direction counts more than the distance
    const cost = n => {
      const along = (n.x - node.x) * way[0] + (n.y - node.y) * way[1], across = (n.x - node.x) * way[1] + (n.y - node.y) * way[0];
      return along > 1 ? along + 2.5 * Math.abs(across) : Infinity;
    };
    const next = graph.nodes.reduce((best, n) => (cost(n) < cost(best) ? n : best), node);
    if (next !== node && cost(next) < Infinity) box.current.querySelector(`[data-id="${next.id}"] [role=button]`).focus();
  };
  const edge = (e, i) => {
    const out = e.from === chosen, into = e.to === chosen;
    const from = graph.nodes[e.from], to = graph.nodes[e.to];
    return html`<g key=${i} class=${`way ${e.best ? "best" : ""} ${out ? "out" : ""} ${into ? "in" : ""}`} data-from=${e.from} data-to=${e.to}>
      <path d=${wayOf(from, to, bows[i])} marker-end=${`url(#head-${out ? "out" : e.best ? "best" : "way"})`} /><title>${e.moves.join(", ")}</title></g>`;
  };
  const sorted = graph.edges.map((e, i) => [e, i]).sort(([a], [b]) => (a.from === chosen) - (b.from === chosen) || a.best - b.best);
  return html`<div class="tree-box" ref=${box} tabindex="-1"><svg class="game-graph" width=${width * zoom} height=${height * zoom} viewBox=${`${left} ${top} ${width} ${height}`}
      role="group" aria-label=${`The graph of ${graph.game}: ${graph.nodes.length} states; Max wins ${graph.wins}, Min wins ${graph.losses}, ${graph.draws} are drawn`}>
    <defs>${["way", "best", "out"].map(name => html`<marker key=${name} id=${`head-${name}`} class=${`head ${name}`} viewBox="0 0 6 6" refX="5" refY="3"
      markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L6 3L0 6z" /></marker>`)}</defs>
    ${graph.levels.map(level => html`<text class="level" key=${level.name} x="12" y=${level.y + 4}>${level.name}</text>`)}
    ${sorted.map(([e, i]) => edge(e, i))}
    ${graph.nodes.map(node => html`<${StateNode} key=${node.id} node=${node} board=${graph.boards?.[node.id]} chosen=${node.id === chosen}
      near=${near.has(node.id)} choose=${choose} press=${key} />`)}
    ${namesOf(graph, sorted.filter(([e]) => e.from === chosen)).map(n => html`<text class="way-name" key=${`n${n.to}`} x=${n.x} y=${n.y}>${n.words}</text>`)}
  </svg></div>`;
}

/** The chosen state: who wins, and the moves from it. */
function Chosen({graph, id, choose, context}) {
  const node = graph.nodes[id], ways = graph.edges.filter(e => e.from === id);
  return html`<section class="panel chosen-state" aria-live="polite"><h2>${id === 0 ? "Where play begins" : "The chosen state"}</h2>
    <pre tabindex="0">${node.text}</pre>
    <p><b class=${`verdict ${CLASSES[node.winner] ?? ""}`}>${verdictOf(node)}</b></p>
    ${ways.length ? html`<h3>Moves</h3><ul class="ways">${ways.map(e => html`<li key=${e.to}><button class="small" data-to=${e.to} onClick=${() => choose(e.to)}>${e.moves.join(", ")}</button>
      ${" "}${withEnd(graph.nodes[e.to], e.remoteness, "next player")}${e.best ? html` <b title="keeps the value, and the way to the end">best</b>` : null}</li>`)}</ul>` : html`<p class="muted">The game is over here.</p>`}
    <div class="row">${id !== 0 ? html`<button class="small" onClick=${() => choose(0)}>Back to the start</button>` : null}
      <button class="small" onClick=${() => context.go("play", {game: context.game, position: node.text})}>Play from here</button>
      <button class="small" onClick=${() => context.go("watch", {game: context.game, position: node.text})}>Watch a search from here</button></div></section>`;
}

function GameGraph({context}) {
  const [graph, setGraph] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [chosen, setChosen] = useState(Number(context.params.get("state") ?? 0));
  const [zoom, setZoom] = useState(1);
  const box = useRef(null);
  const where = Object.fromEntries(["position", "moves"].map(key => [key, context.params.get(key)]).filter(([, value]) => value));
  const fold = context.params.get("fold") ?? "turns";
  const again = more => context.go("graph", {game: context.game, ...where, ...more});
  const fitting = (found, least, whole = least) => {  // at least `whole`, it is shown in one piece
    const wide = ((box.current?.clientWidth ?? 900) - (innerWidth > 900 ? 346 : 34)) / found.frame.width;
    const high = (innerHeight * (innerWidth > 900 ? .75 : .6) - 4) / found.frame.height;
    return Math.max(least, Math.min(1.3, wide, high >= whole ? high : wide));
  };

  useEffect(() => {
    const control = new AbortController();
    const body = {...where, game: context.game, fold};
    context.post("/api/graph", body, control.signal).then(
      answer => { const found = {...answer, frame: frameOf(answer)}; setGraph(found); setZoom(fitting(found, 0.45, 0.6)); setChosen(id => (id < found.nodes.length ? id : 0)); },
      error => { if (!control.signal.aborted) setTrouble(error.message); });
    return () => control.abort();
  }, []);
  const choose = id => { setChosen(id); context.set("state", id ? String(id) : null); };

  return html`<div class="graph" ref=${box}>
    <div class="panel row"><label class="field"><span>Examples</span>
      <select id="graph-example" value="" onChange=${event => { const {title, ...shown} = PRESETS[Number(event.target.value)]; context.go("graph", shown); }}>
        <option value="" disabled>choose one…</option>
        ${PRESETS.map((p, i) => html`<option key=${i} value=${i}>${p.title}</option>`)}</select></label>
      ${graph ? html`<button class="small" aria-label="Smaller" onClick=${() => setZoom(now => Math.max(0.15, now / 1.25))}>−</button>
        <button class="small" aria-label="Larger" onClick=${() => setZoom(now => Math.min(2.5, now * 1.25))}>+</button>
        <button class="small" onClick=${() => setZoom(fitting(graph, 0.15))}>Fit</button>` : null}
      <${Help} page="watching" at="game-graphs" />
      <span class="muted">Every state once, the ends at the bottom, in the colour of the winner with best play.</span></div>
    ${trouble && html`<p class="error" role="alert" id="trouble">${trouble}</p>`}
    ${trouble && html`<${Offers} context=${context} wanted="graph" where=${where} />`}
    ${!graph && !trouble && html`<p class="busy">Finding the states…</p>`}
    ${graph ? html`<div class="graph-and-state">
      <div class="panel"><h2>${graph.game}: ${graph.nodes.length.toLocaleString("en")} states</h2>
        ${graph.impartial ? html`<p class="muted" id="impartial">Both players have the same moves, so each position is shown once, for the player to move.
          ${" "}<button class="small" onClick=${() => again({fold: "nothing"})}>Show it for both</button></p>` : null}
        ${fold === "all" ? html`<p class="muted" id="folded">Equivalent positions are shown once.
          ${" "}<button class="small" onClick=${() => again({fold: "nothing"})}>Show all</button></p>` : null}
        <p class="graph-legend"><span><i class="max"></i> ${graph.impartial ? "the mover wins" : "Max wins"} ${graph.wins}</span>
          ${" "}<span><i class="min"></i> ${graph.impartial ? "the mover loses" : "Min wins"} ${graph.losses}</span>
          <span><i class="draw"></i> drawn ${graph.draws}</span> <span>thick: best moves</span>
          ${graph.nodes[0].width < 60 ? html`<span>${graph.impartial && fold === "turns" ? "▲ a position" : "▲ Max to move ▼ Min to move"} ■ the end</span>` : null}</p>
        <${Drawing} graph=${graph} chosen=${chosen} choose=${choose} zoom=${zoom} />
        <details class="as-text"><summary>This graph as text</summary><ul class="tree-text" tabindex="0">
          ${graph.nodes.map(node => html`<li key=${node.id}>${node.id}. ${flat(node.text)}: ${verdictOf(node)}
            ${graph.edges.filter(e => e.from === node.id).map(e => `; ${e.moves.join(", ")} leads to ${e.to}`).join("")}</li>`)}</ul></details></div>
      <${Chosen} graph=${graph} id=${chosen} choose=${choose} context=${context} /></div>` : null}
  </div>`;
}

/** The tab (see app.js). */
export function mount(root, context) {
  if (!document.querySelector('link[href="/static/watch.css"]')) {
    document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: "/static/watch.css"}));
  }
  render(html`<${GameGraph} context=${context} />`, root);
  return () => render(null, root);
}
