import type { ImportSyntax } from './importSyntax.ts';

/** A statement of an import in a form in which quotes, white space, comments and a semicolon make no difference. */
export function normalizedStatement(lines: readonly string[]): string {
  return lines
    .map((line) => withoutComment(line).trim())
    .join(' ')
    .replaceAll("'", '"')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}(),=]) ?/g, '$1')
    .replace(/,([})])/g, '$1')
    .replace(/^([^;]*);$/, '$1')
    .trim();
}

function withoutComment(line: string): string {
  const at = line.search(/\s(?:\/\/|#|--)\s/);
  return at < 0 ? line : line.slice(0, at);
}

export interface ImportedNames {
  /** The statement without names. */
  readonly from: string;
  readonly isType: boolean;
  /** The name of the whole module. */
  readonly own: string | undefined;
  readonly names: readonly string[];
  readonly isList: boolean;
}

/** What a normalized statement imports. */
export function importedNames(statement: string, { names = [] }: ImportSyntax): ImportedNames | undefined {
  for (const [index, pattern] of names.entries()) {
    const groups = pattern.exec(statement)?.groups;
    if (groups !== undefined) {
      const { from = '', type = '', own, single } = groups;
      const list = groups['names'];
      return {
        from: `${index} ${type === 'type' ? '' : type}${from}`,
        isType: type === 'type',
        own,
        names: (list ?? single ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
        isList: list !== undefined,
      };
    }
  }
  return undefined;
}

/** A comment in a list of names. */
export const COMMENT_IN_NAMES = /#|\/\/|\/\*/;

/** What an import of Go names: a package, perhaps under another name. */
export const PACKAGE_SPEC = /^(?:[\p{L}\p{N}_.]+\s+)?["`]([^"`]*)["`]/u;

/** The name of a package that code uses, or of something else with a period behind. */
export const USED_PACKAGE = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=\.)/gu;
