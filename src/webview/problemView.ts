import type { ProblemView as Problem } from '../protocol/views.ts';
import { button, DONE_MS } from './buttons.ts';
import { element, statusLine } from './dom.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { type IconName, icon } from './icons.ts';
import type { ViewContext } from './viewContext.ts';

const ICONS: Readonly<Record<Problem['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/**
 * Trouble where it happened: one sentence, what the service said, and the ways out.
 * @param isNews whether a screen reader is to read it at once; of an old conversation it would read everything
 */
export function problemView(
  { host, strings }: ViewContext,
  turnId: string,
  problem: Problem,
  isNews: boolean,
): HTMLElement {
  const body = element('div', 'problem-body', element('div', '', ...visibleNodes(problem.message, strings)));
  if (problem.detail !== undefined && problem.detail !== '') {
    body.append(element('div', 'problem-detail', ...visibleNodes(problem.detail, strings)));
  }
  const status = statusLine();
  const buttons = problem.actions.map(({ action, label }, index) => {
    const isCopy = action === 'copyDetails';
    const rank = isCopy ? 'quiet' : index === 0 ? 'primary' : 'secondary';
    const made = button(`text-button ${rank}`, label);
    let back: number | undefined;
    made.addEventListener('click', async () => {
      status.textContent = '';
      const answer = await host.request({ type: 'turnAction', turnId, action });
      status.replaceChildren(...visibleNodes(answer ?? '', strings));
      if (isCopy && answer === undefined) {
        clearTimeout(back);
        made.textContent = strings.copied;
        back = window.setTimeout(() => made.replaceChildren(label), DONE_MS);
      }
    });
    return made;
  });
  if (buttons.length > 0) {
    body.append(element('div', 'problem-actions', ...buttons));
  }
  body.append(status);
  const made = element('div', `problem problem-${problem.severity}`, icon(ICONS[problem.severity]), body);
  if (isNews) {
    made.role = 'alert';
  }
  return made;
}
