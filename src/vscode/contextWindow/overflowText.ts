import * as vscode from 'vscode';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { Overflow, OversizedPart, Remedy } from '../../core/contextWindow/planOverflow.ts';
import { countLines } from '../../core/contextWindow/truncateToLines.ts';
import { conversationTitle, type Turn } from '../../core/conversation/conversation.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
import type { QuestionToCheck } from './overflowInput.ts';

const titleCache = new WeakMap<Turn, string>();

/** Text of a button, and the explanation below it. */
interface OverflowChoiceText {
  label: string;
  detail: string;
}

export function overflowMessage(
  { requiredTokens, contextWindow, oversizedPart }: Overflow,
  question: QuestionToCheck,
): UiText {
  const message = t(
    'This exceeds the context window of {0}: with room for the reply, it needs about {1} tokens; the limit is {2}.',
    question.replyOptions.model,
    formatTokens(requiredTokens),
    formatTokens(contextWindow),
  );
  return oversizedPart === undefined
    ? message
    : joined([message, oversizedPartText(oversizedPart, question)], ' ');
}

function oversizedPartText(
  oversized: OversizedPart,
  { attachments, continuedTurns }: QuestionToCheck,
): UiText {
  switch (oversized.part) {
    case 'reply':
      return t('The maximum reply length alone exceeds the limit (setting assistant.maxTokens).');
    case 'question':
      return continuedTurns === undefined
        ? t('The question alone exceeds the limit.')
        : t('The reply to continue alone exceeds the limit.');
    case 'attachment':
      return t('{0} alone exceeds the limit.', fileNameOf(findAttachment(attachments, oversized.id)));
  }
}

export function remedyText(
  remedy: Remedy,
  { precedingTurns, attachments }: QuestionToCheck,
): OverflowChoiceText {
  switch (remedy.kind) {
    case 'leaveOut':
      return leaveOutText(remedy.questions, precedingTurns);
    case 'cut':
      return truncateText(findAttachment(attachments, remedy.attachment), remedy.lines);
    case 'model':
      return {
        label: plainText(t('Ask {0}', remedy.model.id)),
        detail: plainText(t('Its context window has {0} tokens.', formatTokens(remedy.model.contextWindow))),
      };
    case 'newChat':
      return {
        label: plainText(t('Ask in a New Chat')),
        detail: plainText(t('Includes the question and its attachments.')),
      };
  }
}

export function sendAnywayText(): OverflowChoiceText {
  return {
    label: plainText(t('Send Anyway')),
    detail: plainText(t('The token count is an estimate. The service may still accept the request.')),
  };
}

function leaveOutText(ids: readonly string[], turns: readonly Turn[]): OverflowChoiceText {
  const wantedIds = new Set(ids);
  const titles = turns.filter(({ id }) => wantedIds.has(id)).map(quotedTitle);
  return ids.length === 1
    ? {
        label: plainText(t('Leave Out the Oldest Question')),
        detail: plainText(t('{0} stays in the conversation but is no longer sent.', titles)),
      }
    : {
        label: plainText(t('Leave Out the {0} Oldest Questions', ids.length)),
        detail: plainText(t('They stay in the conversation but are no longer sent: {0}.', titles)),
      };
}

/** Cached, since there may be many questions and the notice is updated while the user types. */
function quotedTitle(question: Turn): string {
  const title = titleCache.get(question) ?? `“${conversationTitle([question])}”`;
  titleCache.set(question, title);
  return title;
}

function truncateText(attachment: Attachment | undefined, lines: number): OverflowChoiceText {
  const name = fileNameOf(attachment);
  const lineCount = countLines(attachment?.text ?? '');
  const leftOut = lineCount - lines;
  return {
    label: plainText(
      lines === 1
        ? t('Cut {0} to Its First Line', name)
        : t('Cut {0} to Its First {1} Lines', name, formatNumber(lines)),
    ),
    detail: plainText(
      leftOut === 1
        ? t('The last of its {0} lines is left out.', formatNumber(lineCount))
        : t('{0} of its {1} lines are left out.', formatNumber(leftOut), formatNumber(lineCount)),
    ),
  };
}

function formatNumber(value: number): string {
  return value.toLocaleString(vscode.env.language);
}

function findAttachment(attachments: readonly Attachment[], id: string): Attachment | undefined {
  return attachments.find((attachment) => attachment.id === id);
}

function fileNameOf(attachment: Attachment | undefined): string {
  return attachment?.path.split('/').at(-1) ?? '';
}
