/** The guided tour: four steps on the first visit, each one shown on the page itself. */

import {html, useEffect, useRef} from "./lib/preact.js";
import {Help} from "./help.js";

const KEY = "gametree-tour";

/** The steps: where each is shown, and what it says. */
const STEPS = [
  {title: "A game", tab: "play", params: {game: "connect4"},
    text: "This is Connect Four. Click a column to drop a disc: the computer answers. “Analyse” shows what a search finds, while it runs. Every game of the list works the same way, and so does a game that you write yourself."},
  {title: "Its tree", tab: "watch", params: {game: "tree:example=textbook"},
    text: "Every search looks at a tree of moves. This one is small: three moves for Max, then three replies by Min to each. The numbers at the ends are what Max gets. Step through it, or press play."},
  {title: "A cut, explained", tab: "watch", params: {game: "tree:example=textbook", algorithm: "alphabeta", step: "16"},
    text: "Alpha-beta skips branches that cannot matter. At this step two branches turn grey, and the line above the tree says why: Max already has 3 on the left, and here Min can hold Max to 2, whatever the other branches hold. Step back and forward to see how it happened."},
  {title: "A solved game", tab: "explore", params: {game: "tictactoe"},
    text: "Tic-Tac-Toe is small enough to be solved at once: every move has the colour of its result for the player who makes it, and the number of moves to the end. The best move comes first."},
];

/** Was the tour seen before? */
export const seen = () => { try { return localStorage.getItem(KEY) === "seen"; } catch { return true; } };
const remember = () => { try { localStorage.setItem(KEY, "seen"); } catch { /* a private window: it comes again */ } };

/** On the first visit the tour is offered. */
export function Offer({take, leave}) {
  const close = () => { remember(); leave(); };
  return html`<div class="tour panel offer" role="region" aria-label="A first visit"><p>New here? A tour in four steps shows what the page can do: a game, its tree, a cut, a solved game.</p>
    <div class="toolbar"><button id="take-tour" class="primary" onClick=${take}>Show me</button><button onClick=${close}>Skip the tour</button></div></div>`;
}

/** @param {{step: number, setStep: (step: number) => void, go: (tab: string, params: object) => void}} props −1: no tour */
export function Tour({step, setStep, go}) {
  const box = useRef(null);
  useEffect(() => {
    if (step < 0) return;
    remember();
    go(STEPS[step].tab, STEPS[step].params);
    box.current?.focus();
  }, [step]);
  if (step < 0) return null;
  const {title, text} = STEPS[step];
  const key = event => { if (event.key === "Escape") setStep(-1); event.stopPropagation(); };
  return html`<div class="tour panel" role="region" aria-label=${`Tour, step ${step + 1} of ${STEPS.length}: ${title}`} tabindex="-1" ref=${box} onKeyDown=${key}>
    <h2>${step + 1} of ${STEPS.length}: ${title}</h2><p>${text}</p>
    <div class="toolbar">
      <button onClick=${() => setStep(-1)}>${step === STEPS.length - 1 ? "Close" : "Skip the tour"}</button>
      ${step ? html`<button onClick=${() => setStep(step - 1)}>Back</button>` : null}
      ${step < STEPS.length - 1 ? html`<button class="primary" id="tour-next" onClick=${() => setStep(step + 1)}>Next: ${STEPS[step + 1].title.toLowerCase()}</button>` : null}
      <${Help} at="the-tour" />
    </div></div>`;
}
