import { type CodeLine, textsOf } from '../../code/codeLine.ts';
import { normalizedStatement } from '../../code/importStatement.ts';
import {
  ANY_IMPORTS,
  IMPORT_ATTRIBUTE,
  type ImportSyntax,
  type StatementKind,
} from '../../code/importSyntax.ts';
import { indentOf } from '../../code/indentOf.ts';
import { languageOf } from '../../code/languages.ts';
import type { LineRange } from '../plan/lineRange.ts';
import type { ImportChange } from './importChange.ts';
import { type Head, type HeadStatement, headOfCode, headOfDocument } from './importHead.ts';
import { NameMerger } from './importNames.ts';
import { mergePackages } from './packageBlock.ts';

export interface SeparatedImports {
  /** What follows the imports of the code. */
  readonly rest: readonly CodeLine[];
  /** What the document doesn't have yet. */
  readonly changes: readonly ImportChange[];
}

/**
 * Separates the imports in front of code that is for another place. Those that the document has are left out.
 * @param asked lines that were asked about; empty if none were
 * @returns undefined if there are none, or nothing else for what was asked about, or if it can't be told where they belong
 */
export function separateImports(
  lines: readonly CodeLine[],
  asked: LineRange,
  code: readonly CodeLine[],
  languageId: string,
): SeparatedImports | undefined {
  const syntax = languageOf(languageId).imports ?? ANY_IMPORTS;
  const proposed = headOfCode(code, isIndented(lines, asked), languageId, syntax).statements;
  const restStart = code.findIndex(({ isBlank }, index) => index >= (proposed.at(-1)?.end ?? 0) && !isBlank);
  const isPlaced = restStart >= 0 || asked.start === asked.end;
  if (proposed.length === 0 || !isPlaced || asksAboutImports(lines, asked, syntax)) {
    return undefined;
  }
  const head = headOfDocument(lines, asked, code, languageId, syntax);
  if (head === undefined || (syntax.isUnknown && !head.statements.some(({ rank }) => rank >= 0))) {
    return undefined;
  }
  const changes = new ImportChanges(head, syntax).changesFor(asked, code, proposed);
  return { rest: restStart < 0 ? [] : code.slice(restStart), changes };
}

function isIndented(lines: readonly CodeLine[], { start, end }: LineRange): boolean {
  return (lines.slice(start, end).find(({ isBlank }) => !isBlank)?.depth ?? 0) > 0;
}

/** Whether what was asked about has such statements itself, beside or around the code. */
function asksAboutImports(lines: readonly CodeLine[], asked: LineRange, { kinds }: ImportSyntax): boolean {
  const own = lines.slice(asked.start, asked.end);
  const first = own.find(({ isBlank }) => !isBlank);
  return own.some(
    (line) =>
      line.depth <= (first?.depth ?? 0) &&
      (line.inside === undefined || line.inside === first?.inside) &&
      kinds.some(({ pattern, isOfDocument }) => !isOfDocument && pattern.test(line.trimmed)),
  );
}

/** Between two lines. */
interface Place {
  readonly at: number;
  readonly indent: string;
  /** Whether an import is directly above. */
  readonly isBelowImport: boolean;
}

interface Addition extends Place {
  readonly rank: number;
  readonly code: readonly string[];
  /** Whether other statements, but no more than blank lines, are above it in the code. */
  readonly isApart: boolean;
}

class ImportChanges {
  readonly #head: Head;
  readonly #syntax: ImportSyntax;
  readonly #statements: readonly HeadStatement[];
  readonly #texts: readonly string[];
  readonly #onlyOnce: ReadonlySet<string>;
  /** The index of the first line of code of a file, which can have other statements behind. */
  readonly #firstWithMore: number;
  /** By rank. */
  readonly #places = new Map<number, Place>();

  constructor(head: Head, syntax: ImportSyntax) {
    this.#head = head;
    this.#syntax = syntax;
    this.#statements = head.statements;
    this.#texts = head.statements.map((each) => normalizedStatement(this.#linesOf(each)));
    this.#onlyOnce = new Set(head.statements.flatMap(({ rank }) => syntax.kinds[rank]?.once ?? []));
    this.#firstWithMore = head.statements.findIndex(({ rank }) => syntax.kinds[rank]?.once === 'php');
  }

  changesFor(
    asked: LineRange,
    code: readonly CodeLine[],
    proposed: readonly HeadStatement[],
  ): ImportChange[] {
    const { isBlock } = this.#syntax;
    const isPackage = ({ rank }: HeadStatement): boolean =>
      isBlock === true && this.#kind(rank)?.role === 'import';
    const packages = proposed.filter(isPackage);
    const merged =
      packages.length === 0
        ? []
        : mergePackages(
            { lines: textsOf(this.#head.lines), statements: this.#statements.filter(isPackage) },
            asked,
            packages.flatMap(({ start, end }) => textsOf(code.slice(start, end))),
            proposed.some((each) => this.#kind(each.rank)?.begins),
          );
    const others = merged === undefined ? proposed : proposed.filter((each) => !isPackage(each));
    return [...(merged ?? []), ...this.#changesForOthers(code, others)].toSorted(
      (one, other) => one.start - other.start || one.end - other.end,
    );
  }

  #changesForOthers(code: readonly CodeLine[], proposed: readonly HeadStatement[]): ImportChange[] {
    const known = new Set([...this.#texts, ...this.#textsBelow()]);
    const merger = new NameMerger(
      this.#statements.map((each) => this.#linesOf(each)),
      this.#syntax,
    );
    const replaced = new Map<number, readonly string[]>();
    const additions: Addition[] = [];
    for (const statement of proposed) {
      const own = withAttributes(code, statement);
      const text = normalizedStatement(textsOf(code.slice(statement.start, statement.end)));
      if (known.has(text) || this.#isOnce(statement, text)) {
        continue;
      }
      known.add(text);
      const merged = merger.merge(own);
      if (merged.kind === 'into') {
        replaced.set(merged.index, merged.code);
      } else if (merged.kind === 'added') {
        const isApart = statement.start > 0 && code[statement.start - 1]?.isBlank === true;
        additions.push(this.#addition(statement.rank, merged.code, isApart));
      }
    }
    return [
      ...[...replaced].flatMap(([index, lines]) => {
        const statement = this.#statements[index];
        return statement === undefined ? [] : [{ start: statement.start, end: statement.end, code: lines }];
      }),
      ...[...Map.groupBy(additions, ({ at }) => at)].map(([at, own]) => this.#joined(at, own)),
    ];
  }

  #kind(rank: number): StatementKind | undefined {
    return this.#syntax.kinds[rank];
  }

  #linesOf({ start, end }: LineRange): readonly string[] {
    return textsOf(this.#head.lines.slice(start, end));
  }

  /** Imports further down, below other statements. */
  #textsBelow(): string[] {
    const { lines, part } = this.#head;
    const indent = this.#indent(part.start);
    const found: string[] = [];
    for (let line = this.#statements.at(-1)?.end ?? part.start; line < part.end; line++) {
      const each = lines[line];
      if (each?.inside === undefined && each?.indent === indent && this.#isImport(each.trimmed)) {
        found.push(normalizedStatement([each.text]));
      }
    }
    return found;
  }

  #isImport(trimmed: string): boolean {
    return this.#syntax.kinds.some(({ role, pattern }) => role === 'import' && pattern.test(trimmed));
  }

  /** Whether the document has something of which there is only one. */
  #isOnce({ rank }: HeadStatement, text: string): boolean {
    const kind = this.#kind(rank);
    return (
      (kind?.once !== undefined && this.#onlyOnce.has(kind.once)) ||
      (kind?.role === 'first' && this.#texts[this.#firstWithMore]?.includes(text) === true)
    );
  }

  #addition(rank: number, own: readonly string[], isApart: boolean): Addition {
    const place = this.#places.get(rank) ?? this.#placeOf(rank);
    this.#places.set(rank, place);
    const ownIndent = indentOf(own[0] ?? '');
    const code = own.map(
      (line) => `${place.indent}${line.startsWith(ownIndent) ? line.slice(ownIndent.length) : line}`,
    );
    return { ...place, rank, code, isApart };
  }

  #placeOf(rank: number): Place {
    const role = this.#kind(rank)?.role;
    const last = this.#statements.findLast((each) => each.rank <= rank && (each.rank >= 0 || role !== 'top'));
    const isBelowImport = last !== undefined && this.#kind(last.rank)?.role === 'import' && role === 'import';
    const end = last?.end ?? this.#head.part.start;
    const at = isBelowImport || role === 'top' ? end : this.#head.behindComments(end);
    const indent = isBelowImport ? (this.#head.lines[last.start]?.indent ?? '') : this.#indent(at);
    return { at, indent, isBelowImport };
  }

  /** The indentation of what follows, if something is around. */
  #indent(at: number): string {
    const { lines, isInner } = this.#head;
    return isInner ? (lines.find(({ isBlank }, index) => index >= at && !isBlank)?.indent ?? '') : '';
  }

  #isTopAt(line: number): boolean {
    if (this.#head.isComment(line)) {
      return true;
    }
    const next = this.#statements.find(({ start }) => start === line);
    return next !== undefined && this.#kind(next.rank)?.role === 'top';
  }

  #joined(at: number, additions: readonly Addition[]): ImportChange {
    const { lines, part } = this.#head;
    const sorted = additions.toSorted((one, other) => one.rank - other.rank);
    const [first, last] = [sorted[0], sorted.at(-1)];
    const isTop = (each: Addition | undefined): boolean => this.#kind(each?.rank ?? 0)?.role === 'top';
    const hasImports = this.#statements.some(({ rank }) => this.#kind(rank)?.role === 'import');
    const code = sorted.flatMap((each, index) => {
      const above = sorted[index - 1];
      const [role, roleAbove] = [this.#kind(each.rank)?.role, this.#kind(above?.rank ?? 0)?.role];
      const isGroup =
        role !== roleAbove ? roleAbove !== 'top' || role === 'import' : each.isApart && !hasImports;
      return above !== undefined && isGroup ? ['', ...each.code] : each.code;
    });
    const isBlankAbove =
      first?.isBelowImport || isTop(first) || at === part.start || lines[at - 1]?.isBlank === true;
    const isBlankBelow =
      last?.isBelowImport || lines[at]?.isBlank === true || (isTop(last) && this.#isTopAt(at));
    return {
      start: at,
      end: at,
      code: [...(isBlankAbove ? [] : ['']), ...code, ...(isBlankBelow ? [] : [''])],
    };
  }
}

/** The lines of a statement, and those above that belong to it. */
function withAttributes(code: readonly CodeLine[], { start, end }: LineRange): readonly string[] {
  let from = start;
  while (from > 0 && IMPORT_ATTRIBUTE.test(code[from - 1]?.trimmed ?? '')) {
    from--;
  }
  return textsOf(code.slice(from, end));
}
