import { visibleParts } from '../../core/visibleText.ts';
import type { UserTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { sentChips } from '../attachments/chips.ts';
import { element, inlineCode } from '../dom.ts';
import { formatTime } from '../format.ts';
import { nodesOf } from '../hiddenMarks.ts';
import type { ViewContext } from '../viewContext.ts';
import { offerTurnMenu, turnMenuButton } from './turnMenu.ts';

const CODE_SPAN = /`([^`\n]+)`/;

/** The question as it was typed; code between backticks in the editor's font, nothing else is interpreted. */
function questionText(text: string, strings: PanelStrings): HTMLElement {
  const parts = visibleParts(text.split(CODE_SPAN)).flatMap((pieces, index) => {
    const nodes = nodesOf(pieces, strings);
    return index % 2 === 1 ? inlineCode(...nodes) : nodes;
  });
  return element('div', 'question-text', ...parts);
}

/** The question: a small card on the right, what went along with it above its text, and when it was asked in its tooltip. */
export function questionView({ strings, host }: ViewContext, turn: UserTurnView): HTMLElement {
  const card = element('div', 'question');
  if (turn.attachments.length > 0) {
    const open = (attachmentId: string): void =>
      host.post({ type: 'openAttachment', turnId: turn.id, attachmentId });
    card.append(sentChips(turn.attachments, strings, open));
  }
  if (turn.text !== '') {
    card.append(questionText(turn.text, strings));
  }
  const article = element('article', 'turn turn-user', turnMenuButton(strings), card);
  offerTurnMenu(article, { turnId: turn.id, kind: 'question' });
  const time = formatTime(turn.at);
  card.title = time;
  article.ariaLabel = `${strings.you}, ${time}`;
  return article;
}
