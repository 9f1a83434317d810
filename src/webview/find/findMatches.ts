import { isInline } from '../dom.ts';

/** Elements that are not part of the text: buttons, status lines with changing times, drawn formulas. */
const EXCLUDED_SELECTOR = 'button, [role="status"], .meta, .icon, .visually-hidden, math';

/** Text without line breaks or block boundaries, and its nodes. */
interface Passage {
  text: string;
  nodes: { node: Text; begin: number }[];
}

/** Creates the search pattern. White space in the query matches any white space, since lines may wrap anywhere. */
export function createFindPattern(query: string, matchCase: boolean): RegExp | undefined {
  if (query.trim() === '') {
    return undefined;
  }
  const words = query.split(/\s+/).map((word) => RegExp.escape(word));
  // White space in front matches all of it, or many places of it would be tried.
  const start = words[0] === '' ? '(?<!\\s)' : '';
  return new RegExp(start + words.join('\\s+'), matchCase ? 'gu' : 'giu');
}

/**
 * Finds all matches in `root` that can be seen, also across code, links and emphasis; at most `maxMatches`. Details are
 * opened to show a match in them.
 */
export function findMatches(root: Element, pattern: RegExp, maxMatches: number): StaticRange[] {
  const ranges: StaticRange[] = [];
  for (const passage of collectPassages(root)) {
    for (const match of passage.text.matchAll(pattern)) {
      if (ranges.length >= maxMatches) {
        return ranges;
      }
      const range = toStaticRange(passage, match.index, match.index + match[0].length);
      if (canBeSeen(range.startContainer)) {
        ranges.push(range);
      }
    }
  }
  return ranges;
}

function collectPassages(root: Element): Passage[] {
  const passages: Passage[] = [];
  let block: Element | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(EXCLUDED_SELECTOR)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      // Text after a line break or a nested block starts a new passage.
      block = isInline(node) ? block : undefined;
      continue;
    }
    const ownBlock = blockOf(node);
    const last = passages.at(-1);
    if (ownBlock === block && last !== undefined) {
      last.nodes.push({ node, begin: last.text.length });
      last.text += node.data;
    } else {
      passages.push({ text: node.data, nodes: [{ node, begin: 0 }] });
      block = ownBlock;
    }
  }
  return passages;
}

/** Whether nothing but closed details hides a text. */
function canBeSeen({ parentElement }: Node): boolean {
  let around = parentElement;
  if (around?.checkVisibility()) {
    return true;
  }
  while (around !== null && getComputedStyle(around).display !== 'none') {
    around = around.parentElement;
  }
  return around === null;
}

function blockOf(node: Node): Element | undefined {
  let parent = node.parentElement;
  while (parent !== null && isInline(parent)) {
    parent = parent.parentElement;
  }
  return parent ?? undefined;
}

function toStaticRange({ nodes }: Passage, begin: number, end: number): StaticRange {
  const first = nodeAt(nodes, begin);
  const last = nodeAt(nodes, end - 1);
  return new StaticRange({
    startContainer: first.node,
    startOffset: begin - first.begin,
    endContainer: last.node,
    endOffset: end - last.begin,
  });
}

/** The node that contains an offset. Binary search, since a code block may have thousands of nodes. */
function nodeAt(nodes: Passage['nodes'], offset: number): Passage['nodes'][number] {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((nodes[middle]?.begin ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const entry = nodes[low];
  if (entry === undefined) {
    throw new RangeError('A passage without text has no positions');
  }
  return entry;
}
