import type { Failure } from '../contract/failure.ts';
import { AUTHORIZATION_HEADER, bearer } from '../contract/routes.ts';
import { keyProblem } from './apiKey.ts';
import { discardBody, readErrorBody } from './body.ts';
import type { Connection } from './connection.ts';
import { hostOf } from './endpoint.ts';
import { readErrorText } from './errorBodyText.ts';
import { httpFailure } from './httpFailure.ts';
import { networkFailure } from './networkFailure.ts';
import { failed, type Outcome } from './outcome.ts';
import { type RedirectTarget, redirectTarget } from './redirect.ts';

/** One request to the service, before the key is added. */
export interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Relative to the base address. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The model that the body asks, so that a 404 can be told to be its. */
  model?: string;
}

/**
 * Sends one request and waits for the head of its answer: a success with its body unread, or a failure. Throws
 * the signal's reason on an abort. Every request of the client passes here, so pacing, waiting limits and
 * repeats belong around this function.
 */
export async function send(
  fetch: typeof globalThis.fetch,
  connection: Connection,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Outcome<Response>> {
  signal.throwIfAborted();
  const { apiKey, endpoint } = connection;
  const problem = keyProblem(apiKey);
  if (problem !== undefined) {
    return failed({ kind: 'unauthorized', detail: problem });
  }
  const init = requestInit(apiKey, request, signal);
  const url = endpoint.baseUrl + request.path;
  const first = await attempt(url);
  if (!first.ok) {
    return first;
  }
  const target = redirectTarget(first.value, url, endpoint);
  if (target.type !== 'sameOrigin') {
    return judge(first.value, target);
  }
  await discardBody(first.value);
  const second = await attempt(target.url);
  return second.ok ? judge(second.value, redirectTarget(second.value, target.url, endpoint)) : second;

  async function attempt(address: string): Promise<Outcome<Response>> {
    try {
      return { ok: true, value: await fetch(address, init) };
    } catch (error) {
      signal.throwIfAborted();
      return failed(networkFailure(error, hostOf(endpoint)));
    }
  }

  async function judge(response: Response, target: RedirectTarget): Promise<Outcome<Response>> {
    const { status, headers } = response;
    if (target.type !== 'none') {
      await discardBody(response);
      return failed(redirectFailure(status, target));
    }
    // 304 has no body, and so it ends as an empty reply: nothing was asked that it could be an answer to.
    if (response.ok || status === 304) {
      return { ok: true, value: response };
    }
    const error = readErrorText(await readErrorBody(response, signal));
    const model = request.model !== undefined && { model: request.model };
    return failed(httpFailure({ status, headers, error, apiKey, now: Date.now(), ...model }));
  }
}

/**
 * A redirect is never followed by `fetch` itself: it would take the key along, or turn a POST into a GET.
 * Nothing of the browser goes along either: no cookies, no cache, no referrer.
 */
function requestInit(apiKey: string, request: ServiceRequest, signal: AbortSignal): RequestInit {
  const hasBody = request.body !== undefined;
  return {
    method: request.method,
    headers: {
      [AUTHORIZATION_HEADER]: bearer(apiKey),
      Accept: 'application/json, text/event-stream, application/x-ndjson',
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(request.body) }),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  };
}

/** A browser hides both the status and the target of a redirect. */
function redirectFailure(status: number, target: RedirectTarget): Failure {
  const to = target.type === 'refused' ? target.origin : 'another address of its own, more than once';
  return {
    kind: 'redirected',
    ...(status !== 0 && { status }),
    ...(to !== undefined && { detail: `The service redirected to ${to}` }),
  };
}
