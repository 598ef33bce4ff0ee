/** The rules of the game, beside its board. */

import {html, useState} from "./lib/preact.js";

const KEY = "gametree-rules";
const closed = () => { try { return localStorage.getItem(KEY) === "closed"; } catch { return false; } };

/** @param {{info: {called: string, rules: string}}} props open until somebody closes it */
export function HowToPlay({info}) {
  const [open, setOpen] = useState(!closed());
  if (!info.rules) return null;
  const toggle = event => {
    setOpen(event.currentTarget.open);
    try { localStorage.setItem(KEY, event.currentTarget.open ? "open" : "closed"); } catch { /* a private window: it holds until the page is closed */ }
  };
  return html`<details class="panel how-to-play" open=${open} onToggle=${toggle}><summary><h2>${info.called}: how to play</h2></summary>
    ${info.rules.split("\n").map((part, i) => html`<p key=${i}>${part}</p>`)}</details>`;
}
