/** The tab "Play & analyse". */

import {html, render, useEffect, useState} from "./lib/preact.js";

function Play({context}) {
  const [known, setKnown] = useState(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => { context.post("/api/position", {game: context.game}).then(setKnown, e => setTrouble(e.message)); }, []);
  if (trouble) return html`<p class="error" role="alert">${trouble}</p>`;
  if (!known) return html`<p class="busy">The board is being set up…</p>`;
  return html`<pre>${known.text}</pre>`;
}

export function mount(root, context) {
  render(html`<${Play} context=${context} />`, root);
  return () => render(null, root);
}
