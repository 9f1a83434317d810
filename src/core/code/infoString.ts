import { omitUndefined } from '../../base/omitUndefined.ts';
import { type NamedFile, namedFile } from './fileReference.ts';
import { COMMON_LANGUAGES, type LanguageInfo, languageIdOf } from './languageId.ts';
import { hasTrait, isKnownLanguage } from './languages.ts';

/** Content of a fence's info string: a language, sometimes a file, and sometimes text that belongs on the next line. */
interface FenceInfo {
  /** As written, such as `ts`, or that of the file; empty if there is none. */
  readonly language: string;
  readonly file?: NamedFile;
  /** What is neither of them nor an attribute. */
  readonly text: string;
}

/** `file="a b.ts"`, `path: src/a.ts` and, as in objects, `{filename: "a.ts"}`. A title may also be any text. */
const FILE_ATTRIBUTE =
  /(?<![^\s{,])(?:(?<title>title)|file(?:name|path)?|path)(?:=|(?<colon>:)[ \t]*)(?:"(?<double>[^"]+)"|'(?<single>[^']+)'|(?<bare>[^\s"',{}]+))/i;
/** An attribute, such as `{1,3}` and `linenums="1"`. */
const ATTRIBUTE = /\{[^{}]*\}|(?<![\w-])[\w-]+=(?:"[^"]*"|'[^']*'|\S+)/g;

/** Marks around a word, as in `ts [src/a.ts]`. */
const ENCLOSED = /^(?:\[(?<square>.+)\]|\((?<round>.+)\)|(["'`])(?<quoted>.+)\3)$/;

const COMMENT_SIGN = /^(?:\/\/|#|--)$/;

/** Parses `ts`, `ts:src/a.ts`, `ts src/a.ts:12-20`, `src/a.ts` and `python title="a.py"`. */
export function parseInfoString(info: string): FenceInfo {
  const { written, ...parsed } = read(info);
  const { file } = parsed;
  return { language: written || (file === undefined ? '' : languageOfFile(file.path)), ...parsed };
}

/** The language of a file by its name; empty if it is not known. What has no name here has its id as extension. */
export function languageOfFile(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const id = isKnownLanguage(extension) ? extension : '';
  return languageIdOf({ language: '', file: path }, COMMON_LANGUAGES) ?? id;
}

/** Language id of a code block with this info string; `undefined` if it is not known. */
export function languageIdOfInfo(info: string, known: readonly LanguageInfo[]): string | undefined {
  const { written, file } = read(info);
  return languageIdOf({ language: written, file: file?.path ?? '' }, known);
}

/** The parts of an info string as they are written. */
function read(info: string): { written: string; file?: NamedFile; text: string } {
  const { all = '', file: named, text: title = '' } = attributeIn(info) ?? {};
  const rest = (all === '' ? info : info.replace(all, ' ')).replaceAll(ATTRIBUTE, ' ').trim();
  const [first = '', ...others] = rest.split(/\s+/);
  const isFirst = info.startsWith(first);
  const alone =
    named === undefined && isFirst && !isLanguageName(first) ? namedFile(first, 'word') : undefined;
  const [beforeColon = '', afterColon = ''] = isFirst && alone === undefined ? splitAtColon(first) : [];
  // What follows tells how to show or check the code, as in `rust,ignore` and `ts{1,3}`.
  const written = beforeColon.replace(/[,{].*$/s, '');
  const words = [afterColon, ...withoutSign(isFirst ? others : [first, ...others])];
  const found = [0, 1].map((at) => fileInWord(words[at]));
  const at = named === undefined && alone === undefined ? found.findIndex((each) => each !== undefined) : -1;
  const file = named ?? alone ?? found[at];
  return {
    written,
    ...omitUndefined({ file }),
    text: [title, ...words.filter((_, index) => index !== at)].join(' ').trim(),
  };
}

function fileInWord(word = ''): NamedFile | undefined {
  const { square, round, quoted } = ENCLOSED.exec(word)?.groups ?? {};
  return namedFile(square ?? round ?? quoted ?? word, 'word');
}

/** Words without the sign of a comment that only names a file, as in `ts // src/a.ts`. */
function withoutSign(words: readonly string[]): readonly string[] {
  const [sign = '', ...named] = words;
  const isComment = COMMENT_SIGN.test(sign) && named.length === 1 && fileInWord(named[0]) !== undefined;
  return isComment ? named : words;
}

/** The attribute that names a file, or a title that is the other text of the block. */
function attributeIn(info: string): { all: string; file?: NamedFile; text?: string } | undefined {
  const match = FILE_ATTRIBUTE.exec(info);
  const { title, colon, double, single, bare = '' } = match?.groups ?? {};
  const value = double ?? single ?? bare;
  const isWord = colon !== undefined && value === bare;
  const file = namedFile(value, title !== undefined ? 'word' : isWord ? 'label' : 'attribute');
  if (match === null || (file === undefined && (title === undefined || colon !== undefined))) {
    return undefined;
  }
  return file === undefined ? { all: match[0], text: value } : { all: match[0], file };
}

function splitAtColon(word: string): [before: string, after: string] {
  const colon = word.indexOf(':');
  return colon < 0 ? [word, ''] : [word.slice(0, colon), word.slice(colon + 1)];
}

function isLanguageName(word: string): boolean {
  return languageIdOf({ language: word, file: '' }, COMMON_LANGUAGES) !== undefined;
}

/** Whether a code block in this language is a diagram that VS Code's preview of Markdown may draw. */
export function isDiagramLanguage(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

export function isMarkdownLanguage(language: string): boolean {
  return languageIdOf({ language, file: '' }, COMMON_LANGUAGES) === 'markdown';
}

/**
 * Whether a code block in this language contains shell commands. Terminal sessions, which contain prompts and output
 * too, have other languages.
 */
export function isShellLanguage(language: string): boolean {
  return hasTrait(languageIdOf({ language, file: '' }, COMMON_LANGUAGES) ?? '', 'shell');
}

/** Whether a code block, or a document, in this language is a patch. */
export function isPatchLanguage(language: string): boolean {
  return /^(?:diff|patch|udiff)$/i.test(language);
}
