import { createChoiceChunkReader } from './choiceChunkReader.ts';
import { type FormatReader, isEmptyValue } from './formatReader.ts';
import { createMessageEventReader } from './messageEventReader.ts';
import { createPlainReplyReader } from './plainReply.ts';

/**
 * The reader for the format that a value belongs to; `undefined` if the value does not show it, such as a `ping`.
 * Independent of the framing, so that every format is read in every framing. A `type` specific to a format takes
 * precedence over other fields.
 */
export function chooseReader(value: object): FormatReader | undefined {
  if ('type' in value && typeof value.type === 'string' && /^(?:message|content_block)_/.test(value.type)) {
    return createMessageEventReader();
  }
  const { choices, content } = value as Record<string, unknown>;
  const hasContent = Array.isArray(content) && content.length > 0;
  if (Array.isArray(choices) && !(choices.length === 0 && hasContent)) {
    return createChoiceChunkReader();
  }
  if (Array.isArray(content)) {
    return createPlainReplyReader();
  }
  return undefined;
}

/**
 * Whether a value without a reader may contain text: it has fields that contain text, but of unexpected types. A type
 * other than that of the documented reply says that they contain none, unless there are choices.
 */
export function mayContainText(value: object): boolean {
  const { type, choices, delta, content_block, content } = value as Record<string, unknown>;
  return !(
    isEmptyValue(choices) &&
    ((typeof type === 'string' && type !== 'message') || [delta, content_block, content].every(isEmptyValue))
  );
}
