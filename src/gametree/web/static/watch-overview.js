/** Before a search is shown: all examples of the lectures, by topic, with what each of them shows. */

import {html} from "./lib/preact.js";

/** @param {{examples: object[], choose: (example: object) => void}} props */
export function Overview({examples, choose}) {
  const topics = [...new Set(examples.map(e => e.topic))];
  return html`<section class="overview" aria-label="The examples of the lectures">
    ${topics.map(topic => html`<div class="panel" key=${topic}><h2>${topic[0].toUpperCase() + topic.slice(1)}</h2>
      <ul>${examples.filter(e => e.topic === topic).map(e => html`<li key=${e.name}>
        <button class="link" data-example=${e.name} onClick=${() => choose(e)}>${e.title}</button>
        <span class="muted"> ${e.shows}</span></li>`)}</ul></div>`)}
  </section>`;
}
