// The English draughts of the npm package rapid-draughts as a player of `gametree match`: it on one side, UGI on the
// other. It searches to a depth, and knows no clock.
//
//     npm install --prefix /tmp/rapid rapid-draughts@1.0.6
//     cp benchmarks/rapid_draughts_ugi.mjs /tmp/rapid
//     gametree match checkers pvs:time=0.1 'ugi:cmd="node /tmp/rapid/rapid_draughts_ugi.mjs",depth=7' --games 40
//
// Node looks for packages beside the script, hence the copy.

import { createInterface } from 'node:readline';
import { EnglishDraughts, EnglishDraughtsComputerFactory } from 'rapid-draughts/english';

// Squares are counted from 0 here, from 1 in what is said. Each has a row and a column.
const place = (square) => [square >> 2, 2 * (square & 3) + (square & 4 ? 0 : 1)];
const square = (row, column) => (row >= 0 && row < 8 && column >= 0 && column < 8 ? 4 * row + (column >> 1) : -1);

// The square behind another one, seen from the square next to it; -1 if they are no neighbours.
function behind(from, over) {
  const [[row, column], [r, c]] = [place(from), place(over)];
  return Math.abs(r - row) === 1 && Math.abs(c - column) === 1 ? square(2 * r - row, 2 * c - column) : -1;
}

// The squares that a move visits.
function visited({ origin, destination, captures }, way = [origin]) {
  const at = way[way.length - 1];
  if (captures.length === 0) return at === destination ? way : way.length === 1 ? [origin, destination] : null;
  for (const over of captures) {
    const land = behind(at, over);
    const rest = { origin, destination, captures: captures.filter((c) => c !== over) };
    const found = land >= 0 && visited(rest, [...way, land]);
    if (found) return found;
  }
  return null;
}

const write = (move) => visited(move).map((s) => s + 1).join(move.captures.length ? 'x' : '-');

// The legal move with these ends and, if squares between are named, with these pieces taken.
function read(game, word) {
  const squares = word.split(/[-x]/).map((n) => n - 1);
  const over = squares.slice(1).map((s, i) => game.moves.flatMap((m) => m.captures).find((c) => behind(squares[i], c) === s));
  return game.moves.find((move) =>
    move.origin === squares[0] && move.destination === squares[squares.length - 1] &&
    (squares.length === 2 || (over.every((c) => move.captures.includes(c)) && over.length === move.captures.length)));
}

let game = EnglishDraughts.setup();

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === 'ugi') console.log('id name rapid-draughts\nugiok');
  if (word === 'isready') console.log('readyok');
  if (word === 'position') {
    game = EnglishDraughts.setup();
    for (const move of rest.slice(2)) game.move(read(game, move));
  }
  if (word === 'go') {
    const depth = rest.includes('depth') ? Number(rest[rest.indexOf('depth') + 1]) : 7;
    const move = await EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: depth, quiescence: true })(game);
    console.log(`bestmove ${write(move)}`);
  }
  if (word === 'quit') break;
}
