import { isInline } from '../dom.ts';

/** What is no part of what was said: buttons, what is hidden, and the line of facts that counts seconds. */
const EXCLUDED_SELECTOR = 'button, [hidden], [role="status"], .meta, .icon, .visually-hidden';

/** Text that reads on without a break, with the nodes that it is made of. */
interface Passage {
  text: string;
  nodes: { node: Text; begin: number }[];
}

/** What is looked for. White space in it stands for any, since lines break where they like. */
export function createFindPattern(query: string, matchCase: boolean): RegExp | undefined {
  if (query.trim() === '') {
    return undefined;
  }
  const words = query.split(/\s+/).map((word) => RegExp.escape(word));
  return new RegExp(words.join('\\s+'), matchCase ? 'gu' : 'giu');
}

/** Every place below `root` where the pattern stands, also across code, links and emphasis; at most `most`. */
export function findMatches(root: Element, pattern: RegExp, maxMatches: number): StaticRange[] {
  const found: StaticRange[] = [];
  for (const passage of collectPassages(root)) {
    for (const match of passage.text.matchAll(pattern)) {
      if (found.length >= maxMatches) {
        return found;
      }
      found.push(toStaticRange(passage, match.index, match.index + match[0].length));
    }
  }
  return found;
}

function collectPassages(root: Element): Passage[] {
  const found: Passage[] = [];
  let block: Element | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(EXCLUDED_SELECTOR)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      // What follows a break, or a block within this one, is no part of what stands before it.
      block = isInline(node) ? block : undefined;
      continue;
    }
    const own = blockOf(node);
    const last = found.at(-1);
    if (own === block && last !== undefined) {
      last.nodes.push({ node, begin: last.text.length });
      last.text += node.data;
    } else {
      found.push({ text: node.data, nodes: [{ node, begin: 0 }] });
      block = own;
    }
  }
  return found;
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

/** The node that holds the character at this place, by bisection: a code block may have thousands. */
function nodeAt(nodes: Passage['nodes'], at: number): Passage['nodes'][number] {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((nodes[middle]?.begin ?? 0) <= at) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const found = nodes[low];
  if (found === undefined) {
    throw new RangeError('A passage without text has no place');
  }
  return found;
}
