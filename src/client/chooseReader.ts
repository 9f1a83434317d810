import { choiceChunksReader } from './choiceChunks.ts';
import type { FormatReader } from './formatReader.ts';
import { messageEventsReader } from './messageEvents.ts';
import { readPlainChoices, readPlainReply } from './plainReply.ts';

/**
 * The reader for the format that a value belongs to; `undefined` while that can't be told, as for a `ping`.
 * Which framing the value came in plays no part, so every format is read in every framing.
 */
export function chooseReader(value: object): FormatReader | undefined {
  if ('choices' in value && Array.isArray(value.choices)) {
    const [first] = value.choices;
    const isWhole = typeof first === 'object' && first !== null && 'message' in first;
    return isWhole ? readPlainChoices : choiceChunksReader();
  }
  if ('content' in value && Array.isArray(value.content)) {
    return readPlainReply;
  }
  if ('type' in value && typeof value.type === 'string' && /^(?:message|content_block)_/.test(value.type)) {
    return messageEventsReader();
  }
  return undefined;
}
