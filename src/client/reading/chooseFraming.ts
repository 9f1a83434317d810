import { describePage } from '../failures/webPage.ts';
import type { Frame, Framing } from './frame.ts';
import { JsonFraming } from './jsonFraming.ts';
import { ServerSentEventFraming } from './serverSentEventFraming.ts';

/**
 * Chooses by the first character that is no white space: what a body is, is told by what it holds. The content
 * type is not asked, since it is wrong often enough.
 */
export function chooseFraming(firstCharacter: string): Framing {
  switch (firstCharacter) {
    case '{':
    case '[':
      return new JsonFraming();
    case '<':
      return new PageFraming();
    default:
      return new ServerSentEventFraming();
  }
}

/** Characters of a page in which its title is looked for. */
const MAX_TITLE_SEARCH_CHARS = 16_384;

/** A web page: nothing of it is read but its title, which stands near its beginning. */
class PageFraming implements Framing {
  #beginning = '';

  get pendingChars(): number {
    return this.#beginning.length;
  }

  push(text: string): Frame[] {
    this.#beginning += text;
    return this.#beginning.length < MAX_TITLE_SEARCH_CHARS ? [] : this.end();
  }

  end(): Frame[] {
    return [{ type: 'unreadable', kind: 'webPage', detail: describePage(this.#beginning) }];
  }
}
