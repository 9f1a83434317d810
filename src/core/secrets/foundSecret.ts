/** Kind of the API key that this extension sends. Its value is known, so it is found whatever its format. */
export const API_KEY_KIND = 'your API key';

/** Name of a secret in warnings and in its redaction. */
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

/** Range of a secret in a text, in UTF-16 units; `end` is exclusive. */
export interface SecretSpan {
  kind: SecretKind;
  start: number;
  end: number;
  /** What is secret in it, decoded. Several if rules found overlapping ranges. */
  values: readonly string[];
}

/** A range before its value is taken from the text. */
export type SecretRange = Omit<SecretSpan, 'values'>;

export interface FoundSecret extends SecretSpan {
  /** Line on which the secret starts, counted from 1. */
  line: number;
}

/** Origin of a text, which decides what to look for in it. */
export interface SecretSource {
  /** Its path or name. */
  path: string;
  /** VS Code's language id. */
  languageId: string;
}
