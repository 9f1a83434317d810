import * as z from 'zod/mini';

/** One rule of a color theme. Without a scope it is the default for all tokens. */
export const tokenRuleSchema = z.object({
  scope: z.array(z.string()),
  /** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
  foreground: z.optional(z.string()),
  /** For example `italic bold`. Empty resets all styles. */
  fontStyle: z.optional(z.string()),
});
export type TokenRule = z.infer<typeof tokenRuleSchema>;

/** A TextMate grammar. */
export const grammarFileSchema = z.object({
  scopeName: z.string(),
  /** The grammar as JSON without comments. */
  json: z.string(),
  /** Scopes of the grammars that it injects its rules into. */
  injectTo: z.array(z.string()),
});
export type GrammarFile = z.infer<typeof grammarFileSchema>;

/** Maximum length of a language name for which a grammar is requested. */
export const MAX_LANGUAGE_CHARS = 50;
