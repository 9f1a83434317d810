import { findSecrets } from '../secrets/findSecrets.ts';
import { withoutHiddenText } from '../secrets/hiddenText.ts';
import {
  formsOf,
  indexSecrets,
  isDistinctive,
  type KnownSecret,
  mergeOverlaps,
  shortSecretsIn,
  withKnown,
} from '../secrets/knownSecrets.ts';
import type { Turn } from './conversation.ts';
import { replaceTexts, sentTextsOf } from './sentTexts.ts';

/** A turn without what rules find in it, and what that was. */
interface CleanTurn {
  readonly turn: Turn;
  readonly secrets: readonly KnownSecret[];
}

/** Turns are immutable, so each is searched once. */
const cleanTurns = new WeakMap<Turn, CleanTurn>();

/**
 * Replaces secrets and hidden text in the turns that are masked. Depends on nothing but the turns, so that it is
 * the same in each window and after a reload.
 * @param masked all of the conversation that are, in order, whether they are sent or not: what is found in one of them is
 *   replaced in all of them, also where no rule finds it
 */
export function maskTurns(turns: readonly Turn[], masked: readonly Turn[]): readonly Turn[] {
  const maskedIds = new Set(masked.map(({ id }) => id));
  if (!turns.some(({ id }) => maskedIds.has(id))) {
    return turns;
  }
  const find = indexSecrets(masked.flatMap((turn) => cleanTurn(turn).secrets));
  return turns.map((turn) => {
    if (!maskedIds.has(turn.id)) {
      return turn;
    }
    const clean = cleanTurn(turn).turn;
    return replaceTexts(
      clean,
      sentTextsOf(clean).map((part) => ({ part, found: mergeOverlaps(find(part.text)) })),
      (text) => text,
    );
  });
}

function cleanTurn(turn: Turn): CleanTurn {
  const known = cleanTurns.get(turn);
  if (known !== undefined) {
    return known;
  }
  // First, since hidden characters may be inside of a secret.
  const visible = replaceTexts(
    turn,
    sentTextsOf(turn).map((part) => ({ part, found: [] })),
    withoutHiddenText,
  );
  const found = sentTextsOf(visible).map((part) => ({ part, found: findSecrets(part.text, part) }));
  const all = found.flatMap((one) => one.found);
  const short = shortSecretsIn(all);
  const inTurn = found.map((one) => ({
    ...one,
    found: withKnown(one.part.text, one.found, short, undefined),
  }));
  const secrets = all.flatMap(({ kind, values }) =>
    values
      .filter(isDistinctive)
      .flatMap(formsOf)
      .map((form) => [form, kind] as const),
  );
  const clean = { turn: replaceTexts(visible, inTurn, (text) => text), secrets };
  cleanTurns.set(turn, clean);
  return clean;
}
