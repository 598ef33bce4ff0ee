/** One step of a search in words, and the counts. */

import {html} from "./lib/preact.js";

const KINDS = {
  enter: "Enters a node", leaf: "A leaf", update: "Something better", cut: "A cut", select: "Goes on here", hit: "Known already",
  skip: "Left out", leave: "Goes back up",
};

/** What happens at this step, the way to it, the window or the numbers, what changes, and why. */
export function StepWords({now, root, playing}) {
  if (!now) return html`<p class="busy">Loading the steps…</p>`;
  const way = [root, ...now.moves];
  return html`<div class="step" data-kind=${now.kind} data-node=${now.node}>
    <p class="say" aria-live=${playing ? "off" : "polite"}><span class=${`kind kind-${now.kind}`}>${KINDS[now.kind]}</span> <span class="words">${now.say}.</span></p>
    <dl class="facts">
      <div><dt>Path</dt><dd class="way">${way.join(" → ")}</dd></div>
      ${now.window ? html`<div><dt>Window</dt><dd class="window"><span title="alpha: what Max already has for sure">α = <b class="alpha">${now.window[0]}</b></span>${" "}
        <span title="beta: what Min can hold Max to">β = <b class="beta">${now.window[1]}</b></span></dd></div>` : null}
      ${now.numbers ? html`<div><dt>Proof numbers</dt><dd class="numbers"><span title="at least this many leaves must turn out true to prove it">proof <b>${now.numbers[0]}</b></span>${" "}
        <span title="at least this many leaves must turn out false to disprove it">disproof <b>${now.numbers[1]}</b></span></dd></div>` : null}
      ${now.value !== null ? html`<div><dt>Value</dt><dd class="value">${now.value}</dd></div>` : null}
      ${now.changed ? html`<div><dt>Changed</dt><dd class="changed">${now.changed}</dd></div>` : null}
      ${now.why && now.kind !== "leave" && !now.say.includes(now.why) ? html`<div><dt>Why</dt><dd class="why">${now.why}</dd></div>` : null}
      ${now.saved !== null ? html`<div><dt>Saved</dt><dd class="saved">${now.saved.toLocaleString("en")} ${now.saved === 1 ? "node" : "nodes"}</dd></div>` : null}
    </dl>
  </div>`;
}

const COUNTS = [
  ["generated", "nodes made, the root included", null],
  ["visited", "nodes the search entered", "enter"],
  ["expanded", "nodes whose children were made", null],
  ["evaluated", "leaves: ends of the game or of the search", "leaf"],
  ["cut", "cut-offs", "cut"],
  ["hits", "values that were known already", "hit"],
];

/** The counts of one search or of two, so far and in all. */
export function Counts({runs, counted, names}) {
  return html`<table class="counts"><caption class="sr-only">What the searches cost</caption>
    <thead><tr><th scope="col"><span class="sr-only">What is counted</span></th>
      ${runs.map((run, i) => html`<th scope="col" key=${i}>${names[i]}</th>`)}
      ${runs.length === 2 ? html`<th scope="col">ratio</th>` : null}</tr></thead>
    <tbody>${COUNTS.map(([key, title, kind]) => html`<tr key=${key} data-count=${key}>
      <th scope="row" title=${title}>${key}</th>
      ${runs.map((run, i) => html`<td key=${i}><b>${run.counts[key].toLocaleString("en")}</b>
        ${kind && counted[i] ? html` <span class="muted">(${counted[i][kind].toLocaleString("en")} so far)</span>` : null}</td>`)}
      ${runs.length === 2 ? html`<td>${runs[0].counts[key] ? (runs[1].counts[key] / runs[0].counts[key]).toFixed(2) : "–"}</td>` : null}
    </tr>`)}</tbody></table>`;
}
