import type { ReplyPart } from '../../src/localService/chat/reply.ts';

type Parts = AsyncIterable<ReplyPart>;

/** Adds texts after the first text of a reply. */
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

/** Replaces the texts of a reply. */
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

/** Removes the end of a reply. */
export async function* withoutEnd(parts: Parts): Parts {
  for await (const part of parts) {
    if (part.type === 'text') {
      yield part;
    }
  }
}
