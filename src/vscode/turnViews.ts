import * as vscode from 'vscode';
import type { FailureKind } from '../contract/failure.ts';
import type { Attachment } from '../core/attachment.ts';
import type { AssistantTurn, Turn } from '../core/conversation.ts';
import type {
  AssistantTurnView,
  AttachmentView,
  ProblemView,
  TurnAction,
  TurnView,
  UserTurnView,
} from '../protocol/views.ts';
import { failureText } from './failureText.ts';

/** A turn as the panel draws it. */
export function turnView(turn: Turn): TurnView {
  return turn.kind === 'assistant' ? assistantTurnView(turn) : userTurnView(turn);
}

function userTurnView({ id, text, attachments }: Extract<Turn, { kind: 'user' }>): UserTurnView {
  return { kind: 'user', id, text, attachments: attachments.map(attachmentView) };
}

/** A chip: where the code is from, without the code. */
export function attachmentView(attachment: Attachment): AttachmentView {
  const { id, path, languageId, startLine, endLine } = attachment;
  return { id, path, languageId, startLine, endLine };
}

export function assistantTurnView(turn: AssistantTurn): AssistantTurnView {
  const { id, model, text, status, startedAt, endedAt, usage } = turn;
  const problem = problemOf(turn);
  return {
    kind: 'assistant',
    id,
    model,
    text,
    status,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(usage?.inputTokens !== undefined && { inputTokens: usage.inputTokens }),
    ...(usage?.outputTokens !== undefined && { outputTokens: usage.outputTokens }),
    ...(problem !== undefined && { problem }),
  };
}

/** The way out of each failure that helps most. */
const WAY_OUT: Readonly<Record<FailureKind, TurnAction>> = {
  notConnected: 'setApiKey',
  unauthorized: 'setApiKey',
  forbidden: 'openDashboard',
  notFound: 'openSettings',
  modelNotFound: 'selectModel',
  invalidRequest: 'editMessage',
  tooLarge: 'editMessage',
  rateLimited: 'waitAndRetry',
  serverError: 'retry',
  unexpectedStatus: 'retry',
  redirected: 'openSettings',
  hostNotFound: 'openSettings',
  offline: 'retry',
  refused: 'retry',
  certificate: 'openSettings',
  notSecure: 'retry',
  proxy: 'openSettings',
  corsRefused: 'openSettings',
  mixedContent: 'openSettings',
  unreachable: 'retry',
  timedOut: 'retry',
  webPage: 'retry',
  notAReply: 'openSettings',
  damaged: 'retry',
  emptyReply: 'retry',
  tooLong: 'editMessage',
  stalled: 'retry',
  connectionLost: 'retry',
  serviceError: 'retry',
};

function problemOf(turn: AssistantTurn): ProblemView | undefined {
  if (turn.status === 'cutAtLimit') {
    const message =
      turn.maxTokens === undefined
        ? vscode.l10n.t('Cut at the limit of tokens.')
        : vscode.l10n.t(
            'Cut at the limit of {0} tokens.',
            turn.maxTokens.toLocaleString(vscode.env.language),
          );
    return { severity: 'warning', message, actions: offer(['openSettings']) };
  }
  if (turn.status !== 'failed' || turn.failure === undefined) {
    return undefined;
  }
  const { kind, detail } = turn.failure;
  return {
    severity: 'error',
    message: failureText(turn.failure, turn.model),
    ...(detail !== undefined && { detail }),
    actions: offer([...new Set<TurnAction>([WAY_OUT[kind], 'retry', 'copyDetails'])]),
  };
}

function offer(actions: readonly TurnAction[]): ProblemView['actions'] {
  return actions.map((action) => ({ action, label: label(action) }));
}

function label(action: TurnAction): string {
  switch (action) {
    case 'setApiKey':
      return vscode.l10n.t('Set API Key');
    case 'selectModel':
      return vscode.l10n.t('Select Model');
    case 'openSettings':
      return vscode.l10n.t('Open Settings');
    case 'editMessage':
      return vscode.l10n.t('Edit Message');
    case 'retry':
      return vscode.l10n.t('Retry');
    case 'openDashboard':
      return vscode.l10n.t('Open Dashboard');
    case 'waitAndRetry':
      return vscode.l10n.t('Wait and Retry');
    case 'copyDetails':
      return vscode.l10n.t('Copy Details');
  }
}
