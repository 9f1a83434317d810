import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import type { UnreadResponse } from '../../contract/unreadResponse.ts';
import { canContinue } from '../../core/asking/continuation.ts';
import { type Attachment, lineRangeOf } from '../../core/attachments/attachment.ts';
import { buildMessages } from '../../core/conversation/buildMessages.ts';
import { type AssistantTurn, isRunning, type Turn } from '../../core/conversation/conversation.ts';
import { sentTurns } from '../../core/conversation/sentTurns.ts';
import type { NoticeView, OfferedActions, TurnAction } from '../../protocol/conversation.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
import { failureActions, severityOf } from './failureActions.ts';
import { failureText } from './failureText.ts';

/**
 * The notice about a reply that ended early, or that changed how the next ones arrive; `undefined` if there is none. Its
 * first action is the one that helps.
 *
 * @param before returns all turns up to the question of the reply
 * @param unread the response, if nobody could read it
 */
export function toNoticeView(
  turn: AssistantTurn,
  before: () => readonly Turn[],
  unread?: UnreadResponse,
): NoticeView | undefined {
  const notice = endNotice(turn, before);
  if (unread !== undefined && notice !== undefined) {
    return { ...notice, responseStart: unread.start };
  }
  return turn.hasTurnedOffStreaming && !isRunning(turn) ? withStreamingTurnedOff(notice) : notice;
}

/** Says that streaming was turned off, and offers to undo that, after what a notice says otherwise. */
function withStreamingTurnedOff(notice: NoticeView | undefined): NoticeView {
  const text = t('Streaming is now off for this service, since its streamed replies can’t be read.');
  const actions = toOfferedActions(['turnOnStreaming']);
  return notice === undefined
    ? { severity: 'info', message: plainText(text), actions }
    : {
        ...notice,
        message: `${notice.message} ${plainText(text)}`,
        actions: [...notice.actions, ...actions],
      };
}

function endNotice(turn: AssistantTurn, before: () => readonly Turn[]): NoticeView | undefined {
  switch (turn.status) {
    case 'cutAtLimit':
      return cutAtLimitNotice(turn);
    case 'stopped':
      return { severity: 'info', message: plainText(t('Stopped.')), actions: toOfferedActions(waysOn(turn)) };
    case 'interrupted':
      return {
        severity: 'warning',
        message: plainText(t('Interrupted: the window closed before the reply finished.')),
        actions: toOfferedActions(waysOn(turn)),
      };
    case 'failed':
      return turn.failure === undefined
        ? {
            severity: 'error',
            message: plainText(t('The reply failed.')),
            actions: toOfferedActions(waysOn(turn)),
          }
        : failureNotice(turn, turn.failure, before);
    default:
      return undefined;
  }
}

/** Continues the reply if it has text, or asks the question again: first if a part of that text may be missing. */
function waysOn(turn: AssistantTurn): TurnAction[] {
  if (!canContinue(turn)) {
    return ['retry'];
  }
  return turn.failure?.kind === 'damaged' ? ['retry', 'continue'] : ['continue', 'retry'];
}

function failureNotice(turn: AssistantTurn, failure: Failure, before: () => readonly Turn[]): NoticeView {
  const actions = failureActions(failure).flatMap((action) => {
    const asksAgain = action === 'retry' || action === 'waitAndRetry';
    return asksAgain && canContinue(turn) ? waysOn(turn) : [action];
  });
  return {
    severity: severityOf(failure.kind),
    message: plainText(
      joined([failureText(failure, turn.model), ...additionalSentences(failure.kind, before)], ' '),
    ),
    ...omitUndefined({ detail: failure.detail }),
    actions: toOfferedActions([...new Set(actions)]),
  };
}

/** Sentences that follow the failure: which parts could be shortened, and what the offered action reloads. */
function additionalSentences(kind: FailureKind, before: () => readonly Turn[]): UiText[] {
  const sizes = kind === 'tooLarge' || kind === 'windowExceeded' ? sizesText(before()) : undefined;
  return [
    ...(sizes === undefined ? [] : [sizes]),
    ...(kind === 'windowExceeded'
      ? [t('Select Model reloads the available models and the size of their context windows.')]
      : []),
  ];
}

function cutAtLimitNotice(turn: AssistantTurn): NoticeView {
  const { maxTokens, stopReason } = turn;
  if (stopReason !== undefined) {
    return {
      severity: 'warning',
      message: plainText(earlyEndText(stopReason)),
      actions: toOfferedActions(waysOn(turn)),
    };
  }
  const message =
    maxTokens === undefined
      ? t('The reply was cut off at the token limit.')
      : maxTokens === 1
        ? t('The reply was cut off at the limit of 1 token.')
        : t(
            'The reply was cut off at the limit of {0} tokens.',
            maxTokens.toLocaleString(vscode.env.language),
          );
  return {
    severity: 'warning',
    message: plainText(message),
    actions: toOfferedActions([...waysOn(turn), 'openSettings']),
  };
}

/** @param reason that common services give, or any other */
function earlyEndText(reason: string): UiText {
  switch (reason) {
    case 'content_filter':
    case 'refusal':
      return t('The service withheld the rest of the reply ({0}).', reason);
    case 'model_context_window_exceeded':
      return t('The reply was cut off because the context window of the model is full ({0}).', reason);
    default:
      return t('The service ended the reply early ({0}).', reason);
  }
}

/** Adds the labels of the buttons. */
export function toOfferedActions(actions: readonly TurnAction[]): OfferedActions {
  return actions.map((action) => ({ action, label: plainText(actionLabel(action)) }));
}

export function actionLabel(action: TurnAction): UiText {
  switch (action) {
    case 'connect':
      return t('Connect…');
    case 'changeApiKey':
      return t('Change API Key…');
    case 'selectModel':
      return t('Select Model');
    case 'openSettings':
      return t('Open Settings');
    case 'editMessage':
      return t('Edit Question');
    case 'retry':
      return t('Retry');
    case 'continue':
      return t('Continue');
    case 'keep':
      return t('Keep This Reply');
    case 'includeQuestion':
      return t('Send with Later Questions');
    case 'openDashboard':
      return t('Open Dashboard');
    case 'waitAndRetry':
      return t('Wait and Retry');
    case 'retryWithoutStreaming':
      return t('Turn Off Streaming and Retry');
    case 'turnOnStreaming':
      return t('Turn On Streaming Again');
    case 'copyDetails':
      return t('Copy Details');
  }
}

/** The parts of the request with their sizes, the largest first, so that the user sees what to shorten. */
function sizesText(turns: readonly Turn[]): UiText | undefined {
  const question = turns.at(-1);
  if (question?.kind !== 'user') {
    return undefined;
  }
  const earlierMessages = buildMessages(sentTurns(turns).slice(0, -1)).map(({ content }) => content);
  const parts = [
    { name: t('the question'), bytes: bytesOf([question.text]) },
    ...question.attachments.map((attachment) => ({
      name: nameOf(attachment),
      bytes: bytesOf([attachment.text]),
    })),
    { name: t('the earlier conversation'), bytes: bytesOf(earlierMessages) },
  ];
  const formatted = parts
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => t('{0}: {1} KB', name, kilobytes(bytes)));
  return t('Sent: {0}.', formatted);
}

function nameOf(attachment: Attachment): string {
  const lines = lineRangeOf(attachment);
  return lines === undefined
    ? attachment.path
    : plainText(t('{0} (lines {1}–{2})', attachment.path, lines.start, lines.end));
}

/** Size as UTF-8, as it is sent. */
function bytesOf(texts: readonly string[]): number {
  return new TextEncoder().encode(texts.join('')).length;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toLocaleString(vscode.env.language, {
    maximumFractionDigits: bytes < 10_000 ? 1 : 0,
  });
}
