import { EventFraming } from './eventFraming.ts';
import type { Framing } from './frame.ts';
import { JsonFraming } from './jsonFraming.ts';
import { PageFraming } from './pageFraming.ts';

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
