import { hasTags, withoutPathLabels } from '../../code/blockLabel.ts';
import { type CodeLine, readLines, textsOf } from '../../code/codeLine.ts';
import { fileInComment } from '../../code/fileInComment.ts';
import { isSameFile, type NamedFile } from '../../code/fileReference.ts';
import { parseInfoString } from '../../code/infoString.ts';
import { hasTrait } from '../../code/languages.ts';
import { hasSameLines } from '../textRange.ts';
import type { ProposedCode } from './decision.ts';
import { fitsDocument, isInFence, isOtherPart } from './fitsDocument.ts';
import { hasBecome, trimBlankEnds, trimmedLines } from './lineWorth.ts';
import { withoutMarks } from './marks.ts';

/** What of a code block is code for a document. */
export interface BlockCode {
  readonly code: readonly string[];
  /** Of its fence; empty if there is none. */
  readonly language: string;
  /** Whether marks that are no code stood around it. */
  readonly hadMarks: boolean;
  /** Whether it is only a part of the block. */
  readonly isPart: boolean;
  readonly isForOtherFile: boolean;
  readonly isInOtherLanguage: boolean;
}

export function codeInReply(
  block: readonly string[],
  proposed: Pick<ProposedCode, 'info' | 'file'>,
  target: {
    readonly lines: readonly string[];
    readonly path: string;
    readonly shownPath?: string;
    readonly languageId: string;
  },
  { start, asked }: { readonly start: number; readonly asked: readonly string[] },
): BlockCode {
  const { lines, languageId } = target;
  const { language, file } = parseInfoString(proposed.info);
  const labeled = withoutOuterLabels(block, proposed.info, { ...target, asked });
  const plain = withoutMarks(labeled.code, asked, languageId);
  const code = readLines(plain ?? labeled.code, languageId);
  const own = versionAfter(partForFile(code, asked, target), readLines(asked, languageId));
  const { code: inner, file: named } = withoutFileName(textsOf(trimBlankEnds(own)), asked, languageId);
  const fenced = hasTrait(languageId, 'headings')
    ? withFences(inner, language, lines, { start, asked })
    : undefined;
  const isOther = !fitsDocument(language, languageId) || isOtherPart(language, lines, start, languageId);
  return {
    code: fenced ?? inner,
    language,
    hadMarks: plain !== undefined,
    isPart: own !== code,
    isForOtherFile: [
      file,
      named,
      ...labeled.files,
      ...(proposed.file?.isOwn ? [proposed.file.file] : []),
    ].some((each) => each !== undefined && !isSameFile(each, target)),
    isInOtherLanguage: isOther && fenced === undefined,
  };
}

const FENCE = /^\s*(?:`{3,}|~{3,})/;

/**
 * The code of a fence with the fences that were asked about with it.
 * @returns undefined if it has them, or none were asked about
 */
function withFences(
  code: readonly string[],
  language: string,
  lines: readonly string[],
  { start, asked }: { readonly start: number; readonly asked: readonly string[] },
): readonly string[] | undefined {
  const [first = '', last = ''] = [
    asked.find((line) => line.trim() !== ''),
    asked.findLast((line) => line.trim() !== ''),
  ];
  const [own, proposed] = [asked, code].map((some) => some.filter((line) => FENCE.test(line)).length);
  if (!FENCE.test(last) || proposed !== 0) {
    return undefined;
  }
  if (own === 1 && isInFence(lines, start)) {
    return [...code, last];
  }
  const isSame =
    FENCE.test(first) &&
    first
      .trim()
      .replace(/^[`~]+/, '')
      .trim() === language;
  return own === 2 && isSame && !isInFence(lines, start) ? [first, ...code, last] : undefined;
}

/** Code without a path above it or a tag around it. Where tags are code, only one that names the document is none. */
function withoutOuterLabels(
  block: readonly string[],
  info: string,
  target: {
    readonly path: string;
    readonly shownPath?: string;
    readonly languageId: string;
    readonly asked: readonly string[];
  },
): { readonly code: readonly string[]; readonly files: readonly NamedFile[] } {
  const first = block.find((line) => line.trim() !== '')?.trim();
  const { code, files, isSeveral } = withoutPathLabels(block, info);
  if (isSeveral || target.asked.some((line) => line.trim() === first)) {
    return { code: block, files: [] };
  }
  const isKept =
    hasTags(target.languageId) && first?.startsWith('<') && !files.some((file) => isSameFile(file, target));
  return { code: isKept ? block : code, files };
}

/** Code without a first line that only says in which file it belongs. */
function withoutFileName(
  code: readonly string[],
  asked: readonly string[],
  languageId: string,
): { code: readonly string[]; file?: NamedFile } {
  const [first = '', ...rest] = code;
  const file = fileInComment(first, languageId);
  return file === undefined || rest.length === 0 || asked.some((line) => line.trim() === first.trim())
    ? { code }
    : { code: rest, file };
}

/** Of code that repeats what was asked about below a first line, and has another version below a comment, that version. */
function versionAfter(code: readonly CodeLine[], asked: readonly CodeLine[]): readonly CodeLine[] {
  const known = new Set(trimmedLines(asked));
  const second = code.findIndex(
    ({ comment, trimmed }, at) => at > 1 && comment === 'alone' && !known.has(trimmed),
  );
  const [old, now] = [code.slice(1, second), code.slice(second + 1)].map(trimBlankEnds);
  const [first, version] = [old?.[0], now?.[0]];
  const isVersion =
    second > 1 &&
    first !== undefined &&
    version !== undefined &&
    hasSameLines(trimmedLines(old ?? []), trimmedLines(asked)) &&
    hasBecome(first, version);
  return isVersion ? code.slice(second + 1) : code;
}

/** Of code for several files, each below a comment with its name, the part for a file. */
function partForFile(
  code: readonly CodeLine[],
  asked: readonly string[],
  target: { readonly path: string; readonly shownPath?: string; readonly languageId: string },
): readonly CodeLine[] {
  const known = new Set(asked.map((line) => line.trim()));
  const files = code.map(({ text, trimmed }) =>
    known.has(trimmed) ? undefined : fileInComment(text, target.languageId),
  );
  const starts = files.flatMap((file, index) => (file === undefined ? [] : [index]));
  const own = starts.filter((start) => {
    const file = files[start];
    return file !== undefined && isSameFile(file, target);
  });
  const [start] = own;
  if (starts.length < 2 || starts[0] !== 0 || own.length !== 1 || start === undefined) {
    return code;
  }
  return code.slice(start + 1, starts.find((other) => other > start) ?? code.length);
}

/** The properties of a JSON object alone, if properties were asked about; so for the items of an array. */
export function withoutBraces(
  code: readonly string[],
  asked: readonly string[],
  languageId: string,
): readonly string[] {
  const isJson = hasTrait(languageId, 'json');
  const [opening, closing] = [code[0]?.trim(), code.at(-1)?.trim().replace(/,$/, '')];
  const first = asked.find((line) => line.trim() !== '')?.trim() ?? '';
  const isProperties = /^"[^"]*"\s*:/.test(first);
  const isWrapped = isProperties ? opening === '{' && closing === '}' : opening === '[' && closing === ']';
  return isJson && code.length > 2 && isWrapped && /^["\d]/.test(first) ? code.slice(1, -1) : code;
}
