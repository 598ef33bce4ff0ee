/** The screen for a lecture room: the tree, one line of reason, and the slider. Nothing else, and all of it large. */

import {html, useEffect, useLayoutEffect, useRef, useState} from "./lib/preact.js";
import {Code} from "./watch-code.js";
import {Player} from "./watch-player.js";

/** The sizes of an element's inside, kept up to date. */
function useSize(element) {
  const [size, setSize] = useState(null);
  useLayoutEffect(() => {
    const measure = () => setSize({width: element.current.clientWidth, height: element.current.clientHeight});
    const watcher = new ResizeObserver(measure);
    watcher.observe(element.current);
    measure();
    return () => watcher.disconnect();
  }, []);
  return size;
}

/** One search: its reason in one line, and the tree in what is left. */
function Run({name, two, now, tree, at}) {
  const place = useRef(null), size = useSize(place);
  const words = now ? `${now.say}.` : "…";
  // one line of a width is as large as it can be; a long reason takes two
  const letters = words.length + (two ? name.length + 2 : 0);
  const font = size ? Math.max(17, Math.min(34, size.width / (0.56 * letters))) : 24;
  return html`<section class="lecture-run" data-run=${at} aria-label=${name}>
    <p class="say" style=${`font-size:${font}px`} aria-live="polite">${two ? html`<b>${name}: </b>` : null}${words}</p>
    <div class="stage" ref=${place}>${size ? tree({width: size.width - 4, height: size.height - 4}) : null}</div>
  </section>`;
}

/**
 * @param {object} props
 *   runs: for each search {name, now, tree(frame), code}; leave(): back to the page; player: the properties of the Player
 *   code, setCode: is the algorithm shown beside the tree
 */
export function Lecture({runs, leave, player, code, setCode}) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    document.body.classList.add("lecturing");
    box.current.focus();
    return () => { document.body.classList.remove("lecturing"); before?.focus?.(); };
  }, []);
  return html`<div class="lecture" ref=${box} tabindex="-1" role="region" aria-label="Lecture">
    <div class=${`lecture-runs ${runs.length === 2 ? "two" : ""} ${code ? "coded" : ""}`}>
      ${runs.map((run, i) => html`<${Run} key=${i} at=${i} two=${runs.length === 2} ...${run} />`)}
      ${code ? html`<${Code} code=${runs[0].code} lines=${runs[0].now?.lines} />` : null}
    </div>
    <div class="lecture-foot">
      <${Player} ...${player} />
      <button class="small" aria-pressed=${code} title="The algorithm beside the tree (C)" onClick=${() => setCode(!code)}>Code</button>
      <button class="small" title="Back to the page (L or Escape)" onClick=${leave}>Leave</button>
    </div>
  </div>`;
}
