/** A line of a plain text. One of code stays as it is, wherever it stands. */
interface Line {
  text: string;
  isCode?: true;
}

const BLOCKS = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'PRE', 'TABLE', 'HR']);
const LISTS = new Set(['UL', 'OL']);

/**
 * Copied elements as plain text: lists with bullets and numbers, tables with tabs between their cells as spreadsheets
 * take them, quotations behind `>`, code as it is.
 */
export function copiedText(nodes: readonly Node[]): string {
  return linesOf(nodes)
    .map(({ text }) => text)
    .join('\n');
}

/** What lies between two blocks is a block too, and there is an empty line between any two. */
function linesOf(nodes: Iterable<Node>): Line[] {
  const lines: Line[] = [];
  let words: Node[] = [];
  let isAfterWords = false;
  const add = (block: readonly Line[], isTight: boolean): void => {
    lines.push(...(lines.length === 0 || isTight ? [] : [{ text: '' }]), ...block);
  };
  const addWords = (): void => {
    if (words.length > 0) {
      add(plainLines(words.map(wordsOf).join('')), false);
      words = [];
      isAfterWords = true;
    }
  };
  for (const node of nodes) {
    if (node instanceof Element && BLOCKS.has(node.tagName)) {
      addWords();
      // The words of an item, and the list within it.
      add(blockLines(node), isAfterWords && LISTS.has(node.tagName));
      isAfterWords = false;
    } else {
      words.push(node);
    }
  }
  addWords();
  return lines;
}

function blockLines(block: Element): Line[] {
  switch (block.tagName) {
    case 'PRE':
      return (block.textContent ?? '').split('\n').map((text) => ({ text, isCode: true }));
    case 'UL':
    case 'OL':
      return listLines(block);
    case 'BLOCKQUOTE':
      return linesOf(block.childNodes).map((line) =>
        line.isCode ? line : { text: `> ${line.text}`.trimEnd() },
      );
    case 'TABLE':
      return [...block.querySelectorAll('tr')].map((row) => ({
        text: [...row.children].map((cell) => wordsOf(cell).replace(/\s+/g, ' ')).join('\t'),
      }));
    case 'HR':
      return [{ text: '---' }];
    default:
      return linesOf(block.childNodes);
  }
}

function listLines(list: Element): Line[] {
  const items = [...list.children];
  const isLoose = items.some((item) => item.querySelector(':scope > p') !== null);
  return items.flatMap((item, index): Line[] => {
    const marker = list instanceof HTMLOListElement ? `${list.start + index}. ` : '- ';
    const [first = { text: '' }, ...others] = linesOf(item.childNodes);
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

function plainLines(text: string): Line[] {
  return text.split('\n').map((line) => ({ text: line }));
}

function wordsOf(node: Node): string {
  return node instanceof HTMLBRElement
    ? '\n'
    : node instanceof Text
      ? node.data
      : [...node.childNodes].map(wordsOf).join('');
}
