/** The small card that shows a node's position while the pointer or the focus is on it. */

import {html, useEffect, useState} from "./lib/preact.js";

/** @param {{target: {node, element, words} | null, board: (node) => Promise<{text, svg, place}>}} props */
export function Peek({target, board}) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    setFound(null);
    if (!target || target.node.bundle) return undefined;
    let left = false;
    const timer = setTimeout(() => board(target.node.id).then(b => { if (!left) setFound(b); }, () => {}), 120);
    return () => { left = true; clearTimeout(timer); };
  }, [target?.node.id]);
  if (!target) return null;
  const rect = target.element.getBoundingClientRect();
  const right = rect.left > innerWidth / 2, up = rect.top > innerHeight / 2;
  const style = `${right ? `right:${Math.max(4, innerWidth - rect.left + 6)}px` : `left:${rect.right + 6}px`};` +
    `${up ? `bottom:${Math.max(4, innerHeight - rect.bottom)}px` : `top:${Math.max(4, rect.top)}px`}`;
  return html`<div class="peek panel" role="tooltip" style=${style}>
    <p>${target.words}</p>
    ${found?.svg ? html`<img alt=${found.text} src=${`data:image/svg+xml,${encodeURIComponent(found.svg)}`} />`
      : found ? html`<pre>${found.text}</pre>` : null}
  </div>`;
}
