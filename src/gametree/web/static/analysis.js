/** Live analysis: the bar beside the board, and the panel with the numbers and the best lines. */

import {html} from "./lib/preact.js";
import {Elapsed} from "./elapsed.js";
import {Help} from "./help.js";
import {algorithmsOf} from "./seats.js";
import {count, estimateOf, onTheBar, short, valueOf, verdict} from "./words.js";

/** What can be read on the colour of a player's men. */
const INKS = {white: "black", black: "white", p1: "black", draw: "black"};
const look = (colour, grow) => `flex-grow:${grow};background:var(--gt-${colour});color:var(--gt-${INKS[colour] ?? "paper"})`;

/** The evaluation bar: how much of it is the first player's, in the colours of the men, with the value at the end of who is ahead. */
export function Bar({worth, info, turned = false}) {
  const known = info.over ? {share: info.share, value: info.payoff, proven: true} : worth, share = known?.share ?? 0.5;
  const words = info.over ? info.verdict : known ? verdict(known, info) : "not analysed";
  const label = info.over ? {1: "1", 0: "1", 0.5: "½"}[share] ?? "" : known ? onTheBar(known, info) : "", ahead = share >= 0.5;
  const [first, second] = info.colours ?? ["p0", "p1"];
  return html`<div class=${turned ? "bar turned" : "bar"} role="meter" aria-label=${`Evaluation for ${info.names?.[0] ?? "the first player"}`} aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${Math.round(100 * share)} aria-valuetext=${words} title=${words} data-known=${known ? "yes" : "no"}>
    <div class="min" style=${look(second, 1 - share)}>${ahead ? "" : html`<span>${label}</span>`}</div>
    <div class="max" style=${look(first, share)}>${ahead ? html`<span>${label}</span>` : ""}</div></div>`;
}

/** The marks that show the best moves on the board, the best one boldest. */
export function arrows(analysis, info) {
  if (!analysis.on || !analysis.known || !info) return [];
  return analysis.known.actions.map((line, rank) => {
    const move = info.moves.find(m => m.action === line[0]);
    return {path: move?.path ?? [], cls: `rank rank-${Math.min(rank, 4)}`, label: String(rank + 1), width: [3, 2, 1.4, 1, 1][rank] ?? 1};
  }).reverse();
}

const STATES = {
  starting: "starting…", waiting: "waiting for the last search to stop…",
  compiling: "compiling the rules (only the first time); you may play on", searching: "", done: "finished",
};

/** Depth, nodes and speed. */
function effort({depth, selective, nodes, seconds, compiled}) {
  const deep = selective > depth ? `depth ${depth}/${selective}` : `depth ${depth}`;
  const parts = [deep, `${count(nodes)} nodes`, ...(seconds > 0 ? [`${count(nodes / seconds)}/s`] : [])];
  return [...parts, ...(compiled === false && nodes ? ["interpreted"] : [])].join(" · ");
}

/** How often Monte-Carlo tree search tried a move; other searches do not count that. */
function visitsOf({moves, nodes}, name) {
  const tried = moves?.find(m => m.move === name);
  return tried ? html`<span class="visits muted" title=${`${tried.visits} of ${nodes} random games began with this move`}>${`${count(tried.visits)} visits`}</span>` : null;
}

/** @param {{session: import("./session.js").Session}} props */
export function Analysis({session}) {
  const {analysis, info} = session;
  const {known, on, state} = analysis;
  const shown = analysis.node === session.node ? known : null;
  const busy = on && state !== "done" && state in STATES;
  const change = (key, read) => event => {
    analysis[key] = read(event.target.value);
    if (on) session.analyse();
    session.onChange();
  };
  return html`<section class="panel analysis" aria-label="Analysis">
    <div class="toolbar">
      <h2>Analysis</h2>
      <button id="analyse" class=${on ? "" : "primary"} aria-pressed=${on} onClick=${() => session.toggleAnalysis()}>
        ${on ? "Stop" : "Analyse"}</button>
      <label class="field"><span>Lines</span><select id="lines" value=${analysis.lines} onChange=${change("lines", Number)}>
        ${[1, 2, 3, 4, 5].map(n => html`<option value=${n}>${n}</option>`)}</select></label>
      <label class="field"><span>Search</span><select id="search-by" value=${analysis.algorithm} onChange=${change("algorithm", String)}>
        ${algorithmsOf(session).map(name => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
      <${Help} at="analysis" />
    </div>
    ${on || shown ? html`<p class=${busy ? "busy numbers" : "numbers"} data-state=${state}>
      ${shown ? html`<b>${verdict(shown, info)}</b>${` · ${effort(shown)} `}` : null}
      <span class="muted">${state in STATES ? STATES[state] : state}</span>${on && state === "compiling" ? html`<${Elapsed} />` : null}</p>`
      : html`<p class="muted">See what a search finds in this position, while it runs.</p>`}
    ${shown?.lines?.length ? html`<ol class="lines">${shown.lines.map((line, rank) => html`<li key=${rank}>
      <span class=${`chip rank-${Math.min(rank, 4)}`}>${rank + 1}</span>
      <span class="value">${line.settled ?? shown.proven ? valueOf(line.value) : estimateOf(line.value)}</span>
      ${visitsOf(shown, line.move)}
      <span class="moves">${line.line.slice(0, 14).map((name, i) => html`<button class="move" key=${i}
        title=${i ? "Play the line up to here" : "Play this move"}
        onClick=${() => session.playLine(shown.actions[rank].slice(0, i + 1), line.line)}>${name}</button>`)}</span></li>`)}</ol>` : null}
    ${(on || shown) && info?.evaluation ? html`<${Terms} evaluation=${info.evaluation} />` : null}
  </section>`;
}

/** The evaluation of the position on the board, without any search: what each feature contributes. */
function Terms({evaluation: {value, terms, more}}) {
  return html`<details class="terms"><summary>Evaluation here, without search: <b>${estimateOf(value)}</b></summary>
    <table><thead><tr><th>feature</th><th>how often</th><th>weight</th><th>contributes</th></tr></thead>
      <tbody>${terms.map(({term, times, weight}) => html`<tr key=${term}><td>${term}</td><td>${short(times)}</td>
        <td>${short(weight)}</td><td>${estimateOf(times * weight)}</td></tr>`)}</tbody></table>
    ${more ? html`<p class="muted">and ${more} smaller ones</p>` : null}</details>`;
}
