import {
  COMMENT_IN_NAMES,
  type ImportedNames,
  importedNames,
  normalizedStatement,
} from '../../code/importStatement.ts';
import type { ImportSyntax } from '../../code/importSyntax.ts';
import { indentOf } from '../../code/indentOf.ts';

/** What comes of an import whose module a document imports from. */
export type Merged =
  | { readonly kind: 'known' }
  /** It is to be added, without the names that the document has. */
  | { readonly kind: 'added'; readonly code: readonly string[] }
  /** A statement of the document, by index, with more names. */
  | { readonly kind: 'into'; readonly index: number; readonly code: readonly string[] };

interface Statement {
  readonly index: number;
  readonly lines: readonly string[];
  readonly imported: ImportedNames;
}

interface Module {
  readonly statements: Statement[];
  /** Whether names, as they are known where they are imported, are only known as types. */
  readonly names: Map<string, boolean>;
}

/** So that many imports of one module take no quadratic time. */
const MAX_MERGED_NAMES = 500;
const MAX_MERGED_STATEMENTS = 20;

/** Merges the names that statements import into those of a document, of which none is lost. */
export class NameMerger {
  readonly #syntax: ImportSyntax;
  readonly #modules = new Map<string, Module>();

  constructor(document: readonly (readonly string[])[], syntax: ImportSyntax) {
    this.#syntax = syntax;
    for (const [index, lines] of document.entries()) {
      const imported = importedNames(normalizedStatement(lines), syntax);
      if (imported !== undefined) {
        const module: Module = this.#modules.get(imported.from) ?? { statements: [], names: new Map() };
        module.statements.push({ index, lines, imported });
        addNames(module, imported);
        this.#modules.set(imported.from, module);
      }
    }
  }

  merge(code: readonly string[]): Merged {
    const proposed = importedNames(normalizedStatement(code), this.#syntax);
    const module = proposed && this.#modules.get(proposed.from);
    if (proposed === undefined || module === undefined) {
      return { kind: 'added', code };
    }
    const isKnown = (name: string): boolean | undefined => {
      const isOnlyType = module.names.get(localName(name));
      const isEnough = isOnlyType === false || proposed.isType || isType(name);
      return isOnlyType === undefined ? false : isEnough ? true : undefined;
    };
    const all = [...(proposed.own === undefined ? [] : [proposed.own]), ...proposed.names];
    const states = new Map(all.map((name) => [name, isKnown(name)]));
    if ([...states.values()].includes(undefined)) {
      // The document has it as a type only.
      return { kind: 'added', code };
    }
    const names = proposed.names.filter((name) => states.get(name) === false);
    const own = proposed.own !== undefined && states.get(proposed.own) === false ? proposed.own : undefined;
    if (names.length === 0 && own === undefined) {
      return { kind: 'known' };
    }
    addNames(module, proposed);
    const merged = intoModule(module, proposed, { own, names }, code);
    if (merged !== undefined) {
      const imported = importedNames(normalizedStatement(merged.code), this.#syntax) ?? proposed;
      module.statements[merged.at] = { index: merged.index, lines: merged.code, imported };
      return { kind: 'into', index: merged.index, code: merged.code };
    }
    const isWhole = all.every((name) => states.get(name) === false);
    return {
      kind: 'added',
      code: isWhole ? code : (withOnly(code, proposed, { own, names }) ?? code),
    };
  }
}

function intoModule(
  { statements }: Module,
  proposed: ImportedNames,
  added: Names,
  code: readonly string[],
): { at: number; index: number; code: readonly string[] } | undefined {
  const at = statements
    .slice(0, MAX_MERGED_STATEMENTS)
    .findIndex(
      ({ lines, imported }) =>
        imported.isType === proposed.isType &&
        imported.names.length + added.names.length <= MAX_MERGED_NAMES &&
        !lines.some((line) => COMMENT_IN_NAMES.test(line)) &&
        (added.own === undefined || (imported.own === undefined && !proposed.isType)),
    );
  const target = statements[at];
  const merged = target && withNames(target, proposed, added, code);
  return target && merged && { at, index: target.index, code: merged };
}

interface Names {
  readonly own: string | undefined;
  readonly names: readonly string[];
}

function addNames({ names }: Module, imported: ImportedNames): void {
  for (const name of [...(imported.own === undefined ? [] : [imported.own]), ...imported.names]) {
    const local = localName(name);
    names.set(local, (imported.isType || isType(name)) && names.get(local) !== false);
  }
}

function isType(name: string): boolean {
  return name.startsWith('type ');
}

function localName(name: string): string {
  return (isType(name) ? name.slice('type '.length) : name).replace('* as ', '');
}

function withNames(
  { lines, imported }: Statement,
  proposed: ImportedNames,
  { own, names }: Names,
  code: readonly string[],
): readonly string[] | undefined {
  const isNamespace = imported.own?.startsWith('*') || own?.startsWith('*');
  const all = new Set(proposed.names);
  const hasAll =
    (imported.own === undefined || imported.own === proposed.own) &&
    imported.names.every((name) => all.has(name));
  if (isNamespace) {
    return undefined;
  }
  if (!imported.isList) {
    return hasAll && proposed.isList ? inStyleOf(code, lines) : withFirstNames(lines, imported, names);
  }
  if (lines.length === 1 && hasAll && code.length > 1) {
    return inStyleOf(code, lines);
  }
  const changed = withList(lines, hasAll ? proposed.names : [...imported.names, ...names]);
  return own === undefined
    ? changed
    : changed?.map((line, index) => (index === 0 ? line.replace('import ', `import ${own}, `) : line));
}

/** A statement with another list of names, written as its own one is. */
function withList(lines: readonly string[], names: readonly string[]): readonly string[] | undefined {
  const text = lines.join('\n');
  const [open, close] = listAt(text);
  const inner = text.slice(open, close);
  const blank = inner.slice(0, inner.length - inner.trimStart().length);
  const end = inner.slice(inner.trimEnd().length);
  const isOnLines = blank.includes('\n');
  const list = names.join(isOnLines ? `,${blank}` : ', ');
  const comma = inner.trimEnd().endsWith(',') ? ',' : '';
  return open > close
    ? undefined
    : `${text.slice(0, open)}${blank}${list}${comma}${end}${text.slice(close)}`.split('\n');
}

/** Where the list of names begins and ends. */
function listAt(text: string): [open: number, close: number] {
  for (const [opening, closing] of ['{}', '()']) {
    const close = text.lastIndexOf(closing ?? '');
    if (close >= 0) {
      return [text.indexOf(opening ?? '') + 1, close];
    }
  }
  const start = text.indexOf(PLAIN_LIST);
  return [start + PLAIN_LIST.length - 1, start < 0 ? 0 : text.trimEnd().length];
}

/** What is before the names if no brackets are around. */
const PLAIN_LIST = ' import ';

/** A statement that imports a whole module, with names too. */
function withFirstNames(
  lines: readonly string[],
  { own, isType: isTypeOnly }: ImportedNames,
  names: readonly string[],
): readonly string[] | undefined {
  return own === undefined || isTypeOnly || lines.length > 1
    ? undefined
    : lines.map((line) => line.replace(`import ${own}`, `import ${own}, { ${names.join(', ')} }`));
}

/** A statement with some of its names. */
function withOnly(
  code: readonly string[],
  proposed: ImportedNames,
  { own, names }: Names,
): readonly string[] | undefined {
  if (proposed.own === undefined || own !== undefined) {
    return names.length > 0 && proposed.isList ? withList(code, names) : undefined;
  }
  const [line = '', ...others] = withList(code, names) ?? [];
  return [line.replace(`${proposed.own}, `, ''), ...others];
}

/** Code with the quotes and semicolons of other lines, and as deep as these. */
function inStyleOf(code: readonly string[], lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const [quote, other] = text.includes("'") ? ["'", '"'] : ['"', "'"];
  const hasQuotes = text.includes(quote ?? '');
  const own = indentOf(code[0] ?? '');
  const indent = indentOf(lines[0] ?? '');
  return code.map((line, index) => {
    const quoted = hasQuotes ? line.replaceAll(other ?? '', quote ?? '') : line;
    const bare = quoted.startsWith(own) ? quoted.slice(own.length) : quoted;
    const isLast = index === code.length - 1;
    const ended = !isLast
      ? bare
      : `${bare.endsWith(';') ? bare.slice(0, -1) : bare}${text.trimEnd().endsWith(';') ? ';' : ''}`;
    return `${indent}${ended}`;
  });
}
