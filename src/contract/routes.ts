/** Paths and headers of the service's two endpoints (service interface: Endpoints, Authentication). */

/** Every base URL ends in this, since it includes the version (service interface: Versioning). */
export const VERSION_PATH = '/api/v1';

/** Relative to the base URL. `GET`, no body. */
export const MODELS_PATH = '/models';

/** Relative to the base URL. `POST`, JSON body. */
export const CHAT_PATH = '/chat';

export const AUTHORIZATION_HEADER = 'Authorization';

/** The value of the `Authorization` header for a key. */
export function bearer(apiKey: string): string {
  return `Bearer ${apiKey}`;
}
