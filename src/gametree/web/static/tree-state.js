/**
 * What the nodes of a search tree look like at a step. The server sends each visible node with its moments, the steps
 * that touch it: [step, kind, label, window, best]. From them follows how it looks at any step, forwards and backwards.
 */

/** The looks of a node in one run, one after each of its moments. */
export function looksOf(moments) {
  let look = {seen: false, gone: false, done: false, hit: false, label: null, window: null, best: null};
  return moments.map(([step, kind, label, window, best]) => {
    if (kind === "gone") {
      look = {...look, gone: true};
    } else if (kind === "enter") {
      look = {seen: true, gone: false, done: false, hit: false, label: null, window, best: null};
    } else {
      look = {
        seen: true,
        gone: look.gone,
        done: look.done || kind === "leave" || kind === "leaf",
        hit: look.hit || kind === "hit",
        label: label ?? look.label,
        window: window ?? look.window,
        best: best ?? look.best,
      };
    }
    return {step, look};
  });
}

const UNSEEN = {seen: false, gone: false, done: false, hit: false, label: null, window: null, best: null};

/** The look of a node at a step, from `looksOf`. */
export function lookAt(looks, step) {
  let low = 0, high = looks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (looks[middle].step <= step) low = middle + 1; else high = middle;
  }
  return low ? looks[low - 1].look : UNSEEN;
}

/**
 * The looks of all nodes of a view at a step of a run. Everything below a node that was cut off is cut off too. A look
 * that has not changed is the same object, so it need not be drawn again.
 */
export function looksAt(view, run, step) {
  const found = [];
  for (const node of view.nodes) {
    node.looks ??= [];
    node.looks[run] ??= looksOf(node.moments[run]);
    const look = lookAt(node.looks[run], step);
    const above = node.at >= 0 ? found[node.at] : null;
    found.push(above?.gone && !look.gone ? look.cut ??= {...look, gone: true} : look);
  }
  return found;
}

/** The nodes of the current path that are visible, and the last of them. */
export function pathIn(view, path) {
  const wanted = new Set(path);
  const visible = new Set(view.nodes.filter(node => wanted.has(node.id)).map(node => node.id));
  const last = [...path].reverse().find(id => visible.has(id));
  return {visible, last, inside: last !== path[path.length - 1]};
}

const MOVERS = {"0": "Max", "1": "Min", "-1": "chance"};

/** Whose turn it is, in a word. */
export function moverOf(node, players) {
  if (node.player >= 0 && players > 2) return `player ${node.player + 1}`;
  return MOVERS[node.player] ?? `player ${node.player + 1}`;
}

/** A node in words, for screen readers and for the tree as text. */
export function wordsOf(node, look, players) {
  if (node.bundle) return `${node.bundle} more moves, cut off${node.size ? `, ${count(node.size)}` : ""}`;
  const parts = [node.move ? `${node.move}` : node.place];
  if (node.move && node.place && !node.place.startsWith("after ") && node.place !== node.move) parts.push(`to ${node.place}`);
  if (node.probability !== null) parts.push(`probability ${short(node.probability)}`);
  parts.push(node.end ? "an end" : node.player === -1 ? "chance" : `${moverOf(node, players)} to move`);
  if (look.gone) parts.push(`cut off${node.size ? `, ${count(node.size)}` : ""}`);
  else if (!look.seen) parts.push(...(node.worth ? [`worth ${node.worth}`] : []), "not visited yet");
  else if (look.label !== null) parts.push(`value ${look.label}${look.done ? "" : " so far"}`);
  if (look.hit) parts.push("known already");
  return parts.join(", ");
}

/** "1 node", "2,000 nodes". */
export const count = (n, one = "node") => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

/** A probability, short. */
export const short = p => String(Math.round(p * 1e4) / 1e4);
