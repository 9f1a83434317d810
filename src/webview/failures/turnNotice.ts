import type { OfferedActions, NoticeView as Problem, TurnAction } from '../../protocol/conversation.ts';
import { button, DONE_FEEDBACK_MS } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

const SEVERITY_ICONS: Readonly<Record<Problem['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/**
 * Trouble where it happened: one sentence, what the service said, and the ways out.
 * @param isNews whether a screen reader is to read it at once; of an old conversation it would read everything
 */
export function createTurnNotice(
  deps: ViewDeps,
  turnId: string,
  notice: Problem,
  isNews: boolean,
): HTMLElement {
  const { strings } = deps;
  const body = element('div', 'notice-body', element('div', '', ...visibleNodes(notice.message, strings)));
  if (notice.detail !== undefined && notice.detail !== '') {
    body.append(element('div', 'notice-detail', ...visibleNodes(notice.detail, strings)));
  }
  const { buttons, status } = createActionButtons(deps, turnId, notice.actions, (action, index) =>
    action === 'copyDetails' ? 'quiet' : index === 0 ? 'primary' : 'secondary',
  );
  if (buttons.length > 0) {
    body.append(element('div', 'notice-actions', ...buttons));
  }
  body.append(status);
  const made = element(
    'div',
    `notice notice-${notice.severity}`,
    icon(SEVERITY_ICONS[notice.severity]),
    body,
  );
  if (isNews) {
    made.role = 'alert';
  }
  return made;
}

/**
 * A button for each action that a turn offers, and the line that says why one can't be carried out.
 * @param classOf the look of the button at that position, from 0
 */
export function createActionButtons(
  { host, strings }: ViewDeps,
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
        back = window.setTimeout(() => made.replaceChildren(label), DONE_FEEDBACK_MS);
      }
    });
    return made;
  });
  return { buttons, status };
}
