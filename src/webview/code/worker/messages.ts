import type { GrammarFile, TokenRule } from '../../../protocol/code.ts';

/** What the panel says to the worker that colours code. */
export type ToWorker =
  | { type: 'theme'; rules: TokenRule[] }
  | { type: 'grammar'; language: string; scopeName: string; files: GrammarFile[] }
  /** Code in this language begins under this number, which had no other before. */
  | { type: 'open'; block: number; language: string }
  /** Whole lines are coloured for good, with their line ends; text after them belongs to a line that goes on. */
  | { type: 'code'; block: number; text: string }
  | { type: 'close'; block: number };

/** Lengths in characters, each followed by the index of its style; together they are the line, without its end. */
export type LineTokens = number[];

/** The colours of lines of a block, which may be told again as long as the last of them grows. */
export interface FromWorker {
  block: number;
  /** Position of the first line in the block, from 0. */
  firstLine: number;
  lines: LineTokens[];
  /** Words separated by spaces: a colour such as `#569cd6`, `italic`, `bold`, `underline`, `strikethrough`. */
  styles: readonly string[];
  /** Whether all that was sent of the block is coloured with these. */
  isUpToDate: boolean;
}
