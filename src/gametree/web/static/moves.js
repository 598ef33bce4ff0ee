/** The record on the page: the moves as buttons, variations indented; and the ways to step through them. */

import {html} from "./lib/preact.js";
import {Help} from "./help.js";

/** One move of the record. */
function Move({session, node, numbered}) {
  const wrong = session.mistake(node);
  return html`<button class=${`move ${wrong ? wrong.word : ""}`} aria-current=${node === session.node ? "true" : undefined}
    title=${wrong ? `${wrong.word}${wrong.better ? `; better: ${wrong.better}` : ""}` : undefined}
    onClick=${() => session.show(node)}>${numbered ? html`<span class="muted">${session.number(node)}</span> ` : ""}${node.name}${wrong ? wrong.mark : ""}</button>`;
}

/** The line from a node on, with the variations beside it. */
function Line({session, node}) {
  const parts = [], {pairs} = session.record.root.info ?? {};
  let broken = false;  // was a variation written in between?
  for (let n = node; n; n = n.children[0]) {
    const beside = n === node ? [] : n.parent.children.slice(1);
    parts.push(html`<${Move} key=${n.id} session=${session} node=${n} numbered=${n === node || !session.number(n).endsWith("…") && (pairs || n.ply % 2 === 1) || broken} />`);
    broken = beside.length > 0;
    for (const other of beside) parts.push(html`<div class="variation" key=${`v${other.id}`}><${Line} session=${session} node=${other} /></div>`);
  }
  return parts;
}

const STEPS = [["first", "|◀", "To the start (Home)"], ["back", "◀", "One move back (←)"], ["on", "▶", "One move on (→)"],
  ["last", "▶|", "To the end (End)"]];

/** The buttons that step through the record. */
export function Steps({session}) {
  return html`<div class="toolbar steps" role="group" aria-label="Step through the game">
    ${STEPS.map(([where, sign, label]) => html`<button key=${where} aria-label=${label} title=${label}
      disabled=${!session.record.step(where) || session.record.step(where) === session.node}
      onClick=${() => session.show(session.record.step(where))}>${sign}</button>`)}
    <button id="undo" title="Take your last move back (U)" disabled=${!session.node.parent} onClick=${() => session.undo()}>Undo</button>
    <button id="redo" title="Play it again (R)" disabled=${!session.node.children.length} onClick=${() => session.redo()}>Redo</button>
    ${session.below !== null ? html`<button id="turn" aria-pressed=${session.bottom === 1} title="See the board from the other side (T)" onClick=${() => session.turn()}>Turn</button>` : null}
    <${Help} at="moving-about" />
  </div>`;
}

/** The panel with all moves. */
export function Moves({session}) {
  const {record} = session;
  const [first, ...others] = record.root.children;
  const change = what => { record[what](session.node); session.arrive(false); };
  return html`<section class="panel" aria-label="Moves of the game">
    <div class="toolbar"><h2>Moves</h2><${Help} at="variations" />
      ${session.node.parent ? html`<button class="small" onClick=${() => change("promote")} title="Make this the main line">Promote</button>
        <button class="small" onClick=${() => change("remove")} title="Delete this move and what follows">Delete</button>` : null}</div>
    <div class="record">${first ? html`<${Line} session=${session} node=${first} />` : html`<span class="muted">No move has been played yet.</span>`}
      ${others.map(node => html`<div class="variation" key=${node.id}><${Line} session=${session} node=${node} /></div>`)}</div>
  </section>`;
}
