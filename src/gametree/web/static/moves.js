/** The record on the page: the moves as buttons, variations indented; and the ways to step through them. */

import {html} from "./lib/preact.js";
import {Help} from "./help.js";
import {Typed} from "./typed.js";

/** Marks behind a move, by their numbers in PGN; others are shown by number. */
const MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"};

/** A comment in the record. */
const Said = ({text}) => text ? html` <span class="said">${text}</span> ` : null;

/** One move of the record. */
function Move({session, node, numbered}) {
  const wrong = node.glyphs.length ? null : session.mistake(node);
  const marks = node.glyphs.map(glyph => MARKS[glyph] ?? ` $${glyph}`).join("");
  return html`<button class=${`move ${wrong ? wrong.word : ""}`} aria-current=${node === session.node ? "true" : undefined}
    title=${wrong ? `${wrong.word}${wrong.better ? `; better: ${wrong.better}` : ""}` : undefined}
    onClick=${() => session.show(node)}>${numbered ? html`<span class="muted">${session.number(node)}</span> ` : ""}${node.name}${marks}${wrong ? wrong.mark : ""}</button>`;
}

/** The mark and the comment of the move that is shown; before the first move, the comment on the game. */
function Note({session}) {
  const {node} = session, mark = node.glyphs.find(glyph => MARKS[glyph]) ?? 0;
  const change = event => session.annotate({glyphs: [...Number(event.target.value) ? [Number(event.target.value)] : [], ...node.glyphs.filter(glyph => !MARKS[glyph])]});
  return html`<div class="row note">
    ${node.parent ? html`<label class="field"><span>Mark</span><select id="mark" value=${mark} onChange=${change}>
      <option value="0">none</option>${Object.entries(MARKS).map(([number, sign]) => html`<option key=${number} value=${number}>${sign}</option>`)}</select></label>` : null}
    <label class="field comment"><span>${node.parent ? "Comment" : "Comment on the game"}</span><${Typed} id="comment" key=${node.id} value=${node.comment} commit=${text => session.annotate({comment: text.trim().split(/\s+/).join(" ")})} /></label></div>`;
}

/** The line from a node on, with the variations beside it. */
function Line({session, node}) {
  const parts = [], {pairs} = session.record.root.info ?? {};
  let broken = false;  // was a variation written in between?
  for (let n = node; n; n = n.children[0]) {
    const beside = n === node ? [] : n.parent.children.slice(1);
    if (n.before) parts.push(html`<${Said} key=${`b${n.id}`} text=${n.before} />`);
    parts.push(html`<${Move} key=${n.id} session=${session} node=${n} numbered=${n === node || !session.number(n).endsWith("…") && (pairs || n.ply % 2 === 1) || broken} />`);
    broken = beside.length > 0 || n.comment !== "";
    if (n.comment) parts.push(html`<${Said} key=${`c${n.id}`} text=${n.comment} />`);
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
  const change = what => { session.halt(); record[what](session.node); session.arrive(false); };
  return html`<section class="panel" aria-label="Moves of the game">
    <div class="toolbar"><h2>Moves</h2><${Help} at="variations" />
      ${session.node.parent ? html`<button class="small" onClick=${() => change("promote")} title="Make this the main line">Promote</button>
        <button class="small" onClick=${() => change("remove")} title="Delete this move and what follows">Delete</button>` : null}</div>
    <div class="record"><${Said} text=${record.root.comment} />${first ? html`<${Line} session=${session} node=${first} />` : html`<span class="muted">No move has been played yet.</span>`}
      ${others.map(node => html`<div class="variation" key=${node.id}><${Line} session=${session} node=${node} /></div>`)}</div>
    <${Note} session=${session} />
  </section>`;
}
