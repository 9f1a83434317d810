import { parseBaseUrl } from '../../src/client/address/endpoint.ts';
import { createChatClient } from '../../src/client/chatClient.ts';
import { systemClock } from '../../src/client/clock.ts';
import { createPacer } from '../../src/client/pacing/pacer.ts';
import { ChatSession } from '../../src/core/asking/chatSession.ts';
import { type AssistantTurn, isRunning } from '../../src/core/conversation/conversation.ts';
import { committed } from '../support/committed.ts';

const MINUTE_MS = 60_000;

export interface AskOptions {
  baseUrl: string;
  apiKey: string;
  /** Whether the rate limit window is already full. */
  isFull?: boolean;
}

/** A question whose reply is running. */
export interface RunningQuestion {
  /** The reply so far. */
  readonly turn: AssistantTurn | undefined;
  /** Whether `fetch` has been called. */
  readonly isFetching: boolean;
  /** Stops the reply. Resolves with the time until the turn ended, in ms. Rejects if it had already ended. */
  stop(): Promise<number>;
}

/** Asks a question with a new client whose timeouts are long. */
export async function ask({ baseUrl, apiKey, isFull = false }: AskOptions): Promise<RunningQuestion> {
  const check = parseBaseUrl(baseUrl);
  if (!check.ok) {
    throw new Error(`${baseUrl}: ${check.error}`);
  }
  const connection = { endpoint: check.endpoint, apiKey };
  const log = { request: ignore, wait: ignore, note: ignore };
  const clock = systemClock;
  const pacer = createPacer({ clock, limit: isFull ? 1 : 60, windowMs: MINUTE_MS });
  if (isFull) {
    await pacer.take(connection, new AbortController().signal, ignore);
  }
  let isFetching = false;
  const client = createChatClient({
    fetch: (...request) => {
      isFetching = true;
      return fetch(...request);
    },
    capabilityStore: { foldsFrom: () => undefined, rememberFoldsFrom: ignore },
    clock,
    limits: () => ({
      responseTimeoutMs: MINUTE_MS,
      idleTimeoutMs: MINUTE_MS,
      restTimeoutMs: MINUTE_MS,
      initialBackoffMs: MINUTE_MS / 2,
      maxWaitMs: MINUTE_MS,
    }),
    pacer,
    log,
    network: {
      isBrowser: false,
      isSecurePage: false,
      checksCertificates: () => true,
      isOnline: () => true,
      proxy: () => undefined,
    },
    confirmUncheckedCertificates: async () => false,
  });
  let endedAt = 0;
  const session = new ChatSession(
    {
      fetchReply: ({ model, messages }, signal) =>
        client.streamChat(connection, { model, messages, stream: true }, signal),
      now: () => Date.now(),
      monotonic: () => performance.now(),
      newId: () => crypto.randomUUID(),
    },
    (event) => {
      if (event.type === 'replyChanged') {
        endedAt = isRunning(event.turn) ? 0 : performance.now();
      }
    },
  );
  const lastTurn = (): AssistantTurn | undefined => {
    const turn = session.conversation.turns.at(-1);
    return turn?.kind === 'assistant' ? turn : undefined;
  };
  const ended = session.ask(committed({ text: 'What is this?', attachments: [], model: 'assistant-haiku' }));
  return {
    get turn() {
      return lastTurn();
    },
    get isFetching() {
      return isFetching;
    },
    async stop() {
      const start = performance.now();
      session.stop();
      await ended;
      const status = lastTurn()?.status;
      if (status !== 'stopped') {
        throw new Error(`The status of the reply is ${status} instead of stopped`);
      }
      return endedAt - start;
    },
  };
}

function ignore(): void {}
