import { contentBlockSchema } from '../../contract/chatReply.ts';
import { messageDeltaSchema, messageEventSchema } from '../../contract/streamEvent.ts';
import {
  type FormatPart,
  type FormatReader,
  indexKeyOf,
  isEmptyValue,
  stopPart,
  textPart,
  UNREADABLE_PART,
  usagePart,
} from './formatReader.ts';

/** Maximum number of open blocks remembered that are no text. */
const MAX_NON_TEXT_BLOCKS = 100;

/** The block of an event that names none. */
const DEFAULT_BLOCK_INDEX = '0';

/**
 * Reads the family of `message_start`, `content_block_delta`, `message_delta`, `message_stop`. Text comes from
 * text blocks alone; other blocks are named, and other events and stop reasons are passed over.
 */
export function createMessageEventReader(): FormatReader {
  const otherBlocks = new Set<string>();
  const order = new BlockSequencer();

  function say(place: string | undefined, text: unknown): FormatPart[] {
    if (isEmptyValue(text)) {
      return [];
    }
    return place === undefined || typeof text !== 'string'
      ? [UNREADABLE_PART]
      : textPart(order.add(place, text));
  }

  function startBlock(place: string | undefined, block: unknown): FormatPart[] {
    const { success, data } = contentBlockSchema.safeParse(block ?? {});
    if (!success) {
      return [UNREADABLE_PART];
    }
    if (!isTextBlock(data.type)) {
      rememberBlock(otherBlocks, place ?? DEFAULT_BLOCK_INDEX);
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
      return [UNREADABLE_PART];
    }
    const { type, message, index, content_block: block, usage } = parsed.data;
    const place = indexKeyOf(index ?? DEFAULT_BLOCK_INDEX);
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
          return [UNREADABLE_PART];
        }
        return isTextDelta(delta.data.type) && !otherBlocks.has(place ?? DEFAULT_BLOCK_INDEX)
          ? say(place, delta.data.text)
          : [];
      case 'content_block_stop':
        otherBlocks.delete(place ?? DEFAULT_BLOCK_INDEX);
        return textPart(order.end(place ?? DEFAULT_BLOCK_INDEX));
      case 'message_delta':
        return [
          ...usagePart(usage?.input_tokens, usage?.output_tokens),
          ...(delta.data?.stop_reason ? textPart(order.endAll()) : []),
          ...stopPart(delta.data?.stop_reason),
          ...(delta.success ? [] : [UNREADABLE_PART]),
        ];
      case 'message_stop':
        return [...textPart(order.endAll()), { type: 'end' }];
      case undefined:
        return isEmptyValue(parsed.data.delta) && isEmptyValue(block) ? [] : [UNREADABLE_PART];
      default:
        return [];
    }
  };
}

/** Blocks come one after the other, so few are open at a time; of a stream that never ends one, the last stay. */
function rememberBlock(blocks: Set<string>, index: string): void {
  blocks.add(index);
  if (blocks.size > MAX_NON_TEXT_BLOCKS) {
    const [oldest = index] = blocks;
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
const MAX_BUFFERED_CHARS = 1_000_000;

/**
 * Puts the texts of blocks one after the other, in the order in which the blocks began, though their pieces may
 * come in turn. Blocks come one by one as a rule, and then nothing ever waits.
 */
class BlockSequencer {
  /** The blocks that began and are not told to their end, each with the text that waits. The first is being told. */
  readonly #openBlocks = new Map<string, { waiting: string; ended: boolean }>();
  #bufferedChars = 0;

  begin(index: string): void {
    if (!this.#openBlocks.has(index)) {
      this.#openBlocks.set(index, { waiting: '', ended: false });
    }
  }

  /** What can be told now that this piece has come. */
  add(index: string, text: string): string {
    const [first = index] = this.#openBlocks.keys();
    if (index === first) {
      return text;
    }
    this.begin(index);
    const block = this.#openBlocks.get(index);
    if (block) {
      block.waiting += text;
      this.#bufferedChars += text.length;
    }
    return this.#openBlocks.size > MAX_OPEN_BLOCKS || this.#bufferedChars > MAX_BUFFERED_CHARS
      ? this.endAll()
      : '';
  }

  /** What can be told now that this block has ended. */
  end(index: string): string {
    const ending = this.#openBlocks.get(index);
    if (ending) {
      ending.ended = true;
    }
    let text = '';
    for (const [open, block] of this.#openBlocks) {
      text += block.waiting;
      this.#bufferedChars -= block.waiting.length;
      block.waiting = '';
      if (!block.ended) {
        break;
      }
      this.#openBlocks.delete(open);
    }
    return text;
  }

  /** What waits, since nothing more will come. */
  endAll(): string {
    const text = [...this.#openBlocks.values()].map(({ waiting }) => waiting).join('');
    this.#openBlocks.clear();
    this.#bufferedChars = 0;
    return text;
  }
}
