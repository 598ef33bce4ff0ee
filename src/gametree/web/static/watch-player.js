/** The controls that step through a search: first, back, play, on, last, a slider and the speed. */

import {html, useEffect, useLayoutEffect, useRef} from "./lib/preact.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** @param {{step: number, last: number, go: (step: number) => void, playing: boolean, play: (on: boolean) => void,
 *           speed: number, setSpeed: (speed: number) => void, keys: EventTarget}} props
 *  keys: the element that gets the keys; in a notebook, which has its own keys, it is the widget */
export function Player({step, last, go, playing, play, speed, setSpeed, keys = document}) {
  const now = useRef(null);
  now.current = {step, last};

  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (now.current.step >= now.current.last) play(false); else go(now.current.step + 1);
    }, 1000 / speed);
    return () => clearInterval(timer);
  }, [playing, speed]);

  // the keys work everywhere, except where they mean something else; and as soon as the buttons are visible
  useLayoutEffect(() => {
    const pressed = event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const on = event.target;
      if (on.closest?.("input, select, textarea, [contenteditable], [role=treeitem], details.editor")) return;
      if (event.key === " " && on.closest?.("button, a, summary")) return;
      const ways = {ArrowRight: now.current.step + 1, ArrowLeft: now.current.step - 1, Home: 0, End: now.current.last};
      if (event.key in ways) go(ways[event.key]);
      else if (event.key === " ") play(null);
      else return;
      event.preventDefault();
    };
    keys.addEventListener("keydown", pressed);
    return () => keys.removeEventListener("keydown", pressed);
  }, [go, play, keys]);

  // no ids: in a notebook there may be several of these in one document
  const button = (cls, sign, title, to, off) => html`<button class=${cls} title=${title} aria-label=${title} disabled=${off}
    onClick=${() => go(to)}>${sign}</button>`;
  return html`<div class="player toolbar" role="group" aria-label="Steps of the search">
    ${button("first", "|◀", "First step (Home)", 0, step === 0)}
    ${button("back", "◀", "One step back (←)", step - 1, step === 0)}
    <button class="go primary" title="Play or pause (space)" aria-label=${playing ? "Pause" : "Play"} onClick=${() => play(null)}>
      ${playing ? "❚❚ Pause" : "▶ Play"}</button>
    ${button("forward", "▶", "One step on (→)", step + 1, step >= last)}
    ${button("last", "▶|", "Last step (End)", last, step >= last)}
    <input class="slider" type="range" min="0" max=${last} value=${step} aria-label="Step"
      aria-valuetext=${`step ${step + 1} of ${last + 1}`} onInput=${event => go(Number(event.target.value))} />
    <span class="where">step ${step + 1} of ${(last + 1).toLocaleString("en")}</span>
    <label class="field"><span>Speed</span>
      <select class="speed" value=${speed} onChange=${event => setSpeed(Number(event.target.value))}>
        ${SPEEDS.map(s => html`<option key=${s} value=${s}>${s} a second</option>`)}
      </select></label>
  </div>`;
}
