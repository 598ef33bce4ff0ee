/** Positions and games in and out: copied as text, saved to a file, and loaded again. */

import {html, useState} from "./lib/preact.js";
import {Help} from "./help.js";
import {Typed} from "./typed.js";

/** Let the browser save a text to a file. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], {type: "application/x-chess-pgn"}));
  Object.assign(document.createElement("a"), {href: address, download: name}).click();
  URL.revokeObjectURL(address);
}

/** @param {{session: import("./session.js").Session}} props */
export function Exchange({session}) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const {record, info, context} = session;
  const none = !record.root.children.length;

  /** Do something that may fail, and show the result or the error. */
  const attempt = how => async () => {
    try {
      const said = await how();
      setTrouble("");
      context.say(said);
    } catch (error) {
      setTrouble(error.message);
    }
  };
  const copy = async (what, words) => {
    setText(words);
    try {
      await navigator.clipboard.writeText(words);
      return `The ${what} copied to the clipboard.`;
    } catch {
      return `The ${what} shown in the box below: copy from there.`;
    }
  };
  const position = attempt(() => copy("position is", info.fen || info.text));
  const link = attempt(() => copy("link is", location.href));
  const moves = attempt(async () => copy("moves up to here are", (await session.written()).moves));
  const game = attempt(async () => copy("game is", (await session.written()).pgn));
  const file = attempt(async () => {
    const name = `${context.game.replace(/\W+/g, "-")}.pgn`;
    save(name, (await session.written()).pgn);
    return `The game is saved as ${name}.`;
  });
  const loadPosition = attempt(async () => { await session.start({position: text}); return "The position is set up."; });
  const loadGame = attempt(async () => { await session.load(text); return "The game is loaded."; });
  const open = event => {
    const [chosen] = event.target.files, box = event.target;
    attempt(async () => { const words = await chosen.text(); setText(words); await session.load(words); return `${chosen.name} is loaded.`; })().then(() => { box.value = ""; });
  };
  const tag = key => html`<label class="field"><span>${key}</span><${Typed} id=${`tag-${key}`} value=${record.tags[key] ?? ""} placeholder=${session.sitting(key === "White" ? 0 : 1)}
    commit=${words => { record.tags = {...record.tags, [key]: words.trim()}; if (!words.trim()) delete record.tags[key]; session.remember(); session.onChange(); }} /></label>`;
  return html`<details class="panel exchange"><summary>Copy, save and load</summary>
    <div class="toolbar">
      <button disabled=${!info} onClick=${position} title=${info?.fen ? "The position as other programs read it" : "The position as the game writes it"}>Copy position</button>
      <button onClick=${link} title="The address of this position, with the moves, the players and the view">Copy link</button>
      <button disabled=${!session.node.parent} onClick=${moves} title="The moves up to here, for the command line">Copy moves</button>
      <button disabled=${none} onClick=${game} title="The whole game with its variations, in PGN">Copy game</button>
      <button disabled=${none} onClick=${file} title="The whole game with its variations, as a file">Save game</button>
      <${Help} at="copy-and-load" /></div>
    ${session.seats.length === 2 ? html`<div class="row names"><span class="muted">Names in the file:</span>${tag("White")}${tag("Black")}</div>` : null}
    <label class="sr-only" for="paste">A position, or a game: PGN, or moves separated by blanks</label>
    <textarea id="paste" rows="4" spellcheck="false" value=${text} onInput=${e => setText(e.target.value)}
      placeholder="Paste a position as the game writes it, or a game: PGN, or moves by name"></textarea>
    <div class="toolbar">
      <button disabled=${!text.trim()} onClick=${loadPosition}>Load as position</button>
      <button disabled=${!text.trim()} onClick=${loadGame}>Load as game</button>
      <label class="field"><span>Open a file</span><input id="open" type="file" accept=".pgn,.sgf,.txt" onChange=${open} /></label></div>
    ${trouble ? html`<p class="error" role="alert">${trouble}</p>` : null}
  </details>`;
}
