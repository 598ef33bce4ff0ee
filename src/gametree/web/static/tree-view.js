/** A search tree as SVG: placed by the server, coloured by the step that is shown. */

import {html, useEffect, useLayoutEffect, useMemo, useRef, useState} from "./lib/preact.js";
import {count, looksAt, pathIn, short, wordsOf} from "./tree-state.js";

const LEVEL = 92, HIGH = 28, EDGE = 26, TIP = 8;

/** The height of a node: its text, and above it its position if the view has drawings. */
const heightOf = view => HIGH + (view.board ? view.board[1] + 4 : 0);

/** The room around a view: as usual, or as little as it needs. Below the last level there may be notes. */
const roomOf = (view, near) => {
  const notes = view.nodes.some(node => node.y === view.levels - 1
    && (!node.end || node.moments.some(moments => moments.some(([, kind]) => kind === "select" || kind === "hit"))));
  return near ? {side: 8, top: 14, bottom: notes ? 34 : 10} : {side: EDGE, top: EDGE, bottom: EDGE + 18};
};

/** How large a view is at the usual size, with its levels as near together as they may be, or as they usually are. */
export function sizeOf(view, near = false) {
  const level = LEVEL - (near ? 16 : 0) + heightOf(view) - HIGH, {side, top, bottom} = roomOf(view, near);
  return {width: view.width + 2 * side, height: (view.levels - 1) * level + heightOf(view) + top + bottom, level};
}

/** How a view fills a frame: as large as it fits, then stretched to the frame's sides; never so small that it cannot be read. */
export function filling(view, frame) {
  const {width, height, level} = sizeOf(view, true), zoom = Math.max(0.4, Math.min(2.6, frame.width / width, frame.height / height));
  const spare = [frame.width / zoom - width, frame.height / zoom - height].map(room => Math.max(0, room));
  return {zoom, across: 1 + spare[0] / view.width, level: level + spare[1] / Math.max(1, view.levels - 1)};
}

/** The zoom at which a whole view is seen, if it can be read so; else the usual one, and its frame is scrolled. */
export function wholeZoom(view, room, most) {
  const {width, height} = sizeOf(view), whole = Math.min(most, room.width / width, room.height / height);
  return whole >= 0.55 ? whole : 0.8;
}

/** The outline of a node: Max points up, Min down, chance is round, an end is a box. */
function outline(node, players, high) {
  const w = node.box / 2, h = high / 2, tip = TIP;
  if (node.end || node.bundle) return html`<rect class="shape" x=${-w} y=${-h} width=${2 * w} height=${2 * h} rx="3" />`;
  if (node.player === -1) return high > HIGH ? html`<rect class="shape" x=${-w} y=${-h} width=${2 * w} height=${2 * h} rx="18" />`
    : html`<ellipse class="shape" rx=${w} ry=${h + 2} />`;
  if (players > 2) return html`<rect class="shape" x=${-w} y=${-h} width=${2 * w} height=${2 * h} rx="14" />`;
  const up = [[-w, h], [w, h], [w, -h + 4], [0, -h - tip], [-w, -h + 4]];
  const points = node.player === 0 ? up : up.map(([x, y]) => [x, -y]);
  return html`<polygon class="shape" points=${points.map(p => p.join(",")).join(" ")} />`;
}

const NONE = new Map();

/** The position of a node as the address of a picture. */
const picture = (view, k) => {
  view.pictures ??= [];
  return view.pictures[k] ??= `data:image/svg+xml,${encodeURIComponent(view.boards[k])}`;
};

const sideOf = (node, players) => node.end ? "end" : node.player === -1 ? "chance" : players > 2 ? `p${node.player % 6}` : node.player === 0 ? "max" : "min";

/**
 * @param {object} props
 *   view: nodes with x, y, box and their moments; run, step: what is shown; now: the step's own data ({path, kind});
 *   players; title; toggle(id): open or close a branch; peek(node, element): show what is known of a node; zoom;
 *   frame: {width, height} of a place that the tree shall fill; without it, it has its usual proportions and the zoom
 *   marked: ids of nodes with a mark of the user's, by the class of the mark; pick(id): a click on a node, instead of toggle
 */
export function TreeView({view, run, step, now, players, title, toggle, peek, zoom: usual, frame = null, marked = NONE, pick = null}) {
  const box = useRef(null);
  const [focus, setFocus] = useState(0);
  const looks = useMemo(() => looksAt(view, run, step), [view, run, step]);
  const path = now ? pathIn(view, now.path) : {visible: new Set(), last: pick ? -1 : 0, inside: false};
  const goal = now?.chosen?.at(-1) ?? -1, way = new Set(now?.chosen ?? []);  // the leaf that a best-first search goes on with
  const high = heightOf(view), {zoom, across, level} = frame ? filling(view, frame) : {zoom: usual, across: 1, level: sizeOf(view).level};
  const room = roomOf(view, frame !== null);
  const width = view.width * across + 2 * room.side, height = (view.levels - 1) * level + high + room.top + room.bottom;
  const at = node => [node.x * across + room.side, node.y * level + high / 2 + room.top];
  const index = useMemo(() => new Map(view.nodes.map((node, k) => [node.id, k])), [view]);
  const below = useMemo(() => {
    const found = view.nodes.map(() => []);
    view.nodes.forEach((node, k) => { if (node.at >= 0) found[node.at].push(k); });
    return found;
  }, [view]);

  // keep the current node of the search visible; the page itself is not scrolled
  useLayoutEffect(() => {
    const node = view.nodes[index.get(path.last)];
    if (!node || !box.current) return;
    const [x, y] = at(node), frame = box.current, margin = 60;
    const [left, top] = [x * zoom, y * zoom];
    if (left < frame.scrollLeft + margin || left > frame.scrollLeft + frame.clientWidth - margin)
      frame.scrollLeft = left - frame.clientWidth / 2;
    if (top < frame.scrollTop + margin || top > frame.scrollTop + frame.clientHeight - margin)
      frame.scrollTop = top - frame.clientHeight / 2;
  }, [view, step, zoom]);

  useEffect(() => { if (focus >= view.nodes.length) setFocus(0); }, [view]);

  // most nodes look as they did a step ago: their drawings are kept
  const drawnBefore = useRef(null);
  const place = `${across} ${level}`;
  if (drawnBefore.current?.view !== view || drawnBefore.current?.run !== run || drawnBefore.current?.place !== place)
    drawnBefore.current = {view, run, place, kept: new Map()};
  const kept = (key, parts, draw) => {
    const old = drawnBefore.current.kept.get(key);
    if (old?.parts.every((part, i) => part === parts[i])) return old.drawing;
    const drawing = draw();
    drawnBefore.current.kept.set(key, {parts, drawing});
    return drawing;
  };
  const acts = useRef(null);  // kept drawings call the newest functions

  const move = k => {
    if (k === undefined || k < 0) return;
    setFocus(k);
    box.current.querySelector(`[data-k="${k}"] [role=treeitem]`)?.focus();
  };
  const key = (event, k) => {
    const node = view.nodes[k], siblings = node.at >= 0 ? below[node.at] : [k], place = siblings.indexOf(k);
    const ways = {ArrowUp: node.at, ArrowDown: below[k][0], ArrowLeft: siblings[place - 1], ArrowRight: siblings[place + 1]};
    if (event.key in ways) move(ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") acts.current.press(node);
    else {
      if (event.key === "Escape") peek(null);  // and it goes on: it also leaves a lecture
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  acts.current = {peek, key, press: node => pick ? pick(node) : node.children && toggle(node.id)};

  const edge = (node, k) => node.at < 0 ? null
    : kept(`e${node.id}`, [looks[k], looks[node.at].gone, looks[node.at].best === node.id, path.visible.has(node.id), way.has(node.id)], () => newEdge(node, k));
  const newEdge = (node, k) => {
    const above = view.nodes[node.at], [x1, y1] = at(above), [x2, y2] = at(node);
    const look = looks[k], chosen = looks[node.at].best === node.id;
    const tip = node.player === 0 && !node.end && players <= 2 ? TIP : 0, foot = above.player === 1 && players <= 2 ? TIP : 0;
    const from = y1 + high / 2 + foot, to = y2 - high / 2 - tip;
    const on = path.visible.has(node.id);
    const classes = ["edge", look.gone ? "gone" : look.seen ? "seen" : "unseen", chosen ? "chosen" : "", way.has(node.id) ? "way" : "", on ? "on" : ""].join(" ");
    const words = [node.bundle ? "" : node.move, node.probability !== null ? short(node.probability) : ""].filter(Boolean).join(" · ");
    const share = 0.7, x = x1 + (x2 - x1) * share, y = from + (to - from) * share;
    return html`<g class=${classes} key=${`e${node.id}`} data-to=${node.id}>
      <line x1=${x1} y1=${from} x2=${x2} y2=${to} />
      ${look.gone && !looks[node.at].gone ? html`<line class="slash" x1=${x - 9} y1=${y - 12} x2=${x + 9} y2=${y - 18} />` : null}
      ${words ? html`<text x=${x} y=${y + 4}>${words}</text>` : null}
    </g>`;
  };

  const drawn = (node, k) => kept(node.id, [looks[k], node.at >= 0 && looks[node.at].gone, path.visible.has(node.id),
    node.id === path.last && (path.inside ? "inside" : "current"), k === focus, node.id === goal, marked.get(node.id)], () => newNode(node, k));
  /** The node that is focused has its words for screen readers; the drawn letters beside it are for the eye alone. */
  const newNode = (node, k) => {
    const [x, y] = at(node), look = looks[k];
    const current = node.id === path.last, on = path.visible.has(node.id);
    const classes = ["node", sideOf(node, players), look.gone ? "gone" : look.seen ? look.done ? "done" : "open" : "unseen",
      on ? "on" : "", current ? path.inside ? "inside" : "current" : "", look.hit ? "hit" : "", node.id === goal ? "goal" : "", node.children ? "inner" : "", marked.get(node.id) ?? ""];
    const closed = node.children > 0 && below[k].length === 0;
    const numbered = look.seen && look.label?.includes("|");  // proof and disproof numbers, at the ends too
    const label = node.bundle ? node.move : numbered ? look.label : node.worth || (look.seen ? look.label ?? "?" : "");
    const named = node.place && !node.place.startsWith("after ") && node.place !== "the root" && node.place !== node.move && !node.end && !node.bundle;
    const notes = [];
    const window = on && look.window && !look.gone && !node.end ? `α ${look.window[0]}  β ${look.window[1]}` : "";
    const under = high / 2 + (node.player === 1 && !node.end && players <= 2 ? 8 : 0);
    if (closed && !look.gone) notes.push(`▸ ${node.below.toLocaleString("en")}`);
    if (look.gone && node.size > 1 && !(node.at >= 0 && looks[node.at].gone)) notes.push(count(node.size));
    if (look.hit) notes.push("known already");
    if (node.id === goal) notes.push("it goes on here");
    return html`<g key=${node.id} class=${classes.join(" ")} transform=${`translate(${x} ${y})`} data-k=${k} data-id=${node.id}
        onClick=${() => acts.current.press(node)} onMouseDown=${event => event.preventDefault()}
        onMouseEnter=${event => acts.current.peek(node, event.currentTarget)} onMouseLeave=${() => acts.current.peek(null)}>
      <g role="treeitem" tabindex=${k === focus ? 0 : -1} aria-level=${node.y + 1} aria-label=${wordsOf(node, look, players)}
          aria-expanded=${node.children && !pick ? !closed : undefined} aria-selected=${pick ? marked.has(node.id) : undefined} aria-current=${current ? "step" : undefined}
          onKeyDown=${event => acts.current.key(event, k)} onFocus=${event => { setFocus(k); acts.current.peek(node, event.currentTarget); }}
          onBlur=${() => acts.current.peek(null)}>
        ${outline(node, players, high)}
        ${node.drawing !== null && view.board ? html`<image href=${picture(view, node.drawing)} x=${-view.board[0] / 2} y=${-high / 2 + 4}
          width=${view.board[0]} height=${view.board[1]} />` : null}
      </g>
      <g aria-hidden="true">
        <text class="value" y=${high > HIGH ? high / 2 - 8 : 5}>${label}</text>
        ${named ? html`<text class="name" x=${-node.box / 2 - 3} y=${-high / 2 + 2}>${node.place}</text>` : null}
        ${window ? html`<g class="window" transform=${`translate(0 ${under + 14})`}>
          <rect x=${-window.length * 3.6 - 4} y="-10" width=${window.length * 7.2 + 8} height="17" rx="8" /><text y="3">${window}</text></g>` : null}
        ${notes.map((note, i) => html`<text class="note" y=${under + (window ? 32 : 14) + 13 * i}>${note}</text>`)}
      </g>
    </g>`;
  };

  return html`<div class="tree-box" ref=${box} tabindex="-1">
    <svg class="search-tree" role="tree" aria-label=${title} aria-multiselectable=${pick ? "true" : undefined} width=${width * zoom} height=${height * zoom}
        viewBox=${`0 0 ${width} ${height}`}>
      ${view.nodes.map(edge)}
      ${view.nodes.map(drawn)}
    </svg></div>`;
}

/** The same tree as nested lists, for readers who cannot see it or prefer text. */
export function TreeText({view, run, step, players}) {
  const looks = looksAt(view, run, step);
  const below = view.nodes.map(() => []);
  view.nodes.forEach((node, k) => { if (node.at >= 0) below[node.at].push(k); });
  const item = k => html`<li key=${view.nodes[k].id}>${wordsOf(view.nodes[k], looks[k], players)}
    ${view.nodes[k].children && !below[k].length ? `, ${count(view.nodes[k].below)} below (closed)` : ""}
    ${below[k].length ? html`<ul>${below[k].map(item)}</ul>` : null}</li>`;
  return html`<ul class="tree-text" tabindex="0">${item(0)}</ul>`;
}
