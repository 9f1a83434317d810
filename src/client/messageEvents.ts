import { messageEventSchema } from '../contract/streamEvent.ts';
import { BlockOrder } from './blockOrder.ts';
import { type FormatReader, type ReplyPart, textPart, usagePart } from './formatReader.ts';

const MOST_OPEN_BLOCKS = 100;

/**
 * Reads the family of `message_start`, `content_block_delta`, `message_delta`, `message_stop`. Text comes from
 * text blocks alone; other blocks are named, and other events and stop reasons are passed over.
 */
export function messageEventsReader(): FormatReader {
  const otherBlocks = new Set<number>();
  const order = new BlockOrder();
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
          remember(otherBlocks, index ?? 0);
          return [{ type: 'leftOut', what: block.type }];
        }
        otherBlocks.delete(index ?? 0);
        order.begin(index ?? 0);
        return textPart(order.add(index ?? 0, block?.text ?? ''));
      case 'content_block_delta':
        return isText && isTextDelta(delta?.type) ? textPart(order.add(index ?? 0, delta?.text ?? '')) : [];
      case 'content_block_stop':
        otherBlocks.delete(index ?? 0);
        return textPart(order.end(index ?? 0));
      case 'message_delta':
        return [
          ...usagePart(usage?.input_tokens, usage?.output_tokens),
          ...(delta?.stop_reason ? textPart(order.endAll()) : []),
          ...stopReason(delta?.stop_reason),
        ];
      case 'message_stop':
        return [...textPart(order.endAll()), { type: 'end' }];
      default:
        return [];
    }
  };
}

/** Blocks come one after the other, so few are open at a time; of a stream that never ends one, the last stay. */
function remember(blocks: Set<number>, index: number): void {
  blocks.add(index);
  if (blocks.size > MOST_OPEN_BLOCKS) {
    const [oldest = index] = blocks;
    blocks.delete(oldest);
  }
}

function isTextDelta(type: string | null | undefined): boolean {
  return type === undefined || type === null || type === 'text_delta' || type === 'text';
}

function stopReason(reason: string | null | undefined): ReplyPart[] {
  return reason ? [{ type: 'stopReason', cutAtLimit: reason === 'max_tokens' }] : [];
}
