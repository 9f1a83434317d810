import type { ProblemView as Problem } from '../protocol/views.ts';
import { button } from './buttons.ts';
import { element, statusLine } from './dom.ts';
import { type IconName, icon } from './icons.ts';
import type { ViewContext } from './viewContext.ts';

const ICONS: Readonly<Record<Problem['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/** Trouble where it happened: one sentence, what the service said, and the ways out. */
export function problemView({ host }: ViewContext, turnId: string, problem: Problem): HTMLElement {
  const body = element('div', 'problem-body', element('div', '', problem.message));
  if (problem.detail !== undefined && problem.detail !== '') {
    body.append(element('div', 'problem-detail', problem.detail));
  }
  const status = statusLine();
  const buttons = problem.actions.map(({ action, label }, index) => {
    const made = button(`text-button ${index === 0 ? 'primary' : 'secondary'}`, label);
    made.addEventListener('click', async () => {
      status.textContent = '';
      status.textContent = (await host.request({ type: 'turnAction', turnId, action })) ?? '';
    });
    return made;
  });
  if (buttons.length > 0) {
    body.append(element('div', 'problem-actions', ...buttons));
  }
  body.append(status);
  const alert = element('div', `problem problem-${problem.severity}`, icon(ICONS[problem.severity]), body);
  alert.role = 'alert';
  return alert;
}
