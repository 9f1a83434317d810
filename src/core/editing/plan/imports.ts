import { balanceOf } from '../../code/codeLine.ts';
import { COMMENT_START } from '../../code/commentSyntax.ts';
import { isImport } from '../../code/importSyntax.ts';
import { hasTrait } from '../../code/languages.ts';

/** Statements of these that stand above all imports, once in a file. */
const FIRST = /^(package|<\?php|#!|['"]use |declare\(|namespace\s|#pragma once|@file:)/;

/** Not those that can stand among other lines of the same form. */
const COMMENT = new RegExp(String.raw`^(?:${COMMENT_START}|\*|"""|''')`);

const MAX_STATEMENT_LINES = 200;

interface Statement {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Lines to insert in, or to put in place of lines of, the part of a document with its imports. */
interface ImportChange extends Statement {
  readonly code: readonly string[];
}

export interface SeparatedImports {
  /** What follows the imports of the code. */
  readonly rest: readonly string[];
  /** What the document doesn't have yet. */
  readonly changes: readonly ImportChange[];
}

/**
 * Separates the imports in front of code that is for another place. Those that the document has are left out.
 * @param asked lines that were asked about
 * @returns undefined if there are none, or nothing else
 */
export function separateImports(
  lines: readonly string[],
  asked: Statement,
  code: readonly string[],
  languageId: string,
): SeparatedImports | undefined {
  const proposed = hasTrait(languageId, 'noImports') ? [] : statementsOf(code);
  const restStart = code.findIndex(
    (line, index) => index >= (proposed.at(-1)?.end ?? 0) && line.trim() !== '',
  );
  const isOwn = lines.slice(asked.start, asked.end).some((line) => isImport(line.trim()));
  if (proposed.length === 0 || restStart < 0 || isOwn) {
    return undefined;
  }
  const known = statementsOf(lines).filter(({ end }) => end <= asked.start);
  const textOf = (source: readonly string[], { start, end }: Statement): string =>
    source
      .slice(start, end)
      .map((line) => line.trim())
      .join('\n');
  const texts = new Set(known.map((statement) => textOf(lines, statement)));
  const added: string[] = [];
  const changes: ImportChange[] = [];
  for (const statement of proposed) {
    const text = textOf(code, statement);
    const own = code.slice(statement.start, statement.end);
    const same = known.find((each) => keyOf(textOf(lines, each)) === keyOf(text));
    if (texts.has(text) || (same !== undefined && FIRST.test(text))) {
      continue;
    }
    if (same !== undefined && hasAllWords(text, textOf(lines, same))) {
      changes.push({ ...same, code: own });
    } else if (same !== undefined && text.startsWith('import (')) {
      changes.push({ ...same, code: own });
    } else {
      added.push(...own);
    }
  }
  if (added.length > 0) {
    changes.push(addition(lines, known.at(-1), added));
  }
  const rest = code.slice(restStart);
  return { rest, changes: changes.toSorted((one, other) => one.start - other.start || one.end - other.end) };
}

/** Below the last import, or else below what must stand first, with an empty line at both ends. */
function addition(
  lines: readonly string[],
  last: Statement | undefined,
  added: readonly string[],
): ImportChange {
  if (last !== undefined && !FIRST.test(lines[last.start]?.trim() ?? '')) {
    return { start: last.end, end: last.end, code: added };
  }
  const at = headEnd(lines, last?.end ?? 0);
  const isTop = at === 0;
  const code = [...(isTop ? [] : ['']), ...added, ...(lines[at]?.trim() === '' ? [] : [''])];
  return { start: at, end: at, code };
}

/** Index after the comments, or the docstring, below a line, if an empty line follows: they are about the file. */
function headEnd(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && COMMENT.test(lines[at]?.trim() ?? '')) {
    at = commentEnd(lines, at);
  }
  return lines[at]?.trim() === '' ? at : start;
}

/** Index after a line of a comment, or after a docstring that begins with it. */
function commentEnd(lines: readonly string[], start: number): number {
  const [, quotes] = /^[rRuU]?("{3}|'{3})/.exec(lines[start]?.trim() ?? '') ?? [];
  if (quotes === undefined || lines[start]?.trim().slice(quotes.length).includes(quotes)) {
    return start + 1;
  }
  const end = lines.findIndex((line, index) => index > start && line.includes(quotes));
  return end < 0 ? start + 1 : end + 1;
}

/** The statements at the start of a text, with comments and blank lines between. */
function statementsOf(lines: readonly string[]): Statement[] {
  const found: Statement[] = [];
  let start = 0;
  while (start < lines.length) {
    const trimmed = (lines[start] ?? '').trim();
    let end = start + 1;
    if (isImport(trimmed)) {
      const last = Math.min(lines.length, start + MAX_STATEMENT_LINES);
      while (end < last && balanceOf(lines.slice(start, end).join('\n')) > 0) {
        end++;
      }
      found.push({ start, end });
    } else if (COMMENT.test(trimmed)) {
      end = commentEnd(lines, start);
    } else if (trimmed !== '') {
      break;
    }
    start = end;
  }
  return found;
}

/** What a statement imports from; itself if it is of no such kind. */
function keyOf(text: string): string {
  const from = /\bfrom\s*(['"][^'"\n]*['"]);?$|^from\s+(\S+)\s+import\b/.exec(text);
  return from?.[1] ?? from?.[2] ?? FIRST.exec(text)?.[1] ?? /^import \(/.exec(text)?.[0] ?? text;
}

function hasAllWords(text: string, other: string): boolean {
  const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu));
  return (
    (other.match(/[\p{L}\p{N}_$]+/gu) ?? []).every((word) => words.has(word)) &&
    /\btype\b/.test(text) === /\btype\b/.test(other)
  );
}
