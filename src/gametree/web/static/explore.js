/** The tab "Explore a solution": walk through a solved game, with the value of every move. */

import {html, render, useEffect, useLayoutEffect, useRef, useState} from "./lib/preact.js";
import {Board} from "./board.js";
import {Curve} from "./curve.js";
import {Elapsed} from "./elapsed.js";
import {Help} from "./help.js";
import {Legal} from "./legal.js";
import {Offers} from "./offers.js";
import {count, ending, short} from "./words.js";

/** The class of an outcome, for the player to move. */
const forMover = (outcome, player) => player === 0 || outcome === "draw" ? outcome : outcome === "win" ? "loss" : "win";

const WORDS = {win: "wins", draw: "draws", loss: "loses"};
const SIGNS = {win: "+", draw: "=", loss: "−"};

/** How far away the end is. */
const end = remoteness => remoteness === null ? "never ends" : `end in ${remoteness}`;

const PLAYERS = ["the first player", "the second player"];

/** A player's name within a sentence. */
const within = name => /^(First|Second) player$/.test(name) ? `the ${name.toLowerCase()}` : name;

/** A label in words: "a win for Red, end in 7". */
function inWords(label, chance, names = PLAYERS) {
  if (!label) return "nothing is known about this position";
  if (chance) return `worth ${short(label.value)} to ${names[0]}`;
  const who = {win: `a win for ${names[0]}`, loss: `a win for ${names[1]}`, draw: "a draw"}[label.outcome];
  const amount = [-1, 0, 1].includes(label.value) ? "" : `, ${short(label.value)}`;
  return `${who}${amount}, ${label.remoteness === null ? "play never ends" : label.remoteness === 0 ? "the game is over" : `the end in ${label.remoteness} ${label.remoteness === 1 ? "move" : "moves"}`}`;
}

/** Counts over all positions, and by remoteness where they are known. */
function Statistics({context, solution, name = PLAYERS[0]}) {
  const [found, setFound] = useState(null);
  const [trouble, setTrouble] = useState("");
  const fetchAll = () => context.post("/api/statistics", {game: context.game}).then(setFound, e => setTrouble(e.message));
  useEffect(() => { fetchAll(); }, [solution]);
  if (trouble) return html`<p class="error" role="alert">${trouble}</p>`;
  const known = found ?? solution;
  const bars = [["win", known.wins], ["draw", known.draws], ["loss", known.losses]].filter(([, n]) => n);
  const rows = Object.entries(known.remoteness && typeof known.remoteness === "object" ? known.remoteness : {});
  return html`<p>${known.positions.toLocaleString("en")} positions${known.method ? ` (${known.method})` : ""}</p>
    ${bars.length ? html`<div class="share" role="img" aria-label=${`For ${name}: ${bars.map(([w, n]) => `${n} ${w}`).join(", ")}`}>
      ${bars.map(([word, n]) => html`<span key=${word} class=${word} style=${`flex-grow:${n}`} title=${`${word}: ${n.toLocaleString("en")}`}></span>`)}</div>
      <p class="muted">${bars.map(([word, n]) => `${{win: "wins", draw: "draws", loss: "losses"}[word]} ${n.toLocaleString("en")}`).join(" · ")} for ${name}</p>` : null}
    ${rows.length ? html`<details><summary>By remoteness</summary><table><thead><tr><th>moves to the end</th><th>wins</th><th>losses</th><th>draws</th></tr></thead>
      <tbody>${rows.map(([n, [w, l, d]]) => html`<tr key=${n}><td>${n}</td><td>${w}</td><td>${l}</td><td>${d}</td></tr>`)}</tbody></table></details>` : null}`;
}

function Explore({context}) {
  const [solution, setSolution] = useState(null);
  const [working, setWorking] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [wrong, setWrong] = useState("");  // errors of the position; `trouble` is for solving
  const [path, setPath] = useState(() => (context.params.get("actions") ?? "").split(",").filter(Boolean).map(Number));
  const [known, setKnown] = useState(null);
  const position = context.params.get("position");
  const moves = useRef(context.params.get("moves"));
  const job = useRef(null);

  const solve = seconds => {
    setTrouble("");
    job.current = context.live.start({type: "solve", game: context.game, time: seconds}, tell => setWorking(tell));
    setWorking({state: "starting"});
    const mine = job.current;
    mine.done.then(found => { setSolution(found); setWorking(null); },
      error => { if (job.current === mine) { setTrouble(error.message); setWorking(null); } });
  };
  useEffect(() => {
    solve(4);
    return () => { const mine = job.current; job.current = null; mine?.stop(); };
  }, []);
  useEffect(() => {
    let left = false;
    const asked = {game: context.game, ...(position ? {position} : {}), ...(moves.current ? {moves: moves.current} : {actions: path})};
    context.post("/api/explore", asked).then(found => {
      if (left) return;
      if (moves.current) { moves.current = null; setPath(found.actions); }
      setKnown(found);
      setWrong("");
      context.set("moves", null);
      context.set("actions", found.actions.join(","));  // so that a bookmark or a reload comes back to it
      context.place({moves: found.played.map(name => name.replaceAll(" ", "_")).join(" ")});
      if (solution && !found.solved && !working) solve(120);  // the server dropped it meanwhile: solve again
    }, error => { if (!left) setWrong(error.message); });
    return () => { left = true; };
  }, [path, solution]);
  useLayoutEffect(() => {
    const key = event => {
      if (event.target.closest?.("input, textarea, select, summary") || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "ArrowLeft") setPath(p => p.slice(0, -1));
      else if (event.key === "ArrowRight" && known?.solved && known.moves.length) play(known.moves[0].action);
      else if (event.key === "Home") setPath([]);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [known, path]);

  const chance = known?.chance;
  // a move belongs to the position it was shown with: two quick clicks are one move
  const play = action => { if (known.actions.join() === path.join()) setPath(now => (now === path ? [...path, action] : now)); };
  const colour = move => move.outcome && !chance ? forMover(move.outcome, known.player) : "";
  const marks = known?.solved && !chance ? known.moves.filter(m => m.outcome).slice(0, 60).map(m => ({
    path: m.path, cls: `outcome ${colour(m)}`, label: SIGNS[colour(m)] + (m.remoteness ?? "∞"), width: 1.5})).reverse() : [];
  const seen = new Set();
  const clear = marks.filter(m => !seen.has(m.path.join()) && seen.add(m.path.join()));
  const bounds = known?.bounds ?? [-1, 1], names = known?.names?.map(within);
  const shareOf = label => label ? (label.value - bounds[0]) / (bounds[1] - bounds[0] || 1) : null;
  return html`<div class="play explore">
    <div class="left">
      ${known ? html`<div class="table"><${Board} info=${known} marks=${clear} play=${known.moves.length ? play : null} /></div>` : wrong ? null : html`<p class="busy">Setting up the board…</p>`}
      ${wrong ? html`<p class="error" role="alert">${wrong} <button onClick=${() => { moves.current = null; context.go("explore", {game: context.game}); }}>From the start</button></p>` : null}
      <p class="status" role="status" id="label">${known?.over ? ending(known) : known?.solved ? `This position is ${inWords(known.label, chance, names)}.` : ""}</p>
      ${clear.length ? html`<p class="muted key">On the board: <span class="win">+ wins</span>, <span class="draw">= draws</span>, <span class="loss">− loses</span> for the player to move; the number is the moves to the end, this one included.</p>` : null}
      <div class="toolbar" role="group" aria-label="Walk">
        <button onClick=${() => setPath([])} disabled=${!path.length}>|◀ Start</button>
        <button id="back" onClick=${() => setPath(now => now.slice(0, -1))} disabled=${!path.length}>◀ Back</button>
        <button id="best" class="primary" onClick=${() => play(known.moves[0].action)} disabled=${!known?.solved || !known.moves.length}>Best move ▶</button>
        <button onClick=${() => context.go("play", {game: context.game, ...(position ? {position} : {}), ...(path.length ? {actions: path.join(",")} : {})})}>Play from here</button>
        <${Help} at="exploring-a-solution" />
      </div>
      ${known ? html`<${Legal} title="Moves, the best first" names=${known.names} enabled=${true} play=${play} moves=${known.moves.map(m => ({...m, cls: colour(m),
        note: m.outcome ? chance ? short(m.value) : `${m.chance ? m.outcome : WORDS[colour(m)]}, ${end(m.remoteness)}` : ""}))} />` : null}
    </div>
    <div class="right">
      <section class="panel" aria-label="The solution"><div class="toolbar"><h2>The solution</h2><${Help} page="solving" /></div>
        ${working ? html`<p class="busy" id="working">${working.state === "solving" ? `${working.what}: ${count(working.done)} positions, ${working.seconds.toFixed(1)} s`
          : working.state === "compiling" ? "compiling the rules (only the first time); you may play on" : "starting…"}
          ${working.state === "compiling" ? html`<${Elapsed} />` : null} <button onClick=${() => job.current?.stop()}>Stop</button></p>` : null}
        ${trouble ? html`<p class="error" role="alert">${trouble}</p>
          ${solution ? null : html`<p class="muted">Not every game is small enough to be solved while you wait. Give it more time, solve it with <code>gametree solve</code> and serve the database, or take something near:</p>
          <${Offers} context=${context} wanted="solution" where=${position ? {position} : {}} />
          <button class="primary" onClick=${() => solve(120)}>Try for two minutes</button>`}` : null}
        ${solution ? html`<p id="solved"><b>${known?.called && !context.game.includes(":") ? known.called : context.game}</b> is ${inWords(solution, solution.outcome === undefined, names)}.</p><${Statistics} context=${context} solution=${solution} name=${names?.[0]} />` : null}
      </section>
      ${known?.solved ? html`<section class="panel" aria-label="Best play"><h2>Best play from here</h2>
        <p class="record">${known.best.length ? known.best.slice(0, 60).map((name, i) => html`<span key=${i}> ${name}</span>`) : html`<span class="muted">the game is over, or the dice decide</span>`}</p></section>
      <section class="panel" aria-label="Value history"><h2>The value along the way</h2>
        <${Curve} label=${`The value after each move: ${known.history.map(l => l ? short(l.value) : "?").join(", ")}`} points=${known.history.map((label, i) => ({share: shareOf(label), current: i === path.length,
          label: `${i ? `${i}. ${known.played[i - 1]}: ` : "start: "}${inWords(label, chance, names)}`, choose: () => setPath(path.slice(0, i))}))} />
        <ol class="walk" start="0">${known.history.map((label, i) => html`<li key=${i}><button class="move" aria-current=${i === path.length ? "true" : undefined} onClick=${() => setPath(path.slice(0, i))}>${i ? known.played[i - 1] : "start"}</button>
          <span class=${`muted ${label?.outcome ?? ""}`}>${inWords(label, chance, names)}</span></li>`)}</ol></section>` : null}
      <details class="panel"><summary>The position in words</summary><pre tabindex="0">${known?.text ?? ""}</pre></details>
    </div>
  </div>`;
}

export function mount(root, context) {
  render(html`<${Explore} context=${context} />`, root);
  return () => render(null, root);
}
