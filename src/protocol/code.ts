import * as z from 'zod/mini';

/** How a colour theme shows the tokens of some scopes; without a scope, all that no other rule is for. */
export const tokenRuleSchema = z.object({
  scope: z.array(z.string()),
  /** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
  foreground: z.optional(z.string()),
  /** Words such as `italic bold`; empty for none of them. */
  fontStyle: z.optional(z.string()),
});
export type TokenRule = z.infer<typeof tokenRuleSchema>;

/** A TextMate grammar. */
export const grammarFileSchema = z.object({
  scopeName: z.string(),
  /** Its JSON, without comments. */
  json: z.string(),
  /** The scopes of the grammars that it adds its rules to. */
  injectTo: z.array(z.string()),
});
export type GrammarFile = z.infer<typeof grammarFileSchema>;

/** Longer names of languages than this are asked of nobody. Characters. */
export const MAX_LANGUAGE_CHARS = 50;
