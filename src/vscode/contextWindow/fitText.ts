import * as vscode from 'vscode';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { countLines } from '../../core/contextWindow/cutToLines.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { Overflow, Remedy, TooLarge } from '../../core/contextWindow/planFit.ts';
import { conversationTitle, type Turn } from '../../core/conversation/conversation.ts';
import type { FitQuestion } from './fitInput.ts';

const titles = new WeakMap<Turn, string>();

/** What a button says, and what stands under it. */
interface FitChoiceText {
  label: string;
  detail: string;
}

/** The sentence that says that a question does not fit. */
export function fitMessage({ needed, window, tooLarge }: Overflow, question: FitQuestion): string {
  const problem = vscode.l10n.t(
    'This does not fit into the window of {0}: with room for the reply, it takes about {1} of {2} tokens.',
    question.by.model,
    formatTokens(needed),
    formatTokens(window),
  );
  return tooLarge === undefined ? problem : `${problem} ${tooLargeText(tooLarge, question)}`;
}

function tooLargeText(tooLarge: TooLarge, { attachments, tail }: FitQuestion): string {
  switch (tooLarge.part) {
    case 'reply':
      return vscode.l10n.t('The room for the reply alone, as it is set, is too large.');
    case 'question':
      return tail === undefined
        ? vscode.l10n.t('The question is too large by itself.')
        : vscode.l10n.t('The reply that is to be continued is too large by itself.');
    case 'attachment':
      return vscode.l10n.t('{0} is too large by itself.', nameOf(find(attachments, tooLarge.id)));
  }
}

export function remedyText(remedy: Remedy, { turns, attachments }: FitQuestion): FitChoiceText {
  switch (remedy.kind) {
    case 'leaveOut':
      return leaveOutText(remedy.questions, turns);
    case 'cut':
      return cutText(find(attachments, remedy.attachment), remedy.lines);
    case 'model':
      return {
        label: vscode.l10n.t('Ask {0}', remedy.model.id),
        detail: vscode.l10n.t('Its window holds {0} tokens.', formatTokens(remedy.model.window)),
      };
    case 'newChat':
      return {
        label: vscode.l10n.t('Ask in a New Chat'),
        detail: vscode.l10n.t('What is written and attached here goes along.'),
      };
  }
}

export function sendAnywayText(): FitChoiceText {
  return {
    label: vscode.l10n.t('Send Anyway'),
    detail: vscode.l10n.t('The tokens are estimated: the service may still take it.'),
  };
}

function leaveOutText(ids: readonly string[], turns: readonly Turn[]): FitChoiceText {
  const wanted = new Set(ids);
  const named = turns
    .filter(({ id }) => wanted.has(id))
    .map(titleOf)
    .join(', ');
  return ids.length === 1
    ? {
        label: vscode.l10n.t('Leave Out the Oldest Question'),
        detail: vscode.l10n.t('{0} stays here, and is not sent any more.', named),
      }
    : {
        label: vscode.l10n.t('Leave Out the {0} Oldest Questions', ids.length),
        detail: vscode.l10n.t('They stay here, and are not sent any more: {0}.', named),
      };
}

/** In quotation marks; read once, since there may be many, and this is said anew after each key. */
function titleOf(question: Turn): string {
  const title = titles.get(question) ?? `“${conversationTitle([question])}”`;
  titles.set(question, title);
  return title;
}

function cutText(attachment: Attachment | undefined, lines: number): FitChoiceText {
  const name = nameOf(attachment);
  const all = countLines(attachment?.text ?? '');
  return {
    label:
      lines === 1
        ? vscode.l10n.t('Cut {0} to Its First Line', name)
        : vscode.l10n.t('Cut {0} to Its First {1} Lines', name, number(lines)),
    detail: vscode.l10n.t('{0} of its {1} lines are left out.', number(all - lines), number(all)),
  };
}

function number(value: number): string {
  return value.toLocaleString(vscode.env.language);
}

function find(attachments: readonly Attachment[], id: string): Attachment | undefined {
  return attachments.find((attachment) => attachment.id === id);
}

function nameOf(attachment: Attachment | undefined): string {
  return attachment?.path.split('/').at(-1) ?? '';
}
