/** A box to type into that keeps what is being typed, however often the page around it is drawn anew. */

import {html, useState} from "./lib/preact.js";

/**
 * An <input> whose value is told when it is finished: by Enter, or when the focus leaves it.
 *
 * @param {{value: string|number, commit: (text: string, input: HTMLInputElement) => void}} props and what <input> takes
 */
export function Typed({value, commit, ...props}) {
  const [draft, setDraft] = useState(null);
  const finish = event => { setDraft(null); commit(event.target.value, event.target); };
  return html`<input ...${props} value=${draft ?? value} onInput=${event => setDraft(event.target.value)} onChange=${finish} />`;
}
