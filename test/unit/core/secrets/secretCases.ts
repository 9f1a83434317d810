import type { SecretCase } from './secretCase.ts';
import { SECRETS_BY_PLACE } from './secretsByContext.ts';
import { SECRETS_BY_FORM } from './secretsByForm.ts';

/**
 * Every value is made up. The `¦` in some is taken out before the text is looked at: without it those who look for
 * real secrets in repositories would find these.
 */
export const SECRETS: readonly SecretCase[] = [...SECRETS_BY_FORM, ...SECRETS_BY_PLACE];
