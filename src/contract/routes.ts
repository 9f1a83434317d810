/** Where the service's two operations live, and the headers they carry (service interface: Endpoints, Authentication). */

/** Every base address ends in this: the version is part of it (service interface: Versioning). */
export const VERSION_PATH = '/api/v1';

/** Relative to the base address. `GET`, no body. */
export const MODELS_PATH = '/models';

/** Relative to the base address. `POST`, JSON body. */
export const CHAT_PATH = '/chat';

export const AUTHORIZATION_HEADER = 'Authorization';

/** The value of the `Authorization` header for a key. */
export function bearer(apiKey: string): string {
  return `Bearer ${apiKey}`;
}
