import { describePage } from '../failures/webPage.ts';
import type { Frame, Framing } from './frame.ts';

/** Characters of a page in which its title is looked for. */
const ENOUGH_OF_A_PAGE = 16_384;

/** A web page: nothing of it is read but its title, which stands near its beginning. */
export class PageFraming implements Framing {
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
