import { hiddenCharacterName } from '../core/hiddenCharacterName.ts';
import { formatCodePoint } from '../core/hiddenCharacters.ts';
import { type VisiblePiece, visiblePieces } from '../core/visibleText.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { element } from './dom.ts';
import { formatString } from './format.ts';

const MAX_NAMED_CHARACTERS = 20;

const ORIGINALS = new WeakMap<Node, string>();

/** The hidden characters for which a mark stands; `undefined` for what is no mark. */
export function originalTextOf(node: Node): string | undefined {
  return ORIGINALS.get(node);
}

function markNode(
  mark: string,
  codePoints: readonly number[],
  { hiddenCharacters }: PanelStrings,
): HTMLElement {
  const made = element('span', 'hidden-mark', mark);
  const names = codePoints
    .slice(0, MAX_NAMED_CHARACTERS)
    .map((codePoint) => `${formatCodePoint(codePoint)} ${hiddenCharacterName(codePoint)}`);
  made.title = formatString(
    hiddenCharacters,
    names.join(', ') + (codePoints.length > MAX_NAMED_CHARACTERS ? ', …' : ''),
  );
  // Its letters say nothing about the direction of the text around it.
  made.dir = 'ltr';
  ORIGINALS.set(made, String.fromCodePoint(...codePoints));
  return made;
}

/** Text that a model or a server wrote, as nodes: hidden characters are marks that can be seen. */
export function visibleNodes(text: string, strings: PanelStrings): ChildNode[] {
  return nodesOfPieces(visiblePieces(text), strings);
}

/** The same of a text that was looked at as a part of a longer one. */
export function nodesOfPieces(pieces: readonly VisiblePiece[], strings: PanelStrings): ChildNode[] {
  return pieces.map((piece) =>
    'text' in piece ? document.createTextNode(piece.text) : markNode(piece.mark, piece.codePoints, strings),
  );
}
