import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { indentOf } from '../../../../src/core/code/indentOf.ts';
import type { IndentStyle } from '../../../../src/core/editing/indentation.ts';
import type { ReviewReason } from '../../../../src/core/editing/plan/planReplacement.ts';
import { endOf, linesOf, type TextRange, textIn } from '../../../../src/core/editing/textRange.ts';

/*
 * The format of `replies/*.txt`. Lines before the first case are about the whole file. A case begins with its name:
 *
 *   === name of the case
 *   file: src/a.ts           path of the document; its language follows from it
 *   language: dotenv         VS Code's id, if it does not follow
 *   block: 1                 which code block of the reply, from 0
 *   reply: CRLF | cut        line ends of the reply; cut: it was not finished
 *   found: ignoring indentation
 *   asked: nothing           the block names the file; the document has no « », and is that of the case before if there is none
 *   expect: …                see `Expected`
 *   --- document             with the selection in « »
 *   --- selected             in place of it: a part of the document of the case before, with the selection in « »
 *   --- asked                what was sent, if it is not what is selected
 *   --- now                  the document as it is now, if it has changed, with the anchor in « »
 *   --- reply
 *   --- becomes              what the lines in which something is selected must become
 *   --- after                or: the whole document
 *   --- or becomes           other results that are right too
 *   --- or after
 *   --- or contains          right is any document that has these lines
 *
 * In `after` of a case in which nothing was asked about, ⋮ is all of the document between the lines above and below, which it
 * has. ⇥ is a tab, ␠ a blank at the end of a line, ∎ at the end of a document: no last line end.
 */

export interface Expected {
  /**
   * - `applied`: without a review.
   * - `review`: in a review, for the named reasons at least.
   * - `placed`: one of the two.
   * - `unchanged`: the document has it already.
   * - `refused`: with a sentence.
   * - `not offered`: the block is for something else.
   * - `not applied unseen`: anything but `applied`.
   */
  kind: string;
  reasons: readonly string[];
  /** Whether a refusal would be right too. It still counts as not offered. */
  orRefused: boolean;
}

export interface ReplyCase {
  theme: string;
  name: string;
  path: string;
  languageId: string;
  block: number;
  hasCrlf: boolean;
  isIncomplete: boolean;
  ignoresIndentation: boolean;
  /** What was selected when the question was asked. */
  asked: string;
  /** The document then, with its selection. */
  before: Selected;
  /** The document now, with the anchor. */
  now: Selected;
  reply: string;
  expected: Expected;
  /** Whether a text is one of the right results. No text is if the case has none: a careful person could not place it. */
  isRight(text: string): boolean;
  isPlaceable: boolean;
  /** The first of the right results, to be shown. */
  result: string;
  /** Whether no other result is right. */
  isOnlyResult: boolean;
  /** Whether nothing was asked about. Then `asked` is empty, and so are both ranges. */
  isUnasked: boolean;
}

export interface Selected {
  lines: readonly string[];
  range: TextRange;
}

const LANGUAGE_BY_ENDING: Readonly<Record<string, string>> = {
  c: 'c',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  Dockerfile: 'dockerfile',
  go: 'go',
  html: 'html',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  Makefile: 'makefile',
  md: 'markdown',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  scss: 'scss',
  sh: 'shellscript',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  txt: 'plaintext',
  vue: 'vue',
  yaml: 'yaml',
  yml: 'yaml',
};

export const REVIEW_REASONS: ReadonlySet<string> = new Set<ReviewReason>([
  'merged',
  'conflict',
  'elided',
  'shorter',
  'incomplete',
  'ignoredIndentation',
  'indentation',
  'stringIndentation',
  'separators',
  'wider',
  'narrower',
  'elsewhere',
  'filled',
  'named',
  'leavesOut',
  'otherLanguage',
  'otherFile',
  'unlike',
  'unbalanced',
  'patch',
  'marks',
  'redacted',
]);

const EXPECTED =
  /^(applied|review|placed|unchanged|refused|not offered|not applied unseen)((?: [a-zA-Z]+)*?)( or refused)?$/;
const SECTION = /^--- ((?:or )?(?:document|selected|asked|now|reply|becomes|after|contains))$/;
const RESULT = /^(?:or )?(?:becomes|after|contains)$/;

/** Replies to questions about a part of a document. */
export function replyCases(): ReplyCase[] {
  return allCases().filter(({ isUnasked }) => !isUnasked);
}

/** Replies for a file that they name, of which nothing was asked about. */
export function unaskedCases(): ReplyCase[] {
  return allCases().filter(({ isUnasked }) => isUnasked);
}

function allCases(): ReplyCase[] {
  return globSync(join(import.meta.dirname, 'replies', '*.txt'))
    .sort()
    .flatMap((file) => casesOf(basename(file, '.txt'), readFileSync(file, 'utf8')));
}

/** The editor's settings for a document. */
export function styleOf(lines: readonly string[]): IndentStyle {
  const indents = lines.map(indentOf).filter((indent) => indent !== '');
  return indents.some((indent) => indent.startsWith('\t'))
    ? { insertSpaces: false, tabSize: 4 }
    : { insertSpaces: true, tabSize: Math.min(4, ...indents.map((indent) => indent.length)) };
}

function casesOf(theme: string, text: string): ReplyCase[] {
  let previous: ReplyCase | undefined;
  return text
    .replace(/\n$/, '')
    .replaceAll('⇥', '\t')
    .replaceAll('␠', ' ')
    .split(/^=== /m)
    .slice(1)
    .map((source, index, all) => {
      previous = parseCase(theme, index < all.length - 1 ? source.replace(/\n\n$/, '') : source, previous);
      return previous;
    });
}

function parseCase(theme: string, source: string, previous: ReplyCase | undefined): ReplyCase {
  const { name, options, sections } = sectionsOf(source);
  const section = (wanted: string): string | undefined => sections.find(([title]) => title === wanted)?.[1];
  const fail = (problem: string): never => {
    throw new Error(`${theme}: ${name}: ${problem}`);
  };
  const fragment = section('selected');
  const isUnasked = options.get('asked') === 'nothing';
  const marked =
    section('document') ??
    (isUnasked && previous !== undefined
      ? ''
      : fragment === undefined || previous === undefined
        ? fail('No document')
        : markIn(previous.before.lines, fragment));
  const before = isUnasked
    ? withoutSelection(section('document'), previous)
    : selectedIn(marked ?? fail('Not exactly once in the document'));
  const nowMarked = section('now');
  const now = nowMarked === undefined ? before : selectedIn(nowMarked);
  const path = options.get('file') ?? previous?.path ?? fail('No file');
  const ending = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.')) + 1);
  const [, kind = '', reasons = '', orRefused] =
    EXPECTED.exec(options.get('expect') ?? '') ?? fail('No such expectation');
  const results = sections.filter(([title]) => RESULT.test(title));
  const texts = results.map(([title, text]) =>
    resultOf(title, isUnasked ? withRest(text, before.lines, fail) : text, now),
  );
  if ((kind === 'applied' || kind === 'placed' || kind === 'review') !== results.length > 0) {
    fail('A result, or none, is expected');
  }
  return {
    theme,
    name,
    path,
    languageId:
      options.get('language') ??
      (options.has('file') ? LANGUAGE_BY_ENDING[ending] : previous?.languageId) ??
      fail('No language'),
    block: Number(options.get('block') ?? 0),
    hasCrlf: options.get('reply') === 'CRLF',
    isIncomplete: options.get('reply') === 'cut',
    ignoresIndentation: options.get('found') === 'ignoring indentation',
    asked: section('asked') ?? textIn(before.lines, before.range),
    before,
    now,
    reply: section('reply') ?? fail('No reply'),
    expected: {
      kind,
      reasons: reasons.split(' ').filter((reason) => reason !== ''),
      orRefused: orRefused !== undefined,
    },
    isRight: (text) =>
      results.some(([title], index) =>
        title === 'or contains' ? text.includes(texts[index] ?? '') : text === texts[index],
      ),
    isPlaceable: results.length > 0,
    result: texts[0] ?? '',
    isOnlyResult: texts.length === 1,
    isUnasked,
  };
}

function sectionsOf(source: string): {
  name: string;
  options: Map<string, string>;
  sections: [title: string, text: string][];
} {
  const [name = '', ...lines] = source.split('\n');
  const options = new Map<string, string>();
  const sections: [title: string, lines: string[]][] = [];
  for (const line of lines) {
    const title = SECTION.exec(line)?.[1];
    const current = sections.at(-1);
    if (title !== undefined) {
      sections.push([title, []]);
    } else if (current !== undefined) {
      current[1].push(line);
    } else {
      const colon = line.indexOf(': ');
      options.set(line.slice(0, colon), line.slice(colon + 2));
    }
  }
  return { name, options, sections: sections.map(([title, text]) => [title, text.join('\n')]) };
}

/** The text of a document, with the marks of a part that it has exactly once. */
function markIn(lines: readonly string[], fragment: string): string | undefined {
  const text = lines.join('\n');
  const [head = '', tail = ''] = text.split(fragment.replace(/[«»]/g, ''));
  const marked = head + fragment + tail;
  return marked.replace(/[«»]/g, '') === text && text.split(fragment.replace(/[«»]/g, '')).length === 2
    ? // The line end at the end is added again.
      marked.replace(/\n$/, '') + (marked.endsWith('\n') ? '' : '∎')
    : undefined;
}

function selectedIn(marked: string): Selected {
  const text = withLineEnd(marked);
  const start = text.indexOf('«');
  const end = text.indexOf('»');
  const origin = { line: 0, character: 0 };
  return {
    lines: linesOf(text.replace(/[«»]/g, '')),
    range: {
      start: endOf(origin, text.slice(0, start)),
      end: endOf(origin, text.slice(0, end).replace('«', '')),
    },
  };
}

function withoutSelection(document: string | undefined, previous: ReplyCase | undefined): Selected {
  const origin = { line: 0, character: 0 };
  const lines = document === undefined ? previous?.before.lines : linesOf(withLineEnd(document));
  return { lines: lines ?? [], range: { start: origin, end: origin } };
}

/** A text with lines of a document in the place of each ⋮. */
function withRest(text: string, document: readonly string[], fail: (problem: string) => never): string {
  const lines = text.split('\n');
  let at = 0;
  return lines
    .flatMap((line, index) => {
      if (line !== '⋮') {
        return [line];
      }
      const [above, below] = [lines.slice(0, index).reverse(), lines.slice(index + 1)];
      const start = index === 0 ? 0 : lineLike(document, at, above, -1) + 1;
      // The line end at the end is added again.
      at = below.length === 0 ? document.length - 1 : lineLike(document, start, below, 1);
      if (at < 0 || (index > 0 && start === 0)) {
        fail(`No such lines in the document: ${above[0]} ⋮ ${below[0]}`);
      }
      return document.slice(start, at);
    })
    .join('\n');
}

/** The line of a document, from one on, that most lines are like from it on; negative if there is none. */
function lineLike(
  document: readonly string[],
  from: number,
  others: readonly string[],
  step: 1 | -1,
): number {
  const runs = document.map((_, line) => {
    const end = others.findIndex((other, index) => document[line + step * index] !== other);
    return line < from ? 0 : end < 0 ? others.length : end;
  });
  const longest = Math.max(...runs);
  return longest === 0 ? -1 : runs.indexOf(longest);
}

function withLineEnd(text: string): string {
  if (text.endsWith('∎')) {
    return text.slice(0, -1);
  }
  // A mark alone on the last line stands behind the last line end.
  return text.endsWith('\n»') ? text : `${text}\n`;
}

function resultOf(title: string, text: string, { lines, range: { start, end } }: Selected): string {
  if (title.endsWith('contains')) {
    return text;
  }
  if (title.endsWith('after')) {
    return withLineEnd(text);
  }
  const isLastTouched = end.character > 0 || end.line === start.line;
  return [...lines.slice(0, start.line), text, ...lines.slice(end.line + (isLastTouched ? 1 : 0))].join('\n');
}
