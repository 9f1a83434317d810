import type { CatalogueModel } from '../contract/catalogue.ts';
import { ADVICE_BY_STATUS } from '../contract/failure.ts';
import { CHAT_PATH, MODELS_PATH, VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, authenticate, authorize } from './accounts.ts';
import { createReplyHead, cutInHalf, plainResponse, streamResponse } from './chat/chatResponse.ts';
import type { ReplyPart } from './chat/reply.ts';
import type { StreamFormat } from './chat/streamFormats.ts';
import { type Upstream, upstreamReply } from './chat/upstream.ts';
import {
  countInputTokens,
  findModel,
  parseChatRequest,
  type StrictnessOptions,
} from './chat/validateChat.ts';
import { HttpError } from './http/httpError.ts';
import { type HttpResponse, jsonResponse } from './http/response.ts';
import type { ServedRequest } from './http/servedRequest.ts';
import type { RateLimit } from './rateLimit.ts';
import { readDirectives } from './responder/directives.ts';
import { createOwnReply } from './responder/responder.ts';

/** State of the service that persists between requests. */
export interface ServiceState {
  keys: AccountKeys;
  rateLimit: RateLimit;
  stream: StreamFormat;
  latencyMs: number;
  rules: StrictnessOptions;
  upstream: Upstream | undefined;
  models: readonly CatalogueModel[];
}

/** Changes that an interceptor makes to a chat reply. */
export interface ReplyChanges {
  stream?: StreamFormat;
  parts?(parts: AsyncIterable<ReplyPart>): AsyncIterable<ReplyPart>;
}

/** The operations of the service interface. */
export type ServiceOperation = 'models' | 'chat';

const OPERATION_OF_ROUTE: Readonly<Record<string, ServiceOperation>> = {
  [`GET ${VERSION_PATH}${MODELS_PATH}`]: 'models',
  [`POST ${VERSION_PATH}${CHAT_PATH}`]: 'chat',
};

export function operationOf({
  method,
  path,
}: Pick<ServedRequest, 'method' | 'path'>): ServiceOperation | undefined {
  return OPERATION_OF_ROUTE[`${method} ${path}`];
}

/**
 * Performs a request. Checks the key first, then the rate limit, towards which all requests with a valid key count,
 * then the account.
 * @throws HttpError if the request is rejected
 */
export async function performOperation(
  state: ServiceState,
  request: ServedRequest,
  changes: ReplyChanges = {},
): Promise<HttpResponse> {
  const key = authenticate(request.authorization, state.keys);
  state.rateLimit.take(key);
  authorize(key, state.keys);
  switch (operationOf(request)) {
    case 'models':
      return jsonResponse(200, { data: state.models });
    case 'chat':
      return performChat(state, request, changes);
    case undefined:
      throw new HttpError(404, `There is no ${request.method} ${request.path}. ${ADVICE_BY_STATUS[404]}.`);
  }
}

async function performChat(
  state: ServiceState,
  served: ServedRequest,
  changes: ReplyChanges,
): Promise<HttpResponse> {
  const { body, contentType, connection, signal } = served;
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new HttpError(422, 'The header Content-Type must be application/json.', { param: 'Content-Type' });
  }
  const request = parseChatRequest(body, state.rules);
  const model = findModel(request.model, state.models);
  const inputTokens = countInputTokens(request, model);
  const question = request.messages.findLast(({ role }) => role === 'user');
  const { status, cut } = readDirectives(question?.content ?? '');
  if (status !== undefined) {
    throw new HttpError(
      status,
      `You asked for status ${status}. ${ADVICE_BY_STATUS[status] ?? 'Ask again without it'}.`,
      {
        headers: status === 429 ? { 'Retry-After': '2' } : {},
      },
    );
  }
  const maxOutputTokens = Math.min(
    request.max_tokens ?? Number.POSITIVE_INFINITY,
    model.context_window - inputTokens,
  );
  const regularParts = state.upstream
    ? upstreamReply(state.upstream, request, inputTokens, signal)
    : createOwnReply(request, inputTokens, maxOutputTokens);
  const changedParts = changes.parts?.(regularParts) ?? regularParts;
  const parts = cut ? cutInHalf(changedParts, () => connection.close()) : changedParts;
  const delivery = { signal, latencyMs: () => state.latencyMs };
  const head = createReplyHead(model.id, inputTokens);
  const stream = changes.stream ?? state.stream;
  return request.stream && stream !== 'off'
    ? streamResponse(stream, head, parts, delivery)
    : plainResponse(head, parts, delivery);
}
