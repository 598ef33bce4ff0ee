/** An input that keeps what is being typed while the page around it is drawn again. */

import {html, useState} from "./lib/preact.js";

/**
 * An <input> that reports its value when it is finished: by Enter, or when it loses the focus.
 *
 * @param {{value: string|number, commit: (text: string, input: HTMLInputElement) => void}} props and what <input> takes
 */
export function Typed({value, commit, ...props}) {
  const [draft, setDraft] = useState(null);
  const finish = event => { setDraft(null); commit(event.target.value, event.target); };
  return html`<input ...${props} value=${draft ?? value} onInput=${event => setDraft(event.target.value)} onChange=${finish} />`;
}
