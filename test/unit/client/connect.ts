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

/** A first question, without previous turns. */
export const QUESTION: ChatRequest = {
  model: 'assistant-haiku',
  messages: [{ role: 'user', content: 'What is this?' }],
  stream: true,
};

/** A question after a previous question and its reply. */
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
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) {
    throw new Error(`${baseUrl}: ${parsed.error}`);
  }
  return { endpoint: parsed.endpoint, apiKey };
}

/** An in-memory store whose content a test can inspect. */
export function memoryCapabilityStore(
  foldsFrom: Map<string, number> = new Map(),
  streamingOff: Set<string> = new Set(),
): CapabilityStore {
  return {
    isStreamingOff: (baseUrl) => streamingOff.has(baseUrl),
    turnOffStreaming: (baseUrl) => {
      streamingOff.add(baseUrl);
    },
    foldsFrom: (baseUrl) => foldsFrom.get(baseUrl),
    rememberFoldsFrom: (baseUrl, messages) => {
      foldsFrom.set(baseUrl, messages);
    },
  };
}

/** Short waits. A `Retry-After`, which would take real seconds, exceeds `maxWaitMs` and is not waited for. */
export const SHORT_LIMITS: TimeLimits = {
  responseTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  restTimeoutMs: 3000,
  initialBackoffMs: 1,
  maxWaitMs: 100,
};

/** Practically no timeouts, for a fake clock that advances independently of the real network. */
export const NO_TIMEOUTS: TimeLimits = {
  ...SHORT_LIMITS,
  responseTimeoutMs: 1e12,
  idleTimeoutMs: 1e12,
  maxWaitMs: 60_000,
};

/** A client with short waits and without log or rate limit; a test overrides what it needs. */
export function client({
  capabilityStore = memoryCapabilityStore(),
  ...overrides
}: Partial<ChatClientDeps> = {}): ChatClient {
  return createChatClient({
    fetch: (...request) => fetch(...request),
    capabilityStore,
    clock: systemClock,
    limits: () => SHORT_LIMITS,
    pacer: {
      take: async () => undefined,
      blockUntil: async () => undefined,
      countLeft: async () => 60,
    },
    log: { request: () => undefined, wait: () => undefined, note: () => undefined },
    network: {
      isBrowser: 'importScripts' in globalThis,
      proxy: () => undefined,
      isSecurePage: false,
      checksCertificates: () => true,
      isOnline: () => true,
    },
    confirmUncheckedCertificates: async () => false,
    ...overrides,
  });
}

export const neverAborted: AbortSignal = new AbortController().signal;

/** The events of a reply without `sending`. */
export async function* withoutSending(stream: AsyncIterable<ReplyEvent>): AsyncGenerator<ReplyEvent, void> {
  for await (const event of stream) {
    if (event.type !== 'sending') {
      yield event;
    }
  }
}

/** A reply as tests compare it: its text joined, and its other events without `sending`. */
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
