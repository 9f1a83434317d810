import type { SecretKind } from '../../../../src/core/secrets/foundSecret.ts';

/** A secret that must be found: its kind, the path of the file, and the text with `«` and `»` around the secret. */
export type SecretCase = readonly [kind: SecretKind, path: string, text: string];
