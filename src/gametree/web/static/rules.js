/** How the rules of the user's own game run: each method compiled as written, rewritten or interpreted, and how fast. */

import {html, useEffect, useRef, useState} from "./lib/preact.js";
import {Elapsed} from "./elapsed.js";
import {Help} from "./help.js";
import {count} from "./words.js";

/** One method: how it runs, why it is interpreted, and what it was rewritten to. */
function Method({method, told}) {
  const how = html`<code>${method.name}</code> <span class=${`how ${method.how.split(" ")[0]}`}>${method.how}</span>`;
  if (method.source) return html`<li><details><summary>${how}</summary><pre tabindex="0">${method.source}</pre></details></li>`;
  return html`<li>${how}${method.why && !told ? html` <span class="muted">since ${method.why}</span>` : null}</li>`;
}

/** The nodes a second, compiled and in Python. */
function Speed({found}) {
  const {compiled, interpreted} = found;
  if (compiled === null) return html`<p><b>${count(interpreted)}</b> nodes/s in Python</p>`;
  return html`<p><b>${count(compiled)}</b> nodes/s compiled, ${count(interpreted)} in Python: ${(compiled / interpreted).toPrecision(2)} times as fast</p>`;
}

function Explained({found}) {
  const reasons = new Set(found.methods.map(m => m.why)), [reason] = reasons;
  const told = reasons.size === 1 && Boolean(reason);  // one reason for all: it is told once
  return html`<${Speed} found=${found} />
    ${told ? html`<p>The rules run interpreted, since ${reason}</p>` : null}
    ${found.packed ? html`<p>A state is packed: ${found.packed}</p>` : null}
    <ul class="methods">${found.methods.map(m => html`<${Method} key=${m.name} method=${m} told=${told} />`)}
      ${found.helpers.length ? html`<li><details><summary>helpers that they call</summary><pre tabindex="0">${found.helpers.join("\n\n")}</pre></details></li>` : null}</ul>`;
}

/** A panel that asks when it is opened for the first time: the rules are compiled and timed then. */
export function Rules({context}) {
  const [found, setFound] = useState(null);
  const [trouble, setTrouble] = useState("");
  const asked = useRef(null);
  useEffect(() => () => asked.current?.abort(), []);
  const ask = () => {
    asked.current = new AbortController();
    setTrouble("");
    context.post("/api/explain", {game: context.game}, asked.current.signal).then(setFound, e => setTrouble(e.message));
  };
  const opened = event => { if (event.currentTarget.open && !asked.current) ask(); };
  return html`<details class="panel rules" onToggle=${opened}><summary>How your rules run</summary>
    <div class="row"><span class="muted">Each method, and how fast they are</span> <${Help} at="how-your-rules-run" /></div>
    ${trouble ? html`<p class="error" role="alert">${trouble} <button onClick=${ask}>Try again</button></p>`
      : found ? html`<${Explained} found=${found} />` : html`<p class="busy">Compiling and timing the rules…<${Elapsed} /></p>`}
  </details>`;
}
