import { parseMarkdown } from './parseMarkdown.ts';

/** Inline code, or a link. */
export type InlinePart = { readonly code: string } | { readonly href: string };

/** The inline code and the links of a Markdown text, in order, as the panel shows them. */
export function inlinePartsOf(text: string): InlinePart[] {
  return parseMarkdown(text)
    .flatMap(({ children }) => children ?? [])
    .flatMap((token): InlinePart[] =>
      token.type === 'code_inline'
        ? [{ code: token.content }]
        : token.type === 'link_open'
          ? [{ href: String(token.attrGet('href') ?? '') }]
          : [],
    );
}
