import * as vscode from 'vscode';
import { hasText } from '../../base/hasText.ts';
import { lineRangeOf } from '../../core/attachments/attachment.ts';
import { type ErrorResult, failed, showMessage } from '../actionResult.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { captureSelection } from '../attachments/captureSelection.ts';
import type { Definitions } from '../attachments/definitions.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { AskedSelections } from '../editing/askedSelections.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t, type UiText } from '../uiText.ts';
import { showInputBox } from '../vscodeUi.ts';
import { inChatInputText, keepInComposer } from './keepInComposer.ts';
import { type SizeServices, withLargeSize } from './largeSelection.ts';
import type { QuestionPipeline } from './questionPipeline.ts';

export interface SelectionServices extends SizeServices {
  pipeline: QuestionPipeline;
  composer: Composer;
  recentQuestions: RecentQuestions;
  attachments: Pick<Attachments, 'instructionFiles'>;
  definitions: Pick<Definitions, 'choose'>;
  askedSelections: Pick<AskedSelections, 'track'>;
  targetEditor: TargetEditor;
  ui: Pick<ChatUi, 'showDraft' | 'reveal'>;
}

/**
 * Asks about the selection in the active editor. Opens the chat if there is none, so that the key of the command always
 * leads to a question.
 * @param question what the user has asked, or what the input box that asks for it is filled with
 */
export async function askAboutSelection(
  services: SelectionServices,
  question: { asked: string } | { filledIn: string | undefined },
): Promise<ErrorResult> {
  const editor = vscode.window.activeTextEditor ?? services.targetEditor.source;
  const attachment = editor && captureSelection(editor, crypto.randomUUID());
  if (attachment === undefined) {
    if ('asked' in question) {
      return failed(t('Nothing is selected. Select the code to ask about.'));
    }
    await services.ui.reveal();
    return undefined;
  }
  // From now on, since the document can be edited while the input box is open.
  void services.askedSelections.track([attachment]);
  const text =
    'asked' in question
      ? question.asked
      : await askForQuestion(services, attachment, wordsAbout(attachment), question.filledIn);
  if (text !== undefined && hasText(text)) {
    const definitions = await services.definitions.choose(text, attachment);
    await askOrKeepInComposer(services, text, attachment, definitions);
  }
  return undefined;
}

/**
 * If the question can't be sent, puts it into the composer so that nothing typed is lost.
 * @param definitions `undefined` if the user canceled
 */
export async function askOrKeepInComposer(
  services: SelectionServices,
  question: string,
  selection: ComposerAttachment,
  definitions: readonly ComposerAttachment[] | undefined,
): Promise<void> {
  const { pipeline, composer, recentQuestions, ui } = services;
  const instructions = await services.attachments.instructionFiles();
  const { owner } = composer;
  const typed = { text: question, attachments: [...instructions, selection, ...(definitions ?? [])] };
  const { error, expanded } =
    definitions === undefined
      ? { error: failed(t('Nothing was sent.')), expanded: undefined }
      : await pipeline.ask(typed);
  if (error === undefined) {
    const sentChips = instructions.map(({ id }) => id);
    composer.removeSent('', sentChips, owner.conversation);
    await recentQuestions.add(question, owner.conversation);
    await ui.reveal();
  } else {
    showMessage(error, { addition: inChatInputText(), onDone: () => ui.reveal() });
    await keepInComposer(services, owner, expanded ?? typed);
  }
}

interface InputBoxWords {
  title: UiText;
  subject: UiText;
  placeHolder: UiText;
}

function wordsAbout(attachment: ComposerAttachment): InputBoxWords {
  const { path } = attachment;
  const { start, end } = lineRangeOf(attachment) ?? { start: 1, end: 1 };
  return {
    title: t('Ask About Selection'),
    subject:
      start === end ? t('About {0}, line {1}', path, start) : t('About {0}, lines {1}–{2}', path, start, end),
    placeHolder: t('Ask about the selected code'),
  };
}

export async function askForQuestion(
  services: SizeServices,
  attachment: ComposerAttachment,
  { title, subject, placeHolder }: InputBoxWords,
  filledIn = '',
): Promise<string | undefined> {
  return showInputBox({
    title,
    prompt: withLargeSize(services, subject, [attachment]),
    placeHolder,
    value: filledIn,
    ignoreFocusOut: true,
  });
}
