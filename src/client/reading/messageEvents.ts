import { contentBlockSchema } from '../../contract/chatReply.ts';
import { messageDeltaSchema, messageEventSchema } from '../../contract/streamEvent.ts';
import { BlockOrder } from './blockOrder.ts';
import {
  type FormatPart,
  type FormatReader,
  isNothing,
  placeOf,
  stopPart,
  textPart,
  UNREADABLE,
  usagePart,
} from './formatReader.ts';

const MOST_OPEN_BLOCKS = 100;

/** The block of an event that names none. */
const FIRST = '0';

/**
 * Reads the family of `message_start`, `content_block_delta`, `message_delta`, `message_stop`. Text comes from
 * text blocks alone; other blocks are named, and other events and stop reasons are passed over.
 */
export function messageEventsReader(): FormatReader {
  const otherBlocks = new Set<string>();
  const order = new BlockOrder();

  function say(place: string | undefined, text: unknown): FormatPart[] {
    if (isNothing(text)) {
      return [];
    }
    return place === undefined || typeof text !== 'string' ? [UNREADABLE] : textPart(order.add(place, text));
  }

  function startBlock(place: string | undefined, block: unknown): FormatPart[] {
    const { success, data } = contentBlockSchema.safeParse(block ?? {});
    if (!success) {
      return [UNREADABLE];
    }
    if (!isTextBlock(data.type)) {
      remember(otherBlocks, place ?? FIRST);
      return [{ type: 'leftOut', what: data.type }];
    }
    if (place !== undefined) {
      otherBlocks.delete(place);
      order.begin(place);
    }
    return say(place, data.text);
  }

  return (value) => {
    const parsed = messageEventSchema.safeParse(value);
    if (!parsed.success) {
      return [UNREADABLE];
    }
    const { type, message, index, content_block: block, usage } = parsed.data;
    const place = placeOf(index ?? FIRST);
    const delta = messageDeltaSchema.safeParse(parsed.data.delta ?? {});
    switch (type) {
      case 'message_start':
        return [
          { type: 'started', model: message?.model },
          // Its output tokens count what there is at the start: said of a reply that breaks off, they would be wrong.
          ...usagePart(message?.usage?.input_tokens, undefined),
        ];
      case 'content_block_start':
        return startBlock(place, block);
      case 'content_block_delta':
        if (!delta.success) {
          return [UNREADABLE];
        }
        return isTextDelta(delta.data.type) && !otherBlocks.has(place ?? FIRST)
          ? say(place, delta.data.text)
          : [];
      case 'content_block_stop':
        otherBlocks.delete(place ?? FIRST);
        return textPart(order.end(place ?? FIRST));
      case 'message_delta':
        return [
          ...usagePart(usage?.input_tokens, usage?.output_tokens),
          ...(delta.data?.stop_reason ? textPart(order.endAll()) : []),
          ...stopPart(delta.data?.stop_reason),
          ...(delta.success ? [] : [UNREADABLE]),
        ];
      case 'message_stop':
        return [...textPart(order.endAll()), { type: 'end' }];
      case undefined:
        return isNothing(parsed.data.delta) && isNothing(block) ? [] : [UNREADABLE];
      default:
        return [];
    }
  };
}

/** Blocks come one after the other, so few are open at a time; of a stream that never ends one, the last stay. */
function remember(blocks: Set<string>, place: string): void {
  blocks.add(place);
  if (blocks.size > MOST_OPEN_BLOCKS) {
    const [oldest = place] = blocks;
    blocks.delete(oldest);
  }
}

function isTextBlock(type: string | undefined): type is 'text' | undefined {
  return type === undefined || type === 'text';
}

function isTextDelta(type: string | undefined): boolean {
  return type === undefined || type === 'text_delta' || type === 'text';
}
