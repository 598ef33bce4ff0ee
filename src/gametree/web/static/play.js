/** The tab "Play & analyse". */

import {html, render, useEffect, useRef, useState} from "./lib/preact.js";
import {Analysis, Bar, arrows} from "./analysis.js";
import {Board} from "./board.js";
import {Review} from "./curve.js";
import {Exchange} from "./exchange.js";
import {Help} from "./help.js";
import {HowToPlay} from "./how-to-play.js";
import {Legal} from "./legal.js";
import {Moves, Steps} from "./moves.js";
import {Rules} from "./rules.js";
import {Plate, Seats} from "./seats.js";
import {CHANCE, Session, placeKey, wish} from "./session.js";
import {ending} from "./words.js";

const KEYS = {ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last"};

/** More moves than this without a place on the board are only listed below. */
const MOST_BESIDE = 6;

/** Does the focused element need the keys itself? */
const typing = target => target.closest?.("input, textarea, select, summary");

/** Moves without a place on the board, such as a pass: buttons right below it. */
function Beside({info, play}) {
  const moves = info.moves.filter(m => !m.path.length), {length} = Object.keys(info.board.spots);
  if (!play || info.player === CHANCE || !length || !moves.length || moves.length > MOST_BESIDE) return null;
  return html`<div class="toolbar beside"><span class="muted">${moves.length === info.moves.length ? "Nothing can be played on the board:" : "Or:"}</span>
    ${moves.map(m => html`<button key=${m.action} class="primary" onClick=${() => play(m.action)}>${m.name}</button>`)}</div>`;
}

function Play({context}) {
  const [, redraw] = useState(0);
  const session = useRef(null);
  const [trouble, setTrouble] = useState("");
  const [wrong, setWrong] = useState(null);  // an error in the address; dropped when another game is set up
  if (!session.current) session.current = new Session(context, () => redraw(n => n + 1));
  const game = session.current;

  useEffect(() => {
    const actions = (context.params.get("actions") ?? "").split(",").filter(Boolean).map(Number);
    const position = context.params.get("position");
    const begin = wish.play || wish.resume === placeKey(context.game, position, actions);
    Object.assign(wish, {play: false, resume: ""});
    const asked = {position, moves: context.params.get("moves"), actions, begin};
    game.start(asked).catch(error => game.start({begin}).then(() => setWrong({why: error.message, record: game.record}), again => setTrouble(again.message)));
    const key = event => {
      if (typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key in KEYS) game.show(game.record.step(KEYS[event.key]));
      else if (event.key === "a") game.toggleAnalysis();
      else if (event.key === "u") game.undo();
      else if (event.key === "r") game.redo();
      else if (event.key === "t") game.turn();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => { removeEventListener("keydown", key); game.close(); };
  }, []);

  const {info, node} = game;
  if (trouble) return html`<p class="error" role="alert">${trouble}</p>
    ${context.game.includes(":") ? html`<button onClick=${() => context.go("play", {game: context.game.split(":")[0]})}>Use the default parameters</button>` : null}`;
  if (!game.record.root.info) return html`<p class="busy">Setting up the board…</p>`;
  const shown = info ?? game.record.path().findLast(n => n.info).info;
  const mine = info && !info.over && !game.thinking && (info.player === CHANCE ? game.dice === "chosen" : true) && game.clock.fallen === null;
  const play = mine ? action => game.play(action) : null;
  const elsewhere = tab => context.go(tab, {game: context.game, ...(game.record.position ? {position: game.record.position} : {}),
    ...(node.parent ? {actions: game.record.actions().join(",")} : {})});
  const watch = () => context.go("watch", {game: context.game, ...(node.parent || game.record.position ? {position: shown.text} : {})});
  const status = !info ? "…" : info.over ? ending(info)
    : info.player === CHANCE ? "The dice decide." : "";
  const restart = how => how.catch(e => setTrouble(e.message));
  const two = game.seats.length === 2, {bottom, turned} = game;
  return html`<div class="play">
    <div class="left">
      ${two ? html`<${Plate} session=${game} player=${1 - bottom} />` : null}
      <div class="table"><${Bar} worth=${node.worth} info=${shown} turned=${bottom === 1} /><${Board} info=${shown} turned=${turned} marks=${arrows(game.analysis.node === node ? game.analysis : {}, info)} play=${play} /></div>
      ${two ? html`<${Plate} session=${game} player=${bottom} />` : game.seats.map((_, n) => html`<${Plate} key=${n} session=${game} player=${n} />`)}
      ${info ? html`<${Beside} info=${info} play=${play} />` : null}
      <p class="status" role="status">${status}</p>
      ${game.held ? html`<div class="toolbar"><button id="go" class="primary" onClick=${() => game.goOn()}>${info.player === CHANCE ? "Roll the dice" : `Let ${game.nameOf(info.player)} move`}</button></div>` : null}
      ${wrong?.record === game.record ? html`<p class="error" role="alert">${wrong.why} <button onClick=${() => setWrong(null)}>Close</button></p>` : null}
      ${game.trouble ? html`<p class="error" role="alert">${game.trouble} <button onClick=${() => { game.trouble = ""; game.arrive(); }}>Try again</button></p>` : null}
      <${Steps} session=${game} />
      <div class="toolbar">
        <button id="new" class=${info?.over ? "primary" : ""} onClick=${() => restart(game.start())}>New game</button>
        ${game.alone || game.paused ? html`<button id="pause" aria-pressed=${game.paused} onClick=${() => game.togglePause()}>${game.paused ? "Go on" : "Pause"}</button>` : null}
        ${game.thinking?.state === "searching" && !game.alone ? html`<button id="hurry" onClick=${() => game.hurry()}>Move now</button>` : null}
        <button onClick=${watch}>Watch a search here</button>
        <button onClick=${() => elsewhere("explore")}>Explore from here</button>
        <${Help} at="playing" />
      </div>
      <${Legal} moves=${info?.moves ?? []} play=${action => game.play(action)} enabled=${Boolean(mine)}
        title=${info?.player === CHANCE && !info.over ? "Outcomes" : "Legal moves"} names=${info?.names} />
    </div>
    <div class="right">
      <${HowToPlay} info=${shown} />
      <${Seats} session=${game} restart=${restart} />
      <${Analysis} session=${game} />
      <${Moves} session=${game} />
      <${Review} session=${game} />
      <${Exchange} session=${game} />
      ${context.own ? html`<${Rules} context=${context} />` : null}
      <details class="panel"><summary>The position in words</summary><pre tabindex="0">${shown.text}</pre></details>
    </div>
  </div>`;
}

export function mount(root, context) {
  render(html`<${Play} context=${context} />`, root);
  return () => render(null, root);
}
