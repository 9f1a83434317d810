import { includedScopes } from '../../core/code/includedScopes.ts';
import type { GrammarFile } from '../../protocol/code.ts';
import {
  type Contributions,
  type GrammarContribution,
  type LanguageContribution,
  readContributedFile,
} from './contributions.ts';

/** Maximum total size of a language's grammar and those that it includes; the rest is left out. */
const MAX_GRAMMAR_CHARS = 3_000_000;

/** The grammar of a language, followed by those that it includes. */
interface LanguageGrammars {
  scopeName: string;
  files: GrammarFile[];
}

/** Finds a language by id, alias, file extension or file name, such as `typescript`, `TypeScript` or `ts`. */
export function findLanguage(
  languages: readonly LanguageContribution[],
  name: string,
): LanguageContribution | undefined {
  const key = name.toLowerCase();
  const has = (names: readonly string[] | undefined, value: string): boolean =>
    names?.some((one) => one.toLowerCase() === value) ?? false;
  return (
    languages.find(({ id }) => id.toLowerCase() === key) ??
    languages.find(({ aliases }) => has(aliases, key)) ??
    languages.find(({ extensions }) => has(extensions, `.${key}`)) ??
    languages.find(({ filenames }) => has(filenames, key))
  );
}

/** Reads the grammar of a language and all that it includes. Returns `undefined` if the grammar can't be read. */
export async function readGrammars(
  { languages, grammars }: Contributions,
  name: string,
): Promise<LanguageGrammars | undefined> {
  const language = findLanguage(languages, name);
  // As in VS Code, the last extension that contributes a grammar wins.
  const own = grammars.findLast((grammar) => grammar.language === language?.id);
  if (language === undefined || own === undefined) {
    return undefined;
  }
  const files: GrammarFile[] = [];
  const queue: GrammarContribution[] = [own];
  let length = 0;
  for (const grammar of queue) {
    const content = await readContributedFile(grammar.file);
    if (typeof content !== 'object' || content === null) {
      continue;
    }
    const json = JSON.stringify(content);
    if (length + json.length > MAX_GRAMMAR_CHARS) {
      continue;
    }
    length += json.length;
    files.push({ scopeName: grammar.scopeName, json, injectTo: grammar.injectTo ?? [] });
    const included = includedScopes(content).map((scope) =>
      grammars.findLast((one) => one.scopeName === scope),
    );
    const injected = grammars.filter(({ injectTo }) => injectTo?.includes(grammar.scopeName));
    queue.push(
      ...[...included, ...injected].filter((one) => one !== undefined).filter((one) => !queue.includes(one)),
    );
  }
  return files[0]?.scopeName === own.scopeName ? { scopeName: own.scopeName, files } : undefined;
}
