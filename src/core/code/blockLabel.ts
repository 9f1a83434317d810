import { fileInComment } from './fileInComment.ts';
import { type NamedFile, namedFile } from './fileReference.ts';
import { languageIdOfInfo, languageOfFile } from './infoString.ts';
import { COMMON_LANGUAGES } from './languageId.ts';
import { hasTrait } from './languages.ts';
import { beginsWithSearch } from './patch.ts';
import { areRelated, NO_LANGUAGE } from './relatedLanguages.ts';

/*
 * What in a code block only says for which file its code is: a comment or a path in its first line, or a tag around it.
 */

/** Code, and what its labels say. */
export interface LabeledCode {
  readonly code: readonly string[];
  readonly files: readonly NamedFile[];
  /** Whether there are several files in it: then the code still has its labels. */
  readonly isSeveral?: true;
}

/** The language of a block; empty if it names none. */
export function blockLanguage(info: string): string {
  const [word = ''] = info.toLowerCase().split(/[\s:,{]/, 1);
  return languageIdOfInfo(info, COMMON_LANGUAGES) ?? (NO_LANGUAGE.has(word) ? '' : word);
}

/** Whether a block with a language can be what a file has. */
export function isLanguageOfFile(language: string, file: NamedFile): boolean {
  const own = languageOfFile(file.path);
  if (hasTrait(language, 'shell')) {
    // A command is about a file more often than it is its content.
    return own === 'dotenv' || hasTrait(own, 'shell');
  }
  const isAny = [language, own].some((each) => NO_LANGUAGE.has(each)) || /^(?:diff|patch)$/.test(language);
  return isAny || own === language || areRelated(own, language);
}

/** The code of a block without all labels. */
export function withoutLabels(lines: readonly string[], info: string): LabeledCode {
  return without(lines, info, [withoutTag, withoutPath, withoutComment]);
}

/** The code of a block without a tag around it and a path in its first line, which are no code in any language. */
export function withoutPathLabels(lines: readonly string[], info: string): LabeledCode {
  return without(lines, info, [withoutTag, withoutPath]);
}

type Unlabel = (lines: readonly string[], info: string) => LabeledCode;

/** Takes off labels from the outermost to the innermost. */
function without(lines: readonly string[], info: string, steps: readonly Unlabel[]): LabeledCode {
  let code = lines;
  let files: readonly NamedFile[] = [];
  for (const step of steps) {
    const labeled = step(code, info);
    files = [...files, ...labeled.files];
    if (labeled.isSeveral) {
      return { code: lines, files, isSeveral: true };
    }
    code = labeled.code;
  }
  return { code, files };
}

function unlabeled(code: readonly string[]): LabeledCode {
  return { code, files: [] };
}

/** Code without a comment in its first line that names its file. */
function withoutComment(lines: readonly string[], info: string): LabeledCode {
  const [at, second] = firstTwo(lines);
  const language = blockLanguage(info);
  const first = lines[at] ?? '';
  const file = fileInComment(first, language);
  if (file === undefined || second < 0 || !isLanguageOfFile(language, file)) {
    return unlabeled(lines);
  }
  if (language === '' && fileInComment(first, languageOfFile(file.path)) === undefined) {
    // A heading of Markdown.
    return unlabeled(lines);
  }
  const others = lines.slice(second).flatMap((line) => fileInComment(line, language) ?? []);
  return others.length > 0
    ? { code: lines, files: [file, ...others], isSeveral: true }
    : { code: lines.slice(second), files: [file] };
}

/** Files that are lists of names. */
const IGNORE_FILE = /ignore$|codeowners$/i;

/** What shells print. */
const OUTPUT = /^(?:output|logs?|console|terminal|.*session)$/i;
const PLAIN_TEXT = /^(?:text|txt|plain|plaintext)$/i;

export function isOutput(info: string): boolean {
  return OUTPUT.test(info.trim());
}

/** Goes on with the expression in the line above, as a list or a tree, or with what a tool says of a file. */
const GOES_ON = /^\s*(?:[.?=+*/&|,:)\]}-]|\d|[│├└✓✔✗✘×•]|(?:error|warning|note|failed|passed)\s*:)/i;

/** Begins or ends code, in most languages. */
const CODE =
  /^\s*(?:import|from|export|package|using|use|#include|def|class|const|let|var|function|public|@\w|<[\w!?]|\/\/|\/\*|#!|\{)|[{([;,>]$/;

/** Code without a path in its first line. */
function withoutPath(lines: readonly string[], info: string): LabeledCode {
  const language = blockLanguage(info);
  const [at, second] = firstTwo(lines);
  const [first = '', next = ''] = [lines[at]?.trimEnd(), lines[second]];
  const file = relativePath(first);
  const isText =
    hasTrait(language, 'shell') ||
    hasTrait(language, 'prose') ||
    language === 'bat' ||
    isOutput(info) ||
    PLAIN_TEXT.test(info.trim());
  if (file === undefined || second < 0 || isText || IGNORE_FILE.test(info) || IGNORE_FILE.test(file.path)) {
    return unlabeled(lines);
  }
  const hasFolder = file.path.includes('/');
  const isExpression = !hasFolder && (hasTrait(language, 'selectors') || hasTrait(language, 'style'));
  const isCode = language === '' ? isKnownCode(file) && CODE.test(next) : isLanguageOfFile(language, file);
  if (isExpression || !isCode || (GOES_ON.test(next) && language !== 'diff')) {
    return unlabeled(lines);
  }
  const rest = lines.slice(second);
  if (beginsWithSearch(rest)) {
    // Of which there may be more, each below its file.
    return unlabeled(lines);
  }
  const others = rest.flatMap((line) => relativePath(line.trimEnd()) ?? []);
  return others.length > 0
    ? { code: lines, files: [file, ...others], isSeveral: true }
    : { code: rest, files: [file] };
}

function isKnownCode({ path }: NamedFile): boolean {
  const language = languageOfFile(path);
  return language !== '' && !hasTrait(language, 'shell') && !hasTrait(language, 'prose');
}

/** The file that a line names which is nothing but a path in the workspace, or beside it. */
function relativePath(line: string): NamedFile | undefined {
  return /^(?:[/\\~]|[a-z]:[/\\]|\s)/i.test(line) ? undefined : namedFile(line, 'word');
}

/** Positions of the first two lines that are not blank. */
function firstTwo(lines: readonly string[]): [first: number, second: number] {
  const first = lines.findIndex((line) => line.trim() !== '');
  return [first, lines.findIndex((line, index) => index > first && line.trim() !== '')];
}

const TAG_NAME =
  'file|document|doc|code|source|artifact|content|snippet|new_file|create_file|edit|update|change';
const OPENING = new RegExp(
  String.raw`^<(${TAG_NAME})(?=\s)[^<>]{0,200}?\s(?:path|name|file|filename|file_?path|file-?name)=(?:"([^"<>]+)"|'([^'<>]+)')[^<>]{0,200}>$`,
);
const ELEMENT = /^<(path|file_?path|file_?name|file|source)>([^<>]+)<\/\1>$/;
/** Stands between the name of a file and its text. */
const CONTENT = /^<(?:document_content|file_content|content|contents|code)>$/;

/** The file that a line names which is nothing but a tag, and the name of the tag if it is still open. */
function tagIn(line: string): { file: NamedFile; open?: string } | undefined {
  const text = line.length > MAX_TAG_CHARS ? '' : line.trim();
  const [, open, double, single] = OPENING.exec(text) ?? [];
  const element = ELEMENT.exec(text)?.[2];
  const file = namedFile((element ?? double ?? single ?? '').trim(), 'label');
  return file && { file, ...(open !== undefined && { open }) };
}

const MAX_TAG_CHARS = 400;

/** Code without a tag around it that names its file, unless the code is itself markup with such tags. */
function withoutTag(lines: readonly string[], info: string): LabeledCode {
  const [at, second] = firstTwo(lines);
  const tag = tagIn(lines[at] ?? '');
  const end = lines.findLastIndex((line) => line.trim() !== '');
  if (tag?.open === undefined || second < 0 || second === end || lines[end]?.trim() !== `</${tag.open}>`) {
    return unlabeled(lines);
  }
  const inner = lines.slice(at + 1, end);
  const others = inner.flatMap((line) => tagIn(line)?.file ?? []);
  if (others.length > 0) {
    return { code: lines, files: [tag.file, ...others], isSeveral: true };
  }
  const language = blockLanguage(info);
  const isWrapper = language === '' || hasTrait(language, 'markup');
  const own = isWrapper ? languageOfFile(tag.file.path) : language;
  const isMarkup = lines[second]?.trim().startsWith('<') === true;
  const isContent = language !== 'xml' && (own === 'xml' || hasTags(own));
  return isMarkup && !isContent ? unlabeled(lines) : { code: inner, files: [tag.file] };
}

/** Whether a tag can be code of a language. */
export function hasTags(languageId: string): boolean {
  return (['markup', 'container', 'tagsInCode', 'codeInTags'] as const).some((trait) =>
    hasTrait(languageId, trait),
  );
}

/** The file that a tag right above a block names, which is around it. */
export function fileInTagAbove(above: string): NamedFile | undefined {
  const lines = lastLines(above);
  const last = lines.at(-1) ?? '';
  return tagIn(CONTENT.test(last.trim()) ? (lines.at(-2) ?? '') : last)?.file;
}

/** Few lines are enough. */
function lastLines(above: string): string[] {
  return above
    .slice(-2 * MAX_TAG_CHARS)
    .split('\n')
    .filter((line) => line.trim() !== '');
}
