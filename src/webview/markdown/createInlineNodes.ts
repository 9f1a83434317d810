import { linkedFileOf } from '../../core/code/fileReference.ts';
import type { MarkdownToken } from '../../core/markdown/markdownBlocks.ts';
import { openableLink } from '../../core/openableLink.ts';
import type { VisiblePiece } from '../../core/visibleText.ts';
import { element, inlineCode } from '../dom.ts';
import { basename } from '../format.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { nodesOfPieces, visibleNodes } from '../visibleNodes.ts';
import { createFootnoteReference } from './footnotes.ts';

const EMPHASIS_TAGS = ['strong', 'em', 's', 'kbd', 'sub', 'sup'] as const;
/**
 * Maximum depth of nested elements. Deeper emphasis makes no visible difference, and thousands of nested elements crash
 * the browser.
 */
const MAX_DEPTH = 30;

function attribute(token: MarkdownToken, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** Images are never fetched. A text with the description and the host is shown instead. */
function imageTextOf(token: MarkdownToken): string {
  const url = URL.parse(attribute(token, 'src'));
  const host = url?.host || url?.protocol || attribute(token, 'src');
  const description = token.content || basename(url?.pathname ?? '');
  return t('[image: {0} — {1}]', description, host);
}

function createLink(href: string): HTMLElement {
  const url = openableLink(href);
  if (url === undefined) {
    return createLinkToFile(href);
  }
  const link = element('a');
  link.href = url;
  link.title = url;
  link.draggable = false;
  return link;
}

/** Text, which `FileLinks` makes a link once the host has found the file. */
function createLinkToFile(href: string): HTMLElement {
  const span = element('span');
  const file = linkedFileOf(href);
  if (file !== undefined) {
    span.setAttribute('data-file', file.text);
  }
  return span;
}

/** Shows the URL after a link that can't be opened, and in a link without text. */
function appendLinkUrl(link: HTMLElement, href: string): void {
  if (link.textContent === '') {
    link.append(...visibleNodes(href));
  } else if (!(link instanceof HTMLAnchorElement) && link.textContent !== href) {
    link.append(...visibleNodes(` (${href})`));
  }
}

function createTaskCheckbox(isDone: boolean): HTMLElement {
  const checkbox = element('input', 'task');
  checkbox.type = 'checkbox';
  checkbox.disabled = true;
  checkbox.ariaLabel = isDone ? t('Completed task') : t('Incomplete task');
  // As an attribute, so that it is part of the serialized page.
  checkbox.toggleAttribute('checked', isDone);
  return checkbox;
}

/**
 * Text of a token as shown. The tokens of a block are searched for hidden characters together, since neighboring
 * characters can decide which are hidden.
 */
export function textOfToken({ type, nesting, content }: MarkdownToken): string {
  const isElement = ['task', 'hardbreak', 'softbreak', 'image'].includes(type);
  return nesting !== 0 ? '' : isElement ? '\n' : content;
}

/**
 * Creates the nodes of inline content. Tokens of other types are shown as their text.
 * @param visible text of each token, with hidden characters marked
 */
export function createInlineNodes(
  tokens: readonly MarkdownToken[],
  visible: readonly (readonly VisiblePiece[])[],
  { formulas }: Pick<ViewDeps, 'formulas'>,
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
    const text = nodesOfPieces(visible[index] ?? []);
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
      open.push(isLink ? { node, close: () => appendLinkUrl(node, href) } : { node });
    } else if (token.nesting === -1) {
      open.pop()?.close?.();
    } else if (token.type === 'code_inline') {
      add(inlineCode(...text));
    } else if (token.type === 'task') {
      add(createTaskCheckbox(token.content !== ''));
    } else if (token.type === 'hardbreak' || token.type === 'softbreak') {
      // Models mean the lines that they write, such as addresses and verses. VS Code's chat does the same.
      add(element('br', token.info));
    } else if (token.type === 'footnote_reference') {
      add(createFootnoteReference(token.content));
    } else if (token.type === 'math' && isPlain(visible[index])) {
      add(formulas.create(token.content));
    } else if (token.type === 'image') {
      add(element('span', 'picture', ...visibleNodes(imageTextOf(token))));
    } else {
      add(...text);
    }
  }
  return fragment;
}

/** Whether nothing in a text is hidden. */
function isPlain(pieces: readonly VisiblePiece[] = []): boolean {
  return pieces.every((piece) => 'text' in piece);
}

/** Whether two lists of inline tokens render the same. */
export function isSameInline(one: readonly MarkdownToken[], other: readonly MarkdownToken[]): boolean {
  return (
    one.length === other.length &&
    one.every((token, index) => {
      const match = other[index];
      return (
        match !== undefined &&
        token.type === match.type &&
        token.content === match.content &&
        attribute(token, 'href') === attribute(match, 'href') &&
        attribute(token, 'src') === attribute(match, 'src')
      );
    })
  );
}
