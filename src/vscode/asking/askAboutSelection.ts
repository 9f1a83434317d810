import * as vscode from 'vscode';
import { linesOf } from '../../core/attachments/attachment.ts';
import { captureSelection } from '../attachments/selectionCapture.ts';
import type { ComposerAttachment } from '../composer/composer.ts';
import type { Problem } from '../problem.ts';
import type { PromptUse } from '../prompts/promptUse.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { Chat } from './chat.ts';

interface AskDependencies {
  chat: Chat;
  target: TargetEditor;
  prompts: PromptUse;
  /** Shows the panel. */
  reveal(): Promise<void>;
  /** Puts the composer's attachments and draft before the user's eyes. */
  showComposer(): void;
}

/** Asks about what is selected in the editor, or says why it can't. */
export class AskAboutSelection {
  readonly #dependencies: AskDependencies;

  constructor(dependencies: AskDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param question asks the user for it when it is `undefined`. */
  async run(question: string | undefined): Promise<Problem> {
    const editor = vscode.window.activeTextEditor ?? this.#dependencies.target.current;
    const attachment = editor && captureSelection(editor, crypto.randomUUID());
    if (attachment === undefined) {
      return vscode.l10n.t('Nothing is selected. Select the code that you want to ask about.');
    }
    const text = question ?? (await askForQuestion(attachment));
    if (text !== undefined && text.trim() !== '') {
      await this.#ask(text, attachment);
    }
    return undefined;
  }

  /** What can't be sent now waits in the composer, so that nothing typed is lost. */
  async #ask(typed: string, attachment: ComposerAttachment): Promise<void> {
    const { chat, prompts, reveal, showComposer } = this.#dependencies;
    const expanded = await prompts.expandTyped({ text: typed, attachments: [attachment] });
    const isAsked = 'text' in expanded;
    const { text, attachments } = isAsked ? expanded : { text: typed, attachments: [attachment] };
    const problem = isAsked ? await chat.send(text, attachments) : expanded.problem;
    if (problem === undefined) {
      chat.recent.add(typed);
    } else {
      const { composer } = chat;
      for (const one of attachments) {
        composer.attach(one);
      }
      composer.draft = composer.draft.trim() === '' ? text : `${composer.draft}\n\n${text}`;
      showComposer();
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} Your question waits in the chat.', problem),
      );
    }
    await reveal();
  }
}

async function askForQuestion(attachment: ComposerAttachment): Promise<string | undefined> {
  const { path } = attachment;
  const { start, end } = linesOf(attachment) ?? { start: 1, end: 1 };
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Ask About Selection'),
    prompt:
      start === end
        ? vscode.l10n.t('About {0}, line {1}', path, start)
        : vscode.l10n.t('About {0}, lines {1} to {2}', path, start, end),
    placeHolder: vscode.l10n.t('What do you want to know?'),
    ignoreFocusOut: true,
  });
}
