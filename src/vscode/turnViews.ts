import * as vscode from 'vscode';
import { canContinue } from '../core/continuation.ts';
import { type AssistantTurn, isRunning, type Turn, totalUsage, type UserTurn } from '../core/conversation.ts';
import type { AssistantTurnView, AttachmentView, TurnView, UserTurnView } from '../protocol/views.ts';
import type { ComposerAttachment } from './composer.ts';
import { problemView } from './problemViews.ts';
import { waitView } from './waitViews.ts';

/**
 * A turn of a conversation as the panel draws it.
 * @param now ms since 1970
 */
export function turnView(turn: Turn, turns: readonly Turn[], now: number): TurnView {
  return turn.kind === 'assistant' ? assistantTurnView(turn, turns, now) : userTurnView(turn);
}

function userTurnView({ id, text, attachments, at, isLeftOut }: UserTurn): UserTurnView {
  return {
    kind: 'user',
    id,
    text,
    attachments: attachments.map(attachmentView),
    at,
    ...(isLeftOut && { isNotSent: true }),
  };
}

/** A chip: where the text is from, without the text. */
export function attachmentView({
  text: _,
  uri: _uri,
  isCurrentFile: _is,
  ...view
}: ComposerAttachment): AttachmentView {
  return view;
}

/**
 * @param turns the conversation that the reply is in
 * @param now ms since 1970
 */
export function assistantTurnView(
  turn: AssistantTurn,
  turns: readonly Turn[],
  now: number,
): AssistantTurnView {
  const { id, model, text, status, startedAt, endedAt, wait, leftOut } = turn;
  const usage = totalUsage(turn);
  const at = turns.findIndex((candidate) => candidate.id === id);
  const before = turns.slice(0, at);
  const compared = comparedAs(turn, turns[at + 1]);
  const problem = problemView(turn, before);
  const question = before.findLast((candidate) => candidate.kind === 'user');
  return {
    kind: 'assistant',
    id,
    model,
    text,
    status,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(isRunning(turn) && { runningForMs: Math.max(0, now - startedAt) }),
    ...(usage?.inputTokens !== undefined && { inputTokens: usage.inputTokens }),
    ...(usage?.outputTokens !== undefined && { outputTokens: usage.outputTokens }),
    ...(compared !== undefined && { compared }),
    ...(canContinue(turn) && { canContinue: true }),
    ...(question?.isLeftOut && { isNotSent: true }),
    ...(turn.isElsewhere && { isElsewhere: true }),
    ...(wait !== undefined && { wait: waitView(wait, now) }),
    ...(problem !== undefined && { problem }),
    ...(leftOut !== undefined && !isRunning(turn) && { leftOut: leftOutText(leftOut) }),
  };
}

function leftOutText(names: readonly string[]): string {
  return vscode.l10n.t('Left out, since only text can be shown: {0}.', names.join(', '));
}

function comparedAs(turn: AssistantTurn, next: Turn | undefined): AssistantTurnView['compared'] {
  if (turn.alternativeTo !== undefined) {
    return 'second';
  }
  return next?.kind === 'assistant' && next.alternativeTo === turn.id ? 'first' : undefined;
}
