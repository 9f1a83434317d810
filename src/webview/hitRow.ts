import type { ConversationRow, SearchHit } from '../protocol/historyViews.ts';
import { element } from './dom.ts';
import { conversationFacts } from './historyFacts.ts';
import type { ViewContext } from './viewContext.ts';

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
    ...(row.title === '' ? [strings.untitled] : marked(row.title, hit.titleRanges)),
  );
  title.dir = 'auto';
  title.title = row.title;
  const snippet = element('div', 'row-snippet', ...marked(hit.snippet, hit.ranges));
  snippet.dir = 'auto';
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', title),
    snippet,
    element('div', 'row-facts', conversationFacts(row, false, strings)),
  );
  text.role = 'gridcell';
  const made = element('div', 'row', text);
  made.addEventListener('click', open);
  return made;
}

/** A text in pieces. Ranges that make no sense are no marks, and no reason to lose any of the text. */
function marked(text: string, ranges: SearchHit['ranges']): (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let from = 0;
  for (const [begin, end] of ranges) {
    if (begin >= from && end > begin && end <= text.length) {
      pieces.push(text.slice(from, begin), element('mark', '', text.slice(begin, end)));
      from = end;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}
