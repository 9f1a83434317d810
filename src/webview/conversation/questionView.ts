import { hasText } from '../../base/hasText.ts';
import { visiblePiecesOfProse } from '../../core/visibleText.ts';
import type { UserTurnView } from '../../protocol/conversation.ts';
import { createSentChips } from '../attachments/chips.ts';
import { button, listenForPress } from '../buttons.ts';
import { element, inlineCode, statusLine } from '../dom.ts';
import { formatTime } from '../format.ts';
import { type Host, textOf } from '../host.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { nodesOfPieces, visibleNodes } from '../visibleNodes.ts';
import { createTurnMenuButton, setTurnMenu } from './turnMenu.ts';

const CODE_SPAN = /`([^`\n]+)`/;

/** The question as typed. Code between backticks uses the editor's font; no other Markdown is interpreted. */
function createQuestionText(text: string): HTMLElement {
  const isCode = (index: number): boolean => index % 2 === 1;
  const parts = visiblePiecesOfProse(text.split(CODE_SPAN), isCode).flatMap((pieces, index) => {
    const nodes = nodesOfPieces(pieces);
    return isCode(index) ? inlineCode(...nodes) : nodes;
  });
  return element('div', 'question-text', ...parts);
}

/** Says that the question was edited, and offers the original. */
function createEditedNote(host: Host, turnId: string): HTMLElement[] {
  const showOriginal = button('text-button quiet', t('Show Original'));
  const status = statusLine();
  listenForPress(showOriginal, async () => {
    const result = await host.request({ type: 'showOriginal', turnId });
    status.replaceChildren(...visibleNodes(textOf(result)));
  });
  return [element('div', 'edited-note', t('Edited'), showOriginal), status];
}

/** A question: a card with its attachments above the text, and the time in the tooltip. */
export function createQuestionView(deps: ViewDeps, turn: UserTurnView): HTMLElement {
  const card = element('div', 'question');
  if (turn.isEdited === true) {
    card.append(...createEditedNote(deps.host, turn.id));
  }
  if (turn.attachments.length > 0) {
    card.append(createSentChips(deps, turn));
  }
  if (hasText(turn.text)) {
    card.append(createQuestionText(turn.text));
  }
  const article = element('article', 'turn turn-user', createTurnMenuButton(), card);
  setTurnMenu(article, { turnId: turn.id, kind: 'question' });
  const time = formatTime(turn.at);
  card.title = time;
  article.ariaLabel = `${t('You')}, ${time}`;
  return article;
}
