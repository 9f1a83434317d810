import { type Measure, NOTHING, REQUEST, tokensAt, USUAL_RATES } from './measure.ts';
import { lowerMedian } from './median.ts';
import { solve } from './solve.ts';

/** A measure whose tokens the service has told. */
export interface Sample {
  measure: Measure;
  tokens: number;
}

/** How far one rate may be from all together; of what texts are sent in, in tokens. */
const SPREAD = 0.5;
const SPREAD_OF_MESSAGES = 4;
const SPREAD_OF_REQUESTS = 15;
const SPREAD_OF_ALL = 0.5;

/** What a count may be off by chance: a share of it, and in any case so many tokens. */
const NOISE = 0.015;
const LEAST_NOISE = 1;

/** Texts whose count is more than so many times the usual are not all that was counted. */
const MOST_TIMES_EXPLAINED = 3;

/** What is further off by so many times the noise is trusted less, the more the further. */
const TRUSTED = 3;
const DISTRUST = 1.5;
const ROUNDS = 8;

/** A sample counts by so much less for each that came after it: a service may begin to count in another way. */
const FADING = 0.96;

/**
 * The tokens for each figure of a measure that explain the samples best, starting from the usual ones: as long as
 * there are few samples, all rates move together; with more of them, each by itself. Some absurd samples among many
 * change little: the fit is made several times, and what is far off the one before weighs less.
 *
 * @param samples the latest last
 */
export function fitRates(samples: readonly Sample[]): number[] {
  const spreads = USUAL_RATES.map((rate, figure) =>
    figure === USUAL_RATES.length - 1
      ? SPREAD_OF_REQUESTS
      : figure === USUAL_RATES.length - 2
        ? SPREAD_OF_MESSAGES
        : rate * SPREAD,
  );
  const added = addedToRequests(samples);
  // One unknown for all rates together, then one for each: how far they are from the usual, in spreads.
  const rows = samples.map(({ measure, tokens }, index) => {
    const usual = tokensAt(USUAL_RATES, measure);
    const noise = Math.max(LEAST_NOISE, Math.max(tokens, usual) * NOISE);
    const values = [usual * SPREAD_OF_ALL, ...measure.map((value, figure) => value * (spreads[figure] ?? 0))];
    return {
      values: values.map((value) => value / noise),
      target: (tokens - usual - tokensAt(added, measure)) / noise,
      weight: FADING ** (samples.length - 1 - index),
    };
  });
  let unknowns = new Array<number>(spreads.length + 1).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const found = unknowns;
    unknowns = leastSquares(
      rows.map(({ values, target, weight }) => {
        const off = Math.abs(target - dot(values, found));
        const isTrusted = round === 0 || off <= TRUSTED;
        return { values, target, weight: isTrusted ? weight : weight * (TRUSTED / off) ** DISTRUST };
      }),
      found.length,
    );
  }
  const [all = 0, ...each] = unknowns;
  return USUAL_RATES.map(
    (rate, figure) =>
      rate * (1 + all * SPREAD_OF_ALL) + (each[figure] ?? 0) * (spreads[figure] ?? 0) + (added[figure] ?? 0),
  );
}

/**
 * What a service adds to each request, where that is so much that the texts can't explain it: in the median, so that
 * one absurd count among others says nothing.
 */
function addedToRequests(samples: readonly Sample[]): Measure {
  const whole = samples.filter(({ measure }) => tokensAt(REQUEST, measure) > 0);
  const more = lowerMedian(
    whole.map(({ measure, tokens }) => tokens - MOST_TIMES_EXPLAINED * tokensAt(USUAL_RATES, measure)),
  );
  if (more === undefined || more <= 0) {
    return NOTHING;
  }
  const added = lowerMedian(whole.map(({ measure, tokens }) => tokens - tokensAt(USUAL_RATES, measure))) ?? 0;
  return REQUEST.map((value) => value * added);
}

interface Row {
  values: readonly number[];
  target: number;
  weight: number;
}

function leastSquares(rows: readonly Row[], size: number): number[] {
  // That the unknowns are 0 is one more observation of each.
  const matrix = Array.from({ length: size }, (_, row) => new Array<number>(size).fill(0).with(row, 1));
  const right = new Array<number>(size).fill(0);
  for (const { values, target, weight } of rows) {
    for (const [row, value] of values.entries()) {
      const line = matrix[row] ?? [];
      for (const [column, other] of values.entries()) {
        line[column] = (line[column] ?? 0) + weight * value * other;
      }
      right[row] = (right[row] ?? 0) + weight * value * target;
    }
  }
  return solve(matrix, right);
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((total, value, index) => total + value * (other[index] ?? 0), 0);
}
