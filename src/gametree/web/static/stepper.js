/**
 * A search to step through without a server: in a notebook (notebook.js) and in a file that runs alone (alone.js).
 *
 * The model has `head`, `steps` and `counted` of each search, the `view` of the tree, the nodes that are `opened`, and
 * the `step`, the first being 1.
 */

import {html, useCallback, useEffect, useMemo, useState} from "./lib/preact.js";
import {lookAt, wordsOf} from "./tree-state.js";
import {TreeText, TreeView} from "./tree-view.js";
import {Code} from "./watch-code.js";
import {Peek} from "./watch-peek.js";
import {Player} from "./watch-player.js";
import {Counts, StepWords} from "./watch-step.js";

/** A value of the model, kept up to date. */
function useModel(model, name) {
  const [value, setValue] = useState(model.get(name));
  useEffect(() => {
    const changed = () => setValue(model.get(name));
    model.on(`change:${name}`, changed);
    return () => model.off(`change:${name}`, changed);
  }, [model]);
  return value;
}

/** @param {{model: object, boards: (node) => Promise, keys: EventTarget, code: boolean}} props */
export function Stepper({model, boards, keys, code = false}) {
  const head = model.get("head"), steps = model.get("steps"), counted = model.get("counted");
  const view = useModel(model, "view"), step = useModel(model, "step") - 1;  // from here on a place in a list
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [target, setTarget] = useState(null);
  const last = Math.max(...steps.map(run => run.length)) - 1;

  const go = useCallback(to => {
    model.set("step", Math.min(Math.max(to, 0), last) + 1);
    model.save_changes();
  }, [model]);
  const play = useCallback(on => setPlaying(was => {
    const next = on ?? !was;
    if (next && model.get("step") > last) go(0);
    return next;
  }), [go]);
  const toggle = useCallback(id => {
    const open = new Set(model.get("opened"));  // as requested; the view comes later
    if (!open.delete(id)) open.add(id);
    model.set("opened", [...open]);
    model.save_changes();
  }, [model]);
  const name = useMemo(() => head.runs.map(run => run.algorithm), [head]);

  const run = i => {
    const at = Math.min(step, steps[i].length - 1), what = steps[i][at];
    const peek = (node, element) => setTarget(node
      ? {node, element, words: wordsOf(node, lookAt(node.looks?.[i] ?? [], at), head.players)} : null);
    return html`<section class="run" key=${i} data-run=${i} aria-label=${name[i]}>
      <${StepWords} now=${what} root=${view.nodes[0].place} />
      <div class=${code ? "tree-and-code" : ""}><${TreeView} view=${view} run=${i} step=${at} now=${what} players=${head.players} zoom=${1} toggle=${toggle} peek=${peek}
        title=${`${name[i]} on ${head.game}, step ${at + 1} of ${steps[i].length}: ${what.say}`} />
        ${code ? html`<${Code} code=${head.runs[i].code} lines=${what.lines} />` : null}</div>
      <details class="as-text"><summary>This tree as text</summary>
        <${TreeText} view=${view} run=${i} step=${at} players=${head.players} /></details>
    </section>`;
  };

  return html`<div class="watch">
    <${Player} step=${step} last=${last} go=${go} playing=${playing} play=${play} speed=${speed} setSpeed=${setSpeed} keys=${keys} />
    <div class=${`runs ${steps.length === 2 ? "two" : ""}`}>${steps.map((_, i) => run(i))}</div>
    <${Counts} runs=${head.runs} names=${name} counted=${counted.map((c, i) => c[Math.min(step, steps[i].length - 1)])} />
    <${Peek} target=${target} board=${boards} />
  </div>`;
}
