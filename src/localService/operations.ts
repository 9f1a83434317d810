import type { CatalogueModel } from '../contract/catalogue.ts';
import { ADVICE } from '../contract/failure.ts';
import { CHAT_PATH, MODELS_PATH, VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, authenticate, authorize } from './accounts.ts';
import { createHead, cutInHalf, streamAnswer, wholeAnswer } from './chat/chatAnswer.ts';
import type { ReplyPart } from './chat/reply.ts';
import type { StreamFormat } from './chat/streamFormats.ts';
import { TOKEN_COUNTERS, type TokenCounterName } from './chat/tokenCounters.ts';
import { type Upstream, upstreamReply } from './chat/upstream.ts';
import { countInput, findModel, parseChatRequest, type StricterRules } from './chat/validateChat.ts';
import { type HttpAnswer, jsonAnswer } from './http/answer.ts';
import { Refusal } from './http/refusal.ts';
import type { ServedExchange } from './http/servedExchange.ts';
import type { RateLimit } from './rateLimit.ts';
import { readDirectives } from './responder/directives.ts';
import { readPromptText } from './responder/promptText.ts';
import { ownReply } from './responder/responder.ts';

/** What the service knows between two requests. */
export interface ServiceState {
  keys: AccountKeys;
  limit: RateLimit;
  stream: StreamFormat;
  latencyMs: number;
  rules: StricterRules;
  upstream: Upstream | undefined;
  counter: TokenCounterName;
  models: readonly CatalogueModel[];
}

/** How a chat reply differs from the regular one. */
export interface ReplyChanges {
  stream?: StreamFormat;
  parts?(parts: AsyncIterable<ReplyPart>): AsyncIterable<ReplyPart>;
}

/** The interface's two operations. */
export type ServiceOperation = 'models' | 'chat';

const OPERATIONS: Readonly<Record<string, ServiceOperation>> = {
  [`GET ${VERSION_PATH}${MODELS_PATH}`]: 'models',
  [`POST ${VERSION_PATH}${CHAT_PATH}`]: 'chat',
};

export function operationOf({
  method,
  path,
}: Pick<ServedExchange, 'method' | 'path'>): ServiceOperation | undefined {
  return OPERATIONS[`${method} ${path}`];
}

/**
 * Performs what one request asks, or throws the Refusal that is to be its answer. The key comes first, then
 * the limit, which all requests with a key count towards, then the account, then the operation.
 */
export async function perform(
  state: ServiceState,
  exchange: ServedExchange,
  changes: ReplyChanges = {},
): Promise<HttpAnswer> {
  const key = authenticate(exchange.authorization, state.keys);
  state.limit.take(key);
  authorize(key, state.keys);
  switch (operationOf(exchange)) {
    case 'models':
      return jsonAnswer(200, { data: state.models });
    case 'chat':
      return chat(state, exchange, changes);
    case undefined:
      throw new Refusal(404, `There is no ${exchange.method} ${exchange.path}. ${ADVICE[404]}.`);
  }
}

async function chat(
  state: ServiceState,
  exchange: ServedExchange,
  changes: ReplyChanges,
): Promise<HttpAnswer> {
  const { body, contentType, connection, signal } = exchange;
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Refusal(422, 'The header Content-Type must be application/json.', { param: 'Content-Type' });
  }
  const request = parseChatRequest(body, state.rules);
  const model = findModel(request.model, state.models);
  const counter = TOKEN_COUNTERS[state.counter];
  const inputTokens = countInput(request, model, counter);
  const question = readPromptText(
    request.messages.findLast(({ role }) => role === 'user')?.content ?? '',
  ).question;
  const { status, cut } = readDirectives(question);
  if (status !== undefined) {
    throw new Refusal(
      status,
      `You asked for status ${status}. ${ADVICE[status] ?? 'Ask again without it'}.`,
      {
        headers: status === 429 ? { 'Retry-After': '2' } : {},
      },
    );
  }
  const room = Math.min(request.max_tokens ?? Number.POSITIVE_INFINITY, model.context_window - inputTokens);
  const reply = state.upstream
    ? upstreamReply(state.upstream, request, inputTokens, counter, signal)
    : ownReply(request, inputTokens, room, counter);
  const changed = changes.parts?.(reply) ?? reply;
  const parts = cut ? cutInHalf(changed, () => connection.close()) : changed;
  const delivery = { signal, latencyMs: () => state.latencyMs };
  const head = createHead(model.id, inputTokens);
  const stream = changes.stream ?? state.stream;
  return request.stream && stream !== 'off'
    ? streamAnswer(stream, head, parts, delivery)
    : wholeAnswer(head, parts, delivery);
}
