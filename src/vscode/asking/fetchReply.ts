import { abortable } from '../../base/abortable.ts';
import { cutText } from '../../base/characterEnd.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { hostOf } from '../../client/address/endpoint.ts';
import type { ChatClient, Connection } from '../../client/chatClient.ts';
import type { ChatRequest, Message } from '../../contract/chatRequest.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { ReplyRequest } from '../../core/asking/chatSessionDeps.ts';
import { stitchContinuation } from '../../core/asking/continuation.ts';
import { filterText } from '../../core/asking/filterText.ts';
import { serviceId } from '../../core/conversation/sentTo.ts';
import { PieceRedactor } from '../../core/secrets/pieceRedactor.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import type { Connections } from '../connection/connections.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { readSetting } from '../settings.ts';

/** Maximum length of what is shown of a response that nobody could read, in UTF-16 code units. */
const MAX_START_CHARS = 2000;

type FailedEvent = Extract<ReplyEvent, { type: 'failed' }>;

export interface ReplyServices {
  client: Pick<ChatClient, 'streamChat'>;
  connections: Pick<Connections, 'current'>;
  secretGuard: Pick<SecretGuard, 'redactor' | 'knownTexts' | 'questionRedactor'>;
}

/** Sends a request to the service that is connected now, and yields the events of its reply. */
export async function* fetchReply(
  { client, connections, secretGuard }: ReplyServices,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent, void, undefined> {
  // The secret storage may not respond; Stop ends the wait.
  const state = await abortable(connections.current(), signal).catch((error: unknown) => {
    if (!signal.aborted) {
      throw error;
    }
  });
  if (state === undefined) {
    yield { type: 'stopped' };
    return;
  }
  if (state.status !== 'connected') {
    yield { type: 'failed', failure: { kind: 'notConnected' } };
    return;
  }
  const { apiKey, endpoint } = state.connection;
  if (request.service !== undefined && request.service !== serviceId(endpoint.baseUrl)) {
    yield { type: 'failed', failure: { kind: 'connectionChanged', host: hostOf(endpoint) } };
    return;
  }
  const redact = await secretGuard.redactor(apiKey);
  const connect = async (): Promise<Connection | undefined> => {
    const now = await connections.current();
    return now.status === 'connected' ? now.connection : undefined;
  };
  const { textSoFar, waitMs, turnsOffStreaming } = request;
  const events = client.streamChat(state.connection, toChatRequest(request, redact), signal, {
    connect,
    ...omitUndefined({ waitMs, turnsOffStreaming }),
  });
  // Before it is redacted: what is repeated has the starts of secrets that were shown.
  const added = stitchContinuation(textSoFar, events);
  const redacted = filterText(added, new PieceRedactor(secretGuard.knownTexts(apiKey), textSoFar));
  for await (const event of redacted) {
    yield event.type === 'failed' ? withUnreadRedacted(event, redact) : event;
  }
}

/** The start is redacted before it is cut, so that no part of a secret is left at its end. */
function withUnreadRedacted(event: FailedEvent, redact: Redact): FailedEvent {
  const { unread } = event;
  return unread === undefined
    ? event
    : {
        ...event,
        unread: {
          ...unread,
          shape: redact(unread.shape),
          start: cutText(redact(unread.start), MAX_START_CHARS),
        },
      };
}

/**
 * Adds the current settings to a request.
 * @param redact of `SecretGuard`. Earlier turns may contain what the user has redacted since.
 */
export function toChatRequest({ model, messages, maxTokens }: ReplyRequest, redact: Redact): ChatRequest {
  return {
    model,
    messages: redactMessages(messages, redact),
    ...omitUndefined({ max_tokens: maxTokens, temperature: readSetting('temperature') }),
    ...(readSetting('streaming') === 'auto' && { stream: true }),
  };
}

export function redactMessages(messages: readonly Message[], redact: Redact): Message[] {
  return messages.map((message) => ({ ...message, content: redact(message.content) }));
}
