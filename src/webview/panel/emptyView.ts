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

/** The sentence with the key of Ask About Selection where `{0}` stands. */
function createIntroduction({ strings }: ViewDeps): HTMLElement {
  const key = isMac() ? strings.askKeyOnMac : strings.askKey;
  const [before = '', after = ''] = strings.emptyText.split('{0}');
  return element('p', '', before, element('kbd', '', key), after);
}

/** What stands where the conversation will be: how to begin. `onError` gets the reason why one did not. */
export function createEmptyView(deps: ViewDeps, onError: (problem: string) => void): HTMLElement {
  const { strings, host } = deps;
  const buttons = SUGGESTED_PROMPTS.map(({ suggestion, iconName }) => {
    const made = button('suggestion', icon(iconName), strings[suggestion]);
    made.addEventListener('click', async () => {
      onError((await host.request({ type: 'askSuggestion', suggestion })) ?? '');
    });
    return made;
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
