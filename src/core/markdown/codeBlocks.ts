import MarkdownIt from 'markdown-it';
import {
  codeOf,
  isCodeBlock,
  isOpenCode,
  type MarkdownToken,
  normalized,
  readBlocks,
  withReplyBlocks,
} from './markdownBlocks.ts';

/** One code block of a reply, exactly as the model wrote it. */
export interface CodeBlock {
  /** Position among the code blocks of the reply, from 0. */
  index: number;
  /** What stands after the opening fence, such as `ts` or `python title="x.py"`; empty when nothing does. */
  info: string;
  code: string;
  /** Whether more text of the reply could still change it. */
  isOpen: boolean;
}

/** Of this the host's bundles hold the part that knows blocks, and no other: see `blocksAlone` in esbuild.js. */
const parser = withReplyBlocks(new MarkdownIt());

/** The blocks of a Markdown text: those that the panel draws, since both read blocks the same way. */
export function blocksOf(text: string): MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  readBlocks(parser, normalized(text), {}, tokens);
  return tokens;
}

/** The code blocks of a Markdown text, in order. */
export function codeBlocks(text: string): CodeBlock[] {
  const source = normalized(text);
  return blocksOf(source)
    .filter(isCodeBlock)
    .map((token, index, all) => ({
      index,
      info: token.info.trim(),
      code: codeOf(token),
      isOpen: index === all.length - 1 && isOpenCode(token, source),
    }));
}
