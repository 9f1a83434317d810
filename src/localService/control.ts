import { type AccountKeys, authenticate } from './accounts.ts';
import { TOKEN_COUNTER_NAMES, type TokenCounterName } from './chat/tokenCounters.ts';
import { type Answer, jsonAnswer } from './http/answer.ts';
import type { RecordedRequest } from './http/recordedRequest.ts';
import { Refusal } from './http/refusal.ts';
import type { ServedExchange } from './http/servedExchange.ts';

/** What the control route works on. */
export interface Controlled {
  keys: AccountKeys;
  requests: readonly RecordedRequest[];
  /** From the next request on. */
  countTokens(counter: TokenCounterName): void;
  /** Gives a model a context window of so many tokens, in the list and where requests are counted. */
  setWindow(model: string, tokens: number): void;
}

/**
 * A way for tests to steer the service from outside its process: no part of the service interface, so it lies
 * outside `/api/v1`, asks for no key (but for bodies) and counts towards no limit.
 */
export const CONTROL_PATH = '/control/';
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

export function isControl({ path }: Pick<ServedExchange, 'path'>): boolean {
  return path.startsWith(CONTROL_PATH);
}

/**
 * The control route answers on the loopback interface alone, like all of the local service, and only to who calls it by
 * a loopback name: a page that had its own name pointed here gets nothing.
 * @throws Refusal with 403
 */
export function requireLoopback({ origin }: Pick<ServedExchange, 'origin'>): void {
  if (!LOOPBACK.test(origin)) {
    throw new Refusal(403, 'The control route is for this machine alone.');
  }
}

/**
 * `POST /control/tokens` with `{counter}`, the way in which tokens are counted; `POST /control/windows` with
 * `{model, tokens}`; `GET /control/requests`, with `?bodies` for the bodies too. Those hold people's code and any page
 * may call, so for them alone there must be a key.
 * @throws Refusal with 401, 403, 404 or 422
 */
export function control(service: Controlled, exchange: ServedExchange): Answer {
  requireLoopback(exchange);
  const { method, path, query, authorization, body } = exchange;
  switch (`${method} ${path}`) {
    case `POST ${CONTROL_PATH}tokens`:
      service.countTokens(readCounter(body));
      return jsonAnswer(200, { ok: true });
    case `POST ${CONTROL_PATH}windows`:
      service.setWindow(...readWindow(body));
      return jsonAnswer(200, { ok: true });
    case `GET ${CONTROL_PATH}requests`: {
      const withBody = query === '?bodies';
      if (withBody) {
        authenticate(authorization, service.keys);
      }
      return jsonAnswer(200, { requests: service.requests.map((each) => shown(each, withBody)) });
    }
    default:
      throw new Refusal(404, `There is no ${method} ${path}.`);
  }
}

/** A request without its key: only whether there was an `Authorization` header. */
function shown({ authorization, body, text, ...rest }: RecordedRequest, withBody: boolean): object {
  return { ...rest, authorized: authorization !== undefined, ...(withBody && { body, text }) };
}

function readCounter(body: unknown): TokenCounterName {
  const { counter } = { ...(typeof body === 'object' ? body : {}) } as Readonly<Record<string, unknown>>;
  const name = TOKEN_COUNTER_NAMES.find((each) => each === counter);
  if (name === undefined) {
    throw new Refusal(422, `counter must be one of ${TOKEN_COUNTER_NAMES.join(', ')}.`, { param: 'counter' });
  }
  return name;
}

function readWindow(body: unknown): [model: string, tokens: number] {
  const { model, tokens } = { ...(typeof body === 'object' ? body : {}) } as Readonly<
    Record<string, unknown>
  >;
  if (typeof tokens !== 'number' || !Number.isInteger(tokens) || tokens < 1) {
    throw new Refusal(422, 'tokens must be a whole number of at least 1.', { param: 'tokens' });
  }
  return [String(model), tokens];
}
