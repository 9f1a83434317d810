import type { NoticeView, OfferedActions, TurnAction } from '../../protocol/conversation.ts';
import { button, DONE_FEEDBACK_MS, listenForPress } from '../buttons.ts';
import { createMenuButton, type MenuItem } from '../createMenuButton.ts';
import { element, setStatus, statusLine } from '../dom.ts';
import { isDone, textOf } from '../host.ts';
import { type IconName, icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

const SEVERITY_ICONS: Readonly<Record<NoticeView['severity'], IconName>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/**
 * Why a reply ended early, on one line if there is room: a sentence, the action that helps, and a menu with the others
 * and with the service's own message. `Announcer` announces it when it is new.
 */
export function createTurnNotice(deps: ViewDeps, turnId: string, notice: NoticeView): HTMLElement {
  const { severity, message, actions, detail = '', responseStart = '' } = notice;
  const [first, ...others] = actions;
  const status = statusLine();
  const disclosures = [
    createDisclosure(deps, turnId, { part: 'noticeDetail', name: t('Show Details'), text: detail }),
    createDisclosure(deps, turnId, {
      part: 'responseStart',
      name: t('Show Start of Response'),
      text: responseStart,
    }),
  ].flatMap((disclosure) => disclosure ?? []);
  const toItem = ({ action, label }: OfferedActions[number]): MenuItem => ({
    name: label,
    run: () => void runAction(deps, turnId, action, status),
  });
  const isAboutDetails = ({ action }: OfferedActions[number]): boolean => action === 'copyDetails';
  const groups = [
    others.filter((offered) => !isAboutDetails(offered)).map(toItem),
    [...disclosures.map(({ item }) => item), ...others.filter(isAboutDetails).map(toItem)],
  ].filter((items) => items.length > 0);
  return createNotice(severity, SEVERITY_ICONS[severity], [
    element('div', 'notice-text', ...visibleNodes(message)),
    element(
      'div',
      'notice-actions',
      ...(first === undefined ? [] : [createActionButton(deps, turnId, first, status, 'secondary')]),
      ...(groups.length === 0 ? [] : Object.values(createMenuButton(t('Other Actions…'), groups))),
    ),
    ...disclosures.map(({ shown }) => shown),
    status,
  ]);
}

/** What the service sent, hidden until it is chosen in the menu. `undefined` if that is nothing. */
function createDisclosure(
  { toggles, ui }: ViewDeps,
  turnId: string,
  { part, name, text }: { part: 'noticeDetail' | 'responseStart'; name: string; text: string },
): { item: MenuItem; shown: HTMLElement } | undefined {
  if (text === '') {
    return undefined;
  }
  const shown = element('div', 'notice-detail', ...visibleNodes(text));
  const isShown = (): boolean => toggles.get(turnId, part) ?? false;
  const update = (): void => {
    shown.hidden = !isShown();
  };
  update();
  const run = (): void => {
    toggles.set(turnId, part, !isShown());
    update();
    ui.announce(isShown() ? (shown.textContent ?? '') : '');
  };
  return { item: { name, isChecked: isShown, run }, shown };
}

/** A line about a reply, with an icon in the color of its severity. */
export function createNotice(
  severity: NoticeView['severity'],
  iconName: IconName,
  parts: readonly HTMLElement[],
): HTMLElement {
  return element('div', `notice notice-${severity}`, icon(iconName), ...parts);
}

/** Runs an action of a turn on a click. The status line says why it failed. */
export function listenForAction(
  deps: ViewDeps,
  target: HTMLButtonElement,
  turnId: string,
  action: TurnAction,
  status: HTMLElement,
): void {
  listenForPress(target, () => runAction(deps, turnId, action, status));
}

/** Creates a button for each action that a turn offers, and a status line that says why one failed. */
export function createActionButtons(
  deps: ViewDeps,
  turnId: string,
  actions: OfferedActions,
): { buttons: HTMLElement[]; status: HTMLElement } {
  const status = statusLine();
  const buttons = actions.map((offered) => createActionButton(deps, turnId, offered, status, 'quiet'));
  return { buttons, status };
}

function createActionButton(
  deps: ViewDeps,
  turnId: string,
  { action, label }: OfferedActions[number],
  status: HTMLElement,
  className: 'secondary' | 'quiet',
): HTMLElement {
  const actionElement = button(`text-button ${className}`, label);
  listenForAction(deps, actionElement, turnId, action, status);
  return actionElement;
}

async function runAction(
  { host }: ViewDeps,
  turnId: string,
  action: TurnAction,
  status: HTMLElement,
): Promise<void> {
  setStatus(status, '');
  const result = await host.request({ type: 'turnAction', turnId, action });
  setStatus(status, visibleNodes(textOf(result)));
  if (isDone(result) && action === 'copyDetails') {
    window.setTimeout(setStatus(status, t('Copied')), DONE_FEEDBACK_MS);
  }
}
