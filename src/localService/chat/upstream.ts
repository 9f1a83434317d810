import { contentBlockSchema, type StopReason } from '../../contract/chatReply.ts';
import type { ChatRequest } from '../../contract/chatRequest.ts';
import { errorMessageOf } from '../../contract/errorBody.ts';
import { choiceChunkSchema, choiceSchema, DONE_MARKER } from '../../contract/streamEvent.ts';
import { HttpError } from '../http/httpError.ts';
import { parseBody } from '../http/requestBody.ts';
import type { ReplyPart } from './reply.ts';
import { readEventData } from './serverSentEvents.ts';
import { countTokens } from './tokens.ts';

/** An engine that serves `POST {baseUrl}/chat/completions`, such as Ollama, llama.cpp, or vLLM. */
export interface Upstream {
  /** Includes the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** The engine's name of its model. Replaces the model of every request. */
  model: string;
  apiKey?: string;
}

const MAX_ERROR_CHARS = 300;

function upstreamError(upstream: Upstream, detail: string): HttpError {
  const masked = upstream.apiKey ? detail.replaceAll(upstream.apiKey, '…') : detail;
  return new HttpError(500, `The upstream ${upstream.baseUrl} ${masked.slice(0, MAX_ERROR_CHARS)}`);
}

async function sendUpstream(
  upstream: Upstream,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { model: _, ...rest } = request;
  const body = { ...rest, model: upstream.model, stream: true, stream_options: { include_usage: true } };
  try {
    return await fetch(`${upstream.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(upstream.apiKey && { Authorization: `Bearer ${upstream.apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw upstreamError(upstream, `cannot be reached: ${cause}`);
  }
}

function parseChunk(upstream: Upstream, text: string) {
  const json = parseBody(text);
  const chunk = choiceChunkSchema.safeParse(json);
  const choice = choiceSchema.safeParse(chunk.data?.choices[0] ?? {});
  if (chunk.success && choice.success) {
    return { choice: choice.data, usage: chunk.data.usage };
  }
  throw upstreamError(upstream, `sent something that is not a reply: ${errorMessageOf(json) ?? text}`);
}

/** Yields the chunks of a response, and `undefined` for its end marker. */
async function* readChunks(
  upstream: Upstream,
  response: Response,
): AsyncGenerator<ReturnType<typeof parseChunk> | undefined> {
  if (response.body === null) {
    return;
  }
  for await (const data of readEventData(response.body)) {
    if (data.trim() === DONE_MARKER) {
      yield undefined;
      return;
    }
    yield parseChunk(upstream, data);
  }
}

/**
 * Streams the reply of the upstream. Uses the token counts that the upstream reports, otherwise counts them. Aborting
 * the signal closes the connection to the upstream.
 * @throws HttpError with 500 that names the upstream, before or between parts
 */
export async function* upstreamReply(
  upstream: Upstream,
  request: ChatRequest,
  inputTokens: number,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart> {
  const response = await sendUpstream(upstream, request, signal);
  if (!response.ok) {
    const text = await response.text();
    const detail = errorMessageOf(parseBody(text)) ?? text;
    throw upstreamError(upstream, `answered ${response.status}: ${detail || response.statusText}`);
  }
  const end = { stopReason: 'end_turn' as StopReason, inputTokens, outputTokens: 0 };
  let text = '';
  let reportedTokens: number | undefined;
  let complete = false;
  try {
    for await (const chunk of readChunks(upstream, response)) {
      const choice = chunk?.choice;
      const content = choice?.delta?.content ?? '';
      const piece =
        typeof content === 'string'
          ? content
          : content.map((block) => contentBlockSchema.safeParse(block).data?.text).join('');
      if (piece !== '') {
        text += piece;
        yield { type: 'text', text: piece };
      }
      if (choice?.finish_reason === 'length') {
        end.stopReason = 'max_tokens';
      }
      complete ||= chunk === undefined || Boolean(choice?.finish_reason);
      end.inputTokens = chunk?.usage?.prompt_tokens ?? end.inputTokens;
      reportedTokens = chunk?.usage?.completion_tokens ?? reportedTokens;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof HttpError
      ? error
      : upstreamError(upstream, `lost the connection: ${String(error)}`);
  }
  if (!complete) {
    throw upstreamError(upstream, 'ended the response before its reply was complete');
  }
  yield { type: 'end', end: { ...end, outputTokens: reportedTokens ?? countTokens(text) } };
}
