import { button, listenForPress } from '../buttons.ts';
import { element } from '../dom.ts';
import { textOf } from '../host.ts';
import { type IconName, icon } from '../icons.ts';
import { isMac } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

type SuggestedPrompt = 'explain' | 'findProblems' | 'writeTests';

/** The introduction, with the keybinding of Ask About Selection in place of `{0}`. */
function createIntroduction(): HTMLElement {
  const key = isMac() ? '⌃⌘K' : 'Shift+Alt+K';
  const [before = '', after = ''] = t(
    'Select code and press {0}, or ask here. Only what you see below is sent.',
  ).split('{0}');
  return element('p', '', before, element('kbd', '', key), after);
}

/**
 * View of an empty conversation, with suggested prompts.
 * @param restricted says what Restricted Mode leaves out, if it does
 */
export function createEmptyView({ host, ui }: ViewDeps, restricted: HTMLElement): HTMLElement {
  const createSuggestion = (suggestion: SuggestedPrompt, name: string, iconName: IconName): HTMLElement => {
    const suggestionButton = button('suggestion', icon(iconName), name);
    listenForPress(suggestionButton, async () => {
      ui.showStatus(textOf(await host.request({ type: 'askSuggestion', suggestion })));
    });
    return suggestionButton;
  };
  return element(
    'div',
    'welcome',
    icon('comment-discussion'),
    element('h2', '', t('Ask about your code')),
    createIntroduction(),
    element(
      'div',
      'suggestions',
      createSuggestion('explain', t('Explain the selection'), 'book'),
      createSuggestion('findProblems', t('Find problems in the selection'), 'bug'),
      createSuggestion('writeTests', t('Write tests for the selection'), 'beaker'),
    ),
    restricted,
  );
}
