import type { NamedBlock } from '../../code/blocks.ts';
import type { CodeLine } from '../../code/codeLine.ts';
import { type Code, readCode } from '../../code/readCode.ts';

/** A document as it was when it was asked about. */
export interface KnownDocument extends Code {
  readonly blocksByName: ReadonlyMap<string, readonly NamedBlock[]>;
  /** The lines that tell a place, by their text. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export function knownDocument(texts: readonly string[], languageId: string): KnownDocument {
  const code = readCode(texts, languageId);
  const blocksByName = Map.groupBy(code.blocks, ({ name }) => name);
  return { ...code, blocksByName, places: placesOf(code.lines) };
}

/** The lines that tell a place, by their text. */
export function placesOf(lines: readonly CodeLine[]): Map<string, number[]> {
  const telling = [...lines.keys()].filter((line) => lines[line]?.tellsPlace);
  return Map.groupBy(telling, (line) => lines[line]?.trimmed ?? '');
}
