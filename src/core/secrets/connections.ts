import { isKeyValue, isPasswordValue } from './assigned.ts';
import type { SecretKind, SecretSource, SecretSpan } from './kinds.ts';
import { isPlaceholder } from './placeholder.ts';

/** In an address: `scheme://user:password@host`. */
const IN_ADDRESS = /:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s@/"'`<>]{3,200})@(?=[\w.[-])/dg;
/** In the settings of a connection, and as arguments of commands and statements. */
const IN_SETTINGS: readonly RegExp[] = [
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
/** Behind the question mark of an address. */
const IN_QUERY =
  /[?&](?:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|token|secret|key)=(?<secret>[\w.~%+/-]{16,400})/dgi;
const NETRC = /\bpassword\s{1,4}(?<secret>\S{3,200})/dg;
const PGPASS = /^(?:[^:\n]{1,200}:){4}(?<secret>\S{3,200})$/dgm;

/** Passwords and keys that stand in addresses, in the settings of connections, and in what signs in at a command line. */
export function passwordsIn(text: string, { path }: SecretSource): SecretSpan[] {
  const files = [
    ...(/(?:^|[\\/])[._]netrc$/.test(path) ? [NETRC] : []),
    ...(/(?:^|[\\/])\.pgpass$/.test(path) ? [PGPASS] : []),
  ];
  return [
    ...(text.includes('://') ? spans(text, IN_ADDRESS, (value) => !isPlaceholder(value)) : []),
    ...spans(text, IN_QUERY, isKeyValue, 'secret'),
    ...IN_SETTINGS.flatMap((pattern) => spans(text, pattern, isPasswordValue)),
    ...files.flatMap((pattern) => spans(text, pattern, (value) => !isPlaceholder(value))),
  ];
}

function spans(
  text: string,
  pattern: RegExp,
  accept: (value: string) => boolean,
  kind: SecretKind = 'password',
): SecretSpan[] {
  return [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const [start, end] = indices?.groups?.['secret'] ?? [0, 0];
    return accept(groups?.['secret'] ?? '') ? [{ kind, start, end }] : [];
  });
}
