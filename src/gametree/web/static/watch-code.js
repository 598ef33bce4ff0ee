/** The algorithm's own file beside its tree, with the line lit on which the search stands. */

import {html, useLayoutEffect, useRef} from "./lib/preact.js";

/** @param {{code: {name, file, lines: [string, string][]}[], lines: string[]}} props
 *  code: the functions, each line with its place, "alphabeta.py:78"; lines: where the search stands, the innermost first */
export function Code({code, lines = []}) {
  const box = useRef(null), now = lines[0];
  useLayoutEffect(() => {  // only this box is scrolled, never the page
    const line = box.current?.querySelector(".now"), frame = box.current;
    if (!line) return;
    const top = line.offsetTop, margin = frame.clientHeight / 4;
    if (top < frame.scrollTop + margin / 2 || top > frame.scrollTop + frame.clientHeight - margin) frame.scrollTop = top - frame.clientHeight / 2;
  }, [now]);
  if (!code.length) return html`<p class="muted">The files of the algorithm are not installed here.</p>`;
  return html`<div class="code" ref=${box} tabindex="0" role="region" aria-label="The algorithm, as it runs">
    ${code.map(part => html`<pre key=${part.lines[0][0]}>${part.lines.map(([place, text]) => html`<span key=${place} data-line=${place}
      class=${place === now ? "now" : lines.includes(place) ? "outer" : ""} aria-current=${place === now ? "step" : undefined}>${text || " "}${"\n"}</span>`)}</pre>`)}
    <p class="muted">${[...new Set(code.map(part => part.file))].join(", ")}</p>
  </div>`;
}
