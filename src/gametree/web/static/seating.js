/** Who sits where, as words for the address: "you,7" (you against level 7), "random,engine-mcts-2". */

/** The level of the computer to begin with. */
export const LEVEL = 7;

const PLAIN = {you: "human", random: "random", greedy: "greedy", rules: "rules"};
const NAMES = Object.fromEntries(Object.entries(PLAIN).map(([word, kind]) => [kind, word]));

/** A seat that has nothing said about it. */
export const usual = player => ({kind: player === 0 ? "human" : "level", level: LEVEL, time: 1, algorithm: "auto"});

/** One seat as a word. */
function written(seat) {
  if (seat.kind === "level") return String(seat.level);
  if (seat.kind === "engine") return ["engine", seat.algorithm, seat.time, ...(seat.depth ? [seat.depth] : [])].join("-");
  return NAMES[seat.kind] ?? "you";
}

/** All seats as words; null if they are as usual. */
export function writeSeats(seats) {
  const words = seats.map(written).join(",");
  return words === seats.map((_, player) => written(usual(player))).join(",") ? null : words;
}

/** A number within bounds; the other one if it is none. */
const within = (text, low, high, other) => { const n = Number(text); return text && n >= low && n <= high ? n : other; };

/** The seats that words stand for; what cannot be read is as usual. */
export function readSeats(words, players) {
  const given = (words ?? "").split(",");
  return Array.from({length: players}, (_, player) => {
    const word = given[player] ?? "", seat = usual(player);
    if (word in PLAIN) return {...seat, kind: PLAIN[word]};
    if (/^\d+$/.test(word)) return {...seat, kind: "level", level: within(word, 1, 10, LEVEL)};
    const [kind, algorithm, time, depth] = word.split("-");
    if (kind !== "engine") return seat;
    const most = within(depth, 1, 100, null);
    return {...seat, kind: "engine", algorithm: /^[a-z0-9]+$/.test(algorithm ?? "") ? algorithm : "auto", time: within(time, 0.1, 60, 1), ...(most ? {depth: Math.round(most)} : {})};
  });
}
