/** Numbers and values in words. */

/** A large count: 8.3 M. */
export function count(n) {
  for (const [size, unit] of [[1e9, " G"], [1e6, " M"], [1e3, " k"]]) if (n >= size) return (n / size).toFixed(1) + unit;
  return String(Math.round(n));
}

/** A number without more digits than it needs. */
export const short = n => Number(Math.abs(n) < 1 ? Number(n).toFixed(3) : Number(n).toPrecision(4)).toString();

/** A value: a number, or one for each player. */
export const valueOf = value => Array.isArray(value) ? `(${value.map(short).join(", ")})` : short(value);

/** An estimate: with its sign, so that nobody takes it for a payoff. */
export const estimateOf = value => Array.isArray(value) ? `(${value.map(estimateOf).join(", ")})` : (value > 0 ? "+" : "") + short(value);

/** What a win in so many moves is called: "White mates in 3", "Red wins in 5". */
function winIn(info, player, distance) {
  const name = info.names?.[player] ?? `Player ${player + 1}`;
  if (!distance) return `${name} wins`;
  return info.won_by ? `${name} ${info.won_by}s in ${Math.ceil(distance / 2)}` : `${name} wins in ${distance}`;
}

/** A value in words, by the game's facts: "Red wins in 7", "White mates in 3", "estimate +0.25". */
export function verdict(known, info) {
  if (!known.proven) return `estimate ${estimateOf(known.value)}`;
  if (Array.isArray(known.value) || !info?.bounds) return valueOf(known.value);
  const [low, high] = info.bounds, middle = (low + high) / 2, plain = [low, middle, high].includes(known.value);
  if (known.value === middle) return plain ? "a draw" : `draw, ${valueOf(known.value)}`;
  const words = winIn(info, known.value > middle ? 0 : 1, known.distance);
  return plain ? words : `${words}, ${valueOf(known.value)}`;
}

/** The same for the bar, short, without a sign: "0.3", "#3" (mate in 3), "5" (a win in 5), "½". */
export function onTheBar(known, info) {
  if (Array.isArray(known.value)) return short(known.value[0]);
  const [low, high] = info.bounds, middle = (low + high) / 2;
  if (!known.proven) return short(Math.abs(known.value));
  if (known.value === middle) return "½";
  if (known.distance) return info.won_by ? `#${Math.ceil(known.distance / 2)}` : `in ${known.distance}`;
  return short(Math.abs(known.value));
}

/** How a game that is over ended: "The game is over: White wins (checkmate)." */
export const ending = info => `The game is over: ${info.verdict}${info.reason ? ` (${info.reason})` : ""}.`;

/** An outcome in words: where notation calls the players X and O ("31 for O"), by the names of this game's. */
export const outcomeOf = (name, names) => name.replace(/ for ([XO])$/, (_, who) => ` for ${names?.["XO".indexOf(who)] ?? who}`);
