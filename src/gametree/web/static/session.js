/**
 * The state of a game on the page: the record, the players, the computer's moves, the clock; analysis is in examined.js.
 * After every change `onChange` is called, and the page draws itself again.
 */

import {Clock} from "./clock.js";
import {CHANCE, Examined, worthOf} from "./examined.js";
import {Record} from "./record.js";
import {readSeats, writeSeats} from "./seating.js";
import {holding, keep} from "./store.js";
import {ending, outcomeOf} from "./words.js";

export {CHANCE};

/** Milliseconds: how long the other side's dice and moves are shown before the next thing happens. */
const PAUSE = 900;

/** Did somebody just ask for a game? Then it begins at once. An address that is opened never plays by itself. */
export const wish = {play: false, resume: ""};

/** What tells one place in a game from another. */
export const placeKey = (game, position, actions) => JSON.stringify([game, position || null, actions.map(Number)]);

export class Session extends Examined {
  constructor(context, onChange) {
    super(context, onChange);
    this.record = new Record();
    this.dice = "rolled";
    this.seat(context.facts?.players ?? 2);
    if (context.params.get("dice") === "chosen") this.dice = "chosen";
    this.thinking = null;
    this.paused = false;
    this.trouble = "";
    this.closed = false;
    this.asking = 0;
    this.facing = context.params.get("view") === "turned" ? 1 : context.params.get("view") === "plain" ? 0 : null;
    this.waiting = 0;
  }

  get node() { return this.record.current; }
  get info() { return this.record.current.info; }

  /** Seats for this number of players, as the address says; otherwise the first one is a person. */
  seat(players) {
    this.seats = readSeats(this.context.params.get("seats"), players);
    this.clock = new Clock(players, () => this.onChange(), player => this.flagged(player));
  }

  /** Set up a position and play moves from it, given by name or as actions; `begin`: the computer may move at once. */
  async start({position = null, moves = null, actions = null, begin = true} = {}) {
    const asked = {game: this.context.game, ...(position ? {position} : {})}, turn = ++this.asking;
    const first = await this.context.post("/api/position", asked);
    const wanted = moves || actions?.length;
    const last = wanted ? await this.context.post("/api/position", {...asked, ...(moves ? {moves} : {actions})}) : first;
    if (turn !== this.asking || this.closed) return;  // another request came meanwhile
    if (first.players !== this.seats.length) this.seat(first.players);  // as the parameters say
    const old = holding(this.context.game, position, last.actions);
    this.record = old ? Record.of(position, old.nodes, old) : new Record(position);
    this.record.current = this.record.root;
    this.record.root.info = first;
    last.actions.forEach((action, i) => this.record.play(action, last.played[i]));
    this.record.current.info = last;
    this.begin(begin);
  }

  /** Set up a game from text: a list of moves, or PGN with its variations. */
  async load(text) {
    const {game} = this.context, turn = ++this.asking;
    const {position, nodes, tags, comment} = await this.context.post("/api/read", {game, text});
    const first = await this.context.post("/api/position", {game, ...(position ? {position} : {})});
    if (turn !== this.asking || this.closed) return;
    this.record = Record.of(position, nodes, {tags, comment});
    this.record.root.info = first;
    this.begin(false);
  }

  /** The record as text: {pgn, moves}, the whole with its variations, and the moves up to where we are. */
  written() {
    const {position} = this.record;
    const [white, black] = this.seats.map((_, player) => this.sitting(player));
    return this.context.post("/api/record", {game: this.context.game, ...(position ? {position} : {}), ...this.record.listed(), white, black,
      tags: this.record.tags, comment: this.record.root.comment});
  }

  /** Who sits there, in words. */
  sitting(player) {
    const seat = this.seats[player];
    return {human: "You", level: `Computer, level ${seat.level}`, engine: `Computer, ${seat.algorithm}`, rules: "If-then rules", greedy: "Greedy", random: "Random moves"}[seat.kind];
  }

  /** A record is set up: begin, or wait until somebody wants to go on. */
  begin(goOn = true) {
    this.halt();
    this.stopReview();
    this.clock.reset();
    this.trouble = "";
    this.arrive(goOn);
  }

  /** Does something wait that is not a person's: the computer's move, or the dice? */
  get held() {
    const {info} = this;
    return Boolean(info) && !info.over && !this.thinking && !this.paused && !this.waiting && !this.trouble && this.clock.fallen === null && this.seatOf(info.player).kind !== "human";
  }

  close() {
    const busy = this.thinking !== null || this.waiting !== 0;  // then it goes on when the tab is shown again
    wish.resume = busy ? placeKey(this.context.game, this.record.position, this.record.actions()) : "";
    this.save();
    this.closed = true;
    this.halt();
    this.stopReview();
    this.stopAnalysis();
    this.clock.stop();
  }

  /** The fields of every request about a node. */
  asked(node = this.node) {
    const {position} = this.record;
    return {game: this.context.game, ...(position ? {position} : {}), actions: this.record.actions(node)};
  }

  /** The player whose men are drawn below; null if the board cannot be turned. */
  get below() { return this.record.root.info?.below ?? null; }

  /** The player who sits below the board: the first, unless only the second is a person, or the board was turned. */
  get bottom() {
    const [first, second] = this.seats.map(seat => seat.kind === "human");
    return this.below === null ? 0 : this.facing ?? (second && !first ? 1 : 0);
  }

  /** Is the drawing turned by 180°? */
  get turned() { return this.below !== null && this.bottom !== this.below; }

  /** See the board from the other side. */
  turn() {
    this.facing = 1 - this.bottom;
    this.remember();
    this.onChange();
  }

  // --- moving about ---------------------------------------------------------------------------------------------------

  /** Play a move, wherever it comes from. */
  play(action) {
    const move = this.info?.moves.find(m => m.action === action);
    if (!move) return;
    this.halt();
    this.clock.press(this.info.player);
    this.record.play(action, move.name);
    this.arrive();
  }

  /** Play a line of moves. */
  async playLine(actions, names) {
    this.halt();
    actions.forEach((action, i) => this.record.play(action, names[i]));
    this.clock.stop();
    this.arrive(false);
  }

  /** Show a node of the record. */
  show(node) {
    if (!node) return;
    this.halt();
    this.clock.stop();
    this.record.current = node;
    this.arrive(false);
  }

  /** Back to the last decision of a person. */
  undo() {
    const people = this.record.path().slice(0, -1).filter(n => n.info && this.seatOf(n.info.player).kind === "human");
    this.show(people.at(-1) ?? this.node.parent);
  }

  /** On along the line that was played. */
  redo() { this.show(this.record.step("on")); }

  seatOf(player) { return player === CHANCE ? {kind: this.dice === "rolled" ? "dice" : "human"} : this.seats[player]; }

  /** A node is shown: fetch its facts, let the computer move if it is its turn, analyse. */
  async arrive(goOn = true) {
    const {node} = this;
    this.remember();
    this.onChange();
    if (!node.info) {
      try {
        node.info = await this.context.post("/api/position", this.asked(node));
      } catch (error) {
        this.trouble = error.message;
      }
      if (this.closed || node !== this.node) return;
    }
    if (node.info) {
      if (node.info.over) {
        this.clock.stop();
        this.context.say(ending(node.info));
      } else if (goOn) {
        this.clock.start(node.info.player);
      }
      if (this.analysis.on) this.analyse();
      if (goOn && !node.info.over && !node.children.length) this.think();
    }
    this.onChange();
  }

  /** Put the position into the address, so that a bookmark or a reload comes back to it. */
  remember() {
    this.context.set("moves", null);
    this.context.set("position", this.record.position);
    this.context.set("actions", this.record.actions().join(","));
    this.context.set("seats", writeSeats(this.seats));
    this.context.set("view", this.facing === null ? null : this.facing === 1 ? "turned" : "plain");
    this.context.set("dice", this.dice === "chosen" ? "chosen" : null);
    this.context.place?.({moves: this.record.names().map(name => name.replaceAll(" ", "_")).join(" ")});
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 300);
  }

  /** Keep the game in the browser, once a player has moved. */
  save() {
    clearTimeout(this.saving);
    const {record, context} = this, {info} = record.root;
    if (this.closed || !info || !this.worthKeeping()) return;
    const {nodes} = record.listed(), last = record.line().at(-1).info;
    keep({id: record.id, game: context.game, called: info.called, position: record.position, nodes, comment: record.root.comment, tags: record.tags,
      at: record.actions(), seats: this.seats.map((_, player) => `${this.nameOf(player)}: ${this.sitting(player)}`).join(" – "),
      when: Date.now(), moves: record.line().length - 1, over: last?.over ? last.verdict : ""});
  }

  /** Was anything played that was not the dice's, or written? */
  worthKeeping() {
    const {root} = this.record;
    return root.children.some(n => root.info.player !== CHANCE || n.children.length) || root.comment !== "";
  }

  /** Say something about the node that is shown, or mark its move. */
  annotate(change) {
    Object.assign(this.node, change);
    this.remember();
    this.onChange();
  }

  // --- the computer ---------------------------------------------------------------------------------------------------

  /** Let the computer move, if a seat of its own is to move. */
  think() {
    const {node, info} = this;
    const seat = info && !info.over ? this.seatOf(info.player) : {kind: "human"};
    if (seat.kind === "human" || this.thinking || this.waiting || this.paused || this.clock.fallen !== null) return;
    if (info.player === CHANCE && this.moverBefore(node) === "computer" && !this.alone) {
      this.wait(PAUSE, () => this.think());  // what the computer has done can be seen before the next dice fall
      return;
    }
    const begun = performance.now();
    const clock = this.clock.on && info.player !== CHANCE ? {left: this.clock.left[info.player], increment: this.clock.increment} : {};
    const limits = seat.kind === "engine" ? {time: seat.time, algorithm: seat.algorithm, ...(seat.depth ? {depth: seat.depth} : {})} : {level: seat.level};
    const job = this.context.live.start({type: "move", ...this.asked(), seat: seat.kind, ...limits, ...clock},
      known => { if (this.thinking === job) { job.state = known.state ?? "searching"; this.onChange(); } });
    job.state = "";
    this.thinking = job;
    job.done.then(answer => {
      if (this.thinking !== job || this.closed) return;
      const move = () => {
        this.thinking = null;
        if (answer.analysis?.shares) node.worth = worthOf(answer.analysis);
        this.clock.press(info.player);
        this.record.play(answer.action, answer.name);
        this.context.say(`${this.nameOf(info.player)}: ${outcomeOf(answer.name, info.names)}`);
        this.arrive();
      };
      const rolled = info.player !== CHANCE && node.parent?.info?.player === CHANCE && !this.alone;
      const left = rolled ? PAUSE - (performance.now() - begun) : 0;  // time to see the other side's dice
      if (left > 0) setTimeout(() => { if (this.thinking === job && !this.closed) move(); }, left); else move();
    }, error => {
      if (this.thinking !== job || this.closed) return;
      this.thinking = null;
      this.trouble = error.message;
      this.onChange();
    });
  }

  /** Who made the last move that was not the dice's? */
  moverBefore(node) {
    const before = this.record.path(node).slice(0, -1).findLast(n => n.info && n.info.player !== CHANCE);
    return before ? (this.seatOf(before.info.player).kind === "human" ? "person" : "computer") : "";
  }

  /** Do something a moment later, if nothing else happens meanwhile. */
  wait(milliseconds, then) {
    this.waiting = setTimeout(() => { this.waiting = 0; if (!this.closed) then(); }, milliseconds);
    this.onChange();
  }

  /** The computer, or the dice, may go on. */
  goOn() {
    this.trouble = "";
    this.arrive();
  }

  /** The players change places; a new game does not begin. */
  swap() {
    this.seats = [...this.seats.slice(1), this.seats[0]];
    this.reseat();
  }

  /** Sit down at random, and begin a new game. */
  shuffle() {
    const turns = Math.floor(Math.random() * this.seats.length);
    for (let n = 0; n < turns; n++) this.seats = [...this.seats.slice(1), this.seats[0]];
    return this.start();
  }

  /** Somebody sits elsewhere. */
  reseat() {
    this.halt();
    this.think();
    this.remember();
    this.onChange();
  }

  /** Does only the computer play? Then it can be paused. */
  get alone() { return this.seats.every(seat => seat.kind !== "human"); }

  /** Stop or go on with a game of the computer with itself. */
  togglePause() {
    this.paused = !this.paused;
    if (this.paused) { this.halt(); this.clock.stop(); } else this.arrive();
    this.onChange();
  }

  /** Let the computer play the best move that it has found so far. */
  hurry() { this.thinking?.stop(); }

  /** Stop the computer's search for a move. */
  halt() {
    const job = this.thinking;
    this.thinking = null;
    clearTimeout(this.waiting);
    this.waiting = 0;
    job?.stop();
  }

  setSeat(player, change) {
    this.seats[player] = {...this.seats[player], ...change};
    this.reseat();
  }

  nameOf(player) {
    if (player === CHANCE) return "The dice";
    return this.record.root.info?.names[player] ?? `Player ${player + 1}`;
  }

  flagged(player) {
    this.halt();
    this.context.say(`${this.nameOf(player)}: time is up.`);
    this.onChange();
  }

  /** The number before a move: "3.", or where moves are counted in pairs "2." and "2…". */
  number(node) {
    const {pairs, player} = this.record.root.info ?? {};
    if (!pairs) return `${node.ply}.`;
    const before = node.ply - 1 + (player === 1 ? 1 : 0);
    return `${Math.floor(before / 2) + 1}${before % 2 ? "…" : "."}`;
  }
}
