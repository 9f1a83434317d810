import { element } from '../dom.ts';
import { copiedNodes } from './copiedNodes.ts';
import { copiedText } from './copiedText.ts';

/**
 * Copies what is selected of questions and replies as plain text and as simple HTML, without buttons, names of
 * languages, facts and what is there for screen readers alone. All else is copied as the browser does it.
 * @param turns holds the questions and replies
 */
export function listenForCopy(turns: Element): void {
  document.addEventListener('copy', (event) => {
    const { target, clipboardData } = event;
    const selection = document.getSelection();
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField || clipboardData === null || selection === null || selection.isCollapsed) {
      return;
    }
    const nodes = turns.checkVisibility({ visibilityProperty: true })
      ? copiedNodes(selection.getRangeAt(0), turns)
      : [];
    if (nodes.some(({ textContent }) => textContent !== '')) {
      clipboardData.setData('text/plain', copiedText(nodes));
      clipboardData.setData('text/html', element('div', '', ...nodes).getHTML());
      event.preventDefault();
    }
  });
}
