import { contentBlockSchema } from '../../contract/chatReply.ts';
import { messageDeltaSchema, messageEventSchema } from '../../contract/streamEvent.ts';
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

/** Maximum number of open blocks remembered that are no text. */
const MAX_OTHER_BLOCKS = 100;

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
  if (blocks.size > MAX_OTHER_BLOCKS) {
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

/** Maximum number of open blocks, and of characters (UTF-16 units) that wait: beyond it all that waits is told. */
const MAX_OPEN_BLOCKS = 100;
const MAX_WAITING_CHARS = 1_000_000;

/**
 * Puts the texts of blocks one after the other, in the order in which the blocks began, though their pieces may
 * come in turn. Blocks come one by one as a rule, and then nothing ever waits.
 */
class BlockOrder {
  /** The blocks that began and are not told to their end, each with the text that waits. The first is being told. */
  readonly #open = new Map<string, { waiting: string; ended: boolean }>();
  #waiting = 0;

  begin(index: string): void {
    if (!this.#open.has(index)) {
      this.#open.set(index, { waiting: '', ended: false });
    }
  }

  /** What can be told now that this piece has come. */
  add(index: string, text: string): string {
    const [first = index] = this.#open.keys();
    if (index === first) {
      return text;
    }
    this.begin(index);
    const block = this.#open.get(index);
    if (block) {
      block.waiting += text;
      this.#waiting += text.length;
    }
    return this.#open.size > MAX_OPEN_BLOCKS || this.#waiting > MAX_WAITING_CHARS ? this.endAll() : '';
  }

  /** What can be told now that this block has ended. */
  end(index: string): string {
    const ending = this.#open.get(index);
    if (ending) {
      ending.ended = true;
    }
    let text = '';
    for (const [open, block] of this.#open) {
      text += block.waiting;
      this.#waiting -= block.waiting.length;
      block.waiting = '';
      if (!block.ended) {
        break;
      }
      this.#open.delete(open);
    }
    return text;
  }

  /** What waits, since nothing more will come. */
  endAll(): string {
    const text = [...this.#open.values()].map(({ waiting }) => waiting).join('');
    this.#open.clear();
    this.#waiting = 0;
    return text;
  }
}
