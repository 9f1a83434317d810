import { randomBytes } from 'node:crypto';
import { ADVICE_BY_STATUS } from '../contract/failure.ts';
import { HttpError } from './http/httpError.ts';

/** One key per account state (service interface: States and transitions). */
export interface AccountKeys {
  active: string;
  notActivated: string;
  expired: string;
}

function createKey(state: string): string {
  return `local-${state}-${randomBytes(18).toString('base64url')}`;
}

/** Creates random keys for each run, so that a key that leaks into a file is worthless. */
export function createKeys(): AccountKeys {
  return {
    active: createKey('active'),
    notActivated: createKey('not-activated'),
    expired: createKey('expired'),
  };
}

/**
 * Returns the API key of an `Authorization` header.
 * @throws HttpError with 401 if the header is missing or its key is not one of `keys`
 */
export function authenticate(authorization: string | undefined, keys: AccountKeys): string {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) {
    throw new HttpError(401, `There is no API key in the Authorization header. ${ADVICE_BY_STATUS[401]}.`);
  }
  if (!Object.values(keys).includes(key)) {
    throw new HttpError(401, `This API key is not known. ${ADVICE_BY_STATUS[401]}.`);
  }
  return key;
}

/** @throws HttpError with 403 if the account is not activated or its trial has expired */
export function authorize(key: string, keys: AccountKeys): void {
  if (key === keys.notActivated) {
    throw new HttpError(403, `This account is not activated. ${ADVICE_BY_STATUS[403]}.`);
  }
  if (key === keys.expired) {
    throw new HttpError(403, `The trial of this account has expired. ${ADVICE_BY_STATUS[403]}.`);
  }
}
