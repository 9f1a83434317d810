import { replaceTypedPrompt } from '../../core/composer/triggers.ts';
import { errorInPanel, failed } from '../actionResult.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { foreign, t } from '../uiText.ts';
import { pickItem, showQuickPick } from '../vscodeUi.ts';
import { type FillInServices, fillIn, showExpanded } from './fillIn.ts';
import type { PromptExpander } from './promptExpander.ts';

const MAX_LISTED_PROMPTS = 100;

interface PromptsServices extends FillInServices {
  ui: Pick<ChatUi, 'postTo' | 'showDraft' | 'reveal'>;
}

/** Prompts, selected after a slash in the panel, in a quick pick, or in the editor's menu. */
export function promptsFeature(services: PromptsServices) {
  const { prompts, composer, ui } = services;
  return {
    commands: {
      explain: () => fillIn(services, 'explain', composer.owner),
      fix: () => fillIn(services, 'fix', composer.owner),
      writeTests: () => fillIn(services, 'tests', composer.owner),
      document: () => fillIn(services, 'doc', composer.owner),
      runPrompt: async () => {
        const { owner } = composer;
        const key = await pickPrompt(prompts);
        const expanded = key === undefined ? undefined : await prompts.expandByKey(key, owner);
        if (expanded !== undefined) {
          await showExpanded(services, expanded, owner);
        }
      },
    },
    messages: {
      searchPrompts: async ({ searchId, query }, from) => {
        const found = await prompts.matching(query);
        const items = found
          .slice(0, MAX_LISTED_PROMPTS)
          .map(({ key, name, detail }) => ({ key, name, detail }));
        ui.postTo(from, { type: 'prompts', searchId, items });
      },
      insertPrompt: async ({ conversationId, key, typed }, from) => {
        const { owner } = composer;
        const expanded = await prompts.expandByKey(key, owner);
        const isShown = composer.isCurrent(owner);
        if (expanded === undefined || 'error' in expanded) {
          return errorInPanel(expanded?.error ?? failed(t('This prompt no longer exists.')), isShown);
        }
        if (isShown) {
          ui.postTo(from, { type: 'insertPromptText', conversationId, text: expanded.text });
        } else {
          const question = composer.textOf(owner);
          const { end, text } = replaceTypedPrompt(question, typed, expanded.text);
          composer.writeDraft(owner.conversation, text + question.slice(end));
        }
        return undefined;
      },
    },
  } satisfies Feature;
}

async function pickPrompt(prompts: PromptExpander): Promise<string | undefined> {
  const items = (await prompts.matching('')).map(({ key, name, detail }) =>
    pickItem({ label: foreign(`/${name}`), description: foreign(detail) }, { key }),
  );
  const chosen = await showQuickPick(items, {
    title: t('Use Prompt'),
    placeHolder: t('Select a prompt to insert into the chat'),
    matchOnDescription: true,
  });
  return chosen?.key;
}
