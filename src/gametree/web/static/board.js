/**
 * The board: the server's drawing, and above it the spots to click, the last move, and arrows.
 *
 * A move has a path of spots. Clicks (or a drag from one spot to the next) follow the paths until one move is left; a
 * click on the end of a path may skip the spots between. If several moves have the same path, the page asks which.
 */

import {html, useEffect, useLayoutEffect, useRef, useState} from "./lib/preact.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG. */
function element(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** The place of a move's badge: in the middle of its last spot, or at the top of one that is tall. */
function badgeAt(spot) {
  const tall = spot.height > 1.8 * spot.width;
  return {x: spot.x, y: tall ? spot.y - spot.height / 2 + spot.width / 2 : spot.y};
}

/** The size of a thing drawn over a spot. */
const sizeOf = spot => Math.min(spot.width, spot.height);

/** The steps of a path: from spot to spot; if several men move (`men`), a pair for each of them. */
function legsOf(path, men) {
  const legs = [];
  for (let i = 0; i + 1 < path.length; i += men ? 2 : 1) legs.push([path[i], path[i + 1]]);
  return legs;
}

/** The spots that may follow on the path of a move: none at its end; null if the clicks do not fit the path. */
function rest(move, path, men) {
  if (!men) return path.every((spot, i) => move.path[i] === spot) ? move.path.slice(path.length, path.length + 1) : null;
  if (move.path.length < 2) return path.every((spot, i) => move.path[i] === spot) ? move.path.slice(path.length) : null;
  const left = legsOf(move.path, true);
  for (const [from, to] of legsOf(path, true)) {
    const found = left.findIndex(([a, b]) => a === from && b === to);
    if (found < 0) return null;
    left.splice(found, 1);
  }
  if (path.length % 2 === 0) return left.map(([from]) => from);
  const ends = left.filter(([from]) => from === path.at(-1)).map(([, to]) => to);
  return ends.length ? ends : null;
}

/** An arrow from one spot to another. */
function drawArrow(group, from, to, size, weight) {
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1, ux = dx / length, uy = dy / length;
  const head = Math.min(size * 0.32, length / 2), end = {x: to.x - ux * head, y: to.y - uy * head};
  group.append(element("line", {x1: from.x, y1: from.y, x2: end.x, y2: end.y, "stroke-width": size * 0.06 * weight}));
  group.append(element("polygon", {points: [[to.x, to.y], [end.x - uy * head * 0.55, end.y + ux * head * 0.55],
    [end.x + uy * head * 0.55, end.y - ux * head * 0.55]].map(p => p.join(",")).join(" ")}));
}

/** One mark over the board: arrows for a move from spot to spot, a ring for a move to one. */
function drawMark(layer, board, mark, men) {
  const {spots} = board;
  if (!mark.path.length || !mark.path.every(name => spots[name])) return;
  const group = element("g", {class: `mark ${mark.cls}`}), size = Math.min(...mark.path.map(name => sizeOf(spots[name])));
  let {x, y} = badgeAt(spots[mark.path.at(-1)]), scale = 0.3;
  if (mark.path.length > 1) {
    const legs = legsOf(mark.path, men).map(leg => leg.map(name => badgeAt(spots[name])));
    for (const [from, to] of legs) drawArrow(group, from, to, size, mark.width ?? 1.5);
    const [from, to] = legs[0];
    [x, y, scale] = [from.x + (to.x - from.x) * 0.62, from.y + (to.y - from.y) * 0.62, mark.label ? 0.22 : 0];
  }
  if (scale) group.append(element("circle", {class: "badge", cx: x, cy: y, r: size * scale}));
  if (mark.label) group.append(element("text", {x, y, "font-size": size * scale * ([1.1, 1.1, 0.9, 0.7][mark.label.length] ?? 0.6)}, mark.label));
  layer.append(group);
}

/** Turn a shape on a turned board upright, around the middle of its spot or its own middle. */
function stand(thing, spots) {
  const holder = element("g", {});
  thing.replaceWith(holder);
  holder.append(thing);
  const own = holder.getBBox(), {x, y} = spots[thing.dataset.spot] ?? {x: own.x + own.width / 2, y: own.y + own.height / 2};
  holder.setAttribute("transform", `rotate(180 ${x} ${y})`);
}

/** Show a drawing from the second player's side: turned by 180°, with men and letters upright. */
function turn(svg, spots) {
  const {width, height} = svg.viewBox.baseVal;
  const group = element("g", {class: "turned", transform: `rotate(180 ${width / 2} ${height / 2})`});
  group.append(...[...svg.children].filter(child => !["title", "desc", "style"].includes(child.nodeName)));
  svg.append(group);
  for (const thing of group.querySelectorAll("text, path, polygon")) stand(thing, spots);
}

/**
 * @param {{info: object, turned?: boolean, marks?: {path: string[], cls: string, label?: string, width?: number}[],
 *          play: ((action: number) => void)|null}} props
 */
export function Board({info, turned = false, marks = [], play}) {
  const box = useRef(null);
  const [chosen, setChosen] = useState([]);
  const [asking, setAsking] = useState([]);
  const {board, moves, men} = info;
  useEffect(() => { setChosen([]); setAsking([]); }, [info]);

  const along = path => moves.filter(m => m.path.length && rest(m, path, men));

  /** A spot was clicked: go on along the paths, or begin again. */
  const point = (spot, sofar) => {
    let path = [...sofar, spot];
    const short = along(path).length || men ? [] : along(sofar).filter(m => sofar.length && m.path.at(-1) === spot);
    if (short.length === 1) { play(short[0].action); return []; }
    if (short.length) { setAsking(short); return path; }
    if (!along(path).length) path = [spot];
    const found = along(path);
    if (!found.length) return [];
    const done = found.filter(m => !rest(m, path, men).length);
    if (done.length === 1 && found.length === 1) {
      play(done[0].action);
      return [];
    }
    setAsking(done);  // several moves fit, or one that could go on: a click on the board goes on
    return path;
  };

  const spotUnder = event => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-spot]")?.dataset.spot;
  const pressed = useRef(null);
  const down = event => {
    if (!play || event.button) return;
    pressed.current = spotUnder(event) ?? null;
  };
  const up = event => {
    const from = pressed.current, to = spotUnder(event);
    pressed.current = null;
    if (!play || from === null) return;
    setAsking([]);
    if (to === from || to === undefined) {
      setChosen(to === undefined ? [] : chosen.length === 1 && chosen[0] === to && along([to, to]).length === 0 ? [] : point(to, chosen));
    } else {
      const first = point(from, men && chosen.length % 2 === 0 ? chosen : []);
      setChosen(first.length ? point(to, first) : []);
    }
  };

  useLayoutEffect(() => {
    box.current.innerHTML = board.svg;
    if (turned) turn(box.current.firstElementChild, board.spots);
  }, [board, turned]);
  useLayoutEffect(() => {
    const svg = box.current.firstElementChild;
    const next = new Set(play ? along(chosen).flatMap(m => rest(m, chosen, men)) : []);
    const others = new Set(play && chosen.length ? along([]).map(m => m.path[0]) : []);
    for (const shape of svg.querySelectorAll(".spot")) {
      const spot = shape.dataset.spot;
      shape.classList.toggle("can", next.has(spot));
      shape.classList.toggle("other", others.has(spot));
      shape.classList.toggle("chosen", chosen.includes(spot));
      shape.classList.toggle("last", info.last.includes(spot));
    }
    box.current.dataset.stage = chosen.length ? "on" : along([]).some(m => m.path.length > 1) ? "first" : "only";
    svg.querySelector("g.over")?.remove();
    const layer = element("g", {class: "over"});
    if (!marks.length && box.current.dataset.stage === "only") {
      for (const spot of next) {
        const where = badgeAt(board.spots[spot]);
        layer.append(element("circle", {class: "hint", cx: where.x, cy: where.y, r: sizeOf(board.spots[spot]) * 0.09}));
      }
    }
    for (const mark of marks) drawMark(layer, board, mark, men);
    (svg.querySelector("g.turned") ?? svg).append(layer);
    if (turned) for (const words of layer.querySelectorAll("text")) stand(words, {});
  });

  return html`<div class="board">
    <div class="drawing" ref=${box} onPointerDown=${down} onPointerUp=${up}></div>
    ${asking.length ? html`<div class="asking panel" role="group" aria-label="Which move?">
      <span class="muted">Which?</span>
      ${asking.map(m => html`<button key=${m.action} onClick=${() => { setAsking([]); play(m.action); }}>${m.name}</button>`)}
    </div>` : null}
  </div>`;
}
