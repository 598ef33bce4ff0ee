/** What a session knows about its positions: live analysis, the review of a whole game, the mistakes in it. */

export const CHANCE = -1;

/** How much worse than the best move a move must be to be marked, as a part of the bar. */
const MISTAKES = [[0.3, "??", "blunder"], [0.15, "?", "mistake"], [0.07, "?!", "inaccuracy"]];

/** The half of a session that searches positions; the other half (session.js) has the record and plays. */
export class Examined {
  constructor(context, onChange) {
    Object.assign(this, {context, onChange, reviewing: null});
    this.analysis = {on: false, lines: 3, algorithm: "auto", known: null, state: "", node: null, job: null};
  }

  // --- analysis -------------------------------------------------------------------------------------------------------

  /** Switch live analysis on or off. */
  toggleAnalysis(on = !this.analysis.on) {
    this.analysis.on = on;
    if (on) this.analyse(); else this.stopAnalysis();
    this.onChange();
  }

  /** Search the current position; one search runs at a time, and the newest one waits until the last has stopped. */
  analyse() {
    const {analysis, node} = this;
    if (analysis.job) {
      analysis.job.stop();
      analysis.again = true;
      if (analysis.node !== node) { analysis.known = null; analysis.state = "waiting"; }
      analysis.node = node;
      return;
    }
    Object.assign(analysis, {node, known: null, state: "starting", again: false});
    const job = this.context.live.start({type: "analyse", ...this.asked(), lines: analysis.lines, algorithm: analysis.algorithm}, known => {
      if (analysis.again || analysis.node !== node) return;
      if (known.state) analysis.state = known.state; else this.learn(node, known, "searching");
      this.onChange();
    });
    analysis.job = job;
    job.done.then(known => { if (!analysis.again && analysis.node === node) this.learn(node, known, "done"); },
      error => { if (!analysis.again && analysis.node === node) { analysis.state = analysis.on ? error.message : ""; } })
      .then(() => {
        analysis.job = null;
        if (analysis.on && analysis.again && !this.closed) this.analyse();
        this.onChange();
      });
  }

  learn(node, known, state) {
    Object.assign(this.analysis, {known, state});
    node.worth = worthOf(known);
  }

  stopAnalysis() { this.analysis.job?.stop(); }

  // --- the review of a game -------------------------------------------------------------------------------------------

  /** Search every position of the line that is shown. */
  review() {
    const nodes = this.record.line();
    const job = this.context.live.start({type: "review", ...this.asked(nodes.at(-1)), time: 0.4}, known => {
      if (known.state || this.reviewing !== job) return;
      nodes[known.ply].worth = known;
      job.left = known.ply;
      this.onChange();
    });
    job.left = nodes.length;
    this.reviewing = job;
    const end = error => {
      if (this.reviewing !== job) return;
      this.reviewing = null;
      if (error) this.trouble = error.message;
      this.onChange();
    };
    job.done.then(() => end(), end);
    this.onChange();
  }

  stopReview() {
    this.reviewing?.stop();
    this.reviewing = null;
    this.onChange();
  }

  /** How bad a move was: {mark, word, better, loss} or null. */
  mistake(node) {
    const before = node.parent;
    const player = before?.info?.player ?? before?.worth?.player;
    if (!before?.worth || !node.worth || player === undefined || player === CHANCE || this.seats.length !== 2) return null;
    const loss = (before.worth.share - node.worth.share) * (player === 0 ? 1 : -1);
    const found = MISTAKES.find(([least]) => loss >= least);
    if (!found || before.worth.action === node.action) return null;
    return {mark: found[1], word: found[2], better: before.worth.move, loss};
  }
}

/** The part of an analysis that the graph and the bar need. */
export function worthOf(known) {
  return {share: known.shares[0], value: known.value, proven: known.proven, move: known.move, action: known.action,
    distance: known.distance};
}
