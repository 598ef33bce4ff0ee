/**
 * The page's shell: the header with its tabs, the choice of the game, light and dark, and the router.
 *
 * HOW A TAB IS WRITTEN. A tab is an ES module in this folder with one export:
 *
 *     export function mount(root, context) { …; return () => { … clean up … }; }
 *
 * `root` is an empty <div> that belongs to the tab until the returned function is called (another tab was chosen, or
 * the game was changed). Nothing outside of `root` is touched. `context` has
 *
 *     game       the words for the chosen game, "connect4" or "nim:3,4,5" (what every API call takes as `game`)
 *     facts      its facts from /api/games: {name, line, parameters, players, provides}
 *     own        is it a file of the user's?
 *     params     URLSearchParams of the address: #watch?game=nim&algorithm=alphabeta
 *     set(key, value)    change one of them, also the game, without reloading the tab; null removes it
 *     go(tab, params)    show another tab, e.g. go("play", {game: "nim", actions: "1,2"})
 *     post(path, body)   POST JSON to "/api/…"; the answer as an object; an Error with the server's line otherwise
 *     get(path)          GET "/api/…"
 *     live       the WebSocket: live.start(message, onTell) → {done: Promise, stop()}   (see api.js)
 *     games      all games: {games: [facts], files, errors, databases, version}
 *     place(more)    tell the other tabs more of the position that is shown here: {moves: "e4 e5"}
 *     say(text)  let screen readers read it (aria-live), and show it for a moment
 *     help(page, anchor) → the address of a page of the docs, e.g. help("page", "watch")
 *
 * Preact, its hooks and htm come from "./lib/preact.js": import {html, render, useState} from "./lib/preact.js".
 * Colours are the custom properties of style.css (--fg, --bg, --accent, --max, --min, --win, --draw, --loss …), so that
 * light and dark come by themselves. Every control is a real <button>, <select> or <input> with a label, works with the
 * keyboard, and has a help link: html`<${Help} page="page" at="watch" />` from "./help.js". Ready classes:
 * .panel .row .toolbar .field .muted .error .busy .sr-only (style.css shows them). A drawing has role="img" and an
 * aria-label, or a text next to it.
 */

import {html, render, useEffect, useRef, useState} from "./lib/preact.js";
import {Live, get, post} from "./api.js";
import {GameChooser} from "./chooser.js";
import {Help, address} from "./help.js";
import {Theme} from "./theme.js";
import {wish} from "./session.js";
import {Offer, Tour, seen} from "./tour.js";

/** The tabs: the word in the address, the title, the module, and the anchor of docs/page.md. */
const TABS = [
  {key: "gallery", title: "Games", module: "./gallery.js"},
  {key: "play", title: "Play & analyse", module: "./play.js"},
  {key: "watch", title: "Watch the search", module: "./watch.js"},
  {key: "practise", title: "Practise", module: "./practise.js"},
  {key: "graph", title: "Game graph", module: "./graph.js"},
  {key: "explore", title: "Explore a solution", module: "./explore.js"},
];

/** The tab and the parameters that an address stands for. */
function readAddress() {
  const [tab, query] = location.hash.replace(/^#\/?/, "").split("?");
  const known = TABS.some(t => t.key === tab);
  return {tab: known ? tab : "", params: new URLSearchParams(query || "")};
}

/** The address of a tab with parameters, given as an object or as URLSearchParams. */
function writeAddress(tab, params) {
  const query = new URLSearchParams(params).toString();
  return `#${tab}${query ? "?" + query : ""}`;
}

/** One tab's module in its own <div>, mounted again for every new address (but not for changes by the tab itself to
 *  the address), and for edited rules. */
function Tab({tab, visit, game, facts, own, version, shared}) {
  const box = useRef(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let unmount = null, left = false;
    const root = document.createElement("div");
    root.className = "tab";
    box.current.replaceChildren(root);
    setTrouble("");
    import(TABS.find(t => t.key === tab).module)
      .then(module => { if (!left) unmount = module.mount(root, {...shared, game, facts, own, params: readAddress().params}); })
      .catch(error => { console.warn(error); setTrouble(`This part of the page cannot be shown: ${error.message}`); });
    return () => { left = true; if (unmount) unmount(); };
  }, [tab, visit, version]);
  return html`${trouble && html`<p class="error" role="alert">${trouble}</p>`}<div ref=${box}></div>`;
}

function App() {
  const [where, setWhere] = useState({...readAddress(), visit: 0});
  const [games, setGames] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [said, setSaid] = useState("");
  const [touring, setTouring] = useState(-1);
  const [offering, setOffering] = useState(location.hash === "" && !seen());
  const live = useRef(null);
  const timer = useRef(0);
  const place = useRef({});  // the position that was shown last, for the other tabs
  const [, redraw] = useState(0);  // their addresses follow it

  const fetchGames = () => get("/api/games").then(found => { setGames(found); setTrouble(""); }, e => setTrouble(e.message));
  const say = text => {
    setSaid(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(""), 6000);
  };
  if (!live.current) live.current = new Live(fetchGames);
  useEffect(() => {
    const moved = () => { setSaid(""); setWhere(before => ({...readAddress(), visit: before.visit + 1})); };
    addEventListener("hashchange", moved);
    fetchGames();
    return () => removeEventListener("hashchange", moved);
  }, []);

  const {params, visit} = where;
  const go = (next, query = {}) => { location.hash = writeAddress(next, query); };
  const set = (key, value) => {
    const now = readAddress();
    if (value === null || value === "") now.params.delete(key); else now.params.set(key, value);
    history.replaceState(null, "", writeAddress(now.tab || tab, now.params));
    note(now.tab || tab, now.params);
    if (key === "game") setWhere(before => ({...readAddress(), visit: before.visit}));
  };
  /** Remember the position of a tab that shows one. */
  const note = (shown, asked) => {
    if (!["play", "explore"].includes(shown) || !asked.get("game") && !asked.get("actions")) return;
    const {moves} = place.current, actions = asked.get("actions") ?? "";
    place.current = {game: asked.get("game"), position: asked.get("position"), actions, moves: actions === place.current.actions ? moves : null,
      seats: shown === "play" ? asked.get("seats") : place.current.seats, view: shown === "play" ? asked.get("view") : place.current.view};
    redraw(n => n + 1);
  };
  /** What another tab is told of the position that is shown here. */
  const along = (next, game) => {
    const known = place.current, same = (known.game ?? game) === game && ["play", "explore", "watch", "graph"].includes(next);
    const keys = !same ? [] : next === "play" ? ["position", "actions", "seats", "view"] : next === "explore" ? ["position", "actions"] : ["position", "moves"];
    return {game, ...Object.fromEntries(keys.filter(key => known[key]).map(key => [key, known[key]]))};
  };
  if (trouble && !games) return html`<main id="main"><p class="error" role="alert">${trouble}</p><button onClick=${fetchGames}>Try again</button></main>`;
  if (!games) return html`<main id="main"><p class="busy">Loading the games…</p></main>`;

  const tab = where.tab || (params.size || games.files.length ? "play" : "gallery");  // one's own game is shown at once
  const game = params.get("game") || games.files[0] || "connect4";
  const choose = words => { wish.play = true; go(tab === "gallery" ? "play" : tab, {game: words}); };
  const facts = games.games.find(g => g.name === game.split(":")[0]) || null;
  const own = games.files.includes(game.split(":")[0]);
  const shared = {games, place: more => { Object.assign(place.current, more); redraw(n => n + 1); }, set, go, get, post, live: live.current, say, help: address};
  return html`
    <header>
      <h1><a href="#gallery"><img src="/static/icon.svg" alt="" width="28" height="28" /> gametree</a></h1>
      ${tab === "gallery" || tab === "practise" && !params.has("algorithm") ? html`<span class="chooser"></span>` : html`<${GameChooser} games=${games} game=${game} choose=${choose} />`}
      <${Theme} />
      <${Help} page="page" at="" label="The guide to this page" />
    </header>
    <nav aria-label="What to do">
      ${TABS.map(t => html`<a key=${t.key} href=${writeAddress(t.key, along(t.key, game))}
        aria-current=${t.key === tab ? "page" : undefined}>${t.title}</a>`)}
    </nav>
    ${offering && touring < 0 ? html`<${Offer} take=${() => { setOffering(false); setTouring(0); }} leave=${() => setOffering(false)} />` : null}
    <${Tour} step=${touring} setStep=${setTouring} go=${go} />
    ${Object.entries(games.errors).map(([file, error]) => html`<p class="error" role="alert" key=${file}>
      <b>${file}</b> cannot be run: ${error}</p>`)}
    <main id="main"><${Tab} tab=${tab} visit=${visit} game=${game} facts=${facts} own=${own} version=${own ? games.version : 0} shared=${shared} /></main>
    <footer><button class="link" id="tour" onClick=${() => { setOffering(false); setTouring(0); }}>A tour in four steps</button> · <a href="/docs/page">Guide</a> · <a href="/docs/api">API</a></footer>
    <div class=${said ? "toast shown" : "toast"} role="status" aria-live="polite">${said}</div>`;
}

render(html`<${App} />`, document.getElementById("app"));
