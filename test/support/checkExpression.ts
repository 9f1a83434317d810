import { check } from 'recheck';
import type { Entry } from './expressionTable.ts';

/**
 * Limits that don't depend on how fast the machine is: only what is counted ends an attempt. Fewer characters than
 * the default, which without limits of time would take minutes.
 */
const LIMITS = {
  randomSeed: 0,
  attackLimit: 10_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

/**
 * Whether the time of an expression grows faster than the length of a text, and such a text.
 *
 * @param timeout in ms, after which the verdict is `unknown`
 */
export async function checkExpression(
  expression: RegExp,
  timeout: number,
): Promise<{ readonly verdict: Entry['verdict']; readonly attack?: string }> {
  // The checker doesn't know it. It changes nothing but what a match says.
  const flags = expression.flags.replace('d', '');
  const result = await check(expression.source, flags, { ...LIMITS, timeout });
  switch (result.status) {
    case 'safe':
      return { verdict: 'linear' };
    case 'vulnerable':
      return { verdict: 'vulnerable', attack: result.attack.pattern };
    case 'unknown':
      return { verdict: 'unknown' };
  }
}
