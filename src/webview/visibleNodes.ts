import { hiddenCharacterName } from '../core/hiddenCharacterName.ts';
import { formatCodePoint } from '../core/hiddenCharacters.ts';
import { type VisiblePiece, visiblePieces } from '../core/visibleText.ts';
import { element } from './dom.ts';
import { t } from './l10n.ts';

const MAX_NAMED_CHARACTERS = 20;

const ORIGINALS = new WeakMap<Node, string>();

/** The hidden characters that a mark stands for, or `undefined` if the node is not a mark. */
export function originalTextOf(node: Node): string | undefined {
  return ORIGINALS.get(node);
}

function markNode(mark: string, codePoints: readonly number[]): HTMLElement {
  const markElement = element('span', 'hidden-mark', mark);
  const names = codePoints
    .slice(0, MAX_NAMED_CHARACTERS)
    .map((codePoint) => `${formatCodePoint(codePoint)} ${hiddenCharacterName(codePoint)}`);
  markElement.title = t(
    'Hidden: {0}',
    names.join(', ') + (codePoints.length > MAX_NAMED_CHARACTERS ? ', …' : ''),
  );
  // Excludes the mark's letters from the `dir="auto"` of the text around it.
  markElement.dir = 'ltr';
  ORIGINALS.set(markElement, codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join(''));
  return markElement;
}

/** Nodes for text from a model or server, with visible marks in place of hidden characters. */
export function visibleNodes(text: string): ChildNode[] {
  return nodesOfPieces(visiblePieces(text));
}

/** Like `visibleNodes`, for pieces of a text that was analyzed as part of a longer one. */
export function nodesOfPieces(pieces: readonly VisiblePiece[]): ChildNode[] {
  return pieces.map((piece) =>
    'text' in piece ? document.createTextNode(piece.text) : markNode(piece.mark, piece.codePoints),
  );
}

/**
 * Makes a text node show `pieces` by appending to it, so that it keeps its place in the page. Returns false if that is not
 * possible.
 */
export function growText(node: Node | undefined, [piece, ...others]: readonly VisiblePiece[]): boolean {
  if (
    !(node instanceof Text) ||
    piece === undefined ||
    !('text' in piece) ||
    others.length > 0 ||
    !piece.text.startsWith(node.data)
  ) {
    return false;
  }
  node.appendData(piece.text.slice(node.length));
  return true;
}
