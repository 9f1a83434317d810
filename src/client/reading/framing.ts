import { describePage } from '../failures/webPage.ts';
import { EventFraming } from './eventFraming.ts';
import type { Frame, Framing } from './frame.ts';
import { JsonFraming } from './jsonFraming.ts';

/**
 * Chooses by the first character that is no white space: what a body is, is told by what it holds. The content
 * type is not asked, since it is wrong often enough.
 */
export function framingFor(firstCharacter: string): Framing {
  switch (firstCharacter) {
    case '{':
    case '[':
      return new JsonFraming();
    case '<':
      return new PageFraming();
    default:
      return new EventFraming();
  }
}

/** Characters of a page in which its title is looked for. */
const ENOUGH_OF_A_PAGE = 16_384;

/** A web page: nothing of it is read but its title, which stands near its beginning. */
class PageFraming implements Framing {
  #beginning = '';

  get pending(): number {
    return this.#beginning.length;
  }

  push(text: string): Frame[] {
    this.#beginning += text;
    return this.#beginning.length < ENOUGH_OF_A_PAGE ? [] : this.end();
  }

  end(): Frame[] {
    return [{ type: 'unreadable', kind: 'webPage', detail: describePage(this.#beginning) }];
  }
}
