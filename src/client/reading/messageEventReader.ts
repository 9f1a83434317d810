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

/** Maximum number of blocks remembered. */
const MAX_BLOCKS = 100;

/** Index of an event without one. */
const DEFAULT_BLOCK_INDEX = '0';

/**
 * Reads the `message_*` family of events. Only text blocks contribute text; other blocks are reported as left out, and
 * unknown events and stop reasons are ignored. Blocks must arrive one after the other: text for an earlier one is in the
 * wrong place, so the reply is damaged.
 */
export function createMessageEventReader(): FormatReader {
  const nonTextBlocks = new Set<string>();
  /** Text blocks before the current one. */
  const earlierBlocks = new Set<string>();
  let currentBlock: string | undefined;

  function addText(blockIndex: string | undefined, text: unknown): FormatPart[] {
    if (isEmptyValue(text)) {
      return [];
    }
    if (blockIndex === undefined) {
      return [UNREADABLE_PART];
    }
    if (earlierBlocks.has(blockIndex)) {
      return [...textPart(text), UNREADABLE_PART];
    }
    if (currentBlock !== undefined && currentBlock !== blockIndex) {
      rememberBlock(earlierBlocks, currentBlock);
    }
    currentBlock = blockIndex;
    return textPart(text);
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
      earlierBlocks.delete(blockIndex);
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
        return [];
      case 'message_delta':
        return [
          ...usagePart(usage?.input_tokens, usage?.output_tokens),
          ...stopPart(delta.data?.stop_reason),
          ...(delta.success ? [] : [UNREADABLE_PART]),
        ];
      case 'message_stop':
        return [{ type: 'end' }];
      case undefined:
        return isEmptyValue(parsed.data.delta) && isEmptyValue(block) ? [] : [UNREADABLE_PART];
      default:
        return [];
    }
  };
}

/** Forgets the oldest block beyond the maximum. */
function rememberBlock(blocks: Set<string>, index: string): void {
  blocks.add(index);
  if (blocks.size > MAX_BLOCKS) {
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
