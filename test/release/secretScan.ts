import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { findSecrets } from '../../src/core/secrets/findSecrets.ts';

/** What looks like a secret and is none, each with the reason, as `<path>: <rule>`. */
const KNOWN: ReadonlyMap<string, string> = new Map();

/**
 * Looks for credentials with the rules of secretlint, which vsce runs too but with exceptions, and with those that the
 * extension itself has for questions, most of which are the public formats that Open VSX looks for.
 */
export async function secretsIn(path: string, content: string): Promise<string[]> {
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];
  const { messages } = await lintSource({
    source: { content, filePath: path, ext: '', contentType: 'text' },
    // Findings are printed, and logs are public.
    options: { config: { rules }, maskSecrets: true },
  });
  const found = [
    ...messages.map(({ ruleId, loc }) => ({ rule: ruleId, line: loc.start.line })),
    ...findSecrets(content, { path, languageId: '' }).map(({ kind, line }) => ({ rule: kind, line })),
  ];
  return found
    .filter(({ rule }) => !KNOWN.has(`${path}: ${rule}`))
    .map(({ rule, line }) => `${path}, line ${line}: ${rule}`);
}
