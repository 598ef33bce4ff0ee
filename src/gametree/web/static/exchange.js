/** Positions and games in and out: copied as text, and loaded from it. */

import {html, useState} from "./lib/preact.js";
import {Help} from "./help.js";

/** @param {{session: import("./session.js").Session}} props */
export function Exchange({session}) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const {record, info, context} = session;
  const names = record.line().slice(1).map(n => n.name);
  const separator = names.some(name => name.includes(" ")) ? ", " : " ";
  const copy = async (what, words) => {
    setText(words);
    try {
      await navigator.clipboard.writeText(words);
      context.say(`The ${what} is on the clipboard.`);
    } catch {
      context.say(`The ${what} is in the box below: copy it from there.`);
    }
  };
  const load = how => async () => {
    try {
      await session.start(how === "position" ? {position: text} : {moves: text});
      setTrouble("");
      context.say(how === "position" ? "The position is set up." : "The game is loaded.");
    } catch (error) {
      setTrouble(error.message);
    }
  };
  return html`<details class="panel exchange"><summary>Copy and load</summary>
    <div class="toolbar">
      <button disabled=${!info} onClick=${() => copy("position", info.text)}>Copy position</button>
      <button disabled=${!names.length} onClick=${() => copy("game", names.join(separator))}>Copy game</button>
      <${Help} at="copy-and-load" /></div>
    <label class="sr-only" for="paste">A position, or moves separated by blanks</label>
    <textarea id="paste" rows="4" spellcheck="false" value=${text} onInput=${e => setText(e.target.value)}
      placeholder="Paste a position as the game writes it, or moves by name"></textarea>
    <div class="toolbar">
      <button disabled=${!text.trim()} onClick=${load("position")}>Load as position</button>
      <button disabled=${!text.trim()} onClick=${load("moves")}>Load as moves</button></div>
    ${trouble ? html`<p class="error" role="alert">${trouble}</p>` : null}
  </details>`;
}
