import type { ProblemView as Problem } from '../../protocol/views.ts';
import { element } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { type IconName, icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';
import { actionButtons } from './actionButtons.ts';

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
