import { chatReplySchema, contentBlockSchema } from '../../../src/contract/chatReply.ts';
import {
  choiceChunkSchema,
  choiceSchema,
  messageDeltaSchema,
  messageEventSchema,
} from '../../../src/contract/streamEvent.ts';

/** Parses the events of a streamed reply, or a complete reply, independently of the client. */
export function eventsOf(body: Uint8Array): unknown[] {
  const text = new TextDecoder().decode(body);
  const lines = text.split(/\r\n|\r|\n/);
  if (text.startsWith('{')) {
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }
  const events: unknown[] = [];
  let data: string[] = [];
  for (const line of lines) {
    const whole = data.join('\n');
    if (line === '' && whole !== '') {
      events.push(whole === '[DONE]' ? whole : JSON.parse(whole));
    }
    data = line === '' ? [] : [...data, ...(/^data: ?(.*)$/.exec(line)?.slice(1) ?? [])];
  }
  return events;
}

/** Returns the text that an event adds to the first content block. */
function textOf(event: unknown): string {
  const chunk = choiceChunkSchema.safeParse(event).data;
  if (chunk) {
    return chunk.choices
      .map((choice) => choiceSchema.parse(choice))
      .filter(({ index }) => index === 0)
      .map(({ delta }) => delta?.content ?? '')
      .join('');
  }
  const reply = chatReplySchema.safeParse(event).data;
  if (reply) {
    return reply.content.map((block) => contentBlockSchema.parse(block).text ?? '').join('');
  }
  const { type, index, delta } = messageEventSchema.safeParse(event).data ?? {};
  return type === 'content_block_delta' && index === 0
    ? String(messageDeltaSchema.parse(delta).text ?? '')
    : '';
}

/** Concatenates the text of a reply from its events. */
export function replyText({ body }: { body: Uint8Array }): string {
  return eventsOf(body).map(textOf).join('');
}
