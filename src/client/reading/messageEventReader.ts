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

/** Maximum number of open blocks remembered that are not text. */
const MAX_NON_TEXT_BLOCKS = 100;

/** Index of an event without one. */
const DEFAULT_BLOCK_INDEX = '0';

/**
 * Reads the `message_*` family of events. Only text blocks contribute text; other blocks are reported as left out, and
 * unknown events and stop reasons are ignored.
 */
export function createMessageEventReader(): FormatReader {
  const nonTextBlocks = new Set<string>();
  const sequencer = new BlockSequencer();

  function addText(blockIndex: string | undefined, text: unknown): FormatPart[] {
    if (isEmptyValue(text)) {
      return [];
    }
    return blockIndex === undefined || typeof text !== 'string'
      ? [UNREADABLE_PART]
      : textPart(sequencer.add(blockIndex, text));
  }

  function startBlock(blockIndex: string | undefined, block: unknown): FormatPart[] {
    const { success, data } = contentBlockSchema.safeParse(block ?? {});
    if (!success) {
      return [UNREADABLE_PART];
    }
    if (!isTextBlock(data.type)) {
      rememberBlock(nonTextBlocks, blockIndex ?? DEFAULT_BLOCK_INDEX);
      return [{ type: 'leftOut', what: data.type }];
    }
    if (blockIndex !== undefined) {
      nonTextBlocks.delete(blockIndex);
      sequencer.begin(blockIndex);
    }
    return addText(blockIndex, data.text);
  }

  return (value) => {
    const parsed = messageEventSchema.safeParse(value);
    if (!parsed.success) {
      return [UNREADABLE_PART];
    }
    const { type, message, index, content_block: block, usage } = parsed.data;
    const blockIndex = indexKeyOf(index ?? DEFAULT_BLOCK_INDEX);
    const delta = messageDeltaSchema.safeParse(parsed.data.delta ?? {});
    switch (type) {
      case 'message_start':
        return [
          { type: 'started', model: message?.model },
          // The output tokens in this event are those at the start, which would be wrong for a reply that is cut off.
          ...usagePart(message?.usage?.input_tokens, undefined),
        ];
      case 'content_block_start':
        return startBlock(blockIndex, block);
      case 'content_block_delta':
        if (!delta.success) {
          return [UNREADABLE_PART];
        }
        return isTextDelta(delta.data.type) && !nonTextBlocks.has(blockIndex ?? DEFAULT_BLOCK_INDEX)
          ? addText(blockIndex, delta.data.text)
          : [];
      case 'content_block_stop':
        nonTextBlocks.delete(blockIndex ?? DEFAULT_BLOCK_INDEX);
        return textPart(sequencer.end(blockIndex ?? DEFAULT_BLOCK_INDEX));
      case 'message_delta':
        return [
          ...usagePart(usage?.input_tokens, usage?.output_tokens),
          ...(delta.data?.stop_reason ? textPart(sequencer.endAll()) : []),
          ...stopPart(delta.data?.stop_reason),
          ...(delta.success ? [] : [UNREADABLE_PART]),
        ];
      case 'message_stop':
        return [...textPart(sequencer.endAll()), { type: 'end' }];
      case undefined:
        return isEmptyValue(parsed.data.delta) && isEmptyValue(block) ? [] : [UNREADABLE_PART];
      default:
        return [];
    }
  };
}

/** Forgets the oldest block beyond the maximum, which only a stream that never ends its blocks reaches. */
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

/** Maximum number of open blocks. Beyond this or `MAX_BUFFERED_CHARS`, all buffered text is released. */
const MAX_OPEN_BLOCKS = 100;
/** Maximum length of the buffered text, in UTF-16 code units. */
const MAX_BUFFERED_CHARS = 1_000_000;

/**
 * Concatenates the texts of blocks in the order in which the blocks started, even if their deltas are interleaved.
 * Nothing is buffered as long as blocks arrive one after the other, as they normally do.
 */
class BlockSequencer {
  /** The blocks not yet released completely, each with its buffered text. The first one is passed through. */
  readonly #openBlocks = new Map<string, { buffered: string; ended: boolean }>();
  #bufferedChars = 0;

  begin(index: string): void {
    if (!this.#openBlocks.has(index)) {
      this.#openBlocks.set(index, { buffered: '', ended: false });
    }
  }

  /** Adds text to a block and returns the text that can be released. */
  add(index: string, text: string): string {
    const [first = index] = this.#openBlocks.keys();
    if (index === first) {
      return text;
    }
    this.begin(index);
    const block = this.#openBlocks.get(index);
    if (block) {
      block.buffered += text;
      this.#bufferedChars += text.length;
    }
    return this.#openBlocks.size > MAX_OPEN_BLOCKS || this.#bufferedChars > MAX_BUFFERED_CHARS
      ? this.endAll()
      : '';
  }

  /** Ends a block and returns the text that can be released. */
  end(index: string): string {
    const ending = this.#openBlocks.get(index);
    if (ending) {
      ending.ended = true;
    }
    let text = '';
    for (const [open, block] of this.#openBlocks) {
      text += block.buffered;
      this.#bufferedChars -= block.buffered.length;
      block.buffered = '';
      if (!block.ended) {
        break;
      }
      this.#openBlocks.delete(open);
    }
    return text;
  }

  /** Ends all blocks and returns their buffered text. */
  endAll(): string {
    const text = [...this.#openBlocks.values()].map(({ buffered }) => buffered).join('');
    this.#openBlocks.clear();
    this.#bufferedChars = 0;
    return text;
  }
}
