import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { ReplyRequest } from '../../../src/core/asking/chatSessionDeps.ts';
import { stitchContinuation } from '../../../src/core/asking/continuation.ts';
import type { ConversationEvent } from '../../../src/core/asking/conversationEvent.ts';
import type { Attachment, SelectionAnchor } from '../../../src/core/attachments/attachment.ts';

export function attachment(part: Partial<Attachment> = {}): Attachment {
  return {
    id: 'a1',
    kind: 'selection',
    path: 'src/duration.ts',
    languageId: 'typescript',
    startLine: 12,
    endLine: 14,
    text: 'return 1;',
    ...part,
  };
}

/** The place of a selection whose text is not unique. */
export const ANCHOR: SelectionAnchor = {
  document: 1,
  startCharacter: 2,
  isUnique: false,
  linesBefore: 3,
  linesAfter: 4,
};

/** A reply whose events a test pushes one by one, as a service would send them. */
export class Channel {
  readonly #queue: ReplyEvent[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  push(...events: ReplyEvent[]): void {
    this.#queue.push(...events);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *events(): AsyncGenerator<ReplyEvent, void, undefined> {
    while (true) {
      const event = this.#queue.shift();
      if (event !== undefined) {
        yield event;
      } else if (this.#isClosed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

export interface Recorded {
  session: ChatSession;
  requests: ReplyRequest[];
  signals: AbortSignal[];
  /** Labels of the events. */
  events: string[];
  /** In ms; tests advance it. */
  clock: { now: number; monotonic: number };
}

/** A short label for an event, with its distinguishing detail. */
export function inWords(event: ConversationEvent): string {
  switch (event.type) {
    case 'shown':
      return 'shown';
    case 'turnsChanged':
      return 'turns changed';
    case 'turnAdded':
      return `added ${event.turn.kind}`;
    case 'preparing':
      return 'preparing';
    case 'replyText':
      return `text ${event.text}`;
    case 'replyChanged':
      return `changed ${event.turn.status}`;
  }
}

/** A session with scripted replies: the n-th request gets the n-th reply. */
export function record(...replies: AsyncIterable<ReplyEvent>[]): Recorded {
  const clock = { now: 1000, monotonic: 0 };
  const requests: ReplyRequest[] = [];
  const signals: AbortSignal[] = [];
  const events: string[] = [];
  let ids = 0;
  const session = new ChatSession(
    {
      fetchReply: (request, signal) => {
        requests.push(structuredClone(request));
        signals.push(signal as AbortSignal);
        return stitchContinuation(request.textSoFar, replies[requests.length - 1] ?? said(''));
      },
      now: () => clock.now + ids,
      monotonic: () => clock.monotonic,
      newId: () => `id${++ids}`,
    },
    (event) => events.push(inWords(event)),
  );
  return { session, requests, signals, events, clock };
}

/** A finished reply with this text. */
export async function* said(...texts: string[]): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'started', model: 'assistant-haiku' };
  for (const text of texts) {
    yield { type: 'text', text };
  }
  yield { type: 'usage', usage: { inputTokens: 10, outputTokens: 2 } };
  yield { type: 'finished' };
}
