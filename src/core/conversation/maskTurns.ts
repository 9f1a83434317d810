import { findSecrets } from '../secrets/findSecrets.ts';
import type { SecretKind } from '../secrets/foundSecret.ts';
import { withoutHiddenText } from '../secrets/hiddenText.ts';
import { formsOf, isDistinctive, knownSecretsIn, mergeOverlaps } from '../secrets/knownSecrets.ts';
import type { Turn } from './conversation.ts';
import { replaceTexts, sentTextsOf } from './sentTexts.ts';

/** A turn without what rules find in it, and what that was. */
interface CleanTurn {
  readonly turn: Turn;
  readonly secrets: ReadonlyMap<string, SecretKind>;
}

/** Turns are immutable, so each is searched once. */
const cleanTurns = new WeakMap<Turn, CleanTurn>();

/**
 * The turns as they are sent: secrets and hidden text in those that the user had masked are replaced. Depends on nothing
 * but the turns, so that it is the same in each window and after a reload.
 */
export function maskTurns(turns: readonly Turn[]): readonly Turn[] {
  const cleaned = turns.map((turn) => (turn.isMasked ? cleanTurn(turn) : { turn, secrets: undefined }));
  // What a rule finds in one turn may be in another one, where none does.
  const secrets = new Map(cleaned.flatMap((one) => [...(one.secrets ?? [])]));
  return cleaned.map(({ turn }) =>
    turn.isMasked
      ? replaceTexts(
          turn,
          sentTextsOf(turn).map((part) => ({
            part,
            found: mergeOverlaps(knownSecretsIn(part.text, secrets)),
          })),
          (text) => text,
        )
      : turn,
  );
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
  const secrets = new Map(
    found.flatMap((one) =>
      one.found.flatMap(({ kind, values }) =>
        values
          .filter(isDistinctive)
          .flatMap(formsOf)
          .map((form) => [form, kind] as const),
      ),
    ),
  );
  const clean = { turn: replaceTexts(visible, found, (text) => text), secrets };
  cleanTurns.set(turn, clean);
  return clean;
}
