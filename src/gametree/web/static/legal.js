/** The legal moves as buttons, and a box to type one: for the keyboard, for screen readers, and for games without a board. */

import {html, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {outcomeOf} from "./words.js";

/** The probability of an outcome. */
const chance = p => p ? ` (${Number((100 * p).toPrecision(3))} %)` : "";

/**
 * @param {{moves: {action: number, name: string, chance?: number, cls?: string, note?: string}[], play: (action: number) => void,
 *          enabled: boolean, title?: string, names?: string[]}} props  `names` are the players'
 */
export function Legal({moves, play, enabled, title = "Legal moves", names}) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  const submit = event => {
    event.preventDefault();
    const word = typed.trim();
    if (!word) return;
    if (!enabled) { setWrong("it is not your turn"); return; }
    const found = moves.find(m => m.name === word) ?? moves.find(m => m.name.toLowerCase() === word.toLowerCase());
    setWrong(found ? "" : `${word} is not a legal move here`);
    if (!found) return;
    setTyped("");
    play(found.action);
  };
  return html`<section class="panel legal" aria-label=${title}>
    <div class="toolbar"><h2>${title}</h2>
      <form onSubmit=${submit}><label class="sr-only" for="typed">Type a move</label>
        <input id="typed" size="10" placeholder="type a move" autocomplete="off" spellcheck="false" value=${typed}
          aria-invalid=${Boolean(wrong)} onInput=${e => { setTyped(e.target.value); setWrong(""); }} /></form>
      ${wrong ? html`<span class="wrong" role="alert">${wrong}</span>` : null}
      <${Help} at="making-a-move" /></div>
    <div class="buttons">${moves.map(m => html`<button key=${m.action} class=${`move ${m.cls ?? ""}`} disabled=${!enabled}
      onClick=${() => play(m.action)}>${outcomeOf(m.name, names)}${chance(m.chance)}${m.note ? html` <small>${m.note}</small>` : null}</button>`)}
      ${moves.length ? null : html`<span class="muted">none</span>`}</div>
  </section>`;
}
