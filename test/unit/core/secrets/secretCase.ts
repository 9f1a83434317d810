import type { SecretKind } from '../../../../src/core/secrets/foundSecret.ts';

/** What must be found: its kind, the file that it stands in, and the text with `«` and `»` around the secret. */
export type SecretCase = readonly [kind: SecretKind, path: string, text: string];
