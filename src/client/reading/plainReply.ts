import { chatReplySchema } from '../../contract/chatReply.ts';
import {
  blockParts,
  type FormatReader,
  isEmptyValue,
  stopPart,
  UNREADABLE_PART,
  usagePart,
  WHOLE_REPLY_PART,
} from './formatReader.ts';
import { createPieceJoiner } from './pieceJoiner.ts';

/**
 * Reads the documented reply (service interface: Chat response), whole or as a stream of pieces of the same shape. A
 * piece without content adds the usage or the stop reason.
 */
export function createPlainReplyReader(): FormatReader {
  const joinPieces = createPieceJoiner();
  return (value) => {
    const hasContent = 'content' in value && !isEmptyValue(value.content);
    const parsed = chatReplySchema.safeParse(hasContent ? value : { ...value, content: [] });
    if (!parsed.success) {
      return [UNREADABLE_PART];
    }
    const { model, content, stop_reason, usage } = parsed.data;
    return [
      { type: 'started', model },
      ...joinPieces(content.flatMap(blockParts), Boolean(stop_reason)),
      ...usagePart(usage?.input_tokens, usage?.output_tokens),
      ...stopPart(stop_reason),
      ...(hasContent ? [WHOLE_REPLY_PART] : []),
    ];
  };
}
