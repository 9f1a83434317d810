import { visibleText } from '../../core/visibleText.ts';
import type { AssistantTurnView } from '../../protocol/views.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { fill } from '../format.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import type { ViewContext } from '../viewContext.ts';

/** What stands under each of two replies to a question: the choice, and which one counts until it is made. */
export function keepView(
  { strings, host }: ViewContext,
  { id: turnId, compared, model }: AssistantTurnView,
): HTMLElement {
  const keep = button('text-button secondary', strings.keepReply);
  keep.ariaLabel = fill(strings.keepReplyOf, compared === 'first' ? 1 : 2, visibleText(model));
  const status = statusLine();
  keep.addEventListener('click', async () => {
    const problem = await host.request({ type: 'turnAction', turnId, action: 'keep' });
    status.replaceChildren(...visibleNodes(problem ?? '', strings));
  });
  const hint = compared === 'first' ? [element('span', 'keep-hint', strings.firstCounts)] : [];
  return element('div', 'keep', keep, ...hint, status);
}
