import { type AccountKeys, authenticate } from './accounts.ts';
import { TOKEN_COUNTER_NAMES, type TokenCounterName } from './chat/tokenCounters.ts';
import { HttpError } from './http/httpError.ts';
import type { RecordedRequest } from './http/recordedRequest.ts';
import { jsonResponse, type ServiceResponse } from './http/response.ts';
import type { ServedRequest } from './http/servedRequest.ts';

/** What the control route works on. */
export interface ServiceControl {
  keys: AccountKeys;
  requests: readonly RecordedRequest[];
  /** From the next request on. */
  setTokenCounter(counter: TokenCounterName): void;
  /** Gives a model a context window of so many tokens, in the list and where requests are counted. */
  setContextWindow(model: string, tokens: number): void;
}

/**
 * A way for tests to steer the service from outside its process: no part of the service interface, so it lies
 * outside `/api/v1`, asks for no key (but for bodies) and counts towards no limit.
 */
export const CONTROL_PATH = '/control/';
const LOOPBACK_ORIGIN_PATTERN = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

export function isControlRequest({ path }: Pick<ServedRequest, 'path'>): boolean {
  return path.startsWith(CONTROL_PATH);
}

/**
 * The control route answers on the loopback interface alone, like all of the local service, and only to who calls it by
 * a loopback name: a page that had its own name pointed here gets nothing.
 * @throws Refusal with 403
 */
export function requireLoopback({ origin }: Pick<ServedRequest, 'origin'>): void {
  if (!LOOPBACK_ORIGIN_PATTERN.test(origin)) {
    throw new HttpError(403, 'The control route is only available on this machine.');
  }
}

/**
 * `POST /control/tokens` with `{counter}`, the way in which tokens are counted; `POST /control/windows` with
 * `{model, tokens}`; `GET /control/requests`, with `?bodies` for the bodies too. Those hold people's code and any page
 * may call, so for them alone there must be a key.
 * @throws Refusal with 401, 403, 404 or 422
 */
export function handleControlRequest(service: ServiceControl, request: ServedRequest): ServiceResponse {
  requireLoopback(request);
  const { method, path, query, authorization, body } = request;
  switch (`${method} ${path}`) {
    case `POST ${CONTROL_PATH}tokens`:
      service.setTokenCounter(parseTokenCounter(body));
      return jsonResponse(200, { ok: true });
    case `POST ${CONTROL_PATH}windows`:
      service.setContextWindow(...parseContextWindow(body));
      return jsonResponse(200, { ok: true });
    case `GET ${CONTROL_PATH}requests`: {
      const withBody = query === '?bodies';
      if (withBody) {
        authenticate(authorization, service.keys);
      }
      return jsonResponse(200, { requests: service.requests.map((each) => withoutApiKey(each, withBody)) });
    }
    default:
      throw new HttpError(404, `There is no ${method} ${path}.`);
  }
}

/** A request without its key: only whether there was an `Authorization` header. */
function withoutApiKey({ authorization, body, text, ...rest }: RecordedRequest, withBody: boolean): object {
  return { ...rest, authorized: authorization !== undefined, ...(withBody && { body, text }) };
}

function parseTokenCounter(body: unknown): TokenCounterName {
  const { counter } = { ...(typeof body === 'object' ? body : {}) } as Readonly<Record<string, unknown>>;
  const name = TOKEN_COUNTER_NAMES.find((each) => each === counter);
  if (name === undefined) {
    throw new HttpError(422, `counter must be one of ${TOKEN_COUNTER_NAMES.join(', ')}.`, {
      param: 'counter',
    });
  }
  return name;
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
