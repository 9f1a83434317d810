import { randomBytes } from 'node:crypto';
import { ADVICE_BY_STATUS } from '../contract/failure.ts';
import { HttpError } from './http/httpError.ts';

/** One key for each state that an account can be in (service interface: States and transitions). */
export interface AccountKeys {
  active: string;
  notActivated: string;
  expired: string;
}

function createKey(state: string): string {
  return `local-${state}-${randomBytes(18).toString('base64url')}`;
}

/** Fresh keys: none is ever the same twice, so none can be written down in a file and leak from there. */
export function createKeys(): AccountKeys {
  return {
    active: createKey('active'),
    notActivated: createKey('not-activated'),
    expired: createKey('expired'),
  };
}

/**
 * The key of an `Authorization` header, one of `keys`.
 * @throws Refusal with 401 where the header or the key is missing or unknown
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

/** @throws Refusal with 403 for the key of an account that may not use the service */
export function authorize(key: string, keys: AccountKeys): void {
  if (key === keys.notActivated) {
    throw new HttpError(403, `This account is not activated. ${ADVICE_BY_STATUS[403]}.`);
  }
  if (key === keys.expired) {
    throw new HttpError(403, `The trial of this account has expired. ${ADVICE_BY_STATUS[403]}.`);
  }
}
