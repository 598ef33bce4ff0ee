/** A chess clock: the time that each player has left, and an increment for each move. */

export class Clock {
  constructor(players, onTick, onFlag) {
    Object.assign(this, {players, onTick, onFlag, seconds: 0, increment: 0, running: null, fallen: null, timer: 0, last: 0});
    this.left = Array(players).fill(0);
  }

  get on() { return this.seconds > 0; }

  /** Set it: seconds for the game (0: no clock) and seconds for each move. */
  set(seconds, increment) {
    Object.assign(this, {seconds, increment});
    this.reset();
  }

  reset() {
    this.stop();
    this.fallen = null;
    this.left = Array(this.players).fill(this.seconds);
  }

  /** A player's time runs. */
  start(player) {
    this.stop();
    if (!this.on || player < 0 || this.fallen !== null) return;
    this.running = player;
    this.last = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
  }

  tick() {
    const now = performance.now();
    this.left[this.running] -= (now - this.last) / 1000;
    this.last = now;
    if (this.left[this.running] <= 0) {
      this.left[this.running] = 0;
      this.fallen = this.running;
      this.stop();
      this.onFlag(this.fallen);
    }
    this.onTick();
  }

  /** A player has moved. */
  press(player) {
    if (!this.on || this.running !== player) return;
    this.tick();
    if (this.fallen === null) this.left[player] += this.increment;
    this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.running = null;
  }

  /** A player's time for people: 4:05, or 9.3 when little is left. */
  shown(player) {
    const s = Math.max(0, this.left[player]);
    if (s < 10) return s.toFixed(1);
    return `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;
  }
}
