/** Talking to the server: JSON over HTTP, and live searches over one WebSocket. */

/** The answer to a request, or an Error with the server's message. */
async function ask(path, options) {
  let response, answer;
  try {
    response = await fetch(path, options);
    answer = await response.json();
  } catch {
    throw new Error(response ? `The server answers ${response.status}.` : "The server does not answer. Is it still running?");
  }
  if (!response.ok) throw new Error(answer.error || `The server answers ${response.status}.`);
  return answer;
}

/** GET a path under /api/. */
export const get = path => ask(path);

/** POST JSON to a path under /api/; an AbortSignal cancels it. */
export const post = (path, body, signal) =>
  ask(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body), signal});

/**
 * The WebSocket, one for the whole page. It is opened when first needed, and again after it was lost.
 *
 *     const search = live.start({type: "analyse", game, actions, lines: 3}, known => …);
 *     search.done.then(answer => …, error => …);
 *     search.stop();
 *
 * The server sends {id, tell}, {id, done} and {id, error}; a message without an id is for the whole page
 * ({"news": "games"}: a file was edited).
 */
export class Live {
  /** @param {() => void} onNews called when the games have changed */
  constructor(onNews) {
    this.onNews = onNews;
    this.count = 0;
    this.running = new Map();
    this.opening = null;
    this.open();
  }

  /** The open socket, as a promise. */
  open() {
    if (this.opening) return this.opening;
    this.opening = new Promise((resolve, reject) => {
      const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
      socket.onopen = () => { if (this.lost) this.onNews(); this.lost = false; resolve(socket); };
      socket.onmessage = event => this.hear(JSON.parse(event.data));
      socket.onclose = event => {
        const error = new Error(event.reason || "The connection to the server is lost.");
        reject(error);
        this.opening = null;
        for (const {fail} of this.running.values()) fail(error);
        this.running.clear();
        this.lost = true;
        setTimeout(() => this.open().catch(() => {}), 2000);
      };
    });
    this.opening.catch(() => {});
    return this.opening;
  }

  hear(message) {
    if (message.news) { this.onNews(); return; }
    const job = this.running.get(message.id);
    if (!job) return;
    if ("tell" in message) { job.tell(message.tell); return; }
    this.running.delete(message.id);
    if ("error" in message) job.fail(new Error(message.error)); else job.done(message.done);
  }

  /** Start a search; `onTell` gets what is known so far. */
  start(message, onTell = () => {}) {
    const id = ++this.count;
    const done = new Promise((resolve, reject) => {
      this.running.set(id, {tell: onTell, done: resolve, fail: reject});
      this.open().then(socket => socket.send(JSON.stringify({...message, id})),
        error => { this.running.delete(id); reject(error); });
    });
    const stop = () => { if (this.running.has(id)) this.open().then(socket => socket.send(JSON.stringify({type: "stop", id}))); };
    return {done, stop};
  }
}
