/** Men that move: they slide along their paths, drop into place, fade when they are taken, and follow the pointer. */

import {element} from "./marks.js";
import {legsOf} from "./paths.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LEG = 180, DROP = 320, FADE = 220;

/** Does one position follow from another by one move? */
export const follows = (before, after) => before && before.game === after.game && after.actions.length === before.actions.length + 1
  && before.actions.every((action, i) => action === after.actions[i]);

/** The part of the drawing in whose units the spots are. */
const ground = svg => svg.querySelector("g.turned") ?? svg;

/** The outermost element that belongs to a man alone. */
const whole = man => man.closest(".fresh") ?? man.closest(".upright") ?? man;

/** The men that a move takes off the board: to be kept from the old drawing, and faded over the new one. */
export function taken(svg, before, after) {
  const from = new Set(after.moved.slice(0, -1));
  const gone = before.board.men.filter(spot => !from.has(spot) && (!after.board.men.includes(spot) || spot === after.moved.at(-1) && after.moved.length > 1));
  if (calm.matches || gone.length > 12 || after.men) return [];
  return gone.flatMap(spot => [...svg.querySelectorAll(`.man[data-spot="${CSS.escape(spot)}"]`)].map(man => whole(man).cloneNode(true)));
}

/** Show the last move: its men slide, or drop from the top of a column, and those taken fade. */
export function animate(svg, info, lost, {slide = true} = {}) {
  if (calm.matches) return;
  const {spots} = info.board, under = ground(svg);
  for (const man of lost) {
    man.classList.remove("fresh");
    under.append(man);
    man.animate([{opacity: 1}, {opacity: 0}], {duration: FADE}).onfinish = () => man.remove();
  }
  const fresh = [...svg.querySelectorAll(".fresh")].filter(shape => shape.querySelector(".man")), used = new Set();
  const pick = spot => fresh.find(shape => !used.has(shape) && shape.querySelector(".man").dataset.spot === spot);
  if (info.moved.length === 1) {
    for (const shape of fresh) drop(shape, spots[info.moved[0]], shape.querySelector(".man").dataset.spot === info.moved[0]);
    return;
  }
  if (!slide || info.moved.some(spot => !spots[spot])) return;
  for (const path of info.men ? legsOf(info.moved, true) : [info.moved]) {
    const shape = pick(path.at(-1));
    if (!shape) continue;
    used.add(shape);
    const end = spots[path.at(-1)];
    const frames = path.map(spot => ({transform: `translate(${spots[spot].x - end.x}px, ${spots[spot].y - end.y}px)`}));
    under.append(shape);  // above the others while it moves
    shape.animate(frames, {duration: LEG * Math.min(legsOf(path, false).length, 4) + 60, easing: "ease-in-out"});
  }
  castle(fresh.filter(shape => !used.has(shape)), info);
}

/** A rook that castles comes from beyond the king. */
function castle(others, info) {
  const [from, to] = info.moved.map(spot => info.board.spots[spot]);
  const rook = others.length === 1 && info.moved.length === 2 && from.y === to.y && info.board.spots[others[0].querySelector(".man").dataset.spot];
  if (!rook || rook.y !== to.y) return;
  others[0].animate([{transform: `translate(${(to.x - from.x) * 1.5}px, 0)`}, {transform: "none"}], {duration: LEG + 60, easing: "ease-in-out"});
}

/** A man is put on the board: he falls down a tall column, or grows into place; others are turned over. */
function drop(shape, spot, own) {
  const box = shape.getBBox();
  if (own && spot && spot.height > 1.8 * spot.width) {
    const height = box.y + box.height - (spot.y - spot.height / 2);
    shape.animate([{transform: `translate(0, ${-height}px)`}, {transform: "none"}], {duration: DROP, easing: "cubic-bezier(.5, 0, .9, .6)"});
    return;
  }
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const small = own ? "scale(.3)" : "scaleX(.1)";
  shape.animate([{transform: `translate(${x}px, ${y}px) ${small} translate(${-x}px, ${-y}px)`}, {transform: "none"}], {duration: LEG, easing: "ease-out"});
}

/** A man that follows the pointer. */
export class Lifted {
  /** @param {string[]} sofar the spots that were chosen before him */
  constructor(svg, man, event, sofar) {
    this.sofar = sofar;
    this.under = ground(svg);
    this.holder = element("g", {class: "lifted"});
    const shape = whole(man);
    this.box = shape.getBBox();
    shape.replaceWith(this.holder);
    this.holder.append(shape);
    this.under.append(this.holder);
    this.follow(event);
  }

  /** Put his middle here, in the units of the drawing. */
  put(x, y) { this.holder.style.transform = `translate(${x - this.box.x - this.box.width / 2}px, ${y - this.box.y - this.box.height / 2}px)`; }

  follow(event) {
    const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.under.getScreenCTM().inverse());
    this.put(x, y);
  }

  /** Back to where he was. */
  lower() { this.holder.style.transform = ""; }
}

/** Men who have moved already in a turn of several moves stand where they have gone. */
export function shift(svg, board, legs) {
  for (const man of svg.querySelectorAll(".shifted")) { man.style.transform = ""; man.classList.remove("shifted"); }
  const added = {}, put = new Map();  // how many have come to a spot, and who stands elsewhere now
  for (const [from, to] of legs) {
    const own = spot => [...svg.querySelectorAll(`.man[data-spot="${CSS.escape(spot)}"]`)].filter(man => !put.has(man));
    const man = [...put].findLast(([, where]) => where === from)?.[0] ?? own(from).at(-1), spot = board.spots[to];
    if (!man || !spot) continue;
    const shape = whole(man), {x, y, width, height} = shape.getBBox(), inwards = spot.y < board.height / 2 ? 1 : -1;
    const level = own(to).length + (added[to] ?? 0);
    put.set(man, to);
    added[to] = (added[to] ?? 0) + 1;
    const end = spot.y - inwards * (spot.height / 2 - (level + 0.5) * height);
    shape.style.transform = `translate(${spot.x - x - width / 2}px, ${end - y - height / 2}px)`;
    shape.classList.add("shifted");
  }
}

/** The man on top of a spot. */
export const topMan = (svg, spot) => [...svg.querySelectorAll(`.man[data-spot="${CSS.escape(spot)}"]`)].at(-1) ?? null;
