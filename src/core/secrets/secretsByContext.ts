import { hasTrait } from '../code/languages.ts';
import type { SecretKind, SecretRange, SecretSource } from './foundSecret.ts';
import { canBePassword, isHighEntropy, isPlaceholder } from './secretValue.ts';

const PASSWORD_WORDS = 'passw(?:or)?d|passwort|passphrase|pwd|(?<![a-z])pass(?![a-z])';
const KEY_WORDS =
  '(?:api|access|auth|signing|encryption|private|secret|master|account|shared)[-_ ]?key|(?<![a-z])auth(?![a-z])';
const NAME_SOURCE = `(?<word>${PASSWORD_WORDS}|secret|token|${KEY_WORDS}|credential)(?<tail>[\\w-]{0,30})`;
/** Text between a name and its value, which may include a type annotation, a call or a list of arguments. */
const ASSIGNMENT =
  '(?::\\s{0,3}[&\\w<>.?\\[\\]]{1,40}\\s{0,2}=|:=|=>|[=:,]|\\s{1,3}value=)\\s{0,3}\\(?\\s{0,8}(?:Buffer\\.from\\(|[brfu@])?';
const PASSWORD_NAME = new RegExp(PASSWORD_WORDS, 'i');
const QUOTED_ASSIGNMENT = new RegExp(
  `${NAME_SOURCE}["'\`\\])]{0,2}\\s{0,3}${ASSIGNMENT}(?<quote>["'\`])(?<value>(?:(?!\\k<quote>)[^\\n\\\\]|\\\\.){4,400})\\k<quote>`,
  'gi',
);
const UNQUOTED_ASSIGNMENT = new RegExp(
  `${NAME_SOURCE}["']?[ \\t]{0,3}[=:][ \\t]{0,3}(?<value>[^\\s"'\`,;(){}\\[\\]<>]{4,400})(?=[\\s"'&]|$)`,
  'gi',
);
const XML_ELEMENT = new RegExp(`<[\\w.-]{0,30}${NAME_SOURCE}>(?<value>[^<>\\s]{4,400})</`, 'gi');
/** Suffix of a name that describes a secret instead of containing one. */
const METADATA_SUFFIX =
  /(?:ur[il]|path|file|dir|name|type|kind|id|field|label|hint|length|size|count|limit|expir\w*|ttl|header|prefix|suffix|regexp?|pattern|policy|reset|hash|algorithm|endpoint|ref|version|duration|placeholder|title|text|message|error|input|format|column|index|izer|required)s?$/i;
/** Prefix of a name that doesn't contain a secret. */
const HARMLESS_PREFIX =
  /(?:page|next|cursor|continuation|csrf|xsrf|cancell?ation|max|min|num|public|sync|css|syntax)[-_.]?$/i;

/** Finds passwords, keys and secrets by the name that they are assigned to. */
export function assignedSecretsIn(text: string, { languageId }: SecretSource): SecretRange[] {
  const patterns = hasTrait(languageId, 'expressions')
    ? [QUOTED_ASSIGNMENT, XML_ELEMENT]
    : [QUOTED_ASSIGNMENT, XML_ELEMENT, UNQUOTED_ASSIGNMENT];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => secretInAssignment(text, match)),
  );
}

function secretInAssignment(text: string, match: RegExpExecArray): SecretRange[] {
  const { word = '', tail = '', value = '', quote = '' } = match.groups ?? {};
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  if (METADATA_SUFFIX.test(tail) || HARMLESS_PREFIX.test(before)) {
    return [];
  }
  const isPassword = PASSWORD_NAME.test(word);
  if (!(isPassword ? canBePassword(value) : isHighEntropy(value))) {
    return [];
  }
  const start = match.index + match[0].lastIndexOf(`${quote}${value}`) + quote.length;
  const name = `${/[\w-]*$/.exec(before)?.[0] ?? ''}${word}${tail}`;
  return [{ kind: isPassword ? 'password' : kindOf(name, value), start, end: start + value.length }];
}

function kindOf(name: string, value: string): SecretKind {
  const isAwsSecret = /^[\w+/]{40}$/.test(value) && /secret[-_]?(?:access)?[-_]?key/i.test(name);
  return isAwsSecret || /aws[-_]?session/i.test(name) ? 'AWS key' : 'secret';
}

/** In a URL: `scheme://user:password@host`. */
const URL_PASSWORD = /:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s@/"'`<>]{3,200})@(?=[\w.[-])/dg;
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
/** In the query of a URL. */
const URL_QUERY_SECRET =
  /[?&](?:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|token|secret|key)=(?<secret>[\w.~%+/-]{16,400})/dgi;
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
    ...matchSpans(text, URL_QUERY_SECRET, isHighEntropy, 'secret'),
    ...PASSWORD_SETTINGS.flatMap((pattern) => matchSpans(text, pattern, canBePassword)),
    ...files.flatMap((pattern) => matchSpans(text, pattern, (value) => !isPlaceholder(value))),
  ];
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
