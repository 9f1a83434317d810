import type { ServerResponse } from 'node:http';
import { CATALOGUE } from '../contract/catalogue.ts';
import { ADVICE } from '../contract/failure.ts';
import { CHAT_PATH, MODELS_PATH, VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, authenticate, authorize } from './accounts.ts';
import { readDirectives } from './directives.ts';
import { readPromptText } from './promptText.ts';
import type { RateLimit } from './rateLimit.ts';
import { errorBody, Refusal } from './refusal.ts';
import { ownReply } from './reply.ts';
import { createHead, cutInHalf, sendJson, sendStream, sendWhole } from './sendReply.ts';
import type { StreamFormat } from './streamFormats.ts';
import { type Upstream, upstreamReply } from './upstream.ts';
import { countInput, findModel, parseChatRequest, type StricterRules } from './validateChat.ts';

/** What the service knows between two requests. */
export interface ServiceState {
  keys: AccountKeys;
  limit: RateLimit;
  stream: StreamFormat;
  latencyMs: number;
  rules: StricterRules;
  upstream: Upstream | undefined;
  /** Replies that the next requests get, whatever they ask. */
  failures: { status: number; body: string | undefined; headers: Readonly<Record<string, string>> }[];
}

/** One request and the way to answer it. */
export interface Exchange {
  method: string;
  path: string;
  authorization: string | undefined;
  contentType: string | undefined;
  body: unknown;
  response: ServerResponse;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
}

/**
 * Answers one request, or throws the Refusal that is to be its answer. The key comes first, then the limit,
 * which all requests with a key count towards, then the account, then the operation.
 */
export async function answer(state: ServiceState, exchange: Exchange): Promise<void> {
  const { method, path, authorization, response } = exchange;
  const operation = `${method} ${path}`;
  const isModels = operation === `GET ${VERSION_PATH}${MODELS_PATH}`;
  const isChat = operation === `POST ${VERSION_PATH}${CHAT_PATH}`;
  const failure = isModels || isChat ? state.failures.shift() : undefined;
  if (failure !== undefined) {
    const body =
      failure.body ?? JSON.stringify(errorBody(failure.status, `Status ${failure.status} on demand.`));
    response.writeHead(failure.status, {
      'Content-Type': 'application/json; charset=utf-8',
      ...failure.headers,
    });
    response.end(body);
    return;
  }
  const key = authenticate(authorization, state.keys);
  state.limit.take(key);
  authorize(key, state.keys);
  if (isModels) {
    sendJson(response, 200, { data: CATALOGUE });
  } else if (isChat) {
    await answerChat(state, exchange);
  } else {
    throw new Refusal(404, `There is no ${operation}. ${ADVICE[404]}.`);
  }
}

async function answerChat(state: ServiceState, exchange: Exchange): Promise<void> {
  const { body, contentType, response, signal } = exchange;
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Refusal(422, 'The header Content-Type must be application/json.', { param: 'Content-Type' });
  }
  const request = parseChatRequest(body, state.rules);
  const model = findModel(request.model);
  const inputTokens = countInput(request, model);
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
    ? upstreamReply(state.upstream, request, inputTokens, signal)
    : ownReply(request, inputTokens, room);
  const parts = cut ? cutInHalf(reply, response) : reply;
  const delivery = { response, signal, latencyMs: () => state.latencyMs };
  const head = createHead(model.id, inputTokens);
  if (request.stream && state.stream !== 'off') {
    await sendStream(state.stream, head, parts, delivery);
  } else {
    await sendWhole(head, parts, delivery);
  }
}
