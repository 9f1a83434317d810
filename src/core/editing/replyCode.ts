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
  { info, isUnclosed, code: whole }: Pick<CodeBlock, 'info' | 'isUnclosed' | 'code'>,
  code = whole,
): ProposedCode {
  return { code, info, isIncomplete: isUnclosed || !(isWritten(reply) || isRunning(reply)) };
}

/** A function of its own, since `isRunning` would narrow what is left to `never`. */
function isWritten({ status }: AssistantTurn): boolean {
  return status === 'finished';
}
