import { linesOf } from './textRange.ts';

const NUMBERED = /^\s*(\d+)\s*[:|│]/;

const FILE_NAME_COMMENT =
  /^(?:\/\/|#|--|<!--|\/\*|;)\s*(?:(?:file(?:name)?|path):\s*)?([\w@.\-/\\]*\w\.[A-Za-z]\w{0,9})\s*(?:-->|\*\/)?$/i;

/** Fences of text, such as output, and languages of documents in which such text is at home. */
const OUTPUT_LANGUAGES: ReadonlySet<string> = new Set(['text', 'txt', 'plain', 'plaintext']);
const TEXT_LANGUAGES: ReadonlySet<string> = new Set([
  'plaintext',
  'markdown',
  'log',
  'restructuredtext',
  'latex',
  'tex',
  'dotenv',
  'properties',
  'ignore',
]);

/** Whether each line begins with its number, as in listings. */
export function hasLineNumbers(code: readonly string[], asked: string): boolean {
  const numbers = code.filter((line) => line.trim() !== '').map((line) => Number(NUMBERED.exec(line)?.[1]));
  return (
    numbers.length > 1 &&
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)) &&
    !linesOf(asked).some((line) => NUMBERED.test(line))
  );
}

/** Code without a first line that only says in which file it belongs. */
export function withoutFileName(
  code: readonly string[],
  asked: readonly string[],
): { code: readonly string[]; file: string } {
  const [first = '', ...rest] = code;
  const file = FILE_NAME_COMMENT.exec(first.trim())?.[1];
  return file === undefined || rest.length === 0 || asked.some((line) => line.trim() === first.trim())
    ? { code, file: '' }
    : { code: rest, file };
}

/** The properties of a JSON object alone, if properties were asked about. */
export function withoutBraces(
  code: readonly string[],
  asked: readonly string[],
  languageId: string,
): readonly string[] {
  const isJson = languageId === 'json' || languageId === 'jsonc';
  const isWrapped = code.length > 2 && code[0]?.trim() === '{' && code.at(-1)?.trim() === '}';
  const isProperties = /^"[^"]*"\s*:/.test(asked.find((line) => line.trim() !== '')?.trim() ?? '');
  return isJson && isWrapped && isProperties ? code.slice(1, -1) : code;
}

/** The last part of a path, for comparing it. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/** Whether a fence says that it has text rather than code for a document. */
export function isOutput(language: string, languageId: string): boolean {
  return OUTPUT_LANGUAGES.has(language.toLowerCase()) && !TEXT_LANGUAGES.has(languageId);
}
