import type { SearchHit } from '../../core/history/search/search.ts';
import { visibleParts, visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/historyViews.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import { nodesOf } from '../hiddenMarks.ts';
import type { ViewContext } from '../viewContext.ts';
import { conversationFacts } from './historyFacts.ts';

/** Something that was found, with the conversation that it was said in. */
export interface FoundHit {
  hit: SearchHit;
  row: ConversationRow;
  /** Which of the hits it is, from 0. */
  index: number;
}

/** A hit in the list: the title of its conversation and the words around it, with those that were looked for marked. */
export function hitRow({ strings }: ViewContext, { hit, row }: FoundHit, open: () => void): HTMLElement {
  const title = element(
    'span',
    'row-title',
    ...(row.title === '' ? [strings.untitled] : marked(row.title, hit.titleRanges, strings)),
  );
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const snippet = element('div', 'row-snippet', ...marked(hit.snippet, hit.ranges, strings));
  snippet.dir = 'auto';
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', title),
    snippet,
    conversationFacts(row, false, strings),
  );
  text.role = 'gridcell';
  const made = element('div', 'row', text);
  made.addEventListener('click', open);
  return made;
}

/** A text in pieces. Ranges that make no sense are no marks, and no reason to lose any of the text. */
function marked(text: string, ranges: SearchHit['ranges'], strings: PanelStrings): Node[] {
  /** Every other one is marked. */
  const texts: string[] = [];
  let from = 0;
  for (const [begin, end] of ranges) {
    if (begin >= from && end > begin && end <= text.length) {
      texts.push(text.slice(from, begin), text.slice(begin, end));
      from = end;
    }
  }
  return visibleParts([...texts, text.slice(from)]).flatMap((pieces, index): Node[] => {
    const nodes = nodesOf(pieces, strings);
    return index % 2 === 1 ? [element('mark', '', ...nodes)] : nodes;
  });
}
