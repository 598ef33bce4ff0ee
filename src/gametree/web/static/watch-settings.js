/** What to watch: examples, an algorithm with its switches, a second one beside it, and where to begin. */

import {html} from "./lib/preact.js";
import {Help} from "./help.js";
import {Typed} from "./typed.js";

const CHOICES = {chance: ["star1", "open"], goal: ["win", "draw"]};
const WORDS = {
  equality: ["Prune on equality", "cut when a value reaches the bound, not only when it passes it"],
  given: ["The whole tree is given", "all nodes are there from the beginning, and only the numbers are set"],
  printed: ["As printed", "the form printed in books, which has a flaw"],
  stand_pat: ["Stand pat", "the mover may take the estimate as it is"],
};

/** Algorithms that know no depth: they work from the ends, or do not look ahead. */
export const NO_DEPTH = ["dynamic", "label", "rules"];

/** The options of an algorithm, each as the control it needs. */
function Options({algorithm, orderings, options, change, prefix}) {
  return Object.entries(algorithm.options).map(([key, fallback]) => {
    const id = `${prefix}${key}`, value = options[key] ?? fallback;
    const set = next => change({[key]: next === fallback ? undefined : next});
    if (key === "ordering") {
      return html`<label class="field" key=${key}><span>Order of moves</span>
        <select id=${id} value=${value} onChange=${event => set(event.target.value)}>
          ${Object.entries(orderings).map(([name, words]) => html`<option key=${name} value=${name}>${name}: ${words}</option>`)}
        </select></label>`;
    }
    if (key === "fail") {
      return html`<label class="field" key=${key} title="what is returned outside the window: the bound that was found, or the bound of the window">
        <input id=${id} type="checkbox" checked=${value === "soft"} onChange=${event => set(event.target.checked ? "soft" : "hard")} /> Fail-soft</label>`;
    }
    if (typeof fallback === "boolean") {
      const [words, title] = WORDS[key] ?? [key, ""];
      return html`<label class="field" key=${key} title=${title}>
        <input id=${id} type="checkbox" checked=${value} onChange=${event => set(event.target.checked)} /> ${words}</label>`;
    }
    if (CHOICES[key]) {
      return html`<label class="field" key=${key}><span>${key}</span>
        <select id=${id} value=${value} onChange=${event => set(event.target.value)}>${CHOICES[key].map(c => html`<option key=${c} value=${c}>${c}</option>`)}</select></label>`;
    }
    const read = text => (text.trim() === "" || !Number.isFinite(Number(text)) ? fallback : Number(text));
    return html`<label class="field" key=${key}><span>${key}</span>
      <${Typed} id=${id} size="4" inputmode="decimal" value=${value ?? ""} placeholder="none" commit=${text => set(read(text))} /></label>`;
  });
}

/** One search: its algorithm, its depth and its switches. ``change`` gets a function that changes the search. */
function Search({known, search, change, prefix, title}) {
  const algorithm = known.algorithms.find(a => a.name === search.algorithm) ?? known.algorithms[0];
  const set = part => change(now => ({...now, ...part}));
  const deep = !NO_DEPTH.includes(algorithm.name);
  return html`<fieldset class="search"><legend>${title}: ${algorithm.summary}</legend>
    <div class="row">
      <label class="field"><span>Algorithm</span>
        <select id=${`${prefix}algorithm`} value=${algorithm.name}
          onChange=${event => set({algorithm: event.target.value, options: {}})}>
          ${known.algorithms.map(a => html`<option key=${a.name} value=${a.name}>${a.name}</option>`)}
        </select></label>
      <label class="field" title="how many moves deep; empty: to the ends of the game"><span>Depth</span>
        <input id=${`${prefix}depth`} type="number" min="0" max="1000" class="depth" placeholder="to the end" disabled=${!deep}
          value=${deep ? search.depth ?? "" : ""}
          onInput=${event => set({depth: event.target.value === "" ? null : Number(event.target.value)})} /></label>
      <${Options} algorithm=${algorithm} orderings=${known.orderings} options=${search.options} prefix=${prefix}
        change=${part => change(now => ({...now, options: {...now.options, ...part}}))} />
    </div>
  </fieldset>`;
}

/** The examples of the lectures, by topic. */
function Examples({examples, choose}) {
  const topics = [...new Set(examples.map(e => e.topic))];
  return html`<label class="field"><span>Examples</span>
    <select id="example" value="" onChange=${event => choose(examples.find(e => e.name === event.target.value))}>
      <option value="" disabled>choose one…</option>
      ${topics.map(topic => html`<optgroup key=${topic} label=${topic}>
        ${examples.filter(e => e.topic === topic).map(e => html`<option key=${e.name} value=${e.name}>${e.title}</option>`)}</optgroup>`)}
    </select></label>`;
}

/** The whole form. Each control changes the newest settings, not those from when it was drawn: two
 * changes may come before the form is drawn again. Typed text counts at once: drawing the form again would lose it. */
export function Settings({known, settings, change, submit, busy, stop, example}) {
  const set = part => change(now => ({...now, ...part}));
  const searched = name => how => change(now => ({...now, [name]: how(now[name])}));
  return html`<form class="settings panel" onSubmit=${event => { event.preventDefault(); submit(); }}>
    <div class="row">
      <${Examples} examples=${known.examples} choose=${example} />
      <${Help} page="watching" label="Help: watch the search" />
    </div>
    <${Search} known=${known} search=${settings.first} change=${searched("first")} prefix="" title="The search" />
    ${settings.compare ? html`<${Search} known=${known} search=${settings.second} change=${searched("second")} prefix="second-" title="The second search" />` : null}
    <div class="row">
      <button id="search" class="primary" type="submit" disabled=${busy}>Show the search</button>
      ${busy ? html`<span class="busy">Searching…</span> <button id="stop" type="button" onClick=${stop}>Stop</button>` : null}
      <label class="field"><input id="compare" type="checkbox" checked=${settings.compare}
        onChange=${event => set({compare: event.target.checked})} /> Compare with a second search on the same tree</label>
      <details class="where" open=${settings.position !== "" || settings.moves !== ""}><summary>Where it begins</summary>
        <div class="row">
          <label class="field"><span>Moves first</span><input id="moves" value=${settings.moves} placeholder="none" onInput=${event => set({moves: event.target.value})} /></label>
          <label class="field"><span>Position</span><textarea id="position" rows="1" placeholder="the start of the game" value=${settings.position}
            onInput=${event => set({position: event.target.value})}></textarea></label>
        </div></details>
    </div>
  </form>`;
}

/** "ordering:best;fail:hard" as options, their kinds taken from the algorithm's own. */
export function readOptions(text, algorithm) {
  const found = {};
  for (const part of (text || "").split(";").filter(Boolean)) {
    const [key, ...rest] = part.split(":"), word = rest.join(":");
    if (!(key in (algorithm?.options ?? {}))) continue;
    const like = algorithm.options[key];
    found[key] = typeof like === "boolean" ? word === "true" : typeof like === "string" ? word : Number(word);
  }
  return found;
}

/** Options as readOptions reads them. */
export const writeOptions = options =>
  Object.entries(options).filter(([, value]) => value !== undefined).map(([key, value]) => `${key}:${value}`).join(";");
