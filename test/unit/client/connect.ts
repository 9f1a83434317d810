import { parseBaseUrl } from '../../../src/client/address/endpoint.ts';
import {
  type CapabilityStore,
  type ChatClient,
  type ChatClientDeps,
  type Connection,
  createChatClient,
  type TimeLimits,
} from '../../../src/client/chatClient.ts';
import { systemClock } from '../../../src/client/clock.ts';
import type { ChatRequest } from '../../../src/contract/chatRequest.ts';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';

export const KEY = 'sk-canary-0123456789-ABCDEFGH';

/** A question without a conversation before it. */
export const QUESTION: ChatRequest = {
  model: 'assistant-haiku',
  messages: [{ role: 'user', content: 'What is this?' }],
  stream: true,
};

/** A question after another that was answered. */
export const FOLLOW_UP: ChatRequest = {
  model: 'assistant-haiku',
  messages: [
    { role: 'user', content: 'What is this?' },
    { role: 'assistant', content: 'A clock.' },
    { role: 'user', content: 'Who made it?' },
  ],
  stream: true,
};

export function connectionTo(baseUrl: string, apiKey: string = KEY): Connection {
  const check = parseBaseUrl(baseUrl);
  if (!check.ok) {
    throw new Error(`${baseUrl}: ${check.error}`);
  }
  return { endpoint: check.endpoint, apiKey };
}

/** A memory that can be looked into. */
export function memoryCapabilityStore(foldedBaseUrls: Set<string> = new Set()): CapabilityStore {
  return {
    usesFoldedRoles: (baseUrl) => foldedBaseUrls.has(baseUrl),
    rememberFoldedRoles: (baseUrl) => {
      foldedBaseUrls.add(baseUrl);
    },
  };
}

/** Short waits, and none that a service asks for: those would be real seconds. */
export const SHORT_LIMITS: TimeLimits = {
  responseTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  initialBackoffMs: 1,
  maxWaitMs: 100,
};

/** No limits of time, for a clock that a test moves while the network takes its own time. */
export const NO_TIMEOUTS: TimeLimits = {
  ...SHORT_LIMITS,
  responseTimeoutMs: 1e12,
  idleTimeoutMs: 1e12,
  maxWaitMs: 60_000,
};

/** A client that hardly waits and writes nothing down, with what a test wants otherwise. */
export function client({
  capabilityStore = memoryCapabilityStore(),
  ...others
}: Partial<ChatClientDeps> = {}): ChatClient {
  return createChatClient({
    fetch: (...request) => fetch(...request),
    capabilityStore,
    clock: systemClock,
    limits: () => SHORT_LIMITS,
    pacer: {
      take: async () => ({ markCounted: () => undefined }),
      blockUntil: async () => undefined,
      countFreeSlots: async () => 60,
    },
    log: { request: () => undefined, wait: () => undefined, note: () => undefined },
    network: { isBrowser: 'importScripts' in globalThis, isSecurePage: false, isOnline: () => true },
    ...others,
  });
}

export const neverAborted: AbortSignal = new AbortController().signal;

/** The events of a reply without those that tell what was sent. */
export async function* withoutSending(stream: AsyncIterable<ReplyEvent>): AsyncGenerator<ReplyEvent, void> {
  for await (const event of stream) {
    if (event.type !== 'sending') {
      yield event;
    }
  }
}

/** A reply as a test compares it: all its text, and all its other events but those that tell what was sent. */
export interface CollectedReply {
  text: string;
  end: ReplyEvent | undefined;
  events: ReplyEvent[];
}

export async function collectReply(stream: AsyncIterable<ReplyEvent>): Promise<CollectedReply> {
  const events: ReplyEvent[] = [];
  for await (const event of stream) {
    events.push(event);
  }
  return replyOf(events);
}

export function replyOf(events: readonly ReplyEvent[]): CollectedReply {
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  return {
    text,
    end: events.at(-1),
    events: events.filter(({ type }) => type !== 'text' && type !== 'sending'),
  };
}

export function isEnd(event: ReplyEvent): boolean {
  return ['finished', 'cutAtLimit', 'stopped', 'failed'].includes(event.type);
}
