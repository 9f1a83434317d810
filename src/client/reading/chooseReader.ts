import { createChoiceChunkReader } from './choiceChunkReader.ts';
import { type FormatReader, isEmptyValue } from './formatReader.ts';
import { createMessageEventReader } from './messageEventReader.ts';
import { readPlainChoices, readPlainReply } from './plainReply.ts';

/**
 * The reader for the format that a value belongs to; `undefined` while that can't be told, as for a `ping`.
 * Which framing the value came in plays no part, so every format is read in every framing. A type that is one of the
 * formats' own tells more than a field that may stand beside it.
 */
export function chooseReader(value: object): FormatReader | undefined {
  if ('type' in value && typeof value.type === 'string' && /^(?:message|content_block)_/.test(value.type)) {
    return createMessageEventReader();
  }
  if ('choices' in value && Array.isArray(value.choices)) {
    const [first] = value.choices;
    const { message, delta } = (first ?? {}) as Record<string, unknown>;
    return !isEmptyValue(message) && isEmptyValue(delta) ? readPlainChoices : createChoiceChunkReader();
  }
  if ('content' in value && Array.isArray(value.content)) {
    return readPlainReply;
  }
  return undefined;
}

/** Whether a value that no reader takes may have held text: it has the fields of one, in other types. */
export function mayHoldText(value: object): boolean {
  const { type, choices, delta, content_block, content } = value as Record<string, unknown>;
  return !(
    isEmptyValue(choices) &&
    (typeof type === 'string' || [delta, content_block, content].every(isEmptyValue))
  );
}
