/** Loads what finds the code blocks of a text. It needs a Markdown parser, which is large, and is rarely used. */
export function loadCodeBlocks() {
  return import('./codeBlocks.ts');
}
