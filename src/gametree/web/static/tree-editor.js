/**
 * Trees by hand: a tree is edited node by node, or pasted as text.
 *
 * Written, a leaf is a number (or true, false, "unknown", or {"value": [1, 2, 6]}), and a node a list of its children,
 * or an object that says whose turn it is: {"max": […]}, {"min": […]}, {"chance": [[0.5, …], [0.5, …]]}; in addition
 * there may be a "name" and an "estimate"; {"goto": "A"} is the node A once more.
 */

import {html, useEffect, useMemo, useRef, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {Typed} from "./typed.js";

const KINDS = ["max", "min", "or", "and", "children", "chance"];

/** A written tree as a model that can be edited: {leaf} or {goto} or {kind, children, odds, rest}. */
export function modelOf(written) {
  if (Array.isArray(written)) return {kind: "", children: written.map(modelOf), odds: [], rest: {}};
  if (written === null || typeof written !== "object") return {leaf: written};
  if ("goto" in written) return {goto: written.goto};
  const kind = KINDS.find(k => k in written);
  if (kind === undefined) return {leaf: "value" in written ? written.value : 0, rest: without(written, "value")};
  const below = written[kind], rest = without(written, kind);
  if (kind === "chance") return {kind, children: below.map(([, child]) => modelOf(child)), odds: below.map(([p]) => p), rest};
  return {kind, children: below.map(modelOf), odds: [], rest};
}

/** The model, written. */
export function writtenOf(model) {
  if ("goto" in model) return {goto: model.goto};
  if ("leaf" in model) {
    const bare = !model.rest || Object.keys(model.rest).length === 0;
    return bare && !Array.isArray(model.leaf) ? model.leaf : {...model.rest, value: model.leaf};
  }
  const children = model.children.map(writtenOf), bare = Object.keys(model.rest).length === 0;
  if (model.kind === "" && bare) return children;
  if (model.kind === "chance") return {...model.rest, chance: children.map((child, i) => [model.odds[i], child])};
  return {...model.rest, [model.kind || "children"]: children};
}

/** The pasted text: JSON, or Python's form. */
export function readTree(text) {
  const plain = text.trim()
    .replace(/\(([^()]*)\)/g, '{"value": [$1]}').replace(/'/g, '"')
    .replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false").replace(/\bNone\b/g, "null")
    .replace(/,\s*([\]}])/g, "$1");
  try {
    return JSON.parse(plain);
  } catch (error) {
    throw new Error(`This is not a tree; write it as [[3, 12, 8], [2, 4, 6]]: ${error.message}`);
  }
}

const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([k]) => k !== key));

/** A leaf's value from the typed text; undefined if it is not one. */
function readLeaf(text) {
  const word = text.trim().toLowerCase();
  if (["true", "false"].includes(word)) return word === "true";
  if (word === "unknown" || word === "?") return "unknown";
  const numbers = word.replace(/[()[\]]/g, "").replace(/−/g, "-").split(",").map(part => part.trim() === "" ? NaN : Number(part));
  if (numbers.some(n => !Number.isFinite(n))) return undefined;
  return numbers.length === 1 ? numbers[0] : numbers;
}

const showLeaf = leaf => leaf === null ? "unknown" : Array.isArray(leaf) ? leaf.join(", ") : String(leaf);

/** The model with the node at a path (child numbers from the root) replaced; null removes it. */
function replaced(model, path, change) {
  if (path.length === 0) return change(model);
  const [first, ...rest] = path;
  const child = replaced(model.children[first], rest, change);
  const children = [...model.children], odds = [...model.odds];
  if (child === null) { children.splice(first, 1); odds.splice(first, 1); } else children[first] = child;
  if (children.length === 0) return {leaf: 0, rest: model.rest};
  return {...model, children, odds: model.kind === "chance" && child === null ? shares(children.length) : odds};
}

const shares = n => Array.from({length: n}, () => Math.round(1e4 / n) / 1e4).map((p, i, all) =>
  i === n - 1 ? Math.round((1 - all.slice(0, -1).reduce((a, b) => a + b, 0)) * 1e4) / 1e4 : p);

/** One node in the editor, with what is below it. */
function Branch({model, path, turn, change, name, odds}) {
  const id = `at-${path.join("-") || "root"}`;
  const chance = odds ? html`<label class="field"><span class="sr-only">Probability of ${name}</span>
    <${Typed} id=${`odds-${path.join("-")}`} class="odds" title="Probability" value=${odds.value} commit=${odds.set} /></label>` : null;
  const remove = path.length ? html`<button class="small" title="Remove" aria-label=${`Remove ${name}`} onClick=${() => change(path, () => null)}>✕</button>` : null;
  if ("goto" in model) return html`<li><span class="row">${chance}<span class="muted">${name}</span> the node ${model.goto} again ${remove}</span></li>`;
  const add = () => change(path, node => "leaf" in node
    ? {kind: "", children: [{leaf: node.leaf}, {leaf: 0}], odds: [], rest: node.rest ?? {}}
    : {...node, children: [...node.children, {leaf: 0}], odds: node.kind === "chance" ? shares(node.children.length + 1) : []});
  const addButton = html`<button class="small add" title="Add a child" aria-label=${`Add a child to ${name}`} onClick=${add}>+ child</button>`;
  if ("leaf" in model) {
    const typed = (text, input) => {
      const leaf = readLeaf(text);
      input.setCustomValidity(leaf === undefined ? "A number, true, false, unknown, or several numbers: 1, 2, 6" : "");
      input.reportValidity();
      if (leaf !== undefined) change(path, node => ({...node, leaf}));
    };
    return html`<li><span class="row">${chance}<label class="field"><span>${name}</span>
      <${Typed} id=${id} class="leaf" size="6" value=${showLeaf(model.leaf)} commit=${typed} /></label> ${addButton} ${remove}</span></li>`;
  }
  const mover = {max: 0, or: 0, min: 1, and: 1}[model.kind] ?? turn;
  const next = model.kind === "chance" ? turn : 1 - mover;
  const setKind = kind => change(path, node => ({...node, kind, odds: kind === "chance" ? shares(node.children.length) : []}));
  const setOdds = (i, text) => {
    const p = Number(text), rest = (old, n) => (n === 2 ? Math.round((1 - p) * 1e6) / 1e6 : old);
    if (p > 0 && p <= 1) change(path, node => ({...node, odds: node.odds.map((old, k, all) => (k === i ? p : rest(old, all.length)))}));
  };
  return html`<li><span class="row">${chance}<label class="field"><span>${model.rest.name ?? name}</span>
      <select id=${id} value=${model.kind} onChange=${event => setKind(event.target.value)}>
        <option value="">${mover === 0 ? "Max" : "Min"} (in turn)</option>
        <option value="max">Max</option><option value="min">Min</option><option value="chance">chance</option>
        ${["or", "and", "children"].includes(model.kind) ? html`<option value=${model.kind}>${model.kind}</option>` : null}
      </select></label> ${addButton} ${remove}</span>
    <ul>${model.children.map((child, i) => html`<${Branch} key=${i} model=${child} path=${[...path, i]} turn=${next} change=${change}
      name=${`child ${i + 1}`} odds=${model.kind === "chance" ? {value: model.odds[i], set: text => setOdds(i, text)} : null} />`)}</ul></li>`;
}

/** The editor. @param {{written: object, use: (written: object) => void}} props */
export function TreeEditor({written, use}) {
  const [text, setText] = useState(JSON.stringify(written));
  const [trouble, setTrouble] = useState("");
  useEffect(() => { setText(JSON.stringify(written)); setTrouble(""); }, [written]);
  const model = useMemo(() => modelOf(written), [written]);
  const latest = useRef(model);  // two changes may come before the tree is drawn again
  useEffect(() => { latest.current = model; }, [model]);
  const change = (path, how) => {
    latest.current = replaced(latest.current, path, how);
    use(writtenOf(latest.current));
  };
  const paste = event => {
    event.preventDefault();
    try { use(readTree(text)); setTrouble(""); } catch (error) { setTrouble(error.message); }
  };
  return html`<details class="editor panel" open=${innerWidth > 640}>
    <summary><b>Edit the tree</b></summary>
    <form class="paste" onSubmit=${paste}>
      <div class="row"><label for="written" class="muted">The tree as text: paste one here, e.g. [[3, 12, 8], [2, 4, 6], [14, 5, 2]]</label>
        <${Help} page="watching" at="trees-by-hand" /></div>
      <textarea id="written" rows="3" spellcheck="false" value=${text} onInput=${event => setText(event.target.value)}></textarea>
      <div class="row"><button id="use-tree" class="primary" type="submit">Use this tree</button></div>
    </form>
    ${trouble && html`<p class="error" role="alert">${trouble}</p>`}
    <ul class="branches"><${Branch} model=${model} path=${[]} turn=${0} name="root" change=${change} /></ul>
  </details>`;
}
