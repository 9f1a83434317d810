import { omitUndefined } from '../../base/omitUndefined.ts';
import { fileOfBlock } from '../code/fileOfBlock.ts';
import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';
import { type CodeBlock, codeBlocksOf } from '../markdown/codeBlocks.ts';
import type { ProposedCode } from './plan/decision.ts';

/** A code block of a reply: what it proposes, and what is said above it. */
export type ReplyCode = ProposedCode & Pick<CodeBlock, 'index' | 'above'>;

/** The code blocks of a reply that have code. */
export function codesOf(reply: AssistantTurn): ReplyCode[] {
  return codeBlocksOf(reply.text)
    .filter(({ code }) => code.trim() !== '')
    .map((block) => ({ ...proposedCode(reply, block), index: block.index, above: block.above }));
}

/**
 * What a code block of a reply proposes. Nothing else tells whether code is incomplete.
 * @param code a part of it, if not all
 */
export function proposedCode(
  reply: AssistantTurn,
  block: Pick<CodeBlock, 'info' | 'isUnclosed' | 'code' | 'above'>,
  code = block.code,
): ProposedCode {
  const isIncomplete = block.isUnclosed || !(isWritten(reply) || isRunning(reply));
  return { code, info: block.info, isIncomplete, ...omitUndefined({ file: fileOfBlock(block) }) };
}

/** A function of its own, since `isRunning` would narrow what is left to `never`. */
function isWritten({ status }: AssistantTurn): boolean {
  return status === 'finished';
}
