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

/** A value in words: "first player wins in 7", "estimate +0.25". */
export function verdict(known, bounds) {
  if (!known.proven) return `estimate ${estimateOf(known.value)}`;
  if (Array.isArray(known.value) || !bounds) return valueOf(known.value);
  const middle = (bounds[0] + bounds[1]) / 2, inMoves = known.distance ? ` in ${known.distance}` : "";
  const plain = [bounds[0], middle, bounds[1]].includes(known.value);
  if (known.value === middle) return plain ? "a draw" : `draw, ${valueOf(known.value)}`;
  return `${known.value > middle ? "first" : "second"} player wins${plain ? "" : `, ${valueOf(known.value)}`}${inMoves}`;
}
