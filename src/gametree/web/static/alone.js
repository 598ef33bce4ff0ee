/** A search in a file that runs alone: all its steps are in the page (see gametree/web/alone.py). */

import {html, render} from "./lib/preact.js";
import {Stepper} from "./stepper.js";

const held = JSON.parse(document.getElementById("search").textContent);
const heard = new Map();

/** What a notebook's model does, without a notebook. */
const model = {
  get: name => held[name],
  set: (name, value) => {
    if (name === "opened") return;  // nobody is there to lay the tree out again
    held[name] = value;
    for (const call of heard.get(name) ?? []) call();
  },
  save_changes: () => {},
  on: (event, call) => { const name = event.replace("change:", ""); heard.set(name, [...(heard.get(name) ?? []), call]); },
  off: (event, call) => { const name = event.replace("change:", ""); heard.set(name, (heard.get(name) ?? []).filter(other => other !== call)); },
};

const boards = id => Promise.resolve(held.boards[id] ?? {text: "", svg: null});
render(html`<${Stepper} model=${model} boards=${boards} keys=${document} code=${true} />`, document.getElementById("app"));
