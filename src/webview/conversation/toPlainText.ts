/** A line of a plain text. One of code stays as it is, wherever it stands. */
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
 * Copied elements as plain text: lists with bullets and numbers, tables with tabs between their cells as spreadsheets
 * take them, quotations behind `>`, code as it is.
 */
export function toPlainText(nodes: readonly Node[]): string {
  return toLines(nodes)
    .map(({ text }) => text)
    .join('\n');
}

/** What lies between two blocks is a block too, and there is an empty line between any two. */
function toLines(nodes: Iterable<Node>): PlainTextLine[] {
  const lines: PlainTextLine[] = [];
  let words: Node[] = [];
  let isAfterWords = false;
  const add = (block: readonly PlainTextLine[], isTight: boolean): void => {
    lines.push(...(lines.length === 0 || isTight ? [] : [{ text: '' }]), ...block);
  };
  const addWords = (): void => {
    if (words.length > 0) {
      add(splitLines(words.map(inlineTextOf).join('')), false);
      words = [];
      isAfterWords = true;
    }
  };
  for (const node of nodes) {
    if (node instanceof Element && BLOCK_TAGS.has(node.tagName)) {
      addWords();
      // The words of an item, and the list within it.
      add(blockLines(node), isAfterWords && LIST_TAGS.has(node.tagName));
      isAfterWords = false;
    } else {
      words.push(node);
    }
  }
  addWords();
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
    const rest = first.isCode ? [first, ...others] : others;
    return [
      ...space,
      { text: first.isCode ? marker.trimEnd() : marker + first.text },
      ...rest.map((line) =>
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
