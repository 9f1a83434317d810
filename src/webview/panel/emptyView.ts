import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { isMac } from '../keyboard.ts';
import type { ViewDeps } from '../viewDeps.ts';

type SuggestedPrompt = 'explain' | 'findProblems' | 'writeTests';

const SUGGESTED_PROMPTS: readonly { suggestion: SuggestedPrompt; iconName: IconName }[] = [
  { suggestion: 'explain', iconName: 'book' },
  { suggestion: 'findProblems', iconName: 'bug' },
  { suggestion: 'writeTests', iconName: 'beaker' },
];

/** The introduction, with the keybinding of Ask About Selection in place of `{0}`. */
function createIntroduction({ strings }: ViewDeps): HTMLElement {
  const key = isMac() ? strings.askKeyOnMac : strings.askKey;
  const [before = '', after = ''] = strings.emptyText.split('{0}');
  return element('p', '', before, element('kbd', '', key), after);
}

/**
 * View of an empty conversation, with suggested prompts.
 * @param onError called with the reason why a suggestion failed, or with an empty text
 */
export function createEmptyView(deps: ViewDeps, onError: (error: string) => void): HTMLElement {
  const { strings, host } = deps;
  const buttons = SUGGESTED_PROMPTS.map(({ suggestion, iconName }) => {
    const suggestionButton = button('suggestion', icon(iconName), strings[suggestion]);
    suggestionButton.addEventListener('click', async () => {
      onError((await host.request({ type: 'askSuggestion', suggestion })) ?? '');
    });
    return suggestionButton;
  });
  return element(
    'div',
    'welcome',
    icon('comment-discussion'),
    element('h2', '', strings.emptyTitle),
    createIntroduction(deps),
    element('div', 'suggestions', ...buttons),
  );
}
