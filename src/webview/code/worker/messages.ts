import type { GrammarFile, TokenRule } from '../../../protocol/code.ts';

/** A message from the panel to the worker that tokenizes code. */
export type ToWorker =
  | { type: 'theme'; rules: TokenRule[] }
  | { type: 'grammar'; language: string; scopeName: string; files: GrammarFile[] }
  /** Opens a code block. Numbers are never reused. */
  | { type: 'open'; block: number; language: string }
  /** Appends text to a block. Complete lines are tokenized once; an incomplete last line again as it grows. */
  | { type: 'code'; block: number; text: string }
  | { type: 'close'; block: number };

/** Token lengths in UTF-16 code units, each followed by a style index. They cover the line without its line end. */
export type LineTokens = number[];

/** Tokens of consecutive lines of a block. The last line is sent again while it grows. */
export interface FromWorker {
  block: number;
  /** Index of the first line in the block, from 0. */
  firstLine: number;
  lines: LineTokens[];
  /** Words separated by spaces: a color such as `#569cd6`, `italic`, `bold`, `underline`, `strikethrough`. */
  styles: readonly string[];
  /** Whether all text sent so far is tokenized. */
  isUpToDate: boolean;
}
