import { includedScopes } from '../../core/code/includedScopes.ts';
import { COMMON_LANGUAGES, languageIdOf } from '../../core/code/languageId.ts';
import type { GrammarFile } from '../../protocol/code.ts';
import { type Contributions, type GrammarContribution, readContributedFile } from './contributions.ts';

/** Maximum total size of a language's grammar and those that it includes; the rest is left out. */
const MAX_GRAMMAR_CHARS = 3_000_000;

/** The grammar of a language, followed by those that it includes. */
interface LanguageGrammars {
  scopeName: string;
  files: GrammarFile[];
}

/**
 * The grammar for the language of a fence. Languages that extensions contribute come first, then the names that models
 * use and VS Code doesn't know, such as `golang`.
 */
function findGrammar({ languages, grammars }: Contributions, name: string): GrammarContribution | undefined {
  const ids = [
    languageIdOf({ language: name, file: name }, languages),
    languageIdOf({ language: name, file: '' }, COMMON_LANGUAGES),
  ];
  // As in VS Code, the last extension that contributes a grammar wins.
  return ids
    .map((id) => grammars.findLast(({ language }) => language !== undefined && language === id))
    .find((grammar) => grammar !== undefined);
}

/**
 * Reads the grammar of a language and all that it includes. Returns `undefined` if the grammar can't be read.
 * @param name of the language, as on a code block's fence
 */
export async function readGrammars(
  contributions: Contributions,
  name: string,
): Promise<LanguageGrammars | undefined> {
  const { grammars } = contributions;
  const own = findGrammar(contributions, name);
  if (own === undefined) {
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
