import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import type { ChatSessionDeps } from '../../../../src/core/asking/chatSessionDeps.ts';
import { client, connectionTo } from '../../client/connect.ts';

/** The outcome of a request: a reply, one that reaches the token limit, one that breaks off, or an error. */
export type Fate = 'answered' | 'cut' | 'broken' | 'failed';

/** How the service responds to the next requests. */
export interface Behavior {
  fate: Fate;
  refusesStreams: boolean;
  refusesRoles: boolean;
}

/** The real client, with a `fetch` that records each request body exactly. */
export interface RecordingPort {
  behavior: Behavior;
  stream: boolean;
  temperature: number | undefined;
  /** What each reply with an end says after its text. */
  remark: string;
  /** The bodies sent by each call of `reply`; a repeated body only once. */
  readonly bodies: string[][];
  /** Called with each body when it is sent. */
  onSend(body: string): void;
  reply: ChatSessionDeps['fetchReply'];
}

export function recordingPort(): RecordingPort {
  const one = client({ fetch: async (_url, init) => port.answer(String(init?.body)) });
  const connection = connectionTo('https://chat.example/api/v1');
  const port = {
    behavior: { fate: 'answered', refusesStreams: false, refusesRoles: false } as Behavior,
    stream: true,
    temperature: undefined as number | undefined,
    remark: '',
    bodies: [] as string[][],
    onSend: (_body: string): void => undefined,
    answer(body: string): Response {
      const own = port.bodies.at(-1);
      if (own?.at(-1) !== body) {
        own?.push(body);
        port.onSend(body);
      }
      const { stream, messages } = JSON.parse(body);
      if (port.behavior.refusesStreams && stream === true) {
        return new Response('{"error":{"message":"stream is not supported"}}', { status: 422 });
      }
      if (port.behavior.refusesRoles && messages.length > 1) {
        return new Response('{"error":{"message":"this role is not known"}}', { status: 422 });
      }
      return answers[port.behavior.fate](port.bodies.length, port.remark);
    },
    async *reply(
      { model, messages, maxTokens }: Parameters<ChatSessionDeps['fetchReply']>[0],
      signal: Parameters<ChatSessionDeps['fetchReply']>[1],
    ): AsyncGenerator<ReplyEvent, void, undefined> {
      port.bodies.push([]);
      yield* one.streamChat(
        connection,
        {
          ...(port.stream && { stream: true }),
          ...(port.temperature !== undefined && { temperature: port.temperature }),
          ...(maxTokens !== undefined && { max_tokens: maxTokens }),
          messages,
          model,
        },
        signal as AbortSignal,
      );
    },
  };
  return port;
}

const answers: Readonly<Record<Fate, (call: number, remark: string) => Response>> = {
  answered: (call, remark) => wholeReply(`It is ${call} 🙂.${remark}`, 'end_turn'),
  cut: (call, remark) => wholeReply(`${call} is "as it${remark}`, 'max_tokens'),
  broken: (call) =>
    new Response(
      `data: ${JSON.stringify({ type: 'content_block_delta', delta: { text: `Half ${call}` } })}\n\n`,
      {
        headers: { 'Content-Type': 'text/event-stream' },
      },
    ),
  failed: () => new Response('{}', { status: 500 }),
};

function wholeReply(text: string, stop_reason: string): Response {
  return Response.json({ content: [{ type: 'text', text }], stop_reason });
}
