import { type AccountKeys, authenticate } from './accounts.ts';
import { HttpError } from './http/httpError.ts';
import type { RecordedRequest } from './http/recordedRequest.ts';
import { jsonResponse, type ServiceResponse } from './http/response.ts';
import type { ServedRequest } from './http/servedRequest.ts';

/** The parts of the service that control requests read and change. */
export interface ServiceControl {
  keys: AccountKeys;
  requests: readonly RecordedRequest[];
  /**
   * Sets the context window of a model, in tokens, both in the list of models and in the validation of requests.
   * @throws HttpError with 404 if there is no such model
   */
  setContextWindow(model: string, tokens: number): void;
}

/**
 * Path prefix of the requests by which tests control the service from another process. They are not part of the
 * service interface, so they are outside `/api/v1`, need no key (except for request bodies) and don't count towards
 * the rate limit.
 */
export const CONTROL_PATH = '/control/';

export function isControlRequest({ path }: Pick<ServedRequest, 'path'>): boolean {
  return path.startsWith(CONTROL_PATH);
}

/**
 * Handles `POST /control/windows` with `{model, tokens}`, and `GET /control/requests`. With `?bodies`, the latter includes
 * the request bodies. They contain people's code, so it needs a key.
 * @throws HttpError with 401, 404, or 422
 */
export function handleControlRequest(service: ServiceControl, request: ServedRequest): ServiceResponse {
  const { method, path, query, authorization, body } = request;
  switch (`${method} ${path}`) {
    case `POST ${CONTROL_PATH}windows`:
      service.setContextWindow(...parseContextWindow(body));
      return jsonResponse(200, { ok: true });
    case `GET ${CONTROL_PATH}requests`: {
      const withBody = query === '?bodies';
      if (withBody) {
        authenticate(authorization, service.keys);
      }
      return jsonResponse(200, {
        requests: service.requests.map((request) => withoutApiKey(request, withBody)),
      });
    }
    default:
      throw new HttpError(404, `There is no ${method} ${path}.`);
  }
}

/** Replaces the key of a request with whether there was an `Authorization` header. */
function withoutApiKey({ authorization, body, text, ...rest }: RecordedRequest, withBody: boolean): object {
  return { ...rest, authorized: authorization !== undefined, ...(withBody && { body, text }) };
}

function parseContextWindow(body: unknown): [model: string, tokens: number] {
  const { model, tokens } = { ...(typeof body === 'object' ? body : {}) } as Readonly<
    Record<string, unknown>
  >;
  if (typeof tokens !== 'number' || !Number.isInteger(tokens) || tokens < 1) {
    throw new HttpError(422, 'tokens must be a whole number of at least 1.', { param: 'tokens' });
  }
  return [String(model), tokens];
}
