/** Where a graph or a solution is too large: the nearest things that work, as buttons. */

import {html, useEffect, useState} from "./lib/preact.js";

/** `wanted` is "graph" or "solution". The server has tried each of the offers. */
export function Offers({context, wanted, where = {}}) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    const control = new AbortController();
    context.post("/api/offers", {game: context.game, for: wanted, ...where}, control.signal)
      .then(answer => setFound(answer.offers), () => setFound([]));
    return () => control.abort();
  }, []);
  if (!found) return html`<p class="busy">Looking for something near that works…</p>`;
  if (!found.length) return null;
  return html`<div class="offers" role="group" aria-label="What works"><p>This works:</p>
    <ul>${found.map(({title, tab, game, ...params}) => html`<li key=${title}><button onClick=${() => context.go(tab, {game, ...params})}>${title}</button></li>`)}</ul></div>`;
}
