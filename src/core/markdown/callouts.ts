import { copyToken, type MarkdownToken } from './markdownBlocks.ts';

export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Turns quotations that start with a line such as `[!NOTE]` into callouts: the info of their tokens is the kind. */
export function markCallouts(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  const marked: MarkdownToken[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [token, paragraph, inline, end] = tokens.slice(index, index + 4);
    if (token === undefined) {
      break;
    }
    const isParagraph = token.type === 'blockquote_open' && paragraph?.type === 'paragraph_open';
    const [line, kind = ''] = (isParagraph && inline && MARKER.exec(inline.content)) || [];
    if (line === undefined || paragraph === undefined || inline === undefined || end === undefined) {
      marked.push(token);
      continue;
    }
    const content = inline.content.slice(line.length);
    marked.push(copyToken(token, { info: kind.toLowerCase() }));
    marked.push(...(content === '' ? [] : [paragraph, copyToken(inline, { content }), end]));
    index += 3;
  }
  return marked;
}
