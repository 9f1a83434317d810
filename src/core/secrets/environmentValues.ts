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
/** A line of YAML, JSON or TOML that sets something. */
const SETTING_LINE =
  /^[ \t+-]{0,40}(?:\d{1,6}[ \t:|│]{1,4})?[ \t{]{0,40}["']?(?<name>[\p{L}_][\p{L}\w.-]{0,100})["']?[ \t]{0,5}(?:=|:[ \t])[ \t]{0,20}(?<value>[^\r\n]{1,4000})/u;
/** A heading, a bracket or a comment among such lines. */
const SETTINGS_BETWEEN =
  /^[ \t+-]{0,40}(?:["']?[\p{L}\w.-]{1,100}["']?:|[[\]{}(),"`-].{0,100}|#.*)?\s{0,10}$/u;
/** Comments, blank lines and fences among the lines of an environment file. */
const LINE_BETWEEN = /^[ +>-]?\s{0,10}(?:\d{1,6}[ \t:|│]{0,4})?(?:(?:#|```).*)?\r?$/;
const SECRET_NAME = /pass|pwd|secret|token|key|credential|auth|salt|private|cert|license|dsn|session|cookie/i;
const HARMLESS_VALUE = /^(?:[\d.,:_-]+|true|false|on|off|yes|no)$|^https?:\/\/[^@]*$|^[\w.+-]+@[\w.-]+$/i;
const FILE_NAME = /[\w.-]{0,100}\.env[\w.-]{0,100}|\.envrc|(?<![\w.-])\.?(?:secret|credential)[\w.-]{1,60}/gi;
/** A part of each name of such a file. */
const NAMES_FILE = /\.env|secret|credential/i;
const KUBERNETES_SECRET = /^kind:[ \t]{1,4}["']?Secret["']?[ \t]{0,4}\r?$/m;
/** By sops, by Ansible and as a sealed secret. */
const ENCRYPTED_VALUE = /^ENC\[|^!vault|^\$ANSIBLE_VAULT|^[|>]/;
/** Number of lines in a row that make an environment of any text, as `printenv` shows it. */
const MIN_LINES = 3;

/** A file in which every value may be a secret: lines with `=`, or YAML, JSON and the like. */
type FileKind = 'environment' | 'secrets';

/** The kind of a file by its name; a template for one is none. */
function kindOfFile(path: string): FileKind | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  if (/example|sample|template|dist$|default/i.test(name)) {
    return undefined;
  }
  if (/^\.env(?:\.|rc$|$)|\.env$/i.test(name)) {
    return 'environment';
  }
  return /^\.?(?:secrets?|credentials?)(?:[._-][\w.-]{1,40})?\.(?:ya?ml|json|toml|ini|properties)$/i.test(
    name,
  )
    ? 'secrets'
    : undefined;
}

/**
 * Finds the values in a `.env` file and in a file named after its secrets, as `secrets.yaml` is, that are not ordinary
 * settings: in the file itself, in a diff of it, and below a line that names it, such as the command that has shown it
 * in a terminal. Elsewhere, lines in a row that only assign variables count, but then only values that look like a
 * secret.
 */
export function environmentValuesIn(text: string, { path, languageId }: SecretSource): SecretRange[] {
  const isManifest = text.includes('Secret') && KUBERNETES_SECRET.test(text);
  const ownKind = kindOfFile(path) ?? (isManifest ? 'secrets' : undefined);
  if (ownKind === undefined && hasTrait(languageId, 'expressions')) {
    return [];
  }
  const namesFile = NAMES_FILE.test(text);
  if (ownKind === undefined && !namesFile && !text.includes('=')) {
    return [];
  }
  const found: SecretRange[] = [];
  /** Those in the current row of lines, which may be too short. */
  let row: SecretRange[] = [];
  let rowLines = 0;
  let diffOf: FileKind | undefined;
  let named: FileKind | undefined;
  let at = 0;
  const diff = new DiffScanner();
  for (const line of text.split('\n')) {
    const { kind: part, name } = diff.next(line);
    const kind = ownKind ?? diffOf ?? named;
    const isSettings = kind === 'secrets';
    const match = isSettings
      ? SETTING_LINE.exec(line)
      : line.includes('=')
        ? ENVIRONMENT_LINE.exec(line)
        : null;
    if (part !== 'content' && part !== 'text') {
      // One of its names is enough, since a renamed file has lines of both.
      const isOfSameFile = part === 'header' || part === 'hunk';
      diffOf = (name === undefined ? undefined : kindOfFile(name)) ?? (isOfSameFile ? diffOf : undefined);
    } else if (match !== null) {
      const isFile = kind !== undefined || kindNamedIn(line.slice(0, 120)) === 'environment';
      rowLines += 1;
      (isFile ? found : row).push(...(isSettings ? settingIn(match, at) : secretIn(match, at, isFile)));
    } else if (!(isSettings ? SETTINGS_BETWEEN : LINE_BETWEEN).test(line)) {
      found.push(...(rowLines >= MIN_LINES ? row : []));
      row = [];
      rowLines = 0;
      named = namesFile ? kindNamedIn(line.slice(0, 300)) : undefined;
    }
    at += line.length + 1;
  }
  return [...found, ...(rowLines >= MIN_LINES ? row : [])];
}

function kindNamedIn(line: string): FileKind | undefined {
  return NAMES_FILE.test(line)
    ? (line.match(FILE_NAME) ?? []).map(kindOfFile).find((kind) => kind !== undefined)
    : undefined;
}

/** In a file of secrets. */
function settingIn(match: RegExpExecArray, lineStart: number): SecretRange[] {
  const { name = '', value: rawValue = '' } = match.groups ?? {};
  const { value, start } = unquote(rawValue, lineStart + match[0].length - rawValue.length);
  const isSecret =
    !HARMLESS_VALUE.test(value) &&
    !isPlaceholder(value) &&
    !ENCRYPTED_VALUE.test(value) &&
    (SECRET_NAME.test(name) && !/(?:name|type|kind|id|path|file|url|version|ref)$/i.test(name)
      ? value.length >= 4 && /^[!-~]+$/.test(value)
      : value.length >= 8 && (isHighEntropy(value) || (/\d/.test(value) && canBePassword(value))));
  const kind = /pass|pwd/i.test(name) ? 'password' : 'secret';
  return isSecret ? [{ kind, start, end: start + value.length }] : [];
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
  return { value: rawValue.replace(/[ \t]{1,20}#.*$/s, '').trimEnd(), start: at };
}
