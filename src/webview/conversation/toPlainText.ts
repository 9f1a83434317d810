/** A line of plain text. Lines of code are never quoted or indented. */
interface PlainTextLine {
  text: string;
  isCode?: true;
}

const BLOCK_TAGS = new Set([
  'P',
  'H1',
  'H2',
  'H3',
  'H4',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'PRE',
  'TABLE',
  'HR',
]);
const LIST_TAGS = new Set(['UL', 'OL']);

/**
 * Converts copied elements to plain text: lists with bullets and numbers, tables with tabs between cells as
 * spreadsheets expect, block quotes with `>`, code unchanged.
 */
export function toPlainText(nodes: readonly Node[]): string {
  return toLines(nodes)
    .map(({ text }) => text)
    .join('\n');
}

/** Separates blocks with empty lines. Consecutive inline nodes form a block of their own. */
function toLines(nodes: Iterable<Node>): PlainTextLine[] {
  const lines: PlainTextLine[] = [];
  let inlineNodes: Node[] = [];
  let isAfterInline = false;
  const add = (block: readonly PlainTextLine[], isTight: boolean): void => {
    lines.push(...(lines.length === 0 || isTight ? [] : [{ text: '' }]), ...block);
  };
  const addInline = (): void => {
    if (inlineNodes.length > 0) {
      add(splitLines(inlineNodes.map(inlineTextOf).join('')), false);
      inlineNodes = [];
      isAfterInline = true;
    }
  };
  for (const node of nodes) {
    if (node instanceof Element && BLOCK_TAGS.has(node.tagName)) {
      addInline();
      // No empty line between the text of an item and its nested list.
      add(blockLines(node), isAfterInline && LIST_TAGS.has(node.tagName));
      isAfterInline = false;
    } else {
      inlineNodes.push(node);
    }
  }
  addInline();
  return lines;
}

function blockLines(block: Element): PlainTextLine[] {
  switch (block.tagName) {
    case 'PRE':
      return (block.textContent ?? '').split('\n').map((text) => ({ text, isCode: true }));
    case 'UL':
    case 'OL':
      return listLines(block);
    case 'BLOCKQUOTE':
      return toLines(block.childNodes).map((line) =>
        line.isCode ? line : { text: `> ${line.text}`.trimEnd() },
      );
    case 'TABLE':
      return [...block.querySelectorAll('tr')].map((row) => ({
        text: [...row.children].map((cell) => inlineTextOf(cell).replace(/\s+/g, ' ')).join('\t'),
      }));
    case 'HR':
      return [{ text: '---' }];
    default:
      return toLines(block.childNodes);
  }
}

function listLines(list: Element): PlainTextLine[] {
  const items = [...list.children];
  const isLoose = items.some((item) => item.querySelector(':scope > p') !== null);
  return items.flatMap((item, index): PlainTextLine[] => {
    const marker = list instanceof HTMLOListElement ? `${list.start + index}. ` : '- ';
    const [first = { text: '' }, ...others] = toLines(item.childNodes);
    const space = isLoose && index > 0 ? [{ text: '' }] : [];
    const indented = first.isCode ? [first, ...others] : others;
    return [
      ...space,
      { text: first.isCode ? marker.trimEnd() : marker + first.text },
      ...indented.map((line) =>
        line.isCode || line.text === '' ? line : { text: ' '.repeat(marker.length) + line.text },
      ),
    ];
  });
}

function splitLines(text: string): PlainTextLine[] {
  return text.split('\n').map((line) => ({ text: line }));
}

function inlineTextOf(node: Node): string {
  return node instanceof HTMLBRElement
    ? '\n'
    : node instanceof Text
      ? node.data
      : [...node.childNodes].map(inlineTextOf).join('');
}
