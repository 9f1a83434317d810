/** The key that this extension itself sends: it is known, and not only by how it looks. */
export const API_KEY_KIND = 'your API key';

/** What a secret is called where it is pointed out and where it stood. */
export type SecretKind =
  | 'private key'
  | 'password'
  | 'secret'
  | 'authorization'
  | 'value in .env'
  | 'JWT'
  | `${string} key`
  | `${string} token`
  | `${string} webhook`;

/** Where a secret stands in a text: from `start` up to `end`, in UTF-16 units. */
export interface SecretSpan {
  kind: SecretKind;
  start: number;
  end: number;
}

/** @param line the line that it begins in, counted from 1 */
export interface FoundSecret extends SecretSpan {
  line: number;
}

/** Where a text is from, which says what to look for in it. */
export interface SecretSource {
  /** Its path or name. */
  path: string;
  /** VS Code's language id. */
  languageId: string;
}
