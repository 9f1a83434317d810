import { isKeyValue, isPasswordValue } from './assigned.ts';
import type { SecretSource, SecretSpan } from './kinds.ts';
import { isPlaceholder } from './placeholder.ts';

const LINE =
  /^[ \t]{0,20}(?:export[ \t]{1,5})?(?<name>[A-Za-z_][\w.-]{0,100})[ \t]{0,5}=[ \t]{0,5}(?<value>[^\r\n]{1,4000})/gm;
const SECRET_NAME = /pass|pwd|secret|token|key|credential|auth|salt|private|cert|license|dsn|session|cookie/i;
const HARMLESS = /^(?:[\d.,:_-]+|true|false|on|off|yes|no)$|^https?:\/\/[^@]*$|^[\w.+-]+@[\w.-]+$/i;

/** Whether a file holds the values of an environment by its name; one that shows how to write such a file does not. */
function isEnvironmentFile(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return /^\.env(?:\.|rc$|$)|\.env$/i.test(name) && !/example|sample|template|dist$|default/i.test(name);
}

/** Values of a `.env` file that are no everyday settings. */
export function environmentValuesIn(text: string, { path }: SecretSource): SecretSpan[] {
  if (!isEnvironmentFile(path)) {
    return [];
  }
  return [...text.matchAll(LINE)].flatMap((match) => {
    const { name = '', value: written = '' } = match.groups ?? {};
    const at = match.index + match[0].length - written.length;
    const { value, start } = unquoted(written, at);
    const isSecret =
      !HARMLESS.test(value) &&
      (SECRET_NAME.test(name)
        ? value.length >= 4 && !isPlaceholder(value)
        : value.length >= 10 && (isKeyValue(value) || (/\d/.test(value) && isPasswordValue(value))));
    return isSecret ? [{ kind: 'value in .env' as const, start, end: start + value.length }] : [];
  });
}

/** The value without its quotes and what is remarked behind it. */
function unquoted(written: string, at: number): { value: string; start: number } {
  const quote = written[0] ?? '';
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = written.indexOf(quote, 1);
    return { value: written.slice(1, end < 0 ? undefined : end), start: at + 1 };
  }
  return { value: written.replace(/[ \t]{1,20}#.*$/, '').trimEnd(), start: at };
}
