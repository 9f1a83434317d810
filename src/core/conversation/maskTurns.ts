import { findSecrets } from '../secrets/findSecrets.ts';
import type { SecretRange, SecretSpan } from '../secrets/foundSecret.ts';
import { visibleView, withoutHiddenText } from '../secrets/hiddenText.ts';
import {
  formsOf,
  indexSecrets,
  isDistinctive,
  type KnownSecret,
  mergeOverlaps,
  mergeRanges,
  shortSecretsIn,
  withKnown,
} from '../secrets/knownSecrets.ts';
import type { Turn } from './conversation.ts';
import { replaceTexts, type SentText, sentTextsOf } from './sentTexts.ts';

/** A sent text, and what rules find in it or, in the end, what is replaced in it. */
interface SearchedText extends Omit<ReturnType<typeof visibleView>, 'text'> {
  /** Without hidden text. */
  readonly part: SentText;
  /** Length with hidden text, in UTF-16 units. */
  readonly length: number;
  readonly found: readonly SecretSpan[];
}

interface SearchedTurn {
  readonly texts: readonly SearchedText[];
  /** What is a secret wherever it occurs. */
  readonly secrets: readonly KnownSecret[];
}

/** Turns are immutable, so each is searched once. */
const searchedTurns = new WeakMap<Turn, SearchedTurn>();

/**
 * Replaces secrets and hidden text in the turns that are masked. Depends on nothing but the turns, so that it is
 * the same in each window and after a reload.
 * @param masked all of the conversation that are, in order, whether they are sent or not: what is found in one of them is
 *   replaced in all of them, also where no rule finds it
 */
export function maskTurns(turns: readonly Turn[], masked: readonly Turn[]): readonly Turn[] {
  return mapMasked(turns, masked, (turn, texts) => replaceTexts(turn, texts, (text) => text));
}

/**
 * The turns, of which the masked ones know what is replaced in them now. After that, turns of `masked` may go.
 * @param masked as in `maskTurns`; others are ignored. May have turns that are already gone.
 */
export function withMaskedParts(turns: readonly Turn[], masked: readonly Turn[]): readonly Turn[] {
  return mapMasked(turns, maskedOf(masked), (turn, texts) => {
    const maskedParts = texts.flatMap(({ part: { offset }, found, toOriginal }) =>
      found.map(({ kind, start, end }) => ({
        kind,
        start: offset + toOriginal(start),
        // What is hidden after it isn't part of it.
        end: offset + toOriginal(end - 1) + 1,
      })),
    );
    if (maskedParts.length === 0 || areEqual(maskedParts, turn.maskedParts ?? [])) {
      return turn;
    }
    const now = { ...turn, maskedParts };
    searchedTurns.set(now, searchTurn(turn));
    return now;
  });
}

/** What is replaced in masked turns, by its values, also where only a turn that is gone showed it to be a secret. */
export function maskedValues(turns: readonly Turn[]): Pick<SecretSpan, 'kind' | 'values'>[] {
  return maskedOf(turns).flatMap((turn) => {
    const { texts } = searchTurn(turn);
    const kept = keptIn(texts, turn.maskedParts ?? []);
    return texts.flatMap(({ part: { text }, found }, index) => [
      ...found,
      ...(kept[index] ?? []).map(({ kind, start, end }) => ({ kind, values: [text.slice(start, end)] })),
    ]);
  });
}

/** The turns that the user had masked, by now. */
export function maskedOf(turns: readonly Turn[]): readonly Turn[] {
  return turns.filter(({ isMasked }) => isMasked);
}

/** @param map called with each masked turn, its texts, and what is replaced in them */
function mapMasked(
  turns: readonly Turn[],
  masked: readonly Turn[],
  map: (turn: Turn, texts: readonly SearchedText[]) => Turn,
): readonly Turn[] {
  const maskedIds = new Set(masked.map(({ id }) => id));
  if (!turns.some(({ id }) => maskedIds.has(id))) {
    return turns;
  }
  const find = indexSecrets(masked.flatMap((turn) => searchTurn(turn).secrets));
  return turns.map((turn) => {
    if (!maskedIds.has(turn.id)) {
      return turn;
    }
    const { texts } = searchTurn(turn);
    const kept = keptIn(texts, turn.maskedParts ?? []);
    return map(
      turn,
      texts.map((text, index) => ({
        ...text,
        found: mergeOverlaps([...(kept[index] ?? []), ...text.found, ...find(text.part.text)]),
      })),
    );
  });
}

/** The ranges of `maskedParts`, which a file may have in any order, in each text. Takes linear time. */
function keptIn(texts: readonly SearchedText[], maskedParts: readonly SecretRange[]): SecretSpan[][] {
  const ranges = mergeRanges(maskedParts);
  let first = 0;
  return texts.map(({ part: { offset }, length, toVisible }) => {
    const spans: SecretSpan[] = [];
    while ((ranges[first]?.end ?? Number.POSITIVE_INFINITY) <= offset) {
      first++;
    }
    for (let at = first; (ranges[at]?.start ?? Number.POSITIVE_INFINITY) < offset + length; at++) {
      const { kind, start, end } = ranges[at] as SecretRange;
      const [from, to] = [start, end].map((edge) => toVisible(Math.min(length, Math.max(0, edge - offset))));
      if (from !== undefined && to !== undefined && from < to) {
        spans.push({ kind, start: from, end: to, values: [] });
      }
    }
    return spans;
  });
}

function areEqual(one: readonly SecretRange[], other: readonly SecretRange[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, start, end }, index) => {
      const range = other[index];
      return range?.kind === kind && range.start === start && range.end === end;
    })
  );
}

function searchTurn(turn: Turn): SearchedTurn {
  const known = searchedTurns.get(turn);
  if (known !== undefined) {
    return known;
  }
  const texts = sentTextsOf(turn).map((part) => {
    // First, since hidden characters may be inside of a secret.
    const { text, ...view } = visibleView(part.text);
    const [path, languageId] = [withoutHiddenText(part.path), withoutHiddenText(part.languageId)];
    const visible = { ...part, path, languageId, text };
    return { ...view, part: visible, length: part.text.length, found: findSecrets(text, visible) };
  });
  const all = texts.flatMap((one) => one.found);
  const short = shortSecretsIn(all);
  const searched = {
    texts: texts.map((one) => ({ ...one, found: withKnown(one.part.text, one.found, short, undefined) })),
    secrets: all.flatMap(({ kind, values }) =>
      values
        .filter(isDistinctive)
        .flatMap(formsOf)
        .map((form) => [form, kind] as const),
    ),
  };
  searchedTurns.set(turn, searched);
  return searched;
}
