import type { NoticeView, OfferedActions, TurnAction } from '../../protocol/conversation.ts';
import { button, DONE_FEEDBACK_MS, listenForPress } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

const SEVERITY_ICONS: Readonly<Record<NoticeView['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/** A notice in a turn: a sentence, the service's message, and actions. `Announcer` announces it when it is new. */
export function createTurnNotice(deps: ViewDeps, turnId: string, notice: NoticeView): HTMLElement {
  const body = element('div', 'notice-body', element('div', '', ...visibleNodes(notice.message)));
  if (notice.detail !== undefined && notice.detail !== '') {
    body.append(element('div', 'notice-detail', ...visibleNodes(notice.detail)));
  }
  const { buttons, status } = createActionButtons(deps, turnId, notice.actions, (action, index) =>
    action === 'copyDetails' ? 'quiet' : index === 0 ? 'primary' : 'secondary',
  );
  if (buttons.length > 0) {
    body.append(element('div', 'notice-actions', ...buttons));
  }
  body.append(status);
  return element('div', `notice notice-${notice.severity}`, icon(SEVERITY_ICONS[notice.severity]), body);
}

/** Runs an action of a turn on a click. The status line says why it failed. */
export function listenForAction(
  { host }: ViewDeps,
  target: HTMLButtonElement,
  turnId: string,
  action: TurnAction,
  status: HTMLElement,
  onDone?: () => void,
): void {
  listenForPress(target, async () => {
    status.textContent = '';
    const error = await host.request({ type: 'turnAction', turnId, action });
    status.replaceChildren(...visibleNodes(error ?? ''));
    if (error === undefined) {
      onDone?.();
    }
  });
}

/**
 * Creates a button for each action that a turn offers, and a status line that says why one failed.
 * @param classOf CSS class of the button at an index
 */
export function createActionButtons(
  deps: ViewDeps,
  turnId: string,
  actions: OfferedActions,
  classOf: (action: TurnAction, index: number) => string = () => 'quiet',
): { buttons: HTMLElement[]; status: HTMLElement } {
  const status = statusLine();
  const buttons = actions.map(({ action, label }, index) => {
    const actionElement = button(`text-button ${classOf(action, index)}`, label);
    let resetTimer: number | undefined;
    listenForAction(deps, actionElement, turnId, action, status, () => {
      if (action === 'copyDetails') {
        clearTimeout(resetTimer);
        actionElement.textContent = t('Copied');
        resetTimer = window.setTimeout(() => actionElement.replaceChildren(label), DONE_FEEDBACK_MS);
      }
    });
    return actionElement;
  });
  return { buttons, status };
}
