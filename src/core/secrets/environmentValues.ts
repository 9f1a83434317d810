import { hasTrait } from '../code/languages.ts';
import { DiffScanner } from '../readDiff.ts';
import type { SecretRange, SecretSource } from './foundSecret.ts';
import { canBePassword, isHighEntropy, isPlaceholder } from './secretValue.ts';

/** What precedes a line in the output of `grep`, in a diff or a quotation, and with line numbers. */
const LINE_START =
  '(?:[\\w./-]{0,100}\\.env[\\w.-]{0,20}[:-](?:\\d{1,6}[:-])?|[+>-]?[ \\t]{0,10}(?:\\d{1,6}[ \\t:|│]{1,4})?)[ \\t]{0,20}';
const ENVIRONMENT_LINE = new RegExp(
  `^${LINE_START}(?:export[ \\t]{1,5})?(?<name>[A-Za-z_][\\w.-]{0,100})[ \\t]{0,5}=[ \\t]{0,5}(?<value>[^\\r\\n]{1,4000})`,
);
/** Comments, blank lines and fences among the lines of an environment file. */
const LINE_BETWEEN = /^[ +>-]?\s{0,10}(?:\d{1,6}[ \t:|│]{0,4})?(?:#.*|`{3,}.*)?\r?$/;
const SECRET_NAME = /pass|pwd|secret|token|key|credential|auth|salt|private|cert|license|dsn|session|cookie/i;
const HARMLESS_VALUE = /^(?:[\d.,:_-]+|true|false|on|off|yes|no)$|^https?:\/\/[^@]*$|^[\w.+-]+@[\w.-]+$/i;
const FILE_NAME = /[\w.-]{0,100}\.env[\w.-]{0,100}|\.envrc/gi;
/** Number of lines in a row that make an environment of any text, as `printenv` shows it. */
const MIN_LINES = 3;

/** Whether a file is an environment file by its name; a template for one is not. */
function isEnvironmentFile(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return /^\.env(?:\.|rc$|$)|\.env$/i.test(name) && !/example|sample|template|dist$|default/i.test(name);
}

/**
 * Finds the values in a `.env` file that are not ordinary settings: in the file itself, in a diff of it, and below a
 * line that names it, such as the command that has shown it in a terminal. Elsewhere, lines in a row that only assign
 * variables count, but then only values that look like a secret.
 */
export function environmentValuesIn(text: string, { path, languageId }: SecretSource): SecretRange[] {
  const isFile = isEnvironmentFile(path);
  if (!isFile && (!text.includes('=') || hasTrait(languageId, 'expressions'))) {
    return [];
  }
  const found: SecretRange[] = [];
  /** Those in the current row of lines, which may be too short. */
  let row: SecretRange[] = [];
  let rowLines = 0;
  let isDiffOfOne = false;
  let isNamed = false;
  let at = 0;
  const diff = new DiffScanner();
  for (const line of text.split('\n')) {
    const match = line.includes('=') ? ENVIRONMENT_LINE.exec(line) : null;
    const { kind, name } = diff.next(line);
    if (kind !== 'content' && kind !== 'text') {
      // One of its names is enough, since a renamed file has lines of both.
      const isOfSameFile = kind === 'header' || kind === 'hunk';
      isDiffOfOne = (isDiffOfOne && isOfSameFile) || (name !== undefined && isEnvironmentFile(name));
    } else if (match !== null) {
      const isEnvironment = isFile || isDiffOfOne || isNamed || namesEnvironmentFile(line.slice(0, 120));
      rowLines += 1;
      (isEnvironment ? found : row).push(...secretIn(match, at, isEnvironment));
    } else if (!LINE_BETWEEN.test(line)) {
      found.push(...(rowLines >= MIN_LINES ? row : []));
      row = [];
      rowLines = 0;
      isNamed = namesEnvironmentFile(line.slice(0, 300));
    }
    at += line.length + 1;
  }
  return [...found, ...(rowLines >= MIN_LINES ? row : [])];
}

function namesEnvironmentFile(line: string): boolean {
  return /\.env/i.test(line) && (line.match(FILE_NAME) ?? []).some(isEnvironmentFile);
}

/** @param isEnvironment whether the line is one of an environment file for certain */
function secretIn(match: RegExpExecArray, lineStart: number, isEnvironment: boolean): SecretRange[] {
  const { name = '', value: rawValue = '' } = match.groups ?? {};
  const { value, start } = unquote(rawValue, lineStart + match.index + match[0].length - rawValue.length);
  const isSecret =
    !HARMLESS_VALUE.test(value) &&
    (isEnvironment
      ? SECRET_NAME.test(name)
        ? value.length >= 4 && !isPlaceholder(value)
        : value.length >= 10 && (isHighEntropy(value) || (/\d/.test(value) && canBePassword(value)))
      : match[0].endsWith(`${name}=${rawValue}`) &&
        /^[A-Z][A-Z0-9_]*$/.test(name) &&
        SECRET_NAME.test(name) &&
        !/(?:FILE|PATH|DIR|SOCK|ID|URL|NAME)$/.test(name) &&
        value.length >= 8 &&
        canBePassword(value));
  return isSecret ? [{ kind: 'value in .env', start, end: start + value.length }] : [];
}

/** The value without quotes or the comment after it. */
function unquote(rawValue: string, at: number): { value: string; start: number } {
  const quote = rawValue[0] ?? '';
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = rawValue.indexOf(quote, 1);
    return { value: rawValue.slice(1, end < 0 ? undefined : end), start: at + 1 };
  }
  return { value: rawValue.replace(/[ \t]{1,20}#.*$/, '').trimEnd(), start: at };
}
