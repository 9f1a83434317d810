import type { OfferedActions, ProblemView as Problem, TurnAction } from '../../protocol/conversation.ts';
import { button, DONE_MS } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { type IconName, icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';

const ICONS: Readonly<Record<Problem['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/**
 * Trouble where it happened: one sentence, what the service said, and the ways out.
 * @param isNews whether a screen reader is to read it at once; of an old conversation it would read everything
 */
export function problemNotice(
  context: ViewContext,
  turnId: string,
  problem: Problem,
  isNews: boolean,
): HTMLElement {
  const { strings } = context;
  const body = element('div', 'problem-body', element('div', '', ...visibleNodes(problem.message, strings)));
  if (problem.detail !== undefined && problem.detail !== '') {
    body.append(element('div', 'problem-detail', ...visibleNodes(problem.detail, strings)));
  }
  const { buttons, status } = actionButtons(context, turnId, problem.actions, (action, index) =>
    action === 'copyDetails' ? 'quiet' : index === 0 ? 'primary' : 'secondary',
  );
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

/**
 * A button for each action that a turn offers, and the line that says why one can't be carried out.
 * @param classOf the look of the button at that position, from 0
 */
export function actionButtons(
  { host, strings }: ViewContext,
  turnId: string,
  actions: OfferedActions,
  classOf: (action: TurnAction, index: number) => string = () => 'quiet',
): { buttons: HTMLElement[]; status: HTMLElement } {
  const status = statusLine();
  const buttons = actions.map(({ action, label }, index) => {
    const made = button(`text-button ${classOf(action, index)}`, label);
    let back: number | undefined;
    made.addEventListener('click', async () => {
      status.textContent = '';
      const answer = await host.request({ type: 'turnAction', turnId, action });
      status.replaceChildren(...visibleNodes(answer ?? '', strings));
      if (action === 'copyDetails' && answer === undefined) {
        clearTimeout(back);
        made.textContent = strings.copied;
        back = window.setTimeout(() => made.replaceChildren(label), DONE_MS);
      }
    });
    return made;
  });
  return { buttons, status };
}
