/** The tab "Games": the catalogue with pictures, the user's own games, and the games that this browser keeps. */

import {html, render, useEffect, useState} from "./lib/preact.js";
import {get} from "./api.js";
import {Help} from "./help.js";
import {wish} from "./session.js";
import {forget, kept} from "./store.js";

/** The first sentences of the rules, as many as say something. */
function inShort(rules) {
  let words = "";
  for (const sentence of rules.split(/(?<=[.!?])\s/)) {
    if (words.length > 60 || words && words.length + sentence.length > 170) break;
    words += `${words ? " " : ""}${sentence}`;
  }
  return words;
}

/** A picture without its title and description: the card says it. */
const bare = picture => picture.replace(/<(title|desc)>.*?<\/\1>/gs, "");

/** What one may ask for, and which games it leaves. */
const KINDS = {
  "All games": () => true, "Two players": g => g.players.length === 2 && !g.badges.includes("dice"), "With dice": g => g.badges.includes("dice"),
  "Three players": g => g.players.length > 2, "Solved here": g => g.badges.includes("solved here"),
};

/** The address of a game; a click on it is a wish to play. */
const Begin = ({where, children, ...more}) => html`<a href=${where} onClick=${() => { wish.play = true; }} ...${more}>${children}</a>`;

function Card({shown}) {
  const where = `#play?${new URLSearchParams({game: shown.name})}`;
  return html`<li class="card panel"><${Begin} where=${where}>
    <span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${{__html: bare(shown.picture)}}></span>
    <b>${shown.called}</b></${Begin}>
    <p class="muted">${inShort(shown.rules || shown.line)}</p>
    ${shown.badges.length ? html`<p class="badges">${shown.badges.map(badge => badge === "solved here"
      ? html`<a key=${badge} class="badge-word" href=${`#explore?${new URLSearchParams({game: shown.name})}`}>${badge}</a>`
      : html`<span key=${badge} class="badge-word">${badge}</span>`)}</p>` : null}</li>`;
}

/** The games that were played here. */
function Kept() {
  const [games, setGames] = useState(kept);
  const [all, setAll] = useState(false);
  if (!games.length) return null;
  const drop = id => { forget(id); setGames(kept()); };
  const where = g => `#play?${new URLSearchParams({game: g.game, ...(g.position ? {position: g.position} : {}), actions: g.at.join(",")})}`;
  return html`<section class="panel kept" aria-label="Your games"><div class="toolbar"><h2>Your games</h2><${Help} at="your-games" /></div>
    <ul>${games.slice(0, all ? games.length : 5).map(g => html`<li key=${g.id}>
      <a href=${where(g)}><b>${g.called ?? g.game}</b></a> <span class="muted">${g.moves} moves${g.over ? `, ${g.over}` : ""} · ${g.seats} · ${new Date(g.when).toLocaleDateString()}</span>
      <button class="small" aria-label=${`Delete this game of ${g.called ?? g.game}`} onClick=${() => drop(g.id)}>Delete</button></li>`)}</ul>
    ${games.length > 5 && !all ? html`<button class="link" onClick=${() => setAll(true)}>All ${games.length} games</button>` : null}</section>`;
}

function Gallery({context}) {
  const [games, setGames] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [kind, setKind] = useState(context.params.get("kind") in KINDS ? context.params.get("kind") : "All games");
  const fetchAll = () => get("/api/gallery").then(found => { setGames(found.games); setTrouble(""); }, error => setTrouble(error.message));
  useEffect(() => { fetchAll(); }, []);
  const choose = next => { setKind(next); context.set("kind", next === "All games" ? null : next); };
  const own = context.games.games.filter(g => g.own).map(g => ({...g.own, name: g.name}));
  const shown = (games ?? []).filter(KINDS[kind]);
  return html`<div class="gallery">
    <div class="toolbar"><h2>What shall we play?</h2><${Help} at="games" /></div>
    <${Kept} />
    ${own.length ? html`<h3>Yours</h3><ul class="cards">${own.map(g => html`<${Card} key=${g.name} shown=${g} />`)}</ul>` : null}
    <div class="toolbar kinds" role="group" aria-label="Which games?">${Object.keys(KINDS).map(word => html`<button key=${word} aria-pressed=${word === kind}
      class=${word === kind ? "primary" : ""} onClick=${() => choose(word)}>${word}</button>`)}</div>
    ${trouble ? html`<p class="error" role="alert">${trouble} <button onClick=${fetchAll}>Try again</button></p>`
      : games ? html`<ul class="cards" id="catalogue">${shown.map(g => html`<${Card} key=${g.name} shown=${g} />`)}</ul>` : html`<p class="busy">Drawing the games…</p>`}
  </div>`;
}

export function mount(root, context) {
  render(html`<${Gallery} context=${context} />`, root);
  return () => render(null, root);
}
