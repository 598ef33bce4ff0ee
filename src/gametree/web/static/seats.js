/** Who sits where, the clock, and the dice. */

import {html} from "./lib/preact.js";
import {CHANCE} from "./examined.js";
import {Elapsed} from "./elapsed.js";
import {Help} from "./help.js";
import {Typed} from "./typed.js";
import {outcomeOf} from "./words.js";

const ALGORITHMS = {
  plain: ["auto", "alphabeta", "pvs", "mtdf", "mcts", "exact"],
  dice: ["auto", "expectiminimax", "star1", "star2", "mcts"],
  many: ["auto", "maxn", "paranoid", "bestreply", "mcts"],
};
const CLOCKS = [["none", 0, 0], ["1 minute", 60, 0], ["3 min + 2 s", 180, 2], ["5 minutes", 300, 0], ["10 min + 5 s", 600, 5]];

const STRENGTHS = {1: "a beginner", 3: "easy", 5: "it sees tricks", 7: "strong", 10: "as strong as it can"};

/** The searches that suit the game. */
export function algorithmsOf({seats, context}) {
  return ALGORITHMS[seats.length > 2 ? "many" : context.facts?.provides.includes("chances") ? "dice" : "plain"];
}

/** One player's seat. */
function Seat({session, player}) {
  const {facts} = session.context;
  const seat = session.seats[player];
  const kinds = [["human", "You"], ["level", "Computer"], ["engine", "Computer, by settings"],
    ...(facts?.provides.includes("rule_of_thumb") ? [["rules", "Its own if-then rules"]] : []), ["greedy", "Greedy, one move ahead"], ["random", "Random moves"]];
  const algorithms = algorithmsOf(session);
  const typed = (key, read = v => v) => text => session.setSeat(player, {[key]: read(text)});
  const change = (key, read) => event => typed(key, read)(event.target.value);
  return html`<div class="row seat">
    <label class="field"><span class="name"><${Disc} colour=${session.record.root.info?.colours[player]} /> ${session.nameOf(player)}</span><select id=${`seat-${player}`} value=${seat.kind} onChange=${change("kind")}>
      ${kinds.map(([key, title]) => html`<option key=${key} value=${key}>${title}</option>`)}</select></label>
    ${seat.kind === "level" ? html`<label class="field"><span>Level</span><select value=${seat.level} onChange=${change("level", Number)}
      aria-label=${`Level of ${session.nameOf(player)}`}>
      ${Array.from({length: 10}, (_, n) => html`<option key=${n} value=${n + 1}>${n + 1}${STRENGTHS[n + 1] ? ` – ${STRENGTHS[n + 1]}` : ""}</option>`)}</select></label>` : null}
    ${seat.kind === "engine" ? html`<label class="field"><span>Search</span><select value=${seat.algorithm} onChange=${change("algorithm")}>
      ${algorithms.map(name => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
      <label class="field"><span>Seconds</span><${Typed} type="number" min="0.1" max="60" step="0.1" value=${seat.time}
        commit=${typed("time", v => Math.min(60, Math.max(0.1, Number(v) || 1)))} /></label>
      <label class="field"><span>Depth</span><${Typed} type="number" min="1" max="100" placeholder="any" value=${seat.depth ?? ""}
        commit=${typed("depth", v => v ? Math.min(100, Math.max(1, Math.round(Number(v)) || 1)) : null)} /></label>` : null}
  </div>`;
}

/** The colour of a player's men. */
const Disc = ({colour}) => colour ? html`<i class="disc" style=${`background:var(--gt-${colour})`} aria-hidden="true"></i>` : null;

/** @param {{session: import("./session.js").Session, restart: (how: Promise<void>) => void}} props */
export function Seats({session, restart}) {
  const {clock, context} = session;
  const setClock = event => {
    const [, seconds, increment] = CLOCKS[event.target.value];
    clock.set(seconds, increment);
    if (seconds && session.info && !session.info.over) clock.start(session.info.player);
    session.onChange();
  };
  const setDice = event => { session.dice = event.target.value; session.reseat(); };
  return html`<section class="panel" aria-label="Players">
    <div class="toolbar"><h2>Players</h2><${Help} at="players" /></div>
    ${session.seats.map((_, player) => html`<${Seat} key=${player} session=${session} player=${player} />`)}
    <div class="row">
      <button id="swap" title="The players change places; the game goes on" onClick=${() => session.swap()}>Swap sides</button>
      <button id="shuffle" title="A new game, and chance says who begins" onClick=${() => restart(session.shuffle())}>New game, random side</button>
      <label class="field"><span>Clock</span><select id="clock" onChange=${setClock}
        value=${CLOCKS.findIndex(c => c[1] === clock.seconds && c[2] === clock.increment)}>
        ${CLOCKS.map(([title], i) => html`<option key=${i} value=${i}>${title}</option>`)}</select></label>
      ${context.facts?.provides.includes("chances") ? html`<label class="field"><span>Dice</span><select id="dice" value=${session.dice} onChange=${setDice}>
        <option value="rolled">rolled</option><option value="chosen">chosen by hand</option></select></label>` : null}
    </div>
  </section>`;
}

/** A player's plate beside the board: the name, whose turn it is, the time. */
export function Plate({session, player}) {
  const {info, clock, thinking} = session;
  const turn = info && !info.over && info.player === player;
  const who = session.sitting(player), shown = info ?? session.record.root.info, men = shown?.board.taken?.[player] ?? [];
  const doing = !turn ? "" : clock.fallen === player ? "time is up" : thinking ? (thinking.state === "compiling" ? "compiling the rules (only the first time)" : "thinking…") : "to move";
  return html`<div class=${turn ? "plate turn" : "plate"}>
    <${Disc} colour=${shown?.colours[player]} /> <b>${session.nameOf(player)}</b> <span class="muted">${who}</span>
    ${men.length ? html`<span class="taken" role="img" aria-label=${`${men.length} taken`}>${men.map((man, i) => html`<svg key=${i} class="gt" viewBox="0 0 40 40" aria-hidden="true" dangerouslySetInnerHTML=${{__html: man}}></svg>`)}</span>` : null}
    ${turn && session.node.parent?.info?.player === CHANCE ? html`<span class="rolled">${outcomeOf(session.node.name, shown?.names)}</span>` : null}
    ${doing ? html`<span class=${thinking && turn ? "busy" : "now"}>${doing}</span>` : null}
    ${turn && thinking?.state === "compiling" ? html`<${Elapsed} />` : null}
    ${clock.on ? html`<span class="time" role="timer">${clock.shown(player)}</span>` : null}</div>`;
}
