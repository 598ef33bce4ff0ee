/** The graph of the game: the value of every position, with the mistakes marked. */

import {html} from "./lib/preact.js";
import {Help} from "./help.js";

const WIDTH = 320, HEIGHT = 90, PAD = 6;

/**
 * @param {{points: {share: number|null, label: string, cls?: string, current: boolean, choose: () => void}[], label: string}} props
 */
export function Curve({points, label}) {
  const step = (WIDTH - 2 * PAD) / Math.max(points.length - 1, 1);
  const x = i => PAD + i * step, y = share => PAD + (1 - share) * (HEIGHT - 2 * PAD);
  const known = points.map((p, i) => ({...p, i})).filter(p => p.share !== null);
  const line = known.map(p => `${x(p.i)},${y(p.share)}`).join(" ");
  return html`<svg class="curve" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
    <rect class="half" x="0" y="0" width=${WIDTH} height=${HEIGHT / 2} />
    <line class="middle" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
    ${points.map((p, i) => html`<rect key=${i} class=${p.current ? "column current" : "column"} x=${x(i) - step / 2} y="0"
      width=${step} height=${HEIGHT} onClick=${p.choose}><title>${p.label}</title></rect>`)}
    <polyline points=${line} />
    ${known.map(p => html`<circle key=${p.i} cx=${x(p.i)} cy=${y(p.share)} r=${p.cls ? 4.5 : 2.2} class=${p.cls ?? ""} />`)}
  </svg>`;
}

/** The panel: the curve, the button that searches every position, and the mistakes in words. */
export function Review({session}) {
  const nodes = session.record.line();
  const points = nodes.map(node => {
    const wrong = session.mistake(node);
    return {share: node.worth?.share ?? null, current: node === session.node, cls: wrong?.word,
      label: node.parent ? `${session.number(node)} ${node.name}${wrong ? ` ${wrong.mark}` : ""}` : "start", choose: () => session.show(node)};
  });
  const wrong = nodes.map(node => [node, session.mistake(node)]).filter(([, found]) => found);
  const {reviewing} = session;
  return html`<section class="panel" aria-label="Graph of the game">
    <div class="toolbar"><h2>Graph</h2>
      ${reviewing ? html`<button onClick=${() => session.stopReview()}>Stop</button><span class="busy muted">move ${Math.max(reviewing.left - 1, 0)}…</span>`
        : html`<button id="review" disabled=${nodes.length < 2} onClick=${() => session.review()}>Find the mistakes</button>`}
      <${Help} at="the-graph" /></div>
    <${Curve} points=${points} label=${`The game's evaluation, move by move; ${wrong.length} mistakes are marked.`} />
    ${wrong.length ? html`<ul class="mistakes">${wrong.map(([node, found]) => html`<li key=${node.id}>
      <button class="move" onClick=${() => session.show(node)}>${session.number(node)} ${node.name}${found.mark}</button>
      ${found.word}${found.better ? html`; better was <b>${found.better}</b>` : ""}</li>`)}</ul>` : null}
  </section>`;
}
