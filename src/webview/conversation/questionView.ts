import { visiblePiecesOfAll } from '../../core/visibleText.ts';
import type { UserTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { createSentChips } from '../attachments/chips.ts';
import { element, inlineCode } from '../dom.ts';
import { formatTime } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { nodesOfPieces } from '../visibleNodes.ts';
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

/** A question: a card with its attachments above the text, and the time in the tooltip. */
export function createQuestionView({ strings, host }: ViewDeps, turn: UserTurnView): HTMLElement {
  const card = element('div', 'question');
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
