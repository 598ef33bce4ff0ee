/** Games that this browser keeps: whole records with their variations, the newest first. Nothing leaves the browser. */

const KEY = "gametree-games", MOST = 60;

/** @returns {{id: string, game: string, called: string, position: string|null, nodes: object[], comment: string, tags: object,
 *             at: number[], seats: string, when: number, moves: number, over: string}[]} */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(g => g && typeof g.game === "string" && Array.isArray(g.nodes) && Array.isArray(g.at)) : [];
  } catch {
    return [];  // a private window, or what is there was written by something else
  }
}

/** Write the list; if there is no room, the oldest games go. */
function write(games) {
  for (let most = MOST; most > 0; most = Math.floor(most / 2)) {
    try {
      localStorage.setItem(KEY, JSON.stringify(games.slice(0, most)));
      return;
    } catch { /* full, or a private window: try with fewer */ }
  }
}

/** Keep a game, in place of what was kept of it. */
export function keep(game) { write([game, ...kept().filter(g => g.id !== game.id)]); }

/** Keep it no more. */
export function forget(id) { write(kept().filter(g => g.id !== id)); }

/** The nodes along a row of actions in a kept game, as their places in its list; null if it does not hold them. */
function walk(nodes, actions) {
  let at = 0;
  for (const action of actions) {
    const found = nodes.findIndex(node => node.parent === at && node.action === action);
    if (found < 0) return null;
    at = found + 1;
  }
  return at;
}

/** The newest kept game that holds this line: an address or a reload comes back to it with all its variations. */
export function holding(game, position, actions) {
  if (!actions.length) return null;
  return kept().find(g => g.game === game && (g.position ?? null) === position && walk(g.nodes, actions) !== null) ?? null;
}

/** A name for a new game. */
export const fresh = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
