import type { SecretCase } from './secretCase.ts';
import { SECRETS_BY_CONTEXT, SECRETS_BY_NAME } from './secretsByContext.ts';
import { SECRETS_BY_FORM } from './secretsByForm.ts';
import { SECRETS_BY_PREFIX } from './secretsByPrefix.ts';

/**
 * Every value is made up. The `¦` in some of them is removed before the search: without it, secret scanners would
 * report this repository.
 */
export const SECRETS: readonly SecretCase[] = [
  ...SECRETS_BY_FORM,
  ...SECRETS_BY_PREFIX,
  ...SECRETS_BY_CONTEXT,
  ...SECRETS_BY_NAME,
];
