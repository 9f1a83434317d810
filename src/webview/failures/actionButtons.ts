import type { OfferedActions, TurnAction } from '../../protocol/views.ts';
import { button, DONE_MS } from '../buttons.ts';
import { statusLine } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import type { ViewContext } from '../viewContext.ts';

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
