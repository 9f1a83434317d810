import { type MarkdownToken, parseMarkdown } from './markdown.ts';

/** One code block of a reply, exactly as the model wrote it. */
export interface CodeBlock {
  /** Position among the code blocks of the reply, from 0. */
  index: number;
  /** What stands after the opening fence, such as `ts` or `python title="x.py"`; empty when nothing does. */
  info: string;
  code: string;
}

/** Whether a token is a code block, fenced or indented: both are drawn as one and counted as one. */
export function isCodeBlock(token: MarkdownToken): boolean {
  return token.type === 'fence' || token.type === 'code_block';
}

/** The code out of a code block's content, without the line end that closes its last line. */
export function codeOf({ content }: Pick<MarkdownToken, 'content'>): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

/** The code blocks of a Markdown text, in order. */
export function codeBlocks(text: string): CodeBlock[] {
  return parseMarkdown(text)
    .filter(isCodeBlock)
    .map((token, index) => ({ index, info: token.info.trim(), code: codeOf(token) }));
}
