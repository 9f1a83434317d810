import type { BlockFileAim } from '../core/editing/blockAim.ts';
import type { CodeBlockPlace } from '../core/markdown/codeBlockPlace.ts';

/** One rule of a color theme. Without a scope it is the default for all tokens. */
export interface TokenRule {
  scope: string[];
  /** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
  foreground?: string | undefined;
  /** For example `italic bold`. Empty resets all styles. */
  fontStyle?: string | undefined;
}

/** A TextMate grammar. */
export interface GrammarFile {
  scopeName: string;
  /** The grammar as JSON without comments. */
  json: string;
  /** Scopes of the grammars that it injects its rules into. */
  injectTo: string[];
}

/** Maximum length of a language name for which a grammar is requested. */
export const MAX_LANGUAGE_CHARS = 50;

/** The file that a code block is for, by its name. */
export interface BlockFileView extends CodeBlockPlace, BlockFileAim {
  /** As shown in the workspace or, if the name leads nowhere, as the reply has it. */
  path: string;
}

/** Where the code of a block was applied, and what became of it there. */
export interface AppliedView {
  /** As shown. */
  path: string;
  /** Counted from 1, both included. Absent if code was only removed. */
  lines?: { start: number; end: number };
  /** Whether some of it has been edited since. */
  isChanged?: true;
}

/** Inline code or a link of a reply that leads to a file. */
export interface FileLink {
  /** Names the link in a message to the host. */
  index: number;
  /** Of the inline code or, without escapes, the address of the link. */
  text: string;
  /** Of the file, as shown. */
  path: string;
  /** Counted from 1. */
  lines?: { start: number; end: number };
}
