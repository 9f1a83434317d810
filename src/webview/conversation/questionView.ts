import { visiblePiecesOfAll } from '../../core/visibleText.ts';
import type { UserTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { createSentChips } from '../attachments/chips.ts';
import { button } from '../buttons.ts';
import { element, inlineCode, statusLine } from '../dom.ts';
import { formatTime } from '../format.ts';
import type { Host } from '../host.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { nodesOfPieces, visibleNodes } from '../visibleNodes.ts';
import { createTurnMenuButton, setTurnMenu } from './turnMenu.ts';

const CODE_SPAN = /`([^`\n]+)`/;

/** The question as typed. Code between backticks uses the editor's font; no other Markdown is interpreted. */
function createQuestionText(text: string, strings: PanelStrings): HTMLElement {
  const parts = visiblePiecesOfAll(text.split(CODE_SPAN)).flatMap((pieces, index) => {
    const nodes = nodesOfPieces(pieces, strings);
    return index % 2 === 1 ? inlineCode(...nodes) : nodes;
  });
  return element('div', 'question-text', ...parts);
}

/** Says that the question was edited, and offers the original. */
function createEditedNote(strings: PanelStrings, host: Host, turnId: string): HTMLElement[] {
  const showOriginal = button('text-button quiet', strings.showOriginal);
  const status = statusLine();
  showOriginal.addEventListener('click', async () => {
    const error = await host.request({ type: 'showOriginal', turnId });
    status.replaceChildren(...visibleNodes(error ?? '', strings));
  });
  return [element('div', 'edited-note', strings.edited, showOriginal), status];
}

/** A question: a card with its attachments above the text, and the time in the tooltip. */
export function createQuestionView({ strings, host }: ViewDeps, turn: UserTurnView): HTMLElement {
  const card = element('div', 'question');
  if (turn.isEdited === true) {
    card.append(...createEditedNote(strings, host, turn.id));
  }
  if (turn.attachments.length > 0) {
    const open = (attachmentId: string): void =>
      host.post({ type: 'openAttachment', turnId: turn.id, attachmentId });
    card.append(createSentChips(turn.attachments, strings, open));
  }
  if (turn.text !== '') {
    card.append(createQuestionText(turn.text, strings));
  }
  const article = element('article', 'turn turn-user', createTurnMenuButton(strings), card);
  setTurnMenu(article, { turnId: turn.id, kind: 'question' });
  const time = formatTime(turn.at);
  card.title = time;
  article.ariaLabel = `${strings.you}, ${time}`;
  return article;
}
