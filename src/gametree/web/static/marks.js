/** What is drawn over a board: arrows, ranks, dots for empty targets and rings for captures. */

import {legsOf} from "./paths.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG. */
export function element(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** The place of a move's badge: in the middle of its last spot, or at the top of one that is tall. */
export function badgeAt(spot) {
  const tall = spot.height > 1.8 * spot.width;
  return {x: spot.x, y: tall ? spot.y - spot.height / 2 + spot.width / 2 : spot.y};
}

/** The size of a thing drawn over a spot. */
export const sizeOf = spot => Math.min(spot.width, spot.height);

/** An arrow from one spot to another. */
function drawArrow(group, from, to, size, weight) {
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1, ux = dx / length, uy = dy / length;
  const head = Math.min(size * 0.32, length / 2), end = {x: to.x - ux * head, y: to.y - uy * head};
  group.append(element("line", {x1: from.x, y1: from.y, x2: end.x, y2: end.y, "stroke-width": size * 0.06 * weight}));
  group.append(element("polygon", {points: [[to.x, to.y], [end.x - uy * head * 0.55, end.y + ux * head * 0.55],
    [end.x + uy * head * 0.55, end.y - ux * head * 0.55]].map(p => p.join(",")).join(" ")}));
}

/** One mark over the board: arrows for a move from spot to spot, a ring for a move to one. */
export function drawMark(layer, board, mark, men) {
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

/** Where a man who was chosen may go: a dot, or a ring where another man stands. */
export function drawTarget(layer, board, name) {
  const spot = board.spots[name], {x, y} = badgeAt(spot), size = sizeOf(spot);
  const ring = board.men.includes(name) && spot.height <= 1.8 * spot.width;
  layer.append(element("circle", ring ? {class: "target ring", cx: x, cy: y, r: size * 0.44, "stroke-width": size * 0.08}
    : {class: "target dot", cx: x, cy: y, r: size * 0.15}));
}

/** A small hint that one click moves here. */
export function drawHint(layer, board, name) {
  const spot = board.spots[name], {x, y} = badgeAt(spot);
  layer.append(element("circle", {class: "hint", cx: x, cy: y, r: sizeOf(spot) * 0.09}));
}
