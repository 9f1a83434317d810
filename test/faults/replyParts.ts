import type { ReplyPart } from '../../src/localService/chat/reply.ts';

type Parts = AsyncIterable<ReplyPart>;

/** The reply with further texts after its first one. */
export function addTexts(texts: readonly string[]): (parts: Parts) => Parts {
  return async function* (parts) {
    let first = true;
    for await (const part of parts) {
      yield part;
      if (first) {
        yield* texts.map((text) => ({ type: 'text', text }) as const);
      }
      first = false;
    }
  };
}

/** The reply's end after other texts than its own. */
export function replaceTexts(texts: Iterable<string>): (parts: Parts) => Parts {
  return async function* (parts) {
    for (const text of texts) {
      yield { type: 'text', text };
    }
    for await (const part of parts) {
      if (part.type === 'end') {
        yield part;
      }
    }
  };
}

/** The reply without its end. */
export async function* withoutEnd(parts: Parts): Parts {
  for await (const part of parts) {
    if (part.type === 'text') {
      yield part;
    }
  }
}
