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
