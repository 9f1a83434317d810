import { copyToken, type MarkdownToken } from './markdownBlocks.ts';

/** Maximum depth of nested details. The tags of deeper ones stay text. */
const MAX_DEPTH = 10;

/** How a token changes the number of details that are open in its container. */
export function detailsDepthChange({ type, info }: MarkdownToken): number {
  return type === 'details_end' ? -1 : type === 'details_close' && info !== 'whole' ? 1 : 0;
}

/** The number of details that are open after top-level blocks. */
export function openDetailsAfter(openBefore: number, tokens: readonly MarkdownToken[]): number {
  return tokens.reduce(
    (open, token) => open + (token.level === 0 ? detailsDepthChange(token) : 0),
    openBefore,
  );
}

/**
 * Turns ends of details that have no start in the same container, and starts of details that are nested too deeply,
 * into paragraphs with their source.
 * @param openBefore number of details that are open before the first token
 */
export function resolveDetails(tokens: readonly MarkdownToken[], openBefore: number): MarkdownToken[] {
  if (!tokens.some(({ tag }) => tag === 'details')) {
    return [...tokens];
  }
  const resolved: MarkdownToken[] = [];
  /** Open details in each container around the token. */
  const open = [openBefore];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) {
      break;
    }
    const depth = open.reduce((sum, count) => sum + count, 0);
    const isTooDeep = token.type === 'details_open' && depth >= MAX_DEPTH;
    if (isTooDeep || (token.type === 'details_end' && open.at(-1) === 0)) {
      resolved.push(...paragraphOf(token));
      while (isTooDeep && tokens[index]?.type !== 'details_close') {
        index++;
      }
      continue;
    }
    resolved.push(token);
    if (token.tag !== 'details' && token.nesting === 1) {
      open.push(0);
    } else if (token.tag !== 'details' && token.nesting === -1) {
      open.pop();
    }
    open.push((open.pop() ?? 0) + detailsDepthChange(token));
  }
  return resolved;
}

function paragraphOf(token: MarkdownToken): MarkdownToken[] {
  const { content } = token;
  return [
    copyToken(token, { type: 'source_open', tag: 'p', nesting: 1, content: '', info: '', attrs: null }),
    copyToken(token, { type: 'inline', tag: '', nesting: 0, content, info: '', level: token.level + 1 }),
    copyToken(token, { type: 'source_close', tag: 'p', nesting: -1, content: '', info: '', attrs: null }),
  ];
}
