import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { isMac } from '../keyboard.ts';
import type { ViewContext } from '../viewContext.ts';

type Suggestion = 'explain' | 'findProblems' | 'writeTests';

const SUGGESTIONS: readonly { suggestion: Suggestion; iconName: IconName }[] = [
  { suggestion: 'explain', iconName: 'book' },
  { suggestion: 'findProblems', iconName: 'bug' },
  { suggestion: 'writeTests', iconName: 'beaker' },
];

/** The sentence with the key of Ask About Selection where `{0}` stands. */
function introduction({ strings }: ViewContext): HTMLElement {
  const key = isMac() ? strings.askKeyOnMac : strings.askKey;
  const [before = '', after = ''] = strings.emptyText.split('{0}');
  return element('p', '', before, element('kbd', '', key), after);
}

/** What stands where the conversation will be: how to begin. `onProblem` gets the reason why one did not. */
export function emptyView(context: ViewContext, onProblem: (problem: string) => void): HTMLElement {
  const { strings, host } = context;
  const buttons = SUGGESTIONS.map(({ suggestion, iconName }) => {
    const made = button('suggestion', icon(iconName), strings[suggestion]);
    made.addEventListener('click', async () => {
      onProblem((await host.request({ type: 'askSuggestion', suggestion })) ?? '');
    });
    return made;
  });
  return element(
    'div',
    'welcome',
    icon('comment-discussion'),
    element('h2', '', strings.emptyTitle),
    introduction(context),
    element('div', 'suggestions', ...buttons),
  );
}
