/**
 * The board: the server's drawing, and above it the spots to click, the last move, and arrows.
 *
 * Clicks follow the paths of the moves (paths.js); a click on the end of a path may skip the spots between. A man can also
 * be dragged. If several moves have the same path, the page asks which; a promotion shows the men to choose from.
 */

import {html, useEffect, useLayoutEffect, useRef, useState} from "./lib/preact.js";
import {drawHint, drawMark, drawTarget, element} from "./marks.js";
import {Lifted, animate, follows, shift, taken, topMan} from "./motion.js";
import {legsOf, rest} from "./paths.js";

/** Further than this many pixels is a drag, not a click. */
const DRAG = 5;

/** Turn a shape on a turned board upright, around the middle of its spot or its own middle. */
function stand(thing, spots) {
  const holder = element("g", {class: "upright"});
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
  for (const thing of [...group.querySelectorAll("g.man, text, path, polygon")]) if (!thing.parentNode.closest(".man")) stand(thing, spots);
}

/** Which of several moves? Men to choose from, on the square; or words. */
function Asking({asking, box, choose}) {
  const faces = asking.every(m => m.face), around = box.getBoundingClientRect();
  const at = box.querySelector(`.spot[data-spot="${CSS.escape(asking[0].path.at(-1))}"]`).getBoundingClientRect();
  const [x, y] = [(at.x + at.width / 2 - around.x) / around.width, (at.y + at.height / 2 - around.y) / around.height];
  const place = `left:${100 * Math.min(Math.max(x, 0.18), 0.82)}%;${y < 0.5 ? `top:${100 * y}%` : `bottom:${100 * (1 - y)}%`}`;
  const first = useRef(null);
  useLayoutEffect(() => first.current?.focus({preventScroll: true}), [asking]);
  return html`<div class=${faces ? "asking panel faces" : "asking panel"} role="group" aria-label="Which move?" style=${place}>
    ${faces ? null : html`<span class="muted">Which?</span>`}
    ${asking.map((m, i) => html`<button key=${m.action} ref=${i ? null : first} title=${m.name} onClick=${() => choose(m.action)}>
      ${faces ? html`<svg class="gt" viewBox="0 0 40 40" aria-hidden="true" dangerouslySetInnerHTML=${{__html: m.face}}></svg><span class="sr-only">${m.name}</span>` : m.name}</button>`)}
  </div>`;
}

/**
 * @param {{info: object, turned?: boolean, marks?: {path: string[], cls: string, label?: string, width?: number}[],
 *          play: ((action: number) => void)|null}} props
 */
export function Board({info, turned = false, marks = [], play}) {
  const box = useRef(null), pressed = useRef(null), lifted = useRef(null), before = useRef(null), dragged = useRef(false);
  const [chosen, setChosen] = useState([]);
  const [asking, setAsking] = useState([]);
  const {board, moves, men} = info;

  const along = path => moves.filter(m => m.path.length && rest(m, path, men, board.men));
  const lower = () => { lifted.current?.lower(); lifted.current = null; };
  const cancel = () => { lower(); pressed.current = null; setChosen([]); setAsking([]); };
  const moved = action => { dragged.current = lifted.current !== null; play(action); };
  useEffect(() => {
    cancel();
    const escape = event => { if (event.key === "Escape") cancel(); };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [info]);

  /** A spot was clicked: go on along the paths, or begin again. */
  const point = (spot, sofar) => {
    let path = [...sofar, spot];
    const short = along(path).length || men ? [] : along(sofar).filter(m => sofar.length && m.path.at(-1) === spot);
    if (short.length === 1) { moved(short[0].action); return []; }
    if (short.length) { setAsking(short); return path; }
    if (!along(path).length) path = [spot];
    const found = along(path);
    if (!found.length) return [];
    const done = found.filter(m => !rest(m, path, men, board.men).length);
    if (done.length === 1 && found.length === 1) {
      moved(done[0].action);
      return [];
    }
    setAsking(done);  // several moves fit, or one that could go on: a click on the board goes on
    return path;
  };

  const spotUnder = event => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-spot]")?.dataset.spot;
  const down = event => {
    if (!play || event.button) return;
    const spot = spotUnder(event);
    pressed.current = spot === undefined ? null : {spot, x: event.clientX, y: event.clientY};
  };
  const drag = event => {
    if (lifted.current && pressed.current) { lifted.current.follow(event); return; }
    const from = pressed.current;
    if (!from || !play || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG) return;
    const path = men && chosen.length % 2 === 0 ? [...chosen, from.spot] : [from.spot], svg = box.current.firstElementChild;
    const man = topMan(svg, from.spot);
    if (!man || !along(path).some(m => rest(m, path, men, board.men).length)) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    lifted.current = new Lifted(svg, man, event, path.slice(0, -1));
    setAsking([]);
    setChosen(path);
  };
  const up = event => {
    const from = pressed.current?.spot, to = spotUnder(event);
    pressed.current = null;
    if (!play || from === undefined) return;
    setAsking([]);
    if (to === from || to === undefined) {
      const again = lifted.current || chosen.length === 1 && chosen[0] === to && along([to, to]).length === 0;
      lower();
      setChosen(to === undefined || again ? [] : point(to, chosen));
      return;
    }
    const start = lifted.current ? lifted.current.sofar : men && chosen.length % 2 === 0 ? chosen : [];
    const first = point(from, start), next = first.length ? point(to, first) : [];
    if (dragged.current || !men && next.length > first.length) lifted.current?.put(board.spots[to].x, board.spots[to].y); else lower();
    if (!dragged.current) lifted.current = null;
    setChosen(next);
  };

  useLayoutEffect(() => {
    const old = box.current.firstElementChild, last = before.current?.turned === turned ? before.current.info : null;
    const steps = old && follows(last, info);
    const lost = steps ? taken(old, last, info) : [];
    before.current = {info, turned};
    box.current.innerHTML = board.svg;
    const svg = box.current.firstElementChild;
    if (turned) turn(svg, board.spots);
    if (steps) animate(svg, info, lost, {slide: !dragged.current});
    dragged.current = false;
    lifted.current = null;
  }, [board, turned]);
  useLayoutEffect(() => {
    const svg = box.current.firstElementChild;
    const next = new Set(play ? along(chosen).flatMap(m => rest(m, chosen, men, board.men)) : []);
    const others = new Set(play && chosen.length ? along([]).map(m => m.path[0]) : []);
    for (const shape of svg.querySelectorAll(".spot")) {
      const spot = shape.dataset.spot;
      shape.classList.toggle("can", next.has(spot));
      shape.classList.toggle("other", others.has(spot));
      shape.classList.toggle("chosen", men ? chosen.length % 2 === 1 && chosen.at(-1) === spot : chosen.includes(spot));
      shape.classList.toggle("last", info.last.includes(spot));
    }
    if (men) shift(svg, board, legsOf(chosen, true));
    const stage = box.current.dataset.stage = chosen.length && !(men && chosen.length % 2 === 0) ? "on" : along([]).some(m => m.path.length > 1) ? "first" : "only";
    svg.querySelector("g.over")?.remove();
    const layer = element("g", {class: "over"});
    if (stage === "on") for (const spot of next) drawTarget(layer, board, spot);
    if (!marks.length && stage === "only") for (const spot of next) drawHint(layer, board, spot);
    for (const mark of marks) drawMark(layer, board, mark, men);
    (svg.querySelector("g.turned") ?? svg).append(layer);
    if (lifted.current) layer.after(lifted.current.holder);
    if (turned) for (const words of layer.querySelectorAll("text")) stand(words, {});
  });

  return html`<div class="board">
    <div class="drawing" ref=${box} onPointerDown=${down} onPointerMove=${drag} onPointerUp=${up} onPointerCancel=${cancel}></div>
    ${asking.length ? html`<${Asking} asking=${asking} box=${box.current} choose=${action => { setAsking([]); moved(action); }} />` : null}
  </div>`;
}
