import { messageEventSchema } from '../contract/streamEvent.ts';
import { type FormatReader, type ReplyPart, textPart, usagePart } from './formatReader.ts';

/**
 * Reads the family of `message_start`, `content_block_delta`, `message_delta`, `message_stop`. Text comes from
 * text blocks alone; other blocks, events and stop reasons are passed over.
 */
export function messageEventsReader(): FormatReader {
  const otherBlocks = new Set<number>();
  return (value) => {
    const parsed = messageEventSchema.safeParse(value);
    if (!parsed.success) {
      return [];
    }
    const { type, message, index, content_block: block, delta, usage } = parsed.data;
    const isText = !otherBlocks.has(index ?? 0);
    switch (type) {
      case 'message_start':
        return [
          { type: 'started', model: message?.model ?? undefined, id: message?.id ?? undefined },
          // Its output tokens count what there is at the start: said of a reply that breaks off, they would be wrong.
          ...usagePart(message?.usage?.input_tokens, undefined),
        ];
      case 'content_block_start':
        if (block && block.type !== 'text') {
          otherBlocks.add(index ?? 0);
          return [];
        }
        otherBlocks.delete(index ?? 0);
        return textPart(block?.text);
      case 'content_block_delta':
        return isText && isTextDelta(delta?.type) ? textPart(delta?.text) : [];
      case 'message_delta':
        return [...usagePart(usage?.input_tokens, usage?.output_tokens), ...stopReason(delta?.stop_reason)];
      case 'message_stop':
        return [{ type: 'end' }];
      default:
        return [];
    }
  };
}

function isTextDelta(type: string | null | undefined): boolean {
  return type === undefined || type === null || type === 'text_delta' || type === 'text';
}

function stopReason(reason: string | null | undefined): ReplyPart[] {
  return reason ? [{ type: 'stopReason', cutAtLimit: reason === 'max_tokens' }] : [];
}
