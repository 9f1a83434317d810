import type { MarkdownToken } from '../../core/markdown/markdownBlocks.ts';
import { openableLink } from '../../core/openableLink.ts';
import type { VisiblePiece } from '../../core/visibleText.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element, inlineCode } from '../dom.ts';
import { basename, formatString } from '../format.ts';
import { nodesOfPieces, visibleNodes } from '../visibleNodes.ts';

const EMPHASIS_TAGS = ['strong', 'em', 's'] as const;
/** Deeper emphasis adds nothing that can be seen, and elements nested by the thousand crash the browser. */
const MAX_DEPTH = 30;

function attribute(token: MarkdownToken, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** A picture as text: nothing is fetched, and what would have been is said. */
function imageTextOf(token: MarkdownToken, { picture }: PanelStrings): string {
  const address = URL.parse(attribute(token, 'src'));
  const host = address?.host || address?.protocol || attribute(token, 'src');
  const description = token.content || basename(address?.pathname ?? '');
  return formatString(picture, description, host);
}

function createLink(href: string): HTMLElement {
  const address = openableLink(href);
  if (address === undefined) {
    return element('span');
  }
  const made = element('a');
  made.href = address;
  made.title = address;
  made.draggable = false;
  return made;
}

/** After the text of a link: its address where no click can lead there, or where the link has no text. */
function appendLinkAddress(made: HTMLElement, href: string, strings: PanelStrings): void {
  if (made.textContent === '') {
    made.append(...visibleNodes(href, strings));
  } else if (!(made instanceof HTMLAnchorElement) && made.textContent !== href) {
    made.append(...visibleNodes(` (${href})`, strings));
  }
}

/** Whether a task of a list is done: to be read, not to be changed. */
function createTaskCheckbox(isDone: boolean, { taskDone, taskNotDone }: PanelStrings): HTMLElement {
  const made = element('input', 'task');
  made.type = 'checkbox';
  made.disabled = true;
  made.ariaLabel = isDone ? taskDone : taskNotDone;
  // As an attribute, so that it is in what the page says of itself.
  made.toggleAttribute('checked', isDone);
  return made;
}

/** The text that a token is shown as, so that all of a line can be searched for hidden characters as one. */
export function textOfToken({ type, nesting, content }: MarkdownToken): string {
  const isElement = ['task', 'hardbreak', 'softbreak', 'image'].includes(type);
  return nesting !== 0 ? '' : isElement ? '\n' : content;
}

/**
 * The nodes of a line of text. Anything that is not listed here becomes its own text.
 * @param visible the text of each token, as it is shown
 */
export function createInlineNodes(
  tokens: readonly MarkdownToken[],
  visible: readonly (readonly VisiblePiece[])[],
  strings: PanelStrings,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const open: { node: Node; close?: () => void }[] = [{ node: fragment }];
  const add = (...nodes: Node[]): void => {
    const parent = open.at(-1)?.node;
    for (const node of nodes) {
      parent?.appendChild(node);
    }
  };
  for (const [index, token] of tokens.entries()) {
    const text = nodesOfPieces(visible[index] ?? [], strings);
    const emphasis = EMPHASIS_TAGS.find((tag) => tag === token.tag);
    if (token.nesting === 1) {
      const href = attribute(token, 'href');
      const isLink = token.type === 'link_open';
      const node = isLink ? createLink(href) : element(emphasis ?? 'span');
      if (open.length > MAX_DEPTH) {
        open.push({ node: open.at(-1)?.node ?? fragment });
        continue;
      }
      add(node);
      open.push(isLink ? { node, close: () => appendLinkAddress(node, href, strings) } : { node });
    } else if (token.nesting === -1) {
      open.pop()?.close?.();
    } else if (token.type === 'code_inline') {
      add(inlineCode(...text));
    } else if (token.type === 'task') {
      add(createTaskCheckbox(token.content !== '', strings));
    } else if (token.type === 'hardbreak') {
      add(element('br'));
    } else if (token.type === 'softbreak') {
      add(document.createTextNode('\n'));
    } else if (token.type === 'image') {
      add(element('span', 'picture', ...visibleNodes(imageTextOf(token, strings), strings)));
    } else {
      add(...text);
    }
  }
  return fragment;
}

/** Whether two lines of tokens would be drawn alike. */
export function isSameInline(one: readonly MarkdownToken[], other: readonly MarkdownToken[]): boolean {
  return (
    one.length === other.length &&
    one.every((token, index) => {
      const twin = other[index];
      return (
        twin !== undefined &&
        token.type === twin.type &&
        token.content === twin.content &&
        attribute(token, 'href') === attribute(twin, 'href') &&
        attribute(token, 'src') === attribute(twin, 'src')
      );
    })
  );
}
