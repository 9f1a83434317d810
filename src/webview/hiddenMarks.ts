import { codePointText, splitHidden } from '../core/hiddenCharacters.ts';
import { hiddenName } from '../core/hiddenNames.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { element } from './dom.ts';
import { fill } from './format.ts';

/** More hidden characters in a row share one mark: thousands of them would bury the text. */
const MOST_MARKS_IN_A_ROW = 3;
const MOST_NAMES = 20;

/** The text with the hidden characters that stand side by side brought together. */
function runs(text: string): (string | number[])[] {
  const found: (string | number[])[] = [];
  for (const piece of splitHidden(text)) {
    const last = found.at(-1);
    if ('text' in piece) {
      found.push(piece.text);
    } else if (Array.isArray(last)) {
      last.push(piece.hidden);
    } else {
      found.push([piece.hidden]);
    }
  }
  return found;
}

/** `[U+202E]`, and `[U+E0041 +199]` for many in a row. */
function marksOf(hidden: readonly number[]): { mark: string; codePoints: readonly number[] }[] {
  const [first = 0] = hidden;
  return hidden.length > MOST_MARKS_IN_A_ROW
    ? [{ mark: `[${codePointText(first)} +${hidden.length - 1}]`, codePoints: hidden }]
    : hidden.map((codePoint) => ({ mark: `[${codePointText(codePoint)}]`, codePoints: [codePoint] }));
}

function markNode(mark: string, codePoints: readonly number[], { hidden }: PanelStrings): HTMLElement {
  const made = element('span', 'hidden-mark', mark);
  const names = codePoints
    .slice(0, MOST_NAMES)
    .map((codePoint) => `${codePointText(codePoint)} ${hiddenName(codePoint)}`);
  made.title = fill(hidden, names.join(', ') + (codePoints.length > MOST_NAMES ? ', …' : ''));
  // Its letters say nothing about the direction of the text around it.
  made.dir = 'ltr';
  return made;
}

/** Text that a model or a server wrote, as nodes: hidden characters are marks that can be seen. */
export function visibleNodes(text: string, strings: PanelStrings): ChildNode[] {
  return runs(text).flatMap((run): ChildNode[] =>
    typeof run === 'string'
      ? [document.createTextNode(run)]
      : marksOf(run).map(({ mark, codePoints }) => markNode(mark, codePoints, strings)),
  );
}

/** The same where only a string can stand, such as a name or a tooltip. */
export function visibleText(text: string): string {
  return runs(text)
    .map((run) =>
      typeof run === 'string'
        ? run
        : marksOf(run)
            .map(({ mark }) => mark)
            .join(''),
    )
    .join('');
}
