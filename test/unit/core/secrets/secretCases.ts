import type { SecretKind } from '../../../../src/core/secrets/kinds.ts';
import { SECRETS_BY_FORM } from './secretsByForm.ts';
import { SECRETS_BY_PLACE } from './secretsByPlace.ts';

/** What must be found: its kind, the file that it stands in, and the text with `«` and `»` around the secret. */
export type SecretCase = readonly [kind: SecretKind, path: string, text: string];

/**
 * Every value is made up. The `¦` in some is taken out before the text is looked at: without it those who look for
 * real secrets in repositories would find these.
 */
export const SECRETS: readonly SecretCase[] = [...SECRETS_BY_FORM, ...SECRETS_BY_PLACE];
