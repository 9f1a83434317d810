import * as vscode from 'vscode';
import type { Composer } from '../composer/composer.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { plainLabel } from '../plainLabel.ts';
import { say } from '../problem.ts';
import type { PromptUse } from './promptUse.ts';

/** Maximum number of prompts that the panel is told: nobody reads more. */
const MAX_TOLD = 100;

interface PromptsServices {
  prompts: PromptUse;
  composer: Composer;
  ui: Pick<ChatUi, 'postTo' | 'showDraft' | 'reveal'>;
}

/** Prompts to choose from, behind a slash in the panel or in a list of VS Code. */
export function promptsFeature({ prompts, composer, ui }: PromptsServices) {
  return {
    commands: {
      runPrompt: async () => {
        const key = await pickPrompt(prompts);
        const taken = key === undefined ? undefined : await prompts.take(key);
        if (taken === undefined) {
          return;
        }
        if ('problem' in taken) {
          return say(taken.problem);
        }
        composer.draft = composer.draft.trim() === '' ? taken.text : `${taken.text}\n\n${composer.draft}`;
        ui.showDraft(composer.draft);
        await ui.reveal();
      },
    },
    messages: {
      promptsWanted: async ({ searchId, query }, from) => {
        const found = await prompts.matching(query);
        const items = found.slice(0, MAX_TOLD).map(({ key, name, detail }) => ({ key, name, detail }));
        ui.postTo(from, { type: 'prompts', searchId, items });
      },
      takePrompt: async ({ key }, from) => {
        const taken = await prompts.take(key);
        if (taken === undefined) {
          return vscode.l10n.t('This prompt is no longer there.');
        }
        if ('problem' in taken) {
          return taken.problem;
        }
        ui.postTo(from, { type: 'insertText', text: taken.text });
        return undefined;
      },
    },
  } satisfies Feature;
}

async function pickPrompt(prompts: PromptUse): Promise<string | undefined> {
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
  return chosen?.key;
}
