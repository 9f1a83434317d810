import * as vscode from 'vscode';
import type { Chat } from '../asking/chat.ts';
import { plainLabel } from '../plainLabel.ts';
import { say } from '../say.ts';
import type { PromptUse } from './promptUse.ts';

export interface PromptCommands {
  runPrompt(): Promise<void>;
}

export interface PromptCommandDependencies {
  chat: Chat;
  prompts: PromptUse;
  reveal(): Promise<void>;
  showComposer(): void;
}

export function promptCommands(dependencies: PromptCommandDependencies): PromptCommands {
  const { chat, prompts, reveal, showComposer } = dependencies;
  return {
    runPrompt: async () => {
      const items = (await prompts.matching('')).map(({ key, name, detail }) => ({
        label: `/${plainLabel(name)}`,
        description: plainLabel(detail),
        key,
      }));
      const chosen = await vscode.window.showQuickPick(items, {
        title: vscode.l10n.t('Use Prompt'),
        placeHolder: vscode.l10n.t('The prompt whose text is put into the chat'),
        matchOnDescription: true,
      });
      const taken = chosen && (await prompts.take(chosen.key));
      if (taken === undefined) {
        return;
      }
      if ('problem' in taken) {
        return say(taken.problem);
      }
      const { composer } = chat;
      composer.draft = composer.draft.trim() === '' ? taken.text : `${taken.text}\n\n${composer.draft}`;
      showComposer();
      await reveal();
    },
  };
}
