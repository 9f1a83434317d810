import { COMMON_LANGUAGES, languageIdOf } from '../../code/languageId.ts';
import { namedBlocks } from './declarations.ts';
import { bracketBalance } from './repeatedLines.ts';
import type { ReviewReason } from './reviewReasons.ts';
import { outermost } from './scene.ts';

/** A text with fewer different words doesn't tell whether another one is a version of it. */
const MIN_WORDS = 3;

/** Share of the words of the shorter text that versions of one text have in common at least. */
const MIN_SHARED = 0.5;

/** Brackets of texts such as `1)` and `:)` don't come in pairs. */
const PROSE_LANGUAGES: ReadonlySet<string> = new Set([
  'markdown',
  'plaintext',
  'tex',
  'latex',
  'restructuredtext',
]);

const CONTAINERS: ReadonlySet<string> = new Set(['html', 'vue', 'svelte', 'astro', 'markdown', 'php']);

const SCRIPTS: ReadonlySet<string> = new Set([
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
]);
const STYLES: ReadonlySet<string> = new Set(['css', 'scss', 'less', 'sass', 'stylus', 'postcss']);

/** What is unusual in a version of what was asked about: the code could be an example, output, or for another place. */
export function doubtsAbout(
  before: readonly string[],
  after: readonly string[],
  languageId: string,
): ReviewReason[] {
  const doubts: ReviewReason[] = [];
  const [known, proposed] = [wordsOf(before), wordsOf(after)];
  const shared = [...known].filter((word) => proposed.has(word)).length;
  if (known.size >= MIN_WORDS && shared < MIN_SHARED * Math.min(known.size, proposed.size)) {
    doubts.push('unlike');
  } else if (known.size >= MIN_WORDS && proposed.size === 0) {
    doubts.push('unlike');
  }
  const [old, now] = [before, after].map(textLines);
  const kept = new Set(old);
  if (old !== undefined && now?.every((line) => kept.has(line)) && now.length * 2 <= old.length) {
    // It can be a quotation, too.
    doubts.push('elided');
  }
  if (STYLES.has(languageId) && !/[{}]/.test(before.join('\n')) && after.some((line) => line.includes('{'))) {
    // A rule in place of properties.
    doubts.push('wider');
  }
  if (namesDeclaredTwice(after, languageId) > namesDeclaredTwice(before, languageId)) {
    // Two proposals to choose from, or the old code and the new one.
    doubts.push('wider');
  }
  if (!PROSE_LANGUAGES.has(languageId) && bracketBalance(before) !== bracketBalance(after)) {
    doubts.push('unbalanced');
  }
  return doubts;
}

function namesDeclaredTwice(lines: readonly string[], languageId: string): number {
  const names = outermost(namedBlocks(lines, languageId)).map(({ name }) => name);
  return names.length - new Set(names).size;
}

function textLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines
      .join('\n')
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_]+/gu),
  );
}

/**
 * Whether a fence names a language that is not the one at a line, in a document that can have parts in others.
 * @param line index of the first line that was asked about
 */
export function isOtherPart(
  fenceLanguage: string,
  lines: readonly string[],
  line: number,
  languageId: string,
): boolean {
  const fence = languageIdOf({ language: fenceLanguage.toLowerCase(), file: '' }, COMMON_LANGUAGES);
  if (fence === undefined || fence === languageId) {
    return false;
  }
  if (fence === 'shellscript') {
    // Commands to run rather than lines of the file; in Markdown they can be for one of its fences.
    return languageId !== 'markdown' || !isInFence(lines, line);
  }
  if (!CONTAINERS.has(languageId)) {
    return false;
  }
  if (languageId === 'markdown') {
    return !isInFence(lines, line) && fence !== 'plaintext' && fence !== 'html';
  }
  const part = elementAt(lines, line);
  if (SCRIPTS.has(fence)) {
    return part !== 'script';
  }
  return STYLES.has(fence) && part !== 'style';
}

function isInFence(lines: readonly string[], line: number): boolean {
  return lines.slice(0, line).filter((each) => /^\s*(?:`{3}|~{3})/.test(each)).length % 2 === 1;
}

/** The innermost open `script` or `style` element at a line. */
function elementAt(lines: readonly string[], line: number): string | undefined {
  const tags =
    lines
      .slice(0, line)
      .join('\n')
      .match(/<\/?(?:script|style)\b/gi) ?? [];
  const last = tags.at(-1)?.toLowerCase();
  return last?.startsWith('</') ? undefined : last?.slice(1);
}
