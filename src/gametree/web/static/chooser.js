/** The choice of the game: a list of names, and its parameters as words. */

import {html, useEffect, useState} from "./lib/preact.js";
import {Help} from "./help.js";

/** @param {{games: object, game: string, choose: (words: string) => void}} props */
export function GameChooser({games, game, choose}) {
  const [name, ...rest] = game.split(":");
  const [words, setWords] = useState(rest.join(":"));
  useEffect(() => setWords(rest.join(":")), [game]);
  const facts = games.games.find(g => g.name === name);
  const defaults = Object.entries(facts?.parameters ?? {}).filter(([key]) => key !== "file")  // the page cannot read files
    .map(([key, value]) => `${key}=${value === null || value === "" ? "…" : value}`).join(", ");
  const submit = event => {
    event.preventDefault();
    choose(words.trim() ? `${name}:${words.trim()}` : name);
  };
  const own = games.games.filter(g => games.files.includes(g.name));
  const ours = games.games.filter(g => !games.files.includes(g.name));
  const option = g => html`<option key=${g.name} value=${g.name} title=${g.line}>${g.called || g.name}</option>`;
  return html`<form class="chooser row" onSubmit=${submit}>
    <label class="field"><span>Game</span>
      <select id="game" value=${name} onChange=${e => choose(e.target.value)}>
        ${own.length ? html`<optgroup label="Yours">${own.map(option)}</optgroup>` : null}
        <optgroup label="Catalogue">${ours.map(option)}</optgroup>
      </select></label>
    ${defaults ? html`<label class="field parameters"><span>Parameters</span>
      <input id="parameters" value=${words} placeholder=${defaults} title=${`Parameters: ${defaults}`} size="14"
        onInput=${e => setWords(e.target.value)} onChange=${submit} autocomplete="off" spellcheck="false" /></label>` : null}
    <${Help} at="choosing-a-game" />
  </form>`;
}
