/**
 * The tab in which one practises: a tree and a question, an answer by clicks or typed, its mark, and why.
 *
 * The server makes the question from a seed and wishes, or about a search (then the address has its algorithm), and
 * marks the answer; the right answer is not here before that.
 */

import {html, render, useEffect, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {NO_DEPTH} from "./watch-settings.js";
import {TreeText, TreeView, wholeZoom} from "./tree-view.js";
import {Typed} from "./typed.js";

const WISHES = [
  ["depth", "Depth", "moves from the root to a leaf, 2 to 5"], ["branching", "Children", "the most of a node, 2 to 4"],
  ["cuts", "Cuts", "cut-offs of alpha-beta; 0: an order that cuts nothing"], ["above", "Above leaves", "so many of the cuts skip more than leaves"],
];
const KINDS = {
  cuts: "What is cut?", window: "α and β", value: "The value", move: "The best move", numbers: "Proof numbers", proving: "The most-proving node",
};
const whole = text => (text === null || text === "" || !Number.isInteger(Number(text)) ? null : Number(text));

/** What the address asks for. */
function readAsked(params, game) {
  const asked = {kind: params.get("kind") ?? (params.get("algorithm") === "pn" ? "proving" : "cuts"), seed: whole(params.get("seed")) ?? 1};
  if (!params.has("algorithm")) {
    for (const [key] of WISHES) if (whole(params.get(key)) !== null) asked[key] = whole(params.get(key));
    return params.has("chance") ? {...asked, chance: true} : asked;
  }
  const options = Object.fromEntries((params.get("options") ?? "").split(";").filter(Boolean).map(part => {
    const [key, word] = part.split(":");
    return [key, word === "true" ? true : word === "false" ? false : Number.isNaN(Number(word)) ? word : Number(word)];
  }));
  const algorithm = params.get("algorithm"), depth = NO_DEPTH.includes(algorithm) ? null : whole(params.get("depth"));
  return {...asked, game, algorithm, depth, options, moves: params.get("moves") ?? "", position: params.get("position")};
}

function Practise({context}) {
  const [asked, setAsked] = useState(() => readAsked(context.params, context.game));
  const [question, setQuestion] = useState(null);
  const [marks, setMarks] = useState(new Set());  // nodes
  const [words, setWords] = useState([]);  // numbers, as they are typed
  const [result, setResult] = useState(null);
  const [points, setPoints] = useState({got: 0, of: 0});
  const [trouble, setTrouble] = useState("");
  const predicts = "algorithm" in asked;

  const pose = async next => {
    setAsked(next); setTrouble(""); setResult(null); setMarks(new Set()); setWords([]);
    const {kind, seed, depth, branching, cuts, above, chance} = next;
    const shown = predicts ? {kind, seed} : {kind, seed, depth, branching, cuts, above, chance: chance ? "1" : null};
    for (const [key, value] of Object.entries(shown)) context.set(key, value === undefined || value === null ? null : String(value));
    try {
      setQuestion(await context.post("/api/practise", next));
    } catch (error) {
      setQuestion(null); setTrouble(error.message);
    }
  };
  useEffect(() => { pose(asked); }, []);

  const check = async () => {
    const given = question.choices.length ? [...marks].map(id => question.names[id]) : words;
    setTrouble("");
    try {
      const found = await context.post("/api/practise/mark", {...asked, given});
      setPoints(now => (result ? now : {got: now.got + found.score, of: now.of + 1}));  // the first answer counts
      setResult(found);
      context.say(verdict(found));
    } catch (error) {
      setTrouble(error.message);
    }
  };
  const verdict = found => (found.score === 1 ? "Right." : found.score === 0 ? "No points." : `Partly right: ${Math.round(100 * found.score)} %.`);

  /** A click marks a leaf, or all leaves below a node; where one node is asked for, it alone. */
  const pick = node => {
    if (result || !question.choices.length) return;
    const below = id => [id, ...question.view.nodes.filter(n => n.at >= 0 && question.view.nodes[n.at].id === id).flatMap(n => below(n.id))];
    const meant = below(node.id).filter(id => question.choices.includes(id));
    if (question.fields.length) { if (question.choices.includes(node.id)) setMarks(new Set([node.id])); return; }
    const next = new Set(marks), all = meant.every(id => next.has(id));
    for (const id of meant) { if (all) next.delete(id); else next.add(id); }
    setMarks(next);
  };
  const looks = new Map();
  if (question) {
    if (question.about !== null && question.about !== undefined) looks.set(question.about, "about");
    for (const id of marks) looks.set(id, "marked");
    if (result) for (const id of result.right) looks.set(id, marks.has(id) ? "marked right" : "missed");
    if (result) for (const id of marks) if (!result.right.includes(id)) looks.set(id, "marked wrong");
  }
  const beside = innerWidth > 1200;  // the answer is beside the tree, or below it
  const room = beside ? {width: innerWidth - 480, height: 0.6 * innerHeight} : {width: innerWidth - 64, height: 0.44 * innerHeight};
  const zoom = question ? wholeZoom(question.view, room, 1.5) : 1;
  const step = result ? question.length - 1 : -1;
  const ready = question && (!question.fields.length || (question.choices.length ? marks.size > 0 : question.fields.every((_, i) => words[i]?.trim())));
  const wish = part => pose({...asked, ...part});

  return html`<div class="practise watch">
    <form class="panel row wishes" onSubmit=${event => { event.preventDefault(); wish({seed: asked.seed + 1}); }}>
      <label class="field"><span>Question</span><select id="kind" value=${asked.kind} onChange=${event => wish({kind: event.target.value})}>
        ${Object.entries(KINDS).map(([kind, title]) => html`<option key=${kind} value=${kind}>${title}</option>`)}</select></label>
      ${predicts ? html`<span class="muted">about ${asked.algorithm} on ${asked.game.length > 50 ? "your tree" : asked.game}</span>`
        : html`${WISHES.map(([key, title, hint]) => html`<label class="field" key=${key} title=${hint}><span>${title}</span>
          <${Typed} id=${key} size="2" inputmode="numeric" value=${asked[key] ?? ""} placeholder="any" commit=${text => wish({[key]: whole(text) ?? undefined})} /></label>`)}
        <label class="field" title="below the root; for the value and the best move"><input id="chance" type="checkbox" checked=${asked.chance ?? false}
          onChange=${event => wish({chance: event.target.checked || undefined, ...(event.target.checked ? {kind: "value", cuts: undefined, above: undefined} : {})})} /> Chance</label>`}
      <label class="field" title="the same number makes the same question for everybody"><span>Seed</span>
        <${Typed} id="seed" size="4" inputmode="numeric" value=${asked.seed} commit=${text => wish({seed: Math.max(0, whole(text) ?? 1)})} /></label>
      <button id="next" class=${result ? "primary" : ""} type="submit">Another</button>
      <span class="points" aria-live="polite">${points.of ? `${Math.round(100 * points.got) / 100} of ${points.of} points` : ""}</span>
      <${Help} page="exercises" at="on-the-page" label="Help: practise" />
    </form>
    ${trouble && html`<p class="error" role="alert" id="trouble">${trouble}</p>`}
    ${question ? html`<div class="question">
      <section class="panel" aria-label="The tree">
        <h2 id="prompt">${question.prompt}</h2>
        <p class="muted">${question.choices.length ? question.fields.length ? "Click the node." : "Click the leaves, or a node for all leaves below it." : `Type ${question.help}.`}</p>
        <${TreeView} view=${question.view} run=${1} step=${step} now=${result ? result.end : null} players=${question.players} zoom=${zoom}
          title=${`The tree of the question, ${question.names[0]} at its root`} marked=${looks} pick=${pick} peek=${() => {}} toggle=${() => {}} />
        <details class="as-text"><summary>This tree as text</summary><${TreeText} view=${question.view} run=${1} step=${step} players=${question.players} /></details>
      </section>
      <section class="panel answer-box" aria-label="Your answer">
        <h2>Your answer</h2>
        ${question.choices.length
          ? html`<p id="chosen">${[...marks].map(id => question.names[id]).join(" ") || (question.fields.length ? "no node yet" : "none")}</p>`
          : html`<div class="row">${question.fields.map((field, i) => html`<label class="field" key=${field}><span>${field}</span>
            <input size="6" data-field=${i} autocomplete="off" value=${words[i] ?? ""} disabled=${result !== null}
              onInput=${event => { const next = [...words]; next[i] = event.target.value; setWords(next); }}
              onKeyDown=${event => event.key === "Enter" && ready && check()} /></label>`)}</div>`}
        <div class="row"><button id="check" class="primary" disabled=${result !== null || !ready} onClick=${check}>Check</button></div>
        ${result ? html`<div id="result" data-score=${result.score}>
          <p class=${result.score === 1 ? "verdict good" : "verdict bad"}>${verdict(result)}</p>
          ${result.remarks.length ? html`<ul>${result.remarks.map(line => html`<li key=${line}>${line}.</li>`)}</ul>` : null}
          <p><b>The answer:</b> <span id="answer">${result.answer}</span></p>
          <h3>Why</h3><ul id="why">${result.why.map(line => html`<li key=${line}>${line}.</li>`)}</ul>
          <p><button id="watch-it" onClick=${() => context.go("watch", watched(question.search, asked))}>Watch this search</button></p>
        </div>` : null}
      </section>
    </div>` : !trouble ? html`<p class="busy">Making a question…</p>` : null}
  </div>`;
}

/** The address of the search that answers a question. */
function watched(search, asked) {
  const options = Object.entries(search.options).map(([key, value]) => `${key}:${value}`).join(";");
  const found = {game: search.game, algorithm: search.algorithm, depth: search.depth, options, moves: asked.moves, position: asked.position};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && value !== undefined && value !== ""));
}

/** The tab (see app.js). */
export function mount(root, context) {
  if (!document.querySelector('link[href="/static/watch.css"]')) {
    document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: "/static/watch.css"}));
  }
  render(html`<${Practise} context=${context} />`, root);
  return () => render(null, root);
}
