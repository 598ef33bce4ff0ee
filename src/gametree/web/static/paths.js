/**
 * Clicks on the board as moves: which spots may come next.
 *
 * A move has a path of spots. Clicks follow the paths until one move is left. If several men move (`men`: backgammon),
 * a path is a pair of spots for each man, and the pairs may be clicked in any order that is possible.
 */

/** The place of men who must come in before any other moves. */
const BAR = "bar";

/** The steps of a path: from spot to spot; if several men move, a pair for each of them. */
export function legsOf(path, men) {
  const legs = [];
  for (let i = 0; i + 1 < path.length; i += men ? 2 : 1) legs.push([path[i], path[i + 1]]);
  return legs;
}

/**
 * The spots that may follow on the path of a move: none at its end; null if the clicks do not fit the path.
 *
 * @param {string[]} standing the spots with men on them: only a man who is there can go, or one who has just come
 */
export function rest(move, path, men, standing = []) {
  if (!men) return path.every((spot, i) => move.path[i] === spot) ? move.path.slice(path.length, path.length + 1) : null;
  if (move.path.length < 2) return path.every((spot, i) => move.path[i] === spot) ? move.path.slice(path.length) : null;
  const left = legsOf(move.path, true), gone = legsOf(path, true);
  for (const [from, to] of gone) {
    const found = left.findIndex(([a, b]) => a === from && b === to);
    if (found < 0) return null;
    left.splice(found, 1);
  }
  const first = left.some(([from]) => from === BAR) ? left.filter(([from]) => from === BAR) : left;
  const able = first.filter(([from]) => standing.includes(from) || gone.some(([, to]) => to === from));
  if (path.length % 2 === 0) return able.map(([from]) => from);
  const ends = able.filter(([from]) => from === path.at(-1)).map(([, to]) => to);
  return ends.length ? ends : null;
}
