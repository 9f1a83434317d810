import { sharedIndent } from '../../../../src/core/editing/indentation.ts';
import type { ReplyCase } from './replyCases.ts';

/**
 * A reply that is made from a certain one, by something that models add or leave off. What it should become is known
 * from that one.
 */
export interface MadeReply {
  readonly kind: Kind;
  readonly name: string;
  readonly languageId: string;
  readonly path: string;
  readonly lines: readonly string[];
  /** Lines that were asked about: the first, and the one after the last. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** Whether a text is what a careful person would make of it; absent if it is only right not to write it unseen. */
  readonly isRight: ((text: string) => boolean) | undefined;
}

export type Kind =
  | 'line above repeated'
  | 'lines above repeated'
  | 'line below repeated'
  | 'lines above and below repeated'
  | 'whole block'
  | 'wrapped in its block'
  | 'whole file'
  | 'import above'
  | 'another block of the document'
  | 'code of another file'
  | 'a neighbour that is gone'
  | 'comment or attribute left off'
  | 'part left out';

/** A certain reply: whole lines are replaced by others. */
export interface Certain {
  readonly one: ReplyCase;
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
  /** In place of the lines asked about, indented as in the document. */
  readonly replacement: readonly string[];
}

export const CLOSES = /^(?:[}\])]|end\b|<\/|fi\b|done\b|esac\b)/;
export const DECLARES =
  /^(?!(?:if|for|while|switch|match|loop|else|return)\b)(?:(?:(?:export|default|async|public|private|protected|static|pub|abstract|final)\s+)*(?:function|def|class|interface|enum|struct|trait|fn|func|fun|type|it\(|test\(|describe\()|^(?:\w+\s+)*\w+\([^;]*\)[^;]*\{$|^#{1,4} \w|^[.#]?[\w-]+ \{$|^[\w-]+:$)/;

export function made(
  kind: Kind,
  { one, lines, start, end }: Pick<Certain, 'one' | 'lines' | 'start' | 'end'>,
  code: readonly string[],
  isRight: MadeReply['isRight'],
): MadeReply {
  const { theme, name, languageId, path } = one;
  const shared = sharedIndent(code).length;
  const dedented = code.map((line) => (line.trim() === '' ? '' : line.slice(shared)));
  return {
    kind,
    name: `${theme}: ${name}`,
    languageId,
    path,
    lines,
    start,
    end,
    code: `${dedented.join('\n')}\n`,
    isRight,
  };
}
