import { hasTrait } from '../code/languages.ts';
import type { SecretKind, SecretRange, SecretSource } from './foundSecret.ts';
import { KEY_WORDS, NAME_CHARS, PASSWORD_WORDS } from './secretNames.ts';
import { canBePassword, hasRandomPart, isHighEntropy, isPlaceholder } from './secretValue.ts';

const NAME = new RegExp(`(?<word>${PASSWORD_WORDS}|${KEY_WORDS})(?<tail>[${NAME_CHARS}]{0,30})`, 'gi');
const PASSWORD_NAME = new RegExp(PASSWORD_WORDS, 'i');
/** Punctuation of Chinese, Japanese and Korean, which no blank follows. */
const WIDE_MARKS = '\\u3000-\\u303F\\uFF00-\\uFFEF';
/** Text between a name and its value, which may include a type annotation, a call or a list of arguments. */
const ASSIGNMENT =
  '(?::\\s{0,3}[&\\w<>.?\\[\\]]{1,40}\\s{0,2}=|:=|=>|[=:,：＝]|\\s{1,3}value=)\\s{0,3}\\(?\\s{0,8}(?:Buffer\\.from\\(|[brfu@])?';
const QUOTED_VALUE = new RegExp(
  `["'\`\\])]{0,2}\\s{0,3}${ASSIGNMENT}(?<quote>["'\`])(?<value>(?:(?!\\k<quote>)[^\\n\\\\]|\\\\.){4,400})\\k<quote>`,
  'y',
);
const UNQUOTED_VALUE = new RegExp(
  `["']?[ \\t]{0,3}[=:：＝][ \\t]{0,3}(?<value>[^\\s"'\`,;(){}\\[\\]<>${WIDE_MARKS}]{4,400})(?=[\\s"'&${WIDE_MARKS}]|$)`,
  'y',
);
/** What may follow a name in any language, depending on what precedes it. */
const VALUES: readonly (readonly [value: RegExp, before?: RegExp])[] = [
  [QUOTED_VALUE],
  [/>(?<value>[^<>\s]{4,400})<\//y, /<[\w.-]{0,30}$/],
];
/** In text that is no code. */
const VALUES_OF_TEXT: typeof VALUES = [
  ...VALUES,
  [UNQUOTED_VALUE],
  [
    /[ \t]{1,4}(?<quote>["']?)(?<value>[^\s"'=]{4,400})(?=["'\s]|$)/y,
    /(?:(?:^|\n)[ \t+>-]{0,20}ENV|\b(?:setx|setenv|set -gx))[ \t]{1,4}\w{0,40}$/i,
  ],
];
/** Word that is a part of many other names. */
const WEAK_KEY_NAME = /^(?:key|api ?|キー)$/i;
/** Suffix of a name that describes a secret instead of containing one. */
const METADATA_SUFFIX =
  /(?:ur[il]|path|file|dir|name|type|kind|id|field|label|hint|length|size|count|limit|expir\w*|ttl|header|prefix|suffix|regexp?|pattern|policy|reset|hash|algorithm|endpoint|ref|version|duration|placeholder|title|text|message|error|input|format|column|index|izer|required)s?$/i;
/** Prefix of a name that doesn't contain a secret. */
const HARMLESS_PREFIX =
  /(?:page|next|cursor|continuation|csrf|xsrf|cancell?ation|max|min|num|public|sync|css|syntax|cache|idempotency|partition|sort|primary|foreign|object)[-_.]?$/i;

/** Finds passwords, keys and secrets by the name that they are assigned to. */
export function assignedSecretsIn(text: string, { languageId }: SecretSource): SecretRange[] {
  const values = hasTrait(languageId, 'expressions') ? VALUES : VALUES_OF_TEXT;
  /** By the kind of value: the end of the last one, in which no name counts. */
  const ends = values.map(() => 0);
  return [...text.matchAll(NAME)].flatMap((name) => {
    const before = text.slice(Math.max(0, name.index - 80), name.index);
    return values.flatMap(([pattern, isBefore], kind) => {
      pattern.lastIndex = name.index + name[0].length;
      const match = name.index < (ends[kind] ?? 0) ? null : pattern.exec(text);
      if (match === null || isBefore?.test(before) === false) {
        return [];
      }
      ends[kind] = pattern.lastIndex;
      return secretIn(name, before, match);
    });
  });
}

function secretIn(name: RegExpExecArray, before: string, match: RegExpExecArray): SecretRange[] {
  const { word = '', tail = '' } = name.groups ?? {};
  const { value = '', quote = '' } = match.groups ?? {};
  if (METADATA_SUFFIX.test(tail) || HARMLESS_PREFIX.test(before)) {
    return [];
  }
  const isPassword = PASSWORD_NAME.test(word);
  const isSecret = isPassword
    ? canBePassword(value)
    : isHighEntropy(value) && (!WEAK_KEY_NAME.test(name[0]) || hasRandomPart(value));
  if (!isSecret) {
    return [];
  }
  const start = match.index + match[0].lastIndexOf(`${quote}${value}`) + quote.length;
  const wholeName = `${/(?<![\w-])[\w-]*$/.exec(before)?.[0] ?? ''}${name[0]}`;
  return [{ kind: isPassword ? 'password' : kindOf(wholeName, value), start, end: start + value.length }];
}

function kindOf(name: string, value: string): SecretKind {
  const isAwsSecret = /^[\w+/]{40}$/.test(value) && /secret[-_]?(?:access)?[-_]?key/i.test(name);
  return isAwsSecret || /aws[-_]?session/i.test(name) ? 'AWS key' : 'secret';
}

/** In a URL: `scheme://user:password@host`. */
const URL_PASSWORD = /:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s@/"'`<>]{3,200})@(?=[\w.[-])/dg;
/** In a URL: `scheme://token@host`. The name in a DSN of Sentry is public. */
const URL_TOKEN = /:\/\/(?<secret>[^\s:/@"'`<>?#]{16,400})@(?=[\w[])(?![\w.]{0,60}sentry)/dg;
const BEARER = /\bbearer\s{1,3}(?<secret>[\w.~+/=-]{20,4000})/dgi;
/** A variable for a container, which can be an ordinary word. */
const ENV_ARGUMENT =
  /\s(?:-e|--env)[ =]?["']?\w{0,40}PASS(?:WORD|WD|PHRASE)?=["']?(?<secret>[^\s"']{4,200})/dg;
/** In connection strings, and in arguments of commands and statements. */
const PASSWORD_SETTINGS: readonly RegExp[] = [
  /[;?&](?:amp;)?\s?(?:password|pwd)\s{0,2}=\s{0,2}(?<secret>[^;&"'\s<>]{4,100})/dgi,
  /\bIDENTIFIED\s{1,3}BY\s{1,3}['"](?<secret>[^'"\n]{4,100})['"]/dgi,
  /\bConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?["'](?<secret>[^"'\n]{4,100})["']/dgi,
  /\bNetworkCredential\(\s{0,3}"[^"\n]{0,100}",\s{0,3}"(?<secret>[^"\n]{4,100})"/dg,
  /\bauth\s{0,3}=\s{0,3}\(\s{0,3}["'][^"'\n]{0,100}["'],\s{0,3}["'](?<secret>[^"'\n]{4,200})["']/dg,
  /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)\s{1,3}["']?[^\s:"']{1,60}:(?<secret>[^\s"']{4,100})/dg,
  /\b(?:sshpass|docker\s{1,3}login|az\s{1,3}login)\b[^\n]{0,200}?\s(?:-p|--password)[\s=]{1,3}["']?(?<secret>[^\s"'-][^\s"']{3,200})/dg,
  /(?:\bset|\bwith|\.)_?(?:password|passwd|pwd)\w{0,10}\(\s{0,3}["'](?<secret>[^"'\n]{4,100})["']\s{0,3}\)/dgi,
  /\bmysql\w{0,10}\b[^\n]{0,200}?\s-p(?<secret>[^\s"'=-][^\s"']{3,60})/dg,
];
/** In the query of a URL, or after the `#`. */
const URL_QUERY_SECRET =
  /[?&#](?:api[-_]?key|(?:access|auth|id|refresh|session)[-_]?token|client[-_]?secret|token|secret|key)=(?<secret>[\w.~%+/-]{16,400})/dgi;
const NETRC_PASSWORD = /\bpassword\s{1,4}(?<secret>\S{3,200})/dg;
const PGPASS_PASSWORD = /^(?:[^:\n]{1,200}:){4}(?<secret>\S{3,200})$/dgm;

/** Finds passwords and keys in URLs, in connection strings and in command lines that sign in. */
export function passwordsIn(text: string, { path }: SecretSource): SecretRange[] {
  const files = [
    ...(/(?:^|[\\/])[._]netrc$/.test(path) ? [NETRC_PASSWORD] : []),
    ...(/(?:^|[\\/])\.pgpass$/.test(path) ? [PGPASS_PASSWORD] : []),
  ];
  return [
    ...(text.includes('://') ? matchSpans(text, URL_PASSWORD, (value) => !isPlaceholder(value)) : []),
    ...(text.includes('://') ? matchSpans(text, URL_TOKEN, isHighEntropy, 'secret') : []),
    ...matchSpans(text, BEARER, isHighEntropy, 'authorization'),
    ...(text.includes('PASS') ? matchSpans(text, ENV_ARGUMENT, (value) => !isPlaceholder(value)) : []),
    ...(/ookie|OOKIE|curl/.test(text) ? cookiesIn(text) : []),
    ...matchSpans(text, URL_QUERY_SECRET, isHighEntropy, 'secret'),
    ...PASSWORD_SETTINGS.flatMap((pattern) => matchSpans(text, pattern, canBePassword)),
    ...files.flatMap((pattern) => matchSpans(text, pattern, (value) => !isPlaceholder(value))),
  ];
}

const COOKIES =
  /(?:\bcookie["']?\s{0,3}[:=,]|\bcurl\b[^\n]{0,300}?\s(?:-b|--cookie)[\s=])\s{0,3}["'`]?(?<cookies>[^\n"'`]{8,4000})/dgi;
const COOKIE = /[^=;\s]{1,80}=(?<secret>[^;\s]{16,4000})/dg;

/** Finds sessions and the like. A cookie of a statistic consists of numbers. */
function cookiesIn(text: string): SecretRange[] {
  return [...text.matchAll(COOKIES)].flatMap(({ groups, indices }) => {
    const from = indices?.groups?.['cookies']?.[0] ?? 0;
    return matchSpans(
      groups?.['cookies'] ?? '',
      COOKIE,
      (value) => isHighEntropy(value) && value.replace(/[^a-z]/gi, '').length >= value.length / 4,
      'secret',
    ).map(({ kind, start, end }) => ({ kind, start: from + start, end: from + end }));
  });
}

function matchSpans(
  text: string,
  pattern: RegExp,
  accept: (value: string) => boolean,
  kind: SecretKind = 'password',
): SecretRange[] {
  return [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const [start, end] = indices?.groups?.['secret'] ?? [0, 0];
    return accept(groups?.['secret'] ?? '') ? [{ kind, start, end }] : [];
  });
}
