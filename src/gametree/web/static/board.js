/**
 * The board: the server's drawing, and over it what can be clicked, what was played last, and arrows.
 *
 * A move has a path of spots. Clicks (or a drag from one spot to the next) go along the paths until one move is left;
 * where several moves have the same path, the page asks which.
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

/** Where the badge of a move lies: in the middle of its last spot, or at the top of one that is tall. */
function badgeAt(spot) {
  const tall = spot.height > 1.8 * spot.width;
  return {x: spot.x, y: tall ? spot.y - spot.height / 2 + spot.width / 2 : spot.y};
}

/** The size of a thing drawn over a spot. */
const sizeOf = spot => Math.min(spot.width, spot.height);

/** One mark over the board: an arrow for a move from spot to spot, a ring for a move to one. */
function drawMark(layer, board, mark) {
  const spots = mark.path.map(name => board.spots[name]).filter(Boolean);
  if (!spots.length) return;
  const last = badgeAt(spots.at(-1)), size = sizeOf(spots.at(-1)), group = element("g", {class: `mark ${mark.cls}`});
  if (spots.length > 1) {
    const from = badgeAt(spots[0]);
    const dx = last.x - from.x, dy = last.y - from.y, length = Math.hypot(dx, dy) || 1;
    const ux = dx / length, uy = dy / length, head = Math.min(size * 0.32, length / 2), width = size * 0.06 * (mark.width ?? 1.5);
    const end = {x: last.x - ux * head, y: last.y - uy * head};
    group.append(element("line", {x1: from.x, y1: from.y, x2: end.x, y2: end.y, "stroke-width": width}));
    group.append(element("polygon", {points: [[last.x, last.y], [end.x - uy * head * 0.55, end.y + ux * head * 0.55],
      [end.x + uy * head * 0.55, end.y - ux * head * 0.55]].map(p => p.join(",")).join(" ")}));
    if (mark.label) {
      const x = from.x + dx * 0.62, y = from.y + dy * 0.62;
      group.append(element("circle", {class: "badge", cx: x, cy: y, r: size * 0.2}));
      group.append(element("text", {x, y, "font-size": size * 0.24}, mark.label));
    }
  } else {
    group.append(element("circle", {class: "badge", cx: last.x, cy: last.y, r: size * 0.3}));
    if (mark.label) group.append(element("text", {x: last.x, y: last.y, "font-size": size * 0.3}, mark.label));
  }
  layer.append(group);
}

/**
 * @param {{info: object, marks?: {path: string[], cls: string, label?: string, width?: number}[],
 *          play: ((action: number) => void)|null}} props
 */
export function Board({info, marks = [], play}) {
  const box = useRef(null);
  const [chosen, setChosen] = useState([]);
  const [asking, setAsking] = useState([]);
  const {board, moves} = info;
  useEffect(() => { setChosen([]); setAsking([]); }, [info]);

  const along = path => moves.filter(m => path.every((spot, i) => m.path[i] === spot) && m.path.length >= path.length && m.path.length);

  /** A spot was pointed at: go on along the paths, or begin anew. */
  const point = (spot, sofar) => {
    let path = [...sofar, spot];
    if (!along(path).length) path = [spot];
    const found = along(path);
    if (!found.length) return [];
    const done = found.filter(m => m.path.length === path.length);
    if (done.length === 1 && found.length === 1) {
      play(done[0].action);
      return [];
    }
    setAsking(done);  // several moves are meant, or one that could go on: a click on the board goes on
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
      const first = point(from, []);
      setChosen(first.length ? point(to, first) : []);
    }
  };

  useLayoutEffect(() => { box.current.innerHTML = board.svg; }, [board]);
  useLayoutEffect(() => {
    const svg = box.current.firstElementChild;
    const next = new Set(play ? along(chosen).map(m => m.path[chosen.length]) : []);
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
    for (const mark of marks) drawMark(layer, board, mark);
    svg.append(layer);
  });

  return html`<div class="board">
    <div class="drawing" ref=${box} onPointerDown=${down} onPointerUp=${up}></div>
    ${asking.length ? html`<div class="asking panel" role="group" aria-label="Which move?">
      <span class="muted">Which?</span>
      ${asking.map(m => html`<button key=${m.action} onClick=${() => { setAsking([]); play(m.action); }}>${m.name}</button>`)}
    </div>` : null}
  </div>`;
}
